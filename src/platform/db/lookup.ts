// Facts that few commands need, read only for the commands that ask for them.

import type { RowKey, Tx } from './table.ts'

/**
 * A fact about one row that few commands need, such as a condition on a customer's history. `Work.lookUp` asks for
 * it; the command is then decided again with the fact, which is read as `Facts` are, under the lock of the counters.
 */
export interface Lookup<T> {
  /** Names of the tables it reads. */
  about: readonly string[]
  /** Returns the facts of these rows, in their order. */
  load(tx: Tx, keys: readonly RowKey[]): Promise<T[]>
}

export interface NeededLookup {
  lookup: Lookup<unknown>
  id: RowKey['id']
  /** Read again by each attempt. */
  fact?: unknown
}

/** Aborts a decision that has to be repeated with a fact. */
export class LookupNeeded extends Error {
  readonly needed: NeededLookup

  constructor(needed: NeededLookup) {
    super('A fact has to be read first.')
    this.needed = needed
  }
}
