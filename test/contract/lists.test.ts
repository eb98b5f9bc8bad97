// Contract 2: the list envelope, its order, and pages by offset and cursor.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  CUSTOMERS,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeInvoice,
  makeProduct,
  PRODUCTS,
  refused,
} from '../fixtures.ts'
import { world } from '../harness.ts'

// The clock advances only between rounds, so each three in a row share a created_at.
let at = Date.parse('2026-11-20T12:00:00.000Z')
const w = await world({ after }, { wallNow: () => at })
const { api } = w
const customer = await makeCustomer(api, { email: 'one@list.example' })
for (let count = 0; count < 24; count++) {
  if (count % 3 === 0) at += 1
  await makeCustomer(api, { name: `Customer ${count}` })
  await makeProduct(api, { name: `Product ${count}` })
  await makeInvoice(api, { customer_id: customer.id })
}

const LISTS = [
  { path: CUSTOMERS, refOf: ({ id }: Made) => `cus_${id}`, total: 25 },
  { path: PRODUCTS, refOf: ({ id }: Made) => id, total: 24 },
  { path: INVOICES, refOf: ({ id }: Made) => id, total: 24 },
]

test('the envelope has seven properties', async () => {
  for (const { path, total } of LISTS) {
    const page = await get(api, path)
    const members = ['object', 'url', 'data', 'has_more', 'total_count', 'limit', 'offset']
    assert.deepEqual(Object.keys(page), members)
    assert.equal(page.object, 'list')
    assert.equal(page.url, path)
    assert.equal(page.has_more, true)
    assert.equal(page.total_count, total)
    assert.equal(page.limit, 20)
    assert.equal(page.offset, 0)
  }
})

test('the newest objects come first, by created_at, then ID', async () => {
  for (const { path } of LISTS) {
    const { data } = await get(api, `${path}?limit=100`)
    const times = data.map(({ created_at }: Made) => created_at)
    assert.deepEqual(times, times.toSorted().reverse())
    const keys = data.map(({ created_at, id }: Made) => `${created_at} ${String(id).padStart(30)}`)
    assert.deepEqual(keys, keys.toSorted().reverse())
  }
  const names = (await get(api, `${PRODUCTS}?limit=3`)).data.map(({ name }: Made) => name)
  assert.deepEqual(names, ['Product 23', 'Product 22', 'Product 21'])
})

test('objects created in the same millisecond keep an order', async () => {
  for (const { path } of LISTS) {
    const { data } = await get(api, `${path}?limit=100`)
    const times = data.map(({ created_at }: Made) => created_at)
    assert.ok(new Set(times).size < times.length, 'the test made some at the same instant')
    const order = data.map(({ id }: Made) => id)
    assert.deepEqual(
      order,
      order.toSorted((a: Made, b: Made) => (a < b ? 1 : -1)),
    )
  }
})

test('limit is 20 by default', async () => {
  for (const { path } of LISTS) assert.equal((await get(api, path)).data.length, 20)
  assert.equal((await get(api, '/v1/events')).data.length, 20)
})

test('limit is 1 to 100, and rejected outside', async () => {
  for (const path of [CUSTOMERS, PRODUCTS, INVOICES, '/v1/events']) {
    assert.equal((await get(api, `${path}?limit=1`)).data.length, 1)
    assert.equal((await get(api, `${path}?limit=100`)).limit, 100)
    for (const limit of [
      '0',
      '101',
      '-1',
      '1.5',
      '1e1',
      '0x10',
      'ten',
      '',
      '%20',
      '99999999999999999999',
    ]) {
      const answer = await api.get(`${path}?limit=${limit}`)
      const { message } = refused(answer, 400, 'parameter_invalid', 'limit')
      assert.match(message, /from 1 to 100/)
    }
  }
})

test('offset is 0 by default', async () => {
  for (const { path } of LISTS) {
    assert.deepEqual(await get(api, path), await get(api, `${path}?offset=0`))
  }
})

