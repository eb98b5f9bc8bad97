// One attempt at one transaction of the write path. There is one path; features only add rows to it.
//
// claim keys → lock rows, table by table → lock the environments' counters, the last lock →
// decide in memory → save → commit → respond. No lock is taken after the counters, so their numbers
// have no gaps and no two batches can deadlock. Statements that do not need each other's result are
// sent together; the server runs them in the order sent.

import type { Pool } from 'pg'
import { invariant } from '../../invariant.ts'
import { fault } from '../faults.ts'
import { type Refusal, unavailable } from '../refusal.ts'
import { type Command, factsAbout, type Outcome } from './action.ts'
import { type AuditRow, insertAudit } from './audit.ts'
import { claimKeys, findReplays, insertEvents, releaseKeys, storeAnswer } from './claims.ts'
import { insertLinks, linkBatch } from './links.ts'
import { type Lockable, Locks, type Waiting } from './locks.ts'
import { LookupNeeded } from './lookup.ts'
import { allSent, inOneWrite, isOutage, outageSentence } from './pool.ts'
import type { Environment, NamedRow, Tx } from './table.ts'
import { type RecordedEvent, Work, WorkingSet } from './work.ts'

export interface WriteContext<E extends Environment> extends Lockable<E> {
  pool: Pool
  wallNow(): number
}

/** Nothing was done: another session has locked rows that the command needs. */
export const PARKED: Outcome = {
  ok: false,
  error: unavailable('Another request is changing the same data. Try again.'),
}

export class Attempt<E extends Environment> {
  stage: 'claim' | 'lock' | 'commit' = 'claim'
  isCommitted = false
  /** True if the server has reported that it rolled back. */
  #isRolledBack = false
  /** How long this attempt held the counter locks. */
  lockedMs = 0
  /**
   * Commands whose facts became stale through earlier decisions in the same batch, and the commands behind
   * them in their environment, where order is preserved.
   */
  readonly postponed = new Set<Command>()
  readonly #context: WriteContext<E>
  readonly #commands: readonly Command[]
  readonly #locks: Locks<E>
  readonly #set = new WorkingSet<E>()
  readonly #named = new Map<Command, readonly NamedRow[]>()
  /** Environments in which a command was postponed. */
  readonly #behind = new Set<number>()

  constructor(context: WriteContext<E>, commands: readonly Command[], how: Waiting) {
    this.#context = context
    this.#commands = commands
    this.#locks = new Locks(context, this.#named, this.#set, how)
  }

  async run(): Promise<Outcome[]> {
    for (const command of this.#commands) {
      this.#named.set(command, this.#rowsOf(command))
    }
    const tx = await this.#context.pool.connect()
    let broken: Error | undefined
    try {
      const outcomes = await this.#begin(tx)
      const locked = performance.now()
      const open = this.#commands.filter((command) => !outcomes.has(command))
      await allSent(this.#saveAndCommit(tx, this.#decideAll(open, outcomes)))
      this.lockedMs = performance.now() - locked
      fault('write.committed')
      return this.#commands.map((command) => outcomes.get(command) as Outcome)
    } catch (error) {
      await tx.query('rollback').catch((failure: Error) => {
        broken = failure
      })
      // A connection that was opened to a read-only server stays read-only for good.
      if (isOutage(error)) broken = error as Error
      throw error
    } finally {
      tx.release(broken)
    }
  }

  /** The rows that the action names. Rows of a table outside the write path would be neither locked nor saved. */
  #rowsOf(command: Command): readonly NamedRow[] {
    const { action, input } = command
    const named = action.rows(input)
    for (const { table } of named) {
      invariant(
        this.#context.tables.includes(table),
        `${action.name} names rows of ${table.name}, which the write path does not have.`,
      )
    }
    const unknown = factsAbout(command).find((name) => !this.#knows(name))
    invariant(!unknown, `${action.name} asks for facts about ${unknown}, which no action writes.`)
    return named
  }

  /**
   * The outcome of a database failure for the caller: unknown only if the commit was sent and the server did not report
   * its end.
   */
  outage(error: unknown): Refusal {
    return unavailable(
      this.stage === 'commit' && !this.#isRolledBack
        ? 'The connection to the database was lost while the change was being saved, so the outcome is unknown. Retry with the same Idempotency-Key, or retrieve the object first.'
        : outageSentence(error),
      1,
      error,
    )
  }

  /** Begins, claims and locks. Rows named by a replayed member are locked too, which does no harm. */
  async #begin(tx: Tx): Promise<Map<Command, Outcome>> {
    const sent = inOneWrite(tx, () => {
      const begun = tx.query('begin')
      fault('write.begun')
      const claimed = claimKeys(tx, this.#commands, this.#context.wallNow()).then((taken) => {
        this.stage = 'lock'
        fault('write.claimed')
        return taken
      })
      return [begun, claimed, this.#locks.take(tx)] as const
    })
    const [, taken] = await allSent(sent)
    return findReplays(tx, taken)
  }

