// The products of the API.

import type { Pool } from 'pg'
import { wordsAsked } from '../../domain/words.ts'
import type { RowKey } from '../../platform/db/action.ts'
import { coalesce } from '../../platform/db/coalesce.ts'
import { havingMetadata } from '../../platform/db/metadata-filter.ts'
import { among, type Sql, sql } from '../../platform/db/sql.ts'
import { havingWords } from '../../platform/db/word-index.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { valuesIn } from '../../platform/http/shapes.ts'
import type { Write } from '../accounts/store.ts'
import { archiveProduct, createProduct, productMissing, updateProduct } from './actions.ts'
import { type ProductRow, productRecord } from './record.ts'
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

type Find = (key: RowKey) => Promise<ProductRow | undefined>

export function productRoutes(pool: Pool, write: Write): Route[] {
  const find = coalesce((keys: RowKey[]) => productRecord.find(pool, keys))
  return [
    ...listed(pool),
    createRoute(write),
    retrieveRoute(find),
    updateRoute(write),
    archiveRoute(write),
  ]
}

const listed = (pool: Pool) =>
  listRoutes({
    pool,
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
    source: async ({ scope: { environment_id: environmentId }, query }) => ({
      table: 'products',
      filters: [
        ...decodeFilters(environmentId, query),
        ...(await havingMetadata(
          pool,
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

const createRoute = (write: Write) =>
  route({
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
    handle: (call) => write(call, createProduct, call.body),
  })

const retrieveRoute = (find: Find) =>
  route({
    method: 'GET',
    path: '/products/:id',
    params: ProductPath,
    operation: 'retrieveProduct',
    summary: 'Retrieve a product',
    tag,
    permission: 'products:read',
    response: Product,
    errors: ['resource_missing'],
    async handle(call) {
      const row = await find({ environment_id: call.scope.environment_id, id: pathId(call) })
      if (!row) throw productMissing(String(call.params.id))
      return { json: productRecord.json(row), etag: true }
    },
  })

const updateRoute = (write: Write) =>
  route({
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
    handle: async (call) => write(call, updateProduct, { id: pathId(call), patch: call.body }),
  })

const archiveRoute = (write: Write) =>
  route({
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
    handle: async (call) => write(call, archiveProduct, { id: pathId(call) }),
  })

function pathId(call: Pick<Call, 'params'>): string {
  const ref = String(call.params.id)
  const id = parseProductId(ref)
  if (id === undefined) throw productMissing(JSON.stringify(ref.slice(0, 60)))
  return id
}
