// Routes that deliver a finalized invoice: by mail, which a dry run shows, and by its hosted page.

import { type Static, Type } from 'typebox'
import type { Row } from '../../platform/db/table.ts'
import { type DryRunResult, dryRunJson } from '../../platform/http/dry-run.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { Body, Lines, OneOf } from '../../platform/http/shapes.ts'
import { eventDataFor } from '../events/json.ts'
import { idInPath, inPath } from '../identifiers.ts'
import { type Email, emails } from '../outbox/record.ts'
import type { Service } from '../service.ts'
import { invoiceIds } from './record.ts'
import { Invoice } from './schemas.ts'
import { rotateHostedUrl, type Sending as SendingInput, sendInvoice } from './send.ts'

const tag = 'Invoices'

const Address = (description: string) =>
  Type.String({
    format: 'email',
    minLength: 1,
    maxLength: 254,
    description,
    examples: ['accounts@example.com'],
  })

const Sending = Body({
  kind: Type.Optional(
    OneOf(
      ['invoice', 'reminder'],
      'What to send. Default: `invoice`. Reminders are for open and overdue invoices.',
    ),
  ),
  to: Type.Optional(Address("Recipient. Default: the customer's email.")),
  cc: Type.Optional(
    Type.Array(Address('An email address.'), { maxItems: 5, description: 'Recipients of a copy.' }),
  ),
  message: Type.Optional(Lines(2000, 'Message above the text of the email.')),
})

const sendRoute = route({
  method: 'POST',
  path: '/invoices/:id/send',
  params: inPath(invoiceIds),
  operation: 'sendInvoice',
  summary: 'Send an invoice or a reminder',
  description:
    "Sends the invoice or a reminder to the customer's current email or to another one. Test environments do not send emails. A dry run returns the email with its text and HTML.",
  tag,
  permission: 'invoices:write',
  body: Sending,
  response: Invoice,
  errors: [
    'resource_missing',
    'invoice_not_sendable',
    'email_address_missing',
    'precondition_failed',
  ],
  example: {
    summary: 'A reminder, with a copy to the accountant',
    body: {
      kind: 'reminder',
      cc: ['accounts@example.com'],
      message: 'Hi Ada, did this one slip through?',
    },
  },
  async handle(call, service: Service) {
    const reply = await service.write(
      call,
      sendInvoice,
      sendingOf(idInPath(invoiceIds, call), call.body),
    )
    if (!reply.foreseen) return reply
    return { ...reply, json: await withTexts(service, call.scope, reply.foreseen) }
  },
})

/** Adds to a dry run the email, written by the function that writes sent mails; its link is that of the result. */
async function withTexts(
  service: Service,
  scope: Call['scope'],
  foreseen: DryRunResult,
): Promise<string> {
  const { scopes } = scope
  const texts = new Map<Row, { text: string; html: string }>()
  for (const { table, row } of foreseen.rows) {
    if (table.name !== emails.name) continue
    const written = await service.emailTexts(scope, row as Row & Email)
    if (written) texts.set(row, written)
  }
  return dryRunJson({ scopes, dataOf: (event) => eventDataFor(scopes, event) }, foreseen, texts)
}

function sendingOf(id: string, body: Static<typeof Sending>): SendingInput {
  const { to, cc, message, kind } = body
  return { id, to, cc, message, kind }
}

const rotateRoute = route({
  method: 'POST',
  path: '/invoices/:id/rotate_hosted_url',
  params: inPath(invoiceIds),
  operation: 'rotateHostedUrl',
  summary: 'Replace the link of the hosted page',
  description: 'The old link stops working immediately.',
  tag,
  permission: 'invoices:write',
  response: Invoice,
  errors: ['resource_missing', 'invoice_not_issued', 'precondition_failed'],
  handle: async (call, service: Service) =>
    service.write(call, rotateHostedUrl, { id: idInPath(invoiceIds, call) }),
})

export const sendRoutes: Route<Service>[] = [sendRoute, rotateRoute]
