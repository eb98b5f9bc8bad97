// Specification 2.1 and 4.1: the invoice, its fields, endpoints and parameters.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { get, INVOICES, LINE, makeCustomer, makeInvoice, refused } from '../fixtures.ts'
import { sharedWorld } from '../shared.ts'
import { testsOf } from './tests-of.ts'

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const w = await sharedWorld({ after })
const { api } = w
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
