// Price migrations: creates and cancels them, and schedules or withdraws the change of one subscription.

import { BillingError, billingError, quoted, validationError } from '../../domain/errors.ts'
import { isCurrent, type PreviewSent } from '../../domain/preview.ts'
import {
  type MigrationTerms,
  type Move,
  moveOf,
  noticeOf,
  skipping,
  withMove,
} from '../../domain/price-migration.ts'
import { productCan } from '../../domain/product.ts'
import { inOrder, wanted } from '../../platform/db/keyed.ts'
import { query, sql } from '../../platform/db/sql.ts'
import type { RowKey } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { changeMigration, endEntry } from '../price-migrations/outcomes.ts'
import {
  events,
  type Migrated,
  migrated,
  migratedId,
  migrationJson,
  type PriceMigration,
  priceMigrationIds,
  priceMigrations,
} from '../price-migrations/record.ts'
import { markUsed } from '../prices/actions.ts'
import { priceIds } from '../prices/record.ts'
import { type Price, prices } from '../prices/store.ts'
import type { ProductRow as Product } from '../products/record.ts'
import { products } from '../products/store.ts'
import { insertRow, newRow } from '../rows.ts'
import { changeSubscription } from '../subscriptions/change.ts'
import { newChangeId } from '../subscriptions/items.ts'
import { events as subscriptionEvents } from '../subscriptions/record.ts'
import { type Subscription, subscriptions } from '../subscriptions/store.ts'
import { fitted } from './actions.ts'
import { effectiveAt } from './instants.ts'
import { termsOf } from './migration-terms.ts'
import { rescheduled, withdrawn } from './withdraw.ts'

const NOTHING = { json: '{}', object_id: '' }

/** A request with its IDs decoded. */
export interface NewPriceMigration {
  from_price_id: string
  to_price_id: string
  effective_from: string
  notice_days: number
  preview?: PreviewSent | undefined
  /** The hash of a preview at that instant, as of now. */
  hash?: string | undefined
}

interface Sides<T> {
  from: T
  to: T
}

/** Throws unless subscribers of one price can be moved to the other. */
export function assertMigratable(found: Sides<Price | undefined>, toProduct: Product | undefined) {
  const [from, to] = [
    asRecurring(found.from, 'from_price_id'),
    asRecurring(found.to, 'to_price_id'),
  ]
  const param = 'to_price_id'
  if (from.id === to.id) {
    throw billingError(
      'parameter_invalid',
      'from_price_id and to_price_id name the same price. Send the price that subscribers get.',
      { param },
    )
  }
  if (!to.active)
    throw validationError(param, { kind: 'price_inactive' }, { code: 'price_inactive' })
  if (toProduct && !productCan('bill', toProduct)) {
    const constraint = { kind: 'product_archived', name: quoted(toProduct.name) } as const
    throw validationError(param, constraint, { code: 'product_archived' })
  }
  if (from.currency !== to.currency) {
    throw billingError(
      'currency_mismatch',
      `Price ${priceIds.ref(to.id)} is in ${to.currency}, and ${priceIds.ref(from.id)} in ${from.currency}. Use prices in one currency.`,
      { param },
    )
  }
  if (from.interval !== to.interval || from.interval_count !== to.interval_count) {
    throw billingError(
      'intervals_incompatible',
      `Price ${priceIds.ref(to.id)} has another interval than ${priceIds.ref(from.id)}. Use prices with one interval.`,
      { param },
    )
  }
  return { from, to }
}

function asRecurring(price: Price | undefined, param: string) {
  if (!price) {
    const missing = { code: 'resource_missing', status: 400 } as const
    throw validationError(param, { kind: 'price_missing' }, missing)
  }
  const { interval, interval_count } = price
  if (interval !== null && interval_count !== null) return { ...price, interval, interval_count }
  throw billingError(
    'price_not_recurring',
    `Price ${priceIds.ref(price.id)} is a one-time price. Use a price with an interval, such as "month".`,
    { param },
  )
}

