// Requests rejected for how they were sent, for the reference.

import type { Scene } from './refusals.ts'

const product = { method: 'POST', path: '/v1/products' }

export const WIRE_SCENES: readonly Scene[] = [
  {
    code: 'body_too_large',
    ...product,
    ask: { raw: JSON.stringify({ name: 'a'.repeat(1_048_576) }) },
    shown: '{"name": "aaaa… and so on, for more than 1 MiB"}',
  },
  {
    code: 'not_acceptable',
    method: 'GET',
    path: '/v1/products',
    ask: { headers: { Accept: 'application/vnd.reckoner.dry-run+json' } },
  },
  {
    code: 'unsupported_media_type',
    ...product,
    ask: { raw: 'name=Seat', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
  },
]
