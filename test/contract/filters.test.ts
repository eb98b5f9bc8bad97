// Contract 2: list filters and the total count they give.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  CUSTOMERS,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makeProduct,
  PRODUCTS,
  refused,
} from '../fixtures.ts'
import { ENVIRONMENTS, world } from '../harness.ts'

// Each object is created one second after the previous one.
const start = Date.parse('2026-11-20T12:00:00.000Z')
let at = start
const w = await world({ after }, { wallNow: () => at, tampers: true })
const { api } = w

async function later<T>(work: Promise<T>): Promise<T> {
  const made = await work
  at += 1_000
  return made
}

const a = await later(makeCustomer(api, { email: 'a@filter.example' }))
const b = await later(makeCustomer(api, { email: 'b@filter.example' }))
const products = [await later(makeProduct(api)), await later(makeProduct(api))]
const ofA = await later(makeFinalized(api, { customer_id: a.id, due_date: '2027-01-31' }))
const ofB = await later(makeInvoice(api, { customer_id: b.id, due_date: '2027-02-28' }))
const ofBToo = await later(makeInvoice(api, { customer_id: b.id, due_date: '2027-03-31' }))

async function ids(path: string): Promise<unknown[]> {
  const page = await get(api, path)
  assert.equal(page.total_count, page.data.length)
  return page.data.map(({ id }: Made) => id)
}

test('customer_id accepts both spellings', async () => {
  assert.deepEqual(await ids(`${INVOICES}?customer_id=cus_${a.id}`), [ofA.id])
  assert.deepEqual(await ids(`${INVOICES}?customer_id=${b.id}`), [ofBToo.id, ofB.id])
})

test('a malformed filter is rejected with 400', async () => {
  for (const value of [
    'cus_',
    'cus_x',
    'x',
    '',
    '0',
    '-1',
    '1.5',
    'cus_01',
    'CUS_1',
    '1e3',
    ' 1',
    'cus_1 ',
    '9'.repeat(30),
  ]) {
    const answer = await api.get(`${INVOICES}?customer_id=${encodeURIComponent(value)}`)
    refused(answer, 400, 'parameter_invalid', 'customer_id')
  }
  for (const value of ['2027-02-30', 'soon', '2027', '']) {
    const answer = await api.get(`${INVOICES}?due_date[gte]=${value}`)
    refused(answer, 400, 'parameter_invalid', 'due_date[gte]')
  }
  for (const value of [
    '2027-02-30',
    '1899-12-31',
    'soon',
    '1763640000',
    '2027-01-01T25:00:00Z',
    '2027-01-01T00:00:00',
    '',
  ]) {
    const answer = await api.get(`${CUSTOMERS}?created_at[gt]=${value}`)
    refused(answer, 400, 'parameter_invalid', 'created_at[gt]')
  }
  refused(await api.get(`${INVOICES}?status=open`), 400, 'parameter_invalid', 'status')
})

test('an unknown ID gives an empty list', async () => {
  assert.deepEqual(await ids(`${INVOICES}?customer_id=cus_999999999999999`), [])
  assert.deepEqual(await ids(`${INVOICES}?number=INV-999999`), [])
  assert.deepEqual(await ids(`${CUSTOMERS}?email=nobody@filter.example`), [])
})

test('every list accepts created_at with gte, gt, lte and lt', async () => {
  for (const [path, older, newer] of [
    [CUSTOMERS, a, b],
    [PRODUCTS, products[0], products[1]],
    [INVOICES, ofB, ofBToo],
  ] as const) {
    const two = `limit=2&created_at[gte]=${older.created_at}`
    assert.deepEqual(await ids(`${path}?${two}&created_at[lte]=${newer.created_at}`), [
      newer.id,
      older.id,
    ])
    assert.deepEqual(await ids(`${path}?${two}&created_at[lt]=${newer.created_at}`), [older.id])
    const gt = `created_at[gt]=${older.created_at}&created_at[lte]=${newer.created_at}`
    assert.deepEqual(await ids(`${path}?${gt}`), [newer.id])
    const none = `created_at[gt]=${older.created_at}&created_at[lt]=${newer.created_at}`
    assert.deepEqual(await ids(`${path}?${none}`), [])
    const encoded = `created_at%5Blte%5D=${encodeURIComponent(older.created_at)}`
    assert.ok((await ids(`${path}?${encoded}`)).includes(older.id))
  }
  // The same instant as a.created_at, five hours west of UTC; no fraction; whole seconds.
  const west = encodeURIComponent('2026-11-20T07:00:00-05:00')
  assert.deepEqual(await ids(`${CUSTOMERS}?created_at[lte]=${west}`), [a.id])
  assert.deepEqual(await ids(`${CUSTOMERS}?created_at[lte]=2026-11-20T12:00:00Z`), [a.id])
})

test('email filters customers', async () => {
  assert.deepEqual(await ids(`${CUSTOMERS}?email=a@filter.example`), [a.id])
  assert.deepEqual(await ids(`${CUSTOMERS}?email=b%40filter.example`), [b.id])
  assert.deepEqual(await ids(`${CUSTOMERS}?email=A@Filter.EXAMPLE`), [a.id])
  const shouted = await later(makeCustomer(api, { email: 'SHOUT@filter.example' }))
  assert.deepEqual(await ids(`${CUSTOMERS}?email=shout@filter.example`), [shouted.id])
  assert.equal(shouted.email, 'SHOUT@filter.example')
})