export const createPriceMigration: Action<NewPriceMigration, string | undefined> = {
  name: 'price_migrations.create',
  rows: ({ from_price_id, to_price_id }) => [
    { table: prices, id: from_price_id },
    { table: prices, id: to_price_id },
  ],
  facts: {
    about: ['price_migrations'],
    async load(tx, requests) {
      const keys = requests.map(({ environment_id, input }) => ({
        environment_id,
        id: input.from_price_id,
      }))
      const rows = await query<RowKey & { unfinished: string | null }>(
        tx,
        sql`select wanted.environment_id, wanted.id, (
              select m.id from price_migrations m
              where m.environment_id = wanted.environment_id and m.from_price_id = wanted.id
                and m.status in ('running', 'scheduled', 'canceling')) as unfinished
            from ${wanted(keys, 'uuid')}`,
      )
      return inOrder(keys, rows).map((row) => row?.unfinished ?? undefined)
    },
  },
  decide(work, input, unfinished) {
    const { from_price_id, to_price_id, notice_days, preview, hash } = input
    const found = { from: work.find(prices, from_price_id), to: work.find(prices, to_price_id) }
    const toProduct = found.to && work.find(products, found.to.product_id)
    const { from, to } = assertMigratable(found, toProduct)
    const { time_zone } = work.environment
    const effective_from = effectiveAt(input.effective_from, { now: work.now, time_zone })
    if (unfinished !== undefined) {
      throw billingError(
        'price_migration_unfinished',
        `${priceMigrationIds.ref(unfinished)} moves the subscribers of ${priceIds.ref(from.id)} and has not ended. Wait for it, or cancel it.`,
        { param: 'from_price_id' },
      )
    }
    if (preview && (preview.hash !== hash || !isCurrent(preview, work.now, time_zone))) {
      throw billingError(
        'preview_outdated',
        'The migration would no longer do what its preview shows. Request a new preview, look at it, and send its at and hash.',
        { param: 'preview' },
      )
    }
    markUsed(work, to)
    const { currency, interval, interval_count } = from
    const row: PriceMigration = {
      ...newRow(work),
      ...{ from_price_id, to_price_id, effective_from, notice_days },
      ...{ status: 'running', currency, interval, interval_count },
      ...{ subscriptions_scheduled: 0, subscriptions_applied: 0 },
      ...{ subscriptions_withdrawn: 0, subscriptions_skipped: 0 },
      ...{ amount_before: 0, amount_after: 0, done_until: null, run_at: work.now },
    }
    const about = { id: priceMigrationIds.ref(row.id) }
    return insertRow(work, events.created, about, {
      table: priceMigrations,
      row,
      present: migrationJson,
    })
  },
}

function getMigration(work: Work, id: string): PriceMigration {
  const found = work.find(priceMigrations, id)
  if (!found) throw priceMigrationIds.missing(priceMigrationIds.ref(id))
  return found
}

/** Stops a migration: nothing more applies, and a background job withdraws scheduled changes. */
export const cancelPriceMigration: Action<{ id: string }> = {
  name: 'price_migrations.cancel',
  rows: ({ id }) => [{ table: priceMigrations, id }],
  decide(work, { id }) {
    const before = getMigration(work, id)
    work.assertMatch(() => migrationJson(before))
    const { status, subscriptions_scheduled } = before
    if (status === 'completed' || status === 'canceled') {
      throw billingError(
        'price_migration_ended',
        `${priceMigrationIds.ref(id)} is ${status} already. To move subscribers back, create another price migration.`,
      )
    }
    if (status === 'canceling')
      return { json: migrationJson(before), object_id: priceMigrationIds.ref(id) }
    return subscriptions_scheduled === 0
      ? changeMigration(work, events.canceled, before, 'canceled')
      : changeMigration(work, events.updated, before, 'canceling')
  },
}

export interface OfMigration {
  id: string
  subscription_id: string
}

const rowsOf = ({ id, subscription_id }: OfMigration) => [
  { table: subscriptions, id: subscription_id },
  { table: migrated, id: migratedId(id, subscription_id) },
  { table: priceMigrations, id },
]

