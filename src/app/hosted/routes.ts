// The hosted invoice under /i: for whoever has its address, without a key.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { invoiceDocument } from '../../domain/document.ts'
import { parseHosted } from '../../domain/hosted.ts'
import { findLogo } from '../../features/account-settings/store.ts'
import { renderInvoicePdf, type Typesetter } from '../../features/documents/actions.ts'
import { findParties } from '../../features/documents/store.ts'
import { findHosted, findInvoices } from '../../features/invoices/store.ts'
import type { RowKey } from '../../platform/db/action.ts'
import { Limiter } from '../../platform/http/limiter.ts'
import { type HostedPage, hostedPage, messagePage } from './page.ts'

export interface HostedParts {
  pool: Pool
  typesetter: Typesetter
}

/** The addresses served here; `*` stands for the rest of a path. */
export const HOSTED_PATHS = ['/i', '/i/*']

/** Addresses that do not exist, a minute from one place; whoever has a good one is never refused. */
const MISSES_MOST = 60

/** What goes with every answer here: seen by nobody else, kept by nobody, found by no search. */
const HEADERS = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'x-content-type-options': 'nosniff',
}

type Params = { token: string }
type Show = (request: FastifyRequest, reply: FastifyReply, key: RowKey) => Promise<unknown>

export function addHosted(server: FastifyInstance, { pool, typesetter }: HostedParts): void {
  const misses = new Limiter()

  const missing = (request: FastifyRequest, reply: FastifyReply) => {
    const grant = misses.take(request.ip, MISSES_MOST, performance.now())
    if (grant.allowed) return sendMessage(request, reply, 404, 'missing')
    reply.header('retry-after', String(grant.resetSeconds))
    return sendMessage(request, reply, 429, 'busy')
  }

  const show = (path: string, work: Show) =>
    server.get<{ Params: Params }>(path, async (request, reply) => {
      try {
        const hosted = parseHosted(request.params.token)
        const key = hosted && (await findHosted(pool, hosted))
        const shown = key && (await work(request, reply, key))
        return shown ?? missing(request, reply)
      } catch (error) {
        request.log.warn({ err: error }, 'a hosted invoice could not be shown')
        reply.header('retry-after', '30')
        return sendMessage(request, reply, 503, 'down')
      }
    })

  show('/i/:token', async (request, reply, key) => {
    const [[invoice], parties] = await Promise.all([
      findInvoices(pool, [key]),
      findParties(pool, key),
    ])
    if (!invoice || !parties) return undefined
    const document = invoiceDocument(invoice, parties, { mode: parties.mode })
    const { token } = request.params as Params
    return send(reply, 200, hostedPage(document, `/i/${token}`))
  })

  show('/i/:token/pdf', async (_request, reply, key) => {
    const made = await renderInvoicePdf({ pool, typesetter }, key)
    return (
      made &&
      reply
        .headers(HEADERS)
        .header('content-disposition', `inline; filename="${made.filename}"`)
        .type('application/pdf')
        .send(made.pdf)
    )
  })

  show('/i/:token/logo', async (_request, reply, key) => {
    const parties = await findParties(pool, key)
    const hash = parties?.seller.logo
    const logo = hash ? await findLogo(pool, Number(key.environment_id), hash) : undefined
    return logo && reply.headers(HEADERS).type(logo.content_type).send(logo.data)
  })

  const other = (request: FastifyRequest, reply: FastifyReply) => missing(request, reply)
  server.get('/i', other)
  server.get('/i/*', other)
}

function send(reply: FastifyReply, status: number, page: HostedPage): FastifyReply {
  return reply
    .code(status)
    .headers(HEADERS)
    .header('content-security-policy', page.policy)
    .type('text/html; charset=utf-8')
    .send(page.text)
}

/** In the language that the reader's browser asks for first, of those there are. */
function sendMessage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  kind: Parameters<typeof messagePage>[1],
): FastifyReply {
  const [wanted = ''] = (request.headers['accept-language'] ?? '').split(/[,;]/)
  return send(reply, status, messagePage(wanted.trim(), kind))
}
