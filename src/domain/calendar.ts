// Civil dates and the instants at which they begin and end in a time zone. Never reads a clock.
import { Temporal } from 'temporal-polyfill'
import { invariant } from '../invariant.ts'

/** A date of the Gregorian calendar, `YYYY-MM-DD`, without time or zone, from 1900 to 9999. */
export type CalendarDate = string

const DAY_MS = 86_400_000
const FIRST_DATE = '1900-01-01'
const FIRST_DAY = Date.UTC(1900, 0, 1) / DAY_MS
const LAST_DAY = Date.UTC(9999, 11, 31) / DAY_MS
/** Later instants cannot be represented by the API or the database. */
const LAST_INSTANT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** True if the text is a real date from 1900 to 9999 in the form `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  if (!/^(19|[2-9]\d)\d\d-\d\d-\d\d$/.test(text)) return false
  const month = Number(text.slice(5, 7))
  const day = Number(text.slice(8))
  return (
    month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(Number(text.slice(0, 4)), month)
  )
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Adds days to a date; a negative number subtracts. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOfDay(dayOfDate(date) + days)
}

/** Like `addDays`, but returns undefined outside the calendar (before 1900, after 9999). */
export function findDate(date: CalendarDate, days: number): CalendarDate | undefined {
  const day = dayOfDate(date) + days
  return day < FIRST_DAY || day > LAST_DAY ? undefined : dateOfDay(day)
}

/** The civil date at an instant (milliseconds since 1970) in a time zone. */
export function dateIn(instantMs: number, timeZone: string): CalendarDate {
  const { offsetMs } = spanAt(instantMs, timeZone)
  return dateOfDay(Math.floor((instantMs + offsetMs) / DAY_MS))
}

/**
 * The instant (milliseconds since 1970) at which a civil date is over in a time zone: from then on, the local date is
 * always later. Where a clock goes back over midnight and a date returns for an hour, its end is the second midnight; a
 * date the zone skipped ends when it is skipped. In every zone, the last date ends within the year 9999 UTC.
 */
export function endOfDate(date: CalendarDate, timeZone: string): number {
  // The midnight after the date, as if local time were UTC. Offsets are less than a day in either direction.
  const midnightMs = (dayOfDate(date) + 1) * DAY_MS
  let span = spanAt(midnightMs + DAY_MS, timeZone)
  // Walks backwards through the offset spans: the last span that still shows the date contains its end.
  for (;;) {
    const endMs = Math.min(span.untilMs, midnightMs - span.offsetMs)
    if (endMs > span.fromMs) return Math.min(endMs, LAST_INSTANT_MS)
    span = spanAt(span.fromMs - 1, timeZone)
  }
}

/** The instant (milliseconds since 1970) at which a civil date begins in a time zone. */
export function startOfDate(date: CalendarDate, timeZone: string): number {
  // The first date has no predecessor whose end could be computed.
  return date === FIRST_DATE ? Date.UTC(1900, 0, 1) : endOfDate(addDays(date, -1), timeZone)
}

/** The number of days between two dates; negative if the second is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayOfDate(to) - dayOfDate(from)
}

/**
 * The instant (milliseconds since 1970) at which clocks in a time zone show a time of a date, in seconds since its
 * midnight. For a time that occurs twice, this is the first; a skipped time is shifted by the length of the gap (RFC
 * 5545, section 3.3.5).
 */
export function instantAt(date: CalendarDate, second: number, timeZone: string): number {
  const localMs = dayOfDate(date) * DAY_MS + second * 1_000
  // No zone has changed its clock twice within two days.
  const earlier = spanAt(localMs - DAY_MS, timeZone).offsetMs
  const first = localMs - earlier
  const later = spanAt(first, timeZone).offsetMs
  const moved = localMs - later
  const isLater = later !== earlier && spanAt(moved, timeZone).offsetMs === later
  return isLater ? moved : first
}

/** `instantAt` for a full hour. */
export const instantOf = (date: CalendarDate, hour: number, timeZone: string): number =>
  instantAt(date, hour * 3_600, timeZone)

/** The local time in a zone at an instant (milliseconds since 1970): date, and whole seconds since its midnight. */
export function localAt(
  instantMs: number,
  timeZone: string,
): { date: CalendarDate; second: number } {
  const localMs = instantMs + spanAt(instantMs, timeZone).offsetMs
  const day = Math.floor(localMs / DAY_MS)
  return { date: dateOfDay(day), second: Math.floor((localMs - day * DAY_MS) / 1_000) }
}

/** A date from its parts; a day beyond the end of the month becomes its last. */
export function clampedDate(year: number, month: number, day: number): CalendarDate {
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(Math.min(day, daysInMonth(year, month)), 2)}`
}

