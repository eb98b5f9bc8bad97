// The arithmetic of credit notes, implemented a second time from the guide: the amounts per line are computed from the
// invoice and the earlier notes.

import { invariant } from '../../invariant.ts'
import type { Fraction } from './fractions.ts'

/** A line of the invoice. The base is its amount less discounts; taxes are in its order. */
export interface CreditedLine {
  base: bigint
  quantity: Fraction
  taxes: readonly bigint[]
  isInclusive: boolean
}

/** The amounts credited on a line, by one note or in total. */
export interface Part {
  base: bigint
  taxes: bigint[]
  /** Null if a note credited it by amount. */
  quantity: Fraction | null
}

const ZERO: Fraction = { numerator: 0n, denominator: 1n }

export const nothing = ({ taxes }: CreditedLine): Part => ({
  base: 0n,
  taxes: taxes.map(() => 0n),
  quantity: ZERO,
})

/** Adds a part, or subtracts it with a negative sign. */
export function plus(one: Part, other: Part, sign: 1n | -1n = 1n): Part {
  const [a, b] = [one.quantity ?? ZERO, other.quantity ?? ZERO]
  return {
    base: one.base + sign * other.base,
    taxes: one.taxes.map((tax, at) => tax + sign * (other.taxes[at] ?? 0n)),
    quantity: {
      numerator: a.numerator * b.denominator + sign * b.numerator * a.denominator,
      denominator: a.denominator * b.denominator,
    },
  }
}

/** Rounds half up; negative values do not occur. */
function nearest(numerator: bigint, denominator: bigint): bigint {
  const [whole, rest] = [numerator / denominator, numerator % denominator]
  return 2n * rest >= denominator ? whole + 1n : whole
}

const sum = (all: readonly bigint[]): bigint => all.reduce((one, other) => one + other, 0n)
export const least = (...all: bigint[]): bigint =>
  all.reduce((one, other) => (other < one ? other : one))
const most = (...all: bigint[]): bigint => all.reduce((one, other) => (other > one ? other : one))

/**
 * The taxes of a base: the share of each that is due so far, less the tax already credited. After a note is voided,
 * more can be credited than the share.
 */
export function taxesOf(line: CreditedLine, so_far: Part, base: bigint): bigint[] {
  const by = so_far.base + base
  const due = (tax: bigint) => (line.base === 0n ? 0n : nearest(tax * by, line.base))
  const own = line.taxes.map((tax, at) => most(0n, due(tax) - (so_far.taxes[at] ?? 0n)))
  if (!line.isInclusive) return own
  const left = line.taxes.map((tax, at) => tax - (so_far.taxes[at] ?? 0n))
  // Taxes in one price are rounded together: neither this part nor the remainder gets a net below zero.
  const share = due(sum(line.taxes)) - sum(so_far.taxes)
  const lowest = most(0n, sum(left) - (line.base - by))
  return summingTo(most(least(share, base), lowest), own, left)
}

/** Raises taxes, starting with the first, or cuts them, starting with the last, until they sum to a total. */
function summingTo(total: bigint, taxes: bigint[], highest: readonly bigint[]): bigint[] {
  const over = sum(taxes) - total
  if (over > 0n) return cut(taxes, over)
  let missing = -over
  return taxes.map((tax, at) => {
    const more = least(missing, (highest[at] ?? 0n) - tax)
    missing -= more
    return tax + more
  })
}

/** Reduces taxes by units, starting with the last. */
function cut(taxes: readonly bigint[], units: bigint): bigint[] {
  let over = units
  const cuts = taxes.toReversed().map((tax) => {
    const less = least(tax, over)
    over -= less
    return tax - less
  })
  return cuts.reverse()
}

export const totalOf = ({ isInclusive }: CreditedLine, { base, taxes }: Part): bigint =>
  isInclusive ? base : base + sum(taxes)

/** The base credited for a quantity: the share of all units so far less the share before, at most the remainder. */
export function baseOfQuantity(line: CreditedLine, so_far: Part, quantity: Fraction): bigint {
  const before = so_far.quantity ?? ZERO
  const after = plus(so_far, { base: 0n, taxes: [], quantity }).quantity ?? ZERO
  const { numerator, denominator } = line.quantity
  const share = (part: Fraction) =>
    nearest(line.base * part.numerator * denominator, part.denominator * numerator)
  return least(share(after) - share(before), line.base - so_far.base)
}

/** The credits per line for a total. Throws if the total exceeds the remainder. */
export function partsOfTotal(
  lines: readonly CreditedLine[],
  so_far: readonly Part[],
  total: bigint,
): Part[] {
  const left = lines.map((line, at) => {
    const part = so_far[at] as Part
    const taxes = line.taxes.map((tax, nth) => tax - (part.taxes[nth] ?? 0n))
    return totalOf(line, { base: line.base - part.base, taxes, quantity: null })
  })
  const whole = sum(left)
  invariant(total <= whole, `it credits ${total}, but ${whole} are left`)
  const divisor = most(whole, 1n)
  const shares = left.map((each) => (total * each) / divisor)
  const ranks = [...left.keys()].sort((a, b) => {
    const [one, other] = [left[a] ?? 0n, left[b] ?? 0n]
    const [first, second] = [(total * one) % divisor, (total * other) % divisor]
    return (
      Number(second > first) - Number(second < first) || Number(other > one) - Number(other < one)
    )
  })
  for (const at of ranks.slice(0, Number(total - sum(shares)))) shares[at] = (shares[at] ?? 0n) + 1n
  return lines.map((line, at) => partOfShare(line, so_far[at] as Part, shares[at] ?? 0n))
}

/**
 * The part of a line whose total is its share: the tax is computed from the base, and missing units are added to the
 * base.
 */
function partOfShare(line: CreditedLine, so_far: Part, share: bigint): Part {
  const left = line.base - so_far.base
  const part = (base: bigint): Part => ({
    ...{ base, taxes: taxesOf(line, so_far, base), quantity: null },
  })
  const missing = (base: bigint) => share - totalOf(line, part(base))
  const less = (whole: Part, units: bigint): Part => ({ ...whole, taxes: cut(whole.taxes, units) })
  if (missing(0n) < 0n) return less(part(0n), -missing(0n))
  let base = 0n
  // Exponential, then binary search: the total grows with the base.
  let step = 1n
  while (base + step <= left && missing(base + step) >= 0n) step *= 2n
  for (; step > 0n; step /= 2n) if (base + step <= left && missing(base + step) >= 0n) base += step
  const all = base + missing(base)
  if (all > left) return less(part(left), -missing(left))
  return { ...part(base), base: all }
}
