// Delivers webhooks. Each endpoint has its own pump, so that none delays another; environments share the places of
// pumps.

import { ENDPOINTS_MOST } from '../../domain/webhook.ts'
import { type Share, Shares } from '../../platform/shares.ts'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import { type DueEndpoint, findDueEndpoints } from './store-due.ts'
import { type DeliveryParts, Pump } from './sweeps-pump.ts'

const LOOK_MS = 250
/** Endpoints called at once. Failing endpoints have separate places and never take those of others. */
const LIVE = { most: 192, plenty: 64, each: ENDPOINTS_MOST, own: 2 }
const FAILING = { most: 96, plenty: 48, each: 24, own: 2 }
/** Concurrent calls, each of which holds a connection. */
const CALLS = { most: 400, plenty: 200, each: 160, own: 4 }
/** After this time, an endpoint ends its turn if others wait. */
const TURN_MS = 5_000
/** After this time it always does: the next pump resolves the name and connects again. */
const TURN_MOST_MS = 60_000

export interface DeliverySweep extends Sweep {
  /** Resolves when no call is running; calls still running at `cut` are aborted. */
  settle(cut: AbortSignal): Promise<void>
}

interface Pumping {
  pump: Pump
  done: Promise<void>
}

/** The running endpoints of one kind, and the environments with endpoints that wait for a place. */
interface Places {
  shares: Shares
  pumps: Map<string, Pumping>
  crowded: Set<number>
}

const places = (share: Share): Places => ({
  shares: new Shares(share),
  pumps: new Map(),
  crowded: new Set(),
})

export function deliverySweep(parts: DeliveryParts): DeliverySweep {
  const live = places(LIVE)
  const failing = places(FAILING)
  const calls = new Shares(CALLS)
  const cut = new AbortController()

  const begin = (endpoint: DueEndpoint, key: string, stopping: AbortSignal) => {
    const { shares, pumps, crowded } = endpoint.failing ? failing : live
    const { environment_id } = endpoint
    if (!shares.take(environment_id)) return void crowded.add(environment_id)
    const isCrowded = () => crowded.has(environment_id) || shares.isFull
    const isOver = (ms: number) => ms > TURN_MOST_MS || (ms > TURN_MS && isCrowded())
    const pump = new Pump({ ...parts, calls }, endpoint, { stopping, cut: cut.signal, isOver })
    const done = pump
      .run()
      .catch(parts.onFailure)
      .finally(() => {
        pumps.delete(key)
        shares.give(environment_id)
      })
    pumps.set(key, { pump, done })
  }

  return {
    name: 'webhooks.deliver',
    everyMs: LOOK_MS,
    async run(signal) {
      let lagMs = 0
      const due = await findDueEndpoints(parts.pool, parts.wallNow())
      for (const { crowded } of [live, failing]) crowded.clear()
      for (const endpoint of due) {
        const key = `${endpoint.environment_id}/${endpoint.endpoint_id}`
        lagMs = Math.max(lagMs, parts.wallNow() - endpoint.oldest)
        const at = live.pumps.get(key) ?? failing.pumps.get(key)
        at?.pump.wake()
        if (!at && !signal.aborted) begin(endpoint, key, signal)
      }
      return { done: 0, lagMs, more: false }
    },
    async settle(signal) {
      const abort = () => cut.abort()
      signal.addEventListener('abort', abort)
      if (signal.aborted) abort()
      await Promise.all([...live.pumps.values(), ...failing.pumps.values()].map(({ done }) => done))
      signal.removeEventListener('abort', abort)
    },
  }
}
