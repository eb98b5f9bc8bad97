// Specification 2.1 to 2.3, 3.2 and 4.1 to 4.3: invoices, customers and products, their fields, endpoints and parameters.

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
  ...{ address_line1: '1 Rue Sainte-Catherine', address_line2: 'Suite 4', city: 'Montréal' },
  ...{ state_province: 'QC', postal_code: 'H2X 1K4', country: 'JP' },
  ...{ tax_exempt: true, tax_id: '123456789RT0001', auto_pay_enabled: true },
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

const customer = await makeCustomer(api)
const body = { customer_id: `cus_${customer.id}`, line_items: [LINE] }

testsOf(() => makeInvoice(api, { ...body, due_date: '2027-02-28' }), {
  's2.1 id: inv_ and an identifier': ({ id }) => assert.match(id, /^inv_[0-9a-z]{26}$/),
  's2.1 customer_id: text with prefix cus_': (made) =>
    assert.equal(made.customer_id, `cus_${customer.id}`),
  's2.1 status: one of draft, posted, paid, overdue, void': ({ status }) =>
    assert.equal(status, 'draft'),
  's2.1 number: INV- and digits': ({ number }) => assert.match(number, /^INV-\d+$/),
  's2.1 amount_due: integer': ({ amount_due }) => assert.equal(amount_due, 5997),
  's2.1 amount_paid: integer': ({ amount_paid }) => assert.equal(amount_paid, 0),
  's2.1 currency: lower-case code': ({ currency }) => assert.equal(currency, 'cad'),
  's2.1 due_date: YYYY-MM-DD': ({ due_date }) => assert.equal(due_date, '2027-02-28'),
  's2.1 line_items: a list of lines': ({ line_items }) => assert.equal(line_items.length, 1),
  's2.1 created_at: timestamp': ({ created_at }) => assert.match(created_at, TIME),
  's2.1 line description: text': ({ line_items }) =>
    assert.equal(line_items[0].description, 'Seats'),
  's2.1 line quantity: integer': ({ line_items }) => assert.equal(line_items[0].quantity, 3),
  's2.1 line unit_amount: integer, as sent': ({ line_items }) =>
    assert.equal(line_items[0].unit_amount, 1999),
  's2.1 line amount: integer, in answers': ({ line_items }) =>
    assert.equal(line_items[0].amount, 5997),
  's2 cents: amounts on invoices are integers in the smallest unit': ({
    amount_due,
    amount_paid,
    total,
  }) => assert.ok([amount_due, amount_paid, total].every(Number.isInteger)),
})

test('POST /v1/invoices creates an invoice (specification 4.1)', async () => {
  const answer = await api.post(INVOICES, { body })
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.location, `/v1/invoices/${answer.body.id}`)
})

test('GET /v1/invoices/:id returns an invoice (specification 4.1)', async () => {
  const made = await makeInvoice(api, body)
  assert.deepEqual(await get(api, `${INVOICES}/${made.id}`), made)
})

test('GET /v1/invoices lists invoices (specification 4.1)', async () => {
  const made = await makeInvoice(api, body)
  const page = await get(api, INVOICES)
  assert.deepEqual(page.data[0], made)
})

test('PATCH /v1/invoices/:id updates an invoice (specification 4.1)', async () => {
  const { id } = await makeInvoice(api, body)
  const answer = await api.patch(`${INVOICES}/${id}`, { body: { due_date: '2027-01-31' } })
  assert.equal(answer.status, 200)
  assert.equal(answer.body.due_date, '2027-01-31')
  assert.deepEqual(await get(api, `${INVOICES}/${id}`), answer.body)
})

test('POST /v1/invoices/:id/finalize without a body finalizes an invoice (specification 4.1)', async () => {
  const { id } = await makeInvoice(api, body)
  const answer = await api.post(`${INVOICES}/${id}/finalize`)
  assert.equal(answer.status, 200)
  assert.equal(answer.body.status, 'posted')
})

