// The vocabulary of tables: what the write path needs to know of rows, their owners and their environment.

import type { PoolClient } from 'pg'
import type { Head } from './chain.ts'

export type Tx = PoolClient

/** The least a row must carry to be locked, changed and saved. */
export interface Row {
  environment_id: number
  id: string | number
}

/** Names one row of one environment. */
export type RowKey = Pick<Row, 'environment_id' | 'id'>

/** Rows are waited for, left out where somebody has them, or read without a lock. */
export type Locking = 'wait' | 'skip' | 'look'

/** What the write path needs to know of a table; a feature's store provides it. */
export interface Table<R extends Row = Row> {
  name: string
  /** Locks and loads rows that exist, in the order of the keys given (they come sorted). */
  lock(tx: Tx, keys: RowKey[], how: Locking): Promise<R[]>
  insert(tx: Tx, rows: R[]): Promise<unknown>
  update(tx: Tx, rows: R[]): Promise<unknown>
  /** Loads rows by what a column of theirs names. A table that no action asks so need not have it. */
  findBy?(tx: Tx, column: string, keys: readonly RowKey[]): Promise<R[]>
  /**
   * The rows of other tables that are locked with each of these: an invoice's customer, a draft's coupons. They are known
   * for certain once the row itself is locked, and so are locked right after; null names none.
   */
  owners?: readonly Owner<R>[]
  /** The environment's counter of these rows; a deleted row is not counted. */
  count?: { counter: string; counts(row: R): boolean }
  /**
   * Frees what the environment has once and these rows no longer have, before others are saved with
   * it: rows are inserted before they are updated, and updated in no order.
   */
  release?(tx: Tx, rows: R[]): Promise<unknown>[]
  /** The mail that a new row of this table will become, if any; a dry run tells of it. */
  mail?(row: R): Mail | undefined
}

export interface Owner<R> {
  table: Table
  of(row: R): RowKey['id'] | null | readonly RowKey['id'][]
}

/** The IDs of the rows of one table that own a row. */
export function idsOfOwners<R>({ of }: Owner<R>, row: R): readonly RowKey['id'][] {
  const owned = of(row)
  if (owned === null) return []
  return typeof owned === 'object' ? owned : [owned]
}

/** Numbers that an environment hands out one after another: a column of its counter row. */
export interface Series {
  counter: string
}

/** A type of fact that is recorded; features declare theirs, so that the editor leads to them. */
export interface DeclaredEvent {
  type: string
}

/** A mail as it would go out. */
export interface Mail {
  /** Its ID in the list of emails; absent for links, which only show what the caller sent or can read. */
  id?: string
  kind: string
  to: string
  subject: string
}

/** An environment as locked: its counters, and where its business time stands. */
export interface Environment {
  environment_id: number
  clock_ahead_ms: number
  counters: Record<string, number> & { event_sequence: number }
  /** The last link over what was written in it. */
  chain: Head
}

export interface EnvironmentTable<E extends Environment> {
  lock(tx: Tx, environmentIds: number[], how: Locking): Promise<E[]>
  /** Throws where nothing may be written just now; every member of such an environment is refused. */
  assertOpen?(environment: E): void
  save(tx: Tx, environments: E[]): Promise<unknown>
  /**
   * Puts heads behind the last link there is, unsigned, where somebody has set them back or planted links: what is
   * written next says so. Answers how many.
   */
  mendHeads(tx: Tx, environmentIds: number[]): Promise<number>
}

/** A row that an action needs: by its id, locked; or all those of which a column names this id. */
export interface NamedRow {
  table: Table
  id: RowKey['id']
  /** These are read under the lock of the counters, behind which their environment is written. */
  by?: string
}

/** What a fact is about: an object, and the customer whose it is, where it is one's. */
export interface Subject {
  /** As clients name it, such as `inv_…`. */
  id: string
  customer_id?: number
}

export interface Answer {
  /** The object as JSON text: what the client is answered and what the event carries. */
  json: string
  object_id: string
  /** The same with a secret that is shown this once: answered now, never stored or repeated. */
  shown_once?: string
}
