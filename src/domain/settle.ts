// From lines and credit to figures: the one function behind drafts, finalize, preview and explanations.
//
// The stages are lines, discounts, taxes, total, credit and what is due; those that have no rules yet sum up
// nothing. Each makes its amounts and their derivation at once, so that no two of them can differ.

import { applicable } from './credit.ts'
import { currencyExponent } from './currencies.ts'
import { exactText, isWhole, parseExact, rounded } from './decimal.ts'
import type { Derivation, InvoiceDerivation, LineDerivation } from './derivation.ts'
import { BillingError, billingError, type Fault } from './errors.ts'
import {
  type LineInput,
  type LineItem,
  type LinePricing,
  QUANTITY_MAX,
  UNIT_AMOUNT_MAX,
} from './invoice-lines.ts'
import { amountOf, multiply, sumAmounts } from './money.ts'
import { priceOf } from './pricing.ts'

/** What figures are made of. */
export interface Unsettled {
  currency: string
  lines: readonly LineInput[]
  /** What the customer has with us when the invoice is issued: a decimal of the major unit. */
  credit_balance?: string
}

/** The figures of an invoice, in the smallest unit. */
export interface Figures {
  line_items: LineItem[]
  subtotal: number
  tax: number
  total: number
  amount_due: number
}

export interface Settled extends Figures {
  credit_applied: number
  derivation: InvoiceDerivation
}

/**
 * Settles a document: the amounts of its lines and their sums, and how each came about. Credit, which
 * only finalize brings, pays for as much of the total as it can in whole smallest units. Throws
 * `amount_too_large`, naming every line that is, or their sum.
 */
export function settle({ currency, lines, credit_balance }: Unsettled): Settled {
  const derived = deriveLines(lines)
  const subtotal = sumOf('subtotal', derived)
  // No rule takes anything off yet, and no rate applies: the sums of nothing.
  const discount = sumOf('discount', [])
  const tax = sumOf('tax', [])
  const total = sumOf('total', [subtotal, discount, tax])
  const credit = creditOf(total.result, currency, credit_balance)
  const due = sumOf('amount_due', credit ? [total, credit] : [total])
  const derivation: InvoiceDerivation = {
    version: 2,
    currency,
    exponent: currencyExponent(currency),
    ...due,
    rule: 'amount_due',
  }
  return {
    line_items: lines.map((line, index) => lineItem(line, derived[index]?.result ?? 0)),
    subtotal: subtotal.result,
    tax: tax.result,
    total: total.result,
    amount_due: due.result,
    credit_applied: credit ? -credit.result : 0,
    derivation,
  }
}

/** How the figures of an invoice came about: as frozen at finalize, or as they stand in a draft. */
export function derivationOf(invoice: {
  currency: string
  derivation: InvoiceDerivation | null
  line_items: readonly LineInput[]
}): InvoiceDerivation {
  const { currency, derivation, line_items: lines } = invoice
  return derivation ?? settle({ currency, lines }).derivation
}

/** The figures alone, as they are stored. */
export function figuresOf({ line_items, subtotal, tax, total, amount_due }: Settled): Figures {
  return { line_items, subtotal, tax, total, amount_due }
}

function creditOf(total: number, currency: string, balance?: string): Derivation | undefined {
  const applied = balance === undefined ? 0 : applicable(balance, currency, total)
  if (balance === undefined || applied === 0) return undefined
  return { rule: 'credit_applied', inputs: { balance }, steps: [], result: -applied }
}

function deriveLines(lines: readonly LineInput[]): LineDerivation[] {
  const faults: Fault[] = []
  const derived: LineDerivation[] = []
  for (const [index, line] of lines.entries()) {
    try {
      derived.push(deriveLine(line, `line_items[${index}]`))
    } catch (error) {
      if (!(error instanceof BillingError)) throw error
      faults.push(...error.errors)
    }
  }
  const [first] = faults
  if (first === undefined) return derived
  const { code, message, param, constraint } = first
  throw billingError(code, message, { param, constraint, errors: faults })
}

function deriveLine({ quantity, unit_amount, pricing }: LineInput, param: string): LineDerivation {
  if (pricing) return derivePriced(pricing, param)
  const result = multiply(unit_amount, quantity, param)
  return { rule: 'line_amount', inputs: { quantity, unit_amount }, steps: [], result }
}

/** The exact value of the rule of its terms, rounded once. */
function derivePriced(pricing: LinePricing, param: string): LineDerivation {
  const { terms, quantity, events } = pricing
  const { exact, parts } = priceOf(terms, pricing)
  return {
    rule: 'line_amount',
    pricing: terms,
    inputs: { quantity },
    ...(events && { events }),
    ...(parts && { parts }),
    ...(!isWhole(exact) && { exact: exactText(exact) }),
    steps: [],
    result: amountOf(rounded(exact), param),
  }
}

function lineItem(line: LineInput, amount: number): LineItem {
  return { ...line, ...shownBy(line, amount), amount, discount: 0, tax: 0 }
}

/**
 * The whole numbers that a line shows: those it was priced by where they are whole, else once its amount.
 * So `amount = quantity × unit_amount` is true of every line.
 */
function shownBy({ quantity, unit_amount, pricing }: LineInput, amount: number) {
  if (!pricing) return { quantity, unit_amount }
  const whole = wholesOf(pricing)
  return whole ?? { quantity: 1, unit_amount: amount }
}

/** Quantity and unit price of terms that are no more than two whole numbers, as lines have them. */
export function wholesOf({
  terms,
  quantity,
}: LinePricing): { quantity: number; unit_amount: number } | undefined {
  if (terms.model !== 'per_unit') return undefined
  const [count, unit] = [parseExact(quantity), parseExact(terms.unit_amount_decimal)]
  if (!isWhole(count) || !isWhole(unit)) return undefined
  const [units, amount] = [Number(rounded(count)), Number(rounded(unit))]
  const isLine = units >= 1 && units <= QUANTITY_MAX && amount <= UNIT_AMOUNT_MAX
  return isLine ? { quantity: units, unit_amount: amount } : undefined
}

function sumOf<R extends Derivation['rule']>(
  rule: R,
  steps: readonly Derivation[],
): Derivation & { rule: R } {
  const results = steps.map((step) => step.result)
  return { rule, inputs: {}, steps, result: sumAmounts(results, 'line_items') }
}
