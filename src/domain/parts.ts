// What lines and invoices have of discounts and taxes: amounts in the smallest unit.

import type { Tax, TaxReason } from './tax/tax.ts'

/** What a line takes, in proportion to what it has: amounts in the smallest unit. */
export interface Share {
  /** Its number; the first is 1. */
  line: number
  of: number
  amount: number
}

/** A discount on an invoice, by the terms it was given with; IDs are those that clients see. */
export interface Discount {
  id: string
  coupon_id: string
  promotion_code_id: string | null
  /** Whether it is the customer's, or of this invoice alone. */
  source: 'customer' | 'invoice'
  name: string
  /** In per cent, a decimal. */
  percent_off?: string
  /** In the smallest unit of its currency. */
  amount_off?: number
  currency?: string
  /** UUIDs; where both are empty it is for every line. */
  product_ids: readonly string[]
  price_ids: readonly string[]
  minimum_amount?: number
  created_at: number
}

/** A discount with what it takes off. */
export interface AppliedDiscount extends Discount {
  amount: number
}

/** What a line takes of a discount. */
export interface LineDiscount {
  id: string
  amount: number
}

/** A tax of an invoice: what it is on, and what it comes to. */
export interface InvoiceTax extends Tax {
  inclusive: boolean
  /** Without the tax. */
  taxable: number
  amount: number
}

/** A tax of a line: `t` is its place among the taxes of the invoice. */
export interface LineTax {
  t: number
  taxable: number
  amount: number
}

/** Lines without any tax, by their numbers, and why. */
export interface Untaxed {
  lines: number[]
  because: TaxReason
}
