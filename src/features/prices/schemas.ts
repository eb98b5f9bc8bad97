// Price schemas: responses and request bodies.

import { type Static, Type } from 'typebox'
import { PRICE_MODELS } from '../../domain/pricing.ts'
import { membersOf } from '../../domain/pricing-terms.ts'
import { Body, Clearable, ClosedOneOf } from '../../platform/http/shapes.ts'
import { mergedMetadata, sent } from '../bodies.ts'
import { idSchema } from '../identifiers.ts'
import { bounds, TiersSent } from '../terms.ts'
import { type PriceRow, priceRecord } from './record.ts'

export const ProductRef = (description: string) =>
  idSchema('product', description, 'prod_01h2xcejqtf2nbrexx3vqjhp41')

/** The model determines which of them a price has. */
const terms = {
  unit_amount: Type.Optional(Clearable(bounds.unit_amount)),
  unit_amount_decimal: Type.Optional(Clearable(bounds.unit_amount_decimal)),
  tiers: Type.Optional(Clearable(TiersSent)),
  size: Type.Optional(Clearable(bounds.size)),
  free_units: Type.Optional(Clearable(bounds.free_units)),
  rate: Type.Optional(Clearable(bounds.rate)),
  per_event: Type.Optional(Clearable(bounds.per_event)),
  free_events: Type.Optional(Clearable(bounds.free_events)),
  free_amount: Type.Optional(Clearable(bounds.free_amount)),
}

export const PriceCreate = Body({
  product_id: ProductRef('Its product.'),
  model: ClosedOneOf(PRICE_MODELS, 'The pricing model; cannot change.'),
  currency: Type.Optional(
    Type.String({
      format: 'currency',
      description: "Three-letter code. Default: the account's currency.",
      examples: ['cad'],
    }),
  ),
  ...terms,
  ...sent(priceRecord, {
    optional: ['description', 'lookup_key', 'metadata'],
    clearable: ['interval', 'interval_count', 'billing', 'minimum_amount', 'tax_behavior'],
  }),
})
export type PriceCreate = Static<typeof PriceCreate>

export const PricePatch = Body({
  ...terms,
  ...sent(priceRecord, {
    optional: ['active'],
    clearable: ['minimum_amount', 'description', 'lookup_key', 'tax_behavior'],
  }),
  ...mergedMetadata,
  new_version: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Create a price with these changes that replaces this one and takes over its lookup key; this one becomes inactive.',
    }),
  ),
})
export type PricePatch = Static<typeof PricePatch>

export const Price = priceRecord.item

export const priceJson = (price: PriceRow): string =>
  priceRecord.json(price, { model: price.terms.model, ...membersOf(price.terms) } as never)
