// Computes figures from lines and credit: the one function behind drafts, finalize, preview and explanations. The
// stages are lines, discounts, taxes, total, credit and amount due. Each computes its amounts and their derivation
// together, so that they cannot differ.

import { applicable } from './credit.ts'
import { currencyExponent } from './currencies.ts'
import { exactText, isWhole, rounded } from './decimal.ts'
import type {
  Derivation,
  InvoiceDerivation,
  LineDerivation,
  TaxesDerivation,
} from './derivation.ts'
import { type Discounted, takeDiscounts } from './discounts.ts'
import { BillingError, billingError, type Fault } from './errors.ts'
import {
  type LineInput,
  type LineItem,
  type LineTerms,
  lineTerms,
  priceBefore,
} from './invoice-lines.ts'
import { amountOf, multiply, sumAmounts } from './money.ts'
import type { AppliedDiscount, Discount, InvoiceTax } from './parts.ts'
import { priceOf } from './pricing.ts'
import { amountOfPart, restsOf } from './rest.ts'
import { ranked } from './shares.ts'
import type { LineTaxing, Tax, TaxReason } from './tax/tax.ts'
import { includedOf, type Taxed, takeTaxes } from './taxes.ts'

/** The inputs of the computation. */
export interface Unsettled {
  currency: string
  lines: readonly LineInput[]
  discounts?: readonly Discount[]
  /** The taxes of each line; absent if it has no taxes. */
  taxing?: readonly LineTaxing[]
  /** The customer's credit balance when the invoice is finalized: a decimal of the major unit. */
  credit_balance?: string
}

/** The figures of an invoice, in the smallest unit. */
export interface Figures {
  line_items: LineItem[]
  subtotal: number
  discount: number
  tax: number
  /** The part of the tax that is included in prices. */
  tax_included: number
  total: number
  amount_due: number
  /** Null if there are no discounts. */
  discounts: AppliedDiscount[] | null
  taxes: InvoiceTax[] | null
}

export interface Settled extends Figures {
  credit_applied: number
  derivation: InvoiceDerivation
}

/**
 * Settles a document: the amounts of its lines, their sums and their derivation. Credit, which only finalize passes,
 * pays as much of the total as possible in whole smallest units. Throws `amount_too_large`, naming every line that is
 * too large, or else their sum.
 */
export function settle(unsettled: Unsettled): Settled {
  const { currency, lines, credit_balance, discounts = [], taxing = [] } = unsettled
  const derived = deriveLines(lines)
  const amounts = derived.map(({ result }) => result)
  const ranks = discounts.length + taxing.length === 0 ? [] : ranked(lines, amounts, taxing)
  const discounted = takeDiscounts(discounts, { currency, lines, amounts, ranks })
  const taxed = takeTaxes({ taxing, left: discounted.left, ranks })
  const subtotal = sumOf('subtotal', derived)
  const discount = sumOf('discount', discounted.steps)
  const tax = taxesOf(taxed)
  const included = includedOf(taxed.steps)
  const total = sumOf('total', [subtotal, discount, tax, ...(included ? [included] : [])])
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
    line_items: lines.map((line, at) => lineItem(line, amounts[at] ?? 0, at, discounted, taxed)),
    subtotal: subtotal.result,
    discount: positive(discount.result),
    tax: tax.result,
    tax_included: positive(included?.result ?? 0),
    total: total.result,
    amount_due: due.result,
    discounts: someOf(discounted.discounts),
    taxes: someOf(taxed.taxes),
    credit_applied: credit ? -credit.result : 0,
    derivation,
  }
}

const positive = (result: number): number => (result === 0 ? 0 : -result)
const someOf = <T>(list: T[]): T[] | null => (list.length === 0 ? null : list)

function taxesOf({ steps, untaxed }: Taxed): TaxesDerivation {
  return { ...sumOf('tax', steps), ...(untaxed.length > 0 && { untaxed }) }
}

