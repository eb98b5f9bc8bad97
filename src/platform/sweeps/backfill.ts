// Fills values that older rows lack, in small batches alongside normal work. These rows are found in a dedicated index:
// when it is empty, nothing is left to do, and the check costs nothing.

import type { Pool } from 'pg'
import { transaction } from '../db/pool.ts'
import { type Db, query, raw, type Sql, sql } from '../db/sql.ts'
import type { Tx } from '../db/table.ts'
import type { Sweep } from './sweeps.ts'

export interface Backfill<Place = unknown> {
  name: string
  /** Describes the remaining rows to operators: "events without their customer". */
  left: string
  table: string
  /** Condition of those rows, word for word as in their index, whose first column is the environment. */
  lacking: Sql
  /** Fills at most `most` rows after a position; returns how many it found and where it ended. */
  fill(
    tx: Tx,
    environmentId: number,
    round: { after: Place | undefined; most: number },
  ): Promise<Filled<Place>>
}

export interface Filled<Place> {
  found: number
  last: Place | undefined
  /** True if there can be more rows after it; by default, if as many were found as requested. */
  more?: boolean
}

const ROUND_MOST = 500
/** Rows that old processes write in the meantime are found by the next run. */
const LOOK_MS = 5_000
const COUNT_MOST = 1_000_000

export function backfillSweep<Place>(pool: Pool, backfill: Backfill<Place>): Sweep {
  // Skips rows filled just now, whose index entries a long-running read can keep from being cleaned up. Only a
  // hint: after a restart, the sweep begins with the first row that lacks something.
  const places = new Map<number, Place | undefined>()
  return {
    name: `backfill.${backfill.name}`,
    everyMs: LOOK_MS,
    async run(signal) {
      const began = performance.now()
      const result = { done: 0, lagMs: 0, more: false }
      for (const environmentId of await findEnvironments(pool, backfill)) {
        if (signal.aborted) break
        const round = { after: places.get(environmentId), most: ROUND_MOST }
        const filled = await transaction(pool, (tx) => backfill.fill(tx, environmentId, round))
        const { found, last, more = found === ROUND_MOST } = filled
        result.done += found
        if (more) places.set(environmentId, last)
        else places.delete(environmentId)
        result.more ||= more
      }
      // Rests as long as it worked, to leave capacity for others.
      if (result.more) await rest(performance.now() - began, signal)
      return result
    },
  }
}

/** Returns the environments with such rows, jumping from one to the next in their index. */
async function findEnvironments(
  db: Db,
  { table, lacking }: Pick<Backfill, 'table' | 'lacking'>,
): Promise<number[]> {
  const next = (behind: Sql) => sql`(select environment_id from ${raw(table)}
    where ${lacking} ${behind} order by environment_id limit 1)`
  const rows = await query<{ environment_id: number }>(
    db,
    sql`with recursive due as (${next(raw(''))}
          union all select found.environment_id from due cross join lateral
            ${next(sql`and environment_id > due.environment_id`)} found)
        select environment_id from due`,
  )
  return rows.map(({ environment_id }) => environment_id)
}

/** Counts the rows that are left, up to a million. */
export async function countLeft(
  db: Db,
  { table, lacking }: Pick<Backfill, 'table' | 'lacking'>,
): Promise<number> {
  const rows = await query<{ count: number }>(
    db,
    sql`select count(*) as count
        from (select environment_id from ${raw(table)} where ${lacking} limit ${COUNT_MOST}) found`,
  )
  return rows[0]?.count ?? 0
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })
}
