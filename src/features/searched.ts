// How a feature lets its objects be searched for.

import type { SearchKind } from '../domain/resource-lists.ts'
import type { Db } from '../platform/db/sql.ts'
import type { RowKey } from '../platform/db/table.ts'
import type { Worded } from '../platform/db/word-index.ts'
import { decodeId } from '../platform/ids.ts'

/** An object as a result shows it. */
export interface Found {
  kind: SearchKind
  id: string
  title: string
  detail: string | null
  status: string | null
}

type Find = (db: Db, environmentId: number, text: string) => Promise<Found[]>

export interface Searched {
  kind: SearchKind
  /** What is meant by exactly this text: an id, a number, an ID of the caller's own. */
  exactly: readonly Find[]
  /** What is found by the beginnings of words, where there is an index of them. */
  // biome-ignore lint/suspicious/noExplicitAny: each knows its rows, and whoever asks does not.
  words?: SearchedWords<any>
}

export interface SearchedWords<R> {
  index: Worded<R>
  find(db: Db, keys: RowKey[]): Promise<((R & { id: RowKey['id'] }) | undefined)[]>
  show(row: R & { id: RowKey['id'] }): Found
}

/** Looks up the rows of ids with a prefix, and shows each. */
export const byId =
  <R>(
    kind: SearchKind,
    prefix: string,
    find: (db: Db, keys: RowKey[]) => Promise<(R | undefined)[]>,
    show: (row: R) => Omit<Found, 'kind' | 'id'>,
  ): Find =>
  async (db, environment_id, text) => {
    const id = decodeId(prefix, text)
    const [row] = id === undefined ? [] : await find(db, [{ environment_id, id }])
    return row === undefined ? [] : [{ kind, id: text, ...show(row) }]
  }
