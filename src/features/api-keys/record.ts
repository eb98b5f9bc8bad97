// The table of API keys: it stores a keyed hash of the secret, never the secret.

import { Type } from 'typebox'
import { RESOURCES } from '../../domain/resources.ts'
import { NOT_PERSONAL } from '../../platform/db/column.ts'
import { type RowOf, record } from '../../platform/db/record.ts'
import { plain } from '../../platform/http/columns.ts'
import { OneOf } from '../../platform/http/shapes.ts'
import { missing, type ObjectIds } from '../identifiers.ts'
import {
  bytes,
  computed,
  fixed,
  hidden,
  instant,
  nullable,
  object,
  ownText,
  pattern,
  shownAs,
  text,
  words,
} from '../kinds.ts'

export const KEY_STATUSES = ['active', 'expired', 'revoked'] as const
const KEY_ID = '^svc_(test|live)_[0-9A-Za-z]{16}$'
const EXAMPLES = ['svc_test_4bVq0ZsT1uXw9KdE']

const parse = (text: string): string | undefined =>
  new RegExp(KEY_ID).test(text) ? text : undefined

export const keyIds: ObjectIds = {
  of: RESOURCES.api_key,
  param: 'id',
  schema: Type.String({
    pattern: KEY_ID,
    description: 'The ID of the key, never the whole key.',
    examples: EXAMPLES,
  }),
  ref: (id) => id,
  parse,
  // A malformed ID could be a full key, so it is not repeated.
  missing: (ref) => missing(RESOURCES.api_key, parse(ref) ?? 'with this ID'),
}

export const apiKeys = record('api_keys', {
  id: fixed(
    shownAs(
      pattern(KEY_ID, ''),
      Type.String({
        pattern: KEY_ID,
        description: 'The public half of the key.',
        examples: EXAMPLES,
      }),
    ),
  ),
  object: object('api_key'),
  name: shownAs(
    text('What the key is for.', { max: 256, min: 1, erased: NOT_PERSONAL }),
    Type.String(),
  ),
  scopes: fixed(words(Type.Array(Type.String()))),
  status: computed(OneOf(KEY_STATUSES, 'Only active keys can call the API.')),
  key: computed(
    Type.Union([Type.String(), Type.Null()], {
      description: 'The full key. Returned only when created; null afterward.',
    }),
  ),
  created_at: fixed(instant()),
  expires_at: nullable(instant(), 'When the key expires.'),
  revoked_at: nullable(instant(), 'When the key was revoked.'),
  // Both are written outside the lane, so the lane must not write them.
  last_used_at: fixed(nullable(instant(), 'Updated about twice a minute.')),
  last_used_address: fixed({
    ...nullable(text('IP address it was last used from.', { max: 45, erased: NOT_PERSONAL })),
    cell: plain,
  }),

  secret_hash: fixed(bytes({ erased: NOT_PERSONAL })),
  /** The secret key of the hash; null for the unmarked key. */
  secret_key_id: fixed(hidden(nullable(ownText(Type.String(), { erased: NOT_PERSONAL })))),
})

export interface ApiKey extends RowOf<typeof apiKeys.members> {}
