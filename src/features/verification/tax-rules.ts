// Takes discounts and taxes anew, in fractions. Shares nothing with the engine that billed them: docs/guide/derivations.md
// is its source.

import { invariant } from '../../invariant.ts'
import { type Fraction, readDecimal, spell } from './pricing-rules.ts'

/** A node as it is stored, whatever somebody has made of it. */
export interface Node {
  rule: unknown
  inputs: Record<string, unknown>
  steps: Node[]
  result: unknown
  exact?: unknown
  because?: unknown
  shares?: { line: unknown; of: unknown; amount: unknown }[]
  untaxed?: { lines: unknown[]; because: unknown }[]
}

interface Share {
  line: number
  of: bigint
  amount: bigint
}

const whole = (value: unknown): bigint => {
  const isWhole = typeof value === 'number' && Number.isSafeInteger(value)
  invariant(isWhole, `${JSON.stringify(value)} is not a whole number`)
  return BigInt(value)
}

/** What each line has left, by its number. */
export type Left = Map<number, bigint>

function sharesOf({ rule, shares }: Node): Share[] {
  invariant(Array.isArray(shares), `${rule} has no shares`)
  const read = shares.map(({ line, of, amount }) => ({
    line: Number(whole(line)),
    of: whole(of),
    amount: whole(amount),
  }))
  const lines = new Set(read.map(({ line }) => line))
  invariant(lines.size === read.length, `${rule} has a line twice`)
  return read
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, each) => all + each, 0n)
const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

/** A ratio as a whole number, halves away from zero. */
function round(numerator: bigint, denominator: bigint): bigint {
  const doubled = (2n * magnitude(numerator) + denominator) / (2n * denominator)
  return numerator < 0n ? -doubled : doubled
}

/** The parts of an amount by the largest remainder: those below, then one unit to whoever lacks most. */
function split(total: bigint, weights: readonly bigint[]): bigint[] {
  const all = sum(weights)
  if (all === 0n) {
    invariant(total === 0n, `${total} cannot be split over nothing`)
    return weights.map(() => 0n)
  }
  if (total < 0n) return split(-total, weights).map((part) => -part)
  const turned = all < 0n ? weights.map((weight) => -weight) : [...weights]
  const base = magnitude(all)
  const below = turned.map((weight) => {
    const product = total * weight
    const remainder = ((product % base) + base) % base
    return { weight, part: (product - remainder) / base, remainder }
  })
  for (let missing = total - sum(below.map(({ part }) => part)); missing > 0n; missing--) {
    const next = below.reduce((best, each) => {
      if (each.remainder !== best.remainder) return each.remainder > best.remainder ? each : best
      return each.weight > best.weight ? each : best
    })
    next.part += 1n
    next.remainder = -1n
  }
  return below.map(({ part }) => part)
}

/** The shares take a result by what they have, in the order in which they are listed. */
function assertSplit(node: Node, shares: readonly Share[], total: bigint): void {
  const parts = split(
    total,
    shares.map(({ of }) => of),
  )
  for (const [index, { line, amount }] of shares.entries()) {
    invariant(
      amount === parts[index],
      `${node.rule}: line ${line} takes ${amount}, but its part is ${parts[index]}`,
    )
  }
}

function assertLeft(node: Node, shares: readonly Share[], left: Left): void {
  for (const { line, of } of shares) {
    invariant(left.get(line) === of, `${node.rule}: line ${line} has ${left.get(line)}, not ${of}`)
  }
}

/** The exact value is told where it is no whole number, and nowhere else. */
function assertExact({ rule, exact }: Node, value: Fraction): void {
  const { numerator, denominator } = value
  if (numerator % denominator === 0n) {
    invariant(exact === undefined, `${rule} tells the exact ${JSON.stringify(exact)}`)
    return
  }
  const positive = spell({ numerator: magnitude(numerator), denominator })
  const expected = numerator < 0n ? `-${positive}` : positive
  invariant(exact === expected, `${rule} tells ${JSON.stringify(exact)} where it is ${expected}`)
}

