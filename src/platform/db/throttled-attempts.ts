// Failed attempts, counted across all processes. Each is recorded before it is made: guesses count even if the
// process dies, or if they are spread over several processes.

import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import { type AttemptLimits, attempt, withoutAttempt } from '../attempts.ts'
import { allSent, inOneWrite, transaction } from './pool.ts'
import { type Db, execute, jsons, query, sql } from './sql.ts'
import type { Tx } from './table.ts'

/** A kind of attempt, by whom and from where, and how often it may fail. */
export interface Counted {
  key: string
  limits: AttemptLimits
}

export interface Admitted {
  waitMs: number
  /** Removes the attempt from the count: it succeeded or did not take place. */
  forget(): Promise<void>
}

export type Begun = Admitted | { retrySeconds: number }

interface Row extends Record<string, unknown> {
  key: Buffer
  times: number[]
  now: number
}

/** Counts an attempt for all of these and returns the longest wait; if one refuses it, none counts it. */
export function beginAttempt(pool: Pool, counted: readonly Counted[]): Promise<Begun> {
  return transaction(pool, async (tx) => {
    const rows = await lockRows(tx, counted)
    // One timestamp for all of them, by the clock that all processes share.
    const now = Math.max(...rows.map((row) => row.now))
    const judged = rows.map((row, index) =>
      attempt((counted[index] as Counted).limits, row.times, now),
    )
    const refusals = judged.flatMap(({ verdict }) =>
      'retrySeconds' in verdict ? verdict.retrySeconds : [],
    )
    if (refusals[0] !== undefined) return { retrySeconds: refusals[0] }
    await saveTimes(tx, rows, counted, (_row, index) => judged[index]?.times ?? [])
    return {
      waitMs: Math.max(...judged.map(({ verdict }) => ('waitMs' in verdict ? verdict.waitMs : 0))),
      forget: () => forgetAttempt(pool, counted, now),
    }
  })
}

function forgetAttempt(pool: Pool, counted: readonly Counted[], at: number): Promise<void> {
  return transaction(pool, async (tx) => {
    const rows = await lockRows(tx, counted)
    await saveTimes(tx, rows, counted, ({ times }) => withoutAttempt(times, at))
  })
}

/** Returns rows in the order of `counted`; locks them in sorted order, the same in every process. */
async function lockRows(tx: Tx, counted: readonly Counted[]): Promise<Row[]> {
  const keys = counted.map(({ key }) => hashed(key))
  const sorted = keys.toSorted(Buffer.compare)
  const missing = sql`insert into throttled_attempts (key, until)
    select key, clock_timestamp() from unnest(${sorted}::bytea[]) as key
    on conflict (key) do nothing`
  const locked = sql`select key, times, (extract(epoch from clock_timestamp()) * 1000)::bigint as now
    from throttled_attempts where key = any(${sorted}::bytea[]) order by key for update`
  const [, rows] = await allSent(
    inOneWrite(tx, () => [execute(tx, missing), query<Row>(tx, locked)] as const),
  )
  return keys.map((key) => rows.find((row) => row.key.equals(key)) as Row)
}

function saveTimes(
  tx: Tx,
  rows: readonly Row[],
  counted: readonly Counted[],
  timesOf: (row: Row, index: number) => number[],
): Promise<number> {
  const windows = counted.map(({ limits }) => limits.windowMs)
  const times = rows.map((row, index) => JSON.stringify(timesOf(row, index)))
  return execute(
    tx,
    sql`update throttled_attempts a
        set times = u.times, until = clock_timestamp() + u.window_ms * interval '1 millisecond'
        from unnest(${rows.map(({ key }) => key)}::bytea[], ${jsons(times)}, ${windows}::int[])
               as u (key, times, window_ms)
        where a.key = u.key`,
  )
}

const hashed = (key: string): Buffer => hash('sha256', key, 'buffer')

/** Deletes expired counts, so that invented keys cannot fill the disk. */
export function purgeAttempts(db: Db, most: number): Promise<number> {
  return execute(
    db,
    sql`delete from throttled_attempts
        where key in (
          select key from throttled_attempts where until < clock_timestamp() limit ${most}
          for update skip locked
        )`,
  )
}
