// The lines of invoices, as they are billed and once they are settled.

import type { LineDiscount, LineTax } from './parts.ts'
import type { Pricing } from './pricing.ts'

/** By what a line is priced where that is more than two whole numbers; frozen when the line names it. */
export interface LinePricing {
  terms: Pricing
  /** A decimal in its shortest form. */
  quantity: string
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

/** A line as it is billed. */
export interface LineInput {
  /** A UUID; null for lines that are not saved. */
  id: string | null
  description: string
  product_id: string | null
  price_id: string | null
  /** Whole numbers; beside a pricing only what settling made of it, and no input. */
  quantity: number
  unit_amount: number
  pricing: LinePricing | null
  taxing?: TaxingAsked | null
}

/** A settled line: `amount = quantity × unit_amount`, whatever it is priced by. */
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
