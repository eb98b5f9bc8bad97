// The API routes of payments.

import { PAYMENT_METHODS, PAYMENT_STATUSES } from '../../domain/payment.ts'
import { sql } from '../../platform/db/sql.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { crud } from '../crud.ts'
import { anyOf, currencies, filter, ofCustomer } from '../filters.ts'
import { idInPath, idSchema, inPath } from '../identifiers.ts'
import { invoiceIds } from '../invoices/record.ts'
import type { Service } from '../service.ts'
import { createPayment, reversePayment } from './actions.ts'
import { paymentIds } from './record.ts'
import { Day, Payment, PaymentCreate, PaymentReversal } from './schemas.ts'
import { payments } from './store.ts'

const tag = 'Payments'

export const filters = {
  invoice_id: filter(
    idSchema('invoice', 'Payments on this invoice.'),
    (ref) => sql`invoice_id = ${invoiceIds.parse(ref)}::uuid`,
  ),
  customer_id: ofCustomer('Payments on invoices of this customer'),
  method: anyOf(PAYMENT_METHODS, 'Payments with this method.'),
  status: anyOf(PAYMENT_STATUSES, 'Payments in this state.'),
  currency: currencies,
  'received_on[gte]': filter(
    Day('Received on this day or later.'),
    (day) => sql`received_on >= ${day}::date`,
  ),
  'received_on[lte]': filter(
    Day('Received on this day or earlier.'),
    (day) => sql`received_on <= ${day}::date`,
  ),
}

const reverseRoute = route({
  method: 'POST',
  path: '/payments/:id/reverse',
  params: inPath(paymentIds),
  operation: 'reversePayment',
  summary: 'Reverse a payment',
  description:
    'For payments that bounced, were charged back or were recorded by mistake. The amount is due again, and credit that the payment gave is taken back.',
  tag,
  permission: 'payments:write',
  body: PaymentReversal,
  response: Payment,
  errors: [
    'resource_missing',
    'payment_already_reversed',
    'credit_exceeds_balance',
    'precondition_failed',
  ],
  example: { summary: 'A cheque that bounced', body: { reason: 'cheque returned' } },
  handle: async (call, service: Service) =>
    service.write(call, reversePayment, {
      id: idInPath(paymentIds, call),
      reason: call.body.reason ?? '',
    }),
})

export const paymentRoutes: Route<Service>[] = [
  ...crud({
    ids: paymentIds,
    record: payments,
    list: {
      description: 'Settled and reversed payments, newest first.',
      filters,
      columns: columnsOf(payments.members, { before: { reversed_at: 'reversal_reason' } }),
      weight: sql`octet_length(t.note) + octet_length(t.metadata::text)`,
      example: { summary: 'Cheques', query: { method: 'cheque' } },
    },
    create: {
      summary: 'Record a payment',
      description:
        'Money received for a posted or overdue invoice, in part or in full. The invoice is paid when its balance due is 0. With `overpayment: balance` of the account, what is more becomes credit of the customer, and a paid invoice takes a payment too.',
      body: PaymentCreate,
      refers: true,
      errors: [
        'currency_invalid',
        'currency_mismatch',
        'invoice_not_payable',
        'payment_exceeds_amount_due',
        'books_closed',
      ],
      example: {
        summary: 'A bank transfer',
        body: {
          invoice_id: 'inv_01h2xcejqtf2nbrexx3vqjhp41',
          amount: 2500,
          currency: 'cad',
          method: 'bank_transfer',
          reference: 'E2E 4711',
        },
      },
      handle: (call, service) => {
        // The schema has already validated it.
        const invoice_id = invoiceIds.parse(call.body.invoice_id) as string
        return service.write(call, createPayment, { ...call.body, invoice_id })
      },
    },
  }),
  reverseRoute,
]
