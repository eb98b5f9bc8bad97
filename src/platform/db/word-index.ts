// Words by which rows are found: a table of words beside them, kept by whoever keeps the rows.

import { type Given, given, toInsert } from './given.ts'
import { type Db, execute, join, plain, query, queryPlanned, raw, type Sql, sql } from './sql.ts'

/** Greater than whatever can follow the beginning of a word, in the order of bytes. */
const LAST = '\u{10ffff}'
/** Up to so many rows of the rarest word are looked at one by one. */
const FEW = 500
/** Of more frequent words, so many rows are looked through for those that have all of them. */
const MANY = 50_000

interface Key {
  environment_id: number
  id: string | number
}

export interface WordChange extends Key {
  gone: readonly string[]
  come: readonly string[]
}

/** A table `(environment_id, word, <column>)`, all three its key; `word` collates by bytes. */
export interface WordTable {
  table: string
  column: string
  type: 'bigint' | 'uuid'
}

/** The rows of an owner that are found by words: their `words_version` is 1 once they have them. */
export interface Worded<R> extends WordTable {
  owner: string
  /** What `wordsOf` reads. */
  columns: string
  wordsOf(row: R): readonly string[]
}

/** What changes when rows as they were locked, if they are not new, are found by others. */
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

/** Makes the words of rows that have none yet, so many of an environment; answers how many. */
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

/** Takes words away and adds others; repeating it changes nothing. */
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

/** The rows of an environment with a word that begins so. */
const beginning = ({ table }: WordTable, environmentId: number, word: string): Sql =>
  sql`from ${raw(table)} where environment_id = ${environmentId}
      and word >= ${word} and word < ${word + LAST}`

/** A filter of a list: rows in which each of these begins a word. */
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
 * Rows in which each of these begins a word, at most `most`, those first whose word is nearest to the
 * rarest one asked. `keep` judges rows that have that one word by all of their words. Of words that
 * fifty thousand rows have and more, some rows may be missed.
 */
export async function findByWords<Id extends string | number>(
  db: Db,
  index: WordTable,
  asked: { environmentId: number; words: readonly string[]; most: number },
  keep: (ids: Id[]) => Promise<Id[]>,
): Promise<Id[]> {
  const { environmentId, words, most } = asked
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
    // A row may have several words that begin so; of few, all are looked at.
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
