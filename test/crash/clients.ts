// Clients that do a bit of everything, and repeat with the same key whatever was not answered,
// until it is: what a server that dies under them must be able to bear.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Api } from '../client.ts'

/** A request that was answered in the end, perhaps after many attempts. */
export interface Deed {
  method: string
  path: string
  body: unknown
  key: string
  answer: Answer
}

export interface Clients {
  deeds: Deed[]
  /** How many answers of each status there were, and of none as `lost`. */
  answers: Map<number | 'lost', number>
  /** Lets every client end its round, which takes a server that answers. */
  stop(): Promise<void>
}

const PATIENCE_MS = 30_000
const LONG_AGO = '2020-01-31'

/** Starts clients; `server` gives the server that is up, or was last. */
export function startClients(count: number, server: () => Api): Clients {
  const deeds: Deed[] = []
  const answers: Clients['answers'] = new Map()
  let stopping = false

  /** Sends until there is an answer; only one that says "try again" is not taken for one. */
  async function insist(method: string, path: string, body?: unknown): Promise<Answer['body']> {
    const key = randomUUID()
    const deadline = performance.now() + PATIENCE_MS
    for (;;) {
      const headers = { 'idempotency-key': key }
      const answer = await server()
        .send(method, path, { body, headers })
        .catch((error: NodeJS.ErrnoException) => lost(error))
      answers.set(answer?.status ?? 'lost', (answers.get(answer?.status ?? 'lost') ?? 0) + 1)
      if (answer && answer.status < 300) {
        deeds.push({ method, path, body, key, answer })
        return answer.body
      }
      if (answer) assertPassing(method, path, answer)
      assert.ok(performance.now() < deadline, `${method} ${path} was not answered`)
      await pause(20)
    }
  }

  async function work(): Promise<void> {
    while (!stopping) await round(insist)
  }

  const working = Promise.all(Array.from({ length: count }, work))
  // Seen by whoever awaits `stop`; until then it must not end the process.
  working.catch(() => undefined)
  return {
    deeds,
    answers,
    async stop() {
      stopping = true
      await working
    },
  }
}

type Insist = (method: string, path: string, body?: unknown) => Promise<Answer['body']>

/** One client's round: every kind of write, each of which must succeed in the end. */
async function round(insist: Insist): Promise<void> {
  const { id: customer_id } = await insist('POST', '/api/public/v1/customers', { name: 'Ada' })
  const { id: product_id } = await insist('POST', '/v1/products', { name: 'Seat' })
  const line = { description: 'Seats', quantity: 3, unit_amount: 1999 }
  const create = (more: object) =>
    insist('POST', '/v1/invoices', { customer_id, line_items: [{ ...line, product_id }], ...more })
  const draft = await create({})
  await insist('PATCH', `/v1/invoices/${draft.id}`, { notes: 'Changed', line_items: [line] })
  const credited = `/v1/customers/${customer_id}/credit_transactions`
  await insist('POST', credited, { amount: '10.005' })
  const issued = await insist('POST', `/v1/invoices/${draft.id}/finalize`)
  const paid = { invoice_id: issued.id, amount: issued.amount_due, currency: 'cad', method: 'cash' }
  const payment = await insist('POST', '/v1/payments', paid)
  await insist('POST', `/v1/payments/${payment.id}/reverse`)
  const late = await create({ due_date: LONG_AGO })
  await insist('POST', `/v1/invoices/${late.id}/finalize`)
  const mistaken = await create({ due_date: LONG_AGO })
  await insist('POST', `/v1/invoices/${mistaken.id}/finalize`)
  await insist('POST', `/v1/invoices/${mistaken.id}/void`)
  await insist('DELETE', `/v1/products/${product_id}`)
  const { id: mistake } = await insist('POST', '/api/public/v1/customers', { name: 'Nobody' })
  await insist('PATCH', `/v1/customers/${mistake}`, { city: 'Bergen' })
  // Its answer is stored with the key, since no event carries it.
  await insist('DELETE', `/v1/customers/${mistake}`)
}

function lost(error: NodeJS.ErrnoException): undefined {
  assert.match(String(error.code), /^(ECONNRESET|ECONNREFUSED|EPIPE)$/, String(error.stack))
}

function assertPassing(method: string, path: string, { status, body, text }: Answer): void {
  const { code } = body.error
  const passing = code === 'unavailable' || code === 'idempotency_key_in_use'
  assert.ok(passing, `${method} ${path} was answered ${status}: ${text}`)
}
