// Runs many commands of one environment, such as those of a billing run: in chunks, behind requests, each command
// accepted or refused on its own, and never more than a chunk of them in memory.

import { setTimeout } from 'node:timers/promises'
import { invariant } from '../../invariant.ts'
import { type Refusal, unavailable } from '../refusal.ts'
import { Turns } from '../turns.ts'
import type { Command, Outcome } from './action.ts'
import { Attempt, PARKED, type WriteContext } from './attempt.ts'
import type { Environment } from './table.ts'
import { writeAll } from './write.ts'

export interface BulkOptions {
  /** Maximum number of commands in one transaction. */
  most?: number
  /** Approximate time for which one chunk may lock the environment's counters; requests wait no longer. */
  aimMs?: number
  signal?: AbortSignal
}

export interface Ended<I, E extends Environment> {
  command: Command<I, E>
  outcome: Outcome
}

/** Makes the chunks of an environment and the lane take turns. */
export interface Gate {
  /** Waits for one batch of queued commands, if any; the lane starts no other until all entered chunks have left. */
  enter(environmentId: number): Promise<void>
  leave(environmentId: number): void
}

const CHUNK_MOST = 500
const AIM_MS = 25
/** Minimum size of a chunk, and size of the first: the fixed cost of a chunk would outweigh fewer commands. */
const LEAST = 50
/** Maximum bytes of a chunk, where commands state their size. */
const CHUNK_BYTES = 512 * 1024
/** Concurrent chunks across all environments: as many as there are connections for them. */
export const CHUNKS_AT_ONCE = 2
/** Pause between two tries of parked commands. */
const REST_MS = 10
const REST_MS_MOST = 250
/** The longest possible timer: a chunk waits for its turn indefinitely. */
const PATIENCE_MS = 2 ** 31 - 1

export class Bulk<E extends Environment> {
  readonly #context: WriteContext<E>
  readonly #gate: Gate
  readonly #onBatch: ((size: number, seconds: number) => void) | undefined
  readonly #turns = new Turns({
    most: CHUNKS_AT_ONCE,
    each: CHUNKS_AT_ONCE,
    waiting: Number.POSITIVE_INFINITY,
    patienceMs: PATIENCE_MS,
    refusal: 'Too many runs are waiting.',
    retrySeconds: 1,
  })
  readonly #closing = new AbortController()
  readonly #chunks = new Set<Promise<unknown>>()

  constructor(
    context: WriteContext<E>,
    gate: Gate,
    onBatch?: (size: number, seconds: number) => void,
  ) {
    this.#context = context
    this.#gate = gate
    this.#onBatch = onBatch
  }

  /** Starts no further chunk; resolves when those in flight have ended. */
  async close(): Promise<void> {
    this.#closing.abort(unavailable('The service is shutting down. Try again in a moment.'))
    await Promise.allSettled(this.#chunks)
  }

  /** See `Lane.bulk`. */
  async *run<I>(
    environmentId: number,
    commands: AsyncIterable<Command<I, E>> | Iterable<Command<I, E>>,
    { most = CHUNK_MOST, aimMs = AIM_MS, signal }: BulkOptions,
  ): AsyncGenerator<Ended<I, E>[], void> {
    const source = new Source(environmentId, commands)
    const stopped = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])])
    let size = Math.min(LEAST, most)
    try {
      while (!stopped.aborted) {
        const chunk = await source.take(size)
        if (chunk.length === 0) return
        const { outcomes, lockedMs, error } = await this.#write(environmentId, chunk, stopped)
        const ended = chunk.flatMap((command) => {
          const outcome = outcomes.get(command as unknown as Command)
          return outcome ? [{ command, outcome }] : []
        })
        if (ended.length > 0) yield ended
        if (error !== undefined) throw error
        // The timing of a chunk that had to wait for others is not representative.
        const wanted = lockedMs > 0 ? size * Math.min(2, Math.max(0.5, aimMs / lockedMs)) : size
        size = Math.min(most, Math.max(LEAST, Math.floor(wanted)))
      }
      stopped.throwIfAborted()
    } finally {
      await source.end()
    }
  }

  #write(environmentId: number, chunk: readonly unknown[], stopped: AbortSignal): Promise<Result> {
    const writing = this.#writeAll(environmentId, chunk as readonly Command[], stopped).finally(
      () => this.#chunks.delete(writing),
    )
    this.#chunks.add(writing)
    return writing
  }

  /** Retries until each command or the run has ended; in that case `error` is the reason and the rest was not done. */
  async #writeAll(
    environmentId: number,
    commands: readonly Command[],
    stopped: AbortSignal,
  ): Promise<Result> {
    const outcomes = new Map<Command, Outcome>()
    let lockedMs = 0
    let open = commands
    for (let restMs = REST_MS; ; restMs = Math.min(2 * restMs, REST_MS_MOST)) {
      const tried = await this.#try(environmentId, open, stopped)
      lockedMs ||= tried.lockedMs
      for (const [index, command] of open.entries()) {
        const outcome = tried.outcomes[index]
        if (outcome && !isInTheWay(outcome) && !isLost(outcome)) outcomes.set(command, outcome)
      }
      open = open.filter((command) => !outcomes.has(command))
      const error = tried.error ?? (open.length > 0 ? stopped.reason : undefined)
      if (open.length === 0 || error !== undefined) return { outcomes, lockedMs, error }
      await setTimeout(restMs, undefined, { signal: stopped }).catch(() => undefined)
    }
  }

  async #try(environmentId: number, open: readonly Command[], stopped: AbortSignal) {
    const endTurn = await this.#turns.take(environmentId)
    await this.#gate.enter(environmentId)
    const started = performance.now()
    try {
      if (stopped.aborted) return { outcomes: [], lockedMs: 0, error: stopped.reason as unknown }
      const attempt = new Attempt(this.#context, open, 'wait')
      const outcomes = await writeAll(this.#context, open as never, 'wait', attempt)
      this.#onBatch?.(open.length, (performance.now() - started) / 1000)
      // The database went away: the run ends, and it can be unknown whether these commands were done.
      return { outcomes, lockedMs: attempt.lockedMs, error: outcomes.find(isLost)?.error }
    } finally {
      this.#gate.leave(environmentId)
      endTurn()
    }
  }
}

