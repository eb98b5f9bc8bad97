// An invoice created and finalized by one request is the same as by two, in every row and event.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { TENANT_TABLES } from '../../src/app/tables.ts'
import { CHAINED } from '../chained.ts'
import {
  ACCOUNT,
  allEvents,
  get,
  grantCredit,
  INVOICES,
  LINE,
  type Made,
  makeCustomer,
  makeInvoice,
  makePayment,
  refused,
} from '../fixtures.ts'
import { type World, world } from '../harness.ts'

const START = Date.parse('2026-11-20T12:00:00.000Z')
const w = await world({ after }, { wallNow: () => START })
const { api } = w
const customer = await makeCustomer(api, { email: 'ap@nordlicht.example' })
const body = { customer_id: customer.id, line_items: [LINE], finalize: true }

/** Tables of requests, keys, audit and chain links: two requests leave two rows, one leaves one. */
const OF_REQUESTS = [
  'audit_log',
  'idempotency_keys',
  'requests',
  'environment_settings',
  'chain_links',
]

/** All rows of the environment in a fixed order, with random values masked. */
async function rowsOf(of: World): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const table of TENANT_TABLES) {
    if (OF_REQUESTS.includes(table)) continue
    const found = await of.sql<{ text: string }>(
      `select (to_jsonb(t) - $1::text[])::text as text from ${table} t where environment_id = 1`,
      [CHAINED],
    )
    rows[table] = found.map(({ text }) => masked(text)).sort()
  }
  return rows
}

const masked = (text: string) =>
  text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
    .replace(/(inv|il|cbt|eml)_[0-9a-z]{26}/g, '$1_id')
    .replace(/("hosted_token": |\/i\/[0-9a-z_]*)[^,}]*/g, '$1token')
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'url')
    .replace(/"frozen": "[^"]*"/g, '"frozen": "digest"')

/** Creates a customer with an address and credit, and bills it by one of the two ways. */
async function bill(of: World, wayOf: (input: object) => Promise<Made>): Promise<Made> {
  const { id } = await makeCustomer(of.api, { email: 'ap@nordlicht.example' })
  await grantCredit(of.api, id, '10.12345678', 'cad')
  await wayOf({ customer_id: id, line_items: [LINE], notes: 'Thank you', metadata: { a: 1 } })
  const free = { ...LINE, unit_amount: 0 }
  return wayOf({ customer_id: id, line_items: [free], due_date: '2027-01-31' })
}

test('a create with finalize: true leaves the same rows as two requests', async () => {
  const one = await world({ after }, { wallNow: () => START })
  const two = await world({ after }, { wallNow: () => START })
  const once = await bill(one, (input) => makeInvoice(one.api, { ...input, finalize: true }))
  const twice = await bill(two, async (input) => {
    const { id } = await makeInvoice(two.api, input)
    return (await two.api.post(`${INVOICES}/${id}/finalize`)).body
  })
  assert.equal(masked(JSON.stringify(once)), masked(JSON.stringify(twice)))
  const [byOne, byTwo] = [await rowsOf(one), await rowsOf(two)]
  assert.equal(byOne.invoices?.length, 2)
  assert.equal(byOne.emails?.length, 2)
  assert.equal(byOne.ledger_entries?.length, 3)
  assert.deepEqual(byOne, byTwo)
})

test('a create with finalize records invoice.created, then invoice.finalized with the previous values', async () => {
  const answer = await api.post(INVOICES, { body })
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.location, `${INVOICES}/${answer.body.id}`)
  assert.equal(answer.body.status, 'posted')
  assert.match(answer.body.number, /^INV-0\d{5}$/)
  const events = (await allEvents(api)).filter(({ data }) => data.object.id === answer.body.id)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['invoice.created', 'invoice.finalized'],
  )
  const [created, finalized] = events
  assert.equal(created.data.object.status, 'draft')
  assert.equal(created.data.previous_attributes, undefined)
  assert.deepEqual(finalized.data.object, answer.body)
  assert.deepEqual(finalized.data.previous_attributes, {
    status: 'draft',
    number: created.data.object.number,
    finalized_at: null,
    hosted_url: null,
    email_status: null,
    warnings: [],
  })
  await makePayment(api, answer.body)
})

test('an invoice with nothing due is paid at once', async () => {
  const free = [{ ...LINE, unit_amount: 0 }]
  const made = await api.post(INVOICES, { body: { ...body, line_items: free } })
  assert.equal(made.status, 201)
  assert.equal(made.body.status, 'paid')
  const events = (await allEvents(api)).slice(-3)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['invoice.created', 'invoice.finalized', 'invoice.paid'],
  )
})

