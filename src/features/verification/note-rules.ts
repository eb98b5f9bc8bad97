// The arithmetic of credit notes, a second time and from the guide: what a note credits of each line follows from the
// invoice and from what is credited already.

import { invariant } from '../../invariant.ts'
import type { Fraction } from './pricing-rules.ts'

/** A line of the invoice. The base is its amount less discounts; taxes are in its order. */
export interface CreditedLine {
  base: bigint
  quantity: Fraction
  taxes: readonly bigint[]
  isInclusive: boolean
}

/** What is credited of a line: by one note, or so far. */
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

/** Adds a part, or with a negative sign takes it away. */
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

/** The taxes of a base: what is due of each by then, less what is credited. After a void note that can be too much. */
export function taxesOf(line: CreditedLine, so_far: Part, base: bigint): bigint[] {
  const by = so_far.base + base
  return line.taxes.map((tax, at) => {
    const due = line.base === 0n ? 0n : nearest(tax * by, line.base)
    const credited = so_far.taxes[at] ?? 0n
    return due > credited ? due - credited : 0n
  })
}

const sum = (all: readonly bigint[]): bigint => all.reduce((one, other) => one + other, 0n)

export const totalOf = ({ isInclusive }: CreditedLine, { base, taxes }: Part): bigint =>
  isInclusive ? base : base + sum(taxes)

/** What a quantity credits: its share by then less the share before, at most what is left. */
export function baseOfQuantity(line: CreditedLine, so_far: Part, quantity: Fraction): bigint {
  const before = so_far.quantity ?? ZERO
  const after = plus(so_far, { base: 0n, taxes: [], quantity }).quantity ?? ZERO
  const { numerator, denominator } = line.quantity
  const share = (part: Fraction) =>
    nearest(line.base * part.numerator * denominator, part.denominator * numerator)
  const base = share(after) - share(before)
  const left = line.base - so_far.base
  return base < left ? base : left
}

/** What a total credits of each line. Throws if it is more than is left. */
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
  const shares = left.map((each) => (whole === 0n ? 0n : (total * each) / whole))
  const ranks = [...left.keys()].sort((a, b) => {
    const [one, other] = [left[a] ?? 0n, left[b] ?? 0n]
    const [first, second] = [(total * one) % whole, (total * other) % whole]
    return (
      Number(second > first) - Number(second < first) || Number(other > one) - Number(other < one)
    )
  })
  for (const at of ranks.slice(0, Number(total - sum(shares)))) shares[at] = (shares[at] ?? 0n) + 1n
  return lines.map((line, at) => partOfShare(line, so_far[at] as Part, shares[at] ?? 0n))
}

/** The part of a line whose total is its share: the tax follows the base, and what is missing is added to the base. */
function partOfShare(line: CreditedLine, so_far: Part, share: bigint): Part {
  const left = line.base - so_far.base
  const part = (base: bigint): Part => ({
    ...{ base, taxes: taxesOf(line, so_far, base), quantity: null },
  })
  const missing = (base: bigint) => share - totalOf(line, part(base))
  if (missing(0n) < 0n) return shortened(line, part(0n), -missing(0n))
  let base = 0n
  // Doubled steps, and then halved ones: the total grows with the base.
  let step = 1n
  while (base + step <= left && missing(base + step) >= 0n) step *= 2n
  for (; step > 0n; step /= 2n) if (base + step <= left && missing(base + step) >= 0n) base += step
  const all = base + missing(base)
  if (all > left) return shortened(line, part(left), -missing(left))
  return { ...part(base), base: all }
}

/** Takes units off the taxes, from the last one on. */
function shortened(line: CreditedLine, part: Part, units: bigint): Part {
  let over = line.isInclusive ? 0n : units
  const taxes = part.taxes.toReversed().map((tax) => {
    const less = tax < over ? tax : over
    over -= less
    return tax - less
  })
  return { ...part, taxes: taxes.reverse() }
}
