// The vocabulary of the write path: tables, actions, commands, and what becomes of them.

import type { PoolClient } from 'pg'
import type { Refusal } from '../refusal.ts'
import type { Origin } from './audit.ts'
import type { Unique } from './unique.ts'
import type { Foreseen, Work } from './work.ts'

export type Tx = PoolClient

/** The least a row must carry to be locked, changed and saved. */
export interface Row {
  environment_id: number
  id: string | number
}

/** Names one row of one environment. */
export type RowKey = Pick<Row, 'environment_id' | 'id'>

/** What the write path needs to know of a table; a feature's store provides it. */
export interface Table<R extends Row = Row> {
  name: string
  /** Locks and loads rows that exist, in the order of the keys given (they come sorted). */
  lock(tx: Tx, keys: RowKey[]): Promise<R[]>
  insert(tx: Tx, rows: R[]): Promise<unknown>
  update(tx: Tx, rows: R[]): Promise<unknown>
  /** Loads rows by what a column of theirs names. A table that no action asks so need not have it. */
  findBy?(tx: Tx, column: string, keys: readonly RowKey[]): Promise<R[]>
  /**
   * The rows of other tables that are locked with each of these: an invoice's customer. They are known
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
  of(row: R): RowKey['id'] | null
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
  kind: string
  to: string
  subject: string
}

/** An environment as locked: its counters, and where its business time stands. */
export interface Environment {
  environment_id: number
  clock_ahead_ms: number
  counters: Record<string, number> & { event_sequence: number }
}

export interface EnvironmentTable<E extends Environment> {
  lock(tx: Tx, environmentIds: number[]): Promise<E[]>
  /** Throws where nothing may be written just now; every member of such an environment is refused. */
  assertOpen?(environment: E): void
  save(tx: Tx, environments: E[]): Promise<unknown>
}

/** A row that an action needs: by its id, locked; or all those of which a column names this id. */
export interface NamedRow {
  table: Table
  id: RowKey['id']
  /** These are read under the lock of the counters, behind which their environment is written. */
  by?: string
}

/** What is asked of facts by one member of a batch. */
export interface Asked<I> {
  environment_id: number
  input: I
}

/**
 * Facts that no locked row holds: read for all members of a batch that ask, in one statement, behind the
 * lock of the counters. They are about the rows of some tables; when a member decided before in the same
 * batch has changed one of those, the facts may be old, and the command is run again in a batch of its own.
 */
export interface Facts<I, F> {
  /** Their names; a feature need not know those who have them. */
  about: readonly string[]
  /** The facts of each, in the order asked. */
  load(tx: Tx, asked: readonly Asked<I>[]): Promise<F[]>
}

/**
 * A verb of the API. `rows` names what must be locked; `decide` works on the locked rows in
 * memory, records events and answers, or throws, which refuses this member and no other.
 */
export interface Action<I, E extends Environment = Environment, F = void> {
  name: string
  rows(input: I): NamedRow[]
  /**
   * Values that it may give to a row and that no other may have. Who has them is read under the lock
   * of the counters, which everybody who gives or frees one holds.
   */
  takes?(input: I): { unique: Unique; value: string }[]
  facts?: Facts<I, F>
  decide(work: Work<E>, input: I, facts: F): Answer
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

/** Throws when read-only members that were sent back are so neither before the change nor after it. */
export type AssertReadBack = (beforeJson: string | undefined, answer: Answer) => void

/** An idempotency key as claimed in the transaction of its effect. */
export interface Claim {
  key: string
  fingerprint: Buffer
  status: number
  event_id: string
}

export interface Command<I = unknown, E extends Environment = Environment> {
  // biome-ignore lint/suspicious/noExplicitAny: what its facts are is between them and the action.
  action: Action<I, E, any>
  environment_id: number
  input: I
  ifMatch: string | undefined
  claim: Claim | undefined
  /** Present when the caller sent read-only members back. */
  assertReadBack?: AssertReadBack | undefined
  /** What is wrong with it unless the object says the same already: comes before any other refusal. */
  refusal?: Refusal | undefined
  /** Who asked; what happens by itself is in the feed and not in the audit log. */
  origin?: Origin
  /** About how many bytes it brings, where that is known. */
  bytes?: number
  /** Whether it happens by itself, and so comes behind what somebody asked for. */
  background?: boolean
  /** Decided like any other, and then not done: the outcome tells what would have been. */
  dryRun?: boolean
}

export type Outcome =
  | {
      ok: true
      answer: Answer
      status: number | undefined
      replayed: boolean
      /** Of a dry run: what it would have done. */
      foreseen?: Foreseen
    }
  | { ok: false; error: unknown }
