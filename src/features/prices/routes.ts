// The prices of the API.

import { havingMetadata } from '../../platform/db/metadata-filter.ts'
import { among, type Sql, sql } from '../../platform/db/sql.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { valuesIn } from '../../platform/http/shapes.ts'
import { decodeId } from '../../platform/ids.ts'
import type { Service } from '../service.ts'
import { createPrice, priceMissing, updatePrice } from './actions.ts'
import { priceRecord } from './record.ts'
import {
  Price,
  PriceCreate,
  PriceList,
  PricePatch,
  PricePath,
  parsePriceId,
  priceJson,
} from './schemas.ts'

const tag = 'Prices'

// The schema has seen to it that it is one.
const productId = (ref: string): string => decodeId('prod', ref) as string

const listed = listRoutes({
  path: '/prices',
  operation: 'listPrices',
  summary: 'List prices',
  description: 'Without `active`, those that new lines can name and those that they cannot.',
  tag,
  permission: 'prices:read',
  query: PriceList,
  item: Price,
  errors: ['currency_invalid'],
  example: { summary: 'Prices in euros', query: { currency: 'eur' } },
  columns: columnsOf(priceRecord.members, { before: { metadata: 'created_at' } }),
  source: async ({ scope: { environment_id: environmentId }, query }, service: Service) => ({
    table: 'prices',
    filters: [
      ...decodeFilters(query),
      ...(await havingMetadata(
        service.pool,
        { table: 'prices', type: 'uuid', environmentId },
        query.metadata,
      )),
    ],
    counter: 'prices_count',
    decodeCursor: parsePriceId,
  }),
  find: priceRecord.find,
  weight: sql`octet_length(t.description) + octet_length(t.terms::text) + octet_length(t.metadata::text)`,
  json: (row) => priceJson(row),
})

function decodeFilters({ product_id, currency, active, lookup_key }: PriceList): Sql[] {
  return [
    ...(product_id === undefined ? [] : [sql`product_id = ${productId(product_id)}`]),
    ...(currency === undefined ? [] : [among('currency', valuesIn(currency.toLowerCase()))]),
    ...(active === undefined ? [] : [sql`active = ${active}`]),
    ...(lookup_key === undefined ? [] : [sql`lookup_key = ${lookup_key}`]),
  ]
}

const example = {
  product_id: 'prod_01h2xcejqtf2nbrexx3vqjhp41',
  model: 'graduated',
  lookup_key: 'seats',
  tiers: [
    { up_to: 10, unit_amount: 1999 },
    { up_to: null, unit_amount_decimal: '1499.5' },
  ],
}

const createRoute = route({
  method: 'POST',
  path: '/prices',
  operation: 'createPrice',
  summary: 'Create a price',
  description: 'What one quantity of a product costs. Which members it takes depends on `model`.',
  tag,
  permission: 'prices:write',
  body: PriceCreate,
  refers: true,
  response: Price,
  errors: [
    'resource_missing',
    'product_archived',
    'currency_invalid',
    'decimal_invalid',
    'tiers_invalid',
    'parameters_exclusive',
    'lookup_key_taken',
  ],
  createdAt: (id) => `/prices/${id}`,
  example: { summary: 'Cheaper beyond ten seats', body: example },
  handle: (call, service: Service) =>
    service.write(call, createPrice, { ...call.body, product_id: productId(call.body.product_id) }),
})

const retrieveRoute = route({
  method: 'GET',
  path: '/prices/:id',
  params: PricePath,
  operation: 'retrievePrice',
  summary: 'Retrieve a price',
  tag,
  permission: 'prices:read',
  response: Price,
  errors: ['resource_missing'],
  async handle(call, service: Service) {
    const row = await service.read(priceRecord.find, {
      environment_id: call.scope.environment_id,
      id: pathId(call),
    })
    if (!row) throw priceMissing(String(call.params.id))
    return { json: priceJson(row), etag: true }
  },
})

const updateRoute = route({
  method: 'PATCH',
  path: '/prices/:id',
  params: PricePath,
  operation: 'updatePrice',
  summary: 'Update a price',
  description:
    'Members left out stay as they are; null clears. Once an invoice line has named it, its amounts never change: with `new_version`, a price that replaces it is created and answered.',
  tag,
  permission: 'prices:write',
  body: PricePatch,
  response: Price,
  errors: [
    'resource_missing',
    'product_archived',
    'decimal_invalid',
    'tiers_invalid',
    'parameters_exclusive',
    'price_used',
    'lookup_key_taken',
    'precondition_failed',
  ],
  example: { summary: 'No longer for new lines', body: { active: false } },
  handle: async (call, service: Service) =>
    service.write(call, updatePrice, { id: pathId(call), patch: call.body }),
})

function pathId(call: Pick<Call, 'params'>): string {
  const ref = String(call.params.id)
  const id = parsePriceId(ref)
  if (id === undefined) throw priceMissing(JSON.stringify(ref.slice(0, 60)))
  return id
}

export const priceRoutes: Route<Service>[] = [...listed, createRoute, retrieveRoute, updateRoute]
