// What redeems coupons, by themselves or by a promotion code, and takes back a redemption.

import {
  assertNotExhausted,
  assertRedeemable,
  assertRoom,
  type CustomerDiscount,
  type Redeemable,
} from '../../domain/coupon.ts'
import { customerRef } from '../../domain/customer.ts'
import { billingError, quoted } from '../../domain/errors.ts'
import type { Discount } from '../../domain/parts.ts'
import type { NamedRow } from '../../platform/db/table.ts'
import { decodeId, encodeId, newUuid } from '../../platform/ids.ts'
import type { Work } from '../accounts/store.ts'
import { countRedemption, limitsOf } from '../coupons/actions.ts'
import { type CouponRow, couponRecord } from '../coupons/record.ts'
import type { DiscountSent } from '../discounts.ts'
import { events } from './events.ts'
import { type PromotionCodeRow, promotionCodeRecord } from './record.ts'
import { promotionCodeJson, promotionCodeRef } from './schemas.ts'

/** The rows that these name; the coupon of a promotion code is locked with it. */
export const discountRows = (sent: readonly DiscountSent[] = []): NamedRow[] =>
  sent.map((each) =>
    'coupon_id' in each
      ? { table: couponRecord, id: each.coupon_id }
      : { table: promotionCodeRecord, id: each.promotion_code_id },
  )

/** Whether some of these are by promotion codes, which may ask what the customer was issued before. */
export const haveCodes = (sent: readonly DiscountSent[] = []): boolean =>
  sent.some((each) => 'promotion_code_id' in each)

/** Whose discounts these are, and what of. */
export interface Redeeming {
  customer_id: number
  /** Whether an invoice of the customer was issued, and stands; asked for promotion codes alone. */
  hasInvoice: boolean
  /** The currency of the invoice; undefined where it is for many. */
  currency?: string
  /** Those that there are already, and how many there may be. */
  held: readonly Pick<Discount, 'coupon_id' | 'name'>[]
  most: number
  /** Where the discount stands in the body; undefined where it is all of it. */
  at?: string
  /** Whether it is only looked at: then nothing is counted, and what is used up counts as well. */
  preview?: boolean
}

/** The terms of a discount and, of a customer's, how long they last. */
export type Terms = Omit<CustomerDiscount, 'months_used' | 'last_month'>

/** Redeems a coupon: counted under the lock of its row, and of the promotion code's. */
export function redeem(work: Work, sent: DiscountSent, redeeming: Redeeming): Terms {
  const { code, coupon } = findSent(work, sent, redeeming)
  const called = `Coupon ${encodeId('coup', coupon.id)} (${quoted(coupon.name)})`
  assertCurrency(coupon, called, redeeming)
  assertRedeemable(limitsOf(coupon), called, work.now)
  if (code) assertEligible(work, code, redeeming)
  assertRoom(redeeming.held, encodeId('coup', coupon.id), redeeming.most)
  if (!redeeming.preview) {
    assertNotExhausted(limitsOf(coupon), called)
    if (code) {
      assertNotExhausted(limitsOfCode(code), calledCode(code))
      countCode(work, code, 1)
    }
    countRedemption(work, coupon.id, 1)
  }
  return termsOf(work, coupon, code)
}

/** Takes back the redemption of a discount that nothing was issued with. */
export function release(
  work: Work,
  { coupon_id, promotion_code_id }: Pick<Discount, 'coupon_id' | 'promotion_code_id'>,
): void {
  const { coupon, code } = idsRedeemed({ coupon_id, promotion_code_id })
  if (code) countCode(work, work.get(promotionCodeRecord, code), -1)
  countRedemption(work, coupon, -1)
}

/** The UUIDs of what a discount was redeemed by. */
export function idsRedeemed({
  coupon_id,
  promotion_code_id,
}: Pick<Discount, 'coupon_id' | 'promotion_code_id'>): {
  coupon: string
  code: string | undefined
} {
  return {
    coupon: decodeId('coup', coupon_id) as string,
    code: promotion_code_id === null ? undefined : decodeId('promo', promotion_code_id),
  }
}

