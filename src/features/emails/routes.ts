// The API routes of emails.

import { Type } from 'typebox'
import { EMAIL_KINDS, MAIL_STATUSES } from '../../domain/mail.ts'
import { sql } from '../../platform/db/sql.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { creditNoteIds } from '../credit-notes/record.ts'
import { crud } from '../crud.ts'
import { anyOf, equals, filter, ofCustomer } from '../filters.ts'
import { idInPath, idSchema, inPath } from '../identifiers.ts'
import { invoiceIds } from '../invoices/record.ts'
import { emailIds, emails, type Email as Row } from '../outbox/record.ts'
import { findEmail, needsAttention } from '../outbox/store.ts'
import type { Service } from '../service.ts'
import { subscriptionIds } from '../subscriptions/record.ts'
import { EmailWithTexts, emailJson, emailWithTextsJson } from './schemas.ts'

const tag = 'Emails'

const filters = {
  status: anyOf(MAIL_STATUSES, 'Emails with this status.'),
  kind: anyOf(EMAIL_KINDS, 'Emails of this kind.'),
  invoice_id: equals(
    idSchema('invoice', 'Emails about this invoice.', 'inv_01h2xcejqtf2nbrexx3vqjhp41'),
    invoiceIds.parse,
  ),
  credit_note_id: equals(
    idSchema('credit_note', 'Emails about this credit note.', 'cn_01h2xcejqtf2nbrexx3vqjhp41'),
    creditNoteIds.parse,
  ),
  subscription_id: equals(
    idSchema('subscription', 'Emails about this subscription.'),
    subscriptionIds.parse,
  ),
  customer_id: ofCustomer('Emails to this customer'),
  needs_attention: filter(
    Type.Boolean({
      description: 'Failed emails without a later email about the same document, or all others.',
    }),
    (needs) => (needs ? needsAttention : sql`not (${needsAttention})`),
  ),
}

/** Returns an email with its texts: those it was sent with, or would be sent with now. */
async function readTexts(
  { pool, emailTexts }: Service,
  scope: Call['scope'],
  id: string,
): Promise<{ email: Row; texts: { text: string; html: string } }> {
  const email = await findEmail(pool, { environment_id: scope.environment_id, id })
  if (!email) throw emailIds.missing(emailIds.ref(id))
  const { text, html } = email
  if (text !== null && html !== null) return { email, texts: { text, html } }
  const texts = await emailTexts(scope, email)
  if (!texts) throw emailIds.missing(emailIds.ref(id))
  return { email, texts }
}

/** The policy for an email in our own frame: no scripts, only the logo is fetched, no other site can frame it. */
const pagePolicy = (publicUrl: string): string =>
  `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src ${new URL(publicUrl).origin}/i/; frame-ancestors 'self'; base-uri 'none'; form-action 'none'`

const lookRoute = route({
  method: 'GET',
  path: '/emails/:id/html',
  params: inPath(emailIds),
  operation: 'showEmail',
  summary: 'Preview an email',
  description: 'The HTML version as a page without scripts.',
  tag,
  permission: 'emails:read',
  produces: 'text/html',
  errors: ['resource_missing'],
  async handle(call, service: Service) {
    const { texts } = await readTexts(service, call.scope, idInPath(emailIds, call))
    return {
      body: Buffer.from(texts.html),
      contentType: 'text/html; charset=utf-8',
      headers: {
        'content-security-policy': pagePolicy(service.publicUrl()),
        'cache-control': 'private, no-cache',
      },
      etag: true,
    }
  },
})

export const emailRoutes: Route<Service>[] = [
  ...crud({
    ids: emailIds,
    record: { ...emails, json: emailJson },
    list: {
      description: 'Without their texts.',
      filters,
      columns: columnsOf(emails.members, {
        without: ['message_id'],
        before: { subject: 'language', sent_at: 'created_at' },
      }),
      example: { summary: 'Emails that were not sent', query: { status: 'outbox' } },
    },
    retrieve: {
      summary: 'Retrieve an email',
      description: 'With its texts, as sent or as they would be sent now.',
      response: EmailWithTexts,
      async handle({ scope }, service, id) {
        const { email, texts } = await readTexts(service, scope, id)
        return { json: emailWithTextsJson(email, texts), etag: true }
      },
    },
  }),
  lookRoute,
]
