// The two sweeps behind webhooks: from the feed to deliveries, and from deliveries to receivers.

import type { Pool } from 'pg'
import type { Lane } from '../../platform/db/lane.ts'
import { fault } from '../../platform/faults.ts'
import type { OutgoingOptions } from '../../platform/outgoing/client.ts'
import type { Sealer } from '../../platform/seal.ts'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import type { Action, BillingEnvironment } from '../accounts/store.ts'
import { listEventHeads } from '../events/store.ts'
import { findBehind } from '../webhook-endpoints/store.ts'
import { fanOut, recordAttempt } from './actions.ts'
import { attempt } from './actions-attempt.ts'
import { findDueEndpoints, leaseDeliveries } from './store.ts'

const LOOK_MS = 250
/** Events one endpoint is fed at a time, so that none waits for another's backlog. */
const FED_MOST = 500
/** Calls under way to one endpoint, and endpoints called at once. */
const CALLS_MOST = 16
const PUMPS_MOST = 64
/** Longer than any attempt takes: whoever still holds a lease then is dead. */
const LEASE_MS = 60_000

export interface WebhookParts {
  pool: Pool
  lane: Lane<BillingEnvironment>
  sealer: Sealer
  outgoing: OutgoingOptions
  wallNow(): number
  random(): number
}

function submit<I>(
  lane: Lane<BillingEnvironment>,
  environment_id: number,
  action: Action<I>,
  input: I,
) {
  return lane.submit({ action, environment_id, input, ifMatch: undefined, claim: undefined })
}

/** Turns new events into deliveries, endpoint by endpoint, each from its own cursor. */
export function fanOutSweep({ pool, lane, wallNow }: WebhookParts): Sweep {
  return {
    name: 'webhooks.fan_out',
    everyMs: LOOK_MS,
    async run(signal) {
      const result = { done: 0, lagMs: 0, more: false }
      const behind = await findBehind(pool)
      const feeds = behind.map(async ({ environment_id, id, cursor_sequence }) => {
        const events = await listEventHeads(pool, environment_id, cursor_sequence, FED_MOST)
        fault('sweep.found')
        const input = { endpoint_id: id, after: cursor_sequence, events, wallMs: wallNow() }
        await submit(lane, environment_id, fanOut, input)
        result.done += events.length
        result.more ||= events.length === FED_MOST
      })
      const outcomes = signal.aborted ? [] : await Promise.allSettled(feeds)
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
      return result
    },
  }
}

export interface DeliverySweep extends Sweep {
  /** Answers when no call is under way any more. */
  settled(): Promise<void>
}

/** Calls receivers. Each endpoint has a pump of its own, so that a slow one delays nobody else. */
export function deliverySweep(parts: WebhookParts): DeliverySweep {
  const pumps = new Map<string, Promise<void>>()
  return {
    name: 'webhooks.deliver',
    everyMs: LOOK_MS,
    async run(signal) {
      const { pool, wallNow } = parts
      const due = await findDueEndpoints(pool, wallNow())
      let lagMs = 0
      for (const { environment_id, endpoint_id, oldest } of due) {
        const key = `${environment_id}/${endpoint_id}`
        lagMs = Math.max(lagMs, wallNow() - oldest)
        if (pumps.has(key) || pumps.size >= PUMPS_MOST || signal.aborted) continue
        const pump = pumpEndpoint(parts, { environment_id, endpoint_id }, signal).finally(() =>
          pumps.delete(key),
        )
        pumps.set(key, pump)
        // A pump that fails (the database went away) is started anew by the next look.
        pump.catch(() => undefined)
      }
      return { done: 0, lagMs, more: false }
    },
    async settled() {
      await Promise.allSettled([...pumps.values()])
    },
  }
}

/** Leases what is due, calls, records, and again, until nothing is due. */
async function pumpEndpoint(
  { pool, lane, sealer, outgoing, wallNow, random }: WebhookParts,
  endpoint: { environment_id: number; endpoint_id: string },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const wallMs = wallNow()
    const lease = {
      token: crypto.randomUUID(),
      wallMs,
      untilMs: wallMs + LEASE_MS,
      most: CALLS_MOST,
    }
    const leased = await leaseDeliveries(pool, endpoint, lease)
    fault('webhook.leased')
    if (leased.length === 0) return
    const calls = leased.map(async (delivery) => {
      const outcome = await attempt({ pool, sealer, outgoing, wallNow, random }, delivery)
      fault('webhook.called')
      await submit(lane, endpoint.environment_id, recordAttempt, outcome)
    })
    await Promise.all(calls)
  }
}
