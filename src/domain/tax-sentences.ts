// Discounts and taxes of a derivation in sentences: what each is of, and why it applies.

import { parseExact } from './decimal.ts'
import type {
  Derivation,
  DiscountDerivation,
  TaxDerivation,
  TaxesDerivation,
} from './derivation.ts'
import { formatExactMoneyIn } from './money.ts'
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

/** "QST: 9.975% of CA$140.00 = CA$13.965, rounded to CA$13.97. You are registered in Quebec, …" */
export function taxSentences(tax: TaxesDerivation, money: Money, currency: string): string[] {
  const { untaxed = [] } = tax
  return [
    ...tax.steps.map((step) => taxSentence(step as TaxDerivation, money, currency)),
    ...untaxed.map(
      ({ lines, because }) =>
        `${lines.length === 1 ? 'Line' : 'Lines'} ${lines.join(', ')}: no tax. ${reasonSentence('en', because)}`,
    ),
  ]
}

function taxSentence(node: TaxDerivation, money: Money, currency: string): string {
  const { inputs, because, exact, result } = node
  const { name, percentage, taxable, gross, together, group_tax } = inputs
  const called = name === '' ? 'Tax' : String(name)
  const why = reasonSentence('en', because)
  if (node.rule === 'tax_exclusive') {
    const of = money(Number(taxable))
    return `${called}: ${percentage}% of ${of} = ${rounded(exact, currency)}${money(result)}. ${why}`
  }
  const whole = `${money(Number(gross))} × ${together} / ${sum100(String(together))}`
  const isOne = together === percentage
  const share = isOne ? '' : `, of which ${percentage}% is ${money(result)}`
  return `${called}: included in the price, ${whole} = ${money(Number(group_tax))}${share}. ${why}`
}

/** 100 and so many per cent: "120", "114.975". */
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
