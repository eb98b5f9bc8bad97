// Runs price migrations: schedules or withdraws changes subscription by subscription, and informs customers.

import { raw } from '../../platform/db/sql.ts'
import type { Due, DueResult, DueWork } from '../../platform/sweeps/due.ts'
import type { Action } from '../accounts/store.ts'
import { type Background, inBackground } from '../background.ts'
import { findDue, findDueEnvironments } from '../due-rows.ts'
import { type PriceMigration, priceMigrations } from '../price-migrations/record.ts'
import { priceIds } from '../prices/record.ts'
import { notifyMove } from './notices.ts'
import { advanceMigration, scheduleMove, withdrawMove } from './price-migrations.ts'
import { nextSubscribers, subscriptionsOf, waitingSubscribers } from './subscribers.ts'

/** Maximum subscriptions of one environment per round, and how long it may take. */
const ROUND_MOST = 500
const ROUND_MS_MOST = 1_000
/** Migrations per round. */
const MIGRATIONS_MOST = 10

const dueMigrations: Due = {
  table: raw('price_migrations'),
  at: raw('t.run_at'),
  where: raw('t.run_at is not null'),
}

const dueNotices: Due = {
  table: raw('price_migration_subscriptions'),
  at: raw('t.notice_at'),
  where: raw('t.notice_at is not null'),
}

/** Sends commands in chunks behind requests. Returns how many were accepted, and the first error. */
async function runAll<I>(
  { lane }: Background,
  environment_id: number,
  action: Action<I>,
  inputs: Iterable<I>,
): Promise<{ done: number; failed: unknown }> {
  function* commands() {
    for (const input of inputs) yield inBackground(environment_id, action, input)
  }
  let done = 0
  let failed: unknown
  for await (const chunk of lane.bulk(environment_id, commands())) {
    for (const { outcome } of chunk) {
      if (outcome.ok) done += 1
      else failed ??= outcome.error
    }
  }
  return { done, failed }
}

export const migrationRun = (background: Background): DueWork => {
  const { pool, read, wallNow, ticksNow } = background
  return {
    name: 'price_migrations.run',
    rows: dueMigrations,
    findEnvironments: () => findDueEnvironments(pool, dueMigrations, wallNow()),
    async run(environment_id) {
      const due = await findDue(pool, dueMigrations, environment_id, wallNow(), MIGRATIONS_MOST)
      const result: DueResult = { done: 0, lagMs: due[0]?.late_ms ?? 0, more: false }
      const until = ticksNow() + ROUND_MS_MOST
      for (const { id } of due) {
        const migration = await read(priceMigrations.find, { environment_id, id })
        if (!migration || ticksNow() >= until) continue
        const work = migration.status === 'canceling' ? withdrawSome : scheduleSome
        const { done, failed } = await work(background, migration, until)
        result.done += done
        if (failed !== undefined) result.failed ??= failed
      }
      // If a round failed, another one right away would fail the same way.
      return { ...result, more: result.done > 0 && result.failed === undefined }
    },
  }
}

type Some = (
  background: Background,
  migration: PriceMigration,
  until: number,
) => Promise<{ done: number; failed: unknown }>

/** Schedules the changes of the next subscriptions, from the stored position on. */
const scheduleSome: Some = async (background, migration, until) => {
  const { pool, ticksNow } = background
  const { environment_id, id, from_price_id, created_at } = migration
  const walk = { environment_id, price_id: priceIds.ref(from_price_id), until: created_at }
  let done = 0
  for (let after = migration.done_until; ; ) {
    const { ids, last } = await nextSubscribers(pool, { ...walk, after })
    for (let first = 0; first < ids.length; first += ROUND_MOST) {
      const some = ids.slice(first, first + ROUND_MOST)
      const inputs = some.map((subscription_id) => ({ id, subscription_id }))
      const moved = await runAll(background, environment_id, scheduleMove, inputs)
      done += moved.done
      if (moved.failed !== undefined) return { done, failed: moved.failed }
      const isLast = first + ROUND_MOST >= ids.length
      const done_until = isLast ? last : (some.at(-1) ?? last)
      const advanced = await runAll(background, environment_id, advanceMigration, [
        { id, done_until },
      ])
      if (advanced.failed !== undefined) return { done, failed: advanced.failed }
      if (done >= ROUND_MOST || ticksNow() >= until) return { done, failed: undefined }
    }
    if (ids.length === 0) {
      const advanced = await runAll(background, environment_id, advanceMigration, [
        { id, done_until: last },
      ])
      done += advanced.done
      if (last === null || advanced.failed !== undefined || ticksNow() >= until) {
        return { done, failed: advanced.failed }
      }
    }
    after = last
  }
}

/** Withdraws the next scheduled changes; the last one ends the migration. */
const withdrawSome: Some = async (background, { environment_id, id }) => {
  const { pool } = background
  const waiting = await waitingSubscribers(pool, { environment_id, id, most: ROUND_MOST })
  const inputs = waiting.map((subscription_id) => ({ id, subscription_id }))
  return runAll(background, environment_id, withdrawMove, inputs)
}

export const noticeRun = (background: Background): DueWork => {
  const { pool, wallNow } = background
  return {
    name: 'price_migrations.notify',
    rows: dueNotices,
    findEnvironments: () => findDueEnvironments(pool, dueNotices, wallNow()),
    async run(environment_id) {
      const due = await findDue(pool, dueNotices, environment_id, wallNow(), ROUND_MOST)
      const ids = due.map(({ id }) => id)
      const entries = await subscriptionsOf(pool, environment_id, ids)
      const { done, failed } = await runAll(background, environment_id, notifyMove, entries)
      const lagMs = due[0]?.late_ms ?? 0
      return { done, lagMs, more: done > 0, ...(failed !== undefined && { failed }) }
    },
  }
}
