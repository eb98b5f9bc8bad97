// A fair queue: bounds the work in progress in total and per group. Groups take turns, so that one with many requests
// delays only itself.

import { unavailable } from './refusal.ts'

export interface TurnsOptions {
  /** Work in progress, in total and per group. */
  most: number
  each: number
  /** Length of the queue per group; beyond it, requests are refused at once. */
  waiting: number
  /** How long a request waits before it is refused. */
  patienceMs: number
  /** The message of the refusal, and after how long to retry. */
  refusal: string
  retrySeconds: number
}

interface Waiting {
  begin(): void
}

export class Turns {
  readonly #options: TurnsOptions
  readonly #running = new Map<number, number>()
  /** Waiting requests by group; the group whose turn is next comes first. */
  readonly #queues = new Map<number, Set<Waiting>>()
  #busy = 0

  constructor(options: TurnsOptions) {
    this.#options = options
  }

  /** Waits for a turn; returns an idempotent function that ends it. Throws `unavailable`. */
  take(group: number): Promise<() => void> {
    const { waiting, patienceMs } = this.#options
    const queue = this.#queues.get(group) ?? new Set()
    if (queue.size >= waiting) return Promise.reject(this.#refused())
    const turn = new Promise<() => void>((resolve, reject) => {
      const entry: Waiting = {
        begin: () => {
          clearTimeout(timer)
          resolve(this.#begun(group))
        },
      }
      const timer = setTimeout(() => {
        this.#leave(group, queue, entry)
        reject(this.#refused())
      }, patienceMs)
      this.#queues.set(group, queue.add(entry))
    })
    this.#dispatch()
    return turn
  }

  #dispatch(): void {
    for (const [group, queue] of this.#queues) {
      if (this.#busy >= this.#options.most) return
      if ((this.#running.get(group) ?? 0) >= this.#options.each) continue
      const [next] = queue
      if (!next) continue
      this.#leave(group, queue, next)
      // Moves the group to the end; the loop continues with it if more work can start.
      if (queue.size > 0) {
        this.#queues.delete(group)
        this.#queues.set(group, queue)
      }
      next.begin()
    }
  }

  #leave(group: number, queue: Set<Waiting>, entry: Waiting): void {
    queue.delete(entry)
    if (queue.size === 0) this.#queues.delete(group)
  }

  #begun(group: number): () => void {
    this.#busy += 1
    this.#running.set(group, (this.#running.get(group) ?? 0) + 1)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      this.#busy -= 1
      const left = (this.#running.get(group) ?? 0) - 1
      if (left > 0) this.#running.set(group, left)
      else this.#running.delete(group)
      this.#dispatch()
    }
  }

  #refused() {
    return unavailable(this.#options.refusal, this.#options.retrySeconds)
  }
}
