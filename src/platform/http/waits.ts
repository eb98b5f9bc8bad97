// Requests that wait for something to happen hold a connection each, so they are bounded by tenant.

import { Refusal } from '../refusal.ts'
import { Shares } from '../shares.ts'

/** However many connections there may be. */
const EACH_MOST = 100

export class Waits {
  readonly #shares: Shares

  /** Half of so many connections may wait; one environment's, at most an eighth of them. */
  constructor(connections: number) {
    const most = Math.trunc(connections / 2)
    const each = Math.min(EACH_MOST, Math.trunc(most / 4))
    this.#shares = new Shares({ most, each, plenty: Math.trunc(most / 2), own: 4 })
  }

  /** Does what waits, or refuses it (429) where too many of the environment do already. */
  async hold<T>(environmentId: number, work: () => Promise<T>): Promise<T> {
    if (!this.#shares.take(environmentId)) {
      throw new Refusal(
        'rate_limit_exceeded',
        'This environment has reached its limit of waiting requests. Let one reader wait for all, or omit wait.',
        { headers: { 'retry-after': '1' } },
      )
    }
    try {
      return await work()
    } finally {
      this.#shares.give(environmentId)
    }
  }
}
