// The retry plan of an invoice that could not be charged: its next step, and its end.

import { type PlanEnd, retryPlanOf } from '../../domain/retry-plan.ts'
import { readProfile } from '../../domain/snapshot.ts'
import { endsUnpaid } from '../../domain/subscription-unpaid.ts'
import { writeOff } from '../../domain/write-off.ts'
import type { Work } from '../accounts/store.ts'
import { changeSubscription } from '../subscriptions/change.ts'
import { events as subscriptionEvents } from '../subscriptions/record.ts'
import { subscriptions } from '../subscriptions/store.ts'
import { aboutInvoice, presentInvoice } from './actions.ts'
import { changeInvoice } from './change.ts'
import { noticeOf } from './charge-failed.ts'
import { events, type Invoice } from './record.ts'
import { isGivenUp, isRetried, nextRetry } from './retry-step.ts'
import { invoices } from './store.ts'

/** An attempt that is over, or waits for the customer. */
interface Attempted {
  /** True if the plan made it, or it was the first one. */
  isPlanned: boolean
  /** True if it can still succeed. */
  isLive: boolean
}

/** Plans the next step after an attempt. A step that waited for a payment of a person is due at once. */
export function continuePlan(work: Work, id: string, { isPlanned, isLive }: Attempted): void {
  const before = work.get(invoices, id)
  if (!isRetried(before) || before.retry_at !== null) return
  if (!isPlanned) {
    if (!isLive) work.update(invoices, { ...before, retry_at: work.now })
    return
  }
  const retry_at = nextRetry(work, before)
  if (retry_at !== null) work.update(invoices, { ...before, retry_at })
  // After the last attempt, the customer can still confirm it.
  else if (!isLive) endPlan(work, before)
}

/** Ends a plan without payment, and does what the settings say. */
export function endPlan(work: Work, before: Invoice): void {
  const after: Invoice = { ...before, retry_at: null, retry_ended_at: work.now }
  const plan = isGivenUp(work, before) ? null : retryPlanOf(readProfile(work.environment.profile))
  const ends = plan?.end ?? 'past_due'
  work.update(invoices, after)
  if (plan) {
    const hasEffect = before.subscription_id !== null || ends === 'write_off'
    noticeOf(work, after, { kind: 'collection_ended', how: hasEffect ? ends : 'past_due' })
  }
  work.record(events.collection_ended, aboutInvoice(after), presentInvoice(work, after))
  if (ends === 'write_off') {
    const written = writeOff(after, { amount: undefined, reason: REASON }, work.now)
    changeInvoice(work, events.written_off, after, { ...after, ...written })
  } else if (ends !== 'past_due') endSubscription(work, before, ends)
}

const REASON = 'Not paid by the end of the retry plan'

/** Plans the end or the pause of a subscription for now: the billing run performs it. */
function endSubscription(
  work: Work,
  { subscription_id }: Invoice,
  ends: Extract<PlanEnd, 'cancel' | 'pause'>,
): void {
  if (subscription_id === null) return
  const before = work.get(subscriptions, subscription_id)
  const after = endsUnpaid(before, ends, work.now)
  if (after) changeSubscription(work, subscriptionEvents.updated, before, after)
}
