// The taxes of lines: each rate on the sum of its lines, rounded once and split to the cent (tax-and-credit, section
// 2). The derivation's format is in docs/guide/derivations.md.

import { compare, exactText, isWhole, parseExact, plus, rounded, ZERO } from './decimal.ts'
import type { Derivation, TaxDerivation } from './derivation.ts'
import { percentOf } from './discounts.ts'
import { allocate, amountOf, roundHalfAwayFromZero, sumAmounts } from './money.ts'
import type { InvoiceTax, LineTax, Share, Untaxed } from './parts.ts'
import { ratesOf, spread } from './shares.ts'
import type { LineTaxing, Tax } from './tax/tax.ts'

export interface Taxed {
  lines: LineTax[][]
  taxes: InvoiceTax[]
  steps: TaxDerivation[]
  untaxed: Untaxed[]
}

interface Lines {
  taxing: readonly LineTaxing[]
  /** The taxable amount of each line. */
  left: readonly number[]
  /** The positions of lines, in the order in which shares are listed. */
  ranks: readonly number[]
}

interface Step {
  tax: Tax
  node: TaxDerivation
  /** The tax base: for inclusive taxes, the gross sum of the group less all its taxes. */
  taxable: number
}

type Of = Omit<Share, 'amount'>

/** The taxes on lines after discounts. */
export function takeTaxes(lines: Lines): Taxed {
  const steps = [...exclusiveSteps(lines), ...inclusiveSteps(lines)]
  const taxes: InvoiceTax[] = []
  const perLine: LineTax[][] = lines.left.map(() => [])
  for (const { tax, node, taxable } of steps) {
    const t = placeOf(taxes, tax, node.rule === 'tax_inclusive')
    const sums = taxes[t] as InvoiceTax
    sums.taxable = sumAmounts([sums.taxable, taxable])
    sums.amount = sumAmounts([sums.amount, node.result])
    for (const { line, of, amount } of node.shares) {
      perLine[line - 1]?.push({ t, taxable: of, amount })
    }
  }
  lessIncluded(perLine, taxes)
  return {
    lines: perLine,
    taxes,
    steps: steps.map(({ node }) => node),
    untaxed: untaxedOf(lines.taxing),
  }
}

/** The index of a tax among those of the invoice; a new tax is appended. */
function placeOf(taxes: InvoiceTax[], tax: Tax, inclusive: boolean): number {
  const found = taxes.findIndex((each) => each.rate === tax.rate && each.inclusive === inclusive)
  if (found >= 0) return found
  return taxes.push({ ...tax, inclusive, taxable: 0, amount: 0 }) - 1
}

/** Computes the base of a line's inclusive tax: its price without all included taxes. */
function lessIncluded(lines: LineTax[][], taxes: readonly InvoiceTax[]): void {
  for (const line of lines) {
    const included = line.filter(({ t }) => taxes[t]?.inclusive)
    const sum = sumAmounts(included.map(({ amount }) => amount))
    for (const tax of included) tax.taxable -= sum
  }
}

function exclusiveSteps({ taxing, left, ranks }: Lines): Step[] {
  const byRate = new Map<string, { tax: Tax; of: Of[] }>()
  for (const at of ranks) {
    const line = taxing[at]
    if (!line || line.inclusive) continue
    for (const tax of line.taxes) {
      const entry = byRate.get(tax.rate) ?? { tax, of: [] }
      entry.of.push({ line: at + 1, of: left[at] as number })
      byRate.set(tax.rate, entry)
    }
  }
  return inTextOrder(byRate).map(({ tax, of }) => {
    const taxable = sumAmounts(of.map((share) => share.of))
    const exact = percentOf(tax.percentage, taxable)
    const result = amountOf(rounded(exact))
    const inputs = { ...inputsOf(tax), taxable }
    const shares = spread(result, of)
    const node: TaxDerivation = {
      rule: 'tax_exclusive',
      inputs,
      because: tax.reason,
      shares,
      ...(!isWhole(exact) && { exact: exactText(exact) }),
      steps: [],
      result,
    }
    return { tax, node, taxable }
  })
}

function inclusiveSteps({ taxing, left, ranks }: Lines): Step[] {
  const groups = new Map<string, { taxes: readonly Tax[]; of: Of[] }>()
  for (const at of ranks) {
    const line = taxing[at]
    if (!line?.inclusive || line.taxes.length === 0) continue
    const rates = ratesOf(line)
    const group = groups.get(rates) ?? { taxes: line.taxes, of: [] }
    group.of.push({ line: at + 1, of: left[at] as number })
    groups.set(rates, group)
  }
  return inTextOrder(groups).flatMap(({ taxes, of }) => groupSteps(taxes, of))
}

function groupSteps(taxes: readonly Tax[], of: readonly Of[]): Step[] {
  const inOrder = taxes.toSorted((a, b) => (a.rate < b.rate ? -1 : 1))
  const gross = sumAmounts(of.map((share) => share.of))
  const together = inOrder.reduce((sum, { percentage }) => plus(sum, parseExact(percentage)), ZERO)
  const { digits, scale } = together
  const whole100 = 100n * 10n ** BigInt(scale)
  const groupTax = amountOf(roundHalfAwayFromZero(BigInt(gross) * digits, whole100 + digits))
  const parts =
    compare(together, ZERO) === 0
      ? inOrder.map(() => 0)
      : allocate(
          groupTax,
          inOrder.map(({ percentage }) => tenThousandths(percentage)),
        )
  const taxable = gross - groupTax
  return inOrder.map((tax, index) => {
    const result = parts[index] as number
    const node: TaxDerivation = {
      rule: 'tax_inclusive',
      inputs: { ...inputsOf(tax), gross, taxable, group_tax: groupTax },
      because: tax.reason,
      shares: spread(result, of),
      steps: [],
      result,
    }
    return { tax, node, taxable }
  })
}

/** Converts a percentage to a whole number: it has at most four digits after the point. */
const tenThousandths = (percentage: string): number =>
  Number(plus(parseExact(percentage), { digits: 0n, scale: 4 }).digits)

const inputsOf = ({ rate, name, percentage, category }: Tax) => ({
  rate,
  name,
  percentage,
  category,
})

const inTextOrder = <T>(map: ReadonlyMap<string, T>): T[] =>
  [...map].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value)

function untaxedOf(taxing: readonly LineTaxing[]): Untaxed[] {
  const found = new Map<string, Untaxed>()
  for (const [index, { untaxed }] of taxing.entries()) {
    if (!untaxed) continue
    const key = `${untaxed.code} ${untaxed.place} ${untaxed.date}`
    const entry = found.get(key) ?? { lines: [], because: untaxed }
    entry.lines.push(index + 1)
    found.set(key, entry)
  }
  return [...found.values()]
}

/** The step that subtracts the sum of the inclusive taxes from the total. */
export function includedOf(steps: readonly TaxDerivation[]): Derivation | undefined {
  const included = steps.filter(({ rule }) => rule === 'tax_inclusive')
  if (included.length === 0) return undefined
  const sum = sumAmounts(included.map(({ result }) => result))
  return { rule: 'tax_included', inputs: {}, steps: [], result: sum === 0 ? 0 : -sum }
}

/** The part of a line's taxes that is included in its price. */
export const includedIn = (
  taxes: readonly LineTax[] | null,
  of: readonly { inclusive: boolean }[] | null,
): number =>
  (taxes ?? []).reduce((sum, { t, amount }) => sum + (of?.[t]?.inclusive ? amount : 0), 0)
