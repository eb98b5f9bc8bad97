// The webhook endpoints of the API.

import { ENDPOINT_STATUSES, ENDPOINTS_MOST } from '../../domain/webhook.ts'
import { sql } from '../../platform/db/sql.ts'
import { listReply } from '../../platform/http/list.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { ListOf } from '../../platform/http/shapes.ts'
import { urlConstraint } from '../../platform/outgoing/client.ts'
import { validationError } from '../../platform/refusal.ts'
import { crud } from '../crud.ts'
import { anyOf } from '../filters.ts'
import { idInPath, inPath } from '../identifiers.ts'
import type { Service } from '../service.ts'
import {
  createEndpoint,
  deleteEndpoint,
  newSecret,
  rotateSecret,
  setEndpointStatus,
  testEndpoint,
  updateEndpoint,
} from './actions.ts'
import { doubtsOf } from './doubt.ts'
import { endpointIds, webhookEndpoints } from './record.ts'
import { withSecret } from './routes-replay.ts'
import {
  DeletedEndpoint,
  EndpointCreate,
  EndpointPatch,
  Figures,
  figuresJson,
  HEALTH_DAYS,
  Health,
  healthJson,
  SecretRotation,
  WebhookEndpoint,
} from './schemas.ts'
import { readFigures, readHealth } from './store.ts'

const tag = 'Webhooks'
const HOUR_MS = 3_600_000

/** Throws if the URL itself shows that it must never be called. */
function assertCallable(url: string | undefined, allowPrivate: boolean): void {
  const constraint = url === undefined ? undefined : urlConstraint(url, allowPrivate)
  if (constraint) throw validationError('url', constraint)
}

/**
 * True if a session needs a recently entered password: a live endpoint is sent events after the session has ended, and
 * its secret signs them.
 */
const outlives = ({ scope, dryRun }: Call): boolean =>
  scope.mode === 'live' && scope.role !== undefined && !dryRun

const statusRoute = (verb: 'pause' | 'resume') =>
  route({
    method: 'POST',
    path: `/webhook_endpoints/:id/${verb}`,
    params: inPath(endpointIds),
    operation: `${verb}WebhookEndpoint`,
    summary: verb === 'pause' ? 'Pause a webhook endpoint' : 'Resume a webhook endpoint',
    description:
      verb === 'pause'
        ? 'Deliveries stop until you resume the endpoint. No events are lost.'
        : 'Also re-enables a disabled endpoint. Events from the pause are delivered in order.',
    tag,
    permission: 'webhooks:write',
    response: WebhookEndpoint,
    errors: ['resource_missing', 'precondition_failed'],
    handle: async (call, service: Service) =>
      service.write(call, setEndpointStatus, {
        id: idInPath(endpointIds, call),
        status: verb === 'pause' ? 'paused' : 'enabled',
      }),
  })

const rotateRoute = route({
  method: 'POST',
  path: '/webhook_endpoints/:id/rotate_secret',
  params: inPath(endpointIds),
  operation: 'rotateWebhookSecret',
  summary: 'Rotate the signing secret',
  description:
    'Shows the new secret once. Until the overlap ends, deliveries carry a signature of each.',
  tag,
  permission: 'webhooks:write',
  body: SecretRotation,
  response: WebhookEndpoint,
  errors: ['resource_missing', 'precondition_failed'],
  example: { summary: 'With an overlap of two days', body: { overlap_hours: 48 } },
  async handle(call, service: Service) {
    if (outlives(call)) await service.assertConfirmed(call.scope)
    const made = await service.write(call, rotateSecret, {
      id: idInPath(endpointIds, call),
      scopes: call.scope.scopes,
      secret: newSecret(service.sealer),
      former_until: service.wallNow() + (call.body.overlap_hours ?? 24) * HOUR_MS,
    })
    return withSecret(service, call, made)
  },
})

const testRoute = route({
  method: 'POST',
  path: '/webhook_endpoints/:id/test',
  params: inPath(endpointIds),
  operation: 'testWebhookEndpoint',
  summary: 'Send a test event',
  description: 'Records a `webhook_endpoint.test` event for this endpoint only.',
  tag,
  permission: 'webhooks:write',
  response: WebhookEndpoint,
  errors: ['resource_missing'],
  handle: async (call, service: Service) =>
    service.write(call, testEndpoint, { id: idInPath(endpointIds, call) }),
})

