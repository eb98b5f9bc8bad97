// One Idempotency-Key many times at once, in one process and over two, for every kind of write: the write runs once,
// and every response is that of the first request or says that the key is in use.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test, { after } from 'node:test'
import {
  ACCOUNT,
  CUSTOMERS,
  get,
  INVOICES,
  LINE,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makePayment,
  makeProduct,
  PAYMENTS,
  PRODUCTS,
  refused,
} from '../fixtures.ts'
import { startPair, times } from './pair.ts'
import { sample } from './rounds.ts'

const AT_ONCE = 10
const ROUNDS = sample(1)

const { w, send } = await startPair({ after })
const { api } = w
const customer = await makeCustomer(api)

const url = { url: 'https://one.invalid/', enabled_events: ['product.archived'] }
const makeEndpoint = async (): Promise<Made> =>
  (await api.post('/v1/webhook_endpoints', { body: url })).body
let endpoint: Made | undefined

interface Write {
  method: string
  path: string
  body?: object
  /** Event types that one such write records. */
  events: string[]
}
const post = (path: string, events: string[], body?: object): Write => ({
  method: 'POST',
  path,
  events,
  ...(body && { body }),
})

/** The requests, each for objects of its own. */
const WRITES: Record<string, () => Promise<Write>> = {
  'a new customer': async () => post(CUSTOMERS, ['customer.created'], { name: 'Ada' }),
  'a new product': async () => post(PRODUCTS, ['product.created'], { name: 'Seat' }),
  'a new invoice': async () =>
    post(INVOICES, ['invoice.created'], { customer_id: customer.id, line_items: [LINE] }),
  'a change of an invoice': async () => ({
    method: 'PATCH',
    path: `${INVOICES}/${(await makeInvoice(api)).id}`,
    body: { line_items: [LINE, LINE] },
    events: ['invoice.updated'],
  }),
  'a finalize': async () =>
    post(`${INVOICES}/${(await makeInvoice(api)).id}/finalize`, ['invoice.finalized']),
  'a void': async () =>
    post(`${INVOICES}/${(await makeFinalized(api)).id}/void`, ['invoice.voided']),
  'a new hosted page': async () =>
    post(`${INVOICES}/${(await makeFinalized(api)).id}/rotate_hosted_url`, ['invoice.updated']),
  'a payment': async () =>
    post(PAYMENTS, ['payment.created', 'invoice.partially_paid'], {
      invoice_id: (await makeFinalized(api)).id,
      amount: 100,
      currency: 'cad',
      method: 'card',
    }),
  'a reversal': async () => {
    const { id } = await makePayment(api, await makeFinalized(api))
    return post(`${PAYMENTS}/${id}/reverse`, ['payment.reversed', 'invoice.payment_reversed'])
  },
  credit: () => {
    const events = ['credit_transaction.created', 'customer.updated']
    const path = `/v1/customers/${customer.id}/credit_transactions`
    return Promise.resolve(post(path, events, { amount: '0.00000001' }))
  },
  'a deleted customer': async () => ({
    method: 'DELETE',
    path: `${CUSTOMERS}/${(await makeCustomer(api)).id}`,
    events: ['customer.deleted'],
  }),
  'an archived product': async () => ({
    method: 'DELETE',
    path: `${PRODUCTS}/${(await makeProduct(api)).id}`,
    events: ['product.archived'],
  }),
  'a change of settings': async () => ({
    method: 'PATCH',
    path: ACCOUNT,
    body: { footer: randomUUID() },
    events: ['account.updated'],
  }),
  'a new endpoint': async () => post('/v1/webhook_endpoints', ['webhook_endpoint.created'], url),
  'a new secret': async () => {
    // One for all rounds: an environment has few endpoints.
    endpoint ??= await makeEndpoint()
    const path = `/v1/webhook_endpoints/${endpoint.id}/rotate_secret`
    return post(path, ['webhook_endpoint.secret_rotated'])
  },
}

const lastSequence = async (): Promise<number> =>
  (await get(api, '/v1/events?before=999999999&limit=1')).data[0].sequence

const newKey = () => ({ 'idempotency-key': randomUUID() })

/** The response without the secret, which is shown once. */
const shown = (text: string) => text.replace(/"secret":("[^"]+"|null)/, '"secret":…')

async function race({ method, path, body, events }: Write): Promise<void> {
  const before = await lastSequence()
  const ask = { headers: newKey(), ...(body && { body }) }
  const answers = await times(AT_ONCE, () => send(method, path, ask))
  const done = answers.filter(({ status }) => status < 300)
  for (const answer of answers) {
    if (answer.status < 300) continue
    refused(answer, 409, 'idempotency_key_in_use')
    assert.equal(answer.headers['retry-after'], '1')
  }
  assert.equal(new Set(done.map(({ text }) => shown(text))).size, 1)
  assert.equal(done.filter((answer) => !answer.headers['idempotent-replayed']).length, 1)
  const feed = await get(api, `/v1/events?after=${before}&limit=100`)
  assert.deepEqual(
    feed.data.map(({ type }: Made) => type),
    events,
  )
  const later = await send(method, path, ask)
  assert.equal(shown(later.text), shown(done[0]?.text ?? ''))
}

for (const [name, prepare] of Object.entries(WRITES)) {
  test(`a write with one key runs once, and retries replay it or get 409: ${name}, ${ROUNDS} × ${AT_ONCE}`, async () => {
    for (let round = 0; round < ROUNDS; round++) await race(await prepare())
  })
}

test('50 requests with one key in one process have one effect, and all get its response', async () => {
  const { method, path, body = {} } = await (WRITES['a new invoice'] as () => Promise<Write>)()
  const ask = { headers: newKey(), body }
  const before = await lastSequence()
  const answers = await times(20, () => api.send(method, path, ask))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  const replays = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')
  assert.equal(replays.length, 19)
  assert.equal(await lastSequence(), before + 1)
})

test('idempotency_key_in_use is returned with 409 (contract 3)', async () => {
  const headers = newKey()
  const holder = await w.pool.connect()
  try {
    // Another process has claimed the key and not committed yet.
    await holder.query('begin')
    await holder.query(
      `insert into idempotency_keys (environment_id, key, fingerprint, status, created_at)
       values (1, $1, '', 201, now())`,
      [headers['idempotency-key']],
    )
    const waiting = api.post(PRODUCTS, { headers, body: { name: 'Held' } })
    const neighbour = await api.post(PRODUCTS, { body: { name: 'Free' } })
    assert.equal(neighbour.status, 201, 'others are not held up')
    const answer = await waiting
    refused(answer, 409, 'idempotency_key_in_use')
    assert.equal(answer.headers['retry-after'], '1')
  } finally {
    // Ends the connection, and with it the transaction.
    holder.release(true)
  }
  assert.equal((await api.post(PRODUCTS, { headers, body: { name: 'Held' } })).status, 201)
})
