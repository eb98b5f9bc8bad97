// The table of payments.

import { Type } from 'typebox'
import { type Allocation, type AllocationMove, paidOf } from '../../domain/allocation.ts'
import { eventsOf } from '../../domain/event.ts'
import { PAYMENT_METHODS } from '../../domain/payment.ts'
import { INITIATORS, PAYMENT_STATUSES } from '../../domain/payment-states.ts'
import { type Column, NOT_PERSONAL } from '../../platform/db/column.ts'
import type { RowOf } from '../../platform/db/record.ts'
import type { Subject } from '../../platform/db/table.ts'
import { json } from '../../platform/http/columns.ts'
import { customers } from '../customers/store.ts'
import { objectIds } from '../identifiers.ts'
import { partInMajor } from '../invoices/majors.ts'
import { invoiceIds } from '../invoices/record.ts'
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
  small,
  stored,
  structured,
  text,
  words,
} from '../kinds.ts'
import { resourceRecord } from '../resource.ts'

export const paymentIds = objectIds('payment')

const Allocations = Type.Array(
  Type.Object(
    {
      invoice_id: Type.String({ pattern: '^inv_[0-9a-z]{26}$' }),
      amount: Type.Integer({ minimum: 1, description: "In the currency's smallest unit." }),
    },
    { title: 'PaymentAllocation', additionalProperties: false },
  ),
  { description: 'The invoices that it pays, and how much of each.' },
)

/** The allocations; null for a payment that was never reallocated. */
const allocations: Column<readonly Allocation[] | null, typeof Allocations> = {
  ...stored<readonly Allocation[] | null>({ erased: NOT_PERSONAL }),
  nullable: true,
  schema: Allocations,
  json: (_, row) =>
    JSON.stringify(
      paidOf(row as Payment).map(({ invoice_id, amount }) => ({
        invoice_id: invoiceIds.ref(invoice_id),
        amount,
      })),
    ),
  cell: (name) => json(name, { shown: partInMajor }),
}

/** What disputes withdrew; clients see the whole amount once the payment is reversed. */
const reversed: ReturnType<typeof cents> = {
  ...cents(
    'The part of `amount` that was taken back: by disputes, or all of it once the payment is reversed.',
  ),
  json: (withdrawn, row) => {
    const { status, amount: whole } = row as Payment
    return String(status === 'reversed' ? whole : withdrawn)
  },
}

export const Failure = Type.Object(
  {
    code: Type.String({ description: 'The kind of failure, as the gateway names it.' }),
    decline_code: Type.String({ description: 'Why the bank declined it; empty if unknown.' }),
    message: Type.String({ description: 'The reason in words.' }),
    retryable: Type.Boolean({
      description: 'False if the same card or account cannot pay later either.',
    }),
  },
  { title: 'PaymentFailure', additionalProperties: false },
)

export const paymentRecord = resourceRecord(
  'payment',
  {
    invoice_id: nullable(
      id('invoice'),
      'The invoice that it was recorded for, or pays; null unless it is exactly one.',
    ),
    customer_id: fixed(customerId()),
    amount: fixed(amount({ minimum: 1, description: "In the currency's smallest unit." })),
    allocations,
    unallocated: amount({
      minimum: 0,
      description: 'The part of `amount` that is not allocated yet.',
    }),
    to_balance: amount({
      minimum: 0,
      description: "The part of `amount` that became the customer's credit.",
    }),
    amount_reversed: reversed,
    currency: fixed(currency()),
    method: fixed(oneOf(PAYMENT_METHODS, 'Payment method.')),
    status: oneOf(PAYMENT_STATUSES, 'Only a settled payment counts.'),
    received_on: day(
      'The date the payment was received; until it is settled, the date it was begun.',
      ['2026-12-18'],
    ),
    reference: fixed(text('Reference from the bank statement or check.', { max: 256, erased: '' })),
    note: fixed(text('Internal. Not shown on documents.', { max: 5000, erased: '' })),
    reversal_reason: text('Why it was reversed; empty if no reason was given.', {
      max: 500,
      erased: '',
    }),
    reversed_at: nullable(instant(), 'When it was reversed; null until then.'),
    initiated_by: fixed(
      nullable(
        oneOf(INITIATORS, 'Who began it.'),
        'Who began a payment by gateway, such as the customer by the `link` to the invoice; null if it was recorded.',
      ),
    ),
    attempt: fixed(
      nullable(
        small({ minimum: 1 }),
        'Its number among the payments by gateway of its invoice; null if it was recorded.',
      ),
    ),
    payment_method_id: nullable(
      id('payment_method'),
      'The saved card or account that pays; null if it was recorded, or the customer did not save one.',
    ),
    gateway_id: fixed(
      nullable(
        id('gateway'),
        'The gateway that has it; null if it was recorded, or the simulated gateway has it.',
      ),
    ),
    gateway_ref: nullable(
      text('', { max: 256, erased: NOT_PERSONAL }),
      'Where the gateway has it; null if it was recorded, or the gateway does not know it yet.',
    ),
    action_url: nullable(
      text('', { max: 2048, erased: null }),
      'The page on which the customer pays; null unless it is waiting for that.',
    ),
    failure: nullable(structured(Failure, null), 'Why it failed; null unless it did.'),
    fee: nullable(
      cents(''),
      "What the gateway kept of it, in the currency's smallest unit; null if it was recorded or is not settled yet, or the gateway does not say.",
    ),
    captured_at: nullable(
      instant(),
      'When the gateway had the money; null if it was recorded, or not settled yet.',
    ),
    metadata: fixed(metadata()),
    created_at: fixed(instant()),
    updated_at: instant(),

    /** When the gateway is asked for the outcome; null if none is expected. */
    check_at: hidden(nullable(instant(), '')),
    /** When it is given up if the customer has to complete it; null for recorded and older ones. */
    expires_at: hidden(nullable(instant(), '')),
    /** When the gateway is asked about its disputes; null if none is open. */
    disputes_at: hidden(nullable(instant(), '')),
    /** The sum of its refunds that are pending or succeeded. */
    refunded: hidden(cents('')),
    /** The history of its allocations; null if it was never reallocated. */
    moves: hidden(nullable(stored<readonly AllocationMove[]>({ erased: NOT_PERSONAL }), '')),
    /** The invoices that it pays; null if it was never reallocated. */
    allocated_to: hidden(nullable(words(Type.Array(Type.String())), '')),
    /** The status as which it is counted in the daily sums. */
    summed_status: always(nullable(oneOf(PAYMENT_STATUSES, '')), 'v.status'),
  },
  {
    owners: [
      { table: invoices, of: (row) => row.allocated_to ?? row.invoice_id },
      { table: customers, of: (row) => row.customer_id },
    ],
    lists: { invoice_id: 'allocated_to' },
  },
)

export interface Payment extends RowOf<typeof paymentRecord.members> {}

export const events = eventsOf('payment')

/** The subject of a payment's events. */
export const aboutPayment = ({
  id,
  customer_id,
}: Pick<Payment, 'id' | 'customer_id'>): Subject => ({
  id: paymentIds.ref(id),
  customer_id,
})
