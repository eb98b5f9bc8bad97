// The retry plan of an invoice that could not be charged: its next step, and its end.

import { amountCollectible, invoiceCan } from '../../domain/invoice.ts'
import { type PlanEnd, retriesAfter, retryPlanOf } from '../../domain/retry-plan.ts'
import { readProfile, readSnapshot } from '../../domain/snapshot.ts'
import { endsUnpaid } from '../../domain/subscription-unpaid.ts'
import { writeOff } from '../../domain/write-off.ts'
import type { Work } from '../accounts/store.ts'
import { changeSubscription } from '../subscriptions/change.ts'
import { events as subscriptionEvents } from '../subscriptions/record.ts'
import { subscriptions } from '../subscriptions/store.ts'
import { aboutInvoice, presentInvoice } from './actions.ts'
import { changeInvoice } from './change.ts'
import { events, type Invoice } from './record.ts'
import { invoices } from './store.ts'

/** True if its plan runs: it could not be charged, and something is left to collect. */
const isRetried = (invoice: Invoice): boolean =>
  invoice.payment_failed_at !== null &&
  invoice.retry_ended_at === null &&
  invoiceCan('pay', invoice) &&
  amountCollectible(invoice) > 0

/** Why no attempt follows, whatever the plan says. */
function isGivenUp(work: Work, { subscription_id }: Invoice): boolean {
  if (subscription_id === null) return false
  const { status } = work.get(subscriptions, subscription_id)
  // One that waits for its first payment ends before the first retry.
  return status === 'canceled' || status === 'incomplete'
}

/** True if the invoice is charged again automatically: its plan has not ended, and was not switched off. */
export const isTriedAgain = (work: Work, invoice: Invoice): boolean =>
  isRetried(invoice) &&
  retryPlanOf(readProfile(work.environment.profile)) !== null &&
  !isGivenUp(work, invoice)

/** The next step by the settings as they are now, in the time zone in which the invoice was finalized. */
export function nextRetry(work: Work, invoice: Invoice): number | null {
  const plan = retryPlanOf(readProfile(work.environment.profile))
  if (plan === null || invoice.payment_failed_at === null || isGivenUp(work, invoice)) return null
  const { time_zone } = readSnapshot(invoice.snapshot).seller
  const all = retriesAfter(plan, invoice.payment_failed_at, time_zone)
  // Of several steps that were missed, one attempt is made.
  return all.find((at) => at > work.now) ?? null
}

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
  const ends = isGivenUp(work, before)
    ? 'past_due'
    : (retryPlanOf(readProfile(work.environment.profile))?.end ?? 'past_due')
  work.update(invoices, after)
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
