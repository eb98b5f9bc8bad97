// One attempt at one delivery: the signed request and its outcome.

import { createHmac, type KeyObject } from 'node:crypto'
import { retryAfterMs } from '../../domain/webhook.ts'
import { encodeId } from '../../platform/ids.ts'
import { type OutgoingAnswer, type OutgoingOptions, post } from '../../platform/outgoing/client.ts'
import { eventJson } from '../events/json.ts'
import type { StoredEvent } from '../events/store.ts'
import type { AttemptOutcome } from './actions.ts'
import type { Leased } from './store-due.ts'

export interface AttemptParts {
  /** Opens a sealed secret; throws if this installation did not seal it. */
  open(sealed: Buffer): KeyObject
  outgoing: OutgoingOptions
  wallNow(): number
  ticksNow(): number
  random(): number
}

/** Signs as Standard Webhooks 1.0 requires: HMAC-SHA256 over `id.timestamp.body`. */
export function sign(
  secret: Buffer | KeyObject,
  id: string,
  timestamp: number,
  body: string,
): string {
  const mac = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
  return `v1,${mac}`
}

/** A failure on our side that no retry can fix. */
class Hopeless extends Error {}

/** Calls the receiver once. Never throws, whatever the receiver, event or secret is like. */
export async function attempt(
  parts: AttemptParts,
  delivery: Leased,
  event: StoredEvent | undefined,
): Promise<AttemptOutcome> {
  const attempted_at = parts.wallNow()
  const started = parts.ticksNow()
  const answer = await call(parts, delivery, event, attempted_at).catch((error: Error) => error)
  const failed = answer instanceof Error
  const retryAfter = failed ? undefined : answer.headers['retry-after']
  return {
    delivery_id: delivery.id,
    lease_token: delivery.lease_token ?? '',
    attempted_at,
    duration_ms: Math.trunc(parts.ticksNow() - started),
    response_status: failed ? null : answer.status,
    response_body: failed ? null : storable(answer.body),
    error: failed ? storable(answer.message) : refusalOf(answer.status),
    hopeless: answer instanceof Hopeless,
    retry_after_ms: retryAfterMs(retryAfter as string | undefined, parts.wallNow()),
    random: parts.random(),
    wallMs: parts.wallNow(),
  }
}

function call(
  { open, outgoing }: AttemptParts,
  delivery: Leased,
  event: StoredEvent | undefined,
  attemptedAt: number,
): Promise<OutgoingAnswer> {
  if (!event) return Promise.reject(new Hopeless('The event is missing from the feed.'))
  const body = eventJson(event, delivery.mode)
  const id = encodeId('evt', delivery.event_id)
  const timestamp = Math.trunc(attemptedAt / 1_000)
  let signatures: string[]
  try {
    signatures = secretsOf(open, delivery, attemptedAt).map((secret) =>
      sign(secret, id, timestamp, body),
    )
  } catch {
    return Promise.reject(new Hopeless(UNSEALABLE))
  }
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Reckoner',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
  return post({ url: delivery.url, headers, body }, outgoing)
}

const UNSEALABLE =
  'The signing secret cannot be opened with the SECRET_KEY of this service. Rotate the secret of the endpoint, then deliver again.'

/** The current secret, and the previous one while it is still valid. */
function secretsOf(open: AttemptParts['open'], delivery: Leased, wallMs: number): KeyObject[] {
  const { secret, former_secret, former_secret_until } = delivery
  const former = former_secret && former_secret_until !== null && former_secret_until > wallMs
  return [open(secret), ...(former ? [open(former_secret)] : [])]
}

function refusalOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `Response ${status}; redirects are not followed.`
  return `Response ${status}; only 2xx counts as received.`
}

/** Removes what PostgreSQL cannot store from text that a receiver sent. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd')
}
