// The write path: one batch of commands as one transaction. Laid once; features add rows to it.
//
// claim keys → lock rows, table by table → lock the environments' counters, the last lock →
// decide in memory → save → commit → answer. Nothing is locked after the counters, so what they
// hand out is gap-free and no two batches can wait for each other in a circle. Statements that do
// not wait for each other's answer are sent together; the server runs them in the order sent.

import type { Pool } from 'pg'
import { fault } from '../faults.ts'
import { type Refusal, unavailable } from '../refusal.ts'
import type {
  Command,
  Environment,
  EnvironmentTable,
  Outcome,
  Row,
  RowKey,
  Table,
  Tx,
} from './action.ts'
import { type AuditRow, insertAudit } from './audit.ts'
import {
  claimKeys,
  findReplays,
  insertEvents,
  keyInUse,
  releaseKeys,
  storeAnswer,
} from './claims.ts'
import { allSent, inOneWrite, isOutage, sqlState } from './pool.ts'
import { findHolders } from './unique.ts'
import { type RecordedEvent, Work, WorkingSet } from './work.ts'

export interface WriteContext<E extends Environment> {
  pool: Pool
  /** In the order in which they are saved, owners first; they are locked the other way round. */
  tables: Table[]
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
    return await attempt.run()
  } catch (error) {
    if (isOutage(error)) return batch.map(() => ({ ok: false, error: attempt.outage() }))
    const outcomes: Outcome[] = []
    for (const command of batch) outcomes.push(await writeOne(context, command))
    return outcomes
  }
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
      if (isOutage(error)) return { ok: false, error: attempt.outage() }
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
  readonly #context: WriteContext<E>
  readonly #commands: Command[]
  readonly #set = new WorkingSet<E>()

  constructor(context: WriteContext<E>, commands: Command[]) {
    this.#context = context
    this.#commands = commands
  }

  async run(): Promise<Outcome[]> {
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

  /** What a lost connection means for the caller depends on how far the attempt had come. */
  outage(): Refusal {
    return unavailable(
      this.stage === 'commit'
        ? 'The database went away while the change was being stored, so its outcome is unknown. Repeat the request with the same Idempotency-Key, or read the object first.'
        : 'The database is not available just now. Nothing was changed; try again.',
    )
  }

  /** Begins, claims and locks. What a replayed member named is locked too, to no harm. */
  async #begin(tx: Tx): Promise<{ outcomes: Map<Command, Outcome>; facts: unknown }> {
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
  #decideAll(open: Command[], outcomes: Map<Command, Outcome>, facts: unknown): Save[] {
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
    const committed = tx.query('commit')
    fault('write.committing')
    return [...saved, committed]
  }

  /** Decides one member; `recorded` tells whether an event of its own carries the very answer. */
  #decide(
    command: Command,
    wallMs: number,
    facts: unknown,
  ): { outcome: Outcome; recorded: boolean; events: readonly RecordedEvent[] } {
    const { action, environment_id, input, ifMatch, claim, dryRun, assertReadBack } = command
    const work = new Work(this.#set, environment_id, wallMs, ifMatch, facts)
    try {
      this.#context.environments.assertOpen?.(work.environment)
      const answer = action.decide(work, input)
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

  /** Locks and loads what the members named, then the counters; answers what `read` found. */
  async #lock(tx: Tx): Promise<unknown> {
    const wanted = this.#named()
    const locks: Promise<void>[] = []
    for (const table of this.#context.tables.toReversed()) {
      const keys = wanted.get(table)
      if (!keys) continue
      locks.push(this.#lockTable(tx, table, keys, wanted))
      // Its rows tell which owners have to be locked as well.
      if (table.owner) await allSent(locks)
    }
    const only = this.#commands.length === 1 ? this.#commands[0] : undefined
    const reading = only?.action.read?.(tx, only.environment_id, only.input)
    const counted = this.#lockCounters(tx)
    const held = findHolders(tx, this.#commands, this.#set.holders)
    const [facts] = await allSent([reading, counted, ...held, ...locks])
    fault('write.counted')
    return facts
  }

  /** The rows that the actions name, by table. */
  #named(): Wanted {
    const wanted: Wanted = new Map()
    for (const { action, environment_id, input } of this.#commands) {
      for (const { table, id } of action.rows(input)) want(wanted, table, { environment_id, id })
    }
    return wanted
  }

  async #lockTable(tx: Tx, table: Table, keys: Keys, wanted: Wanted): Promise<void> {
    const rows: Row[] = await table.lock(tx, [...keys.values()].sort(byKey))
    this.#set.load(table, rows)
    fault('write.locked')
    const { owner } = table
    if (!owner) return
    for (const row of rows) {
      want(wanted, owner.table, { environment_id: row.environment_id, id: owner.of(row) })
    }
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
