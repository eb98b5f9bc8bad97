// Contiguous calendar periods: days and whole months, up to the one that contains a date.

import { addDays, type CalendarDate, daysBetween } from './calendar.ts'

export const INTERVALS = ['day', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

export interface Period {
  from: CalendarDate
  /** The last day, inclusive. */
  to: CalendarDate
}

/** The last `count` periods up to the one that contains `date`, oldest first. */
export function periodsUntil(date: CalendarDate, interval: Interval, count: number): Period[] {
  const periods: Period[] = []
  let to = interval === 'day' ? date : lastOfMonth(date)
  while (periods.length < count) {
    const from = interval === 'day' ? to : `${to.slice(0, 7)}-01`
    periods.push({ from, to })
    to = addDays(from, -1)
  }
  return periods.reverse()
}

function lastOfMonth(date: CalendarDate): CalendarDate {
  const month = date.slice(0, 7)
  // The last date has no next day.
  if (month === '9999-12') return '9999-12-31'
  // No month has more than 31 days, so the 32nd is in the next one.
  return addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1)
}

/** The number of days shown for daily periods: a single day is too short to compare. */
const DAYS = 30

/** The month so far, or the last 30 days, and the same number of days of the previous period. */
export function spansUntil(
  date: CalendarDate,
  interval: Interval,
): { current: Period; previous: Period } {
  if (interval === 'day') {
    const from = addDays(date, 1 - DAYS)
    return {
      current: { from, to: date },
      previous: { from: addDays(from, -DAYS), to: addDays(from, -1) },
    }
  }
  const [before, month] = periodsUntil(date, 'month', 2) as [Period, Period]
  // The 31st has no counterpart in a month of 30 days: compare with the whole month.
  const days = Math.min(daysBetween(month.from, date), daysBetween(before.from, before.to))
  const to = addDays(before.from, days)
  return { current: { from: month.from, to: date }, previous: { from: before.from, to } }
}
