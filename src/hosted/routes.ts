// The hosted invoice under /i, for anyone who has its URL; no key is needed.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { noteDocument } from '../domain/credit-note-document.ts'
import { invoiceDocument } from '../domain/document.ts'
import { parseHosted } from '../domain/hosted.ts'
import type { BillingEnvironment } from '../features/accounts/store.ts'
import { findLogo } from '../features/account-settings/store.ts'
import { findNotesOf } from '../features/credit-notes/store.ts'
import {
  deliverInvoicePdf,
  deliverNotePdf,
  type InvoicePdf,
  type Typesetter,
} from '../features/documents/deliver.ts'
import { findParties } from '../features/documents/store.ts'
import { findHosted, findInvoices } from '../features/invoices/store.ts'
import { findLastAttempt } from '../features/payments/store.ts'
import { simulatedGateway } from '../features/simulated-gateway/gateway.ts'
import type { Heavy } from '../platform/db/heavy.ts'
import type { Lane } from '../platform/db/lane.ts'
import type { RowKey } from '../platform/db/table.ts'
import type { RateLimit } from '../platform/http/limiter.ts'
import { type HostedPage, hostedPage, messagePage } from './page.ts'
import { actSimulated, beginPaying, payingOf, type SimulatedAnswer, showSimulated } from './pay.ts'

export interface HostedParts {
  pool: Pool
  lane: Lane<BillingEnvironment>
  typesetter: Typesetter
  /** How expensive reads are run for an environment. */
  heavyOf(environmentId: number): Heavy
  /** Counts requests for missing invoices, by client address. */
  misses: RateLimit
  wallNow(): number
}

/** The paths served here; `*` matches the rest of a path. */
export const HOSTED_PATHS = ['/i', '/i/*', '/simulated/:payment']

/** The paths to which the forms of these pages are sent. */
export const HOSTED_FORMS = [
  { method: 'POST', path: '/i/:token/pay' },
  { method: 'POST', path: '/simulated/:payment' },
]

/** Largest form: a number. */
const FORM_BYTES_MOST = 1_024

/** Missing invoices allowed per minute and client address; requests with a valid URL are never refused. */
const MISSES_MOST = 60

/** Headers of every response: no caching, no referrer, no indexing. */
const HEADERS = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'x-content-type-options': 'nosniff',
}

/** `note` is the number of a credit note of the invoice. */
type Params = { token: string; note?: string }

/** The response for an invoice that was found, or the page to go to. */
interface Shown {
  type: string
  body: string | Buffer
  headers?: Record<string, string>
}

type Show = (
  key: RowKey,
  token: string,
  rest: { note: string; returned: number },
) => Promise<Shown | undefined>