const figuresRoute = route({
  method: 'GET',
  path: '/webhook_endpoints/:id/figures',
  params: inPath(endpointIds),
  operation: 'retrieveWebhookFigures',
  summary: 'Retrieve the health of a webhook endpoint',
  tag,
  permission: 'webhooks:read',
  response: Figures,
  errors: ['resource_missing'],
  async handle(call, service: Service) {
    const { environment_id } = call.scope
    const id = idInPath(endpointIds, call)
    const endpoint = await service.read(webhookEndpoints.find, { environment_id, id })
    if (!endpoint) throw endpointIds.missing(endpointIds.ref(id))
    const figures = await readFigures(service.pool, endpoint.environment_id, endpoint.id)
    const [doubt = { beyond: [], unknown: [] }] = await doubtsOf(service.pool, [endpoint])
    return { json: figuresJson(endpoint, { ...figures, ...doubt }), etag: true }
  },
})

const healthRoute = route({
  method: 'GET',
  path: '/webhook_health',
  operation: 'listWebhookHealth',
  summary: 'List the health of webhook endpoints',
  description: `Deliveries of the last ${HEALTH_DAYS} days that succeeded, for each endpoint, on one page.`,
  tag,
  permission: 'webhooks:read',
  response: ListOf(Health),
  example: { summary: 'All endpoints', query: {} },
  async handle({ scope }, service: Service) {
    const window = { wallMs: service.wallNow(), days: HEALTH_DAYS }
    const found = await readHealth(service.pool, scope.environment_id, window)
    const { length } = found
    const page = { has_more: false, total_count: length, limit: ENDPOINTS_MOST, offset: 0 }
    return listReply('/v1/webhook_health', page, found.map(healthJson))
  },
})

export const webhookEndpointRoutes: Route<Service>[] = [
  ...crud({
    ids: endpointIds,
    record: webhookEndpoints,
    list: {
      filters: { status: anyOf(ENDPOINT_STATUSES, 'Endpoints in this state.') },
      visible: sql`deleted_at is null`,
      example: { summary: 'All endpoints', query: {} },
    },
    create: {
      description: `Store the secret in this response to verify webhooks. A retry by the same key with the same Idempotency-Key returns it for an hour; no other response has it. The caller must be able to read the enabled events: \`invoice.*\` needs \`invoices:read\`, \`*\` needs all scopes. An environment can have ${ENDPOINTS_MOST} endpoints.`,
      body: EndpointCreate,
      errors: ['webhook_endpoints_full'],
      example: {
        summary: 'All invoice events',
        body: { url: 'https://app.example.com/hooks', enabled_events: ['invoice.*'] },
      },
      async handle(call, service) {
        assertCallable(call.body.url, service.allowPrivate)
        if (outlives(call)) await service.assertConfirmed(call.scope)
        const { scopes } = call.scope
        const input = { ...call.body, scopes, secret: newSecret(service.sealer) }
        return withSecret(service, call, await service.write(call, createEndpoint, input))
      },
    },
    update: {
      body: EndpointPatch,
      example: {
        summary: 'Paid and voided only',
        body: { enabled_events: ['invoice.paid', 'invoice.voided'] },
      },
      async handle(call, service, id) {
        const { url } = call.body
        if (url !== undefined && outlives(call)) {
          const { environment_id } = call.scope
          const before = await service.read(webhookEndpoints.find, { environment_id, id })
          if (before?.url !== url) await service.assertConfirmed(call.scope)
        }
        return service.write(call, updateEndpoint, {
          id,
          patch: call.body,
          scopes: call.scope.scopes,
          assertCallable: (url) => assertCallable(url, service.allowPrivate),
        })
      },
    },
    delete: {
      verb: 'delete',
      description: 'Pending deliveries are canceled.',
      response: DeletedEndpoint,
      action: deleteEndpoint,
    },
  }),
  statusRoute('pause'),
  statusRoute('resume'),
  rotateRoute,
  testRoute,
  figuresRoute,
  healthRoute,
]