test('a negative offset is rejected', async () => {
  for (const { path } of LISTS) {
    for (const offset of ['-1', '1.5', 'x', '', '99999999999999999999']) {
      refused(await api.get(`${path}?offset=${offset}`), 400, 'parameter_invalid', 'offset')
    }
  }
})

test('an offset past the end gives an empty page', async () => {
  for (const { path, total } of LISTS) {
    for (const offset of [total, total + 1, 2_147_483_647]) {
      const page = await get(api, `${path}?offset=${offset}`)
      assert.deepEqual(page.data, [])
      assert.equal(page.has_more, false)
      assert.equal(page.total_count, total)
      assert.equal(page.offset, offset)
    }
  }
})

test('limit and offset have the bounds of specification 8', async () => {
  for (const { path, total } of LISTS) {
    const all = (await get(api, `${path}?limit=100`)).data
    assert.equal(all.length, total)
    for (const limit of [1, 5, 7]) {
      const walked: Made[] = []
      for (let offset = 0; ; offset += limit) {
        const page = await get(api, `${path}?limit=${limit}&offset=${offset}`)
        walked.push(...page.data)
        assert.equal(page.has_more, offset + limit < total)
        if (!page.has_more) break
      }
      assert.deepEqual(walked, all)
    }
  }
})

test('starting_after pages to older objects, the same as by offset', async () => {
  for (const { path, refOf } of LISTS) {
    const all = (await get(api, `${path}?limit=100`)).data
    for (const limit of [1, 7, 100]) {
      const walked: Made[] = []
      let cursor = ''
      for (;;) {
        const page = await get(api, `${path}?limit=${limit}${cursor}`)
        walked.push(...page.data)
        assert.equal(page.total_count, all.length)
        if (!page.has_more) break
        cursor = `&starting_after=${refOf(page.data.at(-1))}`
      }
      assert.deepEqual(walked, all)
    }
    const past = await get(api, `${path}?starting_after=${refOf(all.at(-1))}`)
    assert.deepEqual(past.data, [])
    assert.equal(past.has_more, false)
  }
})

test('ending_before pages to newer objects', async () => {
  for (const { path, refOf } of LISTS) {
    const all = (await get(api, `${path}?limit=100`)).data
    const walked: Made[] = [all.at(-1)]
    for (;;) {
      const page = await get(api, `${path}?limit=7&ending_before=${refOf(walked[0])}`)
      walked.unshift(...page.data)
      if (!page.has_more) break
    }
    assert.deepEqual(walked, all)
    const first = await get(api, `${path}?ending_before=${refOf(all[0])}`)
    assert.deepEqual(first.data, [])
  }
})

test('an unknown cursor is rejected', async () => {
  for (const { path } of LISTS) {
    for (const cursor of [
      'nothing',
      '',
      'cus_999999999',
      'prod_01h2xcejqtf2nbrexx3vqjhp41',
      'inv_',
    ]) {
      for (const name of ['starting_after', 'ending_before']) {
        const answer = await api.get(`${path}?${name}=${cursor}`)
        refused(answer, 400, 'parameter_invalid', name)
      }
    }
  }
  // The plain integer is the customer's ID in its own responses.
  assert.equal((await api.get(`${CUSTOMERS}?starting_after=${customer.id}`)).status, 200)
})

test('a cursor together with offset is rejected', async () => {
  for (const { path, refOf } of LISTS) {
    const ref = refOf((await get(api, path)).data[3])
    for (const both of [
      `offset=0&starting_after=${ref}`,
      `offset=5&ending_before=${ref}`,
      `starting_after=${ref}&ending_before=${ref}`,
    ]) {
      refused(await api.get(`${path}?${both}`), 400, 'parameters_exclusive')
    }
  }
})

test('parameters_exclusive is returned with 400 (contract 3)', async () => {
  const answer = await api.get('/v1/events?after=1&before=5')
  const { message } = refused(answer, 400, 'parameters_exclusive')
  assert.match(message, /after and before/)
})
