// The API routes of prices.

import { INTERVALS } from '../../domain/recurrence.ts'
import { sql } from '../../platform/db/sql.ts'
import { Text } from '../../platform/http/shapes.ts'
import { crud } from '../crud.ts'
import { anyOf, currencies, equals, isSet } from '../filters.ts'
import { productIds } from '../products/record.ts'
import { createPrice, updatePrice } from './actions.ts'
import { priceIds, priceRecord } from './record.ts'
import { PriceCreate, PricePatch, ProductRef, priceJson } from './schemas.ts'

export const priceRoutes = crud({
  ids: priceIds,
  record: { ...priceRecord, json: priceJson },
  list: {
    description: 'Active and inactive prices, unless filtered.',
    filters: {
      product_id: equals(ProductRef('Prices of this product.'), productIds.parse),
      currency: currencies,
      active: isSet('Active or inactive prices only.'),
      interval: anyOf(INTERVALS, 'Recurring prices with this interval.'),
      lookup_key: equals(Text(200, 'The price with exactly this lookup key.')),
    },
    weight: sql`octet_length(t.description) + octet_length(t.terms::text) + octet_length(t.metadata::text)`,
    errors: ['currency_invalid'],
    example: { summary: 'Prices in euros', query: { currency: 'eur' } },
  },
  create: {
    description:
      'The properties depend on `model`. With an `interval`, the price is for subscriptions.',
    body: PriceCreate,
    refers: true,
    errors: [
      'product_archived',
      'currency_invalid',
      'decimal_invalid',
      'tiers_invalid',
      'parameters_exclusive',
      'lookup_key_taken',
    ],
    example: {
      summary: 'Graduated tiers, billed every month',
      body: {
        product_id: 'prod_01h2xcejqtf2nbrexx3vqjhp41',
        model: 'graduated',
        interval: 'month',
        lookup_key: 'seats',
        tiers: [
          { up_to: 10, unit_amount: 1999 },
          { up_to: null, unit_amount_decimal: '1499.5' },
        ],
      },
    },
    handle: (call, service) => {
      // The schema has already validated it.
      const product_id = productIds.parse(call.body.product_id) as string
      return service.write(call, createPrice, { ...call.body, product_id })
    },
  },
  update: {
    description:
      'Omitted properties keep their values; null clears. Once an invoice line uses it, its amounts cannot change: `new_version` creates and returns a price that replaces it.',
    body: PricePatch,
    action: updatePrice,
    errors: [
      'product_archived',
      'decimal_invalid',
      'tiers_invalid',
      'parameters_exclusive',
      'price_used',
      'lookup_key_taken',
    ],
    example: { summary: 'Deactivate it', body: { active: false } },
  },
})
