// Routes of API keys. The full key is returned once, when it is created.

import { join, type Sql, sql } from '../../platform/db/sql.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { AnyOf, valuesIn } from '../../platform/http/shapes.ts'
import { idOf } from '../../platform/key-ring.ts'
import { hashSecret, newKey } from '../../platform/key-text.ts'
import { validationError } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { crud } from '../crud.ts'
import { filter } from '../filters.ts'
import { idInPath, inPath } from '../identifiers.ts'
import type { Service } from '../service.ts'
import { createApiKey, type NewKey, renameApiKey, revokeApiKey, rollApiKey } from './actions.ts'
import { apiKeys, KEY_STATUSES, keyIds, type ApiKey as Row } from './record.ts'
import {
  ApiKey,
  ApiKeyCreate,
  ApiKeyPatch,
  ApiKeyRoll,
  apiKeyJson,
  type KeyStatus,
} from './schemas.ts'

const tag = 'API keys'
const DAY_SECONDS = 86_400

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

const rollRoute = route({
  method: 'POST',
  path: '/api_keys/:id/roll',
  params: inPath(keyIds),
  operation: 'rollApiKey',
  summary: 'Roll an API key',
  description:
    'Creates a new key with the same name and scopes, shown in full once. The old key works until the overlap ends.',
  tag,
  permission: 'api_keys:write',
  body: ApiKeyRoll,
  response: ApiKey,
  createdAt: (id) => `/api_keys/${id}`,
  errors: ['resource_missing', 'api_key_ended', 'precondition_failed'],
  example: { summary: 'With an overlap of two hours', body: { overlap_seconds: 7_200 } },
  async handle(call, service: Service) {
    const { scope, body } = call
    const id = idInPath(keyIds, call)
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
  params: inPath(keyIds),
  operation: 'revokeApiKey',
  summary: 'Revoke an API key',
  description:
    'Takes effect immediately in the process that responds, and within five seconds in others. Cannot be undone.',
  tag,
  permission: 'api_keys:write',
  response: ApiKey,
  errors: ['resource_missing', 'precondition_failed'],
  async handle(call, service: Service) {
    const id = idInPath(keyIds, call)
    const answer = await service.write(call, revokeApiKey, { id, at: service.wallNow() })
    service.forgetKey(id)
    return answer
  },
})

export const apiKeyRoutes: Route<Service>[] = [
  ...crud({
    ids: keyIds,
    record: {
      ...apiKeys,
      json: (row: Row, _call: Call, service: Service) => apiKeyJson(row, service.wallNow()),
    },
    list: {
      filters: {
        status: filter(
          AnyOf(KEY_STATUSES, 'Only keys with this status.'),
          (statuses, _, { wallNow }) => statusFilter(valuesIn(statuses), wallNow()),
        ),
      },
      columns: columnsOf(apiKeys.members, { without: ['key'] }),
      example: {
        summary: 'The newest active key',
        query: { status: 'active', limit: '1' },
      },
    },
    create: {
      description:
        'The full key is in this response only. A retry with the same Idempotency-Key returns null.',
      body: ApiKeyCreate,
      example: {
        summary: 'A key for a shop',
        body: { name: 'Shop', scopes: ['customers:write', 'invoices:write'] },
      },
      async handle(call, service) {
        await assertMayOutlive(call, service)
        const { scope, body } = call
        const at = service.wallNow()
        const expires_at = expiryOf(body.expires_at, at)
        const made = makeKey(service, scope)
        return service.write(call, createApiKey, {
          ...body,
          made,
          expires_at,
          own: scope.scopes,
          at,
        })
      },
    },
    update: {
      summary: 'Rename an API key',
      description: 'The scopes of a key cannot change: create a new one.',
      body: ApiKeyPatch,
      // Stored whenever the key is used, perhaps by this very request.
      passing: ['last_used_at', 'last_used_address'],
      example: { summary: 'Another name', body: { name: 'Shop, Halifax' } },
      handle: (call, service, id) =>
        service.write(call, renameApiKey, { id, name: call.body.name, at: service.wallNow() }),
    },
  }),
  rollRoute,
  revokeRoute,
]
