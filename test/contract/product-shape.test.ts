// Specification 2.3, 3.2 and 4.3: the product, its fields, endpoints and parameters.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { get, INVOICES, LINE, makeInvoice, makeProduct, PRODUCTS, refused } from '../fixtures.ts'
import { sharedWorld } from '../shared.ts'
import { testsOf } from './tests-of.ts'

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const FULL = { name: 'Team plan', description: 'Per seat', metadata: { sku: 'TEAM-1' } }

const w = await sharedWorld({ after })
const { api } = w

testsOf(() => makeProduct(api, FULL), {
  's2.3 id: prod_ and an identifier': ({ id }) => assert.match(id, /^prod_[0-9a-z]{26}$/),
  's2.3 name: text': ({ name }) => assert.equal(name, 'Team plan'),
  's2.3 description: text': async ({ description }) => {
    assert.equal(description, 'Per seat')
    assert.equal((await makeProduct(api)).description, '')
  },
  's2.3 status: active or archived': ({ status }) => assert.equal(status, 'active'),
  's2.3 created_at: timestamp': ({ created_at }) => assert.match(created_at, TIME),
  's2.3 updated_at: timestamp': ({ updated_at }) => assert.match(updated_at, TIME),
  's2.3 metadata: object, empty when there is none': async ({ metadata }) => {
    assert.deepEqual(metadata, { sku: 'TEAM-1' })
    assert.deepEqual((await makeProduct(api)).metadata, {})
  },
})

test('POST /v1/products creates a product (specification 4.3)', async () => {
  const answer = await api.post(PRODUCTS, { body: FULL })
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.location, `/v1/products/${answer.body.id}`)
})

test('GET /v1/products/:id returns a product (specification 4.3)', async () => {
  const made = await makeProduct(api, FULL)
  assert.deepEqual(await get(api, `${PRODUCTS}/${made.id}`), made)
})

test('GET /v1/products lists products (specification 4.3)', async () => {
  const made = await makeProduct(api, FULL)
  assert.deepEqual((await get(api, PRODUCTS)).data[0], made)
})

test('PATCH /v1/products/:id updates at least the name (specification 4.3)', async () => {
  const made = await makeProduct(api, FULL)
  const answer = await api.patch(`${PRODUCTS}/${made.id}`, { body: { name: 'Team plan 2' } })
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, {
    ...made,
    name: 'Team plan 2',
    updated_at: answer.body.updated_at,
  })
})

test('DELETE /v1/products/:id archives a product (specification 4.3)', async () => {
  const { id } = await makeProduct(api)
  const answer = await api.delete(`${PRODUCTS}/${id}`)
  assert.equal(answer.status, 200)
  assert.equal(answer.body.status, 'archived')
})

test('the API creates, lists, updates and archives products (specification 1)', async () => {
  const { id } = await makeProduct(api)
  assert.equal((await get(api, `${PRODUCTS}/${id}`)).id, id)
})

test('DELETE archives: no new use, and history is kept (specification 3.2)', async () => {
  const { id } = await makeProduct(api)
  const billed = await makeInvoice(api, { line_items: [{ ...LINE, product_id: id }] })
  await api.delete(`${PRODUCTS}/${id}`)
  assert.equal((await get(api, `${PRODUCTS}/${id}`)).status, 'archived')
  const again = await api.post(INVOICES, {
    body: { customer_id: billed.customer_id, line_items: [{ ...LINE, product_id: id }] },
  })
  refused(again, 400, 'product_archived', 'line_items[0].product_id')
  assert.equal((await get(api, `${INVOICES}/${billed.id}`)).line_items[0].product_id, id)
})

test('name is required text on create (specification 4.3)', async () => {
  refused(await api.post(PRODUCTS, { body: {} }), 400, 'parameter_missing', 'name')
  refused(await api.post(PRODUCTS, { body: { name: true } }), 400, 'parameter_invalid', 'name')
})

test('description is optional text on create (specification 4.3)', async () => {
  assert.equal((await makeProduct(api, { description: 'x' })).description, 'x')
  const answer = await api.post(PRODUCTS, { body: { name: 'x', description: 1 } })
  refused(answer, 400, 'parameter_invalid', 'description')
})

test('metadata is an optional object on create (specification 4.3)', async () => {
  const metadata = { sku: 'A', weight: 1.25, digital: true }
  assert.deepEqual((await makeProduct(api, { metadata })).metadata, metadata)
  const answer = await api.post(PRODUCTS, { body: { name: 'x', metadata: 'sku' } })
  refused(answer, 400, 'parameter_invalid', 'metadata')
})

test('status filters the list by active or archived (specification 4.3)', async () => {
  const kept = await makeProduct(api)
  const gone = await makeProduct(api)
  await api.delete(`${PRODUCTS}/${gone.id}`)
  const ids = async (status: string) =>
    (await get(api, `${PRODUCTS}?status=${status}&limit=100`)).data.map(
      ({ id }: { id: string }) => id,
    )
  assert.ok((await ids('active')).includes(kept.id))
  assert.ok(!(await ids('active')).includes(gone.id))
  assert.ok((await ids('archived')).includes(gone.id))
  assert.ok(!(await ids('archived')).includes(kept.id))
  refused(await api.get(`${PRODUCTS}?status=gone`), 400, 'parameter_invalid', 'status')
})

test('the limit of a list is 20 by default and at most 100 (specification 4.3)', async () => {
  for (let count = 0; count < 21; count++) await makeProduct(api)
  assert.equal((await get(api, PRODUCTS)).data.length, 20)
  assert.equal((await get(api, `${PRODUCTS}?limit=100`)).limit, 100)
  refused(await api.get(`${PRODUCTS}?limit=101`), 400, 'parameter_invalid', 'limit')
})

test('offset says where a page starts (specification 4.3)', async () => {
  const all = await get(api, `${PRODUCTS}?limit=3`)
  assert.deepEqual((await get(api, `${PRODUCTS}?limit=2&offset=1`)).data, all.data.slice(1))
})
