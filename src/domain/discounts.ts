// Applies discounts to the lines of an invoice in sequence: each one applies to the amounts after the previous ones
// (tax-and-credit, section 4). The derivation's format is in docs/guide/derivations.md.

import { timestamp } from './calendar.ts'
import { exactText, isWhole, parseExact, rounded, times, whole } from './decimal.ts'
import type { DiscountDerivation } from './derivation.ts'
import { type LineInput, periodStart } from './invoice-lines.ts'
import { amountOf, sumAmounts } from './money.ts'
import {
  type AppliedDiscount,
  DISCOUNT_SOURCES,
  type Discount,
  type LineDiscount,
  type Share,
} from './parts.ts'
import { spread } from './shares.ts'

export interface Discounted {
  /** The amount of each line after discounts. */
  left: number[]
  lines: LineDiscount[][]
  discounts: AppliedDiscount[]
  steps: DiscountDerivation[]
}

interface Lines {
  currency: string
  lines: readonly LineInput[]
  amounts: readonly number[]
  /** The positions of lines, in the order in which shares are listed. */
  ranks: readonly number[]
}

/**
 * Applies discounts to lines: the subscription's, the customer's, then the invoice's; of each, percentages before
 * amounts, then oldest first.
 */
export function takeDiscounts(
  discounts: readonly Discount[],
  { currency, lines, amounts, ranks }: Lines,
): Discounted {
  const left = [...amounts]
  const taken: LineDiscount[][] = lines.map(() => [])
  const applied: AppliedDiscount[] = []
  const steps: DiscountDerivation[] = []
  for (const discount of inOrder(discounts)) {
    if (discount.currency !== undefined && discount.currency !== currency) continue
    const of = ranks
      .filter((at) => isFor(discount, lines[at] as LineInput) && (left[at] as number) > 0)
      .map((at) => ({ line: at + 1, of: left[at] as number }))
    const step = take(discount, of)
    for (const { line, amount } of step.shares) {
      left[line - 1] = (left[line - 1] as number) - amount
      if (amount > 0) taken[line - 1]?.push({ id: discount.id, amount })
    }
    steps.push(step)
    applied.push({ ...discount, amount: -step.result })
  }
  return { left, lines: taken, discounts: applied, steps }
}

function inOrder(discounts: readonly Discount[]): Discount[] {
  const isAmount = ({ percent_off }: Discount) => Number(percent_off === undefined)
  return discounts.toSorted(
    (a, b) =>
      DISCOUNT_SOURCES.indexOf(a.source) - DISCOUNT_SOURCES.indexOf(b.source) ||
      isAmount(a) - isAmount(b) ||
      a.created_at - b.created_at ||
      (a.id < b.id ? -1 : 1),
  )
}

function isFor({ product_ids, price_ids, starts_at, ends_at }: Discount, line: LineInput): boolean {
  const { product_id, price_id } = line
  const start = periodStart(line)
  if (ends_at !== undefined && start !== undefined && start >= ends_at) return false
  if (starts_at !== undefined && start !== undefined && start < starts_at) return false
  if (product_ids.length === 0 && price_ids.length === 0) return true
  const isProduct = product_id !== null && product_ids.includes(product_id)
  return isProduct || (price_id !== null && price_ids.includes(price_id))
}

function take(discount: Discount, of: readonly Omit<Share, 'amount'>[]): DiscountDerivation {
  const { id, name, percent_off, amount_off, minimum_amount, starts_at, ends_at } = discount
  const base = sumAmounts(of.map((share) => share.of))
  const isEnough = base >= (minimum_amount ?? 0)
  const { value, exact } = isEnough ? amountOff(discount, base) : { value: 0 }
  return {
    rule: 'discount_amount',
    inputs: {
      discount: id,
      name,
      ...(percent_off === undefined ? { amount_off: amount_off ?? 0 } : { percent_off }),
      base,
      ...(minimum_amount !== undefined && { minimum_amount }),
      ...(starts_at !== undefined && { starts_at: timestamp(starts_at) }),
      ...(ends_at !== undefined && { ends_at: timestamp(ends_at) }),
    },
    shares: spread(value, of),
    ...(exact !== undefined && { exact }),
    steps: [],
    result: value === 0 ? 0 : -value,
  }
}

function amountOff(
  { percent_off, amount_off = 0 }: Discount,
  base: number,
): { value: number; exact?: string } {
  if (percent_off === undefined) return { value: Math.min(amount_off, base) }
  const exact = percentOf(percent_off, base)
  return {
    value: amountOf(rounded(exact)),
    ...(!isWhole(exact) && { exact: exactText(exact) }),
  }
}

/** A percentage of an amount, exact. */
export function percentOf(percentage: string, amount: number) {
  const { digits, scale } = times(parseExact(percentage), whole(amount))
  return { digits, scale: scale + 2 }
}
