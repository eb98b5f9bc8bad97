// What the API answers about prices, until its own schemas can be imported here.
import type { Invoice } from '../../api/types.ts'

export const PRICE_MODELS = [
  'flat',
  'per_unit',
  'graduated',
  'volume',
  'package',
  'percentage',
] as const
export type PriceModel = (typeof PRICE_MODELS)[number]

/** Decimals are texts in the smallest unit, of at most twelve digits after the point. */
export interface Tier {
  /** The last unit of the tier; null for the last one. */
  up_to: number | null
  unit_amount_decimal: string
  flat_amount: number
}

/** What a price asks for; which of these are not null depends on its model. */
export interface PriceTerms {
  model: PriceModel
  unit_amount: number | null
  unit_amount_decimal: string | null
  tiers: Tier[] | null
  size: number | null
  free_units: number | null
  /** Percent. */
  rate: string | null
  per_event: number | null
  free_events: number | null
  free_amount: number | null
}

export interface Price extends PriceTerms {
  id: string
  product_id: string
  currency: string
  description: string
  lookup_key: string | null
  version: number
  /** The version before it. */
  replaces: string | null
  active: boolean
  created_at: string
  updated_at: string
  metadata: Record<string, string>
}

/** What a line tells beyond its whole numbers. Lines of older versions do not. */
export interface LinePrice {
  price_id?: string | null
  quantity_decimal?: string | null
  unit_amount_decimal?: string | null
  events?: string[] | null
  pricing?: (Partial<PriceTerms> & { model: PriceModel }) | null
}
export type PricedLine = Invoice['line_items'][number] & LinePrice

export interface InvoicePreview {
  object: 'invoice_preview'
  currency: string
  line_items: { amount: number }[]
  sentences: string[]
}
