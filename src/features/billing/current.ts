// A subscription as a command finds it: after all due steps, and in a state in which the command is possible.

import { timestamp } from '../../domain/calendar.ts'
import { billingError } from '../../domain/errors.ts'
import { withDue } from '../../domain/subscription.ts'
import { assertComplete } from '../../domain/subscription-incomplete.ts'
import type { Work } from '../accounts/store.ts'
import { presentSubscription } from '../subscriptions/change.ts'
import { subscriptionIds } from '../subscriptions/record.ts'
import type { Subscription } from '../subscriptions/store.ts'
import { caughtUp, getSubscription, unfailed } from './step.ts'

/** The subscription after all due steps. The client must have read the version before these. */
export function currentOf(
  work: Work,
  id: string,
  onInvoice?: Parameters<typeof caughtUp>[2],
): Subscription {
  const before = getSubscription(work, id)
  work.assertMatch(() => presentSubscription(before))
  return caughtUp(work, before, onInvoice)
}

export function assertLive({ id, status, canceled_at }: Subscription): void {
  if (status !== 'canceled') return
  throw billingError(
    'subscription_ended',
    `Subscription ${subscriptionIds.ref(id)} ended at ${timestamp(canceled_at ?? 0)}. Create a new one.`,
  )
}

/** Throws if it has ended, or waits for its first payment. */
export function assertStarted(row: Subscription): void {
  assertLive(row)
  assertComplete(row, subscriptionIds.ref(row.id))
}

/** Throws if it is paused; `remedy` says what to do instead of resuming it. */
export function assertNotPaused({ id, status, pause }: Subscription, remedy?: string): void {
  if (status !== 'paused') return
  const ref = subscriptionIds.ref(id)
  const resume = `Resume it first, with POST /v1/subscriptions/${ref}/resume.`
  throw billingError(
    'subscription_paused',
    `Subscription ${ref} has been paused since ${pause?.from}. ${remedy ?? resume}`,
  )
}

export const dueOf = (row: Subscription): Subscription => unfailed(withDue(row))
