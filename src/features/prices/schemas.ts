// The price as clients see it, and what they may send.

import { type Static, type TSchema, Type } from 'typebox'
import { PRICE_MODELS } from '../../domain/pricing.ts'
import { membersOf } from '../../domain/pricing-terms.ts'
import {
  Body,
  Clearable,
  ClosedOneOf,
  CurrencyFilter,
  listQuery,
  MetadataPatch,
  metadataQuery,
  Text,
} from '../../platform/http/shapes.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'
import { bounds, TiersSent } from '../terms.ts'
import { type PriceRow, priceRecord } from './record.ts'

const { description, lookup_key, metadata, tax_behavior } = priceRecord.members

const ProductRef = (description: string) =>
  Type.String({
    pattern: '^prod_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    description,
    examples: ['prod_01h2xcejqtf2nbrexx3vqjhp41'],
  })

const maybe = <S extends TSchema>(schema: S) => Type.Optional(Clearable(schema))

/** Which of them a price takes depends on its model. */
const terms = {
  unit_amount: maybe(bounds.unit_amount),
  unit_amount_decimal: maybe(bounds.unit_amount_decimal),
  tiers: maybe(TiersSent),
  size: maybe(bounds.size),
  free_units: maybe(bounds.free_units),
  rate: maybe(bounds.rate),
  per_event: maybe(bounds.per_event),
  free_events: maybe(bounds.free_events),
  free_amount: maybe(bounds.free_amount),
}

export const PriceCreate = Body({
  product_id: ProductRef('The product it is a price of.'),
  model: ClosedOneOf(PRICE_MODELS, 'How a quantity comes to an amount; it never changes.'),
  currency: Type.Optional(
    Type.String({
      format: 'currency',
      description: "Three letters, in any case; the account's currency when left out.",
      examples: ['cad'],
    }),
  ),
  ...terms,
  description: Type.Optional(description.input),
  lookup_key: Type.Optional(lookup_key.input),
  metadata: Type.Optional(metadata.input),
  tax_behavior: maybe(tax_behavior.input),
})
export type PriceCreate = Static<typeof PriceCreate>

export const PricePatch = Type.Object(
  {
    ...terms,
    description: maybe(description.input),
    lookup_key: maybe(lookup_key.input),
    active: Type.Optional(Type.Boolean({ description: 'Whether new invoice lines can name it.' })),
    metadata: Type.Optional(MetadataPatch),
    tax_behavior: maybe(tax_behavior.input),
    new_version: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Create a price with these changes that replaces this one, takes over its lookup key, and is answered; this one becomes inactive.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type PricePatch = Static<typeof PricePatch>

export const PricePath = {
  id: Type.String({ pattern: '^price_[0-7][0-9a-hjkmnp-tv-z]{25}$', description: 'The price.' }),
}

export const PriceList = Body({
  ...listQuery,
  ...metadataQuery,
  product_id: Type.Optional(ProductRef('Prices of this product.')),
  currency: Type.Optional(CurrencyFilter),
  active: Type.Optional(Type.Boolean({ description: 'Active prices, or those that are not.' })),
  lookup_key: Type.Optional(Text(200, 'The price with exactly this lookup key.')),
})
export type PriceList = Static<typeof PriceList>

export const Price = priceRecord.item

export const priceRef = (id: string): string => encodeId('price', id)
export const parsePriceId = (ref: string): string | undefined => decodeId('price', ref)

/** The JSON text of a price. */
export const priceJson = (price: PriceRow): string =>
  priceRecord.json(price, { model: price.terms.model, ...membersOf(price.terms) } as never)
