// The check before every API route: authentication (401) and quota (429).

import type { FastifyReply, FastifyRequest } from 'fastify'
import { RECKONER } from '../invocation.ts'
import { Refusal } from '../refusal.ts'
import { isLarge, type Scope } from '../scope.ts'
import type {} from './exchange.ts'
import type { Grant, RateLimit } from './limiter.ts'
import {
  assertOwnOrigin,
  assertSecure,
  OURS_ALONE,
  type Place,
  placeOf,
  sessionToken,
} from './session-address.ts'
import { wrongKey } from './wrong-key.ts'

/** Failed authentications per minute and address; further failures get 429. */
const FAILURES_MOST = 60

export interface Gate {
  /** Under /v1 only keys are accepted, and cookies are ignored; under /session it is the reverse. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<Scope>
}

export interface GateOptions {
  /** The scope of a key as sent from an address; undefined if the key is not valid. */
  authenticate(key: string, address: string): Promise<Scope | undefined>
  /** Reads the scope of a key again, bypassing every cache. */
  refresh(key: string, address: string): Promise<Scope | undefined>
  /**
   * The scope of a session in one environment: undefined if the session is invalid, null if it is valid but not a
   * member of that account.
   */
  enter(token: string, place: Place, address: string): Promise<Scope | null | undefined>
  publicUrl(): string
  limiter: RateLimit
  failures: RateLimit
}

export function createGate(options: GateOptions): Gate {
  return {
    admit(request, reply) {
      const place = placeOf(request)
      return place ? admitPerson(options, place, request, reply) : admitKey(options, request, reply)
    },
  }
}

async function admitKey(
  options: GateOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Scope> {
  const key = bearer(request.headers.authorization)
  const scope = key && (await options.authenticate(key, request.ip))
  if (!scope) throw await unauthenticated(options.failures, request)
  // Set now, so that the request is attributed even if it is refused later.
  request.scope = scope
  const fresh = async () => {
    const found = await options.refresh(key, request.ip)
    if (!found) throw await unauthenticated(options.failures, request)
    return found
  }
  return isDoubtful(options, scope)
    ? limit(options, await fresh(), reply)
    : limit(options, scope, reply, fresh)
}

async function admitPerson(
  options: GateOptions,
  place: Place,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Scope> {
  // A user's data must not be cached for anyone else.
  reply.headers({ 'cache-control': 'private, no-cache', vary: 'cookie', ...OURS_ALONE })
  assertSecure(request, options.publicUrl())
  const token = sessionToken(request)
  const scope = token && (await options.enter(token, place, request.ip))
  if (scope === null) {
    throw new Refusal(
      'resource_missing',
      `There is no account ${place.account_id} that you belong to.`,
    )
  }
  if (!scope) throw await signedOut(options.failures, request.ip, token !== undefined)
  request.scope = scope
  assertOwnOrigin(request, options.publicUrl())
  return limit(options, scope, reply)
}

function bearer(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  return /^Bearer +([^\s]+) *$/i.exec(header)?.[1] ?? ''
}

async function assertFewFailures(
  failures: RateLimit,
  address: string,
  sent: string,
): Promise<void> {
  const grant = await failures.take(address, FAILURES_MOST, performance.now())
  if (grant.allowed) return
  throw new Refusal(
    'rate_limit_exceeded',
    `More than ${FAILURES_MOST} requests with a wrong ${sent} or none came from this address within 60 seconds. Check the ${sent}. Requests with a valid ${sent} still work.`,
    { headers: { 'retry-after': String(grant.resetSeconds) } },
  )
}

/** Returns a 401. Counts guessed tokens as failures, but not a page that is merely signed out. */
export async function signedOut(
  failures: RateLimit,
  address: string,
  guessed: boolean,
): Promise<Refusal> {
  if (guessed) await assertFewFailures(failures, address, 'session')
  return new Refusal(
    'session_invalid',
    'You are not signed in, or your session has expired. Sign in again.',
    {
      headers: { 'www-authenticate': 'Bearer realm="reckoner"' },
    },
  )
}

async function unauthenticated(failures: RateLimit, request: FastifyRequest): Promise<Refusal> {
  await assertFewFailures(failures, request.ip, 'key')
  const { code, message } = wrongKey(request.raw)
  const error = code === 'api_key_invalid' ? ', error="invalid_token"' : ''
  return new Refusal(code, message, {
    headers: { 'www-authenticate': `Bearer realm="reckoner"${error}` },
  })
}

/** Quota of the lowest tier; above it, a tier lowered meanwhile could refuse the request. */
const LEAST_QUOTA = 100

/**
 * True if the tier must be read again before deciding. A cached tier neither refuses a request nor admits one beyond
 * the lowest quota, so a changed tier counts at once. The cache of a large quota is fresh enough without that.
 */
function isDoubtful({ limiter }: GateOptions, { policy, window }: Scope): boolean {
  if (policy.quota === null) return false
  const used = limiter.count(window, performance.now())
  return used >= policy.quota || (used >= LEAST_QUOTA && !isLarge(policy))
}

/**
 * Counts a request. If only other processes know that the quota is used up, reads the tier again (`fresh`) before it
 * refuses.
 */
async function limit(
  options: GateOptions,
  scope: Scope,
  reply: FastifyReply,
  fresh?: () => Promise<Scope>,
): Promise<Scope> {
  const { quota } = scope.policy
  if (quota === null) return scope
  const taken = options.limiter.take(scope.window, quota, performance.now())
  const grant = taken instanceof Promise ? await taken : taken
  if (!grant.allowed && fresh) {
    const found = await fresh()
    if (found.policy.quota !== quota) return limit(options, found, reply)
  }
  setLimitHeaders(reply, scope, quota, grant)
  if (grant.allowed) return scope
  throw exceeded(scope, quota, grant)
}

function setLimitHeaders(
  reply: FastifyReply,
  { policy: { name } }: Scope,
  quota: number,
  grant: Grant,
): void {
  reply.headers({
    'ratelimit-policy': `"${name}";q=${quota};w=60`,
    ratelimit: `"${name}";r=${grant.remaining};t=${grant.resetSeconds}`,
    'x-ratelimit-limit': String(quota),
    'x-ratelimit-remaining': String(grant.remaining),
    'x-ratelimit-reset': String(grant.resetSeconds),
  })
}

function exceeded({ role, policy }: Scope, quota: number, { resetSeconds }: Grant): Refusal {
  const [whose, more] =
    role === undefined ? [`The ${policy.name} tier`, RAISE] : ['The dashboard', '']
  return new Refusal(
    'rate_limit_exceeded',
    `${whose} allows ${counted(quota, 'request')} in any 60 seconds for this environment. Try again in ${counted(resetSeconds, 'second')}.${more}`,
    { headers: { 'retry-after': String(resetSeconds) } },
  )
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** Advice for the operator, who can change the tier. */
const RAISE = ` The operator can raise it with \`${RECKONER} accounts set-tier\`; RATE_LIMIT_TIER sets the tier of new accounts.`
