// Slows down whoever guesses: each failure makes the next attempt wait longer, within bounds.

const WINDOW_MS = 60_000

export interface GuessLimits {
  /** So many failures a minute cost nothing. */
  free: number
  /** From so many on, attempts are refused until the minute is over. */
  most: number
  /** The longest wait of one attempt. */
  waitMsMost: number
}

/** What an attempt has to do first: wait so long, or come back after so many seconds. */
export type Verdict = { waitMs: number } | { retrySeconds: number }

/**
 * Counts failures by what is being guessed at. An attempt under way counts as a failure until it has
 * ended well, so that many at once gain nothing.
 */
export class Guesses {
  readonly #limits: GuessLimits
  readonly #failed = new Map<string, number[]>()
  #sweptAt = 0

  constructor(limits: GuessLimits) {
    this.#limits = limits
  }

  begin(key: string, now: number): Verdict {
    this.#sweep(now)
    const { free, most, waitMsMost } = this.#limits
    const times = (this.#failed.get(key) ?? []).filter((at) => at > now - WINDOW_MS)
    const [oldest] = times
    if (times.length >= most && oldest !== undefined) {
      return { retrySeconds: Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1_000)) }
    }
    times.push(now)
    this.#failed.set(key, times)
    const beyond = times.length - free
    return { waitMs: beyond <= 0 ? 0 : Math.min(waitMsMost, 125 * 2 ** beyond) }
  }

  /** The attempt begun at `at` ended well, and was no guess. */
  succeed(key: string, at: number): void {
    const times = this.#failed.get(key)
    const place = times?.indexOf(at) ?? -1
    if (place >= 0) times?.splice(place, 1)
  }

  // Keys that nobody fails at any more are forgotten, so that addresses cannot fill the memory.
  #sweep(now: number): void {
    if (now - this.#sweptAt < WINDOW_MS) return
    this.#sweptAt = now
    for (const [key, times] of this.#failed) {
      if (times.every((at) => at <= now - WINDOW_MS)) this.#failed.delete(key)
    }
  }
}
