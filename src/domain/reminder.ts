// When an unpaid invoice is brought to mind: on civil days counted from its due date.

import { type CalendarDate, daysBetween, findDate, instantOf } from './calendar.ts'

/** Reminders go out at nine in the morning, where the seller is. */
const HOUR = 9

export interface Reminders {
  due_date: CalendarDate
  /** Days from the due date, negative ones before it. */
  days: readonly number[]
  timeZone: string
}

/** The instants (milliseconds since 1970) of all reminders of an invoice, ascending. */
function instantsOf({ due_date, days, timeZone }: Reminders): number[] {
  return (
    days
      .map((day) => findDate(due_date, day))
      // Of a day that no calendar has nobody is reminded.
      .filter((date) => date !== undefined)
      .map((date) => instantOf(date, HOUR, timeZone))
      .sort((one, other) => one - other)
  )
}

/** The instant of the first reminder after another instant; null when there is none. */
export function nextReminder(reminders: Reminders, after: number): number | null {
  return instantsOf(reminders).find((instant) => instant > after) ?? null
}

/**
 * How many days after the due date it is (before it: a negative number) if the reminder that was
 * planned for an instant, or a later one, is due by now; undefined if none is. Of several that were
 * missed one is sent: nobody gets two at once.
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
