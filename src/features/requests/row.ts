// Rows of the request log: redacted, truncated, and made valid for their columns.

import { customerRef } from '../../domain/customer.ts'
import type { LoggedRequest } from '../../platform/http/logged.ts'
import { uuidTime } from '../../platform/ids.ts'
import { redactBody, redactQuery, redactSecrets } from '../../platform/redact.ts'
import { parseRequestId } from './schemas.ts'
import type { METHODS, RequestWithBodies } from './store.ts'

/** The maximum number of characters logged of a body. */
const BODY_MOST = 16_384

/** A request that waits to be written. */
export interface Waiting {
  /** Without its bodies. */
  request: LoggedRequest
  /** Truncated, not yet redacted. */
  request_body: string | null
  response_body: string | null
  request_cut: boolean
  response_cut: boolean
  /** True if the row can have bodies, query and idempotency key (`full`). */
  isFull: boolean
  sinceMs: number
}

export function waitingOf(request: LoggedRequest, isFull: boolean, sinceMs: number): Waiting {
  const { sent, response: answered } = request
  const request_body = isFull ? cut(sent) : null
  return {
    // Removes the long bodies, so that the waiting request does not keep them in memory.
    request: { ...request, sent: undefined, response: answered && { ...answered, json: '' } },
    request_body,
    // The response of a write with an event is read from the event.
    response_body: isFull && !answered?.event_id ? cut(answered?.json) : null,
    request_cut: request_body !== null && request_body !== sent,
    response_cut: isFull && answered !== undefined && answered.json.length > BODY_MOST,
    isFull,
    sinceMs,
  }
}

/** The number of characters of its bodies. */
export const sizeOf = ({ request_body, response_body }: Waiting): number =>
  (request_body?.length ?? 0) + (response_body?.length ?? 0)

/** Copies the slice, since a slice of a string keeps the whole string in memory. */
function cut(text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  if (text.length <= BODY_MOST) return text
  return Buffer.from(text.slice(0, BODY_MOST), 'utf16le').toString('utf16le')
}

/** The row; without bodies, query and idempotency key if `isLate`. */
export function rowOf(waiting: Waiting, isLate: boolean): RequestWithBodies {
  const { request, request_body, response_body, request_cut, response_cut, isFull } = waiting
  const { scope, method, operation, status, durationMs, userAgent, idempotencyKey } = request
  const { environment_id, actor, address } = scope
  const uuid = parseRequestId(request.id) as string
  const [path = '', query] = request.url.split(/\?(.*)/s)
  return {
    environment_id,
    id: uuid,
    created_at: uuidTime(uuid),
    method: method as (typeof METHODS)[number],
    path: textOf(redactSecrets(path), 512),
    query: isFull && !isLate && query ? textOf(redactQuery(query), 2_048) : null,
    operation,
    status,
    error_code: request.response?.code ?? null,
    duration_ms: durationMs,
    address,
    user_agent: userAgent ? textOf(redactSecrets(userAgent), 256) : null,
    actor_kind: actor.kind === 'user' ? 'user' : 'key',
    actor: actor.id,
    actor_label: textOf(actor.label, 256),
    object_id: objectOf(request),
    idempotency_key: idempotencyKey && !isLate ? textOf(redactSecrets(idempotencyKey), 255) : null,
    request_body: request_body === null || isLate ? null : textOf(redactBody(request_body)),
    response_body: response_body === null || isLate ? null : textOf(redactBody(response_body)),
    response_event_id: isFull && !isLate ? (request.response?.event_id ?? null) : null,
    request_cut,
    response_cut,
  }
}

/** The response body from an event, as the log would have stored it. */
export const answerOf = (json: string): string => textOf(redactBody(json.slice(0, BODY_MOST)))

/** Replaces characters that PostgreSQL cannot store in text. */
function textOf(text: string, most = text.length): string {
  const short = text.length > most ? text.slice(0, most) : text
  return short.replaceAll('\0', '\ufffd').toWellFormed()
}

/** The object that was created or changed, or the one named in the path. */
function objectOf({ response: answered, params }: LoggedRequest): string | null {
  if (answered?.object_id) return answered.object_id
  const [named = ''] = Object.values(params)
  if (/^\d{1,16}$/.test(named)) return customerRef(Number(named))
  return /^[a-z]{2,6}_[0-9A-Za-z_]{1,60}$/.test(named) ? redactSecrets(named) : null
}
