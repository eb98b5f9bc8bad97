// All SQL of products.

import type { Metadata } from '../../domain/metadata.ts'
import type { ProductStatus } from '../../domain/product.ts'
import { wordsOf } from '../../domain/words.ts'
import type { RowKey, Table, Tx } from '../../platform/db/action.ts'
import { type Db, execute, instants, jsons, plain, query, sql } from '../../platform/db/sql.ts'
import { saveWords, type WordTable } from '../../platform/db/word-index.ts'

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

export const productWords: WordTable = {
  table: 'product_words',
  column: 'product_id',
  type: 'uuid',
}

/** The words by which a product is found, archived or not. */
export const wordsOfProduct = ({ name }: Pick<Product, 'name'>): string[] => wordsOf([name])

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

  async lock(tx, keys) {
    const rows = await query<Product & { words_version: number }>(
      tx,
      sql`select ${columns}, p.words_version from products p
          join ${wanted(keys)} on p.environment_id = wanted.environment_id and p.id = wanted.id
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
      saveWords(tx, productWords, rows.map(wordChange)),
    ])
  },

  async update(tx, rows) {
    const renamed = rows.filter(({ was, name }) => was?.words_version !== 1 || was.name !== name)
    await Promise.all([updateRows(tx, rows), saveWords(tx, productWords, renamed.map(wordChange))])
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

function wordChange(row: Product) {
  const before = row.was?.words_version === 1 ? wordsOfProduct(row.was) : []
  const after = wordsOfProduct(row)
  return {
    environment_id: row.environment_id,
    id: row.id,
    gone: before.filter((word) => !after.includes(word)),
    come: after.filter((word) => !before.includes(word)),
  }
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

/** Makes the words of products that have none yet, so many of an environment; answers how many. */
export async function indexProducts(tx: Tx, environmentId: number, most: number): Promise<number> {
  const rows = await query<{ id: string; name: string }>(
    tx,
    sql`select p.id, p.name from products p
        where p.environment_id = ${environmentId} and p.words_version = 0
        order by p.id limit ${most} for no key update of p skip locked`,
  )
  const changes = rows.map((row) => ({
    environment_id: environmentId,
    id: row.id,
    gone: [],
    come: wordsOfProduct(row),
  }))
  await saveWords(tx, productWords, changes)
  await execute(
    tx,
    sql`update products p set words_version = 1
        where p.environment_id = ${environmentId}
          and p.id = any(${plain(rows.map(({ id }) => id))}::uuid[])`,
  )
  return rows.length
}
