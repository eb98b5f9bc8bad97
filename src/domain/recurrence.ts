// The periods of a subscription: boundaries at equal intervals from an anchor, in the civil time of a zone.

import { invariant } from '../invariant.ts'
import {
  addDays,
  type CalendarDate,
  clampedDate,
  daysBetween,
  instantAt,
  localAt,
  weekdayOf,
} from './calendar.ts'

export const INTERVALS = ['day', 'week', 'month', 'year'] as const
export type IntervalUnit = (typeof INTERVALS)[number]

/** Whether a period is billed when it begins or when it ends. */
export const BILLINGS = ['advance', 'arrears'] as const

/** From Monday on (ISO 8601 numbers them from 1). */
export const WEEKDAYS = [
  ...(['monday', 'tuesday', 'wednesday', 'thursday'] as const),
  ...(['friday', 'saturday', 'sunday'] as const),
]
export type Weekday = (typeof WEEKDAYS)[number]

/** True for intervals that are whole months. */
export const isByMonth = (unit: IntervalUnit): boolean => unit === 'month' || unit === 'year'

/** Every `count` days, weeks, months or years. */
export interface Interval {
  unit: IntervalUnit
  count: number
}

/** The length of an interval in months, or in days. */
const lengthOf = ({ unit, count }: Interval): number =>
  count * (isByMonth(unit) ? (MONTHS[unit] ?? 0) : (DAYS[unit] ?? 0))

/** True if an interval is shorter than another one; months and days are not compared. */
export const isShorter = (one: Interval, other: Interval): boolean =>
  isByMonth(one.unit) === isByMonth(other.unit) && lengthOf(one) < lengthOf(other)

/** True if an interval is a whole number of times another one. */
export const isMultiple = (one: Interval, of: Interval): boolean =>
  isByMonth(one.unit) === isByMonth(of.unit) && lengthOf(one) % lengthOf(of) === 0

/**
 * The first boundary as clocks of the zone show it. The wanted day is kept apart from any date: 31 is the last day of
 * each month, and a boundary in a shorter month does not change it.
 */
export interface Anchor {
  year: number
  month: number
  /** 1 to 31. */
  day: number
  /** Seconds since local midnight. */
  second: number
}

export interface Recurrence {
  interval: Interval
  anchor: Anchor
  /** IANA time zone. */
  zone: string
}

/** From `start`, inclusive, to `end`, exclusive, in milliseconds since 1970. */
export interface Period {
  /** Number of the boundary at which it starts: 0 at the anchor. */
  index: number
  start: number
  end: number
}

const DAYS: Partial<Record<IntervalUnit, number>> = { day: 1, week: 7 }
const MONTHS: Partial<Record<IntervalUnit, number>> = { month: 1, year: 12 }

/** The anchor at an instant. Fractions of a second are cut off. */
export function anchorAt(instantMs: number, zone: string): Anchor {
  const { date, second } = localAt(instantMs, zone)
  return { ...partsOf(date), second }
}

/** The last millisecond before the second that contains an instant. */
const lastBefore = (instantMs: number): number => Math.floor(instantMs / 1_000) * 1_000 - 1

/** The first day of a month (`day` 31: its last) at or after an instant, at local midnight; of one month, or of any. */
export function anchorOnDay(from: number, day: number, zone: string, month?: number): Anchor {
  const before = lastBefore(from)
  const { year: firstYear, month: firstMonth } = partsOf(localAt(before, zone).date)
  for (let n = 0; ; n++) {
    const months = firstMonth - 1 + n
    const anchor = {
      year: firstYear + Math.trunc(months / 12),
      month: (months % 12) + 1,
      day,
      second: 0,
    }
    if (month !== undefined && anchor.month !== month) continue
    if (instantAt(dateOf(anchor), 0, zone) > before) return anchor
  }
}

/** The first weekday (1 for Monday to 7 for Sunday) at or after an instant, at local midnight. */
export function anchorOnWeekday(from: number, weekday: number, zone: string): Anchor {
  const before = lastBefore(from)
  const { date } = localAt(before, zone)
  const ahead = (weekday - weekdayOf(date) + 7) % 7
  const first = addDays(date, ahead)
  const isOver = instantAt(first, 0, zone) <= before
  return { ...partsOf(isOver ? addDays(first, 7) : first), second: 0 }
}

/**
 * Boundary `index` in milliseconds since 1970: the anchor plus that many intervals, never computed from another
 * boundary. The day is clamped to the month; a time that the zone skips moves by the gap (RFC 5545, 3.3.5).
 */
export function boundaryAt({ interval, anchor, zone }: Recurrence, index: number): number {
  const days = DAYS[interval.unit]
  if (days !== undefined) {
    const date = addDays(dateOf(anchor), index * interval.count * days)
    return instantAt(date, anchor.second, zone)
  }
  const { year, month } = monthAt(anchor, index * interval.count * (MONTHS[interval.unit] ?? 0))
  return instantAt(clampedDate(year, month, anchor.day), anchor.second, zone)
}

/**
 * The period that contains an instant. A daily period whose date the zone skipped has no length, and is left out: the
 * period before it ends where the one after it starts.
 */
export function periodAt(recurrence: Recurrence, instantMs: number): Period {
  let index = guess(recurrence, instantMs)
  let start = boundaryAt(recurrence, index)
  while (start > instantMs) start = boundaryAt(recurrence, --index)
  let end = boundaryAt(recurrence, index + 1)
  while (end <= instantMs) [start, end] = [end, boundaryAt(recurrence, ++index + 1)]
  return { index, start, end }
}

/** The period after another one. */
export const periodAfter = (recurrence: Recurrence, { end }: Pick<Period, 'end'>): Period =>
  periodAt(recurrence, end)

/** The number of a boundary near an instant, from civil dates only. */
function guess({ interval, anchor, zone }: Recurrence, instantMs: number): number {
  const { date } = localAt(instantMs, zone)
  const days = DAYS[interval.unit]
  if (days !== undefined)
    return Math.floor(daysBetween(dateOf(anchor), date) / (interval.count * days))
  const { year, month } = partsOf(date)
  const months = (year - anchor.year) * 12 + month - anchor.month
  return Math.floor(months / (interval.count * (MONTHS[interval.unit] ?? 1)))
}

function monthAt({ year, month }: Anchor, months: number): { year: number; month: number } {
  const all = year * 12 + month - 1 + months
  const found = Math.floor(all / 12)
  invariant(found >= 1900 && found <= 9999, `Year ${found} is outside the calendar.`)
  return { year: found, month: all - found * 12 + 1 }
}

const dateOf = ({ year, month, day }: Anchor): CalendarDate => clampedDate(year, month, day)

function partsOf(date: CalendarDate): { year: number; month: number; day: number } {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return { year, month, day }
}
