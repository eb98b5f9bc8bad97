// Contract 5: a request retried with its idempotency key runs once and gets the stored response.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { purgeSweep } from '../../src/platform/sweeps/purge.ts'
import type { Answer, Ask } from '../client.ts'
import {
  allEvents,
  CUSTOMERS,
  get,
  INVOICES,
  LINE,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makeProduct,
  PRODUCTS,
  refused,
} from '../fixtures.ts'
import { world } from '../harness.ts'

const w = await world({ after })
const { api } = w

let used = 0
const newKey = () => ({ 'idempotency-key': `key-${used++}` })

/** Fails unless `again` is the stored response of `first`. */
function assertReplay(again: Answer, first: Answer): void {
  assert.equal(again.headers['idempotent-replayed'], 'true', again.text)
  assert.equal(first.headers['idempotent-replayed'], undefined)
  assert.equal(again.status, first.status)
  assert.equal(again.text, first.text)
  assert.equal(again.headers.location, first.headers.location)
  assert.equal(again.headers.etag, first.headers.etag)
}

/** Every kind of write, each on an object of its own. */
const WRITES: (() => Promise<{ method: string; path: string; body?: object }>)[] = [
  async () => ({ method: 'POST', path: CUSTOMERS, body: { name: 'x' } }),
  async () => ({
    method: 'PATCH',
    path: `${CUSTOMERS}/${(await makeCustomer(api)).id}`,
    body: { city: 'Oka' },
  }),
  async () => ({
    method: 'PATCH',
    path: `${CUSTOMERS}/${(await makeCustomer(api)).id}`,
    body: { city: '' },
  }),
  async () => ({ method: 'DELETE', path: `${CUSTOMERS}/${(await makeCustomer(api)).id}` }),
  async () => ({ method: 'POST', path: PRODUCTS, body: { name: 'x' } }),
  async () => ({
    method: 'PATCH',
    path: `${PRODUCTS}/${(await makeProduct(api)).id}`,
    body: { name: 'y' },
  }),
  async () => ({ method: 'DELETE', path: `${PRODUCTS}/${(await makeProduct(api)).id}` }),
  async () => ({
    method: 'POST',
    path: INVOICES,
    body: { customer_id: (await makeCustomer(api)).id, line_items: [LINE] },
  }),
  async () => ({
    method: 'PATCH',
    path: `${INVOICES}/${(await makeInvoice(api)).id}`,
    body: { notes: 'n' },
  }),
  async () => ({ method: 'POST', path: `${INVOICES}/${(await makeInvoice(api)).id}/finalize` }),
  async () => {
    const free = await makeInvoice(api, { line_items: [{ ...LINE, unit_amount: 0 }] })
    return { method: 'POST', path: `${INVOICES}/${free.id}/finalize` }
  },
  async () => ({ method: 'POST', path: `${INVOICES}/${(await makeFinalized(api)).id}/void` }),
]

test('every POST, PATCH and DELETE accepts an Idempotency-Key', async () => {
  for (const make of WRITES) {
    const { method, path, body } = await make()
    const ask: Ask = { headers: newKey(), ...(body && { body }) }
    const first = await api.send(method, path, ask)
    assert.ok(first.status < 300, first.text)
    const events = await allEvents(api)
    assertReplay(await api.send(method, path, ask), first)
    assertReplay(await api.send(method, path, ask), first)
    assert.deepEqual(await allEvents(api), events, `${method} ${path} was done once`)
  }
})

test('a retry gets the same response, with Location and Idempotent-Replayed', async () => {
  const ask = { headers: newKey(), body: { name: 'Once' } }
  const first = await api.post(CUSTOMERS, ask)
  const again = await api.post(CUSTOMERS, ask)
  assertReplay(again, first)
  assert.equal(again.status, 201)
  assert.match(String(again.headers.location), /\/customers\/cus_\d+$/)
})

test('response and effect are stored in one transaction', async () => {
  const headers = newKey()
  const { body } = await api.post(PRODUCTS, { headers, body: { name: 'x' } })
  // The row was written by the transaction that wrote the object, and refers to its event.
  const rows = await w.sql<{ same: boolean }>(
    `select k.xmin = p.xmin and k.event_id = e.id as same
     from idempotency_keys k, products p, events e
     where k.key = $1 and e.object_id = $2 and e.object->>'id' = $2
       and p.created_at = e.created_at and p.xmin = e.xmin`,
    [headers['idempotency-key'], body.id],
  )
  assert.deepEqual(rows, [{ same: true }])
})

