// The products of the API.

import { wordsAsked } from '../../domain/words.ts'
import { havingMetadata } from '../../platform/db/metadata-filter.ts'
import { among, type Sql, sql } from '../../platform/db/sql.ts'
import { havingWords } from '../../platform/db/word-index.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { valuesIn } from '../../platform/http/shapes.ts'
import type { Service } from '../service.ts'
import { archiveProduct, createProduct, productMissing, updateProduct } from './actions.ts'
import { productRecord } from './record.ts'
import {
  Product,
  ProductCreate,
  ProductList,
  ProductPatch,
  ProductPath,
  parseProductId,
} from './schemas.ts'
import { productWords } from './store.ts'

const tag = 'Products'

const listed = listRoutes({
  path: '/products',
  operation: 'listProducts',
  summary: 'List products',
  description: 'Without `status`, active and archived ones.',
  tag,
  permission: 'products:read',
  query: ProductList,
  item: Product,
  example: { summary: 'Active products', query: { status: 'active' } },
  columns: columnsOf(productRecord.members, { before: { metadata: 'created_at' } }),
  source: async ({ scope: { environment_id: environmentId }, query }, service: Service) => ({
    table: 'products',
    filters: [
      ...decodeFilters(environmentId, query),
      ...(await havingMetadata(
        service.pool,
        { table: 'products', type: 'uuid', environmentId },
        query.metadata,
      )),
    ],
    counter: 'products_count',
    decodeCursor: parseProductId,
  }),
  find: productRecord.find,
  weight: sql`octet_length(t.description) + octet_length(t.metadata::text)`,
  json: (row) => productRecord.json(row),
})

function decodeFilters(environmentId: number, { q, status }: ProductList): Sql[] {
  return [
    ...(q === undefined ? [] : havingWords(productWords, environmentId, wordsAsked(q))),
    ...(status === undefined ? [] : [among('status', valuesIn(status))]),
  ]
}

const createRoute = route({
  method: 'POST',
  path: '/products',
  operation: 'createProduct',
  summary: 'Create a product',
  tag,
  permission: 'products:write',
  body: ProductCreate,
  response: Product,
  createdAt: (id) => `/products/${id}`,
  example: {
    summary: 'A product with your own key',
    body: { name: 'Team plan', description: 'Per seat', metadata: { sku: 'TEAM-1' } },
  },
  handle: (call, service: Service) => service.write(call, createProduct, call.body),
})

const retrieveRoute = route({
  method: 'GET',
  path: '/products/:id',
  params: ProductPath,
  operation: 'retrieveProduct',
  summary: 'Retrieve a product',
  tag,
  permission: 'products:read',
  response: Product,
  errors: ['resource_missing'],
  async handle(call, service: Service) {
    const row = await service.read(productRecord.find, {
      environment_id: call.scope.environment_id,
      id: pathId(call),
    })
    if (!row) throw productMissing(String(call.params.id))
    return { json: productRecord.json(row), etag: true }
  },
})

const updateRoute = route({
  method: 'PATCH',
  path: '/products/:id',
  params: ProductPath,
  operation: 'updateProduct',
  summary: 'Update a product',
  description:
    'Members left out stay as they are; null clears. `status` brings an archived product back.',
  tag,
  permission: 'products:write',
  body: ProductPatch,
  response: Product,
  errors: ['resource_missing', 'precondition_failed'],
  example: { summary: 'A new name', body: { name: 'Team plan (annual)' } },
  handle: async (call, service: Service) =>
    service.write(call, updateProduct, { id: pathId(call), patch: call.body }),
})

const archiveRoute = route({
  method: 'DELETE',
  path: '/products/:id',
  params: ProductPath,
  operation: 'archiveProduct',
  summary: 'Archive a product',
  description: 'Hides it from new invoice lines; what names it stays. Repeating is harmless.',
  tag,
  permission: 'products:write',
  response: Product,
  errors: ['resource_missing', 'precondition_failed'],
  handle: async (call, service: Service) =>
    service.write(call, archiveProduct, { id: pathId(call) }),
})

function pathId(call: Pick<Call, 'params'>): string {
  const ref = String(call.params.id)
  const id = parseProductId(ref)
  if (id === undefined) throw productMissing(JSON.stringify(ref.slice(0, 60)))
  return id
}

export const productRoutes: Route<Service>[] = [
  ...listed,
  createRoute,
  retrieveRoute,
  updateRoute,
  archiveRoute,
]