export function addHosted(
  server: FastifyInstance,
  { pool, lane, typesetter, heavyOf, misses, wallNow }: HostedParts,
): void {
  const paying = { pool, lane, gateway: simulatedGateway({ pool, wallNow }) }
  const missing = async (request: FastifyRequest, reply: FastifyReply) => {
    const grant = await misses.take(request.ip, MISSES_MOST, performance.now())
    if (grant.allowed) return sendMessage(request, reply, 404, 'missing')
    reply.header('retry-after', String(grant.resetSeconds))
    return sendMessage(request, reply, 429, 'busy')
  }

  /** Answers with what was found; a failure is logged, and shown as a page. */
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    find: () => Promise<Shown | { to: string } | undefined>,
  ) => {
    let found: Shown | { to: string } | undefined
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

  const keyOf = async (token: string) => {
    const hosted = parseHosted(token)
    return hosted && (await findHosted(pool, hosted))
  }

  const show = (path: string, find: Show) =>
    server.get<{ Params: Params; Querystring: { returned?: string } }>(path, (request, reply) =>
      answer(request, reply, async () => {
        const { token, note = '' } = request.params
        const key = await keyOf(token)
        const returned = Number(/^[1-9]$/.exec(request.query.returned ?? '')?.[0] ?? 0)
        return key && find(key, token, { note, returned })
      }),
    )

  show('/i/:token', async (key, token, { returned }) => {
    const [[invoice], parties, attempt] = await Promise.all([
      findInvoices(pool, [key]),
      findParties(pool, key),
      findLastAttempt(pool, key),
    ])
    if (!invoice || !parties) return undefined
    const { mode } = parties
    const document = invoiceDocument(invoice, parties, { mode })
    const notes = await findNotesOf(pool, key)
    const path = `/i/${token}`
    const pays = payingOf(invoice, attempt, { mode, path, looks: returned })
    return shownPage(hostedPage(document, path, notes, pays))
  })

  show('/i/:token/:note', async (key, token, { note: number }) => {
    const note = (await findNotesOf(pool, key)).find((each) => each.number === number)
    const [[invoice], parties] = await Promise.all([
      findInvoices(pool, [key]),
      findParties(pool, key),
    ])
    if (!note || !invoice || !parties) return undefined
    const document = noteDocument(note, invoice, parties, { mode: parties.mode })
    return shownPage(hostedPage(document, `/i/${token}/${number}`))
  })

  show('/i/:token/:note/pdf', async (key, _, { note: number }) => {
    const note = (await findNotesOf(pool, key)).find((each) => each.number === number)
    const made =
      note && (await deliverNotePdf({ typesetter, heavy: heavyOf(key.environment_id) }, note))
    return made && sentPdf(made)
  })

  show('/i/:token/pdf', async (key) => {
    const heavy = heavyOf(key.environment_id)
    const made = await deliverInvoicePdf({ pool, typesetter, heavy, wallNow }, key)
    return made && sentPdf(made)
  })

  show('/i/:token/logo', async (key) => {
    const parties = await findParties(pool, key)
    const hash = parties?.seller.logo
    const logo = hash ? await findLogo(pool, Number(key.environment_id), hash) : undefined
    return logo && { type: logo.content_type, body: logo.data }
  })

  server.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES_MOST },
      (_request, body, done) => done(null, body),
    )
    forms.post<{ Params: Params }>('/i/:token/pay', (request, reply) =>
      answer(request, reply, async () => {
        const { token } = request.params
        const key = await keyOf(token)
        return key && { to: await beginPaying(paying, key, `/i/${token}`) }
      }),
    )
    forms.post<{ Params: { payment: string } }>('/simulated/:payment', (request, reply) =>
      answer(request, reply, async () => {
        const sent = new URLSearchParams(String(request.body ?? ''))
        return shownAnswer(await actSimulated(paying, request.params.payment, sent))
      }),
    )
  })

  server.get<{ Params: { payment: string } }>('/simulated/:payment', (request, reply) =>
    answer(request, reply, async () =>
      shownAnswer(await showSimulated(paying, request.params.payment)),
    ),
  )

  const other = (request: FastifyRequest, reply: FastifyReply) => missing(request, reply)
  server.get('/i', other)
  server.get('/i/*', other)
}

function send(reply: FastifyReply, status: number, shown: Shown): FastifyReply {
  return reply
    .code(status)
    .headers({ ...HEADERS, ...shown.headers })
    .type(shown.type)
    .send(shown.body)
}

const sentPdf = ({ pdf, filename }: InvoicePdf): Shown => ({
  type: 'application/pdf',
  body: pdf,
  headers: { 'content-disposition': `inline; filename="${filename}"` },
})

const shownAnswer = (answer: SimulatedAnswer): Shown | { to: string } | undefined =>
  answer && ('to' in answer ? answer : shownPage(answer.page))

function shownPage({ policy, text }: HostedPage): Shown {
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
  const [wanted = ''] = (request.headers['accept-language'] ?? '').split(/[,;]/)
  return send(reply, status, shownPage(messagePage(wanted.trim(), kind)))
}
