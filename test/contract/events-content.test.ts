// Contract 7: content of events, which is what changed and the object as the API returns it, and filters of the feed.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  ACCOUNT,
  allEvents,
  CUSTOMERS,
  get,
  grantCredit,
  INVOICES,
  isOf,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makePayment,
  makeProduct,
  PRODUCTS,
  refused,
} from '../fixtures.ts'
import { until } from '../harness.ts'
import { sharedWorld } from '../shared.ts'

const w = await sharedWorld({ after })
const { api } = w

/** Types that report something about an object without changing its earlier state. */
const STILL = /\.(created|deleted|erased|reminded|test)$/
/** Events of an endpoint itself are not delivered to webhooks. */
const APART = /^webhook_endpoint\./

async function liveThroughAll(): Promise<void> {
  const body = { reminder_days: [0], tax_numbers: [{ value: '1', label: 'VAT' }] }
  await api.patch(ACCOUNT, { body })
  await api.patch(ACCOUNT, { body: { legal_name: 'Nordlicht Ltd.' } })
  const product = await makeProduct(api, { metadata: { b: 1, a: 2 } })
  const patched = { metadata: { c: 3, 10: 1 }, description: 'x' }
  await api.patch(`${PRODUCTS}/${product.id}`, { body: patched })
  await api.delete(`${PRODUCTS}/${product.id}`)
  const customer = await makeCustomer(api, { email: 'ada@example.com', metadata: { z: 1, a: 2 } })
  const path = `${CUSTOMERS}/${customer.id}`
  for (const currency of ['usd', 'eur', 'cad', 'jpy']) {
    await grantCredit(api, customer.id, '10', currency)
  }
  const change = { contact_name: 'Ada', metadata: { y: 1 }, country: 'us' }
  await api.patch(path, { body: change })
  for (const currency of ['eur', 'cad', 'usd']) await grantCredit(api, customer.id, '-1', currency)
  const of = { customer_id: customer.id }
  const draft = await makeInvoice(api, { ...of, metadata: { z: 1, a: 1 } })
  await api.patch(`${INVOICES}/${draft.id}`, { body: { notes: 'n', metadata: { b: 2 } } })
  await api.post(`${INVOICES}/${draft.id}/finalize`)
  const part = await makePayment(api, draft, { amount: 100, metadata: { z: 1, a: 1 } })
  const rest = await makePayment(api, draft, { amount: 4997 })
  for (const { id } of [rest, part]) await api.post(`/v1/payments/${id}/reverse`)
  await api.post(`${INVOICES}/${draft.id}/void`)
  await grantCredit(api, customer.id, '90', 'cad')
  await makeFinalized(api, of)
  await makeFinalized(api, { due_date: '2001-01-01' })
  const past = await makeFinalized(api, { due_date: '2001-01-01', currency: 'usd' })
  await makePayment(api, past)
  await until('all that is overdue to be so', async () => {
    const { data } = await get(api, `${INVOICES}?status=posted`)
    return data.length === 0
  })
  const gone = await makeCustomer(api)
  await api.delete(`${CUSTOMERS}/${gone.id}`)
}

const idOf = (object: Made) => (object.object === 'customer' ? `cus_${object.id}` : object.id)

const live = liveThroughAll()

test('every event that changes an object, and no other, has its previous values (contract 7)', async () => {
  await live
  const last = new Map<string, Made>()
  const met = new Set<string>()
  for (const { type, data } of await allEvents(api)) {
    const id = idOf(data.object)
    if (APART.test(type)) continue
    met.add(type)
    const before = last.get(id)
    last.set(id, data.object)
    if (!before) continue
    const names = new Set([...Object.keys(before), ...Object.keys(data.object)])
    const former = [...names]
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(data.object[name]))
      .map((name) => [name, before[name] ?? null])
    if (STILL.test(type)) assert.equal(data.previous_attributes, undefined, type)
    else if (former.length === 0) assert.equal(data.previous_attributes, undefined, type)
    else assert.deepEqual(data.previous_attributes, Object.fromEntries(former), type)
  }
  const wanted = ['finalized', 'paid', 'partially_paid', 'payment_reversed', 'overdue', 'voided']
  for (const verb of wanted) assert.ok(met.has(`invoice.${verb}`), verb)
})

test('invoice.finalized has the previous values of the draft', async () => {
  const draft = await makeInvoice(api)
  await api.post(`${INVOICES}/${draft.id}/finalize`)
  const { data } = await get(api, `/v1/events?object_id=${draft.id}`)
  const { number, finalized_at, hosted_url, email_status, updated_at } = draft
  assert.deepEqual(data.at(-1).data.previous_attributes, {
    status: 'draft',
    number,
    updated_at,
    finalized_at,
    hosted_url,
    email_status,
    warnings: [],
  })
})

