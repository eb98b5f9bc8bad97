// How an amount came about: a tree that is built by the computation itself, and told in words.
//
// Its format is in `docs/guide/derivations.md`. It is walked by the names of its rules, since later versions may
// have more steps; version 1, of invoices issued before there were prices, has fewer members and is read alike.

import { formatMoney } from './money.ts'
import type { Part, Pricing } from './pricing.ts'
import { pricingSentence } from './pricing-sentences.ts'
import type { Share } from './shares.ts'
import type { TaxReason } from './tax/tax.ts'
import { discountSentences, taxSentences } from './tax-sentences.ts'
import type { Untaxed } from './taxes.ts'

export type Rule =
  | 'line_amount'
  | 'subtotal'
  | 'discount'
  | 'discount_amount'
  | 'tax'
  | 'tax_exclusive'
  | 'tax_inclusive'
  | 'tax_included'
  | 'total'
  | 'credit_applied'
  | 'amount_due'

/** One computed amount with its inputs and the steps below it; amounts in the smallest unit. */
export interface Derivation {
  rule: Rule
  inputs: Readonly<Record<string, number | string>>
  steps: readonly Derivation[]
  result: number
}

/** A line; one that is more than two whole numbers tells its terms and the exact value. */
export interface LineDerivation extends Derivation {
  rule: 'line_amount'
  steps: readonly []
  pricing?: Pricing
  events?: readonly string[]
  parts?: readonly Part[]
  /** Before it was rounded, where that changed it. */
  exact?: string
}

/** What a discount takes off. */
export interface DiscountDerivation extends Derivation {
  rule: 'discount_amount'
  shares: readonly Share[]
  exact?: string
}

/** A rate on all it is on. */
export interface TaxDerivation extends Derivation {
  rule: 'tax_exclusive' | 'tax_inclusive'
  because: TaxReason
  shares: readonly Share[]
  exact?: string
}

/** All taxes, and the lines that have none. */
export interface TaxesDerivation extends Derivation {
  rule: 'tax'
  untaxed?: readonly Untaxed[]
}

/** The whole of an invoice: the root is the amount due. */
export interface InvoiceDerivation extends Derivation {
  rule: 'amount_due'
  /** Absent in version 1, as are currency and exponent. */
  version?: 2
  currency?: string
  exponent?: number
}

/** The step of a rule below a node; undefined where it has none. */
export function stepOf(node: Derivation | undefined, rule: Rule): Derivation | undefined {
  return node?.steps.find((step) => step.rule === rule)
}

/** The lines of an invoice, in their order. */
export function linesOf(derivation: InvoiceDerivation): LineDerivation[] {
  const lines = stepOf(stepOf(derivation, 'total'), 'subtotal')?.steps ?? []
  return lines.filter((step): step is LineDerivation => step.rule === 'line_amount')
}

/** A longer sum is told by how many it adds up; its parts have sentences of their own anyway. */
const PARTS_SPELT_OUT_MAX = 6

/** The derivation in plain sentences, the leaves first: "Line 1: 3 × CA$19.99 = CA$59.97." */
export function explain(derivation: InvoiceDerivation, currency: string): string[] {
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
    ...(tax ? taxTold(tax, money, currency) : []),
    ...(total ? [`Total: ${sumSentence(withoutNoDiscount(total), money)}`] : []),
    ...(credit ? [creditSentence(credit, currency)] : []),
    `Amount due: ${dueSentence(derivation, money)}`,
  ]
}

type Money = (amount: number) => string

function taxTold(tax: Derivation, money: Money, currency: string): string[] {
  const told = taxSentences(tax as TaxesDerivation, money, currency)
  return told.length === 0 ? [`Tax: no tax applies, so ${money(tax.result)}.`] : told
}

/** No discount is not worth a word. */
function withoutNoDiscount(total: Derivation): Derivation {
  const steps = total.steps.filter(({ rule, result }) => rule !== 'discount' || result !== 0)
  return { ...total, steps }
}

/** The balance has more digits than the currency: what is too small to pay with stays. */
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
  const { inputs, result, pricing, parts = [], exact } = line
  if (pricing) {
    const { quantity } = inputs
    const priced = { terms: pricing, quantity: String(quantity), parts, exact, amount: result }
    return `${pricingSentence('en', priced, currency)}.`
  }
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
