// One Idempotency-Key fifty times at once over two processes, for every kind of write: it is done once,
// and every answer is that of the one, or says that it is still being worked on.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test, { after } from 'node:test'
import { ROWS } from '../contract/rows.ts'
import {
  ACCOUNT,
  CUSTOMERS,
  get,
  INVOICES,
  LINE,
  type Made,
  makeCustomer,
  makeInvoice,
  makeIssued,
  makePayment,
  makeProduct,
  PAYMENTS,
  PRODUCTS,
} from '../fixtures.ts'
import { endOf, startPair, times } from './pair.ts'

const AT_ONCE = 50

const { w, send } = await startPair({ after })
const { api } = w
const customer = await makeCustomer(api)

const url = { url: 'https://one.invalid/', enabled_events: ['product.archived'] }
const makeEndpoint = async (): Promise<Made> =>
  (await api.post('/v1/webhook_endpoints', { body: url })).body

interface Write {
  method: string
  path: string
  body?: object
  /** What one of it leaves in the feed. */
  events: string[]
}
const post = (path: string, events: string[], body?: object): Write => ({
  method: 'POST',
  path,
  events,
  ...(body && { body }),
})

/** What is sent, made out to objects of its own. */
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
  'a void': async () => post(`${INVOICES}/${(await makeIssued(api)).id}/void`, ['invoice.voided']),
  'a new hosted page': async () =>
    post(`${INVOICES}/${(await makeIssued(api)).id}/rotate_hosted_url`, ['invoice.updated']),
  'a payment': async () =>
    post(PAYMENTS, ['payment.created', 'invoice.partially_paid'], {
      invoice_id: (await makeIssued(api)).id,
      amount: 100,
      currency: 'cad',
      method: 'card',
    }),
  'a reversal': async () => {
    const { id } = await makePayment(api, await makeIssued(api))
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
  'a new secret': async () =>
    post(`/v1/webhook_endpoints/${(await makeEndpoint()).id}/rotate_secret`, [
      'webhook_endpoint.secret_rotated',
    ]),
}

const lastSequence = async (): Promise<number> =>
  (await get(api, '/v1/events?before=999999999&limit=1')).data[0].sequence

/** An answer without the secret, which is shown once. */
const told = (text: string) => text.replace(/"secret":("[^"]+"|null)/, '"secret":…')

for (const [name, prepare] of Object.entries(WRITES)) {
  test(`race one key: ${ROWS['race one key']}: ${name}, ${AT_ONCE} times`, async () => {
    const { method, path, body, events } = await prepare()
    const before = await lastSequence()
    const headers = { 'idempotency-key': randomUUID() }
    const ask = { headers, ...(body && { body }) }
    const answers = await times(AT_ONCE, () => send(method, path, ask))
    const done = answers.filter(({ status }) => status < 300)
    const others = answers.filter(({ status }) => status >= 300)
    assert.deepEqual([...new Set(others.map(endOf))], others[0] ? ['idempotency_key_in_use'] : [])
    assert.equal(new Set(done.map(({ text }) => told(text))).size, 1)
    assert.equal(done.filter((answer) => !answer.headers['idempotent-replayed']).length, 1)
    const feed = await get(api, `/v1/events?after=${before}&limit=100`)
    assert.deepEqual(
      feed.data.map(({ type }: Made) => type),
      events,
    )
    const later = await send(method, path, ask)
    assert.equal(told(later.text), told(done[0]?.text ?? ''))
  })
}
