// Rows by key: requested many at a time, returned in the order requested.

import { given } from './given.ts'
import { plain, raw, type Sql, unseen } from './sql.ts'
import type { Locking, RowKey } from './table.ts'

/** The keys as a table `wanted (environment_id, id)`; our IDs need no quoting. */
export const wanted = (keys: readonly RowKey[], type: 'bigint' | 'uuid' | 'text'): Sql =>
  given('wanted', keys, { id: unseen(plain(keys.map((key) => key.id)), `${type}[]`) })

/** The locking clause of a statement, for the rows of an alias. */
export const lockingText = (alias: string, how: Locking): string =>
  how === 'look' ? '' : ` for no key update of ${alias}${how === 'skip' ? ' skip locked' : ''}`

export const locking = (alias: string, how: Locking): Sql => raw(lockingText(alias, how))

/** Returns the row of each key; undefined if it is missing. */
export function inOrder<R extends RowKey>(
  keys: readonly RowKey[],
  rows: readonly R[],
): (R | undefined)[] {
  const found = new Map(rows.map((row) => [`${row.environment_id}/${row.id}`, row]))
  return keys.map((key) => found.get(`${key.environment_id}/${key.id}`))
}
