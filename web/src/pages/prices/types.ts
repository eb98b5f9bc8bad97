// The types of prices and priced lines, from the API's schemas.
import type { Static } from 'typebox'
import type { PriceModel as Model } from '../../../../src/domain/pricing.ts'
import type { InvoicePreview as PreviewSchema } from '../../../../src/features/invoices/schemas.ts'
import type { Price as PriceSchema } from '../../../../src/features/prices/schemas.ts'
import type { Invoice } from '../../api/types.ts'

export type Price = Static<typeof PriceSchema>
export type PriceModel = Model
export type Tier = NonNullable<Price['tiers']>[number]
export type InvoicePreview = Static<typeof PreviewSchema>

/** The terms of a price; which of these are null depends on its model. */
export type PriceTerms = Pick<
  Price,
  | 'model'
  | 'unit_amount'
  | 'unit_amount_decimal'
  | 'tiers'
  | 'size'
  | 'free_units'
  | 'rate'
  | 'per_event'
  | 'free_events'
  | 'free_amount'
>

export type PricedLine = Invoice['line_items'][number]
