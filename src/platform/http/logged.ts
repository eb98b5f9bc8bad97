// The data that the request log receives for each authenticated request, once it is answered.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '../scope.ts'
import type { LoggedResponse } from './exchange.ts'

/** A request as it was received: not yet copied, checked or redacted. */
export interface LoggedRequest {
  scope: Scope
  /** `req_…`; it contains the time of arrival. */
  id: string
  method: string
  /** Path and query without the /session prefix; has `dry_run=true` also if Accept asked for it. */
  url: string
  operation: string
  params: Record<string, string>
  status: number
  durationMs: number
  userAgent: string | undefined
  idempotencyKey: string | undefined
  sent: string | undefined
  response: LoggedResponse | undefined
}

/** Returns the request for the log; undefined if it belongs to no environment. */
export function loggedRequest(
  request: FastifyRequest,
  reply: FastifyReply,
): LoggedRequest | undefined {
  const { scope, headers } = request
  const { operation } = request.routeOptions.config
  // A request refused with 401 belongs to no environment either.
  if (!scope || operation === undefined || reply.statusCode === 401) return undefined
  const key = headers['idempotency-key']
  return {
    scope,
    id: request.id,
    method: request.method,
    url: addressOf(request),
    operation,
    params: (request.params ?? {}) as Record<string, string>,
    status: reply.statusCode,
    durationMs: Math.trunc(reply.elapsedTime),
    userAgent: headers['user-agent'],
    idempotencyKey: typeof key === 'string' ? key : undefined,
    sent: typeof request.body === 'string' ? request.body : undefined,
    response: request.logged,
  }
}

/** The URL as sent; for a dry run requested by Accept, with `dry_run=true` added. */
function addressOf({ raw: { url = '' }, dryRun }: FastifyRequest): string {
  if (!dryRun || url.includes('dry_run=true')) return url
  return `${url}${url.includes('?') ? '&' : '?'}dry_run=true`
}
