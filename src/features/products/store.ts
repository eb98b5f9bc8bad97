// All SQL of products.

import type { Metadata } from '../../domain/metadata.ts'
import type { ProductStatus } from '../../domain/product.ts'
import { wordsOf } from '../../domain/words.ts'
import type { RowKey, Table, Tx } from '../../platform/db/action.ts'
import { inOrder, wanted } from '../../platform/db/keyed.ts'
import { type Db, execute, instants, jsons, plain, query, sql } from '../../platform/db/sql.ts'
import { changesOfWords, saveWords, type Worded } from '../../platform/db/word-index.ts'

export interface Product {
  environment_id: number
  id: string
  name: string
  description: string
  status: ProductStatus
  metadata: Metadata
  created_at: number
  updated_at: number
  /** The row as it was locked, which tells what it was found by until now. */
  was?: { name: string; words_version: number }
}

/** The words by which a product is found, archived or not. */
export const productWords: Worded<Pick<Product, 'name'>> = {
  table: 'product_words',
  column: 'product_id',
  type: 'uuid',
  owner: 'products',
  columns: 'name',
  wordsOf: ({ name }) => wordsOf([name]),
}

const columns = sql`p.environment_id, p.id, p.name, p.description, p.status, p.metadata,
  p.created_at, p.updated_at`
const list = sql`environment_id, id, name, description, status, metadata, created_at, updated_at`

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

  async lock(tx, keys) {
    const rows = await query<Product & { words_version: number }>(
      tx,
      sql`select ${columns}, p.words_version from products p
          join ${wanted(keys, 'uuid')} on p.environment_id = wanted.environment_id and p.id = wanted.id
          order by p.environment_id, p.id for no key update of p`,
    )
    return rows.map((row) => ({ ...row, was: row }))
  },

  async insert(tx, rows) {
    await Promise.all([
      execute(
        tx,
        sql`insert into products (${list}, words_version) select *, 1 from ${values(rows)}`,
      ),
      saveWords(tx, productWords, changesOfWords(productWords, rows)),
    ])
  },

  async update(tx, rows) {
    const renamed = rows.filter(({ was, name }) => was?.words_version !== 1 || was.name !== name)
    await Promise.all([
      updateRows(tx, rows),
      saveWords(tx, productWords, changesOfWords(productWords, renamed)),
    ])
  },
}

function updateRows(tx: Tx, rows: Product[]): Promise<number> {
  return execute(
    tx,
    sql`update products p set
          name = v.name, description = v.description, status = v.status,
          metadata = v.metadata, updated_at = v.updated_at, words_version = 1
        from ${values(rows)} as v (${list})
        where p.environment_id = v.environment_id and p.id = v.id`,
  )
}

/** Products as read, in the order asked for; undefined where there is none. */
export async function findProducts(db: Db, keys: RowKey[]): Promise<(Product | undefined)[]> {
  const rows = await query<Product>(
    db,
    sql`select ${columns} from products p
        join ${wanted(keys, 'uuid')} on p.environment_id = wanted.environment_id and p.id = wanted.id`,
  )
  return inOrder(keys, rows)
}
