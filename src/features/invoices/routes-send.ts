// Routes that deliver a finalized invoice: by mail, which a dry run shows, and by its hosted page.

import { type Static, Type } from 'typebox'
import { type Route, route } from '../../platform/http/route.ts'
import { Body, OneOf } from '../../platform/http/shapes.ts'
import { idInPath, inPath } from '../identifiers.ts'
import { sendingFields, withTexts } from '../mail-texts/sending.ts'
import type { Service } from '../service.ts'
import { invoiceIds } from './record.ts'
import { Invoice } from './schemas.ts'
import { rotateHostedUrl, type Sending as SendingInput, sendInvoice } from './send.ts'

const tag = 'Invoices'

const Sending = Body({
  kind: Type.Optional(
    OneOf(
      ['invoice', 'reminder'],
      'What to send. Default: `invoice`. Reminders are for open and overdue invoices.',
    ),
  ),
  ...sendingFields,
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
    return withTexts(service, call.scope, reply)
  },
})

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
