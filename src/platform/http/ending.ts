// The end of every request: errors in the common format, metrics and the request log.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { isBlocked, isOutage, outageSentence } from '../db/pool.ts'
import { fault } from '../faults.ts'
import { Refusal, unavailable } from '../refusal.ts'
import { keepAddresses } from './address.ts'
import { drain } from './body.ts'
import { type Catalogue, errorAnswer } from './errors.ts'
import { type LoggedRequest, loggedRequest } from './logged.ts'
import { PERSONAL_PREFIX } from './personal.ts'
import { placeOf } from './session-address.ts'

export interface Answered {
  /** The operation's name in the reference; for a page, its path. */
  operation: string
  /** Its section of the reference. */
  group: string
  reads: boolean
  status: number
  seconds: number
}

export interface Observer {
  answered(answer: Answered): void
}

export interface Failing {
  catalogue: Catalogue
  /** Base URL of the error pages; a function, since PORT=0 is resolved by listening. */
  docsUrl(): string
}

export interface Observers {
  observer: Observer
  /** Receives each answered request that belongs to an environment; must not throw. */
  logged?: ((request: LoggedRequest) => void) | undefined
}

/** One year, in seconds (RFC 6797, section 6.1.1). */
const HTTPS_ALONE = 'max-age=31536000'

/** Sets the headers of every response. `isSecure`: clients reach the service by https. */
export function begin(
  { isSecure = false }: { isSecure?: boolean },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  keepAddresses(request.raw.headers)
  reply.header('request-id', request.id).header('x-content-type-options', 'nosniff')
  if (isSecure) reply.header('strict-transport-security', HTTPS_ALONE)
}

/** Drains the request, then reports the sent response to metrics and the request log. */
export function end(observers: Observers, request: FastifyRequest, reply: FastifyReply): void {
  drain(request.raw)
  observe(observers, request, reply)
  const logged = observers.logged && loggedRequest(request, reply)
  if (logged) observers.logged?.(logged)
  if (request.scope && request.method !== 'GET') fault('write.answered')
}

export function fail(
  options: Failing,
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
): FastifyReply {
  const error = translated(thrown)
  const made = errorAnswer(error, options.catalogue, options.docsUrl(), request.id)
  request.logged = { json: made.json, code: made.code }
  if (made.internal) request.log.error({ err: thrown }, 'internal error')
  if (error instanceof Refusal && error.cause)
    request.log.warn({ err: error.cause }, 'the database failed this request')
  // Fastify would close the connection when it refuses a body; we drain it so that the response arrives.
  reply.removeHeader('connection')
  // A stream that failed before its first byte has already set this header.
  reply.removeHeader('content-encoding')
  for (const [name, value] of Object.entries(made.headers)) reply.header(name, value)
  return reply
    .code(made.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('request-id', request.id)
    .send(isOfPerson(request) ? made.pageJson() : made.json)
}

/** True for requests under /session, which only the dashboard sends. */
function isOfPerson(request: FastifyRequest): boolean {
  return placeOf(request) !== undefined || (request.raw.url ?? '').startsWith(PERSONAL_PREFIX)
}

/** Converts errors of Fastify and of an unreachable database to our own. */
function translated(thrown: unknown): unknown {
  if (isOutage(thrown)) {
    return unavailable(outageSentence(thrown), 1, thrown)
  }
  if (isBlocked(thrown)) return unavailable('Another request is changing the same data. Try again.')
  const code = (thrown as { code?: unknown }).code
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') {
    return new Refusal('route_not_found', 'This path is not valid.')
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Refusal(
      'unsupported_media_type',
      'The Content-Type header is not valid. Send Content-Type: application/json.',
    )
  }
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return new Refusal(
      'invalid_json',
      'The request body is shorter or longer than Content-Length says.',
    )
  }
  return thrown
}

function observe({ observer }: Observers, request: FastifyRequest, reply: FastifyReply): void {
  const { url: route = 'unrouted', config } = request.routeOptions
  const { method } = request
  const status = reply.statusCode
  observer.answered({
    operation: config.operation ?? route,
    group: config.group ?? groupOf(route),
    reads: method === 'GET' || method === 'HEAD',
    status,
    seconds: reply.elapsedTime / 1000,
  })
  request.log.info(
    {
      key_id: request.scope?.key_id,
      method,
      route,
      status,
      ms: Math.trunc(reply.elapsedTime * 10) / 10,
    },
    'request',
  )
}

/** The metrics group of requests that are not in the reference. */
function groupOf(route: string): string {
  if (route === 'unrouted') return route
  return route.startsWith(PERSONAL_PREFIX) ? 'People' : 'Pages'
}
