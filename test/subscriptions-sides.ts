// The environments of random subscriptions: prices, two customers, and a discount that one of them has.

import assert from 'node:assert/strict'
import { type Made, makeCustomer, makeProduct } from './fixtures.ts'
import type { World } from './harness.ts'
import { PRICES } from './subscriptions-random.ts'

/** Payment terms with which few invoices become overdue. */
const LATE_TERMS_DAYS = 365

/** An environment, with its IDs of the prices. */
export interface Side {
  key: string
  customers: string[]
  prices: Map<string, string>
}

export async function prepare({ api }: World, key: string, isSoonDue: boolean): Promise<Side> {
  const send = async (path: string, body: object): Promise<Made> => {
    const answer = await api.post(path, { key, body })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  if (!isSoonDue) {
    const body = { payment_terms_days: LATE_TERMS_DAYS }
    assert.equal((await api.patch('/v1/account', { key, body })).status, 200)
  }
  const product = await makeProduct(api, {}, { key })
  const prices = new Map<string, string>()
  for (const { name, body } of PRICES) {
    prices.set(name, (await send('/v1/prices', { ...body, product_id: product.id })).id)
  }
  const customers = [await makeCustomer(api, {}, { key }), await makeCustomer(api, {}, { key })]
  const coupon = await send('/v1/coupons', {
    name: 'Friend',
    percent_off: '12.5',
    duration: 'forever',
  })
  await send(`/v1/customers/${customers[0].id}/discounts`, { coupon_id: coupon.id })
  return { key, prices, customers: customers.map(({ id }) => `cus_${id}`) }
}
