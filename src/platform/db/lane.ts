// The one lane: while a batch is in flight, commands of every kind and environment gather, and go
// as the next batch, environments in turn. No timer, so nothing waits when the lane is idle.

import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Refusal, unavailable } from '../refusal.ts'
import type { Command, Outcome } from './action.ts'
import { HELD, type WriteContext } from './attempt.ts'
import { Bulk, type BulkOptions, type Ended } from './bulk.ts'
import { Busy } from './busy.ts'
import { keyInUse } from './claims.ts'
import { HeldQueue } from './held.ts'
import { KeysElsewhere } from './keys-elsewhere.ts'
import type { Environment } from './table.ts'
import { writeAll } from './write.ts'
import { type Waiting, WriteQueue } from './write-queue.ts'

export interface LaneOptions {
  /** Commands in one transaction, at most. */
  batchSize?: number
  /** Transactions at once: while one commits, the next is put together. */
  inFlight?: number
  /** Commands waiting, at most, in all and of one environment; beyond it they are refused. */
  queueSize?: number
  queueEach?: number
  /** Runs of many commands have connections of their own. */
  bulkPool?: Pool
  onBatch?(size: number, seconds: number): void
  /** An environment is held: somebody else has rows that it needs. */
  onHeld?(environmentId: number): void
}

const ANSWERS_A_TURN = 8
/** For so long after an environment was found held, batches leave what somebody has at once. */
const ALERT_MS = 1_000
/** Between two tries of what is held that came to nothing. */
const REST_MS = 10

export class Lane<E extends Environment> {
  readonly #context: WriteContext<E>
  readonly #options: LaneOptions & Required<Omit<LaneOptions, 'bulkPool' | 'onBatch' | 'onHeld'>>
  readonly #queue = new WriteQueue()
  /** Keys in use in this process: a second call with one waits for the first. */
  readonly #keys = new Map<string, Promise<Outcome>>()
  /** Keys that another process has: not in a batch with others. */
  readonly #elsewhere = new KeysElsewhere()
  #running = 0
  /** Batches in flight with background commands, and with big ones: one at most, so that there is room. */
  #background = 0
  #big = 0
  readonly #busy: Busy
  readonly #bulk: Bulk<E>
  /** Environments of whose rows somebody else has some, and what waits of them. */
  readonly #held: HeldQueue
  #isTrying = false
  #alertUntil = 0
  #scheduled = false
  #closed = false
  #drained: (() => void)[] = []

