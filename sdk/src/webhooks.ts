// Webhooks as they arrive: judged by Standard Webhooks, then told apart by type.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { WebhookSignatureError } from './errors.ts'
import type { WebhookEvent } from './events.ts'

/** Headers of the platform, of Node, or any object with them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { [name: string]: string | string[] | undefined }

export interface UnwrapOptions {
  /** How far from now it may have been sent; 300 seconds by default. */
  toleranceSeconds?: number
  /** Milliseconds since 1970, for tests. */
  now?: () => number
}

const TOLERANCE_SECONDS = 300

export class Webhooks {
  /**
   * The event of a webhook, once it is sure who sent it. `body` is what arrived, byte for byte: a
   * body that was parsed and written again has another signature. Of several secrets one is enough.
   * Throws a `WebhookSignatureError`; answer it with 400.
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

/** The key in `whsec_…`. An empty one would make everybody a sender. */
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
  // What is not a number is not within the tolerance either.
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