test('the properties of an object have one order, whatever wrote them (contract 7)', async () => {
  await live
  const { data: invoices } = await get(api, `${INVOICES}?limit=100`)
  const { data: customers } = await get(api, `${CUSTOMERS}?limit=100`)
  const { data: products } = await get(api, PRODUCTS)
  const now = new Map<string, Made>([
    ...[...invoices, ...products].map((object: Made) => [object.id, object] as const),
    ...customers.map((object: Made) => [`cus_${object.id}`, object] as const),
    ['acct_1', await get(api, ACCOUNT)],
  ])
  let compared = 0
  const last = new Map<string, string>()
  for (const { type, data } of await allEvents(api)) {
    const id = idOf(data.object)
    const object = now.get(id)
    if (!object) continue
    compared++
    last.set(id, JSON.stringify(data.object))
    assert.ok(
      inOrder(keysOf(data.object), keysOf(object)),
      `${type}: ${JSON.stringify(data.object)}`,
    )
  }
  assert.ok(compared > 30)
  for (const [id, text] of last) assert.equal(text, JSON.stringify(now.get(id)), id)
})

/** Returns the paths of all properties, nested ones included. */
function keysOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => [
    `${path}.${name}`,
    ...keysOf(item, `${path}.${name}`),
  ])
}

/** True if the properties in both lists have the same order. */
function inOrder(one: string[], other: string[]): boolean {
  const both = other.filter((name) => one.includes(name))
  return JSON.stringify(one.filter((name) => both.includes(name))) === JSON.stringify(both)
}

const FEED = '/v1/events'

test('type selects events of a type or a family such as invoice.*', async () => {
  await makeFinalized(api)
  await makeProduct(api)
  const events = await allEvents(api)
  for (const type of ['invoice.*', 'product.created', 'customer.*']) {
    const wanted = events.filter((event) => event.type.startsWith(type.replace('*', '')))
    assert.ok(wanted.length > 0)
    const page = await get(api, `${FEED}?type=${type}&limit=100`)
    assert.deepEqual(page.data, wanted.slice(0, 100))
    assert.equal(page.total_count, null)
    const [first, second] = wanted
    const rest = await get(api, `${FEED}?type=${type}&after=${first.sequence}&limit=1`)
    assert.deepEqual(rest.data, second ? [second] : [])
    const newest = await get(api, `${FEED}?type=${type}&before=9007199254740991&limit=1`)
    assert.deepEqual(newest.data, [wanted.at(-1)])
  }
  assert.deepEqual((await get(api, `${FEED}?type=*&limit=100`)).data, events.slice(0, 100))
  for (const type of ['invoice', 'invoices.*', '*.paid', '', 'invoice.lost']) {
    refused(await api.get(`${FEED}?type=${type}`), 400, 'parameter_invalid', 'type')
  }
})

test('object_id selects events about one object', async () => {
  const { id } = await makeFinalized(api)
  const page = await get(api, `${FEED}?object_id=${id}`)
  assert.deepEqual(
    page.data.map(({ type }: Made) => type),
    ['invoice.created', 'invoice.finalized'],
  )
  const both = await get(api, `${FEED}?object_id=${id}&type=invoice.finalized`)
  assert.deepEqual(both.data, page.data.slice(1))
  assert.deepEqual((await get(api, `${FEED}?object_id=inv_unknown`)).data, [])
})

test('customer_id selects events about a customer and their objects of every kind', async () => {
  const { id } = await makeCustomer(api, { name: 'Theirs' })
  await grantCredit(api, id, '10.00', 'cad')
  const draft = await makeInvoice(api, { customer_id: id })
  const { body: finalized } = await api.post(`${INVOICES}/${draft.id}/finalize`)
  const payment = await makePayment(api, finalized, { amount: 100 })
  await api.post(`/v1/payments/${payment.id}/reverse`, { body: { reason: 'Bounced' } })
  await api.patch(`${CUSTOMERS}/${id}`, { body: { city: 'Oka' } })
  // All other events belong to other customers.
  await makeFinalized(api)
  await makeProduct(api)
  const theirs = (await allEvents(api)).filter(isOf({ id }))
  const families = new Set(theirs.map(({ type }) => type.split('.')[0]))
  assert.deepEqual([...families].sort(), ['credit_transaction', 'customer', 'invoice', 'payment'])
  for (const ref of [id, `cus_${id}`]) {
    assert.deepEqual((await get(api, `${FEED}?customer_id=${ref}&limit=100`)).data, theirs)
  }
  const before = Number.MAX_SAFE_INTEGER
  const last = await get(api, `${FEED}?customer_id=${id}&before=${before}&limit=2`)
  assert.deepEqual(last.data, theirs.slice(-2).reverse())
  assert.deepEqual([last.has_more, last.total_count], [true, null])
  const paid = await get(api, `${FEED}?customer_id=${id}&type=payment.*`)
  assert.deepEqual(
    paid.data.map(({ type }: Made) => type),
    ['payment.created', 'payment.reversed'],
  )
  const one = await get(api, `${FEED}?customer_id=${id}&object_id=cus_${id}&type=customer.created`)
  assert.equal(one.data.length, 1)
  assert.deepEqual((await get(api, `${FEED}?customer_id=cus_999999`)).data, [])
  const elsewhere = { key: w.keys.live }
  assert.deepEqual((await get(api, `${FEED}?customer_id=${id}`, elsewhere)).data, [])
  refused(await api.get(`${FEED}?customer_id=inv_1`), 400, 'parameter_invalid', 'customer_id')
})
