// Conditions on the civil day of ledger entries, and the instants between which a day can lie.

import type { CalendarDate } from '../../domain/calendar.ts'
import { raw, type Sql, sql } from '../../platform/db/sql.ts'

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

/** True for entries up to and including a day. */
export const untilDay = (day: CalendarDate, entry = 'e'): Sql =>
  sql`${raw(entry)}.day <= ${day}::date`

/** True for entries from a day on. */
export const fromDay = (day: CalendarDate, entry = 'e'): Sql =>
  sql`${raw(entry)}.day >= ${day}::date`
