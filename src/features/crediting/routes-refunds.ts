// The API routes of refunds.

import { Type } from 'typebox'
import { validationError } from '../../domain/errors.ts'
import { PAYMENT_METHODS } from '../../domain/payment.ts'
import { REFUND_STATUSES } from '../../domain/refund.ts'
import { sql } from '../../platform/db/sql.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { OneOf } from '../../platform/http/shapes.ts'
import { creditNoteIds } from '../credit-notes/record.ts'
import { crud } from '../crud.ts'
import { anyOf, currencies, filter, ofCustomer } from '../filters.ts'
import { idInPath, idSchema, inPath } from '../identifiers.ts'
import { withOwed } from '../invoices/pay-owed.ts'
import { invoiceIds } from '../invoices/record.ts'
import { paymentIds } from '../payments/record.ts'
import { refundIds, refunds } from '../refunds/record.ts'
import type { Service } from '../service.ts'
import {
  type CreateRefund,
  cancelRefund,
  createRefund,
  failRefund,
  moveRefund,
  succeedRefund,
} from './refunds.ts'
import { RefundCreate, RefundFailure, RefundPayment } from './schemas.ts'

const PaidOn = (description: string) => Type.String({ format: 'date', description })

const filters = {
  credit_note_id: filter(
    idSchema('credit_note', 'Refunds of this credit note.'),
    (ref) => sql`credit_note_id = ${creditNoteIds.parse(ref)}::uuid`,
  ),
  payment_id: filter(
    idSchema('payment', 'Refunds of this payment.'),
    (ref) => sql`payment_id = ${paymentIds.parse(ref)}::uuid`,
  ),
  invoice_id: filter(
    idSchema('invoice', 'Refunds of payments of this invoice.'),
    (ref) => sql`invoice_id = ${invoiceIds.parse(ref)}::uuid`,
  ),
  customer_id: ofCustomer('Refunds to this customer'),
  method: anyOf(PAYMENT_METHODS, 'Refunds of payments with this method.'),
  status: anyOf(REFUND_STATUSES, 'Refunds in this state.'),
  pending_with: filter(
    OneOf(
      ['you', 'gateway'],
      'Pending refunds that you have to pay, or to look into because the gateway does not accept them; or those that a gateway pays.',
    ),
    (who) =>
      who === 'you'
        ? sql`status = 'pending' and (not by_gateway or flagged_at is not null)`
        : sql`status = 'pending' and by_gateway and flagged_at is null`,
  ),
  currency: currencies,
  'paid_on[gte]': filter(
    PaidOn('Paid on this day or later.'),
    (day) => sql`paid_on >= ${day}::date`,
  ),
  'paid_on[lte]': filter(
    PaidOn('Paid on this day or earlier.'),
    (day) => sql`paid_on <= ${day}::date`,
  ),
}

const acts = {
  method: 'POST',
  params: inPath(refundIds),
  tag: refundIds.of.page,
  permission: 'refunds:write',
  response: refunds.item,
  errors: [
    ...['resource_missing', 'refund_not_pending', 'refund_by_gateway', 'books_closed'],
    'precondition_failed',
  ],
} as const

const succeedRoute = route({
  ...acts,
  path: '/refunds/:id/succeed',
  operation: 'succeedRefund',
  summary: 'Mark a refund as paid',
  description:
    'Records that you returned the money of a pending refund to the customer. What a gateway pays is marked automatically.',
  body: RefundPayment,
  example: { summary: 'A bank transfer', body: { reference: 'E2E 4712' } },
  handle: async (call, service: Service) =>
    service.write(call, succeedRefund, { id: idInPath(refundIds, call), body: call.body }),
})

const failRoute = route({
  ...acts,
  path: '/refunds/:id/fail',
  operation: 'failRefund',
  summary: 'Mark a refund as failed',
  description:
    'For a pending refund, or for one that was paid and came back, such as a transfer to a closed account. Refund the amount again, or move it to the balance.',
  body: RefundFailure,
  example: { summary: 'A closed account', body: { failure_reason: 'account closed' } },
  handle: async (call, service: Service) =>
    service.write(call, failRefund, {
      id: idInPath(refundIds, call),
      failure_reason: call.body.failure_reason ?? '',
    }),
})

const cancelRoute = route({
  ...acts,
  path: '/refunds/:id/cancel',
  operation: 'cancelRefund',
  summary: 'Cancel a refund',
  description:
    'For a pending refund that is not to be paid, and was not sent to a gateway. Its credit note can then be voided, or the amount refunded again or moved to the balance.',
  handle: async (call, service: Service) =>
    service.write(call, cancelRefund, { id: idInPath(refundIds, call) }),
})

const moveRoute = route({
  ...acts,
  path: '/refunds/:id/to_balance',
  operation: 'moveRefundToBalance',
  summary: 'Move a refund to the balance',
  description:
    "The amount of a pending, failed or canceled refund becomes the customer's credit instead, which pays other invoices.",
  errors: [...acts.errors, 'refund_exceeds_credit_note'],
  handle(call, service: Service) {
    const id = idInPath(refundIds, call)
    const whose = sql`select r.customer_id, r.currency from refunds r
      where r.environment_id = s.environment_id and r.id = ${id}::uuid`
    return withOwed(service, call, whose, (paysOwed) =>
      service.write(call, moveRefund, { id, ...paysOwed }),
    )
  },
})

/** The body with IDs decoded. Throws unless it names exactly one source of the money. */
function decode({ credit_note_id, from, payment_id, ...sent }: RefundCreate): CreateRefund {
  if (credit_note_id === undefined && from === undefined) {
    throw validationError('credit_note_id', { kind: 'required' }, { code: 'parameter_missing' })
  }
  if (credit_note_id !== undefined && from !== undefined) {
    const constraint = { kind: 'exclusive', with: 'from' } as const
    throw validationError('credit_note_id', constraint, { code: 'parameters_exclusive' })
  }
  return {
    // The schema has already validated them.
    credit_note_id: credit_note_id ? (creditNoteIds.parse(credit_note_id) as string) : null,
    payment_id: paymentIds.parse(payment_id) as string,
    amount: sent.amount,
    by_gateway: sent.by_gateway,
  }
}

export const refundRoutes: Route<Service>[] = [
  ...crud({
    ids: refundIds,
    record: refunds,
    list: {
      description: 'Refunds, newest first.',
      filters,
      example: { summary: 'To be paid by you', query: { pending_with: 'you' } },
    },
    create: {
      summary: 'Create a refund',
      description:
        'For the amount that a note still has to refund, after a refund failed or was canceled; notes start their first refunds. Or, with `from: overpayment`, for money of a payment that pays no invoice: unallocated money, then money that became credit.',
      body: RefundCreate,
      refers: true,
      errors: [
        'refund_exceeds_credit_note',
        'refund_exceeds_payment',
        'payment_disputed',
        'credit_exceeds_balance',
        'parameters_exclusive',
      ],
      example: {
        summary: 'Everything that remains',
        body: {
          credit_note_id: 'cn_01h2xcejqtf2nbrexx3vqjhp41',
          payment_id: 'pay_01h2xcejqtf2nbrexx3vqjhp42',
        },
      },
      handle: (call, service) => service.write(call, createRefund, decode(call.body)),
    },
  }),
  succeedRoute,
  failRoute,
  cancelRoute,
  moveRoute,
]
