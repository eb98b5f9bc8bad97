// Recomputes taxes on lines. Shares no code with the engine: docs/guide/derivations.md is its source.

import { invariant } from '../../invariant.ts'
import {
  exactText,
  listed,
  nearestTo,
  plainOf,
  type Ratio,
  type Ruled,
  type RuledLine,
  readRatio,
  shareOut,
  sharesOf,
} from './discount-rules.ts'

/** A tax of an invoice as stored, possibly forged. */
export type StoredTax = Record<string, unknown> & { rate: string; inclusive: boolean }

/** A tax as one step of the derivation, with the matching tax of the invoice. */
export interface RuledTax extends Ruled {
  tax: StoredTax
  taxable: bigint
}

type Left = ReadonlyMap<number, bigint>

const sumOf = (lines: readonly RuledLine[], left: Left): bigint =>
  lines.reduce((sum, { number }) => sum + (left.get(number) ?? 0n), 0n)

/** The sum of two ratios. */
const added = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * d + c * b, b * d]

const ratesOf = ({ rates }: RuledLine): string[] => (rates === '' ? [] : rates.split(' '))

function exclusive(tax: StoredTax, lines: readonly RuledLine[], left: Left): RuledTax {
  const { rate, name, percentage, category, reason } = tax
  const of = listed(lines.filter((line) => !line.isInclusive && ratesOf(line).includes(rate)))
  const taxable = sumOf(of, left)
  const [numerator, denominator] = readRatio(percentage)
  const exact: Ratio = [taxable * numerator, denominator * 100n]
  const result = nearestTo(exact)
  const { shares, parts } = sharesOf(result, of, left)
  const inputs = { rate, name, percentage, category, taxable: plainOf(taxable) }
  const node = { rule: 'tax_exclusive', inputs, because: reason, shares, exact: exactText(exact) }
  return { tax, taxable, result, parts, node: { ...node, steps: [], result: plainOf(result) } }
}

/** The steps of all lines whose prices include the same rates. */
function inclusive(taxes: StoredTax[], of: RuledLine[], left: Left): RuledTax[] {
  const gross = sumOf(of, left)
  const ratios = taxes.map(({ percentage }) => readRatio(percentage))
  const [numerator, denominator] = ratios.reduce(added, [0n, 1n])
  const tax = nearestTo([gross * numerator, 100n * denominator + numerator])
  // With a common denominator, the numerators are the weights.
  const weights = ratios.map(([own, over]) => own * (denominator / over))
  const results = shareOut(tax, weights)
  const group = {
    gross: plainOf(gross),
    taxable: plainOf(gross - tax),
    group_tax: plainOf(tax),
  }
  return taxes.map((each, at) => {
    const { rate, name, percentage, category, reason } = each
    const result = results[at] ?? 0n
    const { shares, parts } = sharesOf(result, of, left)
    const inputs = { rate, name, percentage, category, ...group }
    const node = { rule: 'tax_inclusive', inputs, because: reason, shares, steps: [] }
    const taxable = gross - tax
    return { tax: each, taxable, result, parts, node: { ...node, result: plainOf(result) } }
  })
}

const byText = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

/** All tax steps, in order. */
export function recomputeTaxes(
  taxes: readonly StoredTax[],
  lines: readonly RuledLine[],
  left: Left,
): RuledTax[] {
  const named = (rate: string, isInclusive: boolean): StoredTax => {
    const tax = taxes.find((each) => each.rate === rate && each.inclusive === isInclusive)
    invariant(tax, `${rate} is not one of its taxes`)
    return tax
  }
  const onTop = new Set(lines.flatMap((line) => (line.isInclusive ? [] : ratesOf(line))))
  const groups = new Set(lines.flatMap(({ rates, isInclusive }) => (isInclusive ? [rates] : [])))
  return [
    ...[...onTop].sort(byText).map((rate) => exclusive(named(rate, false), lines, left)),
    ...[...groups].sort(byText).flatMap((rates) => {
      const of = listed(lines.filter((line) => line.isInclusive && line.rates === rates))
      return inclusive(
        rates.split(' ').map((rate) => named(rate, true)),
        of,
        left,
      )
    }),
  ]
}
