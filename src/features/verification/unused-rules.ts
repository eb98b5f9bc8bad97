// The unused time of the periods that an invoice bills, implemented a second time: recurring billing, sections 4 and 8.

import { invariant } from '../../invariant.ts'
import { dayIn } from './dates.ts'
import { type Fraction, rounded } from './fractions.ts'
import { least } from './note-rules.ts'
import { beforeOf, billedOf, priceOf, readPoint } from './pricing-rules.ts'
import type { BooksEnded, BooksLater, BooksLine } from './store-invoices.ts'

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

interface Returning extends Pick<BooksEnded, 'proration_unit' | 'zone'> {
  until?: string
  /** The lines that charge more of the same item for the same period, oldest first. */
  added?: readonly BooksLater[]
}

/**
 * The unused part of a line's period after an instant, or until another one; undefined if the period does not contain
 * that instant.
 */
export function unusedOf(
  line: BooksLine,
  at: string,
  { proration_unit, zone, until, added = [] }: Returning,
): Unused | undefined {
  const { period_start: start, period_end: end, invoice_item_id: oneOff } = line
  // One-time charges are not returned, whatever their period.
  if (oneOff || start === null || end === null || at < start || at >= end) return undefined
  const isByDay = proration_unit === 'day'
  const point = (instant: string) => readPoint(isByDay ? dayOf(instant, zone) : instant)
  const last = until !== undefined && until < end ? until : end
  const gross = (of: BooksLater | BooksLine) => grossOf(of, { at, last, point })
  // A line for more units gives back no more than it charged; the line before it gives back the rest.
  const missing = added.toReversed().reduce((rest, each) => {
    const due = gross(each) + rest
    return due - given(each, due)
  }, 0n)
  const base = given(line, gross(line) + missing)
  const isInFirstDay = isByDay && point(start) === point(at)
  const begun = isByDay ? beginOfDay(at, zone) : at
  return {
    base: base - shareOf(line, base),
    // A period can begin later than its first day.
    period: { start: isInFirstDay ? start : begun, end: last },
  }
}

const isAdded = ({ pricing }: Pick<BooksLine, 'pricing'>): boolean =>
  ['quantity_before', 'amount_before'].some((name) => Object.hasOwn(pricing?.part ?? {}, name))

/** The part of an amount that a line can give back. */
function given(line: Pick<BooksLine, 'pricing' | 'amount'>, due: bigint): bigint {
  if (!isAdded(line)) return due
  return due < 0n ? 0n : least(due, BigInt(line.amount))
}

/** The price of a line between two instants. */
function grossOf(
  line: Pick<BooksLine, 'quantity' | 'unit_price' | 'pricing' | 'period_start' | 'period_end'>,
  { at, last, point }: { at: string; last: string; point(instant: string): bigint },
): bigint {
  const { period_start: start, period_end: end, pricing } = line
  if (start === null || end === null || at < start || at >= end) return 0n
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
  return rest(b1 - point(at)) - rest(b1 - (last === end ? to : point(last)))
}

/** The later lines of an item that charge more of it for the same period, until all of it is billed again. */
export function addedTo(line: BooksLine, later: readonly BooksLater[]): BooksLater[] {
  const own = later.filter(({ item, pricing }) => {
    const isMinimum = Object.hasOwn(pricing?.part ?? {}, 'minimum')
    return item === line.subscription_item_id && !isMinimum
  })
  const at = own.findIndex(({ id }) => id === line.id)
  const after = at < 0 ? [] : own.slice(at + 1)
  const next = after.findIndex((each) => each.period_end !== line.period_end || !isAdded(each))
  return next < 0 ? after : after.slice(0, next)
}

/** The share of the discount of a line. */
function shareOf({ amount, discount }: BooksLine, gross: bigint): bigint {
  if (BigInt(amount) === 0n) return 0n
  return rounded({ numerator: BigInt(discount) * gross, denominator: BigInt(amount) })
}
