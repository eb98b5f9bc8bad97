// When a subscription starts, when its trial ends and its periods begin, as requested.

import {
  addDays,
  clampedDate,
  dateIn,
  daysInMonth,
  instantAt,
  isCalendarDate,
  localAt,
  startOfDate,
  timestamp,
} from '../../domain/calendar.ts'
import { billingError, quoted } from '../../domain/errors.ts'
import {
  type Anchor,
  anchorAt,
  anchorOnDay,
  anchorOnWeekday,
  type IntervalUnit,
  isByMonth,
  WEEKDAYS,
  type Weekday,
} from '../../domain/recurrence.ts'
import type { Pause } from '../../domain/subscription-state.ts'
import type { Work } from '../accounts/store.ts'

export const wholeSeconds = (ms: number): number => Math.floor(ms / 1_000) * 1_000

/** How far ahead a subscription can start, or a trial end. */
const YEARS_AHEAD = 10
/** The first year of a start, as of every stored time. */
const FIRST_YEAR = '2000'

/** The instant of a start: local midnight of a date. */
export function startAt(work: Work, sent: string): number {
  const { time_zone } = work.environment
  if (sent < FIRST_YEAR) {
    throw billingError(
      'parameter_invalid',
      `start must be ${FIRST_YEAR}-01-01 or later; ${quoted(sent)} is not.`,
      { param: 'start' },
    )
  }
  const at = isCalendarDate(sent) ? startOfDate(sent, time_zone) : wholeSeconds(Date.parse(sent))
  assertNotTooFar(work, 'start', at)
  return at
}

/** The instant from which a price migration applies: local midnight of a date. */
export function effectiveAt(sent: string, account: { now: number; time_zone: string }): number {
  const param = 'effective_from'
  if (sent < FIRST_YEAR) {
    throw billingError(
      'parameter_invalid',
      `${param} must be ${FIRST_YEAR}-01-01 or later; ${quoted(sent)} is not.`,
      { param },
    )
  }
  const { now, time_zone } = account
  const at = isCalendarDate(sent) ? startOfDate(sent, time_zone) : wholeSeconds(Date.parse(sent))
  assertNotTooFar({ now, environment: { time_zone } }, param, at)
  return at
}

export function trialEnd(
  work: Work,
  { trial_end, trial_days }: { trial_end?: string | undefined; trial_days?: number | undefined },
  start: number,
): number | null {
  if (trial_end === undefined && trial_days === undefined) return null
  const { time_zone } = work.environment
  const at =
    trial_end === undefined
      ? daysAfter(start, trial_days as number, time_zone)
      : wholeSeconds(Date.parse(trial_end))
  const param = trial_end === undefined ? 'trial_days' : 'trial_end'
  assertNotTooFar(work, param, at)
  if (at > Math.max(start, work.now)) return at
  throw billingError(
    'parameter_invalid',
    `The trial would end at ${timestamp(at)}, which is not after ${at <= start ? 'its start' : 'now'}. Use a later ${param}, or leave it out.`,
    { param },
  )
}

/** A pause from an instant on, and until a later one if that is given. */
export function plannedPause(work: Work, from: number, resume_at: string | undefined): Pause {
  if (resume_at === undefined) return { from: timestamp(from), resume_at: null }
  return { from: timestamp(from), resume_at: resumeAt(work, 'resume_at', resume_at, from) }
}

/** When a pause ends, as requested. Throws unless it is later than now and than its beginning. */
export function resumeAt(work: Work, param: string, sent: string, from: number): string {
  const at = wholeSeconds(Date.parse(sent))
  assertNotTooFar(work, param, at)
  if (at > Math.max(from, work.now)) return timestamp(at)
  throw billingError(
    'parameter_invalid',
    `${param} must be later than ${at <= from ? `${timestamp(from)}, when the pause begins` : 'now'}; ${timestamp(at)} is not.`,
    { param },
  )
}

function daysAfter(start: number, days: number, zone: string): number {
  const { date, second } = localAt(start, zone)
  return instantAt(addDays(date, days), second, zone)
}

/** Throws if an instant is after the last day that can be scheduled. */
export function assertNotTooFar(
  work: Pick<Work, 'now'> & { environment: { time_zone: string } },
  param: string,
  at: number,
): void {
  const { time_zone } = work.environment
  const [year = 0, month = 0, day = 0] = dateIn(work.now, time_zone).split('-').map(Number)
  const max = clampedDate(year + YEARS_AHEAD, month, day)
  if (dateIn(at, time_zone) <= max) return
  throw billingError(
    'parameter_invalid',
    `${param} must be at most ten years ahead: ${max} or earlier.`,
    { param },
  )
}

/** An instant, or the first such day at or after the start, at local midnight. */
export type AnchorSent =
  | string
  | {
      day_of_month?: number | 'last' | undefined
      /** 1 for January. */
      month?: number | undefined
      day_of_week?: Weekday | undefined
    }

const LAST = 31
/** Any leap year, so that 29 February can be asked for. */
const LEAP_YEAR = 2028

/** The anchor that was asked for; 400 `anchor_invalid` if it does not fit the interval. */
export function anchorOf(
  work: Work,
  sent: AnchorSent,
  { start, interval, zone }: { start: number; interval: IntervalUnit; zone: string },
): Anchor {
  if (typeof sent === 'string') {
    const at = wholeSeconds(Date.parse(sent))
    assertNotTooFar(work, 'anchor', at)
    return anchorAt(at, zone)
  }
  const { day_of_month, month, day_of_week } = sent
  const isMonthly = isByMonth(interval)
  if (day_of_week !== undefined) {
    if (day_of_month !== undefined || month !== undefined)
      throw invalid('Send either day_of_week, or day_of_month with or without month.')
    if (isMonthly)
      throw invalid(`Prices by the ${interval} begin on a day of the month: send day_of_month.`)
    return anchorOnWeekday(start, WEEKDAYS.indexOf(day_of_week) + 1, zone)
  }
  if (day_of_month === undefined)
    throw invalid(
      'Send day_of_month, such as 1 or "last", day_of_week, such as "monday", or an instant.',
    )
  if (!isMonthly)
    throw invalid(`Prices by the ${interval} can begin on a day_of_week, or at an instant.`)
  const day = day_of_month === 'last' ? LAST : day_of_month
  const days = month === undefined ? LAST : daysInMonth(LEAP_YEAR, month)
  if (day_of_month !== 'last' && day > days)
    throw invalid(`That month has at most ${days} days. Use a day that exists, or "last".`)
  return anchorOnDay(start, day, zone, month)
}

const invalid = (message: string) => billingError('anchor_invalid', message, { param: 'anchor' })
