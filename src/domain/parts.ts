// The discounts and taxes of lines and invoices: amounts in the smallest unit.

import type { Tax, TaxReason } from './tax/tax.ts'

/** A line's proportional share of an amount, in the smallest unit. */
export interface Share {
  /** The line's number; the first is 1. */
  line: number
  of: number
  amount: number
}

/** In the order in which they apply. */
export const DISCOUNT_SOURCES = ['subscription', 'customer', 'invoice'] as const
export type DiscountSource = (typeof DISCOUNT_SOURCES)[number]

/** A discount on an invoice, with the terms it was granted with; IDs are in the form that clients see. */
export interface Discount {
  id: string
  coupon_id: string
  promotion_code_id: string | null
  /** Whose it is; `invoice` if it is only for this invoice. */
  source: DiscountSource
  name: string
  /** A percentage, as a decimal. */
  percent_off?: string
  /** In the smallest unit of its currency. */
  amount_off?: number
  currency?: string
  /** UUIDs; if both lists are empty, it applies to every line. */
  product_ids: readonly string[]
  price_ids: readonly string[]
  minimum_amount?: number
  created_at: number
  /** The end of a discount that lasts a number of months; it does not apply to lines whose period begins later. */
  ends_at?: number
  /** Set if lines in arrears have periods that began before it was redeemed: it does not apply to these. */
  starts_at?: number
}

/** A discount with its amount. */
export interface AppliedDiscount extends Discount {
  amount: number
}

export interface LineDiscount {
  id: string
  amount: number
}

/** A tax of an invoice with its base and amount. */
export interface InvoiceTax extends Tax {
  inclusive: boolean
  /** The base, excluding the tax. */
  taxable: number
  amount: number
}

/** A tax of a line: `t` is the index of the tax in the invoice's list. */
export interface LineTax {
  t: number
  taxable: number
  amount: number
}

/** The numbers of untaxed lines, and the reason. */
export interface Untaxed {
  lines: number[]
  because: TaxReason
}

/** The amounts credited on a line, in total or by one note, in the smallest unit. */
export interface Credited {
  /** Units credited by quantity, as a decimal; credits by amount do not count. */
  quantity: string
  /** The credited part of the line's amount after discounts; includes tax if its price does. */
  base: number
  /** The credited part of each of its taxes, in their order. */
  taxes: readonly number[]
}
