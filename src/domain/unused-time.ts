// The amount returned for a period when its subscription ends or changes in the middle: the price of the remaining time,
// less its share of the discount (recurring billing, section 4; credit notes, section 2).

import { invariant } from '../invariant.ts'
import { type CalendarDate, dateIn } from './calendar.ts'
import { baseOf, shareOf } from './credit-note.ts'
import { exactText, minus, parseExact } from './decimal.ts'
import { type LineItem, lineTerms, priceBefore } from './invoice-lines.ts'
import type { LineDiscount } from './parts.ts'
import { priceOf } from './pricing.ts'
import { amountOfRests, type Counting, countedFrom, partOf, type Rests, restsOf } from './rest.ts'

/** How the part of a note beyond the balance due is settled. */
export const CREDIT_TO = ['balance', 'refund'] as const
export type CreditTo = (typeof CREDIT_TO)[number]

interface Span {
  start: number
  end: number
}

/** Unused time that a note returns, with the computation of its price. */
export interface ExplainedUnused {
  first_day: CalendarDate
  last_day: CalendarDate
  /** The price of the whole period in the currency's smallest unit, less the amount billed before. */
  price: string
  seconds: number
  period_seconds: number
  /** price × seconds ÷ period_seconds, rounded. */
  amount: number
  /** What the line returns of other lines of its item, or they of it; usually 0. */
  adjustment: number
  /** The share of the line's discount in both. */
  discount: number
}

/** From when a line is returned, and until when if not to the end of its period. */
export interface Stretch {
  at: number
  until?: number | undefined
}

/** The unused part of a line's period after an instant; undefined if the whole period is used. */
export function unusedSpan(
  line: LineItem,
  { at, until = Number.POSITIVE_INFINITY }: Stretch,
  counting: Counting,
): Span | undefined {
  const { subscription_item_id, period_start, period_end } = line
  if (!subscription_item_id || !period_start || !period_end) return undefined
  // If a subscription ends on a day, that day is unused from its beginning.
  const start = Math.max(countedFrom(at, counting), period_start)
  const end = Math.min(until, period_end)
  return start < end ? { start, end } : undefined
}

/** How the price of a part of a line's period follows from the price of the whole period. */
function unusedRests(line: LineItem, unused: Span, counting: Counting): Rests {
  const { pricing, quantity, period_start, period_end } = line
  const terms = lineTerms(line)
  invariant(terms && period_start && period_end, 'A line of a subscription has terms and a period.')
  const { exact } = priceOf(terms, { quantity, events: pricing?.events })
  const rest = partOf(unused, { start: period_start, end: period_end }, counting)
  // A line for a part of a period contains the price of the whole period.
  const { start, end } = pricing?.part ?? rest
  return restsOf(exact, { ...rest, start, end }, priceBefore(terms))
}

/** The price of a line from an instant on, before discounts. */
function unusedGross(line: LineItem, stretch: Stretch, counting: Counting): number {
  const unused = unusedSpan(line, stretch, counting)
  return unused ? amountOfRests(unusedRests(line, unused, counting)) : 0
}

/** True if a line charges only what is beyond the amount that was billed before. */
const isDifference = ({ pricing }: LineItem): boolean =>
  pricing?.part?.quantity_before !== undefined || pricing?.part?.amount_before !== undefined

/**
 * The amounts that the charges of an item for one period return before discounts. Each difference returns at most its
 * own amount, and the charge before it the rest: together, they return the price of the item's remaining time.
 */
export function dividedGross(
  lines: readonly LineItem[],
  stretch: Stretch,
  counting: Counting,
): number[] {
  let rest = 0
  const amounts = lines.toReversed().map((line) => {
    const gross = unusedGross(line, stretch, counting) + rest
    const given = isDifference(line) ? Math.max(0, Math.min(gross, line.amount)) : gross
    rest = gross - given
    return given
  })
  return amounts.reverse()
}

/** How the amount returned for a part of a line's period was computed. */
export function explainedUnused(
  line: LineItem,
  { span, base, ...counting }: Counting & { span: Span; base: number },
): ExplainedUnused {
  const rests = unusedRests(line, span, counting)
  const { price, before, seconds: period_seconds, left } = rests
  const amount = amountOfRests(rests)
  const adjustment = adjustmentOf(line, { amount, base })
  return {
    first_day: dateIn(span.start, counting.zone),
    last_day: dateIn(span.end - 1, counting.zone),
    price: before ? exactText(minus(parseExact(price), parseExact(before.price))) : price,
    seconds: left[0] - left[1],
    period_seconds,
    amount,
    adjustment,
    discount: shareOf(line.discount, amount + adjustment, line.amount),
  }
}

/** Each difference of an item can move one unit of its currency. */
const ADJUSTED_MOST = 30

/** By how much a line returned more or less than the price of its time: 0 if earlier notes explain it. */
function adjustmentOf(line: LineItem, { amount, base }: { amount: number; base: number }): number {
  if (isDifference(line) && (amount > line.amount || amount < 0))
    return (amount < 0 ? 0 : line.amount) - amount
  const found = Array.from({ length: ADJUSTED_MOST }, (_, more) => more).find((more) => {
    const gross = amount + more
    return gross - shareOf(line.discount, gross, line.amount) >= base
  })
  return found ?? 0
}

/** The amount returned for a line, at most its uncredited amount: less discounts, before exclusive taxes. */
export const unusedAmount = (
  line: LineItem,
  { gross, credited }: { gross: number; credited: number },
): number => Math.min(gross - shareOf(line.discount, gross, line.amount), baseOf(line) - credited)

/** The share of each discount of a line in an amount that is returned. */
export const unusedDiscounts = (line: LineItem, gross: number): LineDiscount[] =>
  (line.discounts ?? []).map(({ id, amount }) => ({
    id,
    amount: shareOf(amount, gross, line.amount),
  }))
