// The queue of the lane. Environments take turns; big commands go in separate batches of about half a megabyte;
// background commands come behind requested ones, but are never starved.

import type { Command, Outcome } from './action.ts'

export interface Waiting {
  command: Command
  resolve(outcome: Outcome): void
}

/** Maximum bytes of the objects in a batch, unless a single command has more. */
const BATCH_BYTES = 512 * 1024
/** A command that writes more than this is batched with other big ones. */
const BIG_BYTES = 64 * 1024
/** Maximum number of background commands in a batch; new requests wait for no more of them. */
const BACKGROUND_MOST = 16
/** One in this many batches starts with waiting background commands, however many requests wait. */
const BACKGROUND_EVERY = 4
/** The bytes written by commands of an environment are remembered while they are more than this. */
const SMALL_BYTES = 8 * 1024
const FORGOTTEN = 0.9

type Queues = Map<number, Waiting[]>

/** The batches already in flight: at most one with background commands, and one with big commands. */
export interface InFlight {
  background: boolean
  big: boolean
  /** True if small batches are in flight (several are allowed). */
  small: boolean
  /** Their environments: each has at most one batch in flight; a second one would wait for the locks of the first. */
  environments: Pick<ReadonlySet<number>, 'has'>
}

export interface Taken {
  batch: Waiting[]
  big: boolean
}

export class WriteQueue {
  /** By environment; the next in turn comes first. */
  readonly #requests: Queues = new Map()
  readonly #background: Queues = new Map()
  readonly #bytes = new Map<number, number>()
  #size = 0
  #backgroundSize = 0
  readonly #batches = { small: 0, big: 0 }
  /** True if the last batch was big: big and small batches alternate while only one may be in flight. */
  #wasBig = false

  /** Number of waiting commands, without background commands. */
  get size(): number {
    return this.#size
  }

  get isEmpty(): boolean {
    return this.#size + this.#backgroundSize === 0
  }

  waitingOf(environmentId: number): number {
    return this.#requests.get(environmentId)?.length ?? 0
  }

  /** True if any command of the environment waits. */
  has(environmentId: number): boolean {
    return this.#requests.has(environmentId) || this.#background.has(environmentId)
  }

  push(waiting: Waiting): void {
    const { environment_id, background } = waiting.command
    const queues = background ? this.#background : this.#requests
    const queue = queues.get(environment_id)
    if (queue) queue.push(waiting)
    else queues.set(environment_id, [waiting])
    if (background) this.#backgroundSize += 1
    else this.#size += 1
  }

  /** Removes and returns all commands of an environment. */
  takeAllOf(environmentId: number): Waiting[] {
    const requests = this.#requests.get(environmentId) ?? []
    const background = this.#background.get(environmentId) ?? []
    this.#requests.delete(environmentId)
    this.#background.delete(environmentId)
    this.#size -= requests.length
    this.#backgroundSize -= background.length
    return [...requests, ...background]
  }

  /** Learns from a response how much a command of the environment writes. */
  learn(environmentId: number, bytes: number): void {
    const known = (this.#bytes.get(environmentId) ?? 0) * FORGOTTEN
    if (Math.max(known, bytes) < SMALL_BYTES) this.#bytes.delete(environmentId)
    else this.#bytes.set(environmentId, Math.max(known, bytes))
  }

  /** Returns the next batch: small commands, or big ones if no big batch is in flight. */
  take(most: number, inFlight: InFlight): Taken {
    const bigFirst = inFlight.small || !this.#wasBig
    for (const big of [bigFirst, !bigFirst]) {
      if (big && inFlight.big) continue
      const batch = this.#take(most, big, inFlight)
      if (batch.length === 0) continue
      this.#wasBig = big
      return { batch, big }
    }
    return { batch: [], big: false }
  }

  #take(most: number, big: boolean, { background, environments }: InFlight): Waiting[] {
    const mayBackground = !background
    const batch = new Batch(most, big, (command) => this.#bytesOf(command))
    const turn = big ? 'big' : 'small'
    const isTheirTurn =
      mayBackground && this.#batches[turn] % BACKGROUND_EVERY === BACKGROUND_EVERY - 1
    if (isTheirTurn) fill(batch, this.#background, BACKGROUND_MOST, environments)
    fill(batch, this.#requests, most, environments)
    if (mayBackground && !isTheirTurn) fill(batch, this.#background, BACKGROUND_MOST, environments)
    const ofBackground = batch.taken.filter(({ command }) => command.background).length
    this.#backgroundSize -= ofBackground
    this.#size -= batch.taken.length - ofBackground
    if (this.#backgroundSize > 0 && batch.taken.length > 0) this.#batches[turn] += 1
    return batch.taken
  }

  #bytesOf({ environment_id, bytes = 0 }: Command): number {
    return Math.max(bytes, this.#bytes.get(environment_id) ?? 0)
  }
}

class Batch {
  readonly taken: Waiting[] = []
  readonly #most: number
  readonly #big: boolean
  readonly #bytesOf: (command: Command) => number
  #bytes = 0

  constructor(most: number, big: boolean, bytesOf: (command: Command) => number) {
    this.#most = most
    this.#big = big
    this.#bytesOf = bytesOf
  }

  /** Adds a command if there is room; returns whether it did. */
  takes(waiting: Waiting): boolean {
    const { command } = waiting
    const bytes = this.#bytesOf(command)
    if (bytes > BIG_BYTES !== this.#big) return false
    const isFirst = this.taken.length === 0
    const isFull = this.taken.length >= this.#most || this.#bytes + bytes > BATCH_BYTES
    if (!isFirst && isFull) return false
    this.#bytes += bytes
    this.taken.push(waiting)
    return true
  }
}

/** Takes one command of each environment in turn, until the batch accepts no more. */
function fill(batch: Batch, queues: Queues, most: number, busy: InFlight['environments']): void {
  let left = most
  for (const [environmentId, queue] of queues) {
    if (left === 0) return
    if (busy.has(environmentId)) continue
    // An environment that is skipped keeps its place, and so soon comes first.
    const [first] = queue
    if (!first || !batch.takes(first)) continue
    left -= 1
    queue.shift()
    queues.delete(environmentId)
    // Moves behind the others; this loop reaches it again.
    if (queue.length > 0) queues.set(environmentId, queue)
  }
}
