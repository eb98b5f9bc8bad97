// Saves versions of subscriptions, each with its event.

import type { Answer, DeclaredEvent, Subject } from '../../platform/db/table.ts'
import type { Work } from '../accounts/store.ts'
import { recordOutcomes } from '../price-migrations/outcomes.ts'
import { subscriptionIds, subscriptionRecord } from './record.ts'
import { type Subscription, subscriptions } from './store.ts'

export const presentSubscription = (row: Subscription): string => subscriptionRecord.json(row)

export const aboutSubscription = ({
  id,
  customer_id,
}: Pick<Subscription, 'id' | 'customer_id'>): Subject => ({
  id: subscriptionIds.ref(id),
  customer_id,
})

/** Saves a version of a subscription and records its event. */
export function changeSubscription(
  work: Work,
  event: DeclaredEvent,
  before: Subscription,
  after: Subscription,
): Answer {
  recordOutcomes(work, before, after)
  return work.change(event, aboutSubscription(before), {
    table: subscriptions,
    before,
    after: { ...after, updated_at: work.now },
    present: presentSubscription,
    compare: subscriptionRecord.compare,
  })
}
