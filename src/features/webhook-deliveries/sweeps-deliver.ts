// From deliveries to receivers: each endpoint has a pump of its own, so that none delays another.

import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import { findDueEndpoints } from './store-due.ts'
import { type DeliveryParts, Pump, type Turn } from './sweeps-pump.ts'

const LOOK_MS = 250
/** Endpoints called at once. Those that fail have places of their own, and take no others' place. */
const PUMPS_MOST = 32
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

/** Calls receivers. */
export function deliverySweep(parts: DeliveryParts): DeliverySweep {
  const live = new Map<string, Pumping>()
  const failing = new Map<string, Pumping>()
  const cut = new AbortController()
  return {
    name: 'webhooks.deliver',
    everyMs: LOOK_MS,
    async run(signal) {
      let lagMs = 0
      const due = await findDueEndpoints(parts.pool, parts.wallNow())
      for (const endpoint of due) {
        const key = `${endpoint.environment_id}/${endpoint.endpoint_id}`
        lagMs = Math.max(lagMs, parts.wallNow() - endpoint.oldest)
        const at = live.get(key) ?? failing.get(key)
        at?.pump.wake()
        const pumps = endpoint.failing ? failing : live
        if (at || pumps.size >= PUMPS_MOST || signal.aborted) continue
        const turn: Turn = {
          stopping: signal,
          cut: cut.signal,
          isOver: (ms) => ms > TURN_MOST_MS || (ms > TURN_MS && pumps.size >= PUMPS_MOST),
        }
        const pump = new Pump(parts, endpoint, turn)
        const done = pump
          .run()
          .catch(parts.onFailure)
          .finally(() => pumps.delete(key))
        pumps.set(key, { pump, done })
      }
      return { done: 0, lagMs, more: false }
    },
    async settle(signal) {
      const abort = () => cut.abort()
      signal.addEventListener('abort', abort)
      if (signal.aborted) abort()
      await Promise.all([...live.values(), ...failing.values()].map(({ done }) => done))
      signal.removeEventListener('abort', abort)
    },
  }
}
