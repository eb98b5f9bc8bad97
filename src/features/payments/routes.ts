// The API routes of payments.

import { Type } from 'typebox'
import { parseCustomerId } from '../../domain/customer.ts'
import { validationError } from '../../domain/errors.ts'
import { PAYMENT_METHODS } from '../../domain/payment.ts'
import { PAYMENT_STATUSES } from '../../domain/payment-states.ts'
import { sql } from '../../platform/db/sql.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { crud } from '../crud.ts'
import { nowAt } from '../due-rows.ts'
import { anyOf, currencies, filter, ofCustomer } from '../filters.ts'
import { idInPath, idSchema, inPath } from '../identifiers.ts'
import { withOwed } from '../invoices/pay-owed.ts'
import { invoiceIds } from '../invoices/record.ts'
import { paymentMethodIds } from '../payment-methods/record.ts'
import type { Service } from '../service.ts'
import { type CreatePayment, createPayment } from './actions.ts'
import { allocatePayment, deallocatePayment, movePaymentToBalance, type Part } from './allocate.ts'
import { cancelAttempt, payInvoice } from './attempts.ts'
import { paymentIds } from './record.ts'
import { reversePayment } from './reverse.ts'
import { collectionRoute } from './routes-collection.ts'
import {
  Day,
  InvoicePayment,
  Payment,
  PaymentAllocation,
  PaymentCreate,
  PaymentReversal,
  PaymentToBalance,
} from './schemas.ts'
import { isUnanswered, payments } from './store.ts'

const tag = 'Payments'

export const filters = {
  invoice_id: filter(
    idSchema('invoice', 'Payments on this invoice.'),
    // Two searches by index; a payment of several invoices names them in `allocated_to`.
    (ref) =>
      sql`(invoice_id = ${invoiceIds.parse(ref)}::uuid or allocated_to @> ${[invoiceIds.parse(ref)]}::text[])`,
  ),
  customer_id: ofCustomer('Payments on invoices of this customer'),
  method: anyOf(PAYMENT_METHODS, 'Payments with this method.'),
  unallocated: filter(
    Type.Boolean({ description: 'Settled payments that are not fully allocated.' }),
    (isWaiting) =>
      isWaiting
        ? sql`status = 'settled' and unallocated > 0`
        : sql`(status <> 'settled' or unallocated = 0)`,
  ),
  needs_attention: filter(
    Type.Boolean({
      description:
        'Payments by gateway that are `pending` or `requires_action` after three days, because the gateway does not say what became of them; or all others.',
    }),
    (needs, _, { environment_id, wallNow }) => {
      const now = sql`(select ${nowAt(wallNow())} from environment_counters c
        where c.environment_id = ${environment_id})`
      return needs ? isUnanswered(now) : sql`not (${isUnanswered(now)})`
    },
  ),
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
    'For payments that bounced, were charged back or were recorded by mistake. The amount is due again, and credit that the payment gave is taken back. A payment with a pending refund is not reversed.',
  tag,
  permission: 'payments:write',
  body: PaymentReversal,
  response: Payment,
  errors: [
    'resource_missing',
    'payment_not_settled',
    'payment_already_reversed',
    'payment_disputed',
    'credit_exceeds_balance',
    'refund_pending',
    'precondition_failed',
  ],
  example: { summary: 'A cheque that bounced', body: { reason: 'cheque returned' } },
  handle: async (call, service: Service) =>
    service.write(call, reversePayment, {
      id: idInPath(paymentIds, call),
      reason: call.body.reason ?? '',
    }),
})

const payRoute = route({
  method: 'POST',
  path: '/invoices/:id/pay',
  params: inPath(invoiceIds),
  operation: 'payInvoice',
  summary: 'Pay an invoice with a saved method',
  description:
    'Charges what remains to a payment method of the customer. The payment is `pending`; what becomes of it is an event, such as `payment.settled`, within seconds.',
  tag,
  permission: 'payments:write',
  body: InvoicePayment,
  refers: true,
  response: Payment,
  createdAt: (id) => `/payments/${id}`,
  errors: [
    'resource_missing',
    'invoice_not_payable',
    'payment_in_progress',
    'method_not_reusable',
    'gateway_not_configured',
    'currency_not_supported',
    'amount_too_small',
    'precondition_failed',
  ],
  example: { summary: 'With the default method', body: {} },
  handle(call, service: Service) {
    const { payment_method_id } = call.body
    return service.write(call, payInvoice, {
      invoice_id: idInPath(invoiceIds, call),
      payment_method_id: payment_method_id && paymentMethodIds.parse(payment_method_id),
    })
  },
})

const cancelRoute = route({
  method: 'POST',
  path: '/payments/:id/cancel',
  params: inPath(paymentIds),
  operation: 'cancelPayment',
  summary: 'Cancel a payment',
  description:
    'For a payment that the customer did not complete, so that the invoice can be paid in another way. It becomes `canceled` within seconds; if the customer completed it meanwhile, `settled`.',
  tag,
  permission: 'payments:write',
  response: Payment,
  errors: ['resource_missing', 'payment_not_cancelable', 'precondition_failed'],
  handle: async (call, service: Service) =>
    service.write(call, cancelAttempt, { id: idInPath(paymentIds, call) }),
})

