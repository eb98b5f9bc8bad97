// Rules of webhooks that need no database: which events an endpoint wants, and when to try again.

export const ENDPOINT_STATUSES = ['enabled', 'paused', 'disabled'] as const
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number]

/** Why an endpoint is switched off: it answered 410, or failed for too long. */
export const DISABLED_REASONS = ['gone', 'failing'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'skipped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** The event of `POST /v1/webhook_endpoints/:id/test`: it goes to that endpoint and no other. */
export const TEST_EVENT = 'webhook_endpoint.test'

/** Endpoints an environment may have: each is sent every event it wants. */
export const ENDPOINTS_MOST = 50

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The wait before each attempt (Standard Webhooks, retry schedule); after the last, giving up. */
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

/** An endpoint that has failed this long, without one success, is switched off. */
export const FAILING_LIMIT_MS = 5 * 24 * HOUR
const RETRY_AFTER_MOST_MS = 24 * HOUR
/** Waits are stretched by up to this share, so that a crowd does not come back as one. */
const JITTER_PERCENT = 10

/**
 * When to try again after `attempts` failed ones, in milliseconds from now; undefined when it is
 * time to give up. `random` is from 0 up to 1; what the receiver asked for (Retry-After) is honoured
 * up to a day.
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

/** Whether a pattern is one: `*`, `invoice.*` or `invoice.paid`. */
export function isEventPattern(text: string): boolean {
  return /^(\*|[a-z_]+\.(\*|[a-z_]+))$/.test(text) && text.length <= 64
}

/** Whether an endpoint with these patterns wants an event of this type. */
export function wants(patterns: readonly string[], type: string): boolean {
  const family = `${type.split('.')[0]}.*`
  return patterns.some((pattern) => pattern === '*' || pattern === type || pattern === family)
}

/** Milliseconds that a Retry-After header asks for: seconds, or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
