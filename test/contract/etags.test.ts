// Contract 4: request IDs, ETags, conditional reads and writes.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  CUSTOMERS,
  get,
  INVOICES,
  makeCustomer,
  makeInvoice,
  makeProduct,
  PRODUCTS,
  refused,
} from '../fixtures.ts'
import { world } from '../harness.ts'

const w = await world({ after })
const { api } = w

/** Returns one object of each kind, with a change to it. */
async function objects() {
  const customer = await makeCustomer(api)
  const product = await makeProduct(api)
  const invoice = await makeInvoice(api, { customer_id: customer.id })
  return [
    { path: `${CUSTOMERS}/${customer.id}`, change: { name: 'Changed' } },
    { path: `${PRODUCTS}/${product.id}`, change: { name: 'Changed' } },
    { path: `${INVOICES}/${invoice.id}`, change: { notes: 'Changed' } },
  ]
}

test('every response, error body and log entry has the request ID', async () => {
  const seen = new Set<unknown>()
  for (const answer of [
    await api.get(CUSTOMERS),
    await api.get(CUSTOMERS, { key: null }),
    await api.get('/v1/nothing'),
    await api.get('/healthz'),
    await api.send('OPTIONS', CUSTOMERS),
    await api.post(CUSTOMERS, { raw: '{' }),
  ]) {
    const id = String(answer.headers['request-id'])
    assert.match(id, /^req_[0-9a-z]{26}$/)
    if (answer.status >= 400) assert.equal(answer.body.error.request_id, id)
    assert.ok(
      w.logs.some((line) => line.request_id === id),
      `${id} is in the log`,
    )
    seen.add(id)
  }
  assert.equal(seen.size, 6)
  const own = await api.get(CUSTOMERS, { headers: { 'request-id': 'req_mine' } })
  assert.notEqual(own.headers['request-id'], 'req_mine')
})

test('single objects have an ETag that changes exactly with the representation', async () => {
  for (const { path, change } of await objects()) {
    const first = await api.get(path)
    const tag = first.headers.etag
    assert.match(String(tag), /^"[^"]+"$/)
    assert.equal((await api.get(path)).headers.etag, tag)
    const same = await api.patch(path, { body: { metadata: {} } })
    assert.equal(same.headers.etag, tag, 'a change that changes nothing')
    assert.equal(same.text, first.text)
    const changed = await api.patch(path, { body: change })
    assert.notEqual(changed.headers.etag, tag)
    assert.equal((await api.get(path)).headers.etag, changed.headers.etag)
  }
  const made = await api.post(CUSTOMERS, { body: { name: 'x' } })
  assert.equal((await api.get(`${CUSTOMERS}/${made.body.id}`)).headers.etag, made.headers.etag)
  const draft = await makeInvoice(api)
  const posted = await api.post(`${INVOICES}/${draft.id}/finalize`)
  assert.equal((await api.get(`${INVOICES}/${draft.id}`)).headers.etag, posted.headers.etag)
  assert.equal((await api.get(CUSTOMERS)).headers.etag, undefined)
})

test('If-None-Match with the current ETag returns 304', async () => {
  for (const { path, change } of await objects()) {
    const { headers } = await api.get(path)
    const tag = String(headers.etag)
    for (const value of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const answer = await api.get(path, { headers: { 'if-none-match': value } })
      assert.equal(answer.status, 304, value)
      assert.equal(answer.headers.etag, tag)
      assert.equal(answer.text, '')
    }
    assert.equal((await api.get(path, { headers: { 'if-none-match': '"other"' } })).status, 200)
    await api.patch(path, { body: change })
    assert.equal((await api.get(path, { headers: { 'if-none-match': tag } })).status, 200)
  }
  const missing = await api.get(`${CUSTOMERS}/999999`, { headers: { 'if-none-match': '*' } })
  assert.equal(missing.status, 404)
})

test('writes return 412 if If-Match names another version, and never require it', async () => {
  for (const { path, change } of await objects()) {
    const { headers } = await api.get(path)
    const tag = String(headers.etag)
    const stale = { 'if-match': '"other"' }
    refused(await api.patch(path, { body: change, headers: stale }), 412, 'precondition_failed')
    const weak = { 'if-match': `W/${tag}` }
    refused(await api.patch(path, { body: change, headers: weak }), 412, 'precondition_failed')
    assert.equal((await api.get(path)).headers.etag, tag, 'nothing was written')
    const changed = await api.patch(path, { body: change, headers: { 'if-match': tag } })
    assert.equal(changed.status, 200)
    refused(
      await api.patch(path, { body: { metadata: { a: 1 } }, headers: { 'if-match': tag } }),
      412,
      'precondition_failed',
    )
    const any = await api.patch(path, {
      body: { metadata: { a: 2 } },
      headers: { 'if-match': '*' },
    })
    assert.equal(any.status, 200)
    const listed = { 'if-match': `"other", ${any.headers.etag}` }
    assert.equal(
      (await api.patch(path, { body: { metadata: { a: 3 } }, headers: listed })).status,
      200,
    )
    assert.equal((await api.patch(path, { body: { metadata: { a: 4 } } })).status, 200)
  }
})

test('creates with If-Match return 412, because there is no version to match', async () => {
  for (const tag of ['*', '"x"']) {
    const headers = { 'if-match': tag }
    const answer = await api.post(INVOICES, { body: {}, headers })
    refused(answer, 400, 'parameter_missing')
    const product = await api.post(PRODUCTS, { body: { name: 'Never made' }, headers })
    refused(product, 412, 'precondition_failed')
  }
  const { data } = await get(api, `${PRODUCTS}?q=Never`)
  assert.deepEqual(data, [])
})

test('precondition_failed is returned with 412 (contract 3)', async () => {
  const headers = { 'if-match': '"other"' }
  const draft = await makeInvoice(api)
  refused(
    await api.post(`${INVOICES}/${draft.id}/finalize`, { headers }),
    412,
    'precondition_failed',
  )
  refused(await api.post(`${INVOICES}/${draft.id}/void`, { headers }), 412, 'precondition_failed')
  const product = await makeProduct(api)
  refused(await api.delete(`${PRODUCTS}/${product.id}`, { headers }), 412, 'precondition_failed')
  const customer = await makeCustomer(api)
  refused(await api.delete(`${CUSTOMERS}/${customer.id}`, { headers }), 412, 'precondition_failed')
  assert.equal((await get(api, `${INVOICES}/${draft.id}`)).status, 'draft')
  assert.equal((await get(api, `${PRODUCTS}/${product.id}`)).status, 'active')
  const tag = String((await api.get(`${INVOICES}/${draft.id}`)).headers.etag)
  const ok = await api.post(`${INVOICES}/${draft.id}/finalize`, { headers: { 'if-match': tag } })
  assert.equal(ok.status, 200)
})
