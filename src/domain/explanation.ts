// Explains a derivation in sentences, leaves first.

import {
  type Derivation,
  type InvoiceDerivation,
  type LineDerivation,
  linesOf,
  stepOf,
  type TaxesDerivation,
} from './derivation.ts'
import { formatMoney } from './money.ts'
import { derivedSentence } from './pricing-sentences.ts'
import { discountSentences, type KnownTaxes, taxSentences } from './tax-sentences.ts'

/** A longer sum is shown as the number of its parts, which have their own sentences. */
const PARTS_SPELT_OUT_MAX = 6

/** The derivation in plain sentences, leaves first: "Line 1: 3 × CA$19.99 = CA$59.97." */
export function explain(
  derivation: InvoiceDerivation,
  currency: string,
  taxes: KnownTaxes = [],
): string[] {
  const money = (amount: number) => formatMoney(amount, currency)
  const total = stepOf(derivation, 'total')
  const subtotal = stepOf(total, 'subtotal')
  const discount = stepOf(total, 'discount')
  const tax = stepOf(total, 'tax')
  const credit = stepOf(derivation, 'credit_applied')
  const lines = linesOf(derivation)
  return [
    ...lines.map((line, index) => `Line ${index + 1}: ${lineSentence(line, currency)}`),
    ...(subtotal ? [`Subtotal: ${sumSentence(subtotal, money)}`] : []),
    ...(discount ? discountSentences(discount, money, currency) : []),
    ...(tax ? taxesExplained(tax, { money, currency, taxes }) : []),
    ...(total ? [`Total: ${sumSentence(withoutNoDiscount(total), money)}`] : []),
    ...(credit ? [creditSentence(credit, currency)] : []),
    `Amount due: ${dueSentence(derivation, money)}`,
  ]
}

type Money = (amount: number) => string

function taxesExplained(tax: Derivation, context: Parameters<typeof taxSentences>[1]): string[] {
  const sentences = taxSentences(tax as TaxesDerivation, context)
  if (sentences.length > 0) return sentences
  return [`Tax: no tax applies, so ${context.money(tax.result)}.`]
}

/** Omits the discount step when it is zero. */
function withoutNoDiscount(total: Derivation): Derivation {
  const steps = total.steps.filter(({ rule, result }) => rule !== 'discount' || result !== 0)
  return { ...total, steps }
}

/** The balance has more digits than the currency: the fraction of the smallest unit stays in it. */
function creditSentence({ inputs, result }: Derivation, currency: string): string {
  const applied = formatMoney(-result, currency)
  return `Credit applied: ${applied}, of the ${inputs.balance} ${currency.toUpperCase()} the customer had.`
}

function dueSentence(derivation: InvoiceDerivation, money: Money): string {
  const total = stepOf(derivation, 'total')?.result ?? 0
  const credit = stepOf(derivation, 'credit_applied')
  if (credit === undefined) return `the total, ${money(derivation.result)}.`
  return `${money(total)} − ${money(-credit.result)} = ${money(derivation.result)}.`
}

function lineSentence(line: LineDerivation, currency: string): string {
  const { inputs, result, pricing } = line
  if (pricing) return `${derivedSentence('en', line, pricing, currency)}.`
  const quantity = Number(inputs.quantity).toLocaleString('en')
  const unit = formatMoney(Number(inputs.unit_amount), currency)
  return `${quantity} × ${unit} = ${formatMoney(result, currency)}.`
}

function sumSentence({ steps, result }: Derivation, money: Money): string {
  const [only] = steps
  if (steps.length === 1 && only !== undefined) return `the one line, ${money(only.result)}.`
  if (steps.length > PARTS_SPELT_OUT_MAX)
    return `the ${steps.length} lines add up to ${money(result)}.`
  const addends = steps.map((step, at) => {
    if (at === 0) return money(step.result)
    return step.result < 0 ? ` − ${money(-step.result)}` : ` + ${money(step.result)}`
  })
  return `${addends.join('')} = ${money(result)}.`
}
