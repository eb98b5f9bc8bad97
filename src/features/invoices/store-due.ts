// SQL of what is due: which invoices fall overdue, and when.

import { type Db, query, sql } from '../../platform/db/sql.ts'
import type { Stretch } from '../../platform/sweeps/due.ts'

/** Environments with posted invoices whose due date is over, each by its own clock. */
export async function findDueEnvironments(db: Db, wallMs: number): Promise<number[]> {
  const rows = await query<{ environment_id: number }>(
    db,
    sql`select c.environment_id from environment_counters c
        where not c.resetting and exists (
          select 1 from invoices i
          where i.environment_id = c.environment_id and i.status = 'posted'
            and i.overdue_at <= ${new Date(wallMs)}::timestamptz
              + c.clock_ahead_ms * interval '1 millisecond')
        order by c.environment_id`,
  )
  return rows.map(({ environment_id }) => environment_id)
}

/** The invoices of an environment that fell due first, and for how long they have waited. */
export function findFallenDue(
  db: Db,
  environmentId: number,
  wallMs: number,
  most: number,
): Promise<{ id: string; late_ms: number }[]> {
  const now = sql`${new Date(wallMs)}::timestamptz + c.clock_ahead_ms * interval '1 millisecond'`
  return query(
    db,
    sql`select i.id, (extract(epoch from ${now} - i.overdue_at) * 1000)::bigint as late_ms
        from invoices i
        join environment_counters c on c.environment_id = i.environment_id
        where i.environment_id = ${environmentId} and c.environment_id = ${environmentId}
          and i.status = 'posted' and i.overdue_at <= ${now}
        order by i.overdue_at, i.id limit ${most}`,
  )
}

/** When the next invoice of an environment falls overdue in a stretch of its time. */
export async function findNextDue(
  db: Db,
  environmentId: number,
  { after, until }: Stretch,
): Promise<number | undefined> {
  const rows = await query<{ overdue_at: number }>(
    db,
    sql`select i.overdue_at from invoices i
        where i.environment_id = ${environmentId} and i.status = 'posted'
          and i.overdue_at > ${new Date(after)} and i.overdue_at <= ${new Date(until)}
        order by i.overdue_at limit 1`,
  )
  return rows[0]?.overdue_at
}
