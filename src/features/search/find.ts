// Finds objects by an ID, a number, or beginnings of words.

import type { SearchKind } from '../../domain/resource-lists.ts'
import { allBegin, queryWords, wordsOf } from '../../domain/words.ts'
import type { Db } from '../../platform/db/sql.ts'
import type { RowKey } from '../../platform/db/table.ts'
import { findByWords } from '../../platform/db/word-index.ts'
import type { Found, Searched, SearchedWords } from '../searched.ts'

/** An object that was found, and its kind. */
export interface Result extends Found {
  kind: SearchKind
}

export interface SearchQuery {
  environmentId: number
  q: string
  most: number
  /** True if the caller can read a kind; other kinds are not searched. */
  may(kind: SearchKind): boolean
}

/** Exact matches, then objects with the words, those with matching names first. */
export async function search(
  db: Db,
  searched: readonly Searched[],
  query: SearchQuery,
): Promise<Result[]> {
  const kinds = searched.filter(({ kind }) => query.may(kind))
  const exact = await findExactly(db, kinds, query)
  // An ID means exactly one object.
  if (/^(svc|[a-z]{3,4})_./.test(query.q.trim())) return exact
  const words = queryWords(query.q)
  if (words.length === 0) return exact
  const found = await Promise.all(
    kinds.map(async ({ kind, words: worded }) =>
      worded ? ofKind(kind, await findWorded(db, worded, query, words)) : [],
    ),
  )
  const known = new Set(exact.map(({ id }) => id))
  const others = found.flat().filter(({ id }) => !known.has(id))
  // Objects whose name matches come before objects that only contain the name.
  const isNamed = ({ title }: Found) => allBegin(words, wordsOf([title]))
  return [...exact, ...others.filter(isNamed), ...others.filter((each) => !isNamed(each))]
}

async function findExactly(
  db: Db,
  searched: readonly Searched[],
  { environmentId, q }: SearchQuery,
): Promise<Result[]> {
  const text = q.trim()
  const lookUps = searched.flatMap(({ kind, exactly }) =>
    exactly.map(async (find) => ofKind(kind, await find(db, environmentId, text))),
  )
  return (await Promise.all(lookUps)).flat()
}

const ofKind = (kind: SearchKind, found: readonly Found[]): Result[] =>
  found.map((each) => ({ kind, ...each }))

async function findWorded<R>(
  db: Db,
  { index, find, show }: SearchedWords<R>,
  { environmentId, most }: SearchQuery,
  words: string[],
): Promise<Found[]> {
  const read = async (ids: readonly RowKey['id'][]) => {
    const rows = await find(
      db,
      ids.map((id) => ({ environment_id: environmentId, id })),
    )
    return rows.filter((row) => row !== undefined)
  }
  const ids = await findByWords<RowKey['id']>(
    db,
    index,
    { environmentId, words, most },
    async (candidates) =>
      (await read(candidates))
        .filter((row) => allBegin(words, index.wordsOf(row)))
        .map(({ id }) => id),
  )
  return (await read(ids)).map(show)
}
