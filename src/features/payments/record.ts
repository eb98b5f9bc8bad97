// The table of payments.

import { eventsOf } from '../../domain/event.ts'
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '../../domain/payment.ts'
import type { RowOf } from '../../platform/db/record.ts'
import { objectIds } from '../identifiers.ts'
import { invoices } from '../invoices/store.ts'
import {
  always,
  amount,
  cents,
  currency,
  customerId,
  day,
  fixed,
  hidden,
  id,
  instant,
  metadata,
  nullable,
  oneOf,
  shownNullable,
  text,
} from '../kinds.ts'
import { resourceRecord } from '../resource.ts'

export const paymentIds = objectIds('payment')

export const paymentRecord = resourceRecord(
  'payment',
  {
    invoice_id: fixed(
      shownNullable(id('invoice'), 'The invoice the payment is for; null if none.'),
    ),
    customer_id: fixed(customerId()),
    amount: fixed(amount({ minimum: 1, description: "In the currency's smallest unit." })),
    to_balance: fixed(
      amount({ minimum: 0, description: "The part of `amount` that became the customer's credit." }),
    ),
    currency: fixed(currency()),
    method: fixed(oneOf(PAYMENT_METHODS, 'Payment method.')),
    status: oneOf(PAYMENT_STATUSES, 'A reversed payment does not count.'),
    received_on: fixed(day('The date the payment was received.', ['2026-12-18'])),
    reference: fixed(text('Reference from the bank statement or check.', { max: 256, erased: '' })),
    note: fixed(text('Internal. Not shown on documents.', { max: 5000, erased: '' })),
    reversal_reason: text('Why it was reversed; empty if no reason was given.', {
      max: 500,
      erased: '',
    }),
    reversed_at: nullable(instant(), 'When it was reversed; null until then.'),
    metadata: fixed(metadata()),
    created_at: fixed(instant()),
    updated_at: instant(),

    /** The sum of its refunds that are pending or succeeded. */
    refunded: hidden(cents('')),
    /** The status as which it is counted in the daily sums. */
    summed_status: always(nullable(oneOf(PAYMENT_STATUSES, '')), 'v.status'),
  },
  {
    owners: [{ table: invoices, of: (row) => row.invoice_id }],
  },
)

export interface Payment extends RowOf<typeof paymentRecord.members> {}

export const events = eventsOf('payment')
