// A new attempt to collect an invoice through the gateway.

import { dateIn } from '../../domain/calendar.ts'
import { givenUpAt, type Initiator, nextCheck } from '../../domain/payment-states.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Work } from '../accounts/store.ts'
import type { Invoice } from '../invoices/record.ts'
import { insertRow, newRow } from '../rows.ts'
import { aboutPayment, events, type Payment } from './record.ts'
import { payments } from './store.ts'

/** A payment of which nothing was moved or refunded. */
export const UNDIVIDED = {
  refunded: 0,
  amount_reversed: 0,
  disputes_at: null,
  to_balance: 0,
  unallocated: 0,
  allocations: null,
  moves: null,
  allocated_to: null,
}

/** The highest number that is stored; further attempts have it too. */
const ATTEMPT_MOST = 32_767

interface Attempt {
  initiated_by: Initiator
  amount: number
  /** Its number among those of the invoice. */
  attempt: number
  /** The saved method that is charged; null if the customer pays on a page. */
  payment_method_id: string | null
  /** Null: the simulated gateway. */
  gateway_id: string | null
}

/** Writes a pending payment of an invoice. The sweep of payments charges it. */
export function insertAttempt(work: Work, invoice: Invoice, attempt: Attempt): Answer {
  const row: Payment = {
    ...newRow(work),
    ...UNDIVIDED,
    ...{ invoice_id: invoice.id, customer_id: invoice.customer_id, currency: invoice.currency },
    method: 'gateway',
    status: 'pending',
    received_on: dateIn(work.now, work.environment.time_zone),
    ...{ reference: '', note: '', metadata: {}, reversal_reason: '', reversed_at: null },
    ...attempt,
    attempt: Math.min(attempt.attempt, ATTEMPT_MOST),
    expires_at: givenUpAt(work.now),
    ...{ gateway_ref: null, action_url: null, failure: null, fee: null, captured_at: null },
    check_at: attempt.payment_method_id === null ? nextCheck(work.now, work.now) : work.now,
  }
  const present = payments.json
  return insertRow(work, events.pending, aboutPayment(row), { table: payments, row, present })
}
