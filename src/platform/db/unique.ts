// Values that at most one row of an environment holds, such as an external ID: holders are known before deciding.

import type { Db } from './sql.ts'
import type { RowKey } from './table.ts'

/** A value that identifies one row of its environment. A unique index enforces it as well. */
export interface Unique {
  name: string
  /** Returns the holders of these values. */
  find(db: Db, values: UniqueValue[]): Promise<Held[]>
}

export interface UniqueValue {
  environment_id: number
  value: string
}

export interface Held extends UniqueValue {
  id: RowKey['id']
}

/** The ID of the row that holds a value; null once it was freed. */
export type Holders = Map<string, RowKey['id'] | null>

export const holderKey = ({ name }: Unique, environmentId: number, value: string): string =>
  `${name}/${environmentId}/${value}`