  constructor(context: WriteContext<E>, options: LaneOptions = {}) {
    this.#context = context
    this.#options = { batchSize: 128, inFlight: 2, queueSize: 4_000, queueEach: 1_000, ...options }
    this.#held = new HeldQueue(Math.ceil(this.#options.queueSize / 10))
    this.#busy = new Busy({
      isWaiting: (id) => this.#queue.has(id),
      isHeld: (id) => this.#held.has(id),
      onFree: () => !this.#queue.isEmpty && this.#schedule(),
    })
    const ofBulk = { ...context, pool: options.bulkPool ?? context.pool }
    this.#bulk = new Bulk(ofBulk, this.#busy, options.onBatch)
  }

  get waiting(): number {
    return this.#queue.size + this.#held.size
  }

  /** How many environments are held. */
  get held(): number {
    return this.#held.environments
  }

  /** Runs a command; throws what refused it. */
  async submit<I>(command: Command<I, E>): Promise<Outcome & { ok: true }> {
    const outcome = await this.#once(command as unknown as Command)
    if (!outcome.ok) throw outcome.error
    return outcome
  }

  /**
   * Runs many commands of one environment, behind what is submitted of it, and tells in chunks what became of
   * them, in their order. They are taken from where they come from when there is room for them, and only as fast as
   * the chunks told are asked for, so a million of them are never in memory; what becomes of a command must not
   * be waited for before the next one is given. One that is refused fails no other; one whose rows somebody
   * else has is waited for, as long as the caller wants. Throws, behind what is done, when the caller or the
   * service stops the run, or when the database goes away: then what was not told may have been done.
   */
  bulk<I>(
    environmentId: number,
    commands: AsyncIterable<Command<I, E>> | Iterable<Command<I, E>>,
    options: BulkOptions = {},
  ): AsyncGenerator<Ended<I, E>[], void> {
    return this.#bulk.run(environmentId, commands, options)
  }

  /** Accepts nothing more and answers when everything accepted has been done. */
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
      // Who has waited with the first for what somebody holds does not wait for it once more.
      if (outcome === HELD || isKeyInUse(outcome)) return outcome
    }
    // What the first call left behind (an answer, or a free key) is found by the claim.
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
      if (this.#held.has(environment_id)) this.#hold(environment_id, [waiting])
      else this.#queue.push(waiting)
      this.#schedule()
    })
  }

  /** Does what repeats a key that another process had, by itself and one after the other. */
  async #apart(command: Command, key: string): Promise<Outcome> {
    if (this.#closed || this.#held.has(command.environment_id)) return this.#enqueue(command)
    if (this.#elsewhere.isFull) return refuse(keyInUse(key))
    const [outcome] = await this.#elsewhere.run(() =>
      this.#write([{ command, resolve: () => undefined }], 'wait'),
    )
    this.#endIfDone()
    // Its key is free, and somebody has a row that it needs: it waits with what is held.
    return outcome === HELD ? this.#enqueue(command) : (outcome as Outcome)
  }

  /** No environment may have more waiting than there is room left, so there is some for everybody. */
  #hasRoom(environmentId: number): boolean {
    const { queueSize, queueEach } = this.#options
    const room = queueSize - this.#queue.size - this.#held.size
    return this.#queue.waitingOf(environmentId) < Math.min(queueEach, room)
  }

  // What has arrived on other connections in the same turn of the event loop goes along.
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

  /** While somebody has had rows of anybody lately, nobody waits for the next such environment to be found. */
  #waits(): 'wait' | 'skip' {
    return performance.now() < this.#alertUntil ? 'skip' : 'wait'
  }

  /** Learns from what became of a batch, and lays aside what is held. */
  #settle(batch: readonly Waiting[], outcomes: readonly Outcome[]): void {
    for (const [index, { command }] of batch.entries()) {
      const outcome = outcomes[index]
      if (outcome?.ok) this.#queue.learn(command.environment_id, outcome.answer.json.length)
    }
    const held = Map.groupBy(
      batch.filter((_, index) => outcomes[index] === HELD),
      ({ command }) => command.environment_id,
    )
    if (held.size > 0) this.#alertUntil = performance.now() + ALERT_MS
    for (const [id, waiting] of held) this.#hold(id, [...waiting, ...this.#queue.takeAllOf(id)])
  }

  #hold(environmentId: number, waiting: readonly Waiting[]): void {
    if (!this.#held.has(environmentId)) this.#options.onHeld?.(environmentId)
    for (const { resolve } of this.#held.push(environmentId, waiting, performance.now()))
      resolve(HELD)
    if (!this.#isTrying) void this.#tryHeld()
  }

  /** What is held is tried together, without waiting; when nothing comes of it, each environment alone, in turn. */
  async #tryHeld(): Promise<void> {
    this.#isTrying = true
    while (this.#held.environments > 0) {
      for (const { resolve } of this.#held.expire(performance.now())) resolve(HELD)
      const done = await this.#tryThem('all', 'skip')
      // A counter that other processes write without a pause is never found free: it takes queueing for it.
      if (done === 0 && (await this.#tryThem('next', 'wait')) === 0) await setTimeout(REST_MS)
    }
    this.#isTrying = false
    this.#endIfDone()
  }

  /** Tries some of what is held; answers how many commands were ended. */
  async #tryThem(which: 'all' | 'next', how: 'wait' | 'skip'): Promise<number> {
    const taken = this.#held.take(this.#options.batchSize, which)
    const batch = [...taken.values()].flat()
    const outcomes = batch.length === 0 ? [] : await this.#write(batch, how)
    const outcomeOf = new Map(batch.map((waiting, index) => [waiting, outcomes[index] as Outcome]))
    const ended = batch.filter((waiting) => outcomeOf.get(waiting) !== HELD)
    for (const [environmentId, tried] of taken) {
      const still = tried.filter((waiting) => outcomeOf.get(waiting) === HELD)
      this.#held.putBack(environmentId, still)
      if (still.length > 0) continue
      for (const waiting of this.#held.release(environmentId)) this.#queue.push(waiting)
    }
    if (!this.#queue.isEmpty) this.#schedule()
    await answer(
      ended,
      ended.map((waiting) => outcomeOf.get(waiting) as Outcome),
    )
    return ended.length
  }

  #endIfDone(): void {
    if (!this.#queue.isEmpty || this.#running > 0 || this.#held.environments > 0) return
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
 * Answers a batch a few members a turn. Meanwhile the next batch may have got the counters' locks,
 * and its statements should not wait until every answer of this one is written.
 */
async function answer(batch: readonly Waiting[], outcomes: readonly Outcome[]): Promise<void> {
  for (const [index, { resolve }] of batch.entries()) {
    if (index > 0 && index % ANSWERS_A_TURN === 0) await setImmediate()
    const outcome = outcomes[index] as Outcome
    // What is held was laid aside, and is answered when it ends.
    if (outcome !== HELD) resolve(outcome)
  }
}

const refuse = (error: Refusal): Promise<Outcome> => Promise.resolve({ ok: false, error })

/** Another process has the key. */
const isKeyInUse = (outcome: Outcome): boolean =>
  !outcome.ok && (outcome.error as Partial<Refusal>).code === 'idempotency_key_in_use'
