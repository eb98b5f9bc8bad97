// Verification of search words: each row has exactly the words that it should.

import { plain, query, raw, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import type { Worded } from '../../platform/db/word-index.ts'
import { customerWords } from '../customers/store.ts'
import { productWords } from '../products/store.ts'

const CHUNK = 2_000

/** A start position before all IDs, and the name of a row in reports. */
interface IndexedRows<Row> {
  first: string
  ref(row: Row & { id: string }): string
}

export interface WordsFound {
  checked: number
  differences: number
  examples: string[]
}

/** Compares the search words of an environment with its rows; skips rows whose words are not written yet. */
export async function findWordDifferences(
  tx: Tx,
  environmentId: number,
  examplesMost: number,
): Promise<WordsFound> {
  const found: WordsFound = { checked: 0, differences: 0, examples: [] }
  const report = (sentence: string, count = 1) => {
    found.differences += count
    if (found.examples.length < examplesMost) found.examples.push(sentence)
  }
  const scope = { tx, environmentId, found, report }
  await compareWords(scope, customerWords, { first: '0', ref: ({ id }) => `cus_${id}` })
  const first = '00000000-0000-0000-0000-000000000000'
  await compareWords(scope, productWords, { first, ref: ({ name }) => `product "${name}"` })
  return found
}

interface Scope {
  tx: Tx
  environmentId: number
  found: WordsFound
  report(sentence: string, count?: number): void
}

async function compareWords<Row extends object>(
  { tx, environmentId, found, report }: Scope,
  worded: Worded<Row>,
  indexed: IndexedRows<Row>,
): Promise<void> {
  const { owner, columns } = worded
  const id = raw(worded.type)
  let present = 0
  for (let after = indexed.first; ; ) {
    const rows = await query<Row & { id: string }>(
      tx,
      sql`select id::text as id, ${raw(columns)} from ${raw(owner)}
          where environment_id = ${environmentId} and words_version = 1
            and ${raw(owner)}.id > ${after}::${id} order by ${raw(owner)}.id limit ${CHUNK}`,
    )
    const expected = rows.flatMap((row) => worded.wordsOf(row).map((word) => ({ row, word })))
    const missing = await query<{ place: number }>(
      tx,
      sql`select e.place::int as place
          from unnest(${plain(expected.map(({ row }) => row.id))}::${id}[],
                      ${expected.map(({ word }) => word)}::text[])
            with ordinality as e (id, word, place)
          where not exists (select 1 from ${raw(worded.table)} k
                            where k.environment_id = ${environmentId} and k.word = e.word
                              and k.${raw(worded.column)} = e.id)`,
    )
    for (const { place } of missing) {
      const lost = expected[place - 1]
      if (lost) report(`${indexed.ref(lost.row)} cannot be found by "${lost.word}"`)
    }
    present += expected.length - missing.length
    found.checked += rows.length
    if (rows.length < CHUNK) break
    after = rows.at(-1)?.id as string
  }
  const kept = await query<{ count: number }>(
    tx,
    sql`select count(*) as count from ${raw(worded.table)} where environment_id = ${environmentId}`,
  )
  const stray = (kept[0]?.count ?? 0) - present
  if (stray !== 0) report(`${stray} words in ${worded.table} belong to no row`, Math.abs(stray))
}
