// Calendar periods that tile: days, and whole months, up to the one that holds a date.

import { addDays, type CalendarDate } from './calendar.ts'

export const INTERVALS = ['day', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

export interface Period {
  from: CalendarDate
  /** Its last day. */
  to: CalendarDate
}

/** The `count` periods that end with the one in which `date` lies, the oldest first. */
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
  // The last day there is has none after it.
  if (month === '9999-12') return '9999-12-31'
  // No month has more than 31 days, so the 32nd is in the next one.
  return addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1)
}