test('POST /v1/invoices/:id/void without a body voids an invoice (specification 4.1)', async () => {
  const { id } = await makeInvoice(api, body)
  const answer = await api.post(`${INVOICES}/${id}/void`)
  assert.equal(answer.status, 200)
  assert.equal(answer.body.status, 'void')
})

test('the API creates, reads, lists, updates, finalizes and voids invoices (specification 1)', async () => {
  const made = await makeInvoice(api, body)
  const page = await get(api, `${INVOICES}?customer_id=cus_${customer.id}&limit=1`)
  assert.equal(page.data[0].id, made.id)
})

test('customer_id is required text on create (specification 4.1)', async () => {
  const { customer_id: _, ...without } = body
  refused(await api.post(INVOICES, { body: without }), 400, 'parameter_missing', 'customer_id')
  for (const customer_id of ['cus_', 'x', '', 1.5, 0, -1, true, [], {}, 'cus_01', 'cus_-1']) {
    const answer = await api.post(INVOICES, { body: { ...body, customer_id } })
    assert.equal(answer.status, 400, JSON.stringify(customer_id))
    assert.equal(answer.body.error.param, 'customer_id')
  }
})

test('line_items is a required list of description, quantity and unit_amount (specification 4.1)', async () => {
  const { line_items: _, ...without } = body
  refused(await api.post(INVOICES, { body: without }), 400, 'parameter_missing', 'line_items')
  refused(await api.post(INVOICES, { body: { ...body, line_items: {} } }), 400, 'parameter_invalid')
  for (const member of ['description', 'quantity', 'unit_amount']) {
    const line = Object.fromEntries(Object.entries(LINE).filter(([name]) => name !== member))
    const answer = await api.post(INVOICES, { body: { ...body, line_items: [LINE, line] } })
    refused(answer, 400, 'parameter_missing', `line_items[1].${member}`)
  }
  for (const [member, value] of [
    ['description', 5],
    ['quantity', '3'],
    ['unit_amount', 19.99],
  ] as const) {
    const answer = await api.post(INVOICES, {
      body: { ...body, line_items: [{ ...LINE, [member]: value }] },
    })
    refused(answer, 400, 'parameter_invalid', `line_items[0].${member}`)
  }
})

test('due_date is optional text on create (specification 4.1)', async () => {
  const made = await makeInvoice(api, { ...body, due_date: '2028-02-29' })
  assert.equal(made.due_date, '2028-02-29')
  refused(
    await api.post(INVOICES, { body: { ...body, due_date: 20280229 } }),
    400,
    'parameter_invalid',
    'due_date',
  )
})

test('metadata is an optional object on create (specification 4.1)', async () => {
  const metadata = { order: 'A-17', seats: 3, trial: false }
  assert.deepEqual((await makeInvoice(api, { ...body, metadata })).metadata, metadata)
  assert.deepEqual((await makeInvoice(api, body)).metadata, {})
})

test('customer_id filters the list (specification 4.1)', async () => {
  const other = await makeCustomer(api)
  const made = await makeInvoice(api, { customer_id: other.id })
  const page = await get(api, `${INVOICES}?customer_id=cus_${other.id}`)
  assert.deepEqual(page.data, [made])
})

test('status filters the list (specification 4.1)', async () => {
  const { id } = await makeInvoice(api, body)
  await api.post(`${INVOICES}/${id}/void`)
  const page = await get(api, `${INVOICES}?status=void&limit=100`)
  assert.ok(page.data.length > 0)
  assert.ok(page.data.every((invoice: { status: string }) => invoice.status === 'void'))
  refused(await api.get(`${INVOICES}?status=sent`), 400, 'parameter_invalid', 'status')
})

test('limit is the number of results (specification 4.1)', async () => {
  assert.equal((await get(api, `${INVOICES}?limit=2`)).data.length, 2)
})

test('offset says where a page starts (specification 4.1)', async () => {
  const all = await get(api, `${INVOICES}?limit=3`)
  const page = await get(api, `${INVOICES}?limit=2&offset=1`)
  assert.deepEqual(page.data, all.data.slice(1))
})