test('a replay returns the response of that time, whatever happened to the object since', async () => {
  // A finalize that would fail now, a deleted customer, a product archived since.
  const draft = await makeInvoice(api)
  const finalize = { headers: newKey() }
  const posted = await api.post(`${INVOICES}/${draft.id}/finalize`, finalize)
  await api.post(`${INVOICES}/${draft.id}/void`)
  assertReplay(await api.post(`${INVOICES}/${draft.id}/finalize`, finalize), posted)
  assert.equal(posted.body.status, 'posted')

  const remove = { headers: newKey() }
  const customer = await makeCustomer(api)
  const gone = await api.delete(`${CUSTOMERS}/${customer.id}`, remove)
  assertReplay(await api.delete(`${CUSTOMERS}/${customer.id}`, remove), gone)

  const product = await makeProduct(api)
  const body = {
    customer_id: (await makeCustomer(api)).id,
    line_items: [{ ...LINE, product_id: product.id }],
  }
  const create = { headers: newKey(), body }
  const created = await api.post(INVOICES, create)
  await api.delete(`${PRODUCTS}/${product.id}`)
  refused(await api.post(INVOICES, { body }), 400, 'product_archived')
  assertReplay(await api.post(INVOICES, create), created)

  const change = {
    headers: { ...newKey(), 'if-match': String(created.headers.etag) },
    body: { notes: 'n' },
  }
  const changed = await api.patch(`${INVOICES}/${created.body.id}`, change)
  assert.equal(changed.status, 200)
  assertReplay(await api.patch(`${INVOICES}/${created.body.id}`, change), changed)
})

test('a key used with another request is rejected with 422', async () => {
  const headers = newKey()
  await api.post(CUSTOMERS, { headers, body: { name: 'x' } })
  const { id } = await makeCustomer(api)
  for (const [method, path, body] of [
    ['POST', CUSTOMERS, { name: 'y' }],
    ['POST', CUSTOMERS, { name: 'x', phone: '1' }],
    ['POST', PRODUCTS, { name: 'x' }],
    ['PATCH', `${CUSTOMERS}/${id}`, { name: 'x' }],
    ['DELETE', `${CUSTOMERS}/${id}`, undefined],
  ] as const) {
    const answer = await api.send(method, path, { headers, ...(body && { body }) })
    refused(answer, 422, 'idempotency_key_reused')
  }
})

test('idempotency_key_reused is returned with 422 (contract 3)', async () => {
  const headers = newKey()
  await api.post(PRODUCTS, { headers, body: { name: 'x' } })
  const answer = await api.post(PRODUCTS, { headers, body: { name: 'y' } })
  const { message } = refused(answer, 422, 'idempotency_key_reused')
  assert.match(message, new RegExp(headers['idempotency-key']))
})

test('a request is identified by method, path and canonical JSON of its body', async () => {
  // The same request spelled differently: property order, spaces, prefix, slash, null for absent.
  const headers = newKey()
  const first = await api.post('/v1/customers', {
    headers,
    raw: '{"name":"x","metadata":{"a":1,"b":2.0}}',
  })
  for (const [path, raw] of [
    ['/v1/customers', '{ "metadata": {"b":2,"a":1.0}, "name":"\\u0078" }'],
    ['/api/public/v1/customers', '{"name":"x","metadata":{"a":1,"b":2}}'],
    ['/v1/customers/', '{"name":"x","metadata":{"a":1,"b":2},"phone":null}'],
  ] as const) {
    assertReplay(await api.post(path, { headers, raw }), first)
  }
  const draft = await makeInvoice(api)
  const key = newKey()
  const posted = await api.post(`${INVOICES}/${draft.id}/finalize`, { headers: key })
  assertReplay(
    await api.post(`${INVOICES}/${draft.id}/finalize`, { headers: key, body: {} }),
    posted,
  )
})

test('an idempotency key belongs to the environment, not to the API key', async () => {
  const headers = newKey()
  const first = await api.post(PRODUCTS, { headers, body: { name: 'x' } })
  const second = await w.key({ scopes: ['products:write'] })
  assertReplay(await api.post(PRODUCTS, { headers, body: { name: 'x' }, key: second }), first)
  const narrow = await w.key({ scopes: ['customers:write'] })
  refused(
    await api.post(PRODUCTS, { headers, body: { name: 'x' }, key: narrow }),
    403,
    'permission_denied',
  )
})

