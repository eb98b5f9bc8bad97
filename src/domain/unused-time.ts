// The amount returned for a period when its subscription ends or changes in the middle: the price of the remaining time,
// less its share of the discount (recurring billing, section 4; credit notes, section 2).

import { invariant } from '../invariant.ts'
import { baseOf, shareOf } from './credit-note.ts'
import { type LineItem, lineTerms, priceBefore } from './invoice-lines.ts'
import type { LineDiscount } from './parts.ts'
import { priceOf } from './pricing.ts'
import { amountOfRests, type Counting, countedFrom, partOf, restsOf } from './rest.ts'

/** How the part of a note beyond the balance due is settled. */
export const CREDIT_TO = ['balance', 'refund'] as const
export type CreditTo = (typeof CREDIT_TO)[number]

interface Span {
  start: number
  end: number
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

/** The price of a line from an instant on, before discounts. */
function unusedGross(line: LineItem, stretch: Stretch, counting: Counting): number {
  const unused = unusedSpan(line, stretch, counting)
  if (!unused) return 0
  const { pricing, quantity, period_start, period_end } = line
  const terms = lineTerms(line)
  invariant(terms && period_start && period_end, 'A line of a subscription has terms and a period.')
  const { exact } = priceOf(terms, { quantity, events: pricing?.events })
  const rest = partOf(unused, { start: period_start, end: period_end }, counting)
  // A line for a part of a period contains the price of the whole period.
  const { start, end } = pricing?.part ?? rest
  return amountOfRests(restsOf(exact, { ...rest, start, end }, priceBefore(terms)))
}

/**
 * The amount returned for a line from an instant on, at most its uncredited amount: before exclusive taxes, in the
 * currency's smallest unit.
 */
export function unusedAmount(
  line: LineItem,
  { at, until, credited, ...counting }: Counting & Stretch & { credited: number },
): number {
  const gross = unusedGross(line, { at, until }, counting)
  return Math.min(gross - shareOf(line.discount, gross, line.amount), baseOf(line) - credited)
}

/** The share of each discount of a line that is returned from an instant on. */
export const unusedDiscounts = (
  line: LineItem,
  stretch: Stretch,
  counting: Counting,
): LineDiscount[] => {
  const gross = unusedGross(line, stretch, counting)
  return (line.discounts ?? []).map(({ id, amount }) => ({
    id,
    amount: shareOf(amount, gross, line.amount),
  }))
}
