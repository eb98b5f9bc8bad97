// All SQL about the civil day of entries: which lie on it, and those that were posted without.

import type { CalendarDate } from '../../domain/calendar.ts'
import { execute, plain, query, raw, type Sql, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import { WITHOUT_DAY } from './store.ts'

const DAY_MS = 86_400_000
/** What comes later can be written neither by the interface nor for the database. */
const LAST_INSTANT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/**
 * Before this instant nothing was posted that lies on a day or a later one, and from the other on nothing that
 * lies on it or an earlier one: wherever, a day begins and ends within one day of that of UTC.
 */
export const earliestOf = (day: CalendarDate): Date =>
  new Date(Math.max(0, Date.parse(day) - DAY_MS))
export const beyondOf = (day: CalendarDate): Date =>
  new Date(Math.min(LAST_INSTANT_MS, Date.parse(day) + 2 * DAY_MS))

/** Whether an entry lies on a day or before; one without a day lies where its instant has it today. */
export const untilDay = (day: CalendarDate, endMs: number, entry = 'e'): Sql =>
  sql`coalesce(${raw(entry)}.day <= ${day}::date,
    ${raw(entry)}.created_at < ${new Date(endMs)}::timestamptz)`

/** The same for a day or after, which begins at an instant. */
export const fromDay = (day: CalendarDate, beginMs: number, entry = 'e'): Sql =>
  sql`coalesce(${raw(entry)}.day >= ${day}::date,
    ${raw(entry)}.created_at >= ${new Date(beginMs)}::timestamptz)`

/** An entry without a day. */
export interface Undated {
  id: string
  created_at: number
}

/** The next of them, locked; those that somebody else has are left to them. */
export function lockUndated(
  tx: Tx,
  environmentId: number,
  { after, most }: { after: Undated; most: number },
): Promise<Undated[]> {
  return query<Undated & Record<string, unknown>>(
    tx,
    sql`select e.id, e.created_at from ledger_entries e
        where e.environment_id = ${environmentId} and e.${WITHOUT_DAY}
          and (e.created_at, e.id) > (${new Date(after.created_at)}::timestamptz, ${after.id}::uuid)
        order by e.created_at, e.id limit ${most} for no key update skip locked`,
  )
}

export function setDays(
  tx: Tx,
  environmentId: number,
  dated: { id: string; day: CalendarDate }[],
): Promise<number> {
  return execute(
    tx,
    sql`update ledger_entries e set day = v.day
        from unnest(${plain(dated.map(({ id }) => id))}::uuid[],
                    ${plain(dated.map(({ day }) => day))}::date[]) as v (id, day)
        where e.environment_id = ${environmentId} and e.id = v.id`,
  )
}
