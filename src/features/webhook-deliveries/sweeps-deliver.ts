// From deliveries to receivers: each endpoint has a pump of its own, so that none delays another, and
// what pumps take is shared among environments.

import { ENDPOINTS_MOST } from '../../domain/webhook.ts'
import { type Share, Shares } from '../../platform/shares.ts'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import { type DueEndpoint, findDueEndpoints } from './store-due.ts'
import { type DeliveryParts, Pump } from './sweeps-pump.ts'

const LOOK_MS = 250
/** Endpoints called at once. Those that fail have places of their own, and take no others' place. */
const LIVE = { most: 192, plenty: 64, each: ENDPOINTS_MOST, own: 2 }
const FAILING = { most: 96, plenty: 48, each: 24, own: 2 }
/** Calls under way, which hold a connection each. */
const CALLS = { most: 400, plenty: 200, each: 160, own: 4 }
/** After so long an endpoint makes room for the others that wait, if any do. */
const TURN_MS = 5_000
/** After so long it does in any case: the next pump connects anew, to where the name leads by then. */
const TURN_MOST_MS = 60_000

export interface DeliverySweep extends Sweep {
  /** Answers when no call is under way any more; those that still are by `cut` are cut off. */
  settle(cut: AbortSignal): Promise<void>
}

interface Pumping {
  pump: Pump
  done: Promise<void>
}

/** Endpoints of one kind that are called, and the environments that have more than may be. */
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

/** Calls receivers. */
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
