// The end of a subscription whose retry plan has ended: canceled, or paused until its invoices are paid.

import { timestamp } from './calendar.ts'
import { withDue } from './subscription.ts'
import type { SubscriptionState } from './subscription-state.ts'

interface Unpaid extends SubscriptionState {
  cancellation: { reason: string | null; comment: string | null } | null
  billing_error: unknown
  run_at: number | null
}

/** Subscriptions change at whole seconds. */
const second = (now: number): number => Math.floor(now / 1_000) * 1_000

/** A version that the billing run ends or pauses now; undefined if it has ended, or is paused already. */
export function endsUnpaid<S extends Unpaid>(
  before: S,
  how: 'cancel' | 'pause',
  now: number,
): S | undefined {
  if (before.status === 'canceled' || before.status === 'incomplete') return undefined
  const at = second(now)
  if (how === 'cancel') {
    const cancellation = { reason: 'payment_failed', comment: null }
    return dueNow({ ...before, cancel_at: at, cancellation })
  }
  if (before.status === 'paused') return undefined
  return dueNow({ ...before, pause: { from: timestamp(at), resume_at: null, until_paid: true } })
}

/** A version that resumes, once none of its invoices is uncollected; undefined if nothing changes. */
export function resumesPaid<S extends Unpaid>(before: S, now: number): S | undefined {
  const { pause, status, overdue_invoices } = before
  if (!pause?.until_paid || overdue_invoices > 0) return undefined
  if (status !== 'paused') return dueNow({ ...before, pause: null })
  const at = Math.max(second(now), Date.parse(pause.from))
  return dueNow({ ...before, pause: { ...pause, resume_at: timestamp(at) } })
}

function dueNow<S extends Unpaid>(state: S): S {
  const after = withDue(state)
  return { ...after, billing_error: null, run_at: after.due_at }
}
