// Informs customers of a new price: once, some days before a price migration applies it. A change that was announced too
// late is postponed.

import { dateIn } from '../../domain/calendar.ts'
import { amountsOf, boundaryFrom, withMove, withoutParts } from '../../domain/price-migration.ts'
import { CHANGES_MOST, type ItemChange } from '../../domain/subscription-state.ts'
import type { Action, Work } from '../accounts/store.ts'
import { customers } from '../customers/store.ts'
import { emailNewPrice } from '../outbox/enqueue.ts'
import { entriesOf } from '../price-migrations/outcomes.ts'
import {
  type Migrated,
  migrated,
  priceMigrationIds,
  priceMigrations,
} from '../price-migrations/record.ts'
import { prices } from '../prices/store.ts'
import { products } from '../products/store.ts'
import { changeSubscription } from '../subscriptions/change.ts'
import { newChangeId } from '../subscriptions/items.ts'
import { events } from '../subscriptions/record.ts'
import { type Subscription, subscriptions } from '../subscriptions/store.ts'
import { termsOf } from './migration-terms.ts'
import { rescheduled, withdrawn } from './withdraw.ts'

const NOTHING = { json: '{}', object_id: '' }

export interface NotifyMove {
  /** The entry of the migration about the subscription. */
  id: string
  subscription_id: string
  price_migration_id: string
}

/** Run by the sweep when a notice is due; does nothing if it was given or the change withdrawn. */
export const notifyMove: Action<NotifyMove> = {
  name: 'price_migrations.notify',
  rows: ({ id, subscription_id, price_migration_id }) => [
    { table: subscriptions, id: subscription_id },
    { table: migrated, id },
    { table: priceMigrations, id: price_migration_id },
  ],
  decide(work, { id, subscription_id }) {
    const entry = work.find(migrated, id)
    if (!entry || entry.notice_at === null || entry.notice_at > work.now) return NOTHING
    announce(work, work.get(subscriptions, subscription_id), entry)
    return NOTHING
  },
}

/** The subscription before a step, which applies no change that was not announced in time. */
export function announced(work: Work, found: Subscription): Subscription {
  let stands = found
  for (const entry of waitingEntries(work, found)) {
    if (entry.effective_at <= (stands.due_at ?? 0)) stands = announce(work, stands, entry)
  }
  return stands
}

/** Assumes that every change is announced in time, for forecasts. */
export function assumeAnnounced(work: Work, before: Subscription): void {
  for (const entry of waitingEntries(work, before)) {
    work.update(migrated, { ...entry, notice_at: null })
  }
}

const waitingEntries = (work: Work, subscription: Subscription): Migrated[] =>
  entriesOf(subscription)
    .map((id) => work.get(migrated, id))
    .filter(({ notice_at }) => notice_at !== null)

/** How much later than planned a notice can be without postponing its change. */
const TOLERANCE_MS = 86_400_000

/** Writes the email about a change. A change that is closer than promised, as after downtime, is postponed first. */
function announce(work: Work, before: Subscription, entry: Migrated): Subscription {
  const promisedMs = entry.effective_at - (entry.notice_at ?? 0)
  const isLate = promisedMs > 0 && work.now + promisedMs > entry.effective_at + TOLERANCE_MS
  const after = isLate ? postponed(work, before, entry, work.now + promisedMs) : before
  const current = work.get(migrated, entry.id)
  if (current.status !== 'scheduled') return after
  const notified_at = writeNotice(work, after, current) ? work.now : null
  work.update(migrated, { ...current, notice_at: null, notified_at, updated_at: work.now })
  return after
}

/** Moves a change to the first boundary from an instant on; withdraws it if the subscription has other plans by then. */
function postponed(work: Work, before: Subscription, entry: Migrated, from: number): Subscription {
  const ref = priceMigrationIds.ref(entry.price_migration_id)
  const isOfThis = ({ price_migration_id }: ItemChange) => price_migration_id === ref
  const changes = (before.scheduled_changes ?? []).flatMap(({ items }) => items.filter(isOfThis))
  const scheduled_changes = withoutParts(before.scheduled_changes, isOfThis)
  const others = { ...before, scheduled_changes }
  const at = boundaryFrom(others, from)
  const ids = new Set(changes.map(({ id }) => id))
  const isPlanned = (scheduled_changes ?? []).some(
    (change) => Date.parse(change.at) <= at && change.items.some(({ id }) => ids.has(id)),
  )
  const moved = withMove(others, { at, changes }, newChangeId())
  const ends = before.cancel_at !== null && before.cancel_at <= at
  if (isPlanned || ends || moved.length > CHANGES_MOST) {
    return withdrawn(work, before, new Set([ref]))
  }
  work.update(migrated, { ...entry, effective_at: at, updated_at: work.now })
  const after = rescheduled({ ...before, scheduled_changes: moved })
  changeSubscription(work, events.change_scheduled, before, after)
  return work.get(subscriptions, before.id)
}

/** Writes the email about the price; false without an address. */
function writeNotice(work: Work, subscription: Subscription, entry: Migrated): boolean {
  const migration = work.get(priceMigrations, entry.price_migration_id)
  const { currency, interval, interval_count, from_price_id, to_price_id } = migration
  const [from, to] = [work.get(prices, from_price_id), work.get(prices, to_price_id)]
  const ref = priceMigrationIds.ref(entry.price_migration_id)
  const amounts = amountsOf(subscription, ref, termsOf({ from, to }, migration)) ?? entry
  return emailNewPrice(work, subscription, work.get(customers, subscription.customer_id), {
    product: work.get(products, to.product_id).name,
    ...{ currency, interval, interval_count },
    ...{ amount_before: amounts.amount_before, amount_after: amounts.amount_after },
    starts_on: dateIn(entry.effective_at, subscription.zone),
  })
}
