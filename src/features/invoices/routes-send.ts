// Operations on how an issued invoice reaches its customer: by mail, and by its hosted page.

import { type Static, Type } from 'typebox'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { Body, Lines, OneOf } from '../../platform/http/shapes.ts'
import type { Service } from '../service.ts'
import { invoiceMissing } from './actions.ts'
import { rotateHostedUrl, type Sending as SendingInput, sendInvoice } from './actions-send.ts'
import { Invoice, InvoicePath, parseInvoiceId } from './schemas.ts'

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
      'What to send; `invoice` when left out. A reminder is for open and overdue invoices.',
    ),
  ),
  to: Type.Optional(Address("Another address; the customer's when left out.")),
  cc: Type.Optional(
    Type.Array(Address('An address.'), { maxItems: 5, description: 'Who gets a copy.' }),
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
    "Sends another email that brings it, or reminds of it: to the customer's address of today, or to another one. In test environments it is not sent.",
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
  handle: async (call, service: Service) =>
    service.write(call, sendInvoice, sendingOf(pathId(call), call.body)),
})

const rotateRoute = route({
  method: 'POST',
  path: '/invoices/:id/rotate_hosted_url',
  params: InvoicePath,
  operation: 'rotateHostedUrl',
  summary: 'Give the hosted page another address',
  description: 'The old address opens nothing from then on, for nobody.',
  tag,
  permission: 'invoices:write',
  response: Invoice,
  errors: ['resource_missing', 'invoice_not_issued', 'precondition_failed'],
  handle: async (call, service: Service) =>
    service.write(call, rotateHostedUrl, { id: pathId(call) }),
})

function sendingOf(id: string, body: Static<typeof Sending>): SendingInput {
  const { to, cc, message, kind } = body
  return { id, to, cc, message, kind }
}

function pathId(call: Pick<Call, 'params'>): string {
  const ref = String(call.params.id)
  const id = parseInvoiceId(ref)
  if (id === undefined) throw invoiceMissing(JSON.stringify(ref.slice(0, 60)))
  return id
}

export const sendRoutes: Route<Service>[] = [sendRoute, rotateRoute]
