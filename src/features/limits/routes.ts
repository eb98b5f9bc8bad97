// The API route of limits: the tier's quota and current use, and the general limits.

import { ENDPOINTS_MOST } from '../../domain/webhook.ts'
import { BODY_BYTES_MOST, DEPTH_MOST } from '../../platform/http/body.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/scope.ts'
import { policyOf } from '../api-keys/authenticate.ts'
import type { Service } from '../service.ts'
import { Limits } from './schemas.ts'
import { findTier } from './store.ts'

/** Equal to the limits in the schemas of lists, invoices and metadata; a test compares them. */
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
  webhook_endpoints: ENDPOINTS_MOST,
} as const

export const limitRoutes: Route<Service>[] = [
  route({
    method: 'GET',
    path: '/limits',
    operation: 'retrieveLimits',
    summary: 'Retrieve limits',
    description: 'Your tier’s rate limit, current usage and size limits.',
    tag: 'Account',
    permission: 'account:read',
    response: Limits,
    untagged: true,
    async handle({ scope }, service: Service) {
      // A signed-in member sees the rate limit window that the account's keys share.
      const own = { policy: scope.policy, window: scope.window }
      const account =
        scope.role === undefined ? undefined : await findTier(service.pool, scope.account_id)
      const shared = account && { policy: policyOf(account), window: scope.environment_id }
      const { name: tier } = scope.policy
      const keys = {
        tier: (shared ?? own).policy.name,
        ...(await allowance(service, shared ?? own)),
      }
      const requests = await allowance(service, own)
      return { json: JSON.stringify({ object: 'limits', tier, requests, keys, bounds: BOUNDS }) }
    },
  }),
]

/** The remaining requests of the window. */
async function allowance(
  { limiter, ticksNow }: Service,
  { policy: { quota }, window }: Pick<Scope, 'policy' | 'window'>,
) {
  const used = quota === null ? null : await limiter.countNow(window, ticksNow())
  const remaining = quota === null ? null : Math.max(0, quota - (used ?? 0))
  return { quota, window_seconds: 60, used, remaining }
}
