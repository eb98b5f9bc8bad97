// The API key as clients see it, and what they may send.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { nearest } from '../../domain/nearest.ts'
import { GRANTS } from '../../domain/scopes.ts'
import { defineFormat } from '../../platform/http/formats.ts'
import { AnyOf, Body, listQuery, OneOf, Text, Timestamp } from '../../platform/http/shapes.ts'
import type { ApiKey as Row } from './store.ts'

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

export const KEY_STATUSES = ['active', 'expired', 'revoked'] as const
export type KeyStatus = (typeof KEY_STATUSES)[number]

const OVERLAP_SECONDS_MOST = 30 * 86_400

const Name = Text(256, 'What the key is for, in your own words.', 1)
const Expiry = Type.String({
  format: 'date-time',
  description: 'When the key ends; without it, never by itself.',
  examples: ['2027-12-31T00:00:00.000Z'],
})

export const ApiKeyCreate = Body({
  name: Name,
  scopes: Type.Array(Type.String({ format: 'scope', examples: ['invoices:write'] }), {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    description:
      'What the key may do: `<resource>:read`, `<resource>:write` (which includes reading), or `*` for everything. Only what the caller may do itself.',
  }),
  expires_at: Type.Optional(Expiry),
})
export type ApiKeyCreate = Static<typeof ApiKeyCreate>

export const ApiKeyPatch = Body({ name: Type.Optional(Name) })

export const ApiKeyRoll = Body({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: OVERLAP_SECONDS_MOST,
      default: 86_400,
      description: 'How long the old key goes on working.',
    }),
  ),
  expires_at: Type.Optional({ ...Expiry, description: 'When the new key ends.' }),
})

export const ApiKeyList = Body({
  ...listQuery,
  status: Type.Optional(AnyOf(KEY_STATUSES, 'Only keys that are so now.')),
})
export type ApiKeyList = Static<typeof ApiKeyList>

const OptionalTime = (description: string) => Type.Union([Timestamp, Type.Null()], { description })

export const ApiKey = Type.Object(
  {
    id: Type.String({
      pattern: '^svc_(test|live)_[0-9A-Za-z]{16}$',
      description: 'The public half of the key.',
      examples: ['svc_test_4bVq0ZsT1uXw9KdE'],
    }),
    object: Type.Literal('api_key'),
    name: Type.String(),
    scopes: Type.Array(Type.String()),
    status: OneOf(KEY_STATUSES, 'An active key opens the API; the others open nothing.'),
    key: Type.Union([Type.String(), Type.Null()], {
      description: 'The whole key; shown when it is made, null ever after.',
    }),
    created_at: Timestamp,
    expires_at: OptionalTime('When it ends by itself.'),
    revoked_at: OptionalTime('When it was ended.'),
    last_used_at: OptionalTime('Written down twice a minute.'),
    last_used_address: Type.Union([Type.String(), Type.Null()], {
      description: 'From which address it was last used.',
    }),
  },
  { additionalProperties: false },
)

export const KeyPath = {
  id: Type.String({
    pattern: '^svc_(test|live)_[0-9A-Za-z]{16}$',
    description: 'The ID of the key, never the whole key.',
    examples: ['svc_test_4bVq0ZsT1uXw9KdE'],
  }),
}

/** The ID of a key as a path or cursor names it; undefined when the text is none. */
export const parseKeyRef = (text: string): string | undefined =>
  /^svc_(test|live)_[0-9A-Za-z]{16}$/.test(text) ? text : undefined

export function statusOf(
  { revoked_at, expires_at }: Pick<Row, 'revoked_at' | 'expires_at'>,
  wallMs: number,
): KeyStatus {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && expires_at <= wallMs ? 'expired' : 'active'
}

const time = (ms: number | null): string | null => (ms === null ? null : timestamp(ms))

/** The JSON text of a key at an instant; the whole key only where it has just been made. */
export function apiKeyJson(row: Row, wallMs: number, key: string | null = null): string {
  return JSON.stringify({
    id: row.id,
    object: 'api_key',
    name: row.name,
    scopes: row.scopes,
    status: statusOf(row, wallMs),
    key,
    created_at: timestamp(row.created_at),
    expires_at: time(row.expires_at),
    revoked_at: time(row.revoked_at),
    last_used_at: time(row.last_used_at),
    last_used_address: row.last_used_address,
  })
}