const moves = {
  method: 'POST',
  params: inPath(paymentIds),
  tag,
  permission: 'payments:write',
  response: Payment,
  errors: [
    'resource_missing',
    'payment_not_settled',
    'payment_already_reversed',
    'allocation_exceeds_payment',
    'precondition_failed',
  ],
} as const

const invoice_id = 'inv_01h2xcejqtf2nbrexx3vqjhp41'

const allocateRoute = route({
  ...moves,
  path: '/payments/:id/allocate',
  operation: 'allocatePayment',
  summary: 'Allocate a payment',
  description:
    'Pays invoices of the customer with the unallocated money of a payment: all of them or none.',
  body: PaymentAllocation,
  refers: true,
  errors: [
    ...moves.errors,
    'currency_mismatch',
    'invoice_not_payable',
    'payment_exceeds_amount_due',
  ],
  example: { summary: 'A part', body: { allocations: [{ invoice_id, amount: 1000 }] } },
  handle: async (call, service: Service) =>
    service.write(call, allocatePayment, {
      id: idInPath(paymentIds, call),
      allocations: decodeParts(call.body.allocations),
    }),
})

const deallocateRoute = route({
  ...moves,
  path: '/payments/:id/deallocate',
  operation: 'deallocatePayment',
  summary: 'Deallocate a payment',
  description:
    'Deallocates a payment from invoices. They are due again, and the amount is unallocated. Refunded amounts stay allocated.',
  body: PaymentAllocation,
  refers: true,
  example: { summary: 'The wrong invoice', body: { allocations: [{ invoice_id }] } },
  handle: async (call, service: Service) =>
    service.write(call, deallocatePayment, {
      id: idInPath(paymentIds, call),
      allocations: decodeParts(call.body.allocations),
    }),
})

const toBalanceRoute = route({
  ...moves,
  path: '/payments/:id/to_balance',
  operation: 'movePaymentToBalance',
  summary: 'Move a payment to the balance',
  description: "What waits of a payment becomes the customer's credit.",
  body: PaymentToBalance,
  example: { summary: 'A part', body: { amount: 1000 } },
  handle(call, service: Service) {
    const id = idInPath(paymentIds, call)
    const { amount } = call.body
    const whose = sql`select y.customer_id, y.currency from payments y
      where y.environment_id = s.environment_id and y.id = ${id}::uuid`
    return withOwed(service, call, whose, (paysOwed) =>
      service.write(call, movePaymentToBalance, { id, amount, ...paysOwed }),
    )
  },
})

/** The schema has already validated their IDs. */
const decodeParts = (parts: NonNullable<PaymentCreate['allocations']>): Part[] =>
  parts.map(({ invoice_id, ...part }) => ({
    invoice_id: invoiceIds.parse(invoice_id) as string,
    ...part,
  }))

/** The body with IDs decoded. Throws unless it names either an invoice or a customer. */
function decode({ invoice_id, customer_id, allocations, ...fields }: PaymentCreate): CreatePayment {
  if (invoice_id === undefined) {
    if (customer_id === undefined) {
      throw validationError('invoice_id', { kind: 'required' }, { code: 'parameter_missing' })
    }
    const parts = decodeParts(allocations ?? [])
    return { ...fields, customer_id: parseCustomerId(customer_id) as number, allocations: parts }
  }
  if (allocations !== undefined) {
    const constraint = { kind: 'exclusive', with: 'allocations' } as const
    throw validationError('invoice_id', constraint, { code: 'parameters_exclusive' })
  }
  const customer = customer_id === undefined ? undefined : parseCustomerId(customer_id)
  return { ...fields, invoice_id: invoiceIds.parse(invoice_id) as string, customer, owed: [] }
}

export const paymentRoutes: Route<Service>[] = [
  ...crud({
    ids: paymentIds,
    record: payments,
    list: {
      description: 'Payments, also those by gateway that failed or are not settled, newest first.',
      filters,
      columns: columnsOf(payments.members, { before: { reversed_at: 'reversal_reason' } }),
      weight: sql`octet_length(t.note) + octet_length(t.metadata::text)`,
      example: { summary: 'Cheques', query: { method: 'cheque' } },
    },
    create: {
      summary: 'Record a payment',
      description:
        'Money received for a posted or overdue invoice, in part or in full. The invoice is paid when its balance due is 0. With `overpayment: balance` of the account, what is more becomes credit, and a paid invoice takes a payment too. Money for several invoices, or not known which, is recorded with `customer_id`.',
      body: PaymentCreate,
      refers: true,
      errors: [
        'currency_invalid',
        'currency_mismatch',
        'invoice_not_payable',
        'payment_exceeds_amount_due',
        'allocation_exceeds_payment',
        'parameters_exclusive',
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
      handle(call, service) {
        const input = decode(call.body)
        if (!('invoice_id' in input)) return service.write(call, createPayment, input)
        const whose = sql`select i.customer_id, i.currency from invoices i
          where i.environment_id = s.environment_id and i.id = ${input.invoice_id}::uuid`
        return withOwed(service, call, whose, (paysOwed) =>
          service.write(call, createPayment, { ...input, ...paysOwed }),
        )
      },
    },
  }),
  allocateRoute,
  deallocateRoute,
  toBalanceRoute,
  reverseRoute,
  payRoute,
  cancelRoute,
  collectionRoute,
]
