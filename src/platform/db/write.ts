// The write path: one batch of commands as one transaction. Laid once; features add rows to it.
//
// claim keys → lock rows, table by table → lock the environments' counters, the last lock →
// decide in memory → save → commit → answer. Nothing is locked after the counters, so what they
// hand out is gap-free and no two batches can wait for each other in a circle. Statements that do
// not wait for each other's answer are sent together; the server runs them in the order sent.

import type { Pool } from 'pg'
import { invariant } from '../../invariant.ts'
import { fault } from '../faults.ts'
import { type Refusal, unavailable } from '../refusal.ts'
import type { Action, Command, Outcome } from './action.ts'
import { type AuditRow, insertAudit } from './audit.ts'
import {
  claimKeys,
  findReplays,
  insertEvents,
  keyInUse,
  releaseKeys,
  storeAnswer,
} from './claims.ts'
import { findHolders } from './holders.ts'
import { allSent, inOneWrite, isOutage, outageSentence, sqlState } from './pool.ts'
import type { Environment, EnvironmentTable, NamedRow, Row, RowKey, Table, Tx } from './table.ts'
import { type RecordedEvent, Work, WorkingSet } from './work.ts'

export interface WriteContext<E extends Environment> {
  pool: Pool
  /** In the order in which they are saved, owners first; they are locked the other way round. */
  tables: readonly Table[]
  environments: EnvironmentTable<E>
  wallNow(): number
}

const SINGLE_ATTEMPTS = 5
const LOCK_TIMEOUT = '55P03'
// Serialization failure and deadlock: the transaction left nothing behind and may be repeated.
const RETRYABLE = new Set(['40001', '40P01', LOCK_TIMEOUT])

/** Runs commands together; if the batch fails for a cause of its own, each by itself. */
export async function writeAll<E extends Environment>(
  context: WriteContext<E>,
  commands: Command<never, E>[],
): Promise<Outcome[]> {
  const batch = commands as Command[]
  if (batch.length === 1) return [await writeOne(context, batch[0] as Command)]
  const attempt = new Attempt(context, batch)
  try {
    return await withPostponed(context, batch, attempt, await attempt.run())
  } catch (error) {
    if (isOutage(error)) return batch.map(() => ({ ok: false, error: attempt.outage(error) }))
    // What was found wrong behind the commit cannot be undone, and must not be done twice.
    if (attempt.isCommitted) return batch.map(() => ({ ok: false, error }))
    const outcomes: Outcome[] = []
    for (const command of batch) outcomes.push(await writeOne(context, command))
    return outcomes
  }
}

/**
 * What others of a batch changed, the facts of a member do not tell: it begins anew, with what was behind it,
 * in their order. The first of them is decided on fresh facts, so each round ends at least one.
 */
async function withPostponed<E extends Environment>(
  context: WriteContext<E>,
  batch: readonly Command[],
  { postponed }: Attempt<E>,
  outcomes: Outcome[],
): Promise<Outcome[]> {
  if (postponed.size === 0) return outcomes
  const again = batch.filter((command) => postponed.has(command))
  const ended = await writeAll(context, again as unknown as Command<never, E>[])
  return batch.map((command, index) =>
    postponed.has(command)
      ? (ended[again.indexOf(command)] as Outcome)
      : (outcomes[index] as Outcome),
  )
}

async function writeOne<E extends Environment>(
  context: WriteContext<E>,
  command: Command,
): Promise<Outcome> {
  for (let count = 1; ; count++) {
    const attempt = new Attempt(context, [command])
    try {
      return (await attempt.run())[0] as Outcome
    } catch (error) {
      if (isOutage(error)) return { ok: false, error: attempt.outage(error) }
      const state = sqlState(error)
      if (state === LOCK_TIMEOUT && attempt.stage === 'claim') {
        return { ok: false, error: keyInUse(command.claim?.key ?? '') }
      }
      if (!state || !RETRYABLE.has(state)) return { ok: false, error }
      if (count === SINGLE_ATTEMPTS) {
        return { ok: false, error: unavailable('The object is busy just now. Try again.') }
      }
    }
  }
}

