// Withdraws the scheduled changes of price migrations from subscriptions.

import { withoutParts } from '../../domain/price-migration.ts'
import { withDue } from '../../domain/subscription.ts'
import type { Work } from '../accounts/store.ts'
import { migrationIdsOf } from '../price-migrations/outcomes.ts'
import { priceMigrationIds, priceMigrations } from '../price-migrations/record.ts'
import { priceIds } from '../prices/record.ts'
import { changeSubscription } from '../subscriptions/change.ts'
import { events } from '../subscriptions/record.ts'
import { type Subscription, subscriptions } from '../subscriptions/store.ts'

/** The price that a migration moves items from. */
export function oldPriceOf(work: Work, ref: string): string {
  const migration = work.get(priceMigrations, priceMigrationIds.parse(ref) as string)
  return priceIds.ref(migration.from_price_id)
}

/** A version with other scheduled changes. A refused step keeps the time of its next attempt. */
export function rescheduled(row: Subscription): Subscription {
  const due = withDue(row)
  return { ...due, run_at: row.billing_error === null ? due.due_at : row.run_at }
}

/** The subscription without the changes that migrations have scheduled. */
export function withdrawn(
  work: Work,
  before: Subscription,
  migrations: ReadonlySet<string>,
): Subscription {
  const scheduled_changes = withoutParts(
    before.scheduled_changes,
    ({ price_migration_id }) =>
      price_migration_id !== undefined && migrations.has(price_migration_id),
  )
  changeSubscription(work, events.updated, before, rescheduled({ ...before, scheduled_changes }))
  return work.get(subscriptions, before.id)
}

/** The subscription before a step: a migration that is being canceled applies nothing more. */
export function withoutCanceled(work: Work, before: Subscription): Subscription {
  if (before.scheduled_changes === null) return before
  const canceled = migrationIdsOf(before).filter(
    (id) => work.get(priceMigrations, id).status === 'canceling',
  )
  if (canceled.length === 0) return before
  return withdrawn(work, before, new Set(canceled.map(priceMigrationIds.ref)))
}
