// Specification 2.2, 2.3, 3.2, 4.2 and 4.3: the customer and the product, their fields, endpoints and parameters.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  CUSTOMERS,
  get,
  INVOICES,
  LINE,
  makeCustomer,
  makeInvoice,
  makeProduct,
  PRODUCTS,
  refused,
} from '../fixtures.ts'
import { sharedWorld } from '../shared.ts'
import { testsOf } from './tests-of.ts'

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const w = await sharedWorld({ after })
const { api } = w

const FULL = {
  name: 'Nordlicht Inc.',
  contact_name: 'Ada Kovač',
  email: 'billing@nordlicht.example',
  phone: '+1 514 555 0100',
  address_line1: '1 Rue Sainte-Catherine',
  address_line2: 'Suite 4',
  city: 'Montréal',
  state_province: 'QC',
  postal_code: 'H2X 1K4',
  country: 'JP',
  tax_exempt: true,
  tax_id: '123456789RT0001',
  auto_pay_enabled: true,
}

testsOf(() => makeCustomer(api, FULL), {
  's2.2 id: integer': ({ id }) => assert.ok(Number.isInteger(id) && id > 0),
  's2.2 object: always customer': ({ object }) => assert.equal(object, 'customer'),
  's2.2 name: text': ({ name }) => assert.equal(name, 'Nordlicht Inc.'),
  's2.2 contact_name: text that may be absent': async ({ contact_name }) => {
    assert.equal(contact_name, 'Ada Kovač')
    assert.equal('contact_name' in (await makeCustomer(api)), false)
  },
  's2.2 email: text': ({ email }) => assert.equal(email, 'billing@nordlicht.example'),
  's2.2 phone: text': ({ phone }) => assert.equal(phone, '+1 514 555 0100'),
  's2.2 address_line1: text': (made) => assert.equal(made.address_line1, '1 Rue Sainte-Catherine'),
  's2.2 address_line2: text or null': async (made) => {
    assert.equal(made.address_line2, 'Suite 4')
    assert.equal((await makeCustomer(api)).address_line2, null)
  },
  's2.2 city: text': ({ city }) => assert.equal(city, 'Montréal'),
  's2.2 state_province: text': ({ state_province }) => assert.equal(state_province, 'QC'),
  's2.2 postal_code: text': ({ postal_code }) => assert.equal(postal_code, 'H2X 1K4'),
  's2.2 country: two letters, CA unless said otherwise': async ({ country }) => {
    assert.equal(country, 'JP')
    assert.equal((await makeCustomer(api)).country, 'CA')
  },
  's2.2 tax_exempt: boolean': async ({ tax_exempt }) => {
    assert.equal(tax_exempt, true)
    assert.equal((await makeCustomer(api)).tax_exempt, false)
  },
  's2.2 tax_id: text or null': async ({ tax_id }) => {
    assert.equal(tax_id, '123456789RT0001')
    assert.equal((await makeCustomer(api)).tax_id, null)
  },
  's2.2 credit_balance: decimal text with eight places': (made) =>
    assert.equal(made.credit_balance, '0.00000000'),
  's2.2 auto_pay_enabled: boolean': async ({ auto_pay_enabled }) => {
    assert.equal(auto_pay_enabled, true)
    assert.equal((await makeCustomer(api)).auto_pay_enabled, false)
  },
  's2.2 created_at: timestamp': ({ created_at }) => assert.match(created_at, TIME),
  's2.2 updated_at: timestamp': ({ updated_at, created_at }) =>
    assert.equal(updated_at, created_at),
  's3.2 no customer status: a customer has no status member': (made) =>
    assert.equal('status' in made, false),
})

test('POST /customers under /api/public/v1 creates a customer (specification 4.2)', async () => {
  const answer = await api.post(CUSTOMERS, { body: FULL })
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.location, `/api/public/v1/customers/cus_${answer.body.id}`)
})

test('GET /customers/{customer_id} under /api/public/v1 returns a customer (specification 4.2)', async () => {
  const made = await makeCustomer(api, FULL)
  assert.deepEqual(await get(api, `${CUSTOMERS}/${made.id}`), made)
  assert.deepEqual(await get(api, `${CUSTOMERS}/cus_${made.id}`), made)
})

test('GET /customers under /api/public/v1 lists customers (specification 4.2)', async () => {
  const made = await makeCustomer(api, FULL)
  assert.deepEqual((await get(api, CUSTOMERS)).data[0], made)
})

test('the API manages customers (specification 1)', async () => {
  const made = await makeCustomer(api, FULL)
  assert.deepEqual(await get(api, `${CUSTOMERS}/${made.id}`), made)
})

test('name is required text on create (specification 4.2)', async () => {
  refused(await api.post(CUSTOMERS, { body: {} }), 400, 'parameter_missing', 'name')
  refused(await api.post(CUSTOMERS, { body: { name: 5 } }), 400, 'parameter_invalid', 'name')
  assert.equal((await makeCustomer(api, { name: 'Ж' })).name, 'Ж')
})

for (const [member, value, wrong] of [
  ['email', 'a@b.example', 5],
  ['contact_name', 'Ada', 5],
  ['phone', '555', 555],
  ['address_line1', '1 Main St', {}],
  ['city', 'Oka', []],
  ['state_province', 'QC', true],
  ['postal_code', 'J0N 1E0', 10000],
  ['country', 'DE', 49],
  ['tax_exempt', true, 'true'],
  ['tax_id', 'DE123', 123],
] satisfies [string, unknown, unknown][]) {
  test(`${member} is optional on create, and of its type (specification 4.2)`, async () => {
    assert.equal((await makeCustomer(api, { [member]: value }))[member], value)
    const answer = await api.post(CUSTOMERS, { body: { name: 'x', [member]: wrong } })
    refused(answer, 400, 'parameter_invalid', member)
  })
}

test('the limit of a list is 1 to 100 (specification 4.2)', async () => {
  await makeCustomer(api)
  assert.equal((await get(api, `${CUSTOMERS}?limit=1`)).data.length, 1)
  assert.equal((await get(api, `${CUSTOMERS}?limit=100`)).limit, 100)
  for (const limit of ['0', '101', '-1', 'x', '', '1.5']) {
    refused(await api.get(`${CUSTOMERS}?limit=${limit}`), 400, 'parameter_invalid', 'limit')
  }
})

test('offset says where a page starts (specification 4.2)', async () => {
  const all = await get(api, `${CUSTOMERS}?limit=3`)
  assert.deepEqual((await get(api, `${CUSTOMERS}?limit=2&offset=1`)).data, all.data.slice(1))
})

const FULL_PRODUCT = { name: 'Team plan', description: 'Per seat', metadata: { sku: 'TEAM-1' } }

testsOf(() => makeProduct(api, FULL_PRODUCT), {
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
  const answer = await api.post(PRODUCTS, { body: FULL_PRODUCT })
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.location, `/v1/products/${answer.body.id}`)
})

test('GET /v1/products/:id returns a product (specification 4.3)', async () => {
  const made = await makeProduct(api, FULL_PRODUCT)
  assert.deepEqual(await get(api, `${PRODUCTS}/${made.id}`), made)
})

test('GET /v1/products lists products (specification 4.3)', async () => {
  const made = await makeProduct(api, FULL_PRODUCT)
  assert.deepEqual((await get(api, PRODUCTS)).data[0], made)
})

test('PATCH /v1/products/:id updates at least the name (specification 4.3)', async () => {
  const made = await makeProduct(api, FULL_PRODUCT)
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
