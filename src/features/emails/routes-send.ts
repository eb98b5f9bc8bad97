// Sending the mail of an issued invoice by hand; a dry run answers it as it would be sent.

import { type Static, Type } from 'typebox'
import { invariant } from '../../invariant.ts'
import type { Row } from '../../platform/db/table.ts'
import { dryRunJson, type Told } from '../../platform/http/dry-run.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { Body, Lines, OneOf } from '../../platform/http/shapes.ts'
import { type Sending as SendingInput, sendInvoice } from '../invoices/actions-send.ts'
import { idInPath } from '../invoices/routes-hosted.ts'
import { Invoice, InvoicePath } from '../invoices/schemas.ts'
import { type Email, emails } from '../outbox/record.ts'
import type { Service } from '../service.ts'
import { findIssued, textsOf } from './actions-issued.ts'

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
      'What to send; `invoice` when left out. A reminder is for open and overdue invoices.',
    ),
  ),
  to: Type.Optional(Address("Recipient; the customer's email by default.")),
  cc: Type.Optional(
    Type.Array(Address('An email address.'), { maxItems: 5, description: 'Who gets a copy.' }),
  ),
  message: Type.Optional(Lines(2000, 'Your own words, above the text of the email.')),
})

const sendRoute = route({
  method: 'POST',
  path: '/invoices/:id/send',
  params: InvoicePath,
  operation: 'sendInvoice',
  summary: 'Send an invoice or a reminder',
  description:
    "Sends an email with the invoice, or a reminder, to the customer's current email or to another one. Test environments do not send it. A dry run previews the email: its text and HTML as they would be sent, with the PDF attached.",
  tag: 'Invoices',
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
    const reply = await service.write(call, sendInvoice, sendingOf(idInPath(call), call.body))
    if (!reply.foreseen) return reply
    return { ...reply, json: await previewed(service, call.scope, reply.foreseen) }
  },
})

/** The email as the function writes it that writes what is sent. Its link is the one that the result names. */
async function previewed(
  { read, publicUrl }: Service,
  { environment_id, mode }: Call['scope'],
  foreseen: Told,
): Promise<string> {
  const texts = new Map<Row, { text: string; html: string }>()
  for (const { table, row } of foreseen.rows) {
    if (table.name !== emails.name) continue
    const email = row as Row & Email
    const issued = await findIssued(read, { environment_id, id: email.invoice_id })
    invariant(issued, `What would be sent is about invoice ${email.invoice_id}, which is none.`)
    texts.set(row, textsOf(email, issued, { mode, publicUrl: publicUrl(), attached: true }))
  }
  return dryRunJson(foreseen, texts)
}

function sendingOf(id: string, body: Static<typeof Sending>): SendingInput {
  const { to, cc, message, kind } = body
  return { id, to, cc, message, kind }
}

export const sendRoutes: Route<Service>[] = [sendRoute]