function findSent(
  work: Work,
  sent: DiscountSent,
  { at }: Redeeming,
): { coupon: CouponRow; code?: PromotionCodeRow } {
  const param = (name: string) => (at === undefined ? name : `${at}.${name}`)
  if ('coupon_id' in sent) {
    const coupon = work.find(couponRecord, sent.coupon_id)
    if (coupon) return { coupon }
    throw missing(`coupon ${encodeId('coup', sent.coupon_id)}`, param('coupon_id'))
  }
  const code = work.find(promotionCodeRecord, sent.promotion_code_id)
  if (code) return { code, coupon: work.get(couponRecord, code.coupon_id) }
  const called = `promotion code ${promotionCodeRef(sent.promotion_code_id)}`
  throw missing(called, param('promotion_code_id'))
}

function missing(called: string, param: string) {
  return billingError('resource_missing', `There is no ${called} in this environment.`, {
    param,
    status: 400,
  })
}

function assertCurrency(coupon: CouponRow, called: string, { currency, at }: Redeeming): void {
  if (currency === undefined || coupon.currency === null || coupon.currency === currency) return
  throw billingError(
    'currency_mismatch',
    `${called} is in ${coupon.currency}, but the invoice is in ${currency}. Use a coupon in ${currency}, or one with percent_off.`,
    { param: at ?? 'coupon_id' },
  )
}

function assertEligible(
  work: Work,
  code: PromotionCodeRow,
  { customer_id, hasInvoice }: Redeeming,
): void {
  assertRedeemable(limitsOfCode(code), calledCode(code), work.now)
  if (code.customer_id !== null && code.customer_id !== customer_id) {
    throw notEligible(
      `${calledCode(code)} is for another customer than ${customerRef(customer_id)}.`,
    )
  }
  if (code.first_time_only && hasInvoice) {
    throw notEligible(
      `${calledCode(code)} is only for customers without an issued invoice, and ${customerRef(customer_id)} has one.`,
    )
  }
}

const notEligible = (why: string) =>
  billingError('promotion_code_not_eligible', `${why} Use another code, or the coupon itself.`)

const calledCode = ({ code }: PromotionCodeRow) => `Promotion code ${quoted(code)}`

const limitsOfCode = ({ expires_at, ...limits }: PromotionCodeRow): Redeemable => ({
  ...limits,
  until: expires_at,
})

function countCode(work: Work, before: PromotionCodeRow, by: 1 | -1): void {
  const times_redeemed = before.times_redeemed + by
  changeCode(work, before, { ...before, times_redeemed, updated_at: work.now })
}

export function changeCode(work: Work, before: PromotionCodeRow, after: PromotionCodeRow) {
  const update = { table: promotionCodeRecord, before, after, present: promotionCodeJson }
  return work.change(events.updated, { id: promotionCodeRef(before.id) }, update)
}

/** The terms as they are now: what becomes of the coupon later changes nothing about them. */
function termsOf(work: Work, coupon: CouponRow, code: PromotionCodeRow | undefined): Terms {
  const { percent_off, amount_off, currency, minimum_amount, product_ids, price_ids } = coupon
  return {
    id: encodeId('disc', newUuid()),
    coupon_id: encodeId('coup', coupon.id),
    promotion_code_id: code ? promotionCodeRef(code.id) : null,
    name: coupon.name,
    ...(percent_off !== null && { percent_off }),
    ...(amount_off !== null && { amount_off }),
    ...(currency !== null && { currency }),
    product_ids: product_ids ?? [],
    price_ids: price_ids ?? [],
    ...(minimum_amount !== null && { minimum_amount }),
    created_at: work.now,
    duration: coupon.duration,
    duration_months: coupon.duration_months,
  }
}
