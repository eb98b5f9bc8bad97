// Converts the last day of something to the timestamp that the API stores.
import { endOfDate, isCalendarDate } from '../../../../src/domain/calendar.ts'

/** The last millisecond of a day in the account's zone; an invalid date is returned as it is, for the API to refuse. */
export function lastInstantOf(day: string, timeZone: string): string {
  if (!isCalendarDate(day)) return day
  return new Date(endOfDate(day, timeZone) - 1).toISOString()
}
