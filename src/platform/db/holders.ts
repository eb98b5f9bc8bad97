// Reads which rows hold the unique values that members want to give to rows, before they are decided.

import type { Command } from './action.ts'
import type { Db } from './sql.ts'
import { type Holders, holderKey, type Unique, type UniqueValue } from './unique.ts'

/**
 * Reads the holders of wanted values. It is sent behind the lock of the counters, so it sees everything
 * committed before, and no other session gives or frees a value until this transaction commits.
 */
export function findHolders(
  db: Db,
  commands: readonly Command[],
  holders: Holders,
): Promise<void>[] {
  const wanted = new Map<Unique, UniqueValue[]>()
  for (const { action, environment_id, input } of commands) {
    for (const { unique, value } of action.takes?.(input) ?? []) {
      const values = wanted.get(unique) ?? []
      wanted.set(unique, values)
      values.push({ environment_id, value })
    }
  }
  return [...wanted].map(async ([unique, values]) => {
    for (const { environment_id, value, id } of await unique.find(db, values)) {
      holders.set(holderKey(unique, environment_id, value), id)
    }
  })
}