/** 1 for Monday to 7 for Sunday (ISO 8601). */
export const weekdayOf = (date: CalendarDate): number => ((((dayOfDate(date) + 3) % 7) + 7) % 7) + 1

/** True if the name is in the IANA time zone database, such as `America/Toronto` or `UTC`. */
export function isTimeZone(name: string): boolean {
  // Offsets like "+05:00" are rejected: they have no daylight saving rules.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The canonical spelling of a time zone's name: `America/Toronto` for `america/toronto`. */
export function timeZoneNamed(name: string): string {
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
  // Intl replaces some names with another name of the same zone; those are kept as given.
  return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name
}

/** Formats an instant (milliseconds since 1970) for the API: `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export function timestamp(ms: number): string {
  const day = Math.floor(ms / DAY_MS)
  const rest = ms - day * DAY_MS
  const hours = digits(Math.floor(rest / 3_600_000), 2)
  const minutes = digits(Math.floor(rest / 60_000) % 60, 2)
  const seconds = digits(Math.floor(rest / 1000) % 60, 2)
  return `${dateOfDay(day)}T${hours}:${minutes}:${seconds}.${digits(rest % 1000, 3)}Z`
}

/** A period, start inclusive and end exclusive, during which a zone keeps one UTC offset. */
interface Span {
  fromMs: number
  untilMs: number
  offsetMs: number
}

/** A cache of spans by zone: asking Temporal is a hundred times slower. */
const spansByZone = new Map<string, Span[]>()
const SPANS_KEPT_MAX = 64
const ZONES_KEPT_MAX = 1000

function spanAt(instantMs: number, timeZone: string): Span {
  let spans = spansByZone.get(timeZone)
  if (spans === undefined) {
    if (spansByZone.size >= ZONES_KEPT_MAX) spansByZone.clear()
    spans = []
    spansByZone.set(timeZone, spans)
  }
  for (const span of spans) {
    if (instantMs >= span.fromMs && instantMs < span.untilMs) return span
  }
  const span = findSpan(instantMs, timeZone)
  if (spans.length >= SPANS_KEPT_MAX) spans.length = 0
  spans.push(span)
  return span
}

function findSpan(instantMs: number, timeZone: string): Span {
  const local = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(timeZone)
  const next = local.getTimeZoneTransition('next')
  // "previous" excludes the instant itself, so ask from just after it.
  const previous = local.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  return {
    fromMs: previous?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    untilMs: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offsetMs: local.offsetNanoseconds / 1_000_000,
  }
}

/** Days since 1970-01-01, by Howard Hinnant's days_from_civil: years start in March, so the leap day is last. */
function dayOfDate(date: CalendarDate): number {
  invariant(isCalendarDate(date), `"${date}" is not a date.`)
  const month = Number(date.slice(5, 7))
  const year = Number(date.slice(0, 4)) - (month <= 2 ? 1 : 0)
  const era = Math.floor(year / 400)
  const yearOfEra = year - era * 400
  const dayOfYear =
    Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + Number(date.slice(8)) - 1
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** The inverse of dayOfDate (civil_from_days). */
function dateOfDay(day: number): CalendarDate {
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const dayOfMonth = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  invariant(year >= 1900 && year <= 9999, `Day ${day} lies outside the years 1900 to 9999.`)
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(dayOfMonth, 2)}`
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0')
}
