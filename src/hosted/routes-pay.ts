// The forms of the pages for customers, and the page of the simulated gateway.

import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RowKey } from '../platform/db/table.ts'
import { readBytes } from '../platform/http/body.ts'
import { type Answer, type Found, shownPage } from './answer.ts'
import {
  actSimulated,
  beginPaying,
  type PayParts,
  type SimulatedAnswer,
  showSimulated,
} from './pay.ts'

/** The paths to which the forms of these pages are sent. */
export const HOSTED_FORMS = [
  { method: 'POST', path: '/i/:token/pay' },
  { method: 'POST', path: '/simulated/:payment' },
]

/** Largest form: a number. */
const FORM_BYTES_MOST = 1_024

interface PayingParts {
  answer: Answer
  /** The invoice of a page. */
  keyOf(token: string): Promise<RowKey | undefined>
  paying: PayParts
}

interface OfInvoice {
  Params: { token: string }
}

interface OfPayment {
  Params: { payment: string }
}

export function addPaying(server: FastifyInstance, { answer, keyOf, paying }: PayingParts): void {
  // In a scope of its own, since other routes take JSON alone.
  server.register((forms, _options, done) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      async (_request: FastifyRequest, payload: IncomingMessage) =>
        (await readBytes(payload, FORM_BYTES_MOST)).toString(),
    )
    forms.post<OfInvoice>('/i/:token/pay', (request, reply) =>
      answer(request, reply, async () => {
        const { token } = request.params
        const key = await keyOf(token)
        return key && { to: await beginPaying(paying, key, `/i/${token}`) }
      }),
    )
    forms.post<OfPayment>('/simulated/:payment', (request, reply) =>
      answer(request, reply, async () => {
        const sent = new URLSearchParams(String(request.body ?? ''))
        return found(await actSimulated(paying, request.params.payment, sent))
      }),
    )
    done()
  })
  server.get<OfPayment>('/simulated/:payment', (request, reply) =>
    answer(request, reply, async () => found(await showSimulated(paying, request.params.payment))),
  )
}

const found = (answer: SimulatedAnswer): Found =>
  answer && ('to' in answer ? answer : shownPage(answer.page))
