// Environments of whose rows somebody else has some: what is asked of them waits here, apart from everybody
// else's, and not for long.

import type { Waiting } from './write-queue.ts'

/** How long one waits here before it is told to try again. */
const HELD_MS = 2_000

type Held = Waiting & { until: number }

export class HeldQueue {
  /** By environment; the one whose turn it is comes first. */
  readonly #queues = new Map<number, Held[]>()
  readonly #most: number
  #size = 0

  /** `most` may wait of one environment. */
  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#size
  }

  /** How many environments are held. */
  get environments(): number {
    return this.#queues.size
  }

  has(environmentId: number): boolean {
    return this.#queues.has(environmentId)
  }

  /** Has them wait, behind what waits already; answers those that there is no room for. */
  push(environmentId: number, waiting: readonly Waiting[], now: number): Waiting[] {
    const queue = this.#queues.get(environmentId) ?? []
    this.#queues.set(environmentId, queue)
    const room = Math.max(0, this.#most - queue.length)
    for (const each of waiting.slice(0, room)) queue.push({ ...each, until: now + HELD_MS })
    this.#size += Math.min(room, waiting.length)
    return waiting.slice(room)
  }

  /** Puts back what was taken and is held still, before what came meanwhile. */
  putBack(environmentId: number, taken: readonly Held[]): void {
    this.#queues.get(environmentId)?.unshift(...taken)
    this.#size += taken.length
  }

  /** Some of each environment in turn, or of the next one alone. */
  take(most: number, which: 'all' | 'next'): Map<number, Held[]> {
    const taken = new Map<number, Held[]>()
    const count = which === 'next' ? 1 : this.#queues.size
    let left = most
    for (const [environmentId, queue] of [...this.#queues].slice(0, count)) {
      const share = queue.splice(0, Math.max(1, Math.floor(most / count)))
      taken.set(environmentId, share)
      // Behind the others.
      this.#queues.delete(environmentId)
      this.#queues.set(environmentId, queue)
      left -= share.length
      if (left <= 0) break
    }
    this.#size -= most - left
    return taken
  }

  /** What has waited for too long. */
  expire(now: number): Waiting[] {
    const expired: Waiting[] = []
    for (const queue of this.#queues.values()) {
      const fresh = queue.findIndex(({ until }) => until > now)
      expired.push(...queue.splice(0, fresh === -1 ? queue.length : fresh))
    }
    this.#size -= expired.length
    return expired
  }

  /** An environment of which nobody has anything any more; answers what waits of it. */
  release(environmentId: number): Waiting[] {
    const queue = this.#queues.get(environmentId) ?? []
    this.#queues.delete(environmentId)
    this.#size -= queue.length
    return queue
  }
}
