// Commands at a due boundary: they first bill the changes that wait for it.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Made, makeCustomer } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'
import { SUBSCRIPTIONS } from '../../../test/subscribed.ts'

let now = Date.parse('2027-06-12T00:00:00Z')
const { api } = await world({ after }, { wallNow: () => now })

async function post(path: string, body: object): Promise<Made> {
  const answer = await api.post(path, { body })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

const { id: product_id } = await post('/v1/products', { name: 'Pro' })
const priceOf = async (unit_amount: number): Promise<string> =>
  (await post('/v1/prices', { product_id, model: 'per_unit', unit_amount, interval: 'month' })).id
const [team, business] = [await priceOf(4700), await priceOf(8300)]
const coupon = { name: 'Launch', percent_off: '10', duration: 'forever' }
const { id: coupon_id } = await post('/v1/coupons', coupon)

/** A paid subscription with a change that waits. New credit pays another invoice of its customer. */
async function waiting(): Promise<Made> {
  const customer_id = `cus_${(await makeCustomer(api)).id}`
  const items = [{ price_id: team }]
  const made = await post(SUBSCRIPTIONS, { customer_id, start: '2027-06-01', items })
  const { data } = (await api.get(`/v1/invoices?subscription_id=${made.id}`)).body
  await post('/v1/payments', { invoice_id: data[0].id, amount: 4700, method: 'cash' })
  const line_items = [{ description: 'Setup', quantity: 1, unit_amount: 20_000 }]
  await post('/v1/invoices', { customer_id, line_items, finalize: true })
  const changed = [{ id: made.items[0].id, price_id: business }]
  await post(`${SUBSCRIPTIONS}/${made.id}/change`, { at: 'now', invoice: 'next', items: changed })
  return made
}

test('each command that finds a due boundary bills the pending changes once', async () => {
  await api.patch('/v1/account', {
    body: { time_zone: 'Etc/UTC', apply_credit: 'when_granted' },
  })
  const made: Made[] = []
  for (let count = 0; count < 7; count++) made.push(await waiting())
  now = Date.parse('2027-07-01T00:00:01Z')
  const path = (nth: number) => `${SUBSCRIPTIONS}/${made[nth].id}`
  const back = [{ id: made[4].items[0].id, price_id: team }]
  const item = { subscription_id: made[2].id, description: 'Extra', unit_amount: 500 }
  const answers = await Promise.all([
    api.patch(path(0), { body: { metadata: { team: 1 } } }),
    api.post(`${path(1)}/discounts`, { body: { coupon_id } }),
    api.post('/v1/invoice_items', { body: item }),
    api.post(`${path(3)}/keep`, { body: {} }),
    api.post(`${path(4)}/change`, { body: { at: 'now', items: back } }),
    api.get(`${path(5)}/upcoming`),
    api.post(`${path(6)}/cancel/preview`, { body: { at: 'now' } }),
  ])
  for (const { status, text } of answers) assert.ok(status < 300, text)
  for (const nth of [0, 1, 2, 3, 4]) {
    const { data } = (await api.get(`/v1/invoices?subscription_id=${made[nth].id}`)).body
    const cycle = data.find(({ billing_reason }: Made) => billing_reason === 'cycle')
    assert.equal(cycle.total, 5257 + 8300)
    const notes = (await api.get(`/v1/credit_notes?invoice_id=${data.at(-1).id}`)).body.data
    assert.deepEqual(
      notes.map(({ total }: Made) => total),
      [2977],
    )
  }
})
