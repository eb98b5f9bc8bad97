// The environments of random subscriptions that change within a period: prices, taxes and a customer for each.

import assert from 'node:assert/strict'
import { PRICES } from './changes-prices.ts'
import type { Api } from './client.ts'
import { bodyOf, get, type Made, makeCustomer, makeProduct } from './fixtures.ts'
import { listed } from './sums-shown.ts'

/** An environment, with its IDs of the prices by name. */
export interface Side {
  key: string
  prices: Map<string, string>
  coupons: { percent: string; amount: string }
}

/** Payment terms with which no invoice becomes overdue. */
const LATE_TERMS_DAYS = 365
/** The fixed amount of the coupon, in smallest units. */
export const AMOUNT_OFF = 700
const QUEBEC = { country: 'CA', state_province: 'QC' }

export async function prepare(api: Api, key: string, isSoonDue: boolean): Promise<Side> {
  const send = (path: string, body: object): Promise<Made> => bodyOf(api.post(path, { key, body }))
  const account = {
    ...QUEBEC,
    ...{ automatic_tax: true, ...(!isSoonDue && { payment_terms_days: LATE_TERMS_DAYS }) },
  }
  const since = { valid_from: '2000-01-01' }
  await send('/v1/tax_registrations', { country: 'CA', number: '123456789 RT0001', ...since })
  const ofQuebec = { country: 'CA', region: 'QC', number: '1234567890 TQ0001' }
  await send('/v1/tax_registrations', { ...ofQuebec, ...since })
  await configure(api, key, account)
  const product = await makeProduct(api, {}, { key })
  const prices = new Map<string, string>()
  for (const { name, body } of PRICES)
    prices.set(name, (await send('/v1/prices', { ...body, product_id: product.id })).id)
  const coupon = async (off: object) =>
    (await send('/v1/coupons', { name: 'Friend', duration: 'forever', ...off })).id
  const amount = await coupon({ amount_off: AMOUNT_OFF, currency: 'cad' })
  return { key, prices, coupons: { percent: await coupon({ percent_off: '15' }), amount } }
}

export async function configure(api: Api, key: string, body: object): Promise<void> {
  const answer = await api.patch('/v1/account', { key, body })
  assert.equal(answer.status, 200, answer.text)
}

export async function makeBuyer(
  api: Api,
  { key, coupons }: Side,
  { discount, hasTaxes }: { discount: 'percent' | 'amount' | null; hasTaxes: boolean },
): Promise<string> {
  const { id } = await makeCustomer(api, hasTaxes ? QUEBEC : {}, { key })
  const body = discount && { coupon_id: coupons[discount] }
  if (body) await bodyOf(api.post(`/v1/customers/${id}/discounts`, { key, body }))
  return `cus_${id}`
}

export const allOf = (api: Api, key: string, path: string): Promise<Made[]> =>
  listed({ ...api, get: (each) => api.get(each, { key }) }, path)

/** The number of events of a type by subscription. */
export async function countEvents(api: Api, key: string, type: string) {
  const counts = new Map<string, number>()
  for (let after = 0; ; ) {
    const path = `/v1/events?type=${type}&limit=100&after=${after}`
    const { data, has_more } = await get(api, path, { key })
    for (const { sequence, data: event } of data) {
      after = sequence
      counts.set(event.object.id, (counts.get(event.object.id) ?? 0) + 1)
    }
    if (!has_more) return counts
  }
}
