// SQL of rows that fall due in business time: in which environments, which rows, and when the next one does.

import { type Db, join, query, raw, sql } from '../platform/db/sql.ts'
import type { Due } from '../platform/sweeps/due.ts'

/** The time of the environment whose counters are `c`. */
export const nowAt = (wallMs: number) =>
  sql`${new Date(wallMs)}::timestamptz + c.clock_ahead_ms * interval '1 millisecond'`

/** Environments in which a row is due, each by its own clock. */
export async function findDueEnvironments(
  db: Db,
  { table, at, where }: Due,
  wallMs: number,
): Promise<number[]> {
  const rows = await query<{ environment_id: number }>(
    db,
    sql`select c.environment_id from environment_counters c
        where not c.resetting and exists (
          select 1 from ${table} t
          where t.environment_id = c.environment_id and ${where} and ${at} <= ${nowAt(wallMs)})
        order by c.environment_id`,
  )
  return rows.map(({ environment_id }) => environment_id)
}

/**
 * The longest-due rows of an environment, and for how long they have waited. The clock is read first: joined to it, all
 * rows could be read in order to find the few that are due.
 */
export function findDue(
  db: Db,
  { table, at, where }: Due,
  environmentId: number,
  wallMs: number,
  most: number,
): Promise<{ id: string; late_ms: number }[]> {
  const now = sql`(select now from clock)`
  return query(
    db,
    sql`with clock as materialized (
          select ${nowAt(wallMs)} as now from environment_counters c
          where c.environment_id = ${environmentId})
        select t.id, (extract(epoch from ${now} - ${at}) * 1000)::bigint as late_ms
        from ${table} t
        where t.environment_id = ${environmentId} and ${where} and ${at} <= ${now}
        order by ${at}, t.id limit ${most}`,
  )
}

/** Which kinds of work have rows that are due by an instant, and when the first row after it falls due. */
export async function lookAhead<Work extends { rows: Due }>(
  db: Db,
  works: readonly Work[],
  environmentId: number,
  { now, until }: { now: number; until: number },
): Promise<{ due: Work[]; next: number | undefined }> {
  const kinds = works.map(({ rows: { table, at, where } }, nth) => {
    const rows = sql`${table} t where t.environment_id = ${environmentId} and ${where}`
    return sql`select ${raw(String(nth))} as nth,
        exists (select from ${rows} and ${at} <= ${new Date(now)}) as is_due,
        (select ${at} from ${rows} and ${at} > ${new Date(now)} and ${at} <= ${new Date(until)}
          order by ${at} limit 1) as next`
  })
  const found = await query<{ nth: number; is_due: boolean; next: number | null }>(
    db,
    join(kinds, ' union all '),
  )
  const due = new Set(found.flatMap(({ nth, is_due }) => (is_due ? nth : [])))
  const next = found.flatMap((row) => row.next ?? [])
  return {
    due: works.filter((_, nth) => due.has(nth)),
    next: next.length > 0 ? Math.min(...next) : undefined,
  }
}
