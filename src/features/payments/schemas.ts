// Payment schemas: responses and request bodies.

import { type Static, Type } from 'typebox'
import { RECORDED_METHODS } from '../../domain/payment.ts'
import { BELOW, WHOLE } from '../../platform/http/describe.ts'
import { Body, OneOf, Text } from '../../platform/http/shapes.ts'
import { Amount, customerIn, sent } from '../bodies.ts'
import { idSchema } from '../identifiers.ts'
import { payments } from './store.ts'

const day = { format: 'date', examples: ['2026-12-18'] }
export const Day = (description: string) => Type.String({ ...day, description })

const MOST_PARTS = 100

/** An amount for an invoice. */
const part = {
  invoice_id: idSchema('invoice', 'The invoice.'),
  amount: Type.Optional(Amount('By default as much as possible.')),
}

const PaymentPart = Type.Object(part, { title: 'PaymentPart', additionalProperties: false })

export const PaymentAllocation = Type.Object(
  { allocations: Type.Array(PaymentPart, { minItems: 1, maxItems: MOST_PARTS }) },
  { title: 'PaymentParts', additionalProperties: false },
)

export const PaymentToBalance = Body({
  amount: Type.Optional(Amount('By default all that waits.')),
})

export const PaymentCreate = Body({
  invoice_id: Type.Optional(
    idSchema('invoice', 'The invoice that it pays.', 'inv_01h2xcejqtf2nbrexx3vqjhp41'),
  ),
  customer_id: Type.Optional(customerIn('Or the customer.')),
  allocations: Type.Optional(
    Type.Array(Body(part), {
      maxItems: MOST_PARTS,
      description: 'With `customer_id`: what it pays; the rest waits until you allocate it.',
    }),
  ),
  amount: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      "In the currency's smallest unit; at most the balance due, unless the account keeps overpayments.",
    [BELOW]: 'reverse_payment',
    [WHOLE]: 'smallest_unit',
  }),
  currency: Type.Optional(
    Type.String({
      format: 'currency',
      description:
        'That of the invoice. With `customer_id` the default is that of the first allocation, or of the account.',
      examples: ['cad'],
    }),
  ),
  method: OneOf(RECORDED_METHODS, 'Payment method.'),
  received_on: Type.Optional(
    Day(
      "The date the money arrived, not in the future; reports count it on this date. Default: today, in the account's time zone.",
    ),
  ),
  ...sent(payments, { optional: ['reference', 'note', 'metadata'] }),
})
export type PaymentCreate = Static<typeof PaymentCreate>

export const InvoicePayment = Body({
  payment_method_id: Type.Optional(idSchema('payment_method', 'By default that of the customer.')),
})

export const PaymentReversal = Body({
  reason: Type.Optional(Text(500, 'The reason, such as "cheque returned".')),
})
export type PaymentReversal = Static<typeof PaymentReversal>

export const Payment = payments.item