/** One try at one transaction. */
class Attempt<E extends Environment> {
  stage: 'claim' | 'lock' | 'commit' = 'claim'
  isCommitted = false
  /**
   * Those whose facts have become old by what was decided before them in the same batch, and what is behind
   * them in their environment: nothing overtakes there.
   */
  readonly postponed = new Set<Command>()
  readonly #context: WriteContext<E>
  readonly #commands: Command[]
  readonly #set = new WorkingSet<E>()
  readonly #named = new Map<Command, readonly NamedRow[]>()
  /** Environments in which a member was postponed. */
  readonly #held = new Set<number>()

  constructor(context: WriteContext<E>, commands: Command[]) {
    this.#context = context
    this.#commands = commands
  }

  async run(): Promise<Outcome[]> {
    for (const command of this.#commands) {
      this.#named.set(command, this.#rowsOf(command))
    }
    const tx = await this.#context.pool.connect()
    let broken: Error | undefined
    try {
      const { outcomes, facts } = await this.#begin(tx)
      const open = this.#commands.filter((command) => !outcomes.has(command))
      const saves = this.#decideAll(open, outcomes, facts)
      await allSent(this.#saveAndCommit(tx, saves))
      fault('write.committed')
      return this.#commands.map((command) => outcomes.get(command) as Outcome)
    } catch (error) {
      await tx.query('rollback').catch((failure: Error) => {
        broken = failure
      })
      // A server that was read-only when this connection was made leaves it so for good.
      if (isOutage(error)) broken = error as Error
      throw error
    } finally {
      tx.release(broken)
    }
  }

  /** What the action names. Of a table that is not locked there would be no row, and none would be saved. */
  #rowsOf({ action, input }: Command): readonly NamedRow[] {
    const named = action.rows(input)
    for (const { table } of named) {
      invariant(
        this.#context.tables.includes(table),
        `${action.name} names rows of ${table.name}, which the write path does not have.`,
      )
    }
    const unknown = action.facts?.about.find((name) => !this.#knows(name))
    invariant(!unknown, `${action.name} asks for facts about ${unknown}, which no action writes.`)
    return named
  }

  /** What a lost connection means for the caller depends on how far the attempt had come. */
  outage(error: unknown): Refusal {
    return unavailable(
      this.stage === 'commit'
        ? 'The database went away while the change was being stored, so its outcome is unknown. Repeat the request with the same Idempotency-Key, or read the object first.'
        : outageSentence(error),
    )
  }

  /** Begins, claims and locks. What a replayed member named is locked too, to no harm. */
  async #begin(tx: Tx): Promise<{ outcomes: Map<Command, Outcome>; facts: FoundFacts }> {
    const sent = inOneWrite(tx, () => {
      const begun = tx.query('begin')
      fault('write.begun')
      const claimed = claimKeys(tx, this.#commands, this.#context.wallNow()).then((taken) => {
        this.stage = 'lock'
        fault('write.claimed')
        return taken
      })
      return [begun, claimed, this.#lock(tx)] as const
    })
    const [, taken, facts] = await allSent(sent)
    return { outcomes: await findReplays(tx, taken), facts }
  }

