// How a feature makes its objects searchable.

import type { SearchKind } from '../domain/resource-lists.ts'
import type { Db } from '../platform/db/sql.ts'
import type { RowKey } from '../platform/db/table.ts'
import type { Worded } from '../platform/db/word-index.ts'
import { decodeId } from '../platform/ids.ts'

/** An object as a search result shows it. */
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
  /** Finds objects by exact text: an ID, a number, or the client's own ID. */
  exactly: readonly Find[]
  /** Finds objects by word prefixes, if they have a word index. */
  // biome-ignore lint/suspicious/noExplicitAny: each index knows its row type; callers do not.
  words?: SearchedWords<any>
}

export interface SearchedWords<R> {
  index: Worded<R>
  find(db: Db, keys: RowKey[]): Promise<((R & { id: RowKey['id'] }) | undefined)[]>
  show(row: R & { id: RowKey['id'] }): Found
}

/** Finds rows by IDs with a prefix, and presents each. */
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
