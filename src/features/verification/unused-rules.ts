// The unused time of the periods that an invoice bills, implemented a second time: recurring billing, sections 4 and 8.

import { invariant } from '../../invariant.ts'
import { dayIn } from './dates.ts'
import { type Fraction, rounded } from './fractions.ts'
import { beforeOf, billedOf, priceOf, readPoint } from './pricing-rules.ts'
import type { BooksEnded, BooksLine } from './store-invoices.ts'

/** The amount that a line returns, before earlier credits, and the unused part of its period. */
export interface Unused {
  base: bigint
  period: { start: string; end: string }
}

const LONGEST_DAY_MS = 36 * 3_600_000

const instantText = (ms: number): string => new Date(ms).toISOString()

function dayOf(instant: string, zone: string): string {
  const day = dayIn(Date.parse(instant), zone)
  invariant(day !== '', `there is no time zone ${zone}`)
  return day
}

/** The first second of the civil day of an instant. */
function beginOfDay(instant: string, zone: string): string {
  const day = dayOf(instant, zone)
  let within = Date.parse(instant)
  let before = within - LONGEST_DAY_MS
  while (within - before > 1000) {
    const middle = before + Math.floor((within - before) / 2000) * 1000
    if (dayIn(middle, zone) === day) within = middle
    else before = middle
  }
  return instantText(within)
}

/**
 * The unused part of a line's period after an instant, or until another one; undefined if the period does not contain
 * that instant.
 */
export function unusedOf(
  line: BooksLine,
  at: string,
  { proration_unit, zone, until }: Pick<BooksEnded, 'proration_unit' | 'zone'> & { until?: string },
): Unused | undefined {
  const { period_start: start, period_end: end, pricing, invoice_item_id: oneOff } = line
  // One-time charges are not returned, whatever their period.
  if (oneOff || start === null || end === null || at < start || at >= end) return undefined
  const isByDay = proration_unit === 'day'
  const point = (instant: string) => readPoint(isByDay ? dayOf(instant, zone) : instant)
  const part = pricing?.part ?? {}
  // Without a part, a line is for the whole period, such as a first period that is billed in full.
  const [from, to] = [point(start), point(end)]
  const [b0, b1] = part.end === undefined ? [from, to] : [part.start, part.end].map(readPoint)
  invariant(b0 !== undefined && b1 !== undefined && b0 < b1, 'a line is for an empty period')
  const billed = billedOf(line)
  const [price, before] = [priceOf(billed), beforeOf(billed)]
  const restOf = ({ numerator, denominator }: Fraction, left: bigint) =>
    rounded({ numerator: numerator * left, denominator: denominator * (b1 - b0) })
  const rest = (left: bigint) => restOf(price, left) - (before ? restOf(before, left) : 0n)
  const last = until !== undefined && until < end ? until : end
  const gross = rest(b1 - point(at)) - rest(b1 - (last === end ? to : point(last)))
  const isInFirstDay = isByDay && from === point(at)
  const begun = isByDay ? beginOfDay(at, zone) : at
  return {
    base: gross - shareOf(line, gross),
    // A period can begin later than its first day.
    period: { start: isInFirstDay ? start : begun, end: last },
  }
}

/** The share of the discount of a line. */
function shareOf({ amount, discount }: BooksLine, gross: bigint): bigint {
  if (BigInt(amount) === 0n) return 0n
  return rounded({ numerator: BigInt(discount) * gross, denominator: BigInt(amount) })
}
