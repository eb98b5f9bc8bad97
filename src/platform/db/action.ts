// The vocabulary of the write path: actions, commands, and what becomes of them.

import type { Refusal } from '../refusal.ts'
import type { Origin } from './audit.ts'
import type { AskedLookup } from './lookup.ts'
import type { Answer, Environment, NamedRow, Tx } from './table.ts'
import type { Unique } from './unique.ts'
import type { Foreseen, Work } from './work.ts'

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
  /** Facts that an earlier decision asked for. */
  lookups?: AskedLookup[]
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
      /** The event that carries the very answer. */
      event_id?: string | undefined
      /** Of a dry run: what it would have done. */
      foreseen?: Foreseen
    }
  | { ok: false; error: unknown }