/**
 * The derivation of an invoice: as frozen at finalize, or computed for a draft, with the reasons for untaxed lines if
 * they are known.
 */
export function derivationOf(
  invoice: {
    currency: string
    derivation: InvoiceDerivation | null
    line_items: readonly LineItem[]
    discounts?: readonly Discount[] | null
    taxes?: readonly InvoiceTax[] | null
  },
  untaxed: readonly (TaxReason | undefined)[] = [],
): InvoiceDerivation {
  const { currency, derivation, line_items: lines, discounts, taxes } = invoice
  if (derivation) return derivation
  const taxing = lines.map((line, at) => taxingOf(line, taxes ?? [], untaxed[at]))
  return settle({ currency, lines, discounts: discounts ?? [], taxing }).derivation
}

/** The taxes of a settled line. */
function taxingOf(
  { taxes: own }: LineItem,
  taxes: readonly InvoiceTax[],
  untaxed: TaxReason | undefined,
): LineTaxing {
  const each = (own ?? []).map(({ t }) => taxes[t] as InvoiceTax)
  if (each.length === 0 && untaxed) return { inclusive: false, taxes: [], untaxed }
  return { inclusive: each[0]?.inclusive === true, taxes: each.map(taxAlone) }
}

const taxAlone = ({ inclusive: _, taxable: __, amount: ___, ...tax }: InvoiceTax): Tax => tax

/** Only the figures, in the form in which they are stored. */
export function figuresOf({ credit_applied: _, derivation: __, ...figures }: Settled): Figures {
  return figures
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

/** The amount of a line, before discounts and taxes; `param` is named if it is too large. */
export const amountOfLine = (line: LineInput, param: string): number =>
  deriveLine(line, param).result

function deriveLine(line: LineInput, param: string): LineDerivation {
  const terms = lineTerms(line)
  if (terms) return derivePriced(terms, line, param)
  const [quantity, unit_amount] = [Number(line.quantity), Number(line.unit_price)]
  const result = multiply(unit_amount, quantity, param)
  return { rule: 'line_amount', inputs: { quantity, unit_amount }, steps: [], result }
}

/** Applies the pricing rule and rounds its exact value once; for a part of a period, its share of that value. */
function derivePriced(
  terms: LineTerms,
  { quantity, pricing }: LineInput,
  param: string,
): LineDerivation {
  const events = pricing?.events
  const { exact, parts } = priceOf(terms, { quantity, events })
  // The price of a period is an amount too, of which a part takes its share.
  const amount = amountOf(rounded(exact), param)
  const rests = terms.part && restsOf(exact, terms.part, priceBefore(terms))
  return {
    rule: 'line_amount',
    pricing: terms,
    inputs: { quantity },
    ...(events && { events }),
    ...(parts && { parts }),
    ...(!isWhole(exact) && !rests && { exact: exactText(exact) }),
    ...(rests && { rests }),
    steps: [],
    result: rests && terms.part ? amountOfPart(rests, terms.part) : amount,
  }
}

function lineItem(
  line: LineInput,
  amount: number,
  at: number,
  { lines: discounted }: Discounted,
  { lines: taxed }: Taxed,
): LineItem {
  const [discounts, taxes] = [discounted[at] ?? [], taxed[at] ?? []]
  return {
    ...line,
    amount,
    discount: totalOf(discounts),
    tax: totalOf(taxes),
    discounts: someOf(discounts),
    taxes: someOf(taxes),
  }
}

const totalOf = (parts: readonly { amount: number }[]): number =>
  sumAmounts(parts.map(({ amount }) => amount))

function sumOf<R extends Derivation['rule']>(
  rule: R,
  steps: readonly Derivation[],
): Derivation & { rule: R } {
  const results = steps.map((step) => step.result)
  return { rule, inputs: {}, steps, result: sumAmounts(results, 'line_items') }
}
