// Clients that send every kind of write and retry with the same key until they get a response: load for a server that
// is killed meanwhile.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Api } from '../client.ts'
import { EVERY } from './deaths.ts'

/** A request that got a response in the end, perhaps after many attempts. */
export interface Deed {
  method: string
  path: string
  body: unknown
  key: string
  answer: Pick<Answer, 'status' | 'text'>
}

export interface Clients {
  deeds: Deed[]
  /** Number of responses by status; `lost` counts requests without one. */
  answers: Map<number | 'lost', number>
  /** Starts nothing new; resolves when all pending requests have a response, so a server must run. */
  rest(): Promise<void>
  /** Resumes after a rest. */
  go(): void
  /** Lets every client finish its round. */
  stop(): Promise<void>
}

/** Sends with a new key until there is a response, and returns its body. */
export type Insist = (method: string, path: string, body?: unknown) => Promise<Answer['body']>

const PATIENCE_MS = 180_000
/**
 * How long a client pauses after each response. The gate only needs something in flight at any time; a campaign keeps
 * the CPU busy too.
 */
const REST_MS = EVERY ? 0 : 25
const LONG_AGO = '2020-01-31'

/** Starts clients that run one round after the other; `server` returns the current or last server. */
export function startClients(
  count: number,
  server: () => Api,
  round: (insist: Insist) => Promise<void> = everyWrite,
  restMs = REST_MS,
): Clients {
  const deeds: Deed[] = []
  const answers: Clients['answers'] = new Map()
  const turnstile = new Turnstile(count)
  let stopping = false

  /** Retries only responses that ask for a retry. */
  async function insist(method: string, path: string, body?: unknown): Promise<Answer['body']> {
    await turnstile.pass()
    const key = randomUUID()
    const deadline = performance.now() + PATIENCE_MS
    for (;;) {
      const headers = { 'idempotency-key': key }
      const answer = await server()
        .send(method, path, { body, headers })
        .catch((error: NodeJS.ErrnoException) => lost(error))
      answers.set(answer?.status ?? 'lost', (answers.get(answer?.status ?? 'lost') ?? 0) + 1)
      if (answer && answer.status < 300) {
        const { status, text } = answer
        deeds.push({ method, path, body, key, answer: { status, text } })
        await pause(restMs)
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
  // Handled by the caller of `rest` or `stop`; until then it must not end the process.
  working.catch(() => undefined)
  return {
    deeds,
    answers,
    async rest() {
      await Promise.race([turnstile.close(), working])
    },
    go: () => turnstile.open(),
    async stop() {
      stopping = true
      turnstile.open()
      await working
    },
  }
}

/** Lets clients pass or wait; reports when all of them wait. */
class Turnstile {
  readonly #count: number
  #waiting: (() => void)[] = []
  #isClosed = false
  #allWait: () => void = () => undefined

  constructor(count: number) {
    this.#count = count
  }

  async pass(): Promise<void> {
    if (!this.#isClosed) return
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
      if (this.#waiting.length === this.#count) this.#allWait()
    })
  }

  close(): Promise<void> {
    this.#isClosed = true
    return new Promise((resolve) => {
      this.#allWait = resolve
    })
  }

  open(): void {
    this.#isClosed = false
    for (const go of this.#waiting.splice(0)) go()
  }
}

/** One client's round: every kind of write, each of which must succeed in the end. */
export async function everyWrite(insist: Insist): Promise<void> {
  const customer = { name: 'Ada', state_province: 'QC' }
  const { id: customer_id } = await insist('POST', '/api/public/v1/customers', customer)
  const { id: product_id } = await insist('POST', '/v1/products', { name: 'Seat' })
  const line = { description: 'Seats', quantity: 3, unit_amount: 1999 }
  const create = (more: object) =>
    insist('POST', '/v1/invoices', { customer_id, line_items: [{ ...line, product_id }], ...more })
  const draft = await create({})
  const { id: coupon_id } = await insist('POST', '/v1/coupons', { name: 'Less', percent_off: '10' })
  // Only the next finalized invoice uses the discount.
  await insist('POST', `/v1/customers/${customer_id}/discounts`, { coupon_id })
  await insist('PATCH', `/v1/invoices/${draft.id}`, { notes: 'Changed', line_items: [line] })
  const credited = `/v1/customers/${customer_id}/credit_transactions`
  await insist('POST', credited, { amount: '10.005' })
  const finalized = await insist('POST', `/v1/invoices/${draft.id}/finalize`)
  const payment = await insist('POST', '/v1/payments', paymentOf(finalized))
  await insist('POST', `/v1/payments/${payment.id}/reverse`)
  const late = await create({ due_date: LONG_AGO })
  await insist('POST', `/v1/invoices/${late.id}/finalize`)
  const dropped = await create({ discounts: [{ coupon_id }] })
  await insist('POST', `/v1/invoices/${dropped.id}/void`)
  const mistaken = await create({ due_date: LONG_AGO, discounts: [{ coupon_id }] })
  await insist('POST', `/v1/invoices/${mistaken.id}/finalize`)
  await insist('POST', `/v1/invoices/${mistaken.id}/void`)
  await insist('DELETE', `/v1/products/${product_id}`)
  const { id: mistake } = await insist('POST', '/api/public/v1/customers', { name: 'Nobody' })
  await insist('PATCH', `/v1/customers/${mistake}`, { city: 'Bergen' })
  // The response is stored with the key, because no event contains it.
  await insist('DELETE', `/v1/customers/${mistake}`)
}

/** A round that emails an invoice and a receipt, where emails are sent. */
export async function mailedInvoice(insist: Insist): Promise<void> {
  const { id: customer_id } = await insist('POST', '/api/public/v1/customers', {
    name: 'Birch Inc.',
    email: 'ada@birch.example',
  })
  const line_items = [{ description: 'Seats', quantity: 3, unit_amount: 1999 }]
  const draft = await insist('POST', '/v1/invoices', { customer_id, line_items })
  const finalized = await insist('POST', `/v1/invoices/${draft.id}/finalize`)
  await insist('POST', '/v1/payments', paymentOf(finalized))
}

const paymentOf = ({ id, amount_due }: Answer['body']) => ({
  invoice_id: id,
  amount: amount_due,
  currency: 'cad',
  method: 'cash',
})

function lost(error: NodeJS.ErrnoException): undefined {
  assert.match(String(error.code), /^(ECONNRESET|ECONNREFUSED|EPIPE)$/, String(error.stack))
}

function assertPassing(method: string, path: string, { status, body, text }: Answer): void {
  const passing = ['unavailable', 'idempotency_key_in_use', 'clock_advancing']
  assert.ok(passing.includes(body.error.code), `${method} ${path} was answered ${status}: ${text}`)
}