test('a key is 1 to 255 visible ASCII characters', async () => {
  for (const key of ['a', 'x'.repeat(255), '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', '0']) {
    const answer = await api.post(PRODUCTS, {
      headers: { 'idempotency-key': key },
      body: { name: 'x' },
    })
    assert.equal(answer.status, 201, key)
  }
  for (const key of ['', 'x'.repeat(256), 'a b', 'é', 'a\tb']) {
    const answer = await api.post(PRODUCTS, {
      headers: { 'idempotency-key': key },
      body: { name: 'x' },
    })
    refused(answer, 400, 'parameter_invalid', 'Idempotency-Key')
  }
  const twice = { 'idempotency-key': ['a1', 'b1'] }
  refused(
    await api.post(PRODUCTS, { headers: twice, body: { name: 'x' } }),
    400,
    'parameter_invalid',
    'Idempotency-Key',
  )
})

test('400, 401, 403, 404, 409, 412 and 429 leave the key unused', async () => {
  const headers = newKey()
  const body = { name: 'x' }
  const customer = await makeCustomer(api)
  const draft = await makeInvoice(api, { customer_id: customer.id })
  const narrow = await w.key({ scopes: [] })
  refused(await api.post(CUSTOMERS, { headers, body: { name: 5 } }), 400, 'parameter_invalid')
  refused(await api.post(CUSTOMERS, { headers, body, key: 'wrong' }), 401, 'api_key_invalid')
  refused(await api.post(CUSTOMERS, { headers, body, key: narrow }), 403, 'permission_denied')
  refused(await api.patch(`${CUSTOMERS}/999999`, { headers, body }), 404, 'resource_missing')
  refused(
    await api.delete(`${CUSTOMERS}/${customer.id}`, { headers }),
    409,
    'customer_has_open_invoices',
  )
  const stale = { ...headers, 'if-match': '"other"' }
  refused(
    await api.post(`${INVOICES}/${draft.id}/void`, { headers: stale }),
    412,
    'precondition_failed',
  )
  const unknown = { customer_id: 999_999, line_items: [LINE] }
  refused(await api.post(INVOICES, { headers, body: unknown }), 400, 'resource_missing')
  assert.deepEqual(
    await w.sql('select 1 from idempotency_keys where key = $1', [headers['idempotency-key']]),
    [],
  )
  const answer = await api.post(CUSTOMERS, { headers, body })
  assert.equal(answer.status, 201)
  assert.equal(answer.headers['idempotent-replayed'], undefined)
})

test('a 2xx response uses up the key', async () => {
  const headers = newKey()
  const { id } = await makeProduct(api)
  const first = await api.delete(`${PRODUCTS}/${id}`, { headers })
  await api.patch(`${PRODUCTS}/${id}`, { body: { status: 'active' } })
  assertReplay(await api.delete(`${PRODUCTS}/${id}`, { headers }), first)
  assert.equal((await get(api, `${PRODUCTS}/${id}`)).status, 'active')
})

test('a GET ignores the key', async () => {
  const headers = newKey()
  const first = await api.get(PRODUCTS, { headers })
  await makeProduct(api)
  const second = await api.get(PRODUCTS, { headers })
  assert.notEqual(first.text, second.text)
  assert.equal(
    (await api.get(PRODUCTS, { headers: { 'idempotency-key': 'not valid' } })).status,
    200,
  )
  assert.equal((await api.post(PRODUCTS, { headers, body: { name: 'x' } })).status, 201)
})

test('a key is kept for 30 days, then deleted', async () => {
  const DAY = 86_400_000
  const headers = newKey()
  const ask = { headers, body: { name: 'x' } }
  const first = await api.post(CUSTOMERS, ask)
  await purgeSweep(w.pool, () => Date.now() + 29 * DAY).run(new AbortController().signal)
  assertReplay(await api.post(CUSTOMERS, ask), first)
  await purgeSweep(w.pool, () => Date.now() + 31 * DAY).run(new AbortController().signal)
  const again = await api.post(CUSTOMERS, ask)
  assert.equal(again.headers['idempotent-replayed'], undefined)
  assert.notEqual(again.body.id, first.body.id)
})
