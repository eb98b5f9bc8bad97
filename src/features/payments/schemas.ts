// The payment as clients see it, and what they may send.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { CUSTOMER_REF, customerRef } from '../../domain/customer.ts'
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '../../domain/payment.ts'
import type { Subject } from '../../platform/db/action.ts'
import { BELOW, WHOLE } from '../../platform/http/describe.ts'
import {
  AnyOf,
  Body,
  CurrencyFilter,
  listQuery,
  Metadata,
  metadataQuery,
  OneOf,
  Text,
  Timestamp,
} from '../../platform/http/shapes.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'
import type { Payment as Row } from './store.ts'

const ID = '[0-7][0-9a-hjkmnp-tv-z]{25}$'
const InvoiceRef = Type.String({
  pattern: `^inv_${ID}`,
  description: 'The invoice that is paid.',
  examples: ['inv_01h2xcejqtf2nbrexx3vqjhp41'],
})
const day = { format: 'date', examples: ['2026-12-18'] }
const Method = OneOf(PAYMENT_METHODS, 'How it was paid.')
const dayFilter = (description: string) => Type.Optional(Type.String({ ...day, description }))

export const PaymentCreate = Body({
  invoice_id: InvoiceRef,
  amount: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: "In the currency's smallest unit; at most what remains on the invoice.",
    [BELOW]: 'reverse_payment',
    [WHOLE]: 'smallest_unit',
  }),
  currency: Type.Optional(
    Type.String({
      format: 'currency',
      description: "The invoice's when left out, three letters in any case; no other is taken.",
      examples: ['cad'],
    }),
  ),
  method: Method,
  received_on: Type.Optional(
    Type.String({
      ...day,
      description: "The day the money came; today in the account's time zone when left out.",
    }),
  ),
  reference: Type.Optional(Text(256, 'What the bank or the cheque says.')),
  note: Type.Optional(Text(5000, 'For yourselves; no document shows it.')),
  metadata: Type.Optional(Metadata),
})
export type PaymentCreate = Static<typeof PaymentCreate>

export const PaymentReversal = Body({
  reason: Type.Optional(Text(500, 'Why, such as "cheque returned".')),
})
export type PaymentReversal = Static<typeof PaymentReversal>

export const PaymentPath = {
  id: Type.String({ pattern: `^pay_${ID}`, description: 'The payment.' }),
}

export const PaymentList = Body({
  ...listQuery,
  ...metadataQuery,
  invoice_id: Type.Optional(
    Type.String({ pattern: `^inv_${ID}`, description: 'Payments on this invoice.' }),
  ),
  customer_id: Type.Optional(
    Type.String({
      pattern: CUSTOMER_REF,
      description: 'Payments on invoices of this customer: `cus_1001`, or 1001.',
      examples: ['cus_1001'],
    }),
  ),
  method: Type.Optional(AnyOf(PAYMENT_METHODS, 'Payments made this way.')),
  status: Type.Optional(AnyOf(PAYMENT_STATUSES, 'Payments in this state.')),
  currency: Type.Optional(CurrencyFilter),
  'received_on[gte]': dayFilter('Received on this day or later.'),
  'received_on[lte]': dayFilter('Received on this day or earlier.'),
})
export type PaymentList = Static<typeof PaymentList>

export const Payment = Type.Object(
  {
    id: Type.String({ pattern: '^pay_[0-9a-z]{26}$' }),
    object: Type.Literal('payment'),
    invoice_id: Type.Union([Type.String({ pattern: '^inv_[0-9a-z]{26}$' }), Type.Null()], {
      description: 'The invoice that is paid; null is kept for payments that are on none.',
    }),
    customer_id: Type.String({ pattern: '^cus_[0-9]+$', examples: ['cus_1001'] }),
    amount: Type.Integer({ minimum: 1, description: "In the currency's smallest unit." }),
    currency: Type.String({ pattern: '^[a-z]{3}$', examples: ['cad'] }),
    method: Method,
    status: OneOf(PAYMENT_STATUSES, 'A reversed one counts for nothing.'),
    received_on: Type.String({ ...day, description: 'The day the money came.' }),
    reference: Type.String({ description: 'What the bank or the cheque says.' }),
    note: Type.String({ description: 'For yourselves; no document shows it.' }),
    reversal_reason: Type.String({ description: 'Why it was reversed; empty unless told.' }),
    reversed_at: Type.Union([Timestamp, Type.Null()], {
      description: 'When it was reversed; null until then.',
    }),
    metadata: Metadata,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { additionalProperties: false },
)

export const paymentRef = (id: string): string => encodeId('pay', id)

/** What the events of a payment are about. */
export const aboutPayment = ({ id, customer_id }: Pick<Row, 'id' | 'customer_id'>): Subject => ({
  id: paymentRef(id),
  customer_id,
})

export const parsePaymentId = (ref: string): string | undefined => decodeId('pay', ref)

export function paymentJson(row: Row): string {
  return JSON.stringify({
    id: paymentRef(row.id),
    object: 'payment',
    invoice_id: encodeId('inv', row.invoice_id),
    customer_id: customerRef(row.customer_id),
    amount: row.amount,
    currency: row.currency,
    method: row.method,
    status: row.status,
    received_on: row.received_on,
    reference: row.reference,
    note: row.note,
    reversal_reason: row.reversal_reason,
    reversed_at: row.reversed_at === null ? null : timestamp(row.reversed_at),
    metadata: row.metadata,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  })
}
