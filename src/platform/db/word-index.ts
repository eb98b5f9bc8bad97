// Search by words: a table of the words of each row, maintained by the code that writes the row.

import { type Given, given, toInsert } from './given.ts'
import { type Db, execute, join, plain, query, queryPlanned, raw, type Sql, sql } from './sql.ts'

/** Sorts after everything that can follow a prefix, in the order of bytes. */
const LAST = '\u{10ffff}'
/** Up to this many rows of the rarest word are checked one by one. */
const FEW = 500
/** For more frequent words, this many rows are searched for those that have all words. */
const MANY = 50_000

interface Key {
  environment_id: number
  id: string | number
}

export interface WordChange extends Key {
  gone: readonly string[]
  come: readonly string[]
}

/** A table `(environment_id, word, <column>)`, all three its primary key; `word` collates by bytes. */
export interface WordTable {
  table: string
  column: string
  type: 'bigint' | 'uuid'
}

/** Rows of an owner that are found by words; their `words_version` is 1 once their words are stored. */
export interface Worded<R> extends WordTable {
  owner: string
  /** The columns that `wordsOf` reads. */
  columns: string
  wordsOf(row: R): readonly string[]
}

/** Returns how the words of rows change from the rows as they were locked, if they are not new. */
export const changesOfWords = <R extends object>(
  { wordsOf }: Worded<R>,
  rows: readonly (R & Key & { was?: R & { words_version: number } })[],
): WordChange[] =>
  rows.map((row) => {
    const before = row.was?.words_version === 1 ? wordsOf(row.was) : []
    const after = wordsOf(row)
    return {
      environment_id: row.environment_id,
      id: row.id,
      gone: before.filter((word) => !after.includes(word)),
      come: after.filter((word) => !before.includes(word)),
    }
  })

/** Stores the words of at most `most` rows of an environment that have none yet; returns how many. */
export async function indexWords<R extends object>(
  db: Db,
  worded: Worded<R>,
  environmentId: number,
  most: number,
): Promise<number> {
  const { owner, columns, type } = worded
  const rows = await query<R & { id: Key['id'] }>(
    db,
    sql`select id, ${raw(columns)} from ${raw(owner)}
        where environment_id = ${environmentId} and words_version = 0
        order by id limit ${most} for no key update skip locked`,
  )
  const found = rows.map((row) => ({ ...row, environment_id: environmentId }))
  await saveWords(db, worded, changesOfWords(worded, found))
  await execute(
    db,
    sql`update ${raw(owner)} set words_version = 1
        where environment_id = ${environmentId}
          and id = any(${plain(rows.map(({ id }) => id))}::${raw(type)}[])`,
  )
  return rows.length
}

/** Removes words and adds others; idempotent. */
export async function saveWords(
  db: Db,
  { table, column, type }: WordTable,
  changes: readonly WordChange[],
): Promise<void> {
  const rowsOf = (which: 'gone' | 'come') =>
    changes.flatMap((change) => change[which].map((word) => ({ ...change, word })))
  const columnsOf = (rows: ReturnType<typeof rowsOf>): Given => ({
    word: sql`${rows.map((row) => row.word)}::text[]`,
    id: sql`${plain(rows.map((row) => row.id))}::${raw(type)}[]`,
  })
  const gone = rowsOf('gone')
  const come = rowsOf('come')
  const sent: Promise<unknown>[] = []
  if (gone.length > 0) {
    sent.push(
      execute(
        db,
        sql`delete from ${raw(table)} k using ${given('g', gone, columnsOf(gone))}
            where k.environment_id = g.environment_id and k.word = g.word
              and k.${raw(column)} = g.id`,
      ),
    )
  }
  if (come.length > 0) {
    sent.push(
      execute(
        db,
        sql`insert into ${raw(table)} (environment_id, word, ${raw(column)})
            select v.environment_id, v.word, v.id from ${toInsert('v', come, columnsOf(come))}
            on conflict do nothing`,
      ),
    )
  }
  await Promise.all(sent)
}

/** The rows of an environment that have a word with this prefix. */
const beginning = ({ table }: WordTable, environmentId: number, word: string): Sql =>
  sql`from ${raw(table)} where environment_id = ${environmentId}
      and word >= ${word} and word < ${word + LAST}`

/** Filters of a list: rows that have a word with each of these prefixes. */
export function havingWords(
  index: WordTable,
  environmentId: number,
  words: readonly string[],
): Sql[] {
  return words.map(
    (word) => sql`id in (select ${raw(index.column)} ${beginning(index, environmentId, word)})`,
  )
}

/**
 * Returns at most `most` rows that have a word with each of these prefixes, those first whose word is nearest to
 * the rarest prefix. `keep` filters rows that match the rarest prefix by all of their words. For words that fifty
 * thousand rows or more have, some rows can be missed.
 */
export async function findByWords<Id extends string | number>(
  db: Db,
  index: WordTable,
  wanted: { environmentId: number; words: readonly string[]; most: number },
  keep: (ids: Id[]) => Promise<Id[]>,
): Promise<Id[]> {
  const { environmentId, words, most } = wanted
  const id = raw(index.column)
  const sizes = await Promise.all(
    words.map(async (word) => {
      const rows = await query<{ count: number }>(
        db,
        sql`select count(*) as count
            from (select 1 ${beginning(index, environmentId, word)} limit ${FEW + 1}) found`,
      )
      return { word, count: rows[0]?.count ?? 0 }
    }),
  )
  const [rarest, ...others] = sizes.toSorted((a, b) => a.count - b.count)
  if (!rarest || rarest.count === 0) return []
  const read = async (statement: Sql): Promise<Id[]> => {
    const rows = await queryPlanned<{ id: Id }>(db, statement)
    return [...new Set(rows.map((row) => row.id))]
  }
  if (rarest.count <= FEW || others.length === 0) {
    // A row can have several words with the prefix; if there are few rows, all are checked.
    const limit = others.length === 0 ? most * 8 : FEW
    const ids = await read(
      sql`select ${id} as id ${beginning(index, environmentId, rarest.word)}
          order by word, ${id} limit ${limit}`,
    )
    return (await keep(ids)).slice(0, most)
  }
  const sets = others.map(
    ({ word }) => sql`id in (select ${id} ${beginning(index, environmentId, word)} limit ${MANY})`,
  )
  return read(
    sql`select id from (select ${id} as id ${beginning(index, environmentId, rarest.word)}
                        limit ${MANY}) rarest
        where ${join(sets, ' and ')} limit ${most * 8}`,
  ).then((ids) => ids.slice(0, most))
}
