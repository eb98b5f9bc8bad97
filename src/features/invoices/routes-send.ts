// Operations on how an issued invoice reaches its customer: by mail, and by its hosted page.

import { Type } from 'typebox'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { Body } from '../../platform/http/shapes.ts'
import type { Service } from '../service.ts'
import { invoiceMissing } from './actions.ts'
import { rotateHostedUrl, sendInvoice } from './actions-send.ts'
import { Invoice, InvoicePath, parseInvoiceId } from './schemas.ts'

const tag = 'Invoices'

const Recipient = Body({
  to: Type.Optional(
    Type.String({
      format: 'email',
      minLength: 1,
      maxLength: 254,
      description: "Another address; the customer's when left out.",
      examples: ['accounts@example.com'],
    }),
  ),
})

const sendRoute = route({
  method: 'POST',
  path: '/invoices/:id/send',
  params: InvoicePath,
  operation: 'sendInvoice',
  summary: 'Send an invoice again',
  description:
    "Writes another mail that brings it: to the customer's address of today, or to another one. In test environments it stays in the outbox.",
  tag,
  permission: 'invoices:write',
  body: Recipient,
  response: Invoice,
  errors: [
    'resource_missing',
    'invoice_not_sendable',
    'email_address_missing',
    'precondition_failed',
  ],
  example: { summary: 'To the accountant', body: { to: 'accounts@example.com' } },
  handle: async (call, service: Service) =>
    service.write(call, sendInvoice, { id: pathId(call), to: call.body.to }),
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

function pathId(call: Pick<Call, 'params'>): string {
  const ref = String(call.params.id)
  const id = parseInvoiceId(ref)
  if (id === undefined) throw invoiceMissing(JSON.stringify(ref.slice(0, 60)))
  return id
}

export const sendRoutes: Route<Service>[] = [sendRoute, rotateRoute]
