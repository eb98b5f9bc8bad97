// Limits on logging per tenant: a daily number of requests of each kind, and a share of the memory for requests waiting
// to be written.

import type { LoggedRequest } from '../../platform/http/logged.ts'

/**
 * A successful read or write, a rate-limited request, or any other failure. Each kind has its own allowance, so that a
 * flood of one takes nothing from the others.
 */
export type Rank = 'read' | 'write' | 'refused' | 'failure'

/** Requests per day, environment and rank, as multiples of REQUEST_LOG_DAILY. */
const DAILY: Readonly<Record<Rank, number>> = { read: 1, write: 1, refused: 0.05, failure: 0.5 }
const DAY_MS = 86_400_000

/** Maximum waiting entries, and characters of their bodies, for all tenants together. */
const ROWS_MOST = 5_000
const CHARACTERS_MOST = 16_000_000
/** The fill level up to which requests of a rank are accepted: reads are dropped first, failures last. */
const FILLED: Readonly<Record<Rank, number>> = { read: 0.7, write: 0.85, refused: 0.85, failure: 1 }
/** An environment gets at most half of that, so that it cannot crowd out others. */
const SHARE = 0.5

export function rankOf({ status, method }: Pick<LoggedRequest, 'status' | 'method'>): Rank {
  if (status === 429) return 'refused'
  if (status >= 400) return 'failure'
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write'
}

interface Held {
  rows: number
  characters: number
}

/** Each process has its own limits: several processes together can log that many times as much. */
export class Allowance {
  readonly #daily: number
  /** The rest of the day's allowance, by environment and rank. */
  readonly #left = new Map<string, { count: number; atMs: number }>()
  readonly #held: Held = { rows: 0, characters: 0 }
  readonly #heldBy = new Map<number, Held>()

  constructor(daily: number) {
    this.#daily = daily
  }

  /** The number of waiting requests. */
  get waiting(): number {
    return this.#held.rows
  }

  /** Takes one request from the day's allowance, which refills evenly over a day; false if it is used up. */
  take(environmentId: number, rank: Rank, nowMs: number): boolean {
    const whole = this.#daily * DAILY[rank]
    const key = `${environmentId} ${rank}`
    const before = this.#left.get(key) ?? { count: whole, atMs: nowMs }
    const count = Math.min(whole, before.count + ((nowMs - before.atMs) / DAY_MS) * whole)
    const allowed = count >= 1
    this.#left.set(key, { count: allowed ? count - 1 : count, atMs: nowMs })
    return allowed
  }

  /** Reserves memory for a request that waits to be written; returns false if it is full. */
  hold(environmentId: number, rank: Rank, characters: number): boolean {
    const own = this.#heldBy.get(environmentId) ?? { rows: 0, characters: 0 }
    const fits = (held: Held, share: number) =>
      held.rows < ROWS_MOST * share && held.characters + characters <= CHARACTERS_MOST * share
    if (!fits(this.#held, FILLED[rank]) || !fits(own, FILLED[rank] * SHARE)) return false
    for (const held of [this.#held, own]) {
      held.rows += 1
      held.characters += characters
    }
    this.#heldBy.set(environmentId, own)
    return true
  }

  /** Releases the memory of a request that was written or dropped. */
  release(environmentId: number, characters: number): void {
    const own = this.#heldBy.get(environmentId) as Held
    for (const held of [this.#held, own]) {
      held.rows -= 1
      held.characters -= characters
    }
    if (own.rows === 0) this.#heldBy.delete(environmentId)
  }
}
