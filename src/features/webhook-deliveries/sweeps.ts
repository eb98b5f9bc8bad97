// Fan-out: turns the feed into deliveries. Each endpoint reads the feed from its own cursor.

import type { Pool } from 'pg'
import type { Lane } from '../../platform/db/lane.ts'
import { fault } from '../../platform/faults.ts'
import { uuidTime } from '../../platform/ids.ts'
import type { Sweep, SweepResult } from '../../platform/sweeps/sweeps.ts'
import type { Action, BillingEnvironment } from '../accounts/store.ts'
import { listEventHeads } from '../events/store.ts'
import { findBehind } from '../webhook-endpoints/store.ts'
import { abandon, fanOut } from './actions.ts'
import { findRange } from './store.ts'
import { findAbandoned } from './store-due.ts'

const LOOK_MS = 250
/** Events per endpoint and step, and endpoints at once; small, so that no write waits long. */
const FED_MOST = 250
const FEEDS_MOST = 4
/** Endpoints of one environment that are processed before those of others are looked up again. */
const OWN_FEEDS_MOST = 4
/** How long an endpoint is skipped after its fan-out failed. */
const REST_MS = 10_000
const CLEAR_MS = 5_000
const CLEARED_MOST = 500

export interface FeedParts {
  pool: Pool
  lane: Lane<BillingEnvironment>
  wallNow(): number
  /** Monotonic milliseconds, for measuring durations. */
  ticksNow(): number
  /** Called for a failure of one endpoint; the others continue. */
  onFailure(error: Error): void
  /** Called when there are new deliveries. */
  onFed?(): void
}

/** Runs an action without a request. */
export function submit<I>(
  lane: Lane<BillingEnvironment>,
  environment_id: number,
  action: Action<I>,
  input: I,
) {
  return lane.submit({ action, environment_id, input, ifMatch: undefined, claim: undefined })
}

/** Turns new events into deliveries. An endpoint whose fan-out fails does not delay others. */
export function fanOutSweep(parts: FeedParts): Sweep {
  const { pool, lane, wallNow, ticksNow, onFailure } = parts
  const restingUntil = new Map<string, number>()
  return {
    name: 'webhooks.fan_out',
    everyMs: LOOK_MS,
    async run(signal) {
      const result: SweepResult = { done: 0, lagMs: 0, more: false }
      const behind = (await findBehind(pool)).filter(
        ({ id }) => (restingUntil.get(id) ?? 0) <= ticksNow(),
      )
      const feed = async ({ environment_id, id, cursor_sequence }: (typeof behind)[number]) => {
        try {
          const events = await listEventHeads(pool, environment_id, cursor_sequence, FED_MOST)
          // Business time can be ahead; the ID contains wall time.
          const waitedMs = events[0] ? wallNow() - uuidTime(events[0].id) : 0
          result.lagMs = Math.max(result.lagMs, waitedMs)
          fault('webhook.fed')
          const input = { endpoint_id: id, after: cursor_sequence, events, wallMs: wallNow() }
          await submit(lane, environment_id, fanOut, input)
          parts.onFed?.()
          result.done += events.length
          result.more ||= events.length === FED_MOST
          restingUntil.delete(id)
        } catch (error) {
          restingUntil.set(id, ticksNow() + REST_MS)
          onFailure(error as Error)
        }
      }
      const fed = someOfEach(behind)
      result.more = fed.length < behind.length
      const worker = async () => {
        while (fed.length > 0 && !signal.aborted) await feed(fed.shift() as (typeof fed)[number])
      }
      await Promise.all(Array.from({ length: FEEDS_MOST }, worker))
      return result
    },
  }
}

function someOfEach<E extends { environment_id: number }>(endpoints: E[]): E[] {
  const counts = new Map<number, number>()
  return endpoints.filter(({ environment_id }) => {
    const count = (counts.get(environment_id) ?? 0) + 1
    counts.set(environment_id, count)
    return count <= OWN_FEEDS_MOST
  })
}

/** Skips the pending deliveries of deleted endpoints. */
export function abandonSweep({ pool, lane, wallNow }: FeedParts): Sweep {
  return {
    name: 'webhooks.abandon',
    everyMs: CLEAR_MS,
    async run(signal) {
      const all = { from: 1, to: Number.MAX_SAFE_INTEGER, state: 'pending' as const }
      let done = 0
      let more = false
      for (const endpoint of await findAbandoned(pool)) {
        if (signal.aborted) break
        const pending = await findRange(pool, endpoint, all, CLEARED_MOST)
        const delivery_ids = pending.map(({ id }) => id)
        await submit(lane, endpoint.environment_id, abandon, { delivery_ids, wallMs: wallNow() })
        done += pending.length
        more ||= pending.length === CLEARED_MOST
      }
      return { done, lagMs: 0, more }
    },
  }
}