test('a rejected finalize leaves nothing and takes no number', async () => {
  const key = w.keys.live
  const { id } = await makeCustomer(api, {}, { key })
  await api.patch(ACCOUNT, { body: { incomplete_seller: 'refuse' }, key })
  const before = (await allEvents(api, { key })).length
  const ask = { body: { ...body, customer_id: id }, key, headers: { 'idempotency-key': 'k1' } }
  refused(await api.post(INVOICES, ask), 409, 'seller_incomplete')
  assert.equal((await allEvents(api, { key })).length, before)
  assert.deepEqual((await get(api, INVOICES, { key })).data, [])
  await api.patch(ACCOUNT, { body: { incomplete_seller: 'warn' }, key })
  const made = await api.post(INVOICES, ask)
  assert.equal(made.status, 201, made.text)
  assert.equal(made.body.number, 'INV-000001')
  const line_items = [{ ...LINE, quantity: 1_000_000_000, unit_amount: 999_999_999_999 }]
  refused(await api.post(INVOICES, { body: { ...body, line_items } }), 400, 'amount_too_large')
  const gone = { ...body, customer_id: 99_999 }
  refused(await api.post(INVOICES, { body: gone }), 400, 'resource_missing', 'customer_id')
})

test('a dry run returns both events, the email and the missing seller details', async () => {
  const key = w.keys.live
  const { id } = await makeCustomer(api, { email: 'ap@nordlicht.example' }, { key })
  const ask = { body: { ...body, customer_id: id }, key }
  const { status, body: foreseen } = await api.post(`${INVOICES}?dry_run=true`, ask)
  assert.equal(status, 200)
  assert.equal(foreseen.result.status, 'posted')
  assert.deepEqual(
    foreseen.events.map(({ type }: Made) => type),
    ['invoice.created', 'invoice.finalized'],
  )
  assert.equal(foreseen.events[1].data.previous_attributes.status, 'draft')
  assert.deepEqual(
    foreseen.emails.map(({ kind, to }: Made) => [kind, to]),
    [['invoice', 'ap@nordlicht.example']],
  )
  assert.ok(foreseen.warnings.some(({ code }: Made) => code === 'seller_address_missing'))
  assert.deepEqual(foreseen.changes[0], { records: 'invoices', created: 1, changed: 0 })
  assert.deepEqual((await get(api, `${INVOICES}?customer_id=${id}`, { key })).data, [])
})

test('a create with finalize uses one Idempotency-Key and counts as one request', async () => {
  const key = w.keys.otherTest
  const mine = { ...body, customer_id: (await makeCustomer(api, {}, { key })).id }
  const ask = { body: mine, key, headers: { 'idempotency-key': 'one-invoice' } }
  const [first, joined] = await Promise.all([api.post(INVOICES, ask), api.post(INVOICES, ask)])
  const again = await api.post(INVOICES, ask)
  for (const answer of [first, joined, again]) {
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(answer.body, first.body)
    assert.equal(answer.headers.etag, first.headers.etag)
  }
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal((await get(api, INVOICES, { key })).total_count, 1)
  const other = { ...ask, body: { ...mine, finalize: false } }
  refused(await api.post(INVOICES, other), 422, 'idempotency_key_reused')
})

test('finalize: false and null are the same as absent', async () => {
  for (const finalize of [false, null, undefined]) {
    const made = await api.post(INVOICES, { body: { ...body, finalize } })
    assert.equal(made.status, 201)
    assert.equal(made.body.status, 'draft')
  }
  for (const finalize of ['true', 1, {}]) {
    refused(await api.post(INVOICES, { body: { ...body, finalize } }), 400, 'parameter_invalid')
  }
  const { id } = await makeInvoice(api)
  const patch = { body: { finalize: true } }
  refused(await api.patch(`${INVOICES}/${id}`, patch), 400, 'parameter_unknown', 'finalize')
})

test('a create with finalize needs the scopes of both requests', async () => {
  for (const scopes of [['invoices:read'], ['customers:write', 'payments:write']]) {
    const key = await w.key({ scopes })
    refused(await api.post(INVOICES, { body, key }), 403, 'permission_denied')
  }
  const key = await w.key({ scopes: ['invoices:write'] })
  assert.equal((await api.post(INVOICES, { body, key })).status, 201)
})

test('a payment without a currency uses the currency of the invoice', async () => {
  const { body: invoice } = await api.post(INVOICES, { body: { ...body, currency: 'jpy' } })
  const paid = { invoice_id: invoice.id, amount: 100, method: 'cash' }
  for (const currency of [undefined, null, 'jpy', 'JPY']) {
    const made = await api.post('/v1/payments', { body: { ...paid, currency } })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.body.currency, 'jpy')
  }
  const wrong = await api.post('/v1/payments', { body: { ...paid, currency: 'cad' } })
  refused(wrong, 400, 'currency_mismatch', 'currency')
})
