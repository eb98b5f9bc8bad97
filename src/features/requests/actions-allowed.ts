// How much of an environment's requests is kept: so much at once, and as much again over a day.

import type { LoggedRequest } from '../../platform/http/logged.ts'

/** What matters least comes first: it is the first to be left out. */
export const RANKS = ['read', 'write', 'refused', 'failure'] as const
/**
 * A read or a write that went well, a request refused by its rate limit, and any other failure: each
 * has an allowance of its own, so that none of them leaves nothing for the others.
 */
export type Rank = (typeof RANKS)[number]

/** What is allowed where `daily` reads are, which is what an installation says (REQUEST_LOG_DAILY). */
const allowedOf = (daily: number): Readonly<Record<Rank, number>> => ({
  read: daily,
  write: daily,
  refused: daily / 20,
  failure: daily / 2,
})
const DAY_MS = 86_400_000

export function rankOf({ status, method }: Pick<LoggedRequest, 'status' | 'method'>): Rank {
  if (status === 429) return 'refused'
  if (status >= 400) return 'failure'
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write'
}

interface Left {
  count: number
  atMs: number
}

/** What is left of the allowances of each environment; each process has its own. */
export class Allowances {
  readonly #left = new Map<string, Left>()
  readonly #allowed: Readonly<Record<Rank, number>>

  constructor(daily: number) {
    this.#allowed = allowedOf(daily)
  }

  /** Takes one request from an allowance; false when nothing is left of it. */
  take(environmentId: number, rank: Rank, nowMs: number): boolean {
    const whole = this.#allowed[rank]
    const key = `${environmentId} ${rank}`
    const before = this.#left.get(key) ?? { count: whole, atMs: nowMs }
    const grown = before.count + ((nowMs - before.atMs) / DAY_MS) * whole
    const count = Math.min(whole, grown)
    const allowed = count >= 1
    this.#left.set(key, { count: allowed ? count - 1 : count, atMs: nowMs })
    return allowed
  }
}