  /** Decides members one after another; answers what has to be sent to save what they decided. */
  #decideAll(open: Command[], outcomes: Map<Command, Outcome>, facts: FoundFacts): Save[] {
    // Read under the counter lock, so that time and sequence of events agree.
    const wallMs = this.#context.wallNow()
    const saves: Save[] = []
    const audit: AuditRow[] = []
    for (const command of open) {
      const { outcome, recorded, events } = this.#decide(command, wallMs, facts)
      outcomes.set(command, outcome)
      if (outcome.ok && command.origin && !command.dryRun) {
        const { environment_id, origin } = command
        const { object_id } = outcome.answer
        const first_sequence = events[0]?.sequence ?? null
        const last_sequence = events.at(-1)?.sequence ?? null
        const told = { first_sequence, last_sequence, created_at: wallMs }
        audit.push({ ...origin, environment_id, object_id, ...told })
      }
      if (outcome.ok && command.claim && !recorded) {
        saves.push((tx) => storeAnswer(tx, command, outcome.answer))
      }
    }
    const unsaved = [...this.#set.touched].find((name) => !this.#knows(name))
    invariant(!unsaved, `Rows of ${unsaved} were changed, which the write path does not have.`)
    if (audit.length > 0) saves.push((tx) => insertAudit(tx, audit))
    const refused = open.filter((command) => command.claim && !outcomes.get(command)?.ok)
    if (refused.length > 0) saves.push((tx) => releaseKeys(tx, refused))
    fault('write.decided')
    return saves
  }

  /**
   * Sends everything there is to save and, behind it, the commit: while the counters are locked,
   * nobody waits for an answer to travel. If a statement fails, its transaction is spoilt, and the
   * commit behind it rolls back.
   */
  #saveAndCommit(tx: Tx, saves: Save[]): Promise<unknown>[] {
    const saved = inOneWrite(tx, () => [...saves.map((save) => save(tx)), ...this.#save(tx)])
    fault('write.saved')
    this.stage = 'commit'
    // Of a transaction that is spoilt, the server says that it was rolled back.
    const committed = tx.query('commit').then(({ command }) => {
      this.isCommitted = command === 'COMMIT'
    })
    fault('write.committing')
    return [...saved, committed]
  }

  /** Decides one member; `recorded` tells whether an event of its own carries the very answer. */
  #decide(
    command: Command,
    wallMs: number,
    facts: FoundFacts,
  ): { outcome: Outcome; recorded: boolean; events: readonly RecordedEvent[] } {
    const { action, environment_id, input, ifMatch, claim, dryRun, assertReadBack } = command
    const named = this.#named.get(command) ?? []
    const work = new Work(this.#set, environment_id, wallMs, { ifMatch, named })
    const isOld = action.facts?.about.some((table) => this.#set.touched.has(table))
    if (isOld || this.#held.has(environment_id)) {
      this.#held.add(environment_id)
      this.postponed.add(command)
      return { outcome: { ok: false, error: undefined }, recorded: false, events: [] }
    }
    try {
      this.#context.environments.assertOpen?.(work.environment)
      const answer = action.decide(work, input, facts.get(command))
      assertReadBack?.(work.currentJson, answer)
      if (dryRun) {
        const foreseen = work.foresee()
        const outcome: Outcome = { ok: true, answer, status: 200, replayed: false, foreseen }
        return { outcome, recorded: false, events: [] }
      }
      const event = work.events.findLast((event) => event.object === answer.json)
      // The stored key names this event, so that the answer need not be stored a second time.
      if (event && claim) event.id = claim.event_id
      work.accept()
      const outcome: Outcome = { ok: true, answer, status: claim?.status, replayed: false }
      return { outcome, recorded: event !== undefined, events: work.events }
    } catch (error) {
      const refusal = command.refusal ?? error
      return { outcome: { ok: false, error: refusal }, recorded: false, events: [] }
    }
  }

  /** Locks and loads what the members named, then the counters; answers the facts that they asked for. */
  async #lock(tx: Tx): Promise<FoundFacts> {
    const wanted = this.#wanted()
    const locks: Promise<void>[] = []
    for (const table of this.#context.tables.toReversed()) {
      const keys = wanted.get(table)
      if (!keys) continue
      locks.push(this.#lockTable(tx, table, keys, wanted))
      // Its rows tell which owners have to be locked as well.
      if (table.owners) await allSent(locks)
    }
    const counted = this.#lockCounters(tx)
    const held = findHolders(tx, this.#commands, this.#set.holders)
    const facts: FoundFacts = new Map()
    const reads = [...this.#loadFound(tx), ...this.#loadFacts(tx, facts)]
    await allSent([counted, ...held, ...reads, ...locks])
    fault('write.counted')
    return facts
  }

  /** The rows that the actions name by their ids, by table. */
  #wanted(): Wanted {
    const wanted: Wanted = new Map()
    for (const { environment_id, named } of this.#eachNamed()) {
      if (named.by === undefined) want(wanted, named.table, { environment_id, id: named.id })
    }
    return wanted
  }

  *#eachNamed(): Generator<{ environment_id: number; named: NamedRow }> {
    for (const [{ environment_id }, rows] of this.#named) {
      for (const named of rows) yield { environment_id, named }
    }
  }

  async #lockTable(tx: Tx, table: Table, keys: Keys, wanted: Wanted): Promise<void> {
    const rows: Row[] = await table.lock(tx, [...keys.values()].sort(byKey))
    this.#set.load(table, rows)
    fault('write.locked')
    for (const { table: owner, of } of table.owners ?? []) {
      for (const row of rows) {
        const id = of(row)
        if (id !== null) want(wanted, owner, { environment_id: row.environment_id, id })
      }
    }
  }

  /** Loads the rows that are named by what a column of theirs holds. */
  #loadFound(tx: Tx): Promise<void>[] {
    const asked = new Map<Table, Map<string, Keys>>()
    for (const { environment_id, named } of this.#eachNamed()) {
      const { table, by, id } = named
      if (by === undefined) continue
      const columns = asked.get(table) ?? new Map<string, Keys>()
      const keys: Keys = columns.get(by) ?? new Map()
      asked.set(table, columns.set(by, keys.set(`${environment_id}/${id}`, { environment_id, id })))
    }
    return [...asked].flatMap(([table, columns]) =>
      [...columns].map(async ([by, keys]) => {
        invariant(table.findBy, `Nothing of ${table.name} is found by ${by}.`)
        this.#set.load(table, await table.findBy(tx, by, [...keys.values()].sort(byKey)))
      }),
    )
  }

