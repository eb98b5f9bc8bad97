// Tracks the outcome of scheduled changes: counts it on the migration, which ends with the last of them.

import { migrationsOf } from '../../domain/price-migration.ts'
import type { ScheduledChange, SubscriptionItem } from '../../domain/subscription-state.ts'
import type { Answer, DeclaredEvent } from '../../platform/db/table.ts'
import type { Work } from '../accounts/store.ts'
import {
  events,
  type Migrated,
  migrated,
  migratedId,
  migrationJson,
  type PriceMigration,
  priceMigrationIds,
  priceMigrations,
} from './record.ts'

/** A subscription before or after it changes. */
interface Scheduling {
  id: string
  items: SubscriptionItem[] | null
  scheduled_changes: ScheduledChange[] | null
}

/** The entries about a subscription that its scheduled changes belong to. */
export const entriesOf = ({
  id,
  scheduled_changes,
}: Pick<Scheduling, 'id' | 'scheduled_changes'>): string[] =>
  [...migrationsOf(scheduled_changes)].flatMap((ref) => {
    const migration = priceMigrationIds.parse(ref)
    return migration === undefined ? [] : [migratedId(migration, id)]
  })

/** The migrations that the scheduled changes of a subscription belong to. */
export const migrationIdsOf = ({ scheduled_changes }: Pick<Scheduling, 'scheduled_changes'>) =>
  [...migrationsOf(scheduled_changes)].flatMap((ref) => priceMigrationIds.parse(ref) ?? [])

/** Records the scheduled changes of migrations that a new version of a subscription no longer has. */
export function recordOutcomes(work: Work, before: Scheduling, after: Scheduling): void {
  if (before.scheduled_changes === null) return
  const left = new Set(migrationIdsOf(after))
  for (const id of migrationIdsOf(before)) {
    if (left.has(id)) continue
    const entry = work.get(migrated, migratedId(id, before.id))
    endEntry(
      work,
      entry,
      isMoved(before, after, priceMigrationIds.ref(id)) ? 'applied' : 'withdrawn',
    )
  }
}

/** True if an item has the price that a migration scheduled for it. */
function isMoved({ scheduled_changes }: Scheduling, { items }: Scheduling, ref: string): boolean {
  const parts = (scheduled_changes ?? []).flatMap((change) => change.items)
  return parts.some(
    ({ id, price_id, price_migration_id }) =>
      price_migration_id === ref &&
      (items ?? []).some((item) => item.id === id && item.price_id === price_id),
  )
}

/** The change of an entry has applied, or was withdrawn. */
export function endEntry(work: Work, entry: Migrated, outcome: 'applied' | 'withdrawn'): void {
  if (entry.status !== 'scheduled') return
  const notice_at = outcome === 'applied' ? entry.notice_at : null
  work.update(migrated, { ...entry, status: outcome, notice_at, updated_at: work.now })
  const migration = work.get(priceMigrations, entry.price_migration_id)
  const counted = `subscriptions_${outcome}` as const
  const after: PriceMigration = {
    ...migration,
    subscriptions_scheduled: migration.subscriptions_scheduled - 1,
    [counted]: migration[counted] + 1,
  }
  // Progress does not create a new version.
  work.update(priceMigrations, after)
  if (after.subscriptions_scheduled === 0) endMigration(work, after)
}

/** Ends a migration whose last scheduled change is gone, unless its run continues. */
function endMigration(work: Work, before: PriceMigration): void {
  if (before.status === 'scheduled') changeMigration(work, events.completed, before, 'completed')
  if (before.status === 'canceling') changeMigration(work, events.canceled, before, 'canceled')
}

/** Saves a new status of a migration. */
export function changeMigration(
  work: Work,
  event: DeclaredEvent,
  before: PriceMigration,
  status: PriceMigration['status'],
): Answer {
  const isRun = status === 'running' || status === 'canceling'
  const after = { ...before, status, run_at: isRun ? work.now : null, updated_at: work.now }
  const about = { id: priceMigrationIds.ref(before.id) }
  return work.change(event, about, {
    table: priceMigrations,
    before,
    after,
    present: migrationJson,
  })
}
