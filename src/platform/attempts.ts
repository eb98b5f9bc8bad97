// Slows down repeated failures: each makes the next attempt wait longer, within bounds.

/** So many keys are remembered at once; beyond that the one failed at first is forgotten. */
const KEYS_MOST = 100_000

export interface AttemptLimits {
  /** For how long a failure counts. */
  windowMs: number
  /** So many failures cost nothing. */
  free: number
  /** From so many on, an attempt is refused that comes sooner after the last one than `paceMs`. */
  most: number
  paceMs: number
  /** The longest wait of one attempt. */
  waitMsMost: number
}

/** What an attempt has to do first: wait so long, or come back after so many seconds. */
export type Verdict = { waitMs: number } | { retrySeconds: number }

/**
 * Counts failures by what is tried. An attempt under way counts as a failure until it has ended well,
 * so that many at once gain nothing. Nobody is locked out: at the pace, one attempt is always admitted.
 */
export class Attempts {
  readonly #limits: AttemptLimits
  readonly #failed = new Map<string, number[]>()
  #sweptAt = 0

  constructor(limits: AttemptLimits) {
    this.#limits = limits
  }

  begin(key: string, now: number): Verdict {
    this.#sweep(now)
    const { free, most, paceMs, waitMsMost } = this.#limits
    const times = this.#recent(key, now)
    const last = times.at(-1)
    if (times.length >= most && last !== undefined && now - last < paceMs) {
      return { retrySeconds: Math.max(1, Math.ceil((last + paceMs - now) / 1_000)) }
    }
    times.push(now)
    this.#failed.set(key, times)
    const beyond = times.length - free
    return { waitMs: beyond <= 0 ? 0 : Math.min(waitMsMost, 125 * 2 ** Math.min(beyond, 20)) }
  }

  /** The attempt begun at `at` ended well, or was none after all. */
  forget(key: string, at: number): void {
    const times = this.#failed.get(key)
    const place = times?.indexOf(at) ?? -1
    if (place >= 0) times?.splice(place, 1)
  }

  #recent(key: string, now: number): number[] {
    return (this.#failed.get(key) ?? []).filter((at) => at > now - this.#limits.windowMs)
  }

  // Keys that nobody fails at any more are forgotten, so that addresses cannot fill the memory.
  #sweep(now: number): void {
    const { windowMs } = this.#limits
    if (now - this.#sweptAt >= Math.min(windowMs, 60_000)) {
      this.#sweptAt = now
      for (const [key, times] of this.#failed) {
        if (times.every((at) => at <= now - windowMs)) this.#failed.delete(key)
      }
    }
    const [first] = this.#failed.size >= KEYS_MOST ? this.#failed.keys() : []
    if (first !== undefined) this.#failed.delete(first)
  }
}