  #knows(table: string): boolean {
    return this.#context.tables.some(({ name }) => name === table)
  }

  /** Reads the facts that members asked for, those of one action together. */
  #loadFacts(tx: Tx, facts: FoundFacts): Promise<void>[] {
    const asking = new Map<Action<unknown, E, unknown>, Command[]>()
    for (const command of this.#commands) {
      const { action } = command
      if (action.facts) asking.set(action, [...(asking.get(action) ?? []), command])
    }
    return [...asking].map(async ([action, commands]) => {
      const found = (await action.facts?.load(tx, commands)) ?? []
      invariant(
        found.length === commands.length,
        `${action.name} was told ${found.length} facts for ${commands.length} that asked.`,
      )
      for (const [index, command] of commands.entries()) facts.set(command, found[index])
    })
  }

  async #lockCounters(tx: Tx): Promise<void> {
    const ids = new Set(this.#commands.map((command) => command.environment_id))
    const sorted = [...ids].sort((a, b) => a - b)
    for (const environment of await this.#context.environments.lock(tx, sorted)) {
      this.#set.environments.set(environment.environment_id, environment)
    }
  }

  /** Everything the batch changed, one statement a table; sent together, run in this order. */
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

/** What each member that asked is told. */
type FoundFacts = Map<Command, unknown>
type Save = (tx: Tx) => Promise<unknown>
type Keys = Map<string, RowKey>
type Wanted = Map<Table, Keys>

function want(wanted: Wanted, table: Table, { environment_id, id }: RowKey): void {
  const keys: Keys = wanted.get(table) ?? new Map()
  wanted.set(table, keys.set(`${environment_id}/${id}`, { environment_id, id }))
}

function byKey(a: RowKey, b: RowKey): number {
  return a.environment_id - b.environment_id || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}
