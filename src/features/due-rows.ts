// SQL of rows that fall due in business time: in which environments, which rows, and when the next one does.

import { type Db, query, type Sql, sql } from '../platform/db/sql.ts'
import type { Stretch } from '../platform/sweeps/due.ts'

/** Rows `t` and when they are due. The condition is spelled as in the partial index that finds them. */
export interface Due {
  table: Sql
  at: Sql
  where: Sql
}

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

/** When the next row falls due within a period of an environment's time. */
export async function findNextDue(
  db: Db,
  { table, at, where }: Due,
  environmentId: number,
  { after, until }: Stretch,
): Promise<number | undefined> {
  const rows = await query<{ at: number }>(
    db,
    sql`select ${at} as at from ${table} t
        where t.environment_id = ${environmentId} and ${where}
          and ${at} > ${new Date(after)} and ${at} <= ${new Date(until)}
        order by ${at} limit 1`,
  )
  return rows[0]?.at
}
