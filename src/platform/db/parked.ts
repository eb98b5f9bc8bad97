// Commands of parked environments, whose rows another session has locked. They wait here, apart from all others,
// and only briefly.

import type { Waiting } from './write-queue.ts'

/** How long a command waits here before its client is asked to retry. */
const PARKED_MS = 2_000

type Parked = Waiting & { until: number }

export class ParkedQueue {
  /** By environment; the next in turn comes first. */
  readonly #queues = new Map<number, Parked[]>()
  readonly #most: number
  #size = 0

  /** `most` is the maximum number of waiting commands of one environment. */
  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#size
  }

  /** Number of parked environments. */
  get environments(): number {
    return this.#queues.size
  }

  has(environmentId: number): boolean {
    return this.#queues.has(environmentId)
  }

  /** Adds commands behind those already waiting; returns those there is no room for. */
  push(environmentId: number, waiting: readonly Waiting[], now: number): Waiting[] {
    const queue = this.#queues.get(environmentId) ?? []
    this.#queues.set(environmentId, queue)
    const room = Math.max(0, this.#most - queue.length)
    for (const each of waiting.slice(0, room)) queue.push({ ...each, until: now + PARKED_MS })
    this.#size += Math.min(room, waiting.length)
    return waiting.slice(room)
  }

  /** Puts back commands that are still parked, ahead of newer ones. */
  putBack(environmentId: number, taken: readonly Parked[]): void {
    this.#queues.get(environmentId)?.unshift(...taken)
    this.#size += taken.length
  }

  /** Takes some commands of each environment in turn, or of only the next one. */
  take(most: number, which: 'all' | 'next'): Map<number, Parked[]> {
    const taken = new Map<number, Parked[]>()
    const count = which === 'next' ? 1 : this.#queues.size
    let left = most
    for (const [environmentId, queue] of [...this.#queues].slice(0, count)) {
      const share = queue.splice(0, Math.max(1, Math.floor(most / count)))
      taken.set(environmentId, share)
      // Moves the environment behind the others.
      this.#queues.delete(environmentId)
      this.#queues.set(environmentId, queue)
      left -= share.length
      if (left <= 0) break
    }
    this.#size -= most - left
    return taken
  }

  /** Removes and returns the commands that have waited too long. */
  expire(now: number): Waiting[] {
    const expired: Waiting[] = []
    for (const queue of this.#queues.values()) {
      const fresh = queue.findIndex(({ until }) => until > now)
      expired.push(...queue.splice(0, fresh === -1 ? queue.length : fresh))
    }
    this.#size -= expired.length
    return expired
  }

  /** Removes an environment that is no longer parked; returns its waiting commands. */
  release(environmentId: number): Waiting[] {
    const queue = this.#queues.get(environmentId) ?? []
    this.#queues.delete(environmentId)
    this.#size -= queue.length
    return queue
  }
}
