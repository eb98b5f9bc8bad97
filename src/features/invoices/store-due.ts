// SQL of due work: which invoices fall overdue or need a reminder, and when.

import { type Db, query, raw, sql } from '../../platform/db/sql.ts'
import type { Stretch } from '../../platform/sweeps/due.ts'

/** The due time and condition of each kind; spelled out, so that its partial index is used. */
const KINDS = {
  overdue: { at: raw('i.overdue_at'), where: raw("i.status = 'posted'") },
  reminder: {
    at: raw('i.reminder_at'),
    where: raw("i.status in ('posted', 'overdue') and i.reminder_at is not null"),
  },
} as const
export type DueKind = keyof typeof KINDS

/** Environments in which work of a kind is due, each by its own clock. */
export async function findDueEnvironments(
  db: Db,
  kind: DueKind,
  wallMs: number,
): Promise<number[]> {
  const { at, where } = KINDS[kind]
  const rows = await query<{ environment_id: number }>(
    db,
    sql`select c.environment_id from environment_counters c
        where not c.resetting and exists (
          select 1 from invoices i
          where i.environment_id = c.environment_id and ${where}
            and ${at} <= ${new Date(wallMs)}::timestamptz
              + c.clock_ahead_ms * interval '1 millisecond')
        order by c.environment_id`,
  )
  return rows.map(({ environment_id }) => environment_id)
}

/** The longest-due invoices of an environment, and for how long they have waited. */
export function findDue(
  db: Db,
  kind: DueKind,
  environmentId: number,
  wallMs: number,
  most: number,
): Promise<{ id: string; late_ms: number }[]> {
  const { at, where } = KINDS[kind]
  const now = sql`${new Date(wallMs)}::timestamptz + c.clock_ahead_ms * interval '1 millisecond'`
  return query(
    db,
    sql`select i.id, (extract(epoch from ${now} - ${at}) * 1000)::bigint as late_ms
        from invoices i
        join environment_counters c on c.environment_id = i.environment_id
        where i.environment_id = ${environmentId} and c.environment_id = ${environmentId}
          and ${where} and ${at} <= ${now}
        order by ${at}, i.id limit ${most}`,
  )
}

/** When the next invoice of a kind falls due within a period of an environment's time. */
export async function findNextDue(
  db: Db,
  kind: DueKind,
  environmentId: number,
  { after, until }: Stretch,
): Promise<number | undefined> {
  const { at, where } = KINDS[kind]
  const rows = await query<{ at: number }>(
    db,
    sql`select ${at} as at from invoices i
        where i.environment_id = ${environmentId} and ${where}
          and ${at} > ${new Date(after)} and ${at} <= ${new Date(until)}
        order by ${at} limit 1`,
  )
  return rows[0]?.at
}
