// Recomputes discounts on lines and splits amounts. Shares no code with the engine: docs/guide/derivations.md is its
// source.

import { invariant } from '../../invariant.ts'

/** A fraction with a positive denominator. */
export type Ratio = readonly [numerator: bigint, denominator: bigint]

/** A line as input to discounts and taxes. */
export interface RuledLine {
  /** Position, starting at 1. */
  number: number
  amount: bigint
  product: string | null
  price: string | null
  /** When its period begins, in milliseconds since 1970; null if it bills no subscription. */
  begins: number | null
  /** The IDs of its rates, sorted and joined by spaces. */
  rates: string
  isInclusive: boolean
}

export interface Share {
  line: number
  of: number
  amount: number
}

/** The expected step of a derivation, and the amount it takes from each line, by number. */
export interface Ruled {
  node: Record<string, unknown>
  result: bigint
  parts: Map<number, bigint>
}

const floor = ([numerator, denominator]: Ratio): bigint => {
  const down = numerator / denominator
  return numerator < 0n && down * denominator !== numerator ? down - 1n : down
}

/** Rounds to the nearest whole number, halves away from 0. */
export function nearestTo([numerator, denominator]: Ratio): bigint {
  if (numerator < 0n) return -nearestTo([-numerator, denominator])
  return floor([2n * numerator + denominator, 2n * denominator])
}

export function readRatio(value: unknown): Ratio {
  const [, units = '', rest = ''] =
    /^(0|[1-9]\d*)(?:\.(\d*[1-9]))?$/.exec(typeof value === 'string' ? value : '') ?? []
  invariant(units !== '', `${JSON.stringify(value)} is not a decimal`)
  return [BigInt(units + rest), 10n ** BigInt(rest.length)]
}

/** The exact decimal of a ratio; undefined for a whole number, which derivations omit. */
export function exactText([numerator, denominator]: Ratio): string | undefined {
  if (numerator % denominator === 0n) return undefined
  const sign = numerator < 0n ? '-' : ''
  let rest = numerator < 0n ? -numerator : numerator
  const units = rest / denominator
  let digits = ''
  for (rest %= denominator; rest !== 0n; rest = (rest * 10n) % denominator) {
    digits += String((rest * 10n) / denominator)
    invariant(digits.length < 400, `1/${denominator} has no exact decimal`)
  }
  return `${sign}${units}.${digits}`
}

/** A whole number as in JSON. */
export function plainOf(value: bigint): number {
  invariant(BigInt(Number(value)) === value, `${value} is too large`)
  return Number(value)
}

/** Splits an amount in proportion to weights: rounded down, then one unit at a time to the largest remainders. */
export function shareOut(amount: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((all, each) => all + each, 0n)
  if (sum === 0n) return weights.map(() => 0n)
  const [sign, turned] = [amount < 0n ? -1n : 1n, sum < 0n ? -1n : 1n]
  const shares = weights.map((weight, at) => {
    const exact: Ratio = [amount * sign * weight * turned, sum * turned]
    const least = floor(exact)
    return { at, weight: weight * turned, part: least, lack: exact[0] - least * exact[1] }
  })
  let missing = amount * sign - shares.reduce((all, { part }) => all + part, 0n)
  const waiting = shares.toSorted((one, other) => {
    if (one.lack !== other.lack) return one.lack > other.lack ? -1 : 1
    if (one.weight !== other.weight) return one.weight > other.weight ? -1 : 1
    return one.at - other.at
  })
  for (const share of waiting) {
    if (missing === 0n) break
    share.part += 1n
    missing -= 1n
  }
  return shares.map(({ part }) => part * sign)
}

/** Lines in the order in which shares list them. */
export function listed(lines: readonly RuledLine[]): RuledLine[] {
  const keys = (line: RuledLine) => [
    line.rates,
    line.isInclusive ? '1' : '0',
    line.product ?? '',
    line.price ?? '',
  ]
  return lines.toSorted((one, other) => {
    const others = keys(other)
    for (const [at, key] of keys(one).entries()) {
      const against = others[at] ?? ''
      if (key !== against) return key < against ? -1 : 1
    }
    if (one.amount !== other.amount) return one.amount > other.amount ? -1 : 1
    return one.number - other.number
  })
}

/** The shares of a result, in proportion to the remainder of each line. */
export function sharesOf(
  result: bigint,
  lines: readonly RuledLine[],
  left: ReadonlyMap<number, bigint>,
): { shares: Share[]; parts: Map<number, bigint> } {
  const of = lines.map(({ number }) => left.get(number) ?? 0n)
  const amounts = shareOut(result, of)
  const parts = new Map(lines.map(({ number }, at) => [number, amounts[at] ?? 0n]))
  const shares = lines.map(({ number }, at) => ({
    line: number,
    of: plainOf(of[at] ?? 0n),
    amount: plainOf(amounts[at] ?? 0n),
  }))
  return { shares, parts }
}

