// The API routes of webhook deliveries, including redelivery.

import type { Pool } from 'pg'
import { DELIVERY_STATES } from '../../domain/webhook.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { decodeId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { crud } from '../crud.ts'
import { anyOf, equals } from '../filters.ts'
import { idInPath, idSchema, inPath } from '../identifiers.ts'
import type { Service } from '../service.ts'
import { endpointIds, webhookEndpoints } from '../webhook-endpoints/record.ts'
import { redeliver, redeliverRange, skipDelivery } from './actions.ts'
import { deliveryIds, webhookDeliveryRecord } from './record.ts'
import {
  deliveryJson,
  deliveryWithAttemptsJson,
  Redelivery,
  RedeliveryResult,
  WebhookDelivery,
  WebhookDeliveryWithAttempts,
} from './schemas.ts'
import { findRange, findSince, listAttempts } from './store.ts'

const tag = 'Webhooks'
/** The maximum redelivered by one request; a longer range takes several requests. */
const REDELIVERED_MOST = 500

export const filters = {
  state: anyOf(DELIVERY_STATES, 'Deliveries in this state.'),
  endpoint_id: equals(
    idSchema('webhook_endpoint', 'Deliveries to this endpoint.', 'whe_01h2xcejqtf2nbrexx3vqjhp41'),
    endpointIds.parse,
  ),
  event_id: equals(
    idSchema('event', 'Deliveries of this event.', 'evt_01h2xcejqtf2nbrexx3vqjhp41'),
    (ref) => decodeId('evt', ref),
  ),
}

const redeliverRoute = route({
  method: 'POST',
  path: '/webhook_deliveries/:id/redeliver',
  params: inPath(deliveryIds),
  operation: 'redeliverWebhookDelivery',
  summary: 'Redeliver an event',
  description: 'Retries immediately and restarts the retry schedule, in any status.',
  tag,
  permission: 'webhooks:write',
  response: WebhookDelivery,
  errors: ['resource_missing'],
  handle: async (call, service: Service) =>
    service.write(call, redeliver, {
      id: idInPath(deliveryIds, call),
      scopes: call.scope.scopes,
      wallMs: service.wallNow(),
    }),
})

const skipRoute = route({
  method: 'POST',
  path: '/webhook_deliveries/:id/skip',
  params: inPath(deliveryIds),
  operation: 'skipWebhookDelivery',
  summary: 'Skip a pending delivery',
  description: 'Later events for the same object are then delivered.',
  tag,
  permission: 'webhooks:write',
  response: WebhookDelivery,
  errors: ['resource_missing', 'delivery_not_pending'],
  handle: async (call, service: Service) =>
    service.write(call, skipDelivery, {
      id: idInPath(deliveryIds, call),
      wallMs: service.wallNow(),
    }),
})

const redeliverRangeRoute = route({
  method: 'POST',
  path: '/webhook_endpoints/:id/redeliver',
  params: inPath(endpointIds),
  operation: 'redeliverWebhookRange',
  summary: 'Redeliver a range of events',
  description:
    'Redelivers finished deliveries, or only failed ones, at most 500. Pass `next_sequence` as `from_sequence` of the next request.',
  tag,
  permission: 'webhooks:write',
  body: Redelivery,
  response: RedeliveryResult,
  errors: ['resource_missing', 'parameters_exclusive'],
  example: {
    summary: 'Everything that failed since yesterday noon',
    body: { since: '2026-11-20T12:00:00.000Z', only_failed: true },
  },
  async handle(call, service: Service) {
    const { environment_id } = call.scope
    const id = idInPath(endpointIds, call)
    const endpoint = await service.read(webhookEndpoints.find, { environment_id, id })
    if (!endpoint) throw endpointIds.missing(endpointIds.ref(id))
    const { to_sequence = Number.MAX_SAFE_INTEGER, only_failed } = call.body
    const state = only_failed ? ('failed' as const) : undefined
    const range = { from: await firstOf(service.pool, endpoint, call.body), to: to_sequence, state }
    const found = await findRange(service.pool, endpoint, range, REDELIVERED_MOST + 1)
    return service.write(call, redeliverRange, {
      endpoint_id: endpoint.id,
      delivery_ids: found.slice(0, REDELIVERED_MOST).map((delivery) => delivery.id),
      next_sequence: found[REDELIVERED_MOST]?.sequence ?? null,
      scopes: call.scope.scopes,
      wallMs: service.wallNow(),
    })
  },
})

/** The start of a range: an event, the first event since an instant, or the first event of all. */
async function firstOf(
  pool: Pool,
  endpoint: { environment_id: number; id: string },
  { from_sequence, since }: Redelivery,
): Promise<number> {
  if (since === undefined) return from_sequence ?? 1
  if (from_sequence !== undefined) {
    throw new Refusal(
      'parameters_exclusive',
      'since and from_sequence cannot be combined, because each sets the start of the range. Send one of them.',
      { param: 'since' },
    )
  }
  return (await findSince(pool, endpoint, Date.parse(since))) ?? Number.MAX_SAFE_INTEGER
}

export const webhookDeliveryRoutes: Route<Service>[] = [
  ...crud({
    ids: deliveryIds,
    record: { ...webhookDeliveryRecord, json: deliveryJson },
    list: {
      filters,
      example: { summary: 'Deliveries in progress', query: { state: 'pending' } },
    },
    retrieve: {
      summary: 'Retrieve a webhook delivery',
      response: WebhookDeliveryWithAttempts,
      async handle({ scope: { environment_id } }, { pool, read }, id) {
        const delivery = await read(webhookDeliveryRecord.find, { environment_id, id })
        if (!delivery) throw deliveryIds.missing(deliveryIds.ref(id))
        const attempts = await listAttempts(pool, environment_id, id)
        return { json: deliveryWithAttemptsJson(delivery, attempts), etag: true }
      },
    },
  }),
  redeliverRoute,
  skipRoute,
  redeliverRangeRoute,
]
