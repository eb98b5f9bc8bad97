// Subscriptions and hostile clients: dates at the edges, amounts beyond the maximum, other environments, requests at once.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { get, INVOICES, type Made, makeCustomer, makeProduct, refused } from '../fixtures.ts'
import { world } from '../harness.ts'
import { countEnds } from '../races/pair.ts'

const NOW = '2027-01-31T15:00:00.000Z'
const w = await world(
  { after },
  { settings: { TIME_ZONE: 'America/Toronto' }, wallNow: () => Date.parse(NOW) },
)
const { api } = w
const SUBSCRIPTIONS = '/v1/subscriptions'
const product_id = (await makeProduct(api)).id
const customer_id = `cus_${(await makeCustomer(api)).id}`

async function makePrice(body: object): Promise<string> {
  const answer = await api.post('/v1/prices', { body: { product_id, model: 'per_unit', ...body } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}
const yearly = await makePrice({ unit_amount: 100, interval: 'year' })
const huge = await makePrice({ unit_amount: 999_999_999_999, interval: 'year' })
const subscribe = (body: object = {}) =>
  api.post(SUBSCRIPTIONS, { body: { customer_id, items: [{ price_id: yearly }], ...body } })

test('an impossible time, amount or number of lines is refused, and nothing is written', async () => {
  for (const start of [
    '9999-12-31',
    '1999-01-01',
    '2027-02-30',
    '2016-12-31T23:59:60Z',
    '0000-01-01',
  ])
    refused(await subscribe({ start }), 400, 'parameter_invalid', 'start')
  const items = [{ price_id: huge, quantity: 1_000_000_000 }]
  refused(await subscribe({ items }), 400, 'amount_too_large')
  const many = Array(20).fill({ price_id: yearly })
  refused(await subscribe({ items: many, start: '2014-02-01' }), 400, 'too_many_lines', 'start')
  refused(await subscribe({ items: [...many, ...many] }), 400, 'parameter_invalid', 'items')
  assert.deepEqual((await get(api, `${SUBSCRIPTIONS}?customer_id=${customer_id}`)).data, [])
  assert.deepEqual((await get(api, INVOICES)).data, [])
})

test('a skipped local time begins later by the gap, and a fraction of a second is cut off', async () => {
  const made = async (start: string): Promise<Made> => (await subscribe({ start })).body
  assert.equal((await made('2027-01-31T14:59:59.999Z')).start, '2027-01-31T14:59:59.000Z')
  // At 02:30 on 14 March 2026; in 2027 clocks go forward at that time.
  const { current_period } = await made('2026-03-14T06:30:00.000Z')
  assert.equal(current_period.end, '2027-03-14T07:30:00.000Z')
})

test('a subscription is hidden from other environments, and unchanged by keys that can only read', async () => {
  const { body } = await subscribe()
  const path = `${SUBSCRIPTIONS}/${body.id}`
  const read = await w.key({ scopes: ['subscriptions:read'] })
  const items = [{ id: body.items[0].id, quantity: 2 }]
  for (const [verb, sent] of Object.entries({
    cancel: { at: 'now' },
    change: { at: 'period_end', items },
    keep: undefined,
    retry_billing: undefined,
  })) {
    const ask = sent === undefined ? {} : { body: sent }
    const other = await api.post(`${path}/${verb}`, { key: w.keys.otherTest, ...ask })
    refused(other, 404, 'resource_missing')
    refused(await api.post(`${path}/${verb}`, { key: read, ...ask }), 403, 'permission_denied')
  }
  refused(await api.get(`${path}/upcoming`, { key: w.keys.live }), 404, 'resource_missing')
  refused(await api.get(`${path}/upcoming?periods=25`), 400, 'parameter_invalid', 'periods')
  refused(await api.get(`${path}/upcoming?periods=0`), 400, 'parameter_invalid', 'periods')
  assert.deepEqual(await get(api, path, { key: read }), body)
})

test('of concurrent requests with one ETag one succeeds, and of concurrent cancellations one cancels', async () => {
  const { body } = await subscribe()
  const path = `${SUBSCRIPTIONS}/${body.id}`
  const headers = { 'if-match': (await api.get(path)).headers.etag as string }
  const items = [{ id: body.items[0].id, quantity: 2 }]
  const atOnce = (act: (index: number) => ReturnType<typeof api.post>) =>
    Promise.all([0, 1, 2].map(act))
  const changed = await atOnce(() =>
    api.post(`${path}/change`, { headers, body: { at: 'period_end', items } }),
  )
  assert.deepEqual(countEnds(changed), { ok: 1, precondition_failed: 2 })
  const repeated = { at: 'period_end', items: [{ price_id: yearly }] }
  const key = { 'idempotency-key': 'one-more' }
  const added = await atOnce(() => api.post(`${path}/change`, { headers: key, body: repeated }))
  assert.deepEqual(countEnds(added), { ok: 3 })
  assert.equal((await get(api, path)).scheduled_changes[0].items.length, 2)
  const canceled = await atOnce(() => api.post(`${path}/cancel`, { body: { at: 'now' } }))
  assert.deepEqual(countEnds(canceled), { ok: 1, subscription_ended: 2 })
})
