// The webhook deliveries of the API, and sending them again.

import type { Pool } from 'pg'
import { among, type Sql, sql } from '../../platform/db/sql.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { valuesIn } from '../../platform/http/shapes.ts'
import { decodeId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Service } from '../service.ts'
import { endpointMissing } from '../webhook-endpoints/actions.ts'
import { webhookEndpoints } from '../webhook-endpoints/record.ts'
import { deliveryMissing, redeliver, redeliverRange, skipDelivery } from './actions.ts'
import { webhookDeliveryRecord } from './record.ts'
import {
  DeliveryList,
  DeliveryPath,
  deliveryJson,
  deliveryWithAttemptsJson,
  EndpointPath,
  parseDeliveryId,
  Redelivery,
  RedeliveryResult,
  WebhookDelivery,
  WebhookDeliveryWithAttempts,
} from './schemas.ts'
import { findRange, findSince, listAttempts } from './store.ts'

const tag = 'Webhooks'
/** Deliveries put back by one request; a longer range is done in several. */
const REDELIVERED_MOST = 500

const listed = listRoutes({
  path: '/webhook_deliveries',
  operation: 'listWebhookDeliveries',
  summary: 'List webhook deliveries',
  tag,
  permission: 'webhooks:read',
  query: DeliveryList,
  item: WebhookDelivery,
  example: { summary: 'Deliveries in progress', query: { state: 'pending' } },
  columns: columnsOf(webhookDeliveryRecord.members),
  source: ({ query }) => ({
    table: 'webhook_deliveries',
    filters: filtersOf(query),
    counter: 'webhook_deliveries_count',
    decodeCursor: parseDeliveryId,
  }),
  find: webhookDeliveryRecord.find,
  weight: undefined,
  json: deliveryJson,
})

export function filtersOf(query: DeliveryList): Sql[] {
  const filters: Sql[] = []
  if (query.state !== undefined) filters.push(among('state', valuesIn(query.state)))
  const { endpoint_id, event_id } = query
  if (endpoint_id !== undefined) filters.push(sql`endpoint_id = ${decodeId('whe', endpoint_id)}`)
  if (event_id !== undefined) filters.push(sql`event_id = ${decodeId('evt', event_id)}`)
  return filters
}

const retrieveRoute = route({
  method: 'GET',
  path: '/webhook_deliveries/:id',
  params: DeliveryPath,
  operation: 'retrieveWebhookDelivery',
  summary: 'Retrieve a webhook delivery with its attempts',
  tag,
  permission: 'webhooks:read',
  response: WebhookDeliveryWithAttempts,
  errors: ['resource_missing'],
  async handle(call, service: Service) {
    const { environment_id } = call.scope
    const delivery = await service.read(webhookDeliveryRecord.find, {
      environment_id,
      id: pathId(call),
    })
    if (!delivery) throw deliveryMissing(String(call.params.id))
    const attempts = await listAttempts(service.pool, environment_id, delivery.id)
    return { json: deliveryWithAttemptsJson(delivery, attempts), etag: true }
  },
})

const redeliverRoute = route({
  method: 'POST',
  path: '/webhook_deliveries/:id/redeliver',
  params: DeliveryPath,
  operation: 'redeliverWebhookDelivery',
  summary: 'Deliver again',
  description: 'Retries immediately and restarts the retry schedule, whatever its status.',
  tag,
  permission: 'webhooks:write',
  response: WebhookDelivery,
  errors: ['resource_missing'],
  handle: async (call, service: Service) =>
    service.write(call, redeliver, {
      id: pathId(call),
      scopes: call.scope.scopes,
      wallMs: service.wallNow(),
    }),
})

const skipRoute = route({
  method: 'POST',
  path: '/webhook_deliveries/:id/skip',
  params: DeliveryPath,
  operation: 'skipWebhookDelivery',
  summary: 'Skip a pending delivery',
  description: 'Later events for the same object are then delivered.',
  tag,
  permission: 'webhooks:write',
  response: WebhookDelivery,
  errors: ['resource_missing', 'delivery_not_pending'],
  handle: async (call, service: Service) =>
    service.write(call, skipDelivery, { id: pathId(call), wallMs: service.wallNow() }),
})

const redeliverRangeRoute = route({
  method: 'POST',
  path: '/webhook_endpoints/:id/redeliver',
  params: EndpointPath,
  operation: 'redeliverWebhookRange',
  summary: 'Deliver a range again',
  description:
    'Redelivers the finished deliveries of a range of the feed, or only the failed ones, at most 500; use next_sequence as from_sequence of the next request.',
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
    const ref = String(call.params.id)
    const id = decodeId('whe', ref)
    const [endpoint] = id ? await webhookEndpoints.find(service.pool, [{ environment_id, id }]) : []
    if (!endpoint) throw endpointMissing(JSON.stringify(ref.slice(0, 60)))
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

/** Where a range begins: at an event, at the first one since an instant, or at the first of all. */
async function firstOf(
  pool: Pool,
  endpoint: { environment_id: number; id: string },
  { from_sequence, since }: Redelivery,
): Promise<number> {
  if (since === undefined) return from_sequence ?? 1
  if (from_sequence !== undefined) {
    throw new Refusal(
      'parameters_exclusive',
      'since and from_sequence cannot be combined; each says where the range begins. Keep one.',
      { param: 'since' },
    )
  }
  return (await findSince(pool, endpoint, Date.parse(since))) ?? Number.MAX_SAFE_INTEGER
}

function pathId(call: Pick<Call, 'params'>): string {
  const ref = String(call.params.id)
  const id = parseDeliveryId(ref)
  if (id === undefined) throw deliveryMissing(JSON.stringify(ref.slice(0, 60)))
  return id
}

export const webhookDeliveryRoutes: Route<Service>[] = [
  ...listed,
  retrieveRoute,
  redeliverRoute,
  skipRoute,
  redeliverRangeRoute,
]
