// The pages a process serves outside the API: health, metrics, and the reference.

import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../platform/config.ts'
import { etagOf, matches } from '../platform/etag.ts'
import type { Metrics } from '../platform/metrics.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Readiness } from './readiness.ts'
import { createDocs, openapiDocument } from './reference.ts'

export interface WatchedParts {
  config: Config
  readiness: Readiness
  metrics: Metrics
}

/** The health and metrics paths, which every process serves in any role. */
export const WATCHED_PATHS = ['/healthz', '/readyz', '/metrics']

/** The paths of the reference; `*` matches the rest of a path. */
export const REFERENCE_PATHS = ['/openapi.json', '/docs', '/docs.md', '/docs/*', '/llms.txt']

export function addWatched(
  server: FastifyInstance,
  { config, readiness, metrics }: WatchedParts,
): void {
  // Reports on the process only: restarting it does not repair a database it cannot reach.
  server.get('/healthz', () => ({ status: 'ok', database_ms: readiness.databaseMs }))
  server.get('/readyz', async () => {
    await readiness.assertReady()
    return { status: 'ready' }
  })
  server.get('/metrics', async (request, reply) => {
    assertMayScrape(config, request)
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text())
  })
}

/** Nothing external and nothing inline: the pages work offline, and no text in them can run as script. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
}

/** `publicUrl` returns the URL at which clients reach this process; it is known once the process listens. */
export function addReference(server: FastifyInstance, publicUrl: () => string): void {
  // Built on the first visit, so that the start does not wait for it.
  let document: string | undefined
  let docs: ReturnType<typeof createDocs> | undefined
  server.get('/openapi.json', (request, reply) => {
    document ??= JSON.stringify(openapiDocument(publicUrl()))
    return answer(request, reply, 'application/json; charset=utf-8', document)
  })
  const show = (request: FastifyRequest, reply: FastifyReply) => {
    docs ??= createDocs(publicUrl())
    const path = (request.raw.url ?? '').split('?')[0] as string
    const page = docs.find(path)
    if (!page) {
      throw new Refusal(
        'route_not_found',
        `There is no page ${path.slice(0, 100)}. Start at /docs.`,
      )
    }
    return answer(request, reply.headers(PAGE_HEADERS), page.type, page.text)
  }
  for (const path of ['/docs', '/docs.md', '/docs/*', '/llms.txt']) server.get(path, show)
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  text: string,
): FastifyReply {
  const etag = etagOf(text)
  const condition = request.headers['if-none-match']
  reply.header('etag', etag)
  if (condition && matches(condition, etag, true)) return reply.code(304).send()
  return reply.type(type).send(text)
}

const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
/** Headers that proxies add. Some add none and put their own address into `Host`: see `isProxied`. */
const FORWARDED = /^(x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-.*)$/

/** Metrics are for callers on this machine and for callers with the token. */
function assertMayScrape(config: WatchedParts['config'], request: FastifyRequest): void {
  const token = config.metricsToken
  const sent = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  if (
    token &&
    sent.length === token.length &&
    timingSafeEqual(Buffer.from(sent), Buffer.from(token))
  ) {
    return
  }
  const { remoteAddress = '' } = request.socket
  const isForwarded = Object.keys(request.headers).some((name) => FORWARDED.test(name))
  const isNamedLocally = LOCAL_HOST.test(request.headers.host ?? '')
  const isLocal = /^(::ffff:)?127\.|^::1$/.test(remoteAddress) && isNamedLocally && !isForwarded
  if (isLocal && !isProxied(config)) return
  throw new Refusal(
    'permission_denied',
    'Without a token, only this machine can read metrics, at localhost or a loopback address, and only while PUBLIC_URL is local. Otherwise set METRICS_TOKEN and send it as Authorization: Bearer.',
  )
}

/**
 * True if PUBLIC_URL names another host than the one listened on. Then a proxy is likely in front,
 * and its requests can look local: nginx by default adds no header and puts the upstream address
 * into `Host`.
 */
function isProxied({ host, publicUrl }: WatchedParts['config']): boolean {
  const named = new URL(publicUrl)
  return !LOCAL_HOST.test(named.host) && named.hostname !== host
}
