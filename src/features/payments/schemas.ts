// The payment as clients see it, and what they may send.

import { type Static, Type } from 'typebox'
import { CUSTOMER_REF } from '../../domain/customer.ts'
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '../../domain/payment.ts'
import type { Subject } from '../../platform/db/table.ts'
import { BELOW, WHOLE } from '../../platform/http/describe.ts'
import {
  AnyOf,
  Body,
  CurrencyFilter,
  listQuery,
  metadataQuery,
  Text,
} from '../../platform/http/shapes.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'
import type { Payment as Row } from './record.ts'
import { payments } from './store.ts'

const ID = '[0-7][0-9a-hjkmnp-tv-z]{25}$'
const InvoiceRef = Type.String({
  pattern: `^inv_${ID}`,
  description: 'The invoice that is paid.',
  examples: ['inv_01h2xcejqtf2nbrexx3vqjhp41'],
})
const { method, metadata, note, reference } = payments.members
const day = { format: 'date', examples: ['2026-12-18'] }
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
  method: method.input,
  received_on: Type.Optional(
    Type.String({
      ...day,
      description:
        "The date the money arrived, on which it counts in all reports: today in the account's time zone when left out, and not later.",
    }),
  ),
  reference: Type.Optional(reference.input),
  note: Type.Optional(note.input),
  metadata: Type.Optional(metadata.input),
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

export const Payment = payments.item

export const paymentRef = (id: string): string => encodeId('pay', id)

/** What the events of a payment are about. */
export const aboutPayment = ({ id, customer_id }: Pick<Row, 'id' | 'customer_id'>): Subject => ({
  id: paymentRef(id),
  customer_id,
})

export const parsePaymentId = (ref: string): string | undefined => decodeId('pay', ref)
