// One attempt at one delivery: the signed request, and what came of it.

import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import { retryAfterMs } from '../../domain/webhook.ts'
import { encodeId } from '../../platform/ids.ts'
import {
  type OutgoingAnswer,
  OutgoingError,
  type OutgoingOptions,
  post,
} from '../../platform/outgoing/client.ts'
import type { Sealer } from '../../platform/seal.ts'
import { eventJson } from '../events/actions.ts'
import { findEvents } from '../events/store.ts'
import type { AttemptOutcome } from './actions.ts'
import type { Leased } from './store.ts'

export interface AttemptParts {
  pool: Pool
  sealer: Sealer
  outgoing: OutgoingOptions
  wallNow(): number
  random(): number
}

/** Signs as Standard Webhooks 1.0 says: HMAC-SHA256 over `id.timestamp.body`. */
export function sign(secret: Buffer, id: string, timestamp: number, body: string): string {
  const mac = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
  return `v1,${mac}`
}

/** Calls the receiver once. Never throws for anything a receiver does. */
export async function attempt(parts: AttemptParts, delivery: Leased): Promise<AttemptOutcome> {
  const attempted_at = parts.wallNow()
  const started = performance.now()
  const answer = await call(parts, delivery, attempted_at)
  const failed = answer instanceof OutgoingError
  const retryAfter = failed ? undefined : answer.headers['retry-after']
  return {
    delivery_id: delivery.id,
    lease_token: delivery.lease_token ?? '',
    attempted_at,
    duration_ms: Math.trunc(performance.now() - started),
    response_status: failed ? null : answer.status,
    response_body: failed ? null : storable(answer.body),
    error: failed ? answer.message : refusalOf(answer.status),
    retry_after_ms: retryAfterMs(retryAfter as string | undefined, parts.wallNow()),
    random: parts.random(),
    wallMs: parts.wallNow(),
  }
}

async function call(
  { pool, sealer, outgoing }: AttemptParts,
  delivery: Leased,
  attemptedAt: number,
): Promise<OutgoingAnswer | OutgoingError> {
  try {
    const events = await findEvents(pool, delivery.environment_id, [delivery.sequence])
    const event = events.get(delivery.sequence)
    if (!event) throw new Error(`Event ${delivery.sequence} of a delivery is missing.`)
    const body = eventJson(event, delivery.mode)
    const id = encodeId('evt', delivery.event_id)
    const timestamp = Math.trunc(attemptedAt / 1_000)
    const signatures = secretsOf(sealer, delivery, attemptedAt).map((secret) =>
      sign(secret, id, timestamp, body),
    )
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Reckoner',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatures.join(' '),
    }
    return await post({ url: delivery.url, headers, body }, outgoing)
  } catch (error) {
    if (error instanceof OutgoingError) return error
    throw error
  }
}

/** The current secret, and the former one while it is still valid. */
function secretsOf(sealer: Sealer, delivery: Leased, wallMs: number): Buffer[] {
  const { secret, former_secret, former_secret_until } = delivery
  const former = former_secret && former_secret_until !== null && former_secret_until > wallMs
  return [sealer.open(secret), ...(former ? [sealer.open(former_secret)] : [])]
}

function refusalOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `Answered ${status}; redirects are not followed.`
  return `Answered ${status}; only 2xx counts as received.`
}

/** What PostgreSQL can hold of a text that a stranger sent. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd')
}
