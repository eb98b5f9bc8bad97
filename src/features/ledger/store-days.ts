// Conditions on the days of ledger entries, and the instants between which a day can be.

import type { CalendarDate } from '../../domain/calendar.ts'
import { type Db, query, raw, type Sql, sql } from '../../platform/db/sql.ts'

const DAY_MS = 86_400_000
/** Later instants cannot be represented by the API or the database. */
const LAST_INSTANT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** The dates by which reports can be computed: the value date, or the booking date. */
export const BOOK_DATES = ['value_date', 'date'] as const
export type BookDate = (typeof BOOK_DATES)[number]

const COLUMN = { value_date: raw('value_date'), date: raw('day') } as const

/**
 * Before this instant nothing was booked on this or a later day; the other bound is the instant after which nothing was
 * booked on this or an earlier day. In every time zone, a day begins and ends within a day of its UTC counterpart. An
 * entry is booked on its value date or later, so the first instant bounds both dates, the second only the booking date.
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

/** True for entries booked after their value date; identical to the condition of the index. */
const LATE = raw('e.value_date <> e.day')

/**
 * Entries `e` that count until the end of a day, as conditions to be read one after the other: those booked by then,
 * and those booked later. Only the latter can be booked at any later time, and an index contains just the late entries.
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
