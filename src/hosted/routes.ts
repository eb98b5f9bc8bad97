// The hosted invoice under /i, for anyone who has its URL; no key is needed.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { noteDocument } from '../domain/credit-note-document.ts'
import { invoiceDocument } from '../domain/document.ts'
import { parseHosted } from '../domain/hosted.ts'
import { findLogo } from '../features/account-settings/store.ts'
import type { BillingEnvironment } from '../features/accounts/store.ts'
import { findNotesOf } from '../features/credit-notes/store.ts'
import {
  deliverInvoicePdf,
  deliverNotePdf,
  type InvoicePdf,
  type Typesetter,
} from '../features/documents/deliver.ts'
import { findParties } from '../features/documents/store.ts'
import type { OpenGateways } from '../features/gateways/open.ts'
import { findHosted, findInvoices } from '../features/invoices/store.ts'
import { findLastAttempt } from '../features/payments/store.ts'
import type { Heavy } from '../platform/db/heavy.ts'
import type { Lane } from '../platform/db/lane.ts'
import type { RowKey } from '../platform/db/table.ts'
import type { RateLimit } from '../platform/http/limiter.ts'
import { createAnswer, languageOf, type Shown, shownPage } from './answer.ts'
import { hostedPage, messagePage } from './page.ts'
import { payingOf } from './pay.ts'
import { addPaying } from './routes-pay.ts'

export interface HostedParts {
  pool: Pool
  lane: Lane<BillingEnvironment>
  gateways: OpenGateways
  typesetter: Typesetter
  /** How expensive reads are run for an environment. */
  heavyOf(environmentId: number): Heavy
  /** Counts requests for missing invoices, by client address. */
  misses: RateLimit
  publicUrl(): string
  wallNow(): number
}

/** The paths served here; `*` matches the rest of a path. */
export const HOSTED_PATHS = ['/i', '/i/*', '/simulated/:payment', '/saved']

/** `note` is the number of a credit note of the invoice. */
type Params = { token: string; note?: string }

type Show = (
  key: RowKey,
  token: string,
  rest: { note: string; isReturned: boolean },
) => Promise<Shown | undefined>

export function addHosted(
  server: FastifyInstance,
  { pool, lane, gateways, typesetter, heavyOf, misses, publicUrl, wallNow }: HostedParts,
): void {
  const paying = { pool, lane, gateways, publicUrl }
  const answer = createAnswer(misses)
  const keyOf = async (token: string) => {
    const hosted = parseHosted(token)
    return hosted && (await findHosted(pool, hosted))
  }

  const show = (path: string, find: Show) =>
    server.get<{ Params: Params; Querystring: { returned?: string } }>(path, (request, reply) =>
      answer(request, reply, async () => {
        const { token, note = '' } = request.params
        const key = await keyOf(token)
        const isReturned = request.query.returned !== undefined
        return key && find(key, token, { note, isReturned })
      }),
    )

  show('/i/:token', async (key, token, { isReturned }) => {
    const [[invoice], parties, attempt] = await Promise.all([
      findInvoices(pool, [key]),
      findParties(pool, key),
      findLastAttempt(pool, key),
    ])
    if (!invoice || !parties) return undefined
    const { mode, active_gateways } = parties
    const document = invoiceDocument(invoice, parties, { mode })
    const notes = await findNotesOf(pool, key)
    const path = `/i/${token}`
    const pays = payingOf(invoice, attempt, { mode, active_gateways, isReturned })
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

  addPaying(server, { answer, keyOf, paying })
  server.get('/saved', (request, reply) =>
    answer(request, reply, async () => shownPage(messagePage(languageOf(request), 'saved'))),
  )

  const other = (request: FastifyRequest, reply: FastifyReply) =>
    answer(request, reply, async () => undefined)
  server.get('/i', other)
  server.get('/i/*', other)
}

const sentPdf = ({ pdf, filename }: InvoicePdf): Shown => ({
  type: 'application/pdf',
  body: pdf,
  headers: { 'content-disposition': `inline; filename="${filename}"` },
})
