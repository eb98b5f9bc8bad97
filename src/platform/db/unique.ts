// What one row of an environment has at most, such as an external ID: who has it is known before deciding.

import type { Db } from './sql.ts'
import type { RowKey } from './table.ts'

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
