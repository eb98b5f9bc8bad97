// What the API allows: the tier's quota with its current use, and the bounds that hold for everyone.

import { BODY_BYTES_MOST, DEPTH_MOST } from '../../platform/http/body.ts'
import type { Limiter } from '../../platform/http/limiter.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { Limits } from './schemas.ts'

/** As the schemas of lists, invoices and metadata say; a test holds them to it. */
const BOUNDS = {
  body_bytes: BODY_BYTES_MOST,
  body_depth: DEPTH_MOST,
  page_size: 100,
  filtered_count: 10_000,
  line_items: 250,
  metadata_keys: 50,
  idempotency_key_characters: 255,
  idempotency_key_days: 30,
  event_wait_seconds: 60,
} as const

export interface LimitParts {
  limiter: Limiter
  ticksNow(): number
}

export function limitRoutes({ limiter, ticksNow }: LimitParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/limits',
      operation: 'retrieveLimits',
      summary: 'What the API allows',
      description:
        'The quota of the tier and how much of it is used now, and how large things may be.',
      tag: 'Account',
      permission: 'account:read',
      response: Limits,
      untagged: true,
      handle({ scope }) {
        const { name: tier, quota } = scope.policy
        const used = quota === null ? null : limiter.count(scope.window, ticksNow())
        const remaining = quota === null ? null : Math.max(0, quota - (used ?? 0))
        const requests = { quota, window_seconds: 60, used, remaining }
        const json = JSON.stringify({ object: 'limits', tier, requests, bounds: BOUNDS })
        return Promise.resolve({ json })
      },
    }),
  ]
}
