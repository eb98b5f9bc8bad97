// The Idempotency-Key header: validated, and bound to this exact request by a fingerprint.

import { hash } from 'node:crypto'
import { canonicalJson } from '../canonical-json.ts'
import type { Claim } from '../db/action.ts'
import { newUuid } from '../ids.ts'
import { Refusal } from '../refusal.ts'

/** Returns the claim of a request that has a key: 1–255 visible ASCII characters. */
export function claimOf(
  header: string | string[] | undefined,
  request: { method: string; path: string; body: unknown; status: number },
): Claim | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)) {
    throw new Refusal(
      'parameter_invalid',
      'Idempotency-Key must be 1 to 255 visible ASCII characters, sent once. Use a UUID.',
      { param: 'Idempotency-Key' },
    )
  }
  const { method, path, body, status } = request
  const text = `${method}\n${path}\n${canonicalJson(body ?? {})}`
  const fingerprint = hash('sha256', text, 'buffer')
  return { key: header, fingerprint, status, event_id: newUuid() }
}
