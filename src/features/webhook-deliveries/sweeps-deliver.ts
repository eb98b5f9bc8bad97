// From deliveries to receivers: each endpoint has a pump of its own, so that none delays another.

import { setImmediate, setTimeout } from 'node:timers/promises'
import { fault } from '../../platform/faults.ts'
import type { OutgoingOptions } from '../../platform/outgoing/client.ts'
import type { Sealer } from '../../platform/seal.ts'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import { findEvents } from '../events/store.ts'
import { recordAttempt } from './actions.ts'
import { attempt } from './actions-attempt.ts'
import { findDueEndpoints, type Leased, leaseDeliveries } from './store-due.ts'
import { type FeedParts, submit } from './sweeps.ts'

const LOOK_MS = 250
/** Calls under way to one endpoint; to one whose last call failed, few until one succeeds. */
const CALLS_MOST = 16
const CALLS_TO_FAILING_MOST = 2
/** Endpoints called at once. Those that fail have places of their own, and take no others' place. */
const PUMPS_MOST = 32
/** After so long an endpoint makes room for the others that wait, if any do. */
const TURN_MS = 5_000
/** Twice what an attempt may take: whoever still holds a lease then is dead, or too late. */
const LEASE_MS = 30_000

export interface DeliveryParts extends FeedParts {
  sealer: Sealer
  outgoing: Omit<OutgoingOptions, 'signal'>
  random(): number
}

export interface DeliverySweep extends Sweep {
  /** Answers when no call is under way any more; those that still are by `cut` are cut off. */
  settle(cut: AbortSignal): Promise<void>
}

/** Calls receivers. */
export function deliverySweep(parts: DeliveryParts): DeliverySweep {
  const live = new Map<string, Promise<void>>()
  const failing = new Map<string, Promise<void>>()
  const cut = new AbortController()
  return {
    name: 'webhooks.deliver',
    everyMs: LOOK_MS,
    async run(signal) {
      let lagMs = 0
      const due = await findDueEndpoints(parts.pool, parts.wallNow())
      for (const endpoint of due) {
        const key = `${endpoint.environment_id}/${endpoint.endpoint_id}`
        if (live.has(key) || failing.has(key)) continue
        lagMs = Math.max(lagMs, parts.wallNow() - endpoint.oldest)
        const pumps = endpoint.failing ? failing : live
        if (pumps.size >= PUMPS_MOST || signal.aborted) continue
        const turn: Turn = {
          stopping: signal,
          cut: cut.signal,
          isOver: (ms) => ms > TURN_MS && pumps.size >= PUMPS_MOST,
        }
        const pump = pumpEndpoint(parts, endpoint, turn)
          .catch(parts.onFailure)
          .finally(() => pumps.delete(key))
        pumps.set(key, pump)
      }
      return { done: 0, lagMs, more: false }
    },
    async settle(signal) {
      const abort = () => cut.abort()
      signal.addEventListener('abort', abort)
      if (signal.aborted) abort()
      await Promise.all([...live.values(), ...failing.values()])
      signal.removeEventListener('abort', abort)
    },
  }
}

/** How long a pump goes on. */
interface Turn {
  /** No further call is begun. */
  stopping: AbortSignal
  /** Calls under way are cut. */
  cut: AbortSignal
  /** Whether others wait and it is their turn, after so many milliseconds. */
  isOver(ms: number): boolean
}

interface Endpoint {
  environment_id: number
  endpoint_id: string
  failing: boolean
}

/** Leases what is due, calls and records, as many at once as may be, until nothing is due. */
async function pumpEndpoint(parts: DeliveryParts, endpoint: Endpoint, turn: Turn): Promise<void> {
  const { pool, wallNow, ticksNow } = parts
  const most = endpoint.failing ? CALLS_TO_FAILING_MOST : CALLS_MOST
  const started = ticksNow()
  const calls = new Set<Promise<void>>()
  let failures = 0
  let goesOn = true
  const deliver = async (delivery: Leased, event: Parameters<typeof attempt>[2]) => {
    const delivered = await deliverOnce(parts, delivery, event, turn.cut)
    failures = delivered ? 0 : failures + 1
    // When it is not what it was, the next look gives it the place that it deserves.
    goesOn &&= endpoint.failing ? !delivered : failures < CALLS_MOST
  }
  while (goesOn && !turn.stopping.aborted && !turn.isOver(ticksNow() - started)) {
    const wallMs = wallNow()
    const lease = { token: crypto.randomUUID(), wallMs, untilMs: wallMs + LEASE_MS }
    const leased = await leaseDeliveries(pool, endpoint, { ...lease, most: most - calls.size })
    fault('webhook.leased')
    if (leased.length > 0) {
      const sequences = leased.map(({ sequence }) => sequence)
      const events = await findEvents(pool, endpoint.environment_id, sequences)
      for (const delivery of leased) {
        const call = deliver(delivery, events.get(delivery.sequence))
          .catch(parts.onFailure)
          .finally(() => calls.delete(call))
        calls.add(call)
      }
    }
    if (calls.size === 0) return
    // A place is free, or with places free already: look for what has come meanwhile.
    const free = calls.size < most ? [setTimeout(LOOK_MS)] : []
    await Promise.race([...calls, ...free])
    // Those that were recorded together have ended together.
    await setImmediate()
  }
  await Promise.all(calls)
}

/** Calls and writes down how it went; answers whether it was delivered. */
async function deliverOnce(
  parts: DeliveryParts,
  delivery: Leased,
  event: Parameters<typeof attempt>[2],
  cut: AbortSignal,
): Promise<boolean> {
  const { lane, outgoing, wallNow } = parts
  // Somebody who slept since it was leased may not call any more: others may be at it by now.
  if ((delivery.lease_until ?? 0) - wallNow() < outgoing.timeoutMs) return false
  const outcome = await attempt(
    { ...parts, outgoing: { ...outgoing, signal: cut } },
    delivery,
    event,
  )
  fault('webhook.called')
  // A call that we cut ourselves is no failure of the receiver's. It is made again.
  if (cut.aborted && outcome.error !== null) return false
  await submit(lane, delivery.environment_id, recordAttempt, outcome)
  return outcome.error === null
}