test('ids filters customers by up to 100 IDs, in either spelling', async () => {
  assert.deepEqual(await ids(`${CUSTOMERS}?ids=cus_${a.id},${b.id}`), [b.id, a.id])
  assert.deepEqual(await ids(`${CUSTOMERS}?ids=${a.id}`), [a.id])
  // Unknown IDs, and those of other environments, are left out.
  assert.deepEqual(await ids(`${CUSTOMERS}?ids=cus_999999999999999,${a.id}`), [a.id])
  const many = Array.from({ length: 101 }, (_, index) => index + 1).join(',')
  for (const value of ['', ',', 'cus_', `${a.id},`, `${a.id};${b.id}`, many]) {
    const answer = await api.get(`${CUSTOMERS}?ids=${encodeURIComponent(value)}`)
    refused(answer, 400, 'parameter_invalid', 'ids')
  }
})

test('number filters invoices', async () => {
  assert.equal(ofA.number, 'INV-000001')
  assert.deepEqual(await ids(`${INVOICES}?number=INV-000001`), [ofA.id])
  assert.deepEqual(await ids(`${INVOICES}?number=${ofB.number}`), [ofB.id])
})

test('due_date filters invoices with gte and lte', async () => {
  assert.deepEqual(await ids(`${INVOICES}?due_date[gte]=2027-02-28`), [ofBToo.id, ofB.id])
  assert.deepEqual(await ids(`${INVOICES}?due_date[lte]=2027-02-28`), [ofB.id, ofA.id])
  const between = 'due_date[gte]=2027-02-01&due_date[lte]=2027-02-28'
  assert.deepEqual(await ids(`${INVOICES}?${between}`), [ofB.id])
})

test('filters combine, and cursors respect them', async () => {
  assert.deepEqual(await ids(`${INVOICES}?customer_id=${b.id}&due_date[lte]=2027-02-28`), [ofB.id])
  assert.deepEqual(await ids(`${INVOICES}?customer_id=${b.id}&status=posted`), [])
  const page = await get(api, `${INVOICES}?customer_id=${b.id}&limit=1`)
  assert.equal(page.has_more, true)
  assert.equal(page.total_count, 2)
  const rest = `customer_id=${b.id}&starting_after=${ofBToo.id}`
  assert.deepEqual(
    (await get(api, `${INVOICES}?${rest}`)).data.map(({ id }: Made) => id),
    [ofB.id],
  )
  const second = await get(api, `${INVOICES}?customer_id=${b.id}&limit=1&offset=1`)
  assert.equal(second.data[0].id, ofB.id)
  assert.equal(second.has_more, false)
})

/** Inserts rows as the service would, many at once. */
async function insertProducts(count: number): Promise<void> {
  await w.sql(
    `insert into products (environment_id, id, name, description, status, metadata, created_at, updated_at)
     select $1, gen_random_uuid(), 'Many', '', 'archived', '{}', $3, $3 from generate_series(1, $2)`,
    [ENVIRONMENTS.otherTest, count, new Date(start)],
  )
  await w.sql(
    'update environment_counters set products_count = products_count + $2 where environment_id = $1',
    [ENVIRONMENTS.otherTest, count],
  )
}

test('the total of a filtered list is exact up to 10 000, and null beyond', async () => {
  const key = w.keys.otherTest
  await insertProducts(9_999)
  assert.equal((await get(api, `${PRODUCTS}?status=archived`, { key })).total_count, 9_999)
  await insertProducts(1)
  assert.equal((await get(api, `${PRODUCTS}?status=archived`, { key })).total_count, 10_000)
  await insertProducts(1)
  const page = await get(api, `${PRODUCTS}?status=archived`, { key })
  assert.equal(page.total_count, null)
  assert.equal(page.has_more, true)
  const end = await get(api, `${PRODUCTS}?status=archived&offset=9995`, { key })
  assert.equal(end.data.length, 6)
  assert.equal(end.has_more, false)
})

test('the total of an unfiltered list is exact at any size', async () => {
  const key = w.keys.otherTest
  assert.equal((await get(api, PRODUCTS, { key })).total_count, 10_001)
  await makeProduct(api, {}, { key })
  assert.equal((await get(api, PRODUCTS, { key })).total_count, 10_002)
  const last = await get(api, `${PRODUCTS}?limit=5&offset=10000`, { key })
  assert.equal(last.data.length, 2)
  assert.equal(last.has_more, false)
  const middle = await get(api, `${PRODUCTS}?limit=5&offset=6000`, { key })
  assert.equal(middle.data.length, 5)
  assert.equal(middle.has_more, true)
  const before = await get(api, CUSTOMERS)
  const gone = await makeCustomer(api)
  assert.equal((await get(api, CUSTOMERS)).total_count, before.total_count + 1)
  await api.delete(`${CUSTOMERS}/${gone.id}`)
  assert.equal((await get(api, CUSTOMERS)).total_count, before.total_count)
})
