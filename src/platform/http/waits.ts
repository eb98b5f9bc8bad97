// Bounds long-polling requests per tenant, since each holds a connection.

import { Refusal } from '../refusal.ts'
import { Shares } from '../shares.ts'

/** Upper bound per environment, whatever the number of connections. */
const EACH_MOST = 100

export class Waits {
  readonly #shares: Shares

  /** Half of the connections may wait; at most an eighth belong to one environment. */
  constructor(connections: number) {
    const most = Math.trunc(connections / 2)
    const each = Math.min(EACH_MOST, Math.trunc(most / 4))
    this.#shares = new Shares({ most, each, plenty: Math.trunc(most / 2), own: 4 })
  }

  /** Runs waiting work; throws 429 if too many requests of the environment already wait. */
  async hold<T>(environmentId: number, work: () => Promise<T>): Promise<T> {
    if (!this.#shares.take(environmentId)) {
      throw new Refusal(
        'rate_limit_exceeded',
        'This environment has reached its limit of waiting requests. Use one waiting request for all readers, or omit wait.',
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
