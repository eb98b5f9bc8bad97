// How the pages for customers are answered: what was found, another page to go to, or a message.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimit } from '../platform/http/limiter.ts'
import { type HostedPage, messagePage } from './page.ts'

/** Missing invoices allowed per minute and client address; requests with a valid URL are never refused. */
const MISSES_MOST = 60

/** Headers of every response: no caching, no referrer, no indexing. */
const HEADERS = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'x-content-type-options': 'nosniff',
}

/** The response for a page that was found. */
export interface Shown {
  type: string
  body: string | Buffer
  headers?: Record<string, string>
}

/** The response to a request, or the page to go to; undefined for a page that does not exist. */
export type Found = Shown | { to: string } | undefined

export type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  find: () => Promise<Found>,
) => Promise<FastifyReply>

/** Answers requests; `misses` counts those for pages that do not exist, by client address. */
export function createAnswer(misses: RateLimit): Answer {
  const missing = async (request: FastifyRequest, reply: FastifyReply) => {
    const grant = await misses.take(request.ip, MISSES_MOST, performance.now())
    if (grant.allowed) return sendMessage(request, reply, 404, 'missing')
    reply.header('retry-after', String(grant.resetSeconds))
    return sendMessage(request, reply, 429, 'busy')
  }

  return async (request, reply, find) => {
    let found: Found
    try {
      found = await find()
    } catch (error) {
      request.log.warn({ err: error }, 'a hosted page could not be shown')
      reply.header('retry-after', '30')
      return sendMessage(request, reply, 503, 'down')
    }
    if (found && 'to' in found) return reply.headers(HEADERS).redirect(found.to, 303)
    return found ? send(reply, 200, found) : missing(request, reply)
  }
}

function send(reply: FastifyReply, status: number, shown: Shown): FastifyReply {
  return reply
    .code(status)
    .headers({ ...HEADERS, ...shown.headers })
    .type(shown.type)
    .send(shown.body)
}

export function shownPage({ policy, text }: HostedPage): Shown {
  const headers = { 'content-security-policy': policy }
  return { type: 'text/html; charset=utf-8', body: text, headers }
}

/** In the browser's most preferred language that is available. */
function sendMessage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  kind: Parameters<typeof messagePage>[1],
): FastifyReply {
  return send(reply, status, shownPage(messagePage(languageOf(request), kind)))
}

/** The browser's most preferred language. */
export function languageOf({ headers }: FastifyRequest): string {
  const [wanted = ''] = (headers['accept-language'] ?? '').split(/[,;]/)
  return wanted.trim()
}
