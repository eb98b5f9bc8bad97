// Verification of the words by which things are found: those that rows have, and no others.

import type { Tx } from '../../platform/db/action.ts'
import { plain, query, raw, sql } from '../../platform/db/sql.ts'
import type { WordTable } from '../../platform/db/word-index.ts'
import { customerWords, wordsOfCustomer } from '../customers/store.ts'
import { productWords, wordsOfProduct } from '../products/store.ts'

const CHUNK = 2_000

/** A table with words, and how they are made of its rows. */
interface Worded<Row> {
  table: string
  columns: string
  first: string
  index: WordTable
  ref(row: Row): string
  wordsOf(row: Row): string[]
}

const CUSTOMERS: Worded<Parameters<typeof wordsOfCustomer>[0] & { id: string }> = {
  table: 'customers',
  columns: 'id::text as id, name, contact_name, email, deleted_at',
  first: '0',
  index: customerWords,
  ref: ({ id }) => `cus_${id}`,
  wordsOf: wordsOfCustomer,
}

const PRODUCTS: Worded<{ id: string; name: string }> = {
  table: 'products',
  columns: 'id::text as id, name',
  first: '00000000-0000-0000-0000-000000000000',
  index: productWords,
  ref: ({ name }) => `product "${name}"`,
  wordsOf: wordsOfProduct,
}

export interface WordsFound {
  checked: number
  differences: number
  examples: string[]
}

/** Holds the words of an environment against its rows; those that wait for their words are left out. */
export async function findWordDifferences(
  tx: Tx,
  environmentId: number,
  examplesMost: number,
): Promise<WordsFound> {
  const found: WordsFound = { checked: 0, differences: 0, examples: [] }
  const tell = (sentence: string, count = 1) => {
    found.differences += count
    if (found.examples.length < examplesMost) found.examples.push(sentence)
  }
  await hold(tx, environmentId, CUSTOMERS, found, tell)
  await hold(tx, environmentId, PRODUCTS, found, tell)
  return found
}

async function hold<Row extends { id: string }>(
  tx: Tx,
  environmentId: number,
  worded: Worded<Row>,
  found: WordsFound,
  tell: (sentence: string, count?: number) => void,
): Promise<void> {
  const { table, columns, index } = worded
  const id = raw(index.type)
  let present = 0
  for (let after = worded.first; ; ) {
    const rows = await query<Row & Record<string, unknown>>(
      tx,
      sql`select ${raw(columns)} from ${raw(table)}
          where environment_id = ${environmentId} and words_version = 1
            and ${raw(table)}.id > ${after}::${id} order by ${raw(table)}.id limit ${CHUNK}`,
    )
    const expected = rows.flatMap((row) => worded.wordsOf(row).map((word) => ({ row, word })))
    const missing = await query<{ place: number }>(
      tx,
      sql`select e.place::int as place
          from unnest(${plain(expected.map(({ row }) => row.id))}::${id}[],
                      ${expected.map(({ word }) => word)}::text[])
            with ordinality as e (id, word, place)
          where not exists (select 1 from ${raw(index.table)} k
                            where k.environment_id = ${environmentId} and k.word = e.word
                              and k.${raw(index.column)} = e.id)`,
    )
    for (const { place } of missing) {
      const lost = expected[place - 1]
      if (lost) tell(`${worded.ref(lost.row)} cannot be found by "${lost.word}"`)
    }
    present += expected.length - missing.length
    found.checked += rows.length
    if (rows.length < CHUNK) break
    after = rows.at(-1)?.id as string
  }
  const kept = await query<{ count: number }>(
    tx,
    sql`select count(*) as count from ${raw(index.table)} where environment_id = ${environmentId}`,
  )
  const stray = (kept[0]?.count ?? 0) - present
  if (stray !== 0) tell(`${stray} words in ${index.table} are of no row`, Math.abs(stray))
}
