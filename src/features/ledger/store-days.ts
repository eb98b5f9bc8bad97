// Conditions on the days of ledger entries, and the instants between which a day can lie.

import type { CalendarDate } from '../../domain/calendar.ts'
import { type Db, query, raw, type Sql, sql } from '../../platform/db/sql.ts'

const DAY_MS = 86_400_000
/** What comes later can be written neither by the interface nor for the database. */
const LAST_INSTANT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** The dates by which the books can be read: the day an entry counts on, or the day it was booked. */
export const BOOK_DATES = ['value_date', 'date'] as const
export type BookDate = (typeof BOOK_DATES)[number]

const COLUMN = { value_date: raw('value_date'), date: raw('day') } as const

/**
 * Before this instant nothing was booked on a day or a later one, and from the other on nothing was booked on it
 * or an earlier one: in every time zone a day begins and ends within one day of that of UTC. An entry that counts
 * on a day was booked then or later, so the first instant bounds both dates, the second only the booked one.
 */
export const earliestOf = (day: CalendarDate): Date =>
  new Date(Math.max(0, Date.parse(day) - DAY_MS))
export const beyondOf = (day: CalendarDate): Date =>
  new Date(Math.min(LAST_INSTANT_MS, Date.parse(day) + 2 * DAY_MS))

/** True for entries up to and including a day. */
export const untilDay = (day: CalendarDate, by: BookDate, entry = 'e'): Sql =>
  sql`${raw(entry)}.${COLUMN[by]} <= ${day}::date`

/** True for entries from a day on. */
export const fromDay = (day: CalendarDate, by: BookDate, entry = 'e'): Sql =>
  sql`${raw(entry)}.${COLUMN[by]} >= ${day}::date`

/** True for entries booked after the day they count on; word for word as the index has it. */
const LATE = raw('e.value_date <> e.day')

/**
 * Entries `e` that count until the end of a day, as conditions to be read one after the other: those booked by then, and
 * those booked later. Only the second kind can come from any time since, and an index has few entries but them.
 */
export function countedUntil(day: CalendarDate, by: BookDate): Sql[] {
  const beyond = sql`${beyondOf(day)}::timestamptz`
  const until = untilDay(day, by)
  const booked = sql`e.created_at < ${beyond} and ${until}`
  if (by === 'date') return [booked]
  return [booked, sql`e.created_at >= ${beyond} and ${LATE} and ${until}`]
}

/** The instant before which all entries that count until a day were booked. */
export async function bookedBefore(
  db: Db,
  environmentId: number,
  day: CalendarDate,
): Promise<Date> {
  const [row] = await query<{ latest: number | null }>(
    db,
    sql`select max(e.created_at) as latest from ledger_entries e
        where e.environment_id = ${environmentId} and ${LATE} and ${untilDay(day, 'value_date')}`,
  )
  return new Date(Math.max(beyondOf(day).getTime(), (row?.latest ?? 0) + 1))
}
