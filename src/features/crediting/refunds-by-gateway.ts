// The actions on refunds that a gateway pays. A lease is committed before each call, so that no one cancels a refund
// that the gateway may have; what the gateway says is an action of its own.

import { dateIn } from '../../domain/calendar.ts'
import { isUnderWay } from '../../domain/refund.ts'
import {
  flaggedAt,
  nextRefundCheck,
  type RefundOutcome,
  refundStateAfter,
} from '../../domain/refund-outcomes.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Due } from '../../platform/sweeps/due.ts'
import type { Action, Work } from '../accounts/store.ts'
import { payments } from '../payments/store.ts'
import { events, type Refund, refundIds, refunds } from '../refunds/record.ts'
import { bookFailed, bookPaid, change } from './refunds.ts'

/** Refunds that are to be sent to their gateway, or about which it is asked. */
export const toCheckRefunds: Due = {
  table: sql`refunds`,
  at: sql`t.check_at`,
  where: sql`t.check_at is not null`,
}

const nothing = (id: string): Answer => ({ json: '0', object_id: refundIds.ref(id) })

/**
 * Reserves a refund for one call to its gateway; the answer is the time until then, or 0 if another process has it or
 * nothing is expected any more.
 */
export const leaseRefund: Action<{ id: string; check_at: number }> = {
  name: 'refunds.lease',
  rows: ({ id }) => [{ table: refunds, id }],
  decide(work, { id, check_at }) {
    const before = work.find(refunds, id)
    if (before?.check_at !== check_at) return nothing(id)
    const until = nextRefundCheck(before.created_at, work.now)
    work.update(refunds, { ...before, sent_at: before.sent_at ?? work.now, check_at: until })
    return { json: String(until), object_id: refundIds.ref(id) }
  },
}

export interface CheckRefundNow {
  id: string
  /** The gateway that says so; null for the simulated one. */
  gateway_id: string | null
}

/** Has the gateway asked for a refund at once, also if it was paid: it can come back. */
export const checkRefundNow: Action<CheckRefundNow> = {
  name: 'refunds.check_now',
  rows: ({ id }) => [{ table: refunds, id }],
  decide(work, { id, gateway_id }) {
    const before = work.find(refunds, id)
    if (before?.by_gateway && isUnderWay(before)) {
      const payment = work.get(payments, before.payment_id)
      if (payment.gateway_id === gateway_id) work.update(refunds, { ...before, check_at: work.now })
    }
    return nothing(id)
  },
}

export interface RecordRefundOutcome {
  id: string
  /** The answer of `leaseRefund`. */
  lease: number
  outcome: RefundOutcome
}

/** Records what a gateway says of a refund. What it said before, or says too late, changes nothing. */
export const recordRefundOutcome: Action<RecordRefundOutcome> = {
  name: 'refunds.record_outcome',
  rows: ({ id }) => [{ table: refunds, id }],
  decide(work, { id, lease, outcome }) {
    const before = work.find(refunds, id)
    // A test environment can be erased meanwhile.
    if (!before) return nothing(id)
    const gateway_ref = ('ref' in outcome ? outcome.ref : null) ?? before.gateway_ref
    const over = { gateway_ref, check_at: null }
    switch (refundStateAfter(before.status, outcome)) {
      case 'succeeded':
        return bookPaid(work, before, { ...over, paid_on: today(work) })
      case 'failed':
        return bookFailed(work, before, { ...over, failure_reason: reasonOf(outcome) })
      default:
        return note(work, before, { lease, outcome, gateway_ref })
    }
  },
}

// The money has moved, whether the books of the day are closed or not.
const today = ({ now, environment: { time_zone } }: Work) => dateIn(now, time_zone)

const reasonOf = (outcome: RefundOutcome): string =>
  outcome.kind === 'failed' ? outcome.reason : ''

/** Keeps when to ask next, and what is worth an event: the gateway accepted the refund, or did not for three days. */
function note(
  work: Work,
  before: Refund,
  { lease, outcome, gateway_ref }: Omit<RecordRefundOutcome, 'id'> & Pick<Refund, 'gateway_ref'>,
): Answer {
  const { id, check_at, status } = before
  const isPending = status === 'pending'
  const isLeased = check_at === lease
  const after: Refund = {
    ...before,
    // If another call followed, that one may have been accepted.
    sent_at: outcome.kind === 'refused' && isLeased ? null : before.sent_at,
    check_at: nextCheckOf(before, outcome),
  }
  if (!isPending) {
    work.update(refunds, after)
    return nothing(id)
  }
  const shown = { gateway_ref, flagged_at: flaggedAt({ ...before, gateway_ref }, work.now) }
  if (gateway_ref !== before.gateway_ref || shown.flagged_at !== before.flagged_at)
    return change(work, events.delayed, before, { ...after, ...shown })
  work.update(refunds, after)
  return nothing(id)
}

/** A call whose outcome is unknown is followed by another one after its lease. */
function nextCheckOf({ status, check_at }: Refund, outcome: RefundOutcome): number | null {
  if (outcome.kind === 'open' || outcome.kind === 'refused') return check_at
  if (status !== 'pending') return null
  return (outcome.kind === 'pending' ? outcome.until : undefined) ?? check_at
}
