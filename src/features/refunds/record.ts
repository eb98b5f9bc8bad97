// The table of refunds.

import { eventsOf } from '../../domain/event.ts'
import { PAYMENT_METHODS } from '../../domain/payment.ts'
import { REFUND_STATUSES } from '../../domain/refund.ts'
import { NOT_PERSONAL } from '../../platform/db/column.ts'
import type { RowOf } from '../../platform/db/record.ts'
import { creditNotes } from '../credit-notes/record.ts'
import { objectIds } from '../identifiers.ts'
import {
  amount,
  closedOneOf,
  currency,
  customerId,
  day,
  fixed,
  flag,
  hidden,
  id,
  instant,
  nullable,
  oneOf,
  text,
} from '../kinds.ts'
import { payments } from '../payments/store.ts'
import { resourceRecord } from '../resource.ts'

export const refundIds = objectIds('refund')

export const refunds = resourceRecord(
  'refund',
  {
    credit_note_id: fixed(
      nullable(
        id('credit_note'),
        'The credit note that asks for it; null for money that paid no invoice.',
      ),
    ),
    payment_id: fixed(id('payment', 'The payment whose money goes back.')),
    invoice_id: fixed(nullable(id('invoice'), 'The invoice of the note; null without one.')),
    customer_id: fixed(customerId()),
    amount: fixed(amount({ minimum: 1, description: "In the currency's smallest unit." })),
    currency: fixed(currency()),
    method: fixed(oneOf(PAYMENT_METHODS, 'The method of the payment.')),
    status: closedOneOf(
      REFUND_STATUSES,
      'A pending refund that is not paid by a gateway has to be paid by you and then marked as paid.',
    ),
    by_gateway: fixed(
      flag('True if the gateway that collected the payment returns the money.', {
        erased: NOT_PERSONAL,
      }),
    ),
    gateway_ref: nullable(
      text('', { max: 256, erased: NOT_PERSONAL }),
      'Where the gateway has it; null if it is paid by you, or the gateway does not know it yet.',
    ),
    paid_on: nullable(
      day('', ['2026-12-18']),
      'The date the money went back, which is the value date in the ledger; null until then.',
    ),
    reference: text('Where that payment is found, such as on a bank statement.', {
      max: 256,
      erased: '',
    }),
    failure_reason: text('Why it failed; empty if no reason was given.', { max: 500, erased: '' }),
    created_at: fixed(instant()),
    updated_at: instant(),
    succeeded_at: nullable(instant(), 'When it was marked as paid; null until then.'),
    failed_at: nullable(instant(), 'When it was marked as failed; null until then.'),
    canceled_at: nullable(instant(), 'When it was canceled; null until then.'),
    moved_to_balance_at: nullable(
      instant(),
      "When its amount became the customer's credit instead; null until then.",
    ),
    flagged_at: nullable(
      instant(),
      'When the gateway had not accepted it for three days, so that you have to find out why; null otherwise.',
    ),

    /** When it was first sent to the gateway; null if the gateway certainly does not have it. */
    sent_at: hidden(nullable(instant(), '')),
    /** When it is sent, or the gateway asked for its outcome; null if none is expected. */
    check_at: hidden(nullable(instant(), '')),
  },
  {
    owners: [
      { table: payments, of: (row) => row.payment_id },
      { table: creditNotes, of: (row) => row.credit_note_id },
    ],
  },
)

export interface Refund extends RowOf<typeof refunds.members> {}

export const events = eventsOf('refund')
