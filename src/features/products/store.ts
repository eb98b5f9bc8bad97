// All SQL of products.

import type { Metadata } from '../../domain/metadata.ts'
import type { ProductStatus } from '../../domain/product.ts'
import type { RowKey, Table } from '../../platform/db/action.ts'
import { type Db, execute, instants, jsons, plain, query, sql } from '../../platform/db/sql.ts'

export interface Product {
  environment_id: number
  id: string
  name: string
  description: string
  status: ProductStatus
  metadata: Metadata
  created_at: number
  updated_at: number
}

const columns = sql`p.environment_id, p.id, p.name, p.description, p.status, p.metadata,
  p.created_at, p.updated_at`
const list = sql`environment_id, id, name, description, status, metadata, created_at, updated_at`

const wanted = (
  keys: RowKey[],
) => sql`unnest(${plain(keys.map((key) => key.environment_id))}::int[],
  ${plain(keys.map((key) => key.id))}::uuid[]) as wanted (environment_id, id)`

const values = (rows: Product[]) => sql`unnest(
  ${plain(rows.map((row) => row.environment_id))}::int[], ${plain(rows.map((row) => row.id))}::uuid[],
  ${rows.map((row) => row.name)}::text[], ${rows.map((row) => row.description)}::text[],
  ${rows.map((row) => row.status)}::text[],
  ${jsons(rows.map((row) => JSON.stringify(row.metadata)))},
  ${instants(rows.map((row) => row.created_at))}::timestamptz[],
  ${instants(rows.map((row) => row.updated_at))}::timestamptz[])`

export const products: Table<Product> = {
  name: 'products',
  count: { counter: 'products_count', counts: () => true },

  lock(tx, keys) {
    return query<Product>(
      tx,
      sql`select ${columns} from products p
          join ${wanted(keys)} on p.environment_id = wanted.environment_id and p.id = wanted.id
          order by p.environment_id, p.id for no key update of p`,
    )
  },

  insert(tx, rows) {
    return execute(tx, sql`insert into products (${list}) select * from ${values(rows)}`)
  },

  update(tx, rows) {
    return execute(
      tx,
      sql`update products p set
            name = v.name, description = v.description, status = v.status,
            metadata = v.metadata, updated_at = v.updated_at
          from ${values(rows)} as v (${list})
          where p.environment_id = v.environment_id and p.id = v.id`,
    )
  },
}

/** Products as read, in the order asked for; undefined where there is none. */
export async function findProducts(db: Db, keys: RowKey[]): Promise<(Product | undefined)[]> {
  const rows = await query<Product>(
    db,
    sql`select ${columns} from products p
        join ${wanted(keys)} on p.environment_id = wanted.environment_id and p.id = wanted.id`,
  )
  const found = new Map(rows.map((row) => [`${row.environment_id}/${row.id}`, row]))
  return keys.map((key) => found.get(`${key.environment_id}/${key.id}`))
}