/** So many per cent of an amount, in lowest terms. */
function percentOf(percentage: Fraction, amount: bigint): Fraction {
  let [common, rest] = [magnitude(percentage.numerator * amount), percentage.denominator * 100n]
  while (rest !== 0n) [common, rest] = [rest, common % rest]
  const divisor = common === 0n ? 1n : common
  return {
    numerator: (percentage.numerator * amount) / divisor,
    denominator: (percentage.denominator * 100n) / divisor,
  }
}

/** Of amounts: `Math.min` takes no bigints. */
function atMost(amount: bigint, most: bigint): bigint {
  if (amount <= most) return amount
  return most
}

/** What a discount takes, as a result below 0; what it leaves of each line is noted. */
export function recomputeDiscount(node: Node, left: Left): bigint {
  const { percent_off, amount_off, base, minimum_amount } = node.inputs
  const shares = sharesOf(node)
  assertLeft(node, shares, left)
  invariant(
    shares.every(({ of }) => of > 0n),
    `${node.rule} takes from a line with nothing left`,
  )
  const whole_base = sum(shares.map(({ of }) => of))
  invariant(whole(base) === whole_base, `its base is ${base}, but ${whole_base} is left`)
  const isShort = minimum_amount !== undefined && whole_base < whole(minimum_amount)
  let value = 0n
  if (!isShort && percent_off !== undefined) {
    const exact = percentOf(readDecimal(percent_off), whole_base)
    assertExact(node, exact)
    value = round(exact.numerator, exact.denominator)
  } else {
    invariant(node.exact === undefined, `${node.rule} tells an exact value`)
    const most = whole(amount_off)
    if (!isShort) value = atMost(most, whole_base)
  }
  assertSplit(node, shares, value)
  for (const { line, of, amount } of shares) left.set(line, of - amount)
  return -value
}

/** A rate on prices without tax. */
export function recomputeExclusive(node: Node, left: Left): bigint {
  const shares = sharesOf(node)
  assertLeft(node, shares, left)
  const taxable = sum(shares.map(({ of }) => of))
  invariant(
    whole(node.inputs.taxable) === taxable,
    `it is on ${node.inputs.taxable}, not ${taxable}`,
  )
  const exact = percentOf(readDecimal(node.inputs.percentage), taxable)
  assertExact(node, exact)
  const result = round(exact.numerator, exact.denominator)
  assertSplit(node, shares, result)
  return result
}

/** The nodes of a group of lines whose prices include the same rates; their results, in their order. */
export function recomputeGroup(nodes: readonly Node[], left: Left): bigint[] {
  const [first] = nodes as [Node, ...Node[]]
  const shares = sharesOf(first)
  assertLeft(first, shares, left)
  const gross = sum(shares.map(({ of }) => of))
  const rates = nodes.map(({ inputs }) => readDecimal(inputs.percentage))
  // Percentages have at most four digits after the point.
  const weights = rates.map(({ numerator, denominator }) => (numerator * 10_000n) / denominator)
  const together = sum(weights)
  const tax = round(gross * together, 1_000_000n + together)
  const results = together === 0n ? weights.map(() => 0n) : split(tax, weights)
  for (const [index, node] of nodes.entries()) {
    const { inputs } = node
    const told = [whole(inputs.gross), whole(inputs.taxable), whole(inputs.group_tax)]
    const expected = [gross, gross - tax, tax]
    invariant(String(told) === String(expected), `its group is ${told}, but comes to ${expected}`)
    const of = readDecimal(inputs.together)
    invariant(
      of.numerator * 10_000n === together * of.denominator,
      `its group is of ${inputs.together} per cent`,
    )
    invariant(node.exact === undefined, `${node.rule} tells an exact value`)
    assertSplit(node, sharesOf(node), results[index] as bigint)
  }
  return results
}

/** Whether nodes are of one group: those of the same lines. */
export const groupKey = (node: Node): string =>
  sharesOf(node)
    .map(({ line }) => line)
    .sort((a, b) => a - b)
    .join()
