// The one lane: while a batch is in flight, commands of every kind and environment gather, and go
// as the next batch, environments in turn. No timer, so nothing waits when the lane is idle.

import { setImmediate } from 'node:timers/promises'
import { type Refusal, unavailable } from '../refusal.ts'
import type { Command, Outcome } from './action.ts'
import type { Environment } from './table.ts'
import { type WriteContext, writeAll } from './write.ts'
import { type Waiting, WriteQueue } from './write-queue.ts'

export interface LaneOptions {
  /** Commands in one transaction, at most. */
  batchSize?: number
  /** Transactions at once: while one commits, the next is put together. */
  inFlight?: number
  /** Commands waiting, at most, in all and of one environment; beyond it they are refused. */
  queueSize?: number
  queueEach?: number
  onBatch?(size: number, seconds: number): void
}

const ANSWERS_A_TURN = 8

export class Lane<E extends Environment> {
  readonly #context: WriteContext<E>
  readonly #options: LaneOptions & Required<Omit<LaneOptions, 'onBatch'>>
  readonly #queue = new WriteQueue()
  /** Keys in use in this process: a second call with one waits for the first. */
  readonly #keys = new Map<string, Promise<Outcome>>()
  #running = 0
  /** Batches in flight with background commands, and with big ones: one at most, so that there is room. */
  #background = 0
  #big = 0
  #scheduled = false
  #closed = false
  #drained: (() => void)[] = []

  constructor(context: WriteContext<E>, options: LaneOptions = {}) {
    this.#context = context
    this.#options = { batchSize: 128, inFlight: 2, queueSize: 4_000, queueEach: 1_000, ...options }
  }

  get waiting(): number {
    return this.#queue.size
  }

  /** Runs a command; throws what refused it. */
  async submit<I>(command: Command<I, E>): Promise<Outcome & { ok: true }> {
    const outcome = await this.#once(command as unknown as Command)
    if (!outcome.ok) throw outcome.error
    return outcome
  }

  /** Accepts nothing more and answers when everything accepted has been done. */
  close(): Promise<void> {
    this.#closed = true
    if (this.#running === 0 && this.#queue.isEmpty) return Promise.resolve()
    return new Promise((resolve) => this.#drained.push(resolve))
  }

  async #once(command: Command): Promise<Outcome> {
    if (!command.claim) return this.#enqueue(command)
    const key = `${command.environment_id}/${command.claim.key}`
    for (;;) {
      const running = this.#keys.get(key)
      if (!running) break
      await running
    }
    // What the first call left behind (an answer, or a free key) is found by the claim.
    const outcome = this.#enqueue(command)
    this.#keys.set(key, outcome)
    try {
      return await outcome
    } finally {
      this.#keys.delete(key)
    }
  }

  #enqueue(command: Command): Promise<Outcome> {
    if (this.#closed) {
      return refuse(unavailable('The service is shutting down. Try again in a moment.'))
    }
    const { queueSize, queueEach } = this.#options
    const isOwn = this.#queue.waitingOf(command.environment_id) >= queueEach
    if (!command.background && (isOwn || this.#queue.size >= queueSize)) {
      const whose = isOwn ? ' of this environment' : ''
      return refuse(unavailable(`Too many writes${whose} are waiting. Try again in a moment.`))
    }
    return new Promise((resolve) => {
      this.#queue.push({ command, resolve })
      this.#schedule()
    })
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
    })
    if (batch.length === 0) return
    const bigger = big ? 1 : 0
    this.#big += bigger
    const background = batch.some(({ command }) => command.background) ? 1 : 0
    this.#background += background
    this.#running++
    if (!this.#queue.isEmpty) this.#schedule()
    const started = performance.now()
    const outcomes = await this.#write(batch.map(({ command }) => command))
    this.#options.onBatch?.(batch.length, (performance.now() - started) / 1000)
    this.#running--
    this.#background -= background
    this.#big -= bigger
    for (const [index, { command }] of batch.entries()) {
      const outcome = outcomes[index]
      if (outcome?.ok) this.#queue.learn(command.environment_id, outcome.answer.json.length)
    }
    if (!this.#queue.isEmpty) this.#schedule()
    await answer(batch, outcomes)
    if (this.#queue.isEmpty && this.#running === 0) {
      for (const done of this.#drained.splice(0)) done()
    }
  }

  async #write(commands: Command[]): Promise<Outcome[]> {
    try {
      return await writeAll(this.#context, commands as unknown as Command<never, E>[])
    } catch (error) {
      return commands.map(() => ({ ok: false, error }))
    }
  }
}

/**
 * Answers a batch a few members a turn. Meanwhile the next batch may have got the counters' locks,
 * and its statements should not wait until every answer of this one is written.
 */
async function answer(batch: Waiting[], outcomes: Outcome[]): Promise<void> {
  for (const [index, { resolve }] of batch.entries()) {
    if (index > 0 && index % ANSWERS_A_TURN === 0) await setImmediate()
    resolve(outcomes[index] as Outcome)
  }
}

const refuse = (error: Refusal): Promise<Outcome> => Promise.resolve({ ok: false, error })