/** Run by the sweep for each subscription at the old price: schedules its change, or records why not. */
export const scheduleMove: Action<OfMigration> = {
  name: 'price_migrations.schedule',
  rows: rowsOf,
  decide(work, { id, subscription_id }) {
    const migration = getMigration(work, id)
    const entryId = migratedId(id, subscription_id)
    const before = work.find(subscriptions, subscription_id)
    // Decided already: a change that a user withdrew is not scheduled again.
    if (migration.status !== 'running' || !before || work.find(migrated, entryId)) return NOTHING
    if (before.created_at > migration.created_at) return NOTHING
    const terms = termsOfMigration(work, migration)
    const planned = moveOf(before, terms, work.now)
    if (!planned) return NOTHING
    const ref = priceMigrationIds.ref(id)
    const move = {
      ...planned,
      changes: planned.changes.map((change) => ({ ...change, price_migration_id: ref })),
    }
    const done = move.changes.length > 0 ? scheduleOne(work, before, move) : move
    insertEntry(work, migration, {
      entryId,
      before,
      move: done,
      notice_at: noticeOf(done.at, terms),
    })
    return NOTHING
  },
}

const termsOfMigration = (work: Work, migration: PriceMigration): MigrationTerms =>
  termsOf(
    {
      from: work.get(prices, migration.from_price_id),
      to: work.get(prices, migration.to_price_id),
    },
    migration,
  )

/** Schedules the changes of a move. Returns a skipped one if they do not fit the other items. */
function scheduleOne(work: Work, before: Subscription, move: Move): Move {
  try {
    const scheduled_changes = fitted(work, before, withMove(before, move, newChangeId()))
    const after = rescheduled({ ...before, scheduled_changes })
    changeSubscription(work, subscriptionEvents.change_scheduled, before, after)
    return move
  } catch (error) {
    if (!(error instanceof BillingError)) throw error
    const length = move.changes.length + move.items_skipped
    return skipping(move, 'does_not_fit', { length })
  }
}

function insertEntry(
  work: Work,
  migration: PriceMigration,
  {
    entryId,
    before,
    move,
    notice_at,
  }: { entryId: string; before: Subscription; move: Move; notice_at: number },
): void {
  const { at, changes, items_skipped, reason, amount_before, amount_after } = move
  const isScheduled = changes.length > 0
  const entry: Migrated = {
    ...newRow(work),
    ...{ id: entryId, price_migration_id: migration.id, subscription_id: before.id },
    ...{ customer_id: before.customer_id, currency: before.currency },
    ...{ status: isScheduled ? 'scheduled' : 'skipped', reason },
    ...{ items: changes.length, items_skipped, effective_at: at, amount_before, amount_after },
    ...{ notice_at: isScheduled ? notice_at : null, notified_at: null },
  }
  work.insert(migrated, entry)
  const counted = isScheduled ? 'subscriptions_scheduled' : 'subscriptions_skipped'
  work.update(priceMigrations, {
    ...migration,
    [counted]: migration[counted] + 1,
    amount_before: migration.amount_before + amount_before,
    amount_after: migration.amount_after + amount_after,
  })
}

/** Records how far the run has come; it ends the scheduling behind the last subscription. */
export const advanceMigration: Action<{ id: string; done_until: string | null }> = {
  name: 'price_migrations.advance',
  rows: ({ id }) => [{ table: priceMigrations, id }],
  decide(work, { id, done_until }) {
    const before = getMigration(work, id)
    if (before.status !== 'running') return NOTHING
    if (done_until !== null) {
      // Another process can be ahead.
      const isAhead = before.done_until !== null && before.done_until >= done_until
      if (!isAhead) work.update(priceMigrations, { ...before, done_until })
      return NOTHING
    }
    if (before.subscriptions_scheduled > 0)
      changeMigration(work, events.updated, before, 'scheduled')
    else changeMigration(work, events.completed, before, 'completed')
    return NOTHING
  },
}

/** Run by the sweep for each scheduled change of a canceled migration. */
export const withdrawMove: Action<OfMigration> = {
  name: 'price_migrations.withdraw',
  rows: rowsOf,
  decide(work, { id, subscription_id }) {
    const migration = getMigration(work, id)
    const entry = work.find(migrated, migratedId(id, subscription_id))
    const before = work.find(subscriptions, subscription_id)
    if (migration.status !== 'canceling' || entry?.status !== 'scheduled' || !before) return NOTHING
    withdrawn(work, before, new Set([priceMigrationIds.ref(id)]))
    // A subscription without the change, such as a restored one, must not keep the run from ending.
    endEntry(work, work.get(migrated, entry.id), 'withdrawn')
    return NOTHING
  },
}
