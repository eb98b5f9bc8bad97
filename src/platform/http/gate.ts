// The gate before every route of the API: which key (401), and whether its quota allows it (429).

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import type { Scope } from '../scope.ts'
import type { Limiter } from './limiter.ts'

/** Failed authentications a minute from one address, after which further failing ones get 429. */
const FAILURES_MOST = 60

export type Gate = (request: FastifyRequest, reply: FastifyReply) => Promise<Scope>

export interface GateOptions {
  /** The scope of a key as sent from an address, or undefined when it opens nothing. */
  authenticate(key: string, address: string): Promise<Scope | undefined>
  /** The scope of a key read anew, past every cache; asked before anyone is refused by quota. */
  refresh(key: string, address: string): Promise<Scope | undefined>
  limiter: Limiter
  failures: Limiter
}

export function createGate(options: GateOptions): Gate {
  return async (request, reply) => {
    const key = bearer(request.headers.authorization)
    const scope = key && (await options.authenticate(key, request.ip))
    if (!scope) throw unauthenticated(options.failures, request.ip, key)
    return limit(options, key, scope, reply)
  }
}

function bearer(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  return /^Bearer +([^\s]+) *$/i.exec(header)?.[1] ?? ''
}

function unauthenticated(failures: Limiter, address: string, key: string | undefined): Refusal {
  const grant = failures.take(address, FAILURES_MOST, performance.now())
  if (!grant.allowed) {
    return new Refusal(
      'rate_limit_exceeded',
      `More than ${FAILURES_MOST} requests with a wrong key or none came from this address within 60 seconds. Check the key; requests with a valid key go on being served.`,
      { headers: { 'retry-after': String(grant.resetSeconds) } },
    )
  }
  if (key === undefined) {
    return new Refusal(
      'api_key_missing',
      'No API key was sent. Send the header Authorization: Bearer <key>.',
      { headers: { 'www-authenticate': 'Bearer realm="reckoner"' } },
    )
  }
  return new Refusal(
    'api_key_invalid',
    'The API key is not valid: it is misspelt, unknown, revoked or expired.',
    { headers: { 'www-authenticate': 'Bearer realm="reckoner", error="invalid_token"' } },
  )
}

async function limit(
  options: GateOptions,
  key: string,
  scope: Scope,
  reply: FastifyReply,
): Promise<Scope> {
  const { quota } = scope.policy
  if (quota === null) return scope
  const now = performance.now()
  // A raised tier counts at once: nobody is refused on the word of a cache.
  if (options.limiter.count(scope.environment_id, now) >= quota) {
    const fresh = await options.refresh(key, reply.request.ip)
    if (!fresh) throw unauthenticated(options.failures, reply.request.ip, key)
    if (fresh.policy.quota !== quota) return limit(options, key, fresh, reply)
  }
  const grant = options.limiter.take(scope.environment_id, quota, performance.now())
  const { name } = scope.policy
  reply.headers({
    'ratelimit-policy': `"${name}";q=${quota};w=60`,
    ratelimit: `"${name}";r=${grant.remaining};t=${grant.resetSeconds}`,
    'x-ratelimit-limit': String(quota),
    'x-ratelimit-remaining': String(grant.remaining),
    'x-ratelimit-reset': String(grant.resetSeconds),
  })
  if (grant.allowed) return scope
  throw new Refusal(
    'rate_limit_exceeded',
    `The ${name} tier allows ${quota} requests in any 60 seconds for this environment. Try again in ${grant.resetSeconds} seconds.`,
    { headers: { 'retry-after': String(grant.resetSeconds) } },
  )
}
