// What the log of requests hears of each one that somebody was let in for, once it is answered.

import type { Scope } from '../scope.ts'
import type { Answering, Asked, Told } from './exchange.ts'

/** A request as it was: nothing of it is copied, checked or redacted yet. */
export interface LoggedRequest {
  scope: Scope
  /** `req_…`, of which the time it arrived can be read. */
  id: string
  method: string
  /** Path and query, below no prefix of people; `dry_run=true` also where Accept said so. */
  url: string
  operation: string
  params: Record<string, string>
  status: number
  durationMs: number
  userAgent: string | undefined
  idempotencyKey: string | undefined
  sent: string | undefined
  told: Told | undefined
}

/** The request for the log; undefined when it belongs to no environment. */
export function loggedRequest(request: Asked, reply: Answering): LoggedRequest | undefined {
  const { scope, headers } = request
  const { operation } = request.routeOptions.config
  // Who is not let in after all belongs nowhere either.
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
    told: request.told,
  }
}

/** As it was sent; of a dry run that Accept asked for, with the parameter that says the same. */
function addressOf({ raw: { url = '' }, dryRun }: Asked): string {
  if (!dryRun || url.includes('dry_run=true')) return url
  return `${url}${url.includes('?') ? '&' : '?'}dry_run=true`
}
