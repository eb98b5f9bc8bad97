// Helpers for webhook tests: create endpoints, read deliveries, and wait for them.

import type { Api } from './client.ts'
import { bodyOf, get, type Made } from './fixtures.ts'
import { until, type World, type WorldOptions, world } from './harness.ts'
import { type MovingClock, stoppedClock } from './moving-clock.ts'
import type { Receiver } from './receiver.ts'

export const ENDPOINTS = '/v1/webhook_endpoints'
export const DELIVERIES = '/v1/webhook_deliveries'
export const HOUR = 3_600_000
export const productsOnly = { enabled_events: ['product.*'] }

export interface Hooks {
  endpointFor(receiver: Receiver | string, body?: object): Promise<Made>
  /** Returns deliveries, oldest first. */
  deliveriesOf(endpoint: Made, query?: string): Promise<Made[]>
  /** Returns the first delivery of an endpoint, with its attempts, once it is as wanted. */
  deliveryThat(endpoint: Made, wanted: (delivery: Made) => boolean, what: string): Promise<Made>
  /** A POST that must succeed. */
  change(path: string, body?: object): Promise<Made>
  /** Deletes the endpoint, so that it receives nothing from later tests. */
  drop(endpoint: Made): Promise<unknown>
}

export const attempted = (times: number) => (delivery: Made) => delivery.attempts_made === times

/**
 * A world whose receivers can be on this machine, and whose clock only the test moves, so that retries happen exactly
 * then. With a second process, pass a clock that runs like the clock of that process.
 */
export async function hookWorld(
  lifetime: Parameters<typeof world>[0],
  options: WorldOptions = {},
  clock = stoppedClock(),
): Promise<World & { clock: MovingClock; hooks: Hooks }> {
  const settings = { WEBHOOK_ALLOW_PRIVATE: 'true' }
  const made = await world(lifetime, { ...options, settings, wallNow: clock.now })
  return { ...made, clock, hooks: hooksOf(made.api) }
}

export function hooksOf(api: Api): Hooks {
  const deliveriesOf: Hooks['deliveriesOf'] = async (endpoint, query = '') => {
    const page = await get(api, `${DELIVERIES}?endpoint_id=${endpoint.id}&limit=100${query}`)
    return page.data.reverse()
  }
  return {
    deliveriesOf,
    endpointFor(receiver, body = {}) {
      const url = typeof receiver === 'string' ? receiver : receiver.url
      return bodyOf(api.post(ENDPOINTS, { body: { url, ...body } }), 201)
    },
    deliveryThat: (endpoint, wanted, what) =>
      until(what, async () => {
        const [first] = await deliveriesOf(endpoint)
        return first && wanted(first) && get(api, `${DELIVERIES}/${first.id}`)
      }),
    change(path, body) {
      return bodyOf(api.post(path, { body }), 200)
    },
    drop: (endpoint) => api.delete(`${ENDPOINTS}/${endpoint.id}`),
  }
}
