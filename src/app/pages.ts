// What the process serves beside the API: health, metrics, the reference.

import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { Config } from '../platform/config.ts'
import { query, sql } from '../platform/db/sql.ts'
import type { Metrics } from '../platform/metrics.ts'
import { Refusal, unavailable } from '../platform/refusal.ts'

export interface PageParts {
  config: Config
  pool: Pool
  metrics: Metrics
}

export function addPages(server: FastifyInstance, { config, pool, metrics }: PageParts): void {
  const healthy = async () => {
    const started = performance.now()
    await query(pool, sql`select 1`)
    return { status: 'ok', database_ms: Math.ceil(performance.now() - started) }
  }
  server.get('/healthz', healthy)
  server.get('/readyz', async () => {
    const rows = await query<{ ready: boolean }>(
      pool,
      sql`select exists (select 1 from installation) as ready`,
    )
    if (!rows[0]?.ready) throw unavailable('The service is still starting.')
    return { status: 'ready' }
  })
  server.get('/metrics', async (request, reply) => {
    assertMayScrape(config.metricsToken, request)
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text())
  })
}

/** Metrics are for the machine itself, or for whoever has the token. */
function assertMayScrape(token: string | undefined, request: FastifyRequest): void {
  const sent = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  if (
    token &&
    sent.length === token.length &&
    timingSafeEqual(Buffer.from(sent), Buffer.from(token))
  )
    return
  const { remoteAddress = '' } = request.socket
  const local = /^(::ffff:)?127\.|^::1$/.test(remoteAddress) && request.ip === remoteAddress
  if (local) return
  throw new Refusal(
    'permission_denied',
    'Metrics are shown to this machine only, or to a caller who sends METRICS_TOKEN as Authorization: Bearer.',
  )
}