interface Result {
  outcomes: ReadonlyMap<Command, Outcome>
  /** How long it held the counters; 0 if its first try did nothing. */
  lockedMs: number
  /** Why the run ended. */
  error: unknown
}

type Refused = Outcome & { ok: false }

const codeOf = (outcome: Outcome) => (outcome.ok ? undefined : (outcome.error as Refusal)?.code)

/** True if another session temporarily holds a lock or key that the command needs. */
const isInTheWay = (outcome: Outcome) =>
  outcome === PARKED || codeOf(outcome) === 'idempotency_key_in_use'

const isLost = (outcome: Outcome): outcome is Refused =>
  outcome !== PARKED && codeOf(outcome) === 'unavailable'

/** Pulls commands from their source, no more of them than are asked for. */
class Source<I, E extends Environment> {
  readonly #environmentId: number
  readonly #commands: AsyncIterator<Command<I, E>> | Iterator<Command<I, E>>
  /** Pulled, but left for the next chunk. */
  #left: Command<I, E> | undefined

  constructor(
    environmentId: number,
    commands: AsyncIterable<Command<I, E>> | Iterable<Command<I, E>>,
  ) {
    this.#environmentId = environmentId
    this.#commands =
      Symbol.asyncIterator in commands
        ? commands[Symbol.asyncIterator]()
        : commands[Symbol.iterator]()
  }

  async take(most: number): Promise<Command<I, E>[]> {
    const chunk: Command<I, E>[] = []
    const keys = new Set<string>()
    let bytes = 0
    while (chunk.length < most) {
      const command = this.#left ?? (await this.#next())
      this.#left = undefined
      if (!command) break
      bytes += command.bytes ?? 0
      const key = command.claim?.key
      // A second command with the same key goes into the next chunk, where it finds the result of the first.
      if ((key !== undefined && keys.has(key)) || (bytes > CHUNK_BYTES && chunk.length > 0)) {
        this.#left = command
        break
      }
      if (key !== undefined) keys.add(key)
      chunk.push(command)
    }
    return chunk
  }

  async #next(): Promise<Command<I, E> | undefined> {
    const { done, value } = await this.#commands.next()
    if (done) return undefined
    const { environment_id, action } = value as Command<I, E>
    invariant(
      environment_id === this.#environmentId,
      `${action.name} is of environment ${environment_id}, in a run of ${this.#environmentId}.`,
    )
    return value as Command<I, E>
  }

  async end(): Promise<void> {
    await this.#commands.return?.()
  }
}
