// The days of the request log: one partition per day (UTC), created ahead of time and dropped after its retention.

import type { Pool } from 'pg'
import { transaction } from '../../platform/db/pool.ts'
import { type Db, query, sql } from '../../platform/db/sql.ts'
import { fault } from '../../platform/faults.ts'

export const DAY_MS = 86_400_000
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

/** A longer wait for the lock would delay everything queued after it; the next run tries again. */
const LOCK_TIMEOUT = `set local lock_timeout = '100ms'`
/** Allows reads and writes, but no concurrent creation of days. */
const HOLD_DAYS = 'lock table requests in share update exclusive mode'

const instant = (day: number): string => new Date(day * DAY_MS).toISOString()
const nameOf = (day: number): string => `requests_${instant(day).slice(0, 10).replaceAll('-', '')}`

async function findNames(db: Db): Promise<string[]> {
  const rows = await query<{ name: string }>(
    db,
    sql`select i.inhrelid::regclass::text as name from pg_inherits i
        where i.inhparent = 'requests'::regclass order by name`,
  )
  return rows.map(({ name }) => name)
}

async function findMissing(db: Db, days: readonly number[]): Promise<number[]> {
  const names = new Set(await findNames(db))
  return days.filter((day) => !names.has(nameOf(day)))
}

export interface DaysWanted {
  days: readonly number[]
  /** True if new days are unlogged tables, without write-ahead log (REQUEST_LOG_UNLOGGED). */
  unlogged: boolean
}

/** Creates missing days; returns true if any were missing. Several processes can do so at once. */
export async function makeDays(pool: Pool, { days, unlogged }: DaysWanted): Promise<boolean> {
  if ((await findMissing(pool, days)).length === 0) return false
  return transaction(pool, async (tx) => {
    await tx.query(`${LOCK_TIMEOUT}; ${HOLD_DAYS}`)
    const missing = await findMissing(tx, days)
    for (const day of missing) await tx.query(creation(day, unlogged))
    fault('requests.made')
    return missing.length > 0
  })
}

/**
 * Attaching a table, unlike creating it as a partition, does not block readers and writers. Rows of up to 4 kB are not
 * compressed, since compressing them takes longer than writing them.
 */
const creation = (day: number, unlogged: boolean): string => `
  create ${unlogged ? 'unlogged table' : 'table'} ${nameOf(day)}
    (like requests including defaults including constraints) with (toast_tuple_target = 4080);
  alter table requests attach partition ${nameOf(day)}
    for values from ('${instant(day)}') to ('${instant(day + 1)}')`

/** Drops the days before a day; returns their number. */
export async function dropDays(pool: Pool, before: number): Promise<number> {
  const old = (await findNames(pool)).filter((name) => name < nameOf(before))
  for (const name of old) {
    await transaction(pool, (tx) => tx.query(`${LOCK_TIMEOUT}; drop table if exists ${name}`))
  }
  return old.length
}
