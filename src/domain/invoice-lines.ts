// The lines of invoices: as billed, as settled, and the numbers that clients see.

import { invariant } from '../invariant.ts'
import { type Decimal, parseExact } from './decimal.ts'
import type { LineDiscount, LineTax } from './parts.ts'
import { type Pricing, priceOf } from './pricing.ts'
import type { PeriodPart } from './rest.ts'

/** The pricing of a line without a unit price; frozen when the line names its price. */
export interface LinePricing {
  terms: Pricing
  /** For a percentage: the amounts, in order, whose sum is the quantity. */
  events?: readonly string[]
  /** Set if the line is charged for a part of a period. */
  part?: PeriodPart
}

/** The terms of a line as clients and derivations see them. */
export type LineTerms = Pricing & { part?: PeriodPart }

/** The tax settings of a line, frozen when the line is created; empty for the defaults. */
export interface LineTaxSettings {
  /** The tax rates it names; without them, its taxes depend on where the customer is. */
  rates?: readonly string[]
  /** The tax code of its product, unless that is `standard`. */
  code?: string
  /** Set if its price includes tax. */
  inclusive?: true
}

/** A line as billed. Exactly one of `unit_price` and `pricing` is set. */
export interface LineInput {
  /** A UUID; null for lines that are not saved. */
  id: string | null
  description: string
  product_id: string | null
  price_id: string | null
  /** A decimal in its shortest form. */
  quantity: string
  /** A decimal in its shortest form, in the currency's smallest unit. */
  unit_price: string | null
  pricing: LinePricing | null
  taxing?: LineTaxSettings | null
  /** The item of a subscription that it bills, a UUID; null for other lines. */
  subscription_item_id?: string | null
  /** The one-off item that it bills, a UUID; null for other lines. */
  invoice_item_id?: string | null
  /** The billed period: start inclusive, end exclusive; null if none. */
  period_start?: number | null
  period_end?: number | null
  /** When it was supplied, as a calendar date, for lines without a period. */
  supply_date?: string | null
}

export interface LineItem extends LineInput {
  amount: number
  /** The total of its discounts and of its taxes. */
  discount: number
  tax: number
  /** The share of each discount and the amount of each tax; null for none. */
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

/** The terms that derivations and clients show; null for a manual line in whole numbers, which has no terms. */
export function lineTerms(line: LineInput): LineTerms | null {
  const { price_id, unit_price, pricing } = line
  if (pricing) return { ...pricing.terms, ...(pricing.part && { part: pricing.part }) }
  if (price_id === null && wholeNumbersOf(line)) return null
  invariant(unit_price !== null, 'A line without pricing has a unit price.')
  return { model: 'per_unit', unit_amount_decimal: unit_price }
}

/** The price of the amount billed before, for a line that charges only the difference. */
export function priceBefore(terms: LineTerms): Decimal | undefined {
  const { quantity_before: quantity, amount_before: amount } = terms.part ?? {}
  if (amount !== undefined) return parseExact(amount)
  if (quantity === undefined) return undefined
  return priceOf(terms, { quantity, events: terms.model === 'percentage' ? [quantity] : undefined })
    .exact
}

/** When the period of a subscription's line begins: the whole period, if the line bills a part of it. */
export function periodStart({
  subscription_item_id,
  period_start,
  pricing,
}: LineInput): number | undefined {
  if (!subscription_item_id) return undefined
  const part = pricing?.part
  return part ? Date.parse(part.start) : (period_start ?? undefined)
}

/**
 * The numbers that clients see: the whole numbers if they suffice; otherwise the amount as the unit amount with
 * quantity 1, and quantity and price as decimals. So `amount = quantity × unit_amount` holds for every line.
 */
export function numbersShown(line: LineItem) {
  const { quantity, unit_price, pricing, amount } = line
  const whole = wholeNumbersOf(line)
  if (whole) return { ...whole, quantity_decimal: null, unit_amount_decimal: null }
  const quantity_decimal = pricing?.terms.model === 'flat' ? null : quantity
  return { quantity: 1, unit_amount: amount, quantity_decimal, unit_amount_decimal: unit_price }
}
