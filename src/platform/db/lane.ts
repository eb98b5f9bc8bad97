// The write lane: while a batch is in flight, commands of all kinds and environments queue up and form the next
// batch, environments taking turns. There is no timer, so an idle lane adds no delay.

import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Refusal, unavailable } from '../refusal.ts'
import type { Command, Outcome } from './action.ts'
import { PARKED, type WriteContext } from './attempt.ts'
import { Bulk, type BulkOptions, type Ended } from './bulk.ts'
import { Busy } from './busy.ts'
import { keyInUse } from './claims.ts'
import { KeysElsewhere } from './keys-elsewhere.ts'
import { ParkedQueue } from './parked.ts'
import type { Environment } from './table.ts'
import { writeAll } from './write.ts'
import { type Waiting, WriteQueue } from './write-queue.ts'

export interface LaneOptions {
  /** Maximum number of commands in one transaction. */
  batchSize?: number
  /** Concurrent transactions: while one commits, the next is assembled. */
  inFlight?: number
  /** Maximum number of waiting commands, in total and per environment; further ones are refused. */
  queueSize?: number
  queueEach?: number
  /** Separate connections for bulk runs. */
  bulkPool?: Pool
  onBatch?(size: number, seconds: number): void
  /** Called when an environment is parked: another session has locked rows that it needs. */
  onParked?(environmentId: number): void
}

const RESPONSES_PER_TURN = 8
/** How long batches skip locked rows after an environment was found parked. */
const ALERT_MS = 1_000
/** Pause between two unsuccessful tries of the parked commands. */
const REST_MS = 10

export class Lane<E extends Environment> {
  readonly #context: WriteContext<E>
  readonly #options: LaneOptions & Required<Omit<LaneOptions, 'bulkPool' | 'onBatch' | 'onParked'>>
  readonly #queue = new WriteQueue()
  /** Keys in use in this process: a second command with the same key waits for the first. */
  readonly #keys = new Map<string, Promise<Outcome>>()
  /** Keys in use in another process; their commands are not batched with others. */
  readonly #elsewhere = new KeysElsewhere()
  #running = 0
  /** In-flight batches with background commands, and big batches: at most one each, to leave room for others. */
  #background = 0
  #big = 0
  readonly #busy: Busy
  readonly #bulk: Bulk<E>
  /** Commands parked because another session has locked a row of their environment. */
  readonly #parked: ParkedQueue
  #isTrying = false
  #alertUntil = 0
  #scheduled = false
  #closed = false
  #drained: (() => void)[] = []

