// The first invoice of a subscription whose first payment must succeed: it starts or ends with that invoice.

import { abandoned, completed, outcomeOf } from '../../domain/subscription-incomplete.ts'
import type { Work } from '../accounts/store.ts'
import { changeSubscription } from '../subscriptions/change.ts'
import { events } from '../subscriptions/record.ts'
import { type Subscription, subscriptions } from '../subscriptions/store.ts'
import type { Invoice } from './record.ts'

/** Starts the subscription if its first invoice was paid, and ends it if that is void or credited in full. */
export function settleFirst(work: Work, invoice: Invoice, after: Invoice): void {
  const { subscription_id } = after
  if (subscription_id === null || outcomeOf(invoice) === outcomeOf(after)) return
  const before = work.get(subscriptions, subscription_id)
  if (before.status !== 'incomplete') return
  if (outcomeOf(after) === 'completed') completeFirst(work, before)
  else {
    const ended = { ...abandoned(before, work.now, null), run_at: null }
    changeSubscription(work, events.canceled, before, ended)
  }
}

export function completeFirst(work: Work, before: Subscription): void {
  const after = completed(before)
  changeSubscription(work, events.started, before, { ...after, run_at: after.due_at })
}
