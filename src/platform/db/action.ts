// The types of the write path: actions, commands and outcomes.

import type { Refusal } from '../refusal.ts'
import type { Origin } from './audit.ts'
import type { NeededLookup } from './lookup.ts'
import type { Answer, Environment, NamedRow, Tx } from './table.ts'
import type { Unique } from './unique.ts'
import type { Foreseen, Work } from './work.ts'

/** One batch member's request for facts. */
export interface FactRequest<I> {
  environment_id: number
  input: I
}

/**
 * Facts that no locked row holds: read for all members of a batch that ask, in one statement, under the
 * lock of the counters. They are about the rows of some tables; if an earlier member of the batch changed
 * one of these, the facts may be stale, and the command runs again in a separate batch.
 */
export interface Facts<I, F> {
  /** Names of those tables; a feature need not import the features that own them. */
  about: readonly string[]
  /** Returns the facts of each, in the order asked. */
  load(tx: Tx, requests: readonly FactRequest<I>[]): Promise<F[]>
}

/**
 * An operation of the API. `rows` names what must be locked; `decide` works on the locked rows in
 * memory, records events and returns the response, or throws, which refuses this member and no other.
 */
export interface Action<I, E extends Environment = Environment, F = void> {
  name: string
  rows(input: I): NamedRow[]
  /**
   * Unique values that it may give to a row. Their holders are read under the lock of the counters,
   * which every transaction that gives or frees such a value holds.
   */
  takes?(input: I): { unique: Unique; value: string }[]
  facts?: Facts<I, F>
  decide(work: Work<E>, input: I, facts: F): Answer
}

/** Throws if read-only properties that were sent back match the object neither before nor after the change. */
export type AssertReadBack = (beforeJson: string | undefined, answer: Answer) => void

/** An idempotency key, claimed in the transaction of its effect. */
export interface Claim {
  key: string
  fingerprint: Buffer
  status: number
  event_id: string
}

export interface Command<I = unknown, E extends Environment = Environment> {
  // biome-ignore lint/suspicious/noExplicitAny: the type of the facts concerns only the action.
  action: Action<I, E, any>
  environment_id: number
  input: I
  ifMatch: string | undefined
  claim: Claim | undefined
  /** Set if the caller sent read-only properties back. */
  assertReadBack?: AssertReadBack | undefined
  /** The schema's refusal of properties that `assertReadBack` compares; reported in place of any other refusal. */
  refusal?: Refusal | undefined
  /** Who requested it; automatic changes are in the feed and not in the audit log. */
  origin?: Origin
  /** Approximate bytes that it writes, if known. */
  bytes?: number
  /** True for automatic work, which runs behind commands that were requested. */
  background?: boolean
  /** Decided like any other, but not applied: the outcome reports the effects that it would have had. */
  dryRun?: boolean
  /** Facts that an earlier decision asked for. */
  lookups?: NeededLookup[]
}

/** Names of the tables that the facts of a command are about. */
export const factsAbout = ({ action, lookups = [] }: Command): string[] => [
  ...(action.facts?.about ?? []),
  ...lookups.flatMap(({ lookup }) => lookup.about),
]

export type Outcome =
  | {
      ok: true
      answer: Answer
      status: number | undefined
      replayed: boolean
      /** The event that carries the exact response. */
      event_id?: string | undefined
      /** For a dry run: the effects that the write would have had. */
      foreseen?: Foreseen
    }
  | { ok: false; error: unknown }
