// Schedules reminders of unpaid invoices on civil days relative to the due date.

import { type CalendarDate, daysBetween, findDate, instantOf } from './calendar.ts'

/** Reminders are sent at 9:00 in the seller's time zone. */
const HOUR = 9

export interface Reminders {
  due_date: CalendarDate
  /** Days relative to the due date, negative ones before it. */
  days: readonly number[]
  timeZone: string
}

/** The instants (milliseconds since 1970) of all reminders of an invoice, ascending. */
function instantsOf({ due_date, days, timeZone }: Reminders): number[] {
  return (
    days
      .map((day) => findDate(due_date, day))
      // Skips reminder days beyond the last supported date.
      .filter((date) => date !== undefined)
      .map((date) => instantOf(date, HOUR, timeZone))
      .sort((one, other) => one - other)
  )
}

/** The instant of the first reminder after another instant; null if no reminder follows. */
export function nextReminder(reminders: Reminders, after: number): number | null {
  return instantsOf(reminders).find((instant) => instant > after) ?? null
}

/**
 * The number of days since the due date (negative before it) if the reminder planned for an instant, or a later one, is
 * due; undefined if none is. Of several missed reminders only one is sent.
 */
export function dueReminder(
  reminders: Reminders,
  planned: number,
  today: CalendarDate,
  now: number,
) {
  const isDue = instantsOf(reminders).some((instant) => instant >= planned && instant <= now)
  return isDue ? daysBetween(reminders.due_date, today) : undefined
}
