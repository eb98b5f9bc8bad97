// What one row of an environment has at most, such as an external ID: who has it is known before deciding.

import type { Command, RowKey } from './action.ts'
import type { Db } from './sql.ts'

/** Something that names a row, and no other of its environment. An index keeps it so as well. */
export interface Unique {
  name: string
  /** Who has which of these values. */
  find(db: Db, values: UniqueValue[]): Promise<Held[]>
}

export interface UniqueValue {
  environment_id: number
  value: string
}

export interface Held extends UniqueValue {
  id: RowKey['id']
}

/** The id of the row that has a value; null once it was freed. */
export type Holders = Map<string, RowKey['id'] | null>

export const holderKey = ({ name }: Unique, environmentId: number, value: string): string =>
  `${name}/${environmentId}/${value}`

/**
 * Reads who has what members want to give. It is sent behind the lock of the counters, so it sees
 * all that was committed before, and nobody else gives or frees anything until we commit.
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
