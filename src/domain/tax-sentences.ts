// Explains the discounts and taxes of a derivation in sentences: the base of each, and why it applies.

import { parseExact } from './decimal.ts'
import type {
  Derivation,
  DiscountDerivation,
  TaxDerivation,
  TaxesDerivation,
} from './derivation.ts'
import { formatExactMoneyIn } from './money.ts'
import type { InvoiceTax } from './parts.ts'
import { lawOf } from './tax/laws.ts'
import { reasonSentence } from './tax/sentences.ts'

type Money = (amount: number) => string

/** "Welcome: 10% of CA$150.00 = CA$15.00." */
export function discountSentences(discount: Derivation, money: Money, currency: string): string[] {
  return discount.steps.map((step) => {
    const { inputs, result, exact } = step as DiscountDerivation
    const { name, percent_off, amount_off, base, minimum_amount } = inputs
    const taken = `${rounded(exact, currency)}${money(-result)}`
    const of = money(Number(base))
    const isShort = minimum_amount !== undefined && Number(base) < Number(minimum_amount)
    if (isShort) {
      return `${name}: nothing, since ${of} is less than its minimum of ${money(Number(minimum_amount))}.`
    }
    if (percent_off !== undefined) return `${name}: ${percent_off}% of ${of} = ${taken}.`
    const isCapped = Number(amount_off) > Number(base)
    if (!isCapped) return `${name}: ${money(Number(amount_off))} off ${of}.`
    return `${name}: ${money(Number(amount_off))} off ${of}, which takes ${taken}.`
  })
}

/** Details of taxes that are not in the derivation: the legal references of own rates. */
export type KnownTaxes = readonly Pick<InvoiceTax, 'rate' | 'reference'>[]

interface SentenceContext {
  money: Money
  currency: string
  taxes: KnownTaxes
}

/** "QST: 9.975% of CA$140.00 = CA$13.965, rounded to CA$13.97. You are registered in Quebec, …" */
export function taxSentences(tax: TaxesDerivation, context: SentenceContext): string[] {
  const { untaxed = [] } = tax
  const steps = tax.steps as readonly TaxDerivation[]
  return [
    ...steps.map((step) => taxSentence(step, mates(step, steps), context)),
    ...untaxed.map(
      ({ lines, because }) =>
        `${lines.length === 1 ? 'Line' : 'Lines'} ${lines.join(', ')}: no tax. ${reasonSentence('en', because)}`,
    ),
  ]
}

/** The taxes that are included in the same prices. */
function mates(node: TaxDerivation, steps: readonly TaxDerivation[]): readonly TaxDerivation[] {
  const [first] = node.shares
  return steps.filter(
    ({ rule, shares }) => rule === 'tax_inclusive' && shares[0]?.line === first?.line,
  )
}

function taxSentence(
  node: TaxDerivation,
  group: readonly TaxDerivation[],
  { money, currency, taxes }: SentenceContext,
): string {
  const { inputs, because, exact, result } = node
  const { rate, name, percentage, taxable, gross, group_tax } = inputs
  const called = name === '' ? 'Tax' : String(name)
  const why = reasonSentence('en', because)
  const { reference } = taxes.find((each) => each.rate === rate) ?? {}
  const law = lawOf('en', { rate: String(rate), code: because.code, reference })
  const reason = law === undefined ? why : `${why} Legal basis: ${law}.`
  if (node.rule === 'tax_exclusive') {
    const of = money(Number(taxable))
    return `${called}: ${percentage}% of ${of} = ${rounded(exact, currency)}${money(result)}. ${reason}`
  }
  // Shown rate by rate: the sum of GST and QST is not a rate, and Revenu Québec objects to showing one.
  const all = group.map((each) => String(each.inputs.percentage))
  const [part, whole] = all.length === 1 ? [all[0], sum100(all[0] as string)] : summed(all)
  const share = all.length === 1 ? '' : `, of which ${percentage}% is ${money(result)}`
  return `${called}: included in the price, ${money(Number(gross))} × ${part} / ${whole} = ${money(Number(group_tax))}${share}. ${reason}`
}

/** "(5 + 9.975)" and "(100 + 5 + 9.975)". */
const summed = (all: readonly string[]): [string, string] => [
  `(${all.join(' + ')})`,
  `(${['100', ...all].join(' + ')})`,
]

/** The sum of 100 and a percentage: "120", "109.975". */
function sum100(percentage: string): string {
  const [units, fraction] = percentage.split('.')
  const sum = String(Number(units) + 100)
  return fraction === undefined ? sum : `${sum}.${fraction}`
}

function rounded(exact: string | undefined, currency: string): string {
  if (exact === undefined) return ''
  const isNegative = exact.startsWith('-')
  const { digits, scale } = parseExact(isNegative ? exact.slice(1) : exact)
  const value = { digits: isNegative ? -digits : digits, scale }
  return `${formatExactMoneyIn('en', value, currency).replaceAll('\u00a0', ' ')}, rounded to `
}