type Members = Record<string, unknown>

/**
 * When a discount of a customer or subscription ends, in milliseconds since 1970; a discount of the invoice does not
 * end.
 */
export function endOf({ source, ends_at }: Members): number | undefined {
  if (ends_at === undefined) return undefined
  invariant(source !== 'invoice', 'a discount of the invoice has an end')
  return plainOf(wholeOf(ends_at, 'its end'))
}

/** The day of redemption of a discount on lines in arrears whose periods began before. */
function startOf({ source, starts_at }: Members): number | undefined {
  if (starts_at === undefined) return undefined
  invariant(source !== 'invoice', 'a discount of the invoice has a start')
  return plainOf(wholeOf(starts_at, 'its start'))
}

/** True if a discount applies to a line: all lines before its end, unless it names products or prices. */
function isFor(discount: Members, { product, price, begins }: RuledLine): boolean {
  const { product_ids, price_ids } = discount
  const [start, end] = [startOf(discount), endOf(discount)]
  if (end !== undefined && begins !== null && begins >= end) return false
  if (start !== undefined && begins !== null && begins < start) return false
  const names = (all: unknown): unknown[] => (Array.isArray(all) ? all : [])
  const [products, prices] = [names(product_ids), names(price_ids)]
  if (products.length + prices.length === 0) return true
  return (
    (product !== null && products.includes(product)) || (price !== null && prices.includes(price))
  )
}

const wholeOf = (value: unknown, what: string): bigint => {
  invariant(typeof value === 'number' && Number.isSafeInteger(value), `${what} is ${String(value)}`)
  return BigInt(value)
}

function exactValue(discount: Members, base: bigint): Ratio {
  const { percent_off, amount_off, minimum_amount } = discount
  invariant((percent_off === undefined) !== (amount_off === undefined), 'it has no value')
  if (minimum_amount !== undefined && base < wholeOf(minimum_amount, 'its minimum')) return [0n, 1n]
  if (percent_off !== undefined) {
    const [numerator, denominator] = readRatio(percent_off)
    return [base * numerator, denominator * 100n]
  }
  const most = wholeOf(amount_off, 'its amount')
  return [most < base ? most : base, 1n]
}

const RANKS = ['subscription', 'customer', 'invoice']

/** Order of discounts: subscription, customer, invoice; percentages before amounts, older before newer. */
function rankOf({ source, percent_off, created_at }: Members): [number, number, number] {
  return [RANKS.indexOf(String(source)), percent_off === undefined ? 1 : 0, Number(created_at)]
}

/** Describes an error in the order of discounts, if any. */
export function findDisorder(discounts: readonly Members[]): string | undefined {
  for (const [at, discount] of discounts.entries()) {
    const before = discounts[at - 1]
    if (!before) continue
    const [one, other] = [rankOf(before), rankOf(discount)]
    const differing = one.findIndex((rank, index) => rank !== other[index])
    if (differing >= 0 && (one[differing] ?? 0) > (other[differing] ?? 0))
      return `discount ${at + 1} comes before discount ${at}`
  }
  return undefined
}

/** Applies each discount in turn to what those before it left; `left` is the remainder of each line. */
export function recomputeDiscounts(
  discounts: readonly Members[],
  lines: readonly RuledLine[],
): { ruled: Ruled[]; left: Map<number, bigint> } {
  const left = new Map(lines.map(({ number, amount }) => [number, amount]))
  const ruled = discounts.map((discount): Ruled => {
    const { id, name, percent_off, amount_off, minimum_amount } = discount
    const [start, end] = [startOf(discount), endOf(discount)]
    const taking = listed(
      lines.filter((line) => (left.get(line.number) ?? 0n) > 0n && isFor(discount, line)),
    )
    const base = taking.reduce((sum, { number }) => sum + (left.get(number) ?? 0n), 0n)
    const exact = exactValue(discount, base)
    const value = nearestTo(exact)
    const { shares, parts } = sharesOf(value, taking, left)
    for (const [number, part] of parts) left.set(number, (left.get(number) ?? 0n) - part)
    const inputs = {
      discount: id,
      name,
      percent_off,
      amount_off,
      base: plainOf(base),
      minimum_amount,
      starts_at: start === undefined ? undefined : new Date(start).toISOString(),
      ends_at: end === undefined ? undefined : new Date(end).toISOString(),
    }
    const node = { rule: 'discount_amount', inputs, shares, exact: exactText(exact), steps: [] }
    return { node: { ...node, result: plainOf(-value) }, result: -value, parts }
  })
  return { ruled, left }
}
