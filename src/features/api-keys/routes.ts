// The keys of the API: shown whole once, when they are made.

import { join, type Sql, sql } from '../../platform/db/sql.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { valuesIn } from '../../platform/http/shapes.ts'
import { idOf } from '../../platform/key-ring.ts'
import { hashSecret, newKey } from '../../platform/key-text.ts'
import { validationError } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Service } from '../service.ts'
import {
  createApiKey,
  keyMissing,
  type NewKey,
  renameApiKey,
  revokeApiKey,
  rollApiKey,
} from './actions-manage.ts'
import { apiKeys } from './record.ts'
import {
  ApiKey,
  ApiKeyCreate,
  ApiKeyList,
  ApiKeyPatch,
  ApiKeyRoll,
  apiKeyJson,
  KeyPath,
  type KeyStatus,
  parseKeyRef,
} from './schemas.ts'

const tag = 'API keys'
const DAY_SECONDS = 86_400

const listed = listRoutes({
  path: '/api_keys',
  operation: 'listApiKeys',
  summary: 'List API keys',
  tag,
  permission: 'api_keys:read',
  query: ApiKeyList,
  item: ApiKey,
  example: { summary: 'The newest that works now', query: { status: 'active', limit: '1' } },
  columns: columnsOf(apiKeys.members, { without: ['key'] }),
  source: ({ query }, service: Service) => ({
    table: 'api_keys',
    filters:
      query.status === undefined ? [] : [statusFilter(valuesIn(query.status), service.wallNow())],
    // The command line makes keys past the counters.
    counter: undefined,
    decodeCursor: parseKeyRef,
  }),
  find: apiKeys.find,
  weight: undefined,
  json: (row, _call, service: Service) => apiKeyJson(row, service.wallNow()),
})

function statusFilter(statuses: string[], now: number): Sql {
  const each = statuses.map((status) => sql`(${isInStatus(status as KeyStatus, now)})`)
  return sql`(${join(each, ' or ')})`
}

function isInStatus(status: KeyStatus, now: number): Sql {
  if (status === 'revoked') return sql`revoked_at is not null`
  const at = sql`${new Date(now)}::timestamptz`
  if (status === 'expired') return sql`revoked_at is null and expires_at <= ${at}`
  return sql`revoked_at is null and (expires_at is null or expires_at > ${at})`
}

const createRoute = route({
  method: 'POST',
  path: '/api_keys',
  operation: 'createApiKey',
  summary: 'Create an API key',
  description:
    'The whole key is in this answer and in no other: keep it. A repetition of the request with the same Idempotency-Key shows null.',
  tag,
  permission: 'api_keys:write',
  body: ApiKeyCreate,
  response: ApiKey,
  createdAt: (id) => `/api_keys/${id}`,
  example: {
    summary: 'A key for a shop',
    body: { name: 'Shop', scopes: ['customers:write', 'invoices:write'] },
  },
  async handle(call, service: Service) {
    await assertMayOutlive(call, service)
    const { scope, body } = call
    const at = service.wallNow()
    const { name, scopes } = body
    const expires_at = expiryOf(body.expires_at, at)
    const made = makeKey(service, scope)
    return service.write(call, createApiKey, {
      made,
      name,
      scopes,
      expires_at,
      own: scope.scopes,
      at,
    })
  },
})

/** A session can create test keys at any time; for live keys the password must have been entered recently. */
async function assertMayOutlive({ scope, dryRun }: Call, service: Service): Promise<void> {
  if (scope.mode === 'live' && !dryRun) await service.assertConfirmed(scope)
}

function makeKey({ secretKey }: Service, { mode }: Scope): NewKey {
  const { id, secret, text } = newKey(mode)
  return {
    id,
    text,
    secret_hash: hashSecret(secretKey, secret),
    secret_key_id: idOf(secretKey),
  }
}

function expiryOf(text: string | undefined, now: number): number | null {
  if (text === undefined) return null
  const at = Date.parse(text)
  if (at > now) return at
  throw validationError('expires_at', { kind: 'expiry_passed', sent: text })
}

const retrieveRoute = route({
  method: 'GET',
  path: '/api_keys/:id',
  params: KeyPath,
  operation: 'retrieveApiKey',
  summary: 'Retrieve an API key',
  tag,
  permission: 'api_keys:read',
  response: ApiKey,
  errors: ['resource_missing'],
  async handle(call, service: Service) {
    const id = pathId(call)
    const [row] = await apiKeys.find(service.pool, [
      { environment_id: call.scope.environment_id, id },
    ])
    if (!row) throw keyMissing(id)
    return { json: apiKeyJson(row, service.wallNow()), etag: true }
  },
})

const renameRoute = route({
  method: 'PATCH',
  path: '/api_keys/:id',
  params: KeyPath,
  operation: 'updateApiKey',
  summary: 'Rename an API key',
  description: 'The scopes of a key never change: roll it, or create another one.',
  tag,
  permission: 'api_keys:write',
  body: ApiKeyPatch,
  response: ApiKey,
  // Written down whenever the key is used, perhaps by this very request.
  passing: ['last_used_at', 'last_used_address'],
  errors: ['resource_missing', 'precondition_failed'],
  example: { summary: 'Another name', body: { name: 'Shop, Halifax' } },
  handle: async (call, service: Service) =>
    service.write(call, renameApiKey, {
      id: pathId(call),
      name: call.body.name,
      at: service.wallNow(),
    }),
})

const rollRoute = route({
  method: 'POST',
  path: '/api_keys/:id/roll',
  params: KeyPath,
  operation: 'rollApiKey',
  summary: 'Roll an API key',
  description:
    'Makes a new key with the same name and scopes, shown whole this once. The old one goes on working for the overlap, then ends.',
  tag,
  permission: 'api_keys:write',
  body: ApiKeyRoll,
  response: ApiKey,
  createdAt: (id) => `/api_keys/${id}`,
  errors: ['resource_missing', 'api_key_ended', 'precondition_failed'],
  example: { summary: 'Two hours to change over', body: { overlap_seconds: 7_200 } },
  async handle(call, service: Service) {
    const { scope, body } = call
    const id = pathId(call)
    await assertMayOutlive(call, service)
    const at = service.wallNow()
    const overlapMs = (body.overlap_seconds ?? DAY_SECONDS) * 1_000
    const expires_at = expiryOf(body.expires_at, at)
    const made = makeKey(service, scope)
    const input = { id, made, overlapMs, expires_at, own: scope.scopes, at }
    const answer = await service.write(call, rollApiKey, input)
    service.forgetKey(id)
    return answer
  },
})

const revokeRoute = route({
  method: 'POST',
  path: '/api_keys/:id/revoke',
  params: KeyPath,
  operation: 'revokeApiKey',
  summary: 'Revoke an API key',
  description:
    'Ends the key: at once in the process that answers, within five seconds in all others. It cannot be brought back.',
  tag,
  permission: 'api_keys:write',
  response: ApiKey,
  errors: ['resource_missing', 'precondition_failed'],
  async handle(call, service: Service) {
    const id = pathId(call)
    const answer = await service.write(call, revokeApiKey, { id, at: service.wallNow() })
    service.forgetKey(id)
    return answer
  },
})

/** The ID in the path. What else stands there may be a whole key, and is not repeated. */
function pathId(call: Pick<Call, 'params'>): string {
  const id = parseKeyRef(String(call.params.id))
  if (id === undefined) throw keyMissing('with this ID')
  return id
}

export const apiKeyRoutes: Route<Service>[] = [
  ...listed,
  createRoute,
  retrieveRoute,
  renameRoute,
  rollRoute,
  revokeRoute,
]
