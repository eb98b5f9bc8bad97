// How a feature makes its objects searchable.

import type { SearchKind } from '../domain/resource-lists.ts'
import type { Db } from '../platform/db/sql.ts'
import type { RowKey } from '../platform/db/table.ts'
import type { Worded } from '../platform/db/word-index.ts'
import type { ObjectIds } from './identifiers.ts'

/** An object as a search result shows it. */
export interface Found {
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

/** Finds an object by its ID, and presents its row. */
export const byId =
  <R, I extends RowKey['id']>(
    ids: Pick<ObjectIds<I>, 'parse' | 'ref'>,
    find: (db: Db, keys: RowKey[]) => Promise<(R | undefined)[]>,
    show: (row: R) => Omit<Found, 'id'>,
  ): Find =>
  async (db, environment_id, text) => {
    const id = ids.parse(text)
    const [row] = id === undefined ? [] : await find(db, [{ environment_id, id }])
    return id === undefined || row === undefined ? [] : [{ id: ids.ref(id), ...show(row) }]
  }
