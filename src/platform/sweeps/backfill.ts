// Fills what rows of before lack, in small batches beside everything else. Rows that lack it are found in an
// index of their own: when that is empty all is done, and looking costs nothing.

import type { Pool } from 'pg'
import { transaction } from '../db/pool.ts'
import { type Db, query, raw, type Sql, sql } from '../db/sql.ts'
import type { Tx } from '../db/table.ts'
import type { Sweep } from './sweeps.ts'

export interface Backfill<Place = unknown> {
  name: string
  /** What is left, for people: "events without their customer". */
  left: string
  table: string
  /** What those rows have in common, word for word as in their index, which is led by the environment. */
  lacking: Sql
  /** Fills the next rows behind a place, at most so many; answers how many it found and where it ended. */
  fill(
    tx: Tx,
    environmentId: number,
    round: { after: Place | undefined; most: number },
  ): Promise<Filled<Place>>
}

export interface Filled<Place> {
  found: number
  last: Place | undefined
  /** Whether there may be more behind it: where it is not told, after as many as were asked for. */
  more?: boolean
}

const ROUND_MOST = 500
/** What old processes write meanwhile is found by the next look. */
const LOOK_MS = 5_000
const COUNT_MOST = 1_000_000

export function backfillSweep<Place>(pool: Pool, backfill: Backfill<Place>): Sweep {
  // Rows filled just now would be looked through again while some long reading keeps them from being cleaned
  // up. Only a hint: who begins anew begins with the first row that lacks something.
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
      // As long again for everybody else.
      if (result.more) await rest(performance.now() - began, signal)
      return result
    },
  }
}

/** Environments with such rows, from one to the next along their index. */
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

/** How many rows are left, counted no further than a million. */
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
