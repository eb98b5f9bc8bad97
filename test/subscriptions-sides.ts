// The environments of random subscriptions: prices and four customers. Two customers have discounts, and two pay taxes.

import assert from 'node:assert/strict'
import type { Api } from './client.ts'
import { type Made, makeCustomer, makeProduct } from './fixtures.ts'
import type { World } from './harness.ts'
import { PRICES } from './subscriptions-random.ts'
import { listed } from './sums-shown.ts'

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
  const since = { valid_from: '2000-01-01' }
  await send('/v1/tax_registrations', { country: 'CA', number: '123456789 RT0001', ...since })
  const ofQuebec = { country: 'CA', region: 'QC', number: '1234567890 TQ0001' }
  await send('/v1/tax_registrations', { ...ofQuebec, ...since })
  const quebec = { country: 'CA', state_province: 'QC' }
  const body = { ...quebec, automatic_tax: true }
  assert.equal((await api.patch('/v1/account', { key, body })).status, 200)
  const customers: Made[] = []
  for (const address of [{}, {}, quebec, quebec])
    customers.push(await makeCustomer(api, address, { key }))
  const lasting = { name: 'Friend', duration: 'forever' }
  const percent = await send('/v1/coupons', { ...lasting, percent_off: '12.5' })
  const amount = await send('/v1/coupons', { ...lasting, amount_off: 777, currency: 'cad' })
  const discount = (customer: Made, ...coupons: Made[]) =>
    Promise.all(
      coupons.map(({ id }) => send(`/v1/customers/${customer.id}/discounts`, { coupon_id: id })),
    )
  await discount(customers[0], percent)
  await discount(customers[2], percent, amount)
  return { key, prices, customers: customers.map(({ id }) => `cus_${id}`) }
}

export const allOf = (api: Api, key: string, path: string): Promise<Made[]> =>
  listed({ ...api, get: (each) => api.get(each, { key }) }, path)
