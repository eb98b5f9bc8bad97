// Contract 1: what a request body can contain. Anything else is rejected and writes nothing.

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

const w = await sharedWorld({ after })
const { api } = w
const customer = await makeCustomer(api)
const base = { customer_id: customer.id, line_items: [LINE] }
const withLine = (line: object) => ({ ...base, line_items: [{ ...LINE, ...line }] })

test('POST and DELETE treat no body, an empty body and {} alike', async () => {
  const json = { 'content-type': 'application/json' }
  for (const ask of [
    {},
    { headers: json },
    { raw: '', headers: { 'content-type': 'application/json; charset=utf-8' } },
    { raw: '', headers: { 'content-type': 'application/problem+json' } },
    { raw: '{}' },
    { raw: ' \n' },
  ]) {
    const { id } = await makeInvoice(api, base)
    assert.equal((await api.post(`${INVOICES}/${id}/finalize`, ask)).status, 200)
    assert.equal((await api.post(`${INVOICES}/${id}/void`, ask)).status, 200)
    const product = await makeProduct(api)
    assert.equal((await api.delete(`${PRODUCTS}/${product.id}`, ask)).status, 200)
  }
  const { id } = await makeInvoice(api, base)
  const answer = await api.post(`${INVOICES}/${id}/finalize`, { body: { now: true } })
  refused(answer, 400, 'parameter_unknown', 'now')
  assert.equal((await get(api, `${INVOICES}/${id}`)).status, 'draft')
})

test('dates must exist: 30 February is rejected', async () => {
  for (const due_date of [
    '2027-02-29',
    '2027-02-30',
    '2027-13-01',
    '2027-00-10',
    '2027-04-31',
    '27-04-30',
    '2027-4-3',
    '2027-04-30T00:00:00Z',
    '',
    ' 2027-04-30',
    '2100-02-29',
    'tomorrow',
  ]) {
    const answer = await api.post(INVOICES, { body: { ...base, due_date } })
    refused(answer, 400, 'parameter_invalid', 'due_date')
  }
  for (const due_date of ['2028-02-29', '2000-02-29', '2027-12-31']) {
    assert.equal((await makeInvoice(api, { ...base, due_date })).due_date, due_date)
  }
  refused(await api.get(`${INVOICES}?due_date[gte]=2027-02-30`), 400, 'parameter_invalid')
  refused(
    await api.get(`${INVOICES}?created_at[gte]=2027-02-30T00:00:00Z`),
    400,
    'parameter_invalid',
  )
})

// ISO 4217 list one: the euro has 2 decimals, the yen 0, the Kuwaiti dinar 3, the UF 4; the forint has 2, although
// everyday tables list 0.
test('amounts are integers in the smallest unit of our ISO 4217 table', async () => {
  for (const [currency, sentence] of [
    ['eur', /19\.99/],
    ['jpy', /1,999/],
    ['kwd', /1\.999/],
    ['clf', /0\.1999/],
    ['huf', /19\.99/],
  ] as const) {
    const made = await makeInvoice(api, { ...withLine({ quantity: 1 }), currency })
    assert.equal(made.amount_due, 1999)
    const { sentences } = await get(api, `${INVOICES}/${made.id}/explain`)
    assert.match(sentences[0], sentence, currency)
  }
})

test('values are not coerced: "5" is not 5, 1.5 is not an integer, 1.0 is', async () => {
  for (const [member, value] of [
    ['quantity', '5'],
    ['quantity', 1.5],
    ['quantity', true],
    ['quantity', [1]],
    ['unit_amount', '1999'],
    ['unit_amount', 0.1],
    ['description', 5],
    ['description', null],
    ['description', ['a']],
  ] as const) {
    const answer = await api.post(INVOICES, { body: withLine({ [member]: value }) })
    assert.equal(answer.status, 400, JSON.stringify(value))
    assert.equal(answer.body.error.param, `line_items[0].${member}`)
  }
  refused(
    await api.post(CUSTOMERS, { body: { name: 'x', tax_exempt: 1 } }),
    400,
    'parameter_invalid',
  )
  refused(
    await api.post(CUSTOMERS, { body: { name: 'x', tax_exempt: 'true' } }),
    400,
    'parameter_invalid',
  )
  refused(await api.post(CUSTOMERS, { body: { name: 5 } }), 400, 'parameter_invalid')
  const raw = `{"customer_id":${customer.id}.0,"line_items":[{"description":"a","quantity":1.0,"unit_amount":1e2}]}`
  const answer = await api.post(INVOICES, { raw })
  assert.equal(answer.status, 201, answer.text)
  assert.equal(answer.body.amount_due, 100)
  assert.match(answer.text, /"quantity":1,/)
})

