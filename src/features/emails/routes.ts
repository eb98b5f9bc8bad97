// The mails of the API.

import { parseCustomerId } from '../../domain/customer.ts'
import { billingError } from '../../domain/errors.ts'
import { among, type Sql, sql } from '../../platform/db/sql.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { valuesIn } from '../../platform/http/shapes.ts'
import { decodeId } from '../../platform/ids.ts'
import { emails, type Email as Row } from '../outbox/record.ts'
import { findEmail, needsAttention } from '../outbox/store.ts'
import type { Service } from '../service.ts'
import {
  Email,
  EmailList,
  EmailPath,
  EmailWithTexts,
  emailJson,
  emailWithTextsJson,
  parseEmailId,
} from './schemas.ts'

const tag = 'Emails'

const listed = listRoutes({
  path: '/emails',
  operation: 'listEmails',
  summary: 'List emails',
  description: 'Without their texts.',
  tag,
  permission: 'emails:read',
  query: EmailList,
  item: Email,
  example: { summary: 'Emails that were not sent', query: { status: 'outbox' } },
  columns: columnsOf(emails.members, {
    without: ['message_id'],
    before: { subject: 'language', sent_at: 'created_at' },
  }),
  source: ({ query }) => ({
    table: 'emails',
    filters: filtersOf(query),
    counter: 'emails_count',
    decodeCursor: parseEmailId,
  }),
  find: emails.find,
  weight: undefined,
  json: emailJson,
})

function filtersOf(query: EmailList): Sql[] {
  const filters: Sql[] = []
  if (query.status !== undefined) filters.push(among('status', valuesIn(query.status)))
  if (query.kind !== undefined) filters.push(among('kind', valuesIn(query.kind)))
  if (query.invoice_id !== undefined) {
    filters.push(sql`invoice_id = ${decodeId('inv', query.invoice_id)}`)
  }
  if (query.customer_id !== undefined) {
    filters.push(sql`customer_id = ${parseCustomerId(query.customer_id)}`)
  }
  if (query.needs_attention === true) filters.push(needsAttention)
  if (query.needs_attention === false) filters.push(sql`not (${needsAttention})`)
  return filters
}

/** Answers a mail with its texts: those it was sent with, or would be sent with now. */
async function readTexts(
  { pool, emailTexts }: Service,
  scope: Call['scope'],
  ref: string,
): Promise<{ email: Row; texts: { text: string; html: string } }> {
  const id = parseEmailId(ref)
  const email = id && (await findEmail(pool, { environment_id: scope.environment_id, id }))
  if (!email) throw emailMissing(ref)
  const { text, html } = email
  if (text !== null && html !== null) return { email, texts: { text, html } }
  const texts = await emailTexts(scope, email)
  if (!texts) throw emailMissing(ref)
  return { email, texts }
}

const retrieveRoute = route({
  method: 'GET',
  path: '/emails/:id',
  params: EmailPath,
  operation: 'retrieveEmail',
  summary: 'Retrieve an email with its texts',
  description: 'As it was sent, or would be sent now.',
  tag,
  permission: 'emails:read',
  response: EmailWithTexts,
  errors: ['resource_missing'],
  async handle(call, service: Service) {
    const { email, texts } = await readTexts(service, call.scope, String(call.params.id))
    return { json: emailWithTextsJson(email, texts), etag: true }
  },
})

/** As a page for a frame of our own: it may do nothing, fetch only the logo from here, and be framed by nobody else. */
const pagePolicy = (publicUrl: string): string =>
  `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src ${new URL(publicUrl).origin}/i/; frame-ancestors 'self'; base-uri 'none'; form-action 'none'`

const lookRoute = route({
  method: 'GET',
  path: '/emails/:id/html',
  params: EmailPath,
  operation: 'showEmail',
  summary: 'Preview an email',
  description: 'The HTML version as a page that runs no scripts and loads nothing but the logo.',
  tag,
  permission: 'emails:read',
  produces: 'text/html',
  errors: ['resource_missing'],
  async handle(call, service: Service) {
    const { texts } = await readTexts(service, call.scope, String(call.params.id))
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

function emailMissing(ref: string) {
  return billingError(
    'resource_missing',
    `There is no email ${JSON.stringify(ref.slice(0, 60))} in this environment.`,
  )
}

export const emailRoutes: Route<Service>[] = [...listed, retrieveRoute, lookRoute]
