// The lines of invoices: as they are billed, once they are settled, and the numbers that clients see of them.

import { invariant } from '../invariant.ts'
import type { LineDiscount, LineTax } from './parts.ts'
import type { Pricing } from './pricing.ts'

/** What prices a line that has no unit price; frozen when the line names its price. */
export interface LinePricing {
  terms: Exclude<Pricing, { model: 'per_unit' }>
  /** Of a percentage: the amounts in their order, whose sum is the quantity. */
  events?: readonly string[]
}

/** What a line says of its taxes, frozen when the line is made; nothing where all is as usual. */
export interface TaxingAsked {
  /** The rates it names; without them its taxes are found by where the customer is. */
  rates?: readonly string[]
  /** The tax code of its product, unless that is `standard`. */
  code?: string
  /** Whether its price includes tax. */
  inclusive?: true
}

/** A line as it is billed. Exactly one of `unit_price` and `pricing` is set. */
export interface LineInput {
  /** A UUID; null for lines that are not saved. */
  id: string | null
  description: string
  product_id: string | null
  price_id: string | null
  /** A decimal in its shortest form. */
  quantity: string
  /** The same, in the currency's smallest unit. */
  unit_price: string | null
  pricing: LinePricing | null
  taxing?: TaxingAsked | null
}

/** A settled line. */
export interface LineItem extends LineInput {
  amount: number
  /** What discounts take off it, and all the tax on it. */
  discount: number
  tax: number
  /** What each discount takes, and each tax is; null for none. */
  discounts: LineDiscount[] | null
  taxes: LineTax[] | null
}

export const QUANTITY_MAX = 1_000_000_000
export const UNIT_AMOUNT_MAX = 999_999_999_999

/** Quantity and unit price, if both are whole numbers within the bounds of the API. */
export function wholeNumbersOf({
  quantity,
  unit_price,
}: LineInput): { quantity: number; unit_amount: number } | undefined {
  if (unit_price === null || quantity.includes('.') || unit_price.includes('.')) return undefined
  const [units, unit_amount] = [Number(quantity), Number(unit_price)]
  const isInBounds = units >= 1 && units <= QUANTITY_MAX && unit_amount <= UNIT_AMOUNT_MAX
  return isInBounds ? { quantity: units, unit_amount } : undefined
}

/** The terms that derivations and clients show; null for a line by hand in whole numbers, which say it all. */
export function lineTerms(line: LineInput): Pricing | null {
  const { price_id, unit_price, pricing } = line
  if (pricing) return pricing.terms
  if (price_id === null && wholeNumbersOf(line)) return null
  invariant(unit_price !== null, 'A line without pricing has a unit price.')
  return { model: 'per_unit', unit_amount_decimal: unit_price }
}

/**
 * The numbers that clients see: whole ones where these say it all, otherwise the amount once, with what was billed as
 * decimals. So `amount = quantity × unit_amount` holds for every line.
 */
export function numbersShown(line: LineItem) {
  const { quantity, unit_price, pricing, amount } = line
  const whole = wholeNumbersOf(line)
  if (whole) return { ...whole, quantity_decimal: null, unit_amount_decimal: null }
  const quantity_decimal = pricing?.terms.model === 'flat' ? null : quantity
  return { quantity: 1, unit_amount: amount, quantity_decimal, unit_amount_decimal: unit_price }
}
