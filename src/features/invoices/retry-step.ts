// The next step of the retry plan of an invoice that could not be charged.

import { amountCollectible, invoiceCan } from '../../domain/invoice.ts'
import { retriesAfter, retryPlanOf } from '../../domain/retry-plan.ts'
import { readProfile, readSnapshot } from '../../domain/snapshot.ts'
import type { Work } from '../accounts/store.ts'
import { subscriptions } from '../subscriptions/store.ts'
import type { Invoice } from './record.ts'

/** True if its plan runs: it could not be charged, something is left to collect, and no dispute decides about it. */
export const isRetried = (invoice: Invoice): boolean =>
  invoice.payment_failed_at !== null &&
  invoice.retry_ended_at === null &&
  invoiceCan('pay', invoice) &&
  invoice.disputes === 0 &&
  amountCollectible(invoice) > 0

/** Why no attempt follows, whatever the plan says. */
export function isGivenUp(work: Work, { subscription_id }: Invoice): boolean {
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
  // Written off while the charge was in progress.
  if (amountCollectible(invoice) === 0) return null
  const { time_zone } = readSnapshot(invoice.snapshot).seller
  const all = retriesAfter(plan, invoice.payment_failed_at, time_zone)
  // Of several steps that were missed, one attempt is made.
  return all.find((at) => at > work.now) ?? null
}
