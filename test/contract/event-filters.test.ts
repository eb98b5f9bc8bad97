// Contract 7: filters of the event feed.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
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
  refused,
} from '../fixtures.ts'
import { sharedWorld } from '../shared.ts'

const w = await sharedWorld({ after })
const { api } = w
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
