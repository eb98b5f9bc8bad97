// Specification 5.5 and 5.6, contract 3 and 4: objects of one environment do not exist in another.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer, Ask } from '../client.ts'
import {
  allEvents,
  CUSTOMERS,
  get,
  INVOICES,
  LINE,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makeProduct,
  PRODUCTS,
} from '../fixtures.ts'
import { world } from '../harness.ts'
import { anonymous } from './anonymous.ts'

const w = await world({ after })
const { api, keys } = w
const live: Ask = { key: keys.live }
const STRANGERS = [keys.live, keys.otherTest, keys.otherLive]

const customer = await makeCustomer(api, { email: 'who@where.example' })
const product = await makeProduct(api)
const draft = await makeInvoice(api, { customer_id: customer.id })
const finalized = await makeFinalized(api, { customer_id: customer.id })
// IDs of the same form that do not exist.
const UNKNOWN = {
  customer: 'cus_777777777',
  product: product.id.replace(/.{6}$/, '000000'),
  invoice: draft.id.replace(/.{6}$/, '000000'),
}

async function assertSameAsUnknown(
  ask: (id: string) => Promise<Answer>,
  id: string,
  unknown: string,
): Promise<void> {
  assert.deepEqual(anonymous(await ask(id), id), anonymous(await ask(unknown), unknown))
}

test('an ID of another environment is rejected in a path (contract 4)', async () => {
  for (const key of STRANGERS) {
    for (const [path, id, unknown, patch] of [
      [CUSTOMERS, `cus_${customer.id}`, UNKNOWN.customer, { name: 'x' }],
      [PRODUCTS, product.id, UNKNOWN.product, { name: 'x' }],
      [INVOICES, draft.id, UNKNOWN.invoice, { notes: 'x' }],
      [INVOICES, finalized.id, UNKNOWN.invoice, { notes: 'x' }],
    ] as const) {
      await assertSameAsUnknown((each) => api.get(`${path}/${each}`, { key }), id, unknown)
      const change = (each: string) => api.patch(`${path}/${each}`, { key, body: patch })
      await assertSameAsUnknown(change, id, unknown)
      const ways = path === INVOICES ? ['finalize', 'void'] : ['']
      for (const way of ways) {
        const method = way ? 'POST' : 'DELETE'
        const act = (each: string) =>
          api.send(method, `${path}/${each}${way && `/${way}`}`, { key })
        await assertSameAsUnknown(act, id, unknown)
      }
      assert.equal((await api.get(`${path}/${id}`, { key })).status, 404)
      assert.equal((await api.get(`${path}/${id}`)).status, 200)
    }
    const explain = (each: string) => api.get(`${INVOICES}/${each}/explain`, { key })
    await assertSameAsUnknown(explain, draft.id, UNKNOWN.invoice)
  }
  assert.equal((await get(api, `${INVOICES}/${draft.id}`)).status, 'draft')
})

test('an ID of another environment is treated as unknown (contract 3)', async () => {
  const answer = await api.get(`${CUSTOMERS}/${customer.id}`, live)
  assert.equal(answer.status, 404)
  assert.doesNotMatch(answer.text, /test environment|another account|permission/i)
})

test('an ID of another environment is rejected in a body (contract 4)', async () => {
  for (const key of STRANGERS) {
    const own = await makeCustomer(api, {}, { key })
    const bill = (customer_id: string) =>
      api.post(INVOICES, { key, body: { customer_id, line_items: [LINE] } })
    await assertSameAsUnknown(bill, `cus_${customer.id}`, UNKNOWN.customer)
    assert.equal((await bill(`cus_${customer.id}`)).status, 400)
    const sell = (product_id: string) =>
      api.post(INVOICES, {
        key,
        body: { customer_id: own.id, line_items: [{ ...LINE, product_id }] },
      })
    await assertSameAsUnknown(sell, product.id, UNKNOWN.product)
    assert.equal((await sell(product.id)).status, 400)
    const { id } = await makeInvoice(api, { customer_id: own.id }, { key })
    const move = (customer_id: string) =>
      api.patch(`${INVOICES}/${id}`, { key, body: { customer_id } })
    await assertSameAsUnknown(move, `cus_${customer.id}`, UNKNOWN.customer)
  }
})

