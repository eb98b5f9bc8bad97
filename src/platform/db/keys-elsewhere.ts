// Idempotency keys that another process used a moment ago. A command that repeats one waits separately, one at a
// time: in a batch it would cost all members the lock timeout, again and again.

/** As long as the refusal asks clients to wait before a retry. */
const REMEMBERED_MS = 1_000
/** Commands beyond this number do not wait: each of them can take the lock timeout. */
const WAITING_MOST = 16
/** With more keys in use than this, they slow down batches again. */
const KEYS_MOST = 10_000

export class KeysElsewhere {
  readonly #seen = new Map<string, number>()
  #turn: Promise<unknown> = Promise.resolve()
  #waiting = 0

  get waiting(): number {
    return this.#waiting
  }

  get isFull(): boolean {
    return this.#waiting >= WAITING_MOST
  }

  /** Records that another process has this key. */
  note(key: string): void {
    if (this.#seen.size >= KEYS_MOST) this.#seen.clear()
    this.#seen.set(key, performance.now())
  }

  has(key: string): boolean {
    const seen = this.#seen.get(key)
    if (seen === undefined) return false
    if (performance.now() - seen < REMEMBERED_MS) return true
    this.#seen.delete(key)
    return false
  }

  /** Runs the work after all work already waiting. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined)
    try {
      return await turn
    } finally {
      this.#waiting -= 1
    }
  }
}
