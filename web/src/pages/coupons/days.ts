// The last day of something that the API keeps as an instant.
import { endOfDate, isCalendarDate } from '../../../../src/domain/calendar.ts'

/** The last millisecond of a day in the account's zone; the text itself where it is no day, which the API refuses. */
export function lastInstantOf(day: string, timeZone: string): string {
  if (!isCalendarDate(day)) return day
  return new Date(endOfDate(day, timeZone) - 1).toISOString()
}
