// The gate before every route of the API: who asks (401), and whether their quota allows it (429).

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { isLarge, type Scope } from '../scope.ts'
import type { Limiter } from './limiter.ts'
import {
  assertOwnOrigin,
  assertSecure,
  OURS_ALONE,
  type Place,
  placeOf,
  sessionToken,
} from './session-address.ts'
import { wrongKey } from './wrong-key.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** On whose behalf it is, as soon as that is known. */
    scope: Scope | undefined
    /** Whether the answer shows a secret: it is not compressed, so that no length tells of it (BREACH). */
    secret: boolean
  }
}

/** Failed authentications a minute from one address, after which further failing ones get 429. */
const FAILURES_MOST = 60

export type Gate = (request: FastifyRequest, reply: FastifyReply) => Promise<Scope>

export interface GateOptions {
  /** The scope of a key as sent from an address, or undefined when it opens nothing. */
  authenticate(key: string, address: string): Promise<Scope | undefined>
  /** The scope of a key read anew, past every cache. */
  refresh(key: string, address: string): Promise<Scope | undefined>
  /**
   * The scope of a session in one of its environments: undefined when it is none, null when it is
   * one and has no part in that account.
   */
  enter(token: string, place: Place, address: string): Promise<Scope | null | undefined>
  /** How others reach this service. */
  publicUrl(): string
  limiter: Limiter
  failures: Limiter
}

/** Under /v1 keys open and cookies are not looked at; under /session it is the other way round. */
export function createGate(options: GateOptions): Gate {
  return (request, reply) => {
    const place = placeOf(request)
    return place ? admitPerson(options, place, request, reply) : admitKey(options, request, reply)
  }
}

async function admitKey(
  options: GateOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Scope> {
  const key = bearer(request.headers.authorization)
  const scope = key && (await options.authenticate(key, request.ip))
  if (!scope) throw unauthenticated(options.failures, request)
  // Whose it is, is known even if it is refused from here on.
  request.scope = scope
  if (!isDoubtful(options, scope)) return limit(options, scope, reply)
  const fresh = await options.refresh(key, request.ip)
  if (!fresh) throw unauthenticated(options.failures, request)
  return limit(options, fresh, reply)
}

async function admitPerson(
  options: GateOptions,
  place: Place,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Scope> {
  // What one person is shown is kept for nobody else.
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
  if (!scope) throw signedOut(options.failures, request.ip, token !== undefined)
  request.scope = scope
  assertOwnOrigin(request, options.publicUrl())
  return limit(options, scope, reply)
}

function bearer(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  return /^Bearer +([^\s]+) *$/i.exec(header)?.[1] ?? ''
}

function assertFewFailures(failures: Limiter, address: string, sent: string): void {
  const grant = failures.take(address, FAILURES_MOST, performance.now())
  if (grant.allowed) return
  throw new Refusal(
    'rate_limit_exceeded',
    `More than ${FAILURES_MOST} requests with a wrong ${sent} or none came from this address within 60 seconds. Check the ${sent}; requests with a valid ${sent} go on being served.`,
    { headers: { 'retry-after': String(grant.resetSeconds) } },
  )
}

/** 401 where no session is; guesses at one are counted, a page that is merely signed out is not. */
export function signedOut(failures: Limiter, address: string, guessed: boolean): Refusal {
  if (guessed) assertFewFailures(failures, address, 'session')
  return new Refusal('session_invalid', 'You are not signed in, or no longer. Sign in again.', {
    headers: { 'www-authenticate': 'Bearer realm="reckoner"' },
  })
}

function unauthenticated(failures: Limiter, request: FastifyRequest): Refusal {
  assertFewFailures(failures, request.ip, 'key')
  const { code, message } = wrongKey(request.raw)
  const error = code === 'api_key_invalid' ? ', error="invalid_token"' : ''
  return new Refusal(code, message, {
    headers: { 'www-authenticate': `Bearer realm="reckoner"${error}` },
  })
}

/** What the least tier allows: beyond it, one that was lowered meanwhile might refuse. */
const LEAST_QUOTA = 100

/**
 * Whether the tier is read again before it decides. Nobody is refused on the word of a cache, nor
 * let in on it who has used up what the least tier allows: a tier that is raised or lowered counts
 * at once. What is believed of a large quota is young enough by itself.
 */
function isDoubtful({ limiter }: GateOptions, { policy, window }: Scope): boolean {
  if (policy.quota === null) return false
  const used = limiter.count(window, performance.now())
  return used >= policy.quota || (used >= LEAST_QUOTA && !isLarge(policy))
}

function limit(options: GateOptions, scope: Scope, reply: FastifyReply): Scope {
  const { quota, name } = scope.policy
  if (quota === null) return scope
  const grant = options.limiter.take(scope.window, quota, performance.now())
  reply.headers({
    'ratelimit-policy': `"${name}";q=${quota};w=60`,
    ratelimit: `"${name}";r=${grant.remaining};t=${grant.resetSeconds}`,
    'x-ratelimit-limit': String(quota),
    'x-ratelimit-remaining': String(grant.remaining),
    'x-ratelimit-reset': String(grant.resetSeconds),
  })
  if (grant.allowed) return scope
  const [whose, more] =
    scope.role === undefined ? [`The ${name} tier`, RAISE] : ['The dashboard', '']
  throw new Refusal(
    'rate_limit_exceeded',
    `${whose} allows ${counted(quota, 'request')} in any 60 seconds for this environment. Try again in ${counted(grant.resetSeconds, 'second')}.${more}`,
    { headers: { 'retry-after': String(grant.resetSeconds) } },
  )
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** To whoever owns the installation, and pays for no tier. */
const RAISE =
  ' Whoever runs this service raises it by the command `reckoner accounts set-tier`; RATE_LIMIT_TIER is what new accounts get.'
