// The types of tables: what the write path needs to know of rows, their owners and their environment.

import type { PoolClient } from 'pg'
import type { Head } from './chain.ts'

export type Tx = PoolClient

/** The minimum that a row needs to be locked, changed and saved. */
export interface Row {
  environment_id: number
  id: string | number
}

/** Identifies one row of one environment. */
export type RowKey = Pick<Row, 'environment_id' | 'id'>

/** Locked rows are waited for, skipped, or read without a lock. */
export type Locking = 'wait' | 'skip' | 'look'

/** The operations of a table that the write path needs; a feature's store provides them. */
export interface Table<R extends Row = Row> {
  name: string
  /** Locks and loads the rows that exist, in the order of the keys, which are sorted. */
  lock(tx: Tx, keys: RowKey[], how: Locking): Promise<R[]>
  insert(tx: Tx, rows: R[]): Promise<unknown>
  update(tx: Tx, rows: R[]): Promise<unknown>
  /** Loads rows by the value of a column. Optional if no action names rows of the table in this way. */
  findBy?(tx: Tx, column: string, keys: readonly RowKey[]): Promise<R[]>
  /** By column, the column with a list of such IDs, whose rows are found by it as well. */
  lists?: Readonly<Record<string, string>>
  /**
   * Rows of other tables that are locked with each of these: an invoice's customer, a draft's coupons. They are known
   * for certain only once the row itself is locked, and so are locked right after it; null names none.
   */
  owners?: readonly Owner<R>[]
  /** The environment's counter of these rows; deleted rows are not counted. */
  count?: { counter: string; counts(row: R): boolean }
  /**
   * Frees unique values that these rows no longer hold, before others are saved with them: rows are
   * inserted before they are updated, and updated in no particular order.
   */
  release?(tx: Tx, rows: R[]): Promise<unknown>[]
  /** The mail that a new row of this table will become, if any; a dry run reports it. */
  mail?(row: R): Mail | undefined
}

export interface Owner<R> {
  table: Table
  of(row: R): RowKey['id'] | null | readonly RowKey['id'][]
}

export function idsOfOwners<R>({ of }: Owner<R>, row: R): readonly RowKey['id'][] {
  const owned = of(row)
  if (owned === null) return []
  return typeof owned === 'object' ? owned : [owned]
}

/** Consecutive numbers of an environment: a column of its counter row. */
export interface Series {
  counter: string
}

/** A type of recorded event; features declare theirs, so that an editor can navigate to them. */
export interface DeclaredEvent {
  type: string
}

/** A mail as it would be sent. */
export interface Mail {
  /** Its ID in the list of emails; absent for links, which only show data that the caller sent or can read. */
  id?: string
  kind: string
  to: string
  subject: string
}

/** An environment as locked: its counters, and how far its business time is ahead. */
export interface Environment {
  environment_id: number
  clock_ahead_ms: number
  counters: Record<string, number> & { event_sequence: number }
  /** The last link of its chain. */
  chain: Head
}

export interface EnvironmentTable<E extends Environment> {
  lock(tx: Tx, environmentIds: number[], how: Locking): Promise<E[]>
  /** Throws if nothing may be written at present; every member of such an environment is refused. */
  assertOpen?(environment: E): void
  save(tx: Tx, environments: E[]): Promise<unknown>
  /**
   * If heads were set back or links were inserted by hand, moves the heads to the last existing link, unsigned; the
   * next write records this. Returns the number of heads moved.
   */
  mendHeads(tx: Tx, environmentIds: number[]): Promise<number>
}

/** A row that an action needs: by its ID, locked; or all rows that have this ID in a column. */
export interface NamedRow {
  table: Table
  id: RowKey['id']
  /** The column. Its rows are read under the lock of the counters, which every write of the environment holds. */
  by?: string
}

/** The object of a fact, and the customer it belongs to, if any. */
export interface Subject {
  /** The ID that clients see, such as `inv_…`. */
  id: string
  customer_id?: number
}

export interface Answer {
  /** The object as JSON text: the response to the client and the content of the event. */
  json: string
  object_id: string
  /** The response with a secret that is shown only once: returned now, never stored or replayed. */
  shown_once?: string
  /** Further properties of only the response, as the JSON text of an object: documents that the command created. */
  also?: string | undefined
}

/** The text of a response: the object and the response's additional properties. */
export const responseText = ({ json, also }: Pick<Answer, 'json' | 'also'>): string =>
  also === undefined ? json : `${json.slice(0, -1)},${also.slice(1)}`