test('numbers that JSON parsers cannot keep exactly are rejected', async () => {
  const line = (quantity: string, unit: string) =>
    `{"customer_id":${customer.id},"line_items":[{"description":"a","quantity":${quantity},"unit_amount":${unit}}]}`
  for (const [quantity, unit] of [
    ['1e400', '1'],
    ['-1e400', '1'],
    ['9007199254740993', '1'],
    ['99999999999999999999999999', '1'],
    ['1', '1000000000000'],
    ['1', '-1'],
    ['0', '1'],
    ['-3', '1'],
    ['1000000001', '1'],
    ['1', '1e-7'],
  ] as const) {
    refused(await api.post(INVOICES, { raw: line(quantity, unit) }), 400, 'parameter_invalid')
  }
  const metadata = (value: string) => `{"name":"x","metadata":{"n":${value}}}`
  for (const value of ['1e400', '9007199254740993', '-9007199254740993']) {
    const answer = await api.post(CUSTOMERS, { raw: metadata(value) })
    refused(answer, 400, 'parameter_invalid', 'metadata.n')
  }
  assert.match(
    (await api.post(CUSTOMERS, { raw: metadata('9007199254740991') })).text,
    /9007199254740991/,
  )
})

test('unknown properties are rejected', async () => {
  refused(
    await api.post(CUSTOMERS, { body: { name: 'x', nmae: 'y' } }),
    400,
    'parameter_unknown',
    'nmae',
  )
  refused(
    await api.post(INVOICES, { body: withLine({ price: 5997 }) }),
    400,
    'parameter_unknown',
    'line_items[0].price',
  )
  for (const member of ['amount', 'object', 'constructor', 'toString', '']) {
    const answer = await api.post(INVOICES, { body: { ...base, [member]: 'x' } })
    refused(answer, 400, 'parameter_unknown')
  }
  const { id } = await makeProduct(api)
  refused(
    await api.patch(`${PRODUCTS}/${id}`, { body: { price: 1 } }),
    400,
    'parameter_unknown',
    'price',
  )
  refused(
    await api.delete(`${PRODUCTS}/${id}`, { body: { force: true } }),
    400,
    'parameter_unknown',
    'force',
  )
})

test('unknown and repeated query parameters are rejected', async () => {
  for (const path of [INVOICES, CUSTOMERS, PRODUCTS, '/v1/events', `${CUSTOMERS}/${customer.id}`]) {
    refused(await api.get(`${path}?page=2`), 400, 'parameter_unknown', 'page')
    refused(await api.get(`${path}?__proto__=2`), 400, 'parameter_unknown', '__proto__')
  }
  for (const path of [INVOICES, CUSTOMERS, PRODUCTS, '/v1/events']) {
    refused(await api.get(`${path}?limit=1&limit=1`), 400, 'parameter_invalid', 'limit')
  }
  refused(await api.get(`${INVOICES}?Limit=1`), 400, 'parameter_unknown', 'Limit')
  refused(await api.get(`${INVOICES}?limit[]=1`), 400, 'parameter_unknown', 'limit[]')
  refused(
    await api.post(`${CUSTOMERS}?dry=1`, { body: { name: 'x' } }),
    400,
    'parameter_unknown',
    'dry',
  )
  refused(await api.get(`${INVOICES}?number=%ff`), 400, 'parameter_invalid')
})
