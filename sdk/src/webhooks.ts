// Verifies received webhooks by Standard Webhooks, and types their events.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { WebhookSignatureError } from './errors.ts'
import type { WebhookEvent } from './events.ts'

/** The platform's headers, Node's, or any object with them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { [name: string]: string | string[] | undefined }

export interface UnwrapOptions {
  /** Largest allowed age or lead of the timestamp; 300 seconds by default. */
  toleranceSeconds?: number
  /** Milliseconds since 1970, for tests. */
  now?: () => number
}

const TOLERANCE_SECONDS = 300

export class Webhooks {
  /**
   * Verifies the signature and returns the event. `body` is the request body, byte for byte: a body
   * that was parsed and serialized again has another signature. One matching secret is enough.
   * Throws a `WebhookSignatureError`; respond to it with 400.
   */
  unwrap(
    body: string | Uint8Array,
    headers: WebhookHeaders,
    secret: string | readonly string[] | undefined,
    options: UnwrapOptions = {},
  ): WebhookEvent {
    const keys = [secret ?? []].flat().map(keyOf)
    if (keys.length === 0) {
      throw new TypeError(
        'There is no secret to judge a webhook by: give the whsec_… of its endpoint.',
      )
    }
    if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
      throw new TypeError('The body must be the text or the bytes that arrived, not parsed JSON.')
    }
    const id = headerOf(headers, 'webhook-id')
    const timestamp = headerOf(headers, 'webhook-timestamp')
    const signatures = headerOf(headers, 'webhook-signature')
    judgeTime(timestamp, options)
    const expected = keys.map((key) =>
      createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest(),
    )
    const given = signatures.split(' ').flatMap((one) => {
      const [version, text = ''] = one.split(',')
      return version === 'v1' ? [Buffer.from(text, 'base64')] : []
    })
    if (!given.some((one) => expected.some((own) => isSame(one, own)))) {
      throw refusal(
        'webhook_signature_invalid',
        'The webhook was not signed with this secret, or its body is not as it was sent.',
      )
    }
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
    return JSON.parse(text) as WebhookEvent
  }
}

function refusal(code: string, message: string): WebhookSignatureError {
  return new WebhookSignatureError(message, { type: 'webhook_signature_error', code })
}

/** The key in `whsec_…`. With an empty one, anyone could sign. */
function keyOf(secret: unknown): Buffer {
  const text = typeof secret === 'string' ? secret.replace(/^whsec_/, '') : ''
  if (!/^[A-Za-z0-9+/]{22,}={0,2}$/.test(text)) {
    throw new TypeError('The secret of a webhook endpoint is a text such as whsec_…')
  }
  return Buffer.from(text, 'base64')
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const found = isGettable(headers) ? headers.get(name) : lookedUp(headers, name)
  if (found) return found
  throw refusal('webhook_header_missing', `The header ${name} is missing: this is no webhook.`)
}

function isGettable(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function'
}

function lookedUp(
  headers: { [name: string]: string | string[] | undefined },
  name: string,
): string | undefined {
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return Array.isArray(value) ? value[0] : value
}

function judgeTime(timestamp: string, options: UnwrapOptions): void {
  const { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now } = options
  const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  // A timestamp that is not a number is not within the tolerance either.
  if (Math.abs(now() / 1000 - sentAt) <= toleranceSeconds) return
  throw refusal(
    'webhook_timestamp_invalid',
    `The webhook was sent more than ${toleranceSeconds} seconds from now (${JSON.stringify(timestamp)}): ` +
      'an old one was sent again, or a clock is wrong.',
  )
}

function isSame(given: Buffer, own: Buffer): boolean {
  return given.length === own.length && timingSafeEqual(given, own)
}
