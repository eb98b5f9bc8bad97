// Proves that verification finds each corruption of discounts and redemptions with exactly the checks it concerns.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { discountCorruptions } from '../../../test/corruptions-discounts.ts'
import { bodyOf, get, type Made } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'
import { assertFound } from '../../../test/spoiled.ts'

const wallNow = () => Date.parse('2026-11-20T12:00:00.000Z')
const w = await world({ after }, { wallNow })

const ids: Record<string, string> = {}

before(async () => {
  const post = (path: string, body: unknown = {}) => bodyOf(w.api.post(path, { body }))
  const tenth = await post('/v1/coupons', { name: 'Tenth', percent_off: '10' })
  const six = await post('/v1/coupons', { name: 'Six', amount_off: 600, currency: 'cad' })
  const { id } = await post('/v1/customers', { name: 'Maple' })
  await post(`/v1/customers/${id}/discounts`, { coupon_id: tenth.id })
  const line = (unit_amount: number) => ({ description: 'Seats', quantity: 1, unit_amount })
  const invoice = await post('/v1/invoices', {
    customer_id: id,
    line_items: [line(10_000), line(4_000)],
    discounts: [{ coupon_id: six.id }],
    finalize: true,
  })
  ids.discounted = invoice.id
  ids.ending = await makeEnding(post)
})

/** Three monthly periods on one invoice, of which the first begins before the discount of the customer ends. */
async function makeEnding(post: (path: string, body?: unknown) => Promise<Made>): Promise<string> {
  const coupon = { name: 'Month', percent_off: '10', duration: 'months', duration_months: 1 }
  const { id: coupon_id } = await post('/v1/coupons', coupon)
  const { id: customer_id } = await post('/v1/customers', { name: 'Birch' })
  await post(`/v1/customers/${customer_id}/discounts`, { coupon_id })
  const product_id = (await post('/v1/products', { name: 'Pro' })).id
  const monthly = { product_id, model: 'per_unit', unit_amount: 3000, interval: 'month' }
  const { id: price_id } = await post('/v1/prices', monthly)
  await advanceTo(w.api, '2027-02-01T12:00:00.000Z')
  const start = { start: '2026-11-21', anchor: { day_of_month: 21 } }
  const { id } = await post('/v1/subscriptions', { customer_id, items: [{ price_id }], ...start })
  const { data } = await get(w.api, `/v1/invoices?subscription_id=${id}`)
  assert.deepEqual(
    data[0].line_items.map(({ discount }: Made) => discount),
    [300, 0, 0],
  )
  return data[0].id
}

test('verification finds every corruption of discounts', async () => {
  await w.stop()
  await assertFound(
    w.pool,
    discountCorruptions((state) => ids[state] ?? ''),
  )
})
