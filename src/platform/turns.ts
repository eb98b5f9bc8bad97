// Who may begin: so many at once, a few of each group; groups take turns, so that one that asks for
// much delays only itself.

import { unavailable } from './refusal.ts'

export interface TurnsOptions {
  /** At once, of all groups and of each. */
  most: number
  each: number
  /** Waiting, of each group; whoever comes beyond that is refused at once. */
  waiting: number
  /** How long one waits before it is refused. */
  patienceMs: number
  /** What a refused one is told, and when to come back. */
  refusal: string
  retrySeconds: number
}

interface Waiting {
  begin(): void
}

export class Turns {
  readonly #options: TurnsOptions
  readonly #running = new Map<number, number>()
  /** Who waits, by group; the group whose turn it is comes first. */
  readonly #queues = new Map<number, Set<Waiting>>()
  #busy = 0

  constructor(options: TurnsOptions) {
    this.#options = options
  }

  /** Waits for a turn; answers how to end it, which may be done more than once. Throws `unavailable`. */
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
      // Behind the others; the walk comes to it again if there is room for more.
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