test('an ID of another environment is rejected in a filter or cursor (contract 4)', async () => {
  for (const key of STRANGERS) {
    assert.deepEqual((await get(api, `${INVOICES}?customer_id=${customer.id}`, { key })).data, [])
    assert.deepEqual((await get(api, `${CUSTOMERS}?email=who@where.example`, { key })).data, [])
    assert.deepEqual(
      (await get(api, `${INVOICES}?number=${draft.number}&customer_id=${customer.id}`, { key }))
        .data,
      [],
    )
    for (const [path, id, unknown] of [
      [CUSTOMERS, `cus_${customer.id}`, UNKNOWN.customer],
      [PRODUCTS, product.id, UNKNOWN.product],
      [INVOICES, draft.id, UNKNOWN.invoice],
    ] as const) {
      const page = (each: string) => api.get(`${path}?starting_after=${each}`, { key })
      await assertSameAsUnknown(page, id, unknown)
    }
  }
})

test('number series, lists, counts and feeds are separate (contract 4)', async () => {
  for (const key of STRANGERS) {
    const before = await allEvents(api)
    const first = await makeFinalized(api, {}, { key })
    assert.equal(first.number, 'INV-000001')
    const feed = await allEvents(api, { key })
    assert.deepEqual(
      feed.map(({ sequence }: Made) => sequence),
      feed.map((_, index) => index + 1),
    )
    assert.equal(
      (await get(api, INVOICES, { key })).total_count,
      feed.filter(({ type }) => type === 'invoice.created').length,
    )
    assert.deepEqual(await allEvents(api), before)
  }
})

test('idempotency keys are separate (contract 4)', async () => {
  const headers = { 'idempotency-key': 'same-everywhere' }
  const ids = new Set()
  for (const key of [keys.test, ...STRANGERS]) {
    const answer = await api.post(CUSTOMERS, { body: { name: 'x' }, headers, key })
    assert.equal(answer.status, 201)
    assert.equal(answer.headers['idempotent-replayed'], undefined)
    ids.add(answer.body.id)
  }
  assert.equal(ids.size, 4)
})

test('customer integers are assigned across the installation (contract 4)', async () => {
  const ids: number[] = []
  for (const key of [keys.test, ...STRANGERS, keys.test, ...STRANGERS]) {
    ids.push((await makeCustomer(api, {}, { key })).id)
  }
  assert.equal(new Set(ids).size, ids.length)
  const second = await w.secondProcess()
  ids.push((await makeCustomer(second.api)).id, (await makeCustomer(second.api, {}, live)).id)
  assert.equal(new Set(ids).size, ids.length)
})

test('an account has a test and a live environment (contract 4)', async () => {
  const rows = await w.sql<{ modes: string[] }>(
    'select array_agg(mode order by mode) as modes from environments group by account_id',
  )
  assert.deepEqual(
    rows.map(({ modes }) => modes),
    [
      ['live', 'test'],
      ['live', 'test'],
    ],
  )
})

test('svc_test_ keys reach test data only (specification 5.5)', async () => {
  assert.match(keys.test, /^svc_test_/)
  const made = await makeCustomer(api)
  assert.equal((await api.get(`${CUSTOMERS}/${made.id}`)).status, 200)
  assert.equal((await api.get(`${CUSTOMERS}/${made.id}`, live)).status, 404)
  assert.equal((await get(api, '/v1/events?limit=1')).data[0].environment, 'test')
})

test('svc_live_ keys reach live data (specification 5.5)', async () => {
  assert.match(keys.live, /^svc_live_/)
  const made = await makeCustomer(api, {}, live)
  assert.equal((await api.get(`${CUSTOMERS}/${made.id}`, live)).status, 200)
  assert.equal((await api.get(`${CUSTOMERS}/${made.id}`)).status, 404)
  assert.equal((await get(api, '/v1/events?limit=1', live)).data[0].environment, 'live')
})

test('test and live share nothing (specification 5.6)', async () => {
  for (const path of [CUSTOMERS, PRODUCTS, INVOICES]) {
    const seen = new Set<unknown>()
    for (const key of [keys.test, ...STRANGERS]) {
      for (const { id } of (await get(api, `${path}?limit=100`, { key })).data) {
        assert.ok(!seen.has(id), `${id} is in two environments`)
        seen.add(id)
      }
    }
  }
})