  constructor(context: WriteContext<E>, options: LaneOptions = {}) {
    this.#context = context
    this.#options = { batchSize: 128, inFlight: 2, queueSize: 4_000, queueEach: 1_000, ...options }
    this.#parked = new ParkedQueue(Math.ceil(this.#options.queueSize / 10))
    this.#busy = new Busy({
      isWaiting: (id) => this.#queue.has(id),
      isParked: (id) => this.#parked.has(id),
      onFree: () => !this.#queue.isEmpty && this.#schedule(),
    })
    const ofBulk = { ...context, pool: options.bulkPool ?? context.pool }
    this.#bulk = new Bulk(ofBulk, this.#busy, options.onBatch)
  }

  get waiting(): number {
    return this.#queue.size + this.#parked.size
  }

  /** Number of parked environments. */
  get parked(): number {
    return this.#parked.environments
  }

  /** Runs a command; throws its refusal. */
  async submit<I>(command: Command<I, E>): Promise<Outcome & { ok: true }> {
    const outcome = await this.#once(command as unknown as Command)
    if (!outcome.ok) throw outcome.error
    return outcome
  }

  /**
   * Runs many commands of one environment, behind its submitted commands, and yields their outcomes in chunks and in
   * order. Commands are pulled from the source only when there is room for them and only as fast as the caller
   * consumes the chunks, so a million of them are never in memory. The source must not wait for the outcome of one
   * command before it yields the next. A refused command fails no other; one whose rows another session has locked is
   * retried for as long as the caller wants. Throws, after yielding what is done, when the caller or the service stops
   * the run or the database goes away; commands without a reported outcome may then have been done.
   */
  bulk<I>(
    environmentId: number,
    commands: AsyncIterable<Command<I, E>> | Iterable<Command<I, E>>,
    options: BulkOptions = {},
  ): AsyncGenerator<Ended<I, E>[], void> {
    return this.#bulk.run(environmentId, commands, options)
  }

  /** Accepts no more commands; resolves when all accepted commands have ended. */
  async close(): Promise<void> {
    this.#closed = true
    const drained = new Promise<void>((resolve) => {
      this.#drained.push(resolve)
      this.#endIfDone()
    })
    await Promise.all([drained, this.#bulk.close()])
  }

  async #once(command: Command): Promise<Outcome> {
    if (!command.claim) return this.#enqueue(command)
    const key = `${command.environment_id}/${command.claim.key}`
    for (;;) {
      const running = this.#keys.get(key)
      if (!running) break
      const outcome = await running
      // A command that has waited with the first one for a locked row or a key in use does not wait again.
      if (outcome === PARKED || isKeyInUse(outcome)) return outcome
    }
    // The claim finds the result of the first command: a stored response or a free key.
    const outcome = this.#elsewhere.has(key)
      ? this.#apart(command, command.claim.key)
      : this.#enqueue(command)
    this.#keys.set(key, outcome)
    try {
      const ended = await outcome
      if (isKeyInUse(ended)) this.#elsewhere.note(key)
      return ended
    } finally {
      this.#keys.delete(key)
    }
  }

  #enqueue(command: Command): Promise<Outcome> {
    if (this.#closed) {
      return refuse(unavailable('The service is shutting down. Try again in a moment.'))
    }
    const { environment_id, background } = command
    if (!background && !this.#hasRoom(environment_id)) {
      return refuse(
        unavailable('Too many writes of this environment are waiting. Try again in a moment.'),
      )
    }
    return new Promise((resolve) => {
      const waiting = { command, resolve }
      if (this.#parked.has(environment_id)) this.#park(environment_id, [waiting])
      else this.#queue.push(waiting)
      this.#schedule()
    })
  }

  /** Runs commands that repeat another process's key outside the batches, one after another. */
  async #apart(command: Command, key: string): Promise<Outcome> {
    if (this.#closed || this.#parked.has(command.environment_id)) return this.#enqueue(command)
    if (this.#elsewhere.isFull) return refuse(keyInUse(key))
    const [outcome] = await this.#elsewhere.run(() =>
      this.#write([{ command, resolve: () => undefined }], 'wait'),
    )
    this.#endIfDone()
    // Its key is free, but another session has locked a row that it needs: it waits with the parked commands.
    return outcome === PARKED ? this.#enqueue(command) : (outcome as Outcome)
  }

  /** Limits an environment's waiting commands to the room left, so that every environment gets some. */
  #hasRoom(environmentId: number): boolean {
    const { queueSize, queueEach } = this.#options
    const room = queueSize - this.#queue.size - this.#parked.size
    return this.#queue.waitingOf(environmentId) < Math.min(queueEach, room)
  }

  // Commands that arrive on other connections in the same turn of the event loop join the batch.
  #schedule(): void {
    if (this.#scheduled || this.#running >= this.#options.inFlight) return
    this.#scheduled = true
    void setImmediate().then(() => {
      this.#scheduled = false
      void this.#run()
    })
  }

  async #run(): Promise<void> {
    const { batch, big } = this.#queue.take(this.#options.batchSize, {
      background: this.#background > 0,
      big: this.#big > 0,
      small: this.#running > this.#big,
      environments: this.#busy,
    })
    if (batch.length === 0) return
    const bigger = big ? 1 : 0
    this.#big += bigger
    const background = batch.some(({ command }) => command.background) ? 1 : 0
    this.#background += background
    this.#running++
    const environments = new Set(batch.map(({ command }) => command.environment_id))
    this.#busy.begin(environments)
    if (!this.#queue.isEmpty) this.#schedule()
    const outcomes = await this.#write(batch, this.#waits())
    this.#running--
    this.#background -= background
    this.#big -= bigger
    this.#busy.end(environments)
    this.#settle(batch, outcomes)
    if (!this.#queue.isEmpty) this.#schedule()
    await answer(batch, outcomes)
    this.#endIfDone()
  }

  /** Skips locked rows for a while after one blocked a batch, so that the next parked environment blocks none. */
  #waits(): 'wait' | 'skip' {
    return performance.now() < this.#alertUntil ? 'skip' : 'wait'
  }

  /** Learns response sizes from the outcomes of a batch and parks its parked commands. */
  #settle(batch: readonly Waiting[], outcomes: readonly Outcome[]): void {
    for (const [index, { command }] of batch.entries()) {
      const outcome = outcomes[index]
      if (outcome?.ok) this.#queue.learn(command.environment_id, outcome.answer.json.length)
    }
    const parked = Map.groupBy(
      batch.filter((_, index) => outcomes[index] === PARKED),
      ({ command }) => command.environment_id,
    )
    if (parked.size > 0) this.#alertUntil = performance.now() + ALERT_MS
    for (const [id, waiting] of parked) this.#park(id, [...waiting, ...this.#queue.takeAllOf(id)])
  }

  #park(environmentId: number, waiting: readonly Waiting[]): void {
    if (!this.#parked.has(environmentId)) this.#options.onParked?.(environmentId)
    for (const { resolve } of this.#parked.push(environmentId, waiting, performance.now()))
      resolve(PARKED)
    if (!this.#isTrying) void this.#tryParked()
  }

  /** Tries all parked commands together without waiting; if none ends, tries one environment at a time, in turn. */
  async #tryParked(): Promise<void> {
    this.#isTrying = true
    while (this.#parked.environments > 0) {
      for (const { resolve } of this.#parked.expire(performance.now())) resolve(PARKED)
      const done = await this.#tryThem('all', 'skip')
      // A counter that other processes write continuously is never free; only waiting for its lock succeeds.
      if (done === 0 && (await this.#tryThem('next', 'wait')) === 0) await setTimeout(REST_MS)
    }
    this.#isTrying = false
    this.#endIfDone()
  }

  /** Tries some of the parked commands; returns how many ended. */
  async #tryThem(which: 'all' | 'next', how: 'wait' | 'skip'): Promise<number> {
    const taken = this.#parked.take(this.#options.batchSize, which)
    const batch = [...taken.values()].flat()
    const outcomes = batch.length === 0 ? [] : await this.#write(batch, how)
    const outcomeOf = new Map(batch.map((waiting, index) => [waiting, outcomes[index] as Outcome]))
    const ended = batch.filter((waiting) => outcomeOf.get(waiting) !== PARKED)
    for (const [environmentId, tried] of taken) {
      const still = tried.filter((waiting) => outcomeOf.get(waiting) === PARKED)
      this.#parked.putBack(environmentId, still)
      if (still.length > 0) continue
      for (const waiting of this.#parked.release(environmentId)) this.#queue.push(waiting)
    }
    if (!this.#queue.isEmpty) this.#schedule()
    await answer(
      ended,
      ended.map((waiting) => outcomeOf.get(waiting) as Outcome),
    )
    return ended.length
  }

  #endIfDone(): void {
    if (!this.#queue.isEmpty || this.#running > 0 || this.#parked.environments > 0) return
    if (this.#elsewhere.waiting > 0) return
    for (const done of this.#drained.splice(0)) done()
  }

  async #write(batch: readonly Waiting[], how: 'wait' | 'skip'): Promise<Outcome[]> {
    const commands = batch.map(({ command }) => command) as readonly unknown[]
    const started = performance.now()
    try {
      return await writeAll(this.#context, commands as readonly Command<never, E>[], how)
    } catch (error) {
      return batch.map(() => ({ ok: false, error }))
    } finally {
      this.#options.onBatch?.(batch.length, (performance.now() - started) / 1000)
    }
  }
}

/**
 * Resolves the commands of a batch, a few per turn. The next batch may already hold the counters' locks,
 * and its statements should not wait until every response of this batch is written.
 */
async function answer(batch: readonly Waiting[], outcomes: readonly Outcome[]): Promise<void> {
  for (const [index, { resolve }] of batch.entries()) {
    if (index > 0 && index % RESPONSES_PER_TURN === 0) await setImmediate()
    const outcome = outcomes[index] as Outcome
    // A parked command is resolved when it ends.
    if (outcome !== PARKED) resolve(outcome)
  }
}

const refuse = (error: Refusal): Promise<Outcome> => Promise.resolve({ ok: false, error })

/** True if another process is using the key. */
const isKeyInUse = (outcome: Outcome): boolean =>
  !outcome.ok && (outcome.error as Partial<Refusal>).code === 'idempotency_key_in_use'