  /** Decides members in order; returns the statements that save their decisions. */
  #decideAll(open: Command[], outcomes: Map<Command, Outcome>): Save[] {
    // Read under the counter lock, so that the time and the sequence of events agree.
    const wallMs = this.#context.wallNow()
    const saves: Save[] = []
    const audit: AuditRow[] = []
    for (const command of open) {
      const { outcome, recorded, events } = this.#decide(command, wallMs)
      outcomes.set(command, outcome)
      if (outcome.ok && command.origin && !command.dryRun) {
        const { environment_id, origin } = command
        const { object_id } = outcome.answer
        const first_sequence = events[0]?.sequence ?? null
        const last_sequence = events.at(-1)?.sequence ?? null
        const recorded = { first_sequence, last_sequence, created_at: wallMs }
        audit.push({ ...origin, environment_id, object_id, ...recorded })
      }
      if (outcome.ok && command.claim && (!recorded || outcome.answer.also)) {
        saves.push((tx) => storeAnswer(tx, command, outcome.answer, recorded))
      }
    }
    const unsaved = [...this.#set.touched].find((name) => !this.#knows(name))
    invariant(!unsaved, `Rows of ${unsaved} were changed, which the write path does not have.`)
    saves.push(...this.#link(audit, wallMs))
    const refused = open.filter((command) => command.claim && !outcomes.get(command)?.ok)
    if (refused.length > 0) saves.push((tx) => releaseKeys(tx, refused))
    fault('write.decided')
    return saves
  }

  /** Links the batch to the chain; the new head is saved with the counters. */
  #link(audit: readonly AuditRow[], wallMs: number): Save[] {
    const { environments, events, moved } = this.#set
    const links = linkBatch(environments, { events, audit }, wallMs)
    for (const { environment_id } of links) moved.add(environments.get(environment_id) as E)
    const saves: Save[] = []
    if (links.length > 0) saves.push((tx) => insertLinks(tx, links))
    if (audit.length > 0) saves.push((tx) => insertAudit(tx, audit))
    return saves
  }

  /**
   * Sends all saves with the commit right behind them, so that no round trip passes while the counters
   * are locked. If a statement fails, its transaction is aborted, and the commit rolls it back.
   */
  #saveAndCommit(tx: Tx, saves: Save[]): Promise<unknown>[] {
    const saved = inOneWrite(tx, () => [...saves.map((save) => save(tx)), ...this.#save(tx)])
    fault('write.saved')
    this.stage = 'commit'
    // For an aborted transaction, the server reports a rollback.
    const committed = tx.query('commit').then(({ command }) => {
      this.isCommitted = command === 'COMMIT'
      this.#isRolledBack = command === 'ROLLBACK'
    })
    fault('write.committing')
    return [...saved, committed]
  }

  /** Decides one member; `recorded` is true if one of its events carries the exact response. */
  #decide(command: Command, wallMs: number): Decided {
    const { action, environment_id, input, ifMatch, claim, dryRun, assertReadBack, lookups } =
      command
    if (this.#locks.isBlocked(command)) return undone(PARKED)
    const isOld = factsAbout(command).some((table) => this.#set.touched.has(table))
    if (isOld || this.#behind.has(environment_id)) return this.#postpone(command)
    const named = this.#named.get(command) ?? []
    const keepsCurrent = assertReadBack !== undefined
    const options = { ifMatch, keepsCurrent, named, lookups }
    const work = new Work(this.#set, environment_id, wallMs, options)
    try {
      this.#context.environments.assertOpen?.(work.environment)
      const answer = action.decide(work, input, this.#locks.facts.get(command))
      assertReadBack?.(work.currentJson, answer)
      if (dryRun) {
        const foreseen = work.foresee()
        const outcome: Outcome = { ok: true, answer, status: 200, replayed: false, foreseen }
        return { outcome, recorded: false, events: [] }
      }
      const event = work.events.findLast((event) => event.object === answer.json)
      // The stored key names this event, so that the response need not be stored a second time.
      if (event && claim) event.id = claim.event_id
      work.accept()
      const result = { status: claim?.status, replayed: false, event_id: event?.id }
      const outcome: Outcome = { ok: true, answer, ...result }
      return { outcome, recorded: event !== undefined, events: work.events }
    } catch (error) {
      if (error instanceof LookupNeeded) {
        command.lookups = [...(lookups ?? []), error.needed]
        return this.#postpone(command)
      }
      const refusal = command.refusal ?? error
      return undone({ ok: false, error: refusal })
    }
  }

  /** Leaves a member, and those behind it in its environment, to a separate batch. */
  #postpone(command: Command): Decided {
    this.#behind.add(command.environment_id)
    this.postponed.add(command)
    return undone({ ok: false, error: undefined })
  }

  #knows(table: string): boolean {
    return this.#context.tables.some(({ name }) => name === table)
  }

  /** Saves everything the batch changed, one statement per table; sent together, run in this order. */
  #save(tx: Tx): Promise<unknown>[] {
    const saves: Promise<unknown>[] = []
    for (const table of this.#context.tables) {
      const inserted = this.#set.changed(table, 'inserted')
      const updated = this.#set.changed(table, 'updated')
      saves.push(...(table.release?.(tx, updated) ?? []))
      if (inserted.length > 0) saves.push(table.insert(tx, inserted))
      if (updated.length > 0) saves.push(table.update(tx, updated))
    }
    if (this.#set.events.length > 0) saves.push(insertEvents(tx, this.#set.events))
    const moved = [...this.#set.moved]
    if (moved.length > 0) saves.push(this.#context.environments.save(tx, moved))
    return saves
  }
}

interface Decided {
  outcome: Outcome
  recorded: boolean
  events: readonly RecordedEvent[]
}

const undone = (outcome: Outcome): Decided => ({ outcome, recorded: false, events: [] })

type Save = (tx: Tx) => Promise<unknown>
