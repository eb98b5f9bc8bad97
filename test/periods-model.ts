// The periods of subscriptions, computed with Temporal from the design only: src/domain/recurrence.test.ts compares
// them with src/domain/recurrence.ts.

import { Temporal } from 'temporal-polyfill'
import type { Anchor, Period, Recurrence } from '../src/domain/recurrence.ts'

const EPOCH = new Temporal.PlainDate(1970, 1, 1)
/** Mean length of a unit, in days: only where the search for a period begins. */
const MEAN_DAYS = { day: 1, week: 7, month: 30.436_875, year: 365.242_5 }
const MONTHS = { day: 0, week: 0, month: 1, year: 12 }
const DAYS = { day: 1, week: 7, month: 0, year: 0 }

interface Month {
  /** Days since 1970-01-01. */
  first: number
  days: number
}

const months = new Map<number, Month>()
const instants = new Map<string, Map<number, number>>()

/** Instants are kept by zone, day and time of day, because asking Temporal is slow; this drops them. */
export const forgetInstants = (): void => instants.clear()

/** Days since 1970-01-01. */
export const dayNumber = (year: number, month: number, day: number): number =>
  EPOCH.until(new Temporal.PlainDate(year, month, day)).days

/** A month by its number, 12 × year + month − 1. */
function monthAt(number: number): Month {
  const known = months.get(number)
  if (known) return known
  const date = new Temporal.PlainDate(Math.floor(number / 12), (((number % 12) + 12) % 12) + 1, 1)
  const month = { first: EPOCH.until(date).days, days: date.daysInMonth }
  months.set(number, month)
  return month
}

/** "compatible" is RFC 5545, 3.3.5: a skipped time moves later by the gap, and a repeated one is the first. */
export function instantOn(day: number, second: number, zone: string): number {
  const known = instants.get(zone)?.get(day * 86_400 + second)
  if (known !== undefined) return known
  const time = new Temporal.PlainTime().add({ seconds: second })
  const instant = EPOCH.add({ days: day })
    .toPlainDateTime(time)
    .toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
  const ofZone = instants.get(zone) ?? new Map<number, number>()
  instants.set(zone, ofZone.set(day * 86_400 + second, instant))
  return instant
}

/** The anchor's wanted day, clamped to its month, plus `index` intervals. */
export function boundaryOf({ interval, anchor, zone }: Recurrence, index: number): number {
  const units = interval.count * index
  const month = monthAt(12 * anchor.year + anchor.month - 1 + units * MONTHS[interval.unit])
  const clamped = month.first + Math.min(anchor.day, month.days) - 1
  return instantOn(clamped + units * DAYS[interval.unit], anchor.second, zone)
}

/** The last boundary at or before the instant starts its period, so a period without length contains no instant. */
export function periodOf(recurrence: Recurrence, instant: number): Period {
  const { unit, count } = recurrence.interval
  const days = (instant - boundaryOf(recurrence, 0)) / 86_400_000
  let index = Math.floor(days / (MEAN_DAYS[unit] * count))
  let start = boundaryOf(recurrence, index)
  while (start > instant) {
    index -= 1
    start = boundaryOf(recurrence, index)
  }
  let end = boundaryOf(recurrence, index + 1)
  while (end <= instant) {
    index += 1
    start = end
    end = boundaryOf(recurrence, index + 1)
  }
  return { index, start, end }
}

const zonedAt = (instant: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)

/** The local time at an instant, without the fraction of its second. */
export function clocksAt(instant: number, zone: string): Anchor {
  const { year, month, day, hour, minute, second } = zonedAt(instant, zone)
  return { year, month, day, second: 3600 * hour + 60 * minute + second }
}

/** True if clocks in the zone never show this date. */
export function isSkipped(day: number, zone: string): boolean {
  const date = EPOCH.add({ days: day })
  return !date.toZonedDateTime(zone).toPlainDate().equals(date)
}

/** The first day from two days before the instant on that is wanted and whose local midnight is not before it. */
function anchorFrom(
  instant: number,
  zone: string,
  isWanted: (date: Temporal.PlainDate) => boolean,
) {
  const whole = Math.floor(instant / 1000) * 1000
  let date = zonedAt(whole, zone).toPlainDate().subtract({ days: 2 })
  for (;;) {
    if (isWanted(date) && instantOn(EPOCH.until(date).days, 0, zone) >= whole) return date
    date = date.add({ days: 1 })
  }
}

/** `{day_of_month, month?}` of an anchor. */
export function dayAnchorOf(instant: number, day: number, zone: string, month?: number): Anchor {
  const date = anchorFrom(
    instant,
    zone,
    (each) =>
      each.day === Math.min(day, each.daysInMonth) && (month === undefined || each.month === month),
  )
  return { year: date.year, month: date.month, day, second: 0 }
}

/** `{day_of_week}` of an anchor. */
export function weekdayAnchorOf(instant: number, weekday: number, zone: string): Anchor {
  const { year, month, day } = anchorFrom(instant, zone, (each) => each.dayOfWeek === weekday)
  return { year, month, day, second: 0 }
}
