// The routes that write off invoices and reverse write-offs.

import { route } from '../../platform/http/route.ts'
import { idInPath, inPath } from '../identifiers.ts'
import type { Service } from '../service.ts'
import { invoiceIds } from './record.ts'
import { Invoice, InvoiceWriteOff } from './schemas.ts'
import { reverseInvoiceWriteOff, writeOffInvoice } from './write-off.ts'

const tag = 'Invoices'

const writeOffRoute = route({
  method: 'POST',
  path: '/invoices/:id/write_off',
  params: inPath(invoiceIds),
  operation: 'writeOffInvoice',
  summary: 'Write off an invoice',
  description:
    'Posts what is not expected to be paid any more as bad debt. The customer still owes it: the status stays, and a payment is accepted. Reminders end when nothing else is to be collected. Tax does not change; a credit note reduces it.',
  tag,
  permission: 'invoices:write',
  body: InvoiceWriteOff,
  response: Invoice,
  errors: [
    'resource_missing',
    'invoice_not_payable',
    'payment_exceeds_amount_due',
    'precondition_failed',
  ],
  example: { summary: 'An insolvent customer', body: { reason: 'Insolvent since October' } },
  handle: async (call, service: Service) =>
    service.write(call, writeOffInvoice, {
      id: idInPath(invoiceIds, call),
      amount: call.body.amount,
      reason: call.body.reason,
    }),
})

const reverseWriteOffRoute = route({
  method: 'POST',
  path: '/invoices/:id/reverse_write_off',
  params: inPath(invoiceIds),
  operation: 'reverseInvoiceWriteOff',
  summary: 'Reverse the write-off of an invoice',
  description:
    'Takes back all that is written off. A payment, credit, a credit note and voiding do that themselves, by what they use.',
  tag,
  permission: 'invoices:write',
  response: Invoice,
  errors: ['resource_missing', 'invoice_not_written_off', 'precondition_failed'],
  handle: async (call, service: Service) =>
    service.write(call, reverseInvoiceWriteOff, { id: idInPath(invoiceIds, call) }),
})

export const writeOffRoutes = [writeOffRoute, reverseWriteOffRoute]
