// Parts of periods as shares, for display.
import { isCalendarDate, startOfDate } from '../../../../src/domain/calendar.ts'

interface Part {
  from: string
  to: string
  start: string
  end: string
  quantity_before?: string
  amount_before?: string
  minimum?: { seconds: number }
}

/** True if only the difference to a former charge is billed. */
export const isMore = ({ quantity_before, amount_before }: Part): boolean =>
  (quantity_before ?? amount_before) !== undefined

/** The share of a period that is billed, as a percentage such as "63.33". */
export function shareOf({ from, to, start, end, minimum }: Part): string {
  const billed = minimum ? minimum.seconds * 1_000 : Date.parse(to) - Date.parse(from)
  const share = billed / (Date.parse(end) - Date.parse(start))
  return String(Math.round(share * 10_000) / 100)
}

/** The beginning of a day where the subscription is billed, or the input. */
export const beginning = (day: string, zone: string): string =>
  isCalendarDate(day) ? new Date(startOfDate(day, zone)).toISOString() : day
