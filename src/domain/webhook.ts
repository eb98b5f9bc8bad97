// Rules of webhooks that need no database: event patterns and retry delays.

export const ENDPOINT_STATUSES = ['enabled', 'paused', 'disabled'] as const
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number]

/** Why an endpoint is disabled: it returned 410, or failed for too long. */
export const DISABLED_REASONS = ['gone', 'failing'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'skipped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** The event of `POST /v1/webhook_endpoints/:id/test`, sent only to that endpoint. */
export const TEST_EVENT = 'webhook_endpoint.test'

/** The maximum number of endpoints per environment: each is sent every event it subscribes to. */
export const ENDPOINTS_MOST = 50

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The delay before each attempt (Standard Webhooks, retry schedule); after the last, delivery is given up. */
export const ATTEMPT_WAITS_MS = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const

/** An endpoint that has failed for this long without a success is disabled. */
export const FAILING_LIMIT_MS = 5 * 24 * HOUR
const RETRY_AFTER_MOST_MS = 24 * HOUR
/** Delays are lengthened by up to this share, so that retries do not arrive all at once. */
const JITTER_PERCENT = 10

/**
 * The delay before the next attempt after `attempts` failed ones, in milliseconds; undefined to give up. `random` is in
 * [0, 1). The receiver's Retry-After is honored up to a day.
 */
export function nextWaitMs(
  attempts: number,
  random: number,
  retryAfterMs: number | undefined,
): number | undefined {
  const wait = ATTEMPT_WAITS_MS[attempts]
  if (wait === undefined) return undefined
  const stretched = wait + Math.trunc((wait * JITTER_PERCENT * random) / 100)
  return Math.max(stretched, Math.min(retryAfterMs ?? 0, RETRY_AFTER_MOST_MS))
}

/** True if the text is a pattern: `*`, `invoice.*` or `invoice.paid`. */
export function isEventPattern(text: string): boolean {
  return /^(\*|[a-z_]+\.(\*|[a-z_]+))$/.test(text) && text.length <= 64
}

/** True if an endpoint with these patterns subscribes to the event type. */
export function wants(patterns: readonly string[], type: string): boolean {
  const family = `${type.split('.')[0]}.*`
  return patterns.some((pattern) => pattern === '*' || pattern === type || pattern === family)
}

/** The milliseconds that a Retry-After header requests: seconds, or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
