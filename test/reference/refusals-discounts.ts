// Provokes the errors of coupons and promotion codes that cannot be redeemed.

import type { Api } from '../client.ts'
import type { Scene, Things } from './refusals.ts'

/** The objects that the requests refer to. */
export interface DiscountThings {
  inactive: string
  expired: string
  exhausted: string
  /** The customer's current coupon. */
  given: string
  another: string
  /** A promotion code of another customer. */
  theirs: string
  customer: string
  /** A customer with the maximum number of discounts. */
  full: string
}

const MOST = 20

export function discountScenes({ discounts }: Things): Scene[] {
  const { inactive, expired, exhausted, given, another, theirs, customer, full } = discounts
  const to = (id: string) => ({ method: 'POST', path: `/v1/customers/${id}/discounts` })
  const coupon = (coupon_id: string) => ({ body: { coupon_id } })
  return [
    { code: 'coupon_inactive', ...to(customer), ask: coupon(inactive) },
    { code: 'coupon_expired', ...to(customer), ask: coupon(expired) },
    { code: 'coupon_exhausted', ...to(customer), ask: coupon(exhausted) },
    { code: 'discount_already_applied', ...to(customer), ask: coupon(given) },
    { code: 'discounts_too_many', ...to(full), ask: coupon(another) },
    {
      code: 'promotion_code_not_eligible',
      ...to(customer),
      ask: { body: { promotion_code_id: theirs } },
    },
    {
      code: 'promotion_code_taken',
      method: 'POST',
      path: '/v1/promotion_codes',
      ask: { body: { coupon_id: given, code: 'Theirs' } },
    },
  ]
}

export async function prepareDiscounts(api: Api): Promise<DiscountThings> {
  const make = async (path: string, body: object): Promise<string> =>
    (await api.post(`/v1/${path}`, { body })).body.id
  const couponOf = (more: object = {}) =>
    make('coupons', { name: 'Welcome', percent_off: '10', ...more })
  const give = (customer: string, coupon_id: string) =>
    api.post(`/v1/customers/${customer}/discounts`, { body: { coupon_id } })
  const customer = await make('customers', { name: 'Lake Lodge' })
  const full = await make('customers', { name: 'Hill Lodge' })
  const inactive = await couponOf()
  await api.patch(`/v1/coupons/${inactive}`, { body: { active: false } })
  const exhausted = await couponOf({ max_redemptions: 1 })
  await give(full, exhausted)
  for (let count = 1; count < MOST; count++) await give(full, await couponOf())
  const given = await couponOf()
  await give(customer, given)
  const codeOf = { coupon_id: given, code: 'THEIRS', customer_id: `cus_${full}` }
  return {
    ...{ inactive, exhausted, given, customer, full },
    expired: await couponOf({ redeem_by: '2026-01-01T00:00:00.000Z' }),
    another: await couponOf(),
    theirs: await make('promotion_codes', codeOf),
  }
}
