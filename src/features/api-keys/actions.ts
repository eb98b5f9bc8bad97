// Actions on API keys: create, rename, roll, revoke. Keys use wall time.

import { billingError } from '../../domain/errors.ts'
import { assertNewTexts } from '../../domain/new-texts.ts'
import { allows } from '../../platform/scope.ts'
import type { Action, Work } from '../accounts/store.ts'
import { type ApiKey, apiKeys, keyIds } from './record.ts'
import { apiKeyJson, statusOf } from './schemas.ts'

/** A generated key that is not stored yet. */
export interface NewKey {
  id: string
  secret_hash: Buffer
  secret_key_id: string
  /** The full key. */
  text: string
}

/** The caller's scopes, and the wall time. */
interface ByCaller {
  at: number
  /** Scopes of the caller, who cannot grant more than these. */
  own: readonly string[]
}

function getKey(work: Work, id: string): ApiKey {
  const key = work.find(apiKeys, id)
  if (!key) throw keyIds.missing(id)
  return key
}

function assertMayGrant(own: readonly string[], wanted: readonly string[]): void {
  const lacked = wanted.filter((scope) => !allows(own, scope))
  if (lacked.length === 0) return
  throw billingError(
    'permission_denied',
    `You can only give a key scopes that you have, and you do not have ${lacked.join(', ')}. Leave them out, or use a key or role that has them.`,
    { param: 'scopes' },
  )
}

function insertNew(
  work: Work,
  { id, secret_hash, secret_key_id, text }: NewKey,
  given: Pick<ApiKey, 'name' | 'scopes' | 'expires_at' | 'created_at'>,
) {
  const key: ApiKey = {
    environment_id: work.environment.environment_id,
    id,
    secret_hash,
    secret_key_id,
    ...given,
    revoked_at: null,
    last_used_at: null,
    last_used_address: null,
  }
  work.insert(apiKeys, key)
  const { created_at } = given
  const json = apiKeyJson(key, created_at)
  return { json, object_id: id, shown_once: apiKeyJson(key, created_at, text) }
}

export const createApiKey: Action<
  ByCaller & { made: NewKey; name: string; scopes: string[]; expires_at: number | null }
> = {
  name: 'api_keys.create',
  rows: () => [],
  decide(work, { made, name, scopes, expires_at, own, at }) {
    assertNewTexts([{ param: 'name', be: 'visible', text: name }])
    assertMayGrant(own, scopes)
    return insertNew(work, made, { name, scopes, expires_at, created_at: at })
  },
}

export const renameApiKey: Action<{ id: string; name: string | undefined; at: number }> = {
  name: 'api_keys.rename',
  rows: ({ id }) => [{ table: apiKeys, id }],
  decide(work, { id, name, at }) {
    const stored = work.find(apiKeys, id)?.name
    assertNewTexts([{ param: 'name', be: 'visible', text: name, stored }])
    const before = getKey(work, id)
    work.assertMatch(() => apiKeyJson(before, at))
    const after = { ...before, name: name ?? before.name }
    if (after.name !== before.name) work.update(apiKeys, after)
    return { json: apiKeyJson(after, at), object_id: id }
  },
}

/** Creates a key like an old one. The old one expires after an overlap, unless it expires earlier anyway. */
export const rollApiKey: Action<
  ByCaller & { id: string; made: NewKey; overlapMs: number; expires_at: number | null }
> = {
  name: 'api_keys.roll',
  rows: ({ id }) => [{ table: apiKeys, id }],
  decide(work, { id, made, overlapMs, expires_at, own, at }) {
    const before = getKey(work, id)
    work.assertMatch(() => apiKeyJson(before, at))
    const status = statusOf(before, at)
    if (status !== 'active') {
      throw billingError(
        'api_key_ended',
        `The API key ${id} is ${status} and cannot be rolled. Create a new one.`,
      )
    }
    assertMayGrant(own, before.scopes)
    const ends = Math.min(before.expires_at ?? Number.POSITIVE_INFINITY, at + overlapMs)
    work.update(apiKeys, { ...before, expires_at: ends })
    const { name, scopes } = before
    return insertNew(work, made, { name, scopes, expires_at, created_at: at })
  },
}

/** Revokes a key. Revoking again changes nothing. */
export const revokeApiKey: Action<{ id: string; at: number }> = {
  name: 'api_keys.revoke',
  rows: ({ id }) => [{ table: apiKeys, id }],
  decide(work, { id, at }) {
    const before = getKey(work, id)
    work.assertMatch(() => apiKeyJson(before, at))
    const after = { ...before, revoked_at: before.revoked_at ?? at }
    work.update(apiKeys, after)
    return { json: apiKeyJson(after, at), object_id: id }
  },
}
