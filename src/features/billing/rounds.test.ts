// Environments take turns: the billing run does a round of one, then a round of the next, and forecasts of one do not
// keep the others waiting.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { get, INVOICES, type Made, makeCustomer, makeProduct } from '../../../test/fixtures.ts'
import { until, world } from '../../../test/harness.ts'
import { SUBSCRIPTIONS } from '../../../test/subscribed.ts'
import { listed } from '../../../test/sums-shown.ts'

const DAY_MS = 86_400_000
let now = Date.parse('2027-01-10T15:00:00.000Z')
const w = await world({ after }, { wallNow: () => now })
const { api, keys } = w

/** Subscribes a customer to daily plans; returns a function that reads their renewals. */
async function daily(key: string, count: number) {
  const send = async (path: string, body: object): Promise<Made> => {
    const answer = await api.post(path, { key, body })
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }
  const { id: product_id } = await makeProduct(api, {}, { key })
  const price = { product_id, model: 'per_unit', unit_amount: 100, interval: 'day' }
  const { id: price_id } = await send('/v1/prices', price)
  const customer_id = `cus_${(await makeCustomer(api, {}, { key })).id}`
  for (let n = 0; n < count; n++) {
    await send(SUBSCRIPTIONS, { customer_id, items: [{ price_id, quantity: 1 }] })
  }
  /** IDs of the invoices of later periods, in the order in which they were created. */
  return async (): Promise<string[]> => {
    const own = { ...api, get: (path: string) => api.get(path, { key }) }
    const renewals = (await listed(own, INVOICES)).filter((each) => each.billing_reason === 'cycle')
    return renewals.map(({ id }) => id).sort()
  }
}

test('a backlog of one environment does not delay another', async () => {
  const many = await daily(keys.test, 4)
  const few = await daily(keys.otherTest, 1)
  now += 50 * DAY_MS
  const [first] = await until('all renewals of the second', async () => {
    const ids = await few()
    return ids.length === 50 && ids
  })
  const others = await until('all renewals of the first', async () => {
    const ids = await many()
    return ids.length === 200 && ids
  })
  // IDs of one process ascend. A round does one step of each subscription, and the clock can move within one.
  const before = others.filter((id) => id < (first as string))
  assert.ok(before.length <= 8, `${before.length} of 200 came first`)
})

test('many long forecasts of one environment do not delay a write of another', async () => {
  const { data } = await get(api, `${SUBSCRIPTIONS}?limit=1`)
  const path = `${SUBSCRIPTIONS}/${data[0].id}/upcoming?periods=24`
  const done: string[] = []
  const forecasts = Array.from({ length: 60 }, async () => {
    assert.equal((await api.get(path)).status, 200)
    done.push('forecast')
  })
  const product = makeProduct(api, {}, { key: keys.otherTest }).then(() => done.push('product'))
  await Promise.all([...forecasts, product])
  assert.ok(done.indexOf('product') < 30, `it came after ${done.indexOf('product')} forecasts`)
})

test('no customer is moved with less notice than promised, even after downtime', async () => {
  const send = async (path: string, body: object): Promise<Made> => {
    const answer = await api.post(path, { body })
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }
  const product_id = (await makeProduct(api)).id
  const price = { product_id, model: 'per_unit', unit_amount: 3000, interval: 'month' }
  const from = await send('/v1/prices', price)
  const to = await send('/v1/prices', { ...price, unit_amount: 4500 })
  const { id: customer } = await makeCustomer(api, { email: 'lou@example.com' })
  const items = [{ price_id: from.id, quantity: 1 }]
  const { id } = await send(SUBSCRIPTIONS, { customer_id: `cus_${customer}`, items })
  const effective_from = new Date(now + 60 * DAY_MS).toISOString()
  const terms = { from_price_id: from.id, to_price_id: to.id, effective_from, notice_days: 30 }
  await send('/v1/price_migrations', terms)
  const planned: string = await until('the scheduled change', async () => {
    const { scheduled_changes } = await get(api, `${SUBSCRIPTIONS}/${id}`)
    return scheduled_changes[0]?.at
  })
  // Nothing runs from before the notice until after the change.
  now = Date.parse(planned) + DAY_MS
  const mail = await until('the notice', async () => {
    const { data } = await get(api, `/v1/emails?customer_id=cus_${customer}`)
    return data.find((each: Made) => each.invoice_id === null)
  })
  const { scheduled_changes, ...left } = await until('the renewal', async () => {
    const found = await get(api, `${SUBSCRIPTIONS}/${id}`)
    return found.current_period.end > planned && found
  })
  assert.equal(left.items[0].price_id, from.id)
  const later = Date.parse(scheduled_changes[0].at)
  assert.ok(later - Date.parse(mail.created_at) >= 30 * DAY_MS, scheduled_changes[0].at)
})
