// The API key as clients see it, and the requests about it.

import { type Static, Type } from 'typebox'
import { nearest } from '../../domain/nearest.ts'
import { GRANTS } from '../../domain/scopes.ts'
import { defineFormat } from '../../platform/http/formats.ts'
import { Body } from '../../platform/http/shapes.ts'
import { apiKeys, type KEY_STATUSES, type ApiKey as Row } from './record.ts'

defineFormat('scope', {
  check: (text) => GRANTS.includes(text),
  words: GRANTS,
  pattern: '^(\\*|[a-z_]+:(read|write))$',
  explain(text) {
    const meant = nearest(text, GRANTS)
    const sent = JSON.stringify(text.slice(0, 60))
    return meant ? { kind: 'scope', sent, meant } : { kind: 'scope', sent, known: GRANTS }
  },
})

export type KeyStatus = (typeof KEY_STATUSES)[number]

const OVERLAP_SECONDS_MOST = 30 * 86_400

const { name } = apiKeys.members
const Expiry = Type.String({
  format: 'date-time',
  description: 'When the key expires. Omit it for a key that never expires.',
  examples: ['2027-12-31T00:00:00.000Z'],
})

export const ApiKeyCreate = Body({
  name: name.input,
  scopes: Type.Array(Type.String({ format: 'scope', examples: ['invoices:write'] }), {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    description:
      'Permissions of the key: `<resource>:read`, `<resource>:write` (includes read), or `*` for everything. Only scopes that the caller has.',
  }),
  expires_at: Type.Optional(Expiry),
})
export type ApiKeyCreate = Static<typeof ApiKeyCreate>

export const ApiKeyPatch = Body({ name: Type.Optional(name.input) })

export const ApiKeyRoll = Body({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: OVERLAP_SECONDS_MOST,
      default: 86_400,
      description: 'How long the old key keeps working.',
    }),
  ),
  expires_at: Type.Optional({ ...Expiry, description: 'When the new key expires.' }),
})

export const ApiKey = apiKeys.item

export function statusOf(
  { revoked_at, expires_at }: Pick<Row, 'revoked_at' | 'expires_at'>,
  wallMs: number,
): KeyStatus {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && expires_at <= wallMs ? 'expired' : 'active'
}

/** The JSON text of a key at an instant; includes the full key only in the response that created it. */
export function apiKeyJson(row: Row, wallMs: number, key: string | null = null): string {
  return apiKeys.json(row, { status: statusOf(row, wallMs), key })
}
