// The rate limit: at most N requests in any 60 seconds, exact, in memory.

import { WINDOW_MS } from '../db/rate-windows.ts'

export interface Grant {
  allowed: boolean
  remaining: number
  /** Seconds until the oldest request leaves the window, which frees one slot. */
  resetSeconds: number
}

/** Decides if a request is within its quota; synchronously if that is known. */
export interface RateLimit {
  take(key: string | number, quota: number, now: number): Grant | Promise<Grant>
  /** Requests in the window as far as known; does not count one. */
  count(key: string | number, now: number): number
  /** Counts as above, after asking the other processes if needed. */
  countNow(key: string | number, now: number): number | Promise<number>
}

/** Ring buffer of the times of requests granted in the last minute, oldest first. */
class Window {
  #times = new Float64Array(64)
  #first = 0
  #count = 0

  get count(): number {
    return this.#count
  }

  expire(now: number): void {
    while (this.#count > 0 && (this.#times[this.#first] as number) <= now - WINDOW_MS) {
      this.#first = (this.#first + 1) % this.#times.length
      this.#count--
    }
  }

  add(now: number): void {
    if (this.#count === this.#times.length) this.#grow()
    this.#times[(this.#first + this.#count) % this.#times.length] = now
    this.#count++
  }

  /** Returns when the window first has a free slot below `quota`. */
  freeAt(quota: number, now: number): number {
    if (this.#count === 0) return now + WINDOW_MS
    // If the quota was lowered, more than one request has to leave first.
    const leaving = Math.max(0, this.#count - quota)
    return (this.#times[(this.#first + leaving) % this.#times.length] as number) + WINDOW_MS
  }

  #grow(): void {
    const times = new Float64Array(this.#times.length * 2)
    for (let index = 0; index < this.#count; index++) {
      times[index] = this.#times[(this.#first + index) % this.#times.length] as number
    }
    this.#times = times
    this.#first = 0
  }
}

/** Rounds up to seconds, ignoring floating-point error. */
export const wholeSeconds = (ms: number): number => Math.ceil(ms / 1000 - 1e-6)

export class Limiter implements RateLimit {
  readonly #windows = new Map<string | number, Window>()
  #sweptAt = 0
  refused = 0

  get size(): number {
    return this.#windows.size
  }

  /** Counts a request unless that would exceed the quota. */
  take(key: string | number, quota: number, now: number): Grant {
    this.#sweep(now)
    const window = this.#windows.get(key) ?? new Window()
    this.#windows.set(key, window)
    window.expire(now)
    const allowed = window.count < quota
    if (allowed) window.add(now)
    else this.refused++
    return {
      allowed,
      remaining: Math.max(0, quota - window.count),
      resetSeconds: Math.max(1, wholeSeconds(window.freeAt(quota, now) - now)),
    }
  }

  /** Requests in the window, without counting one. */
  count(key: string | number, now: number): number {
    const window = this.#windows.get(key)
    window?.expire(now)
    return window?.count ?? 0
  }

  countNow(key: string | number, now: number): number {
    return this.count(key, now)
  }

  /** Milliseconds until a slot below `quota` is free; undefined if the window is empty. */
  freesInMs(key: string | number, quota: number, now: number): number | undefined {
    const window = this.#windows.get(key)
    window?.expire(now)
    return window && window.count > 0 ? window.freeAt(quota, now) - now : undefined
  }

  /** Keys of the windows that are not empty. */
  keys(now: number): (string | number)[] {
    return [...this.#windows.keys()].filter((key) => this.count(key, now) > 0)
  }

  // Drops empty windows, so that a stream of new addresses cannot fill the memory.
  #sweep(now: number): void {
    if (now - this.#sweptAt < WINDOW_MS) return
    this.#sweptAt = now
    for (const [key, window] of this.#windows) {
      window.expire(now)
      if (window.count === 0) this.#windows.delete(key)
    }
  }
}
