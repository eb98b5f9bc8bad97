// Redeems coupons, directly or by a promotion code, and reverses redemptions.

import {
  assertNotExhausted,
  assertRedeemable,
  assertRoom,
  endAfter,
  type HeldDiscount,
  type Redeemable,
} from '../../domain/coupon.ts'
import { customerRef } from '../../domain/customer.ts'
import { billingError, quoted } from '../../domain/errors.ts'
import type { Discount } from '../../domain/parts.ts'
import type { NamedRow } from '../../platform/db/table.ts'
import { encodeId, newUuid } from '../../platform/ids.ts'
import type { Work } from '../accounts/store.ts'
import { countRedemption, limitsOf } from '../coupons/actions.ts'
import { type CouponRow, couponIds, couponRecord } from '../coupons/record.ts'
import { type DiscountSent, idsRedeemed } from '../discounts.ts'
import { events, type PromotionCodeRow, promotionCodeIds, promotionCodeRecord } from './record.ts'
import { hasInvoice } from './store.ts'

/** The rows that these name; the coupon of a promotion code is locked with it. */
export const discountRows = (sent: readonly DiscountSent[] = []): NamedRow[] =>
  sent.map((each) =>
    'coupon_id' in each
      ? { table: couponRecord, id: each.coupon_id }
      : { table: promotionCodeRecord, id: each.promotion_code_id },
  )

export interface Redeeming {
  customer_id: number
  /** The currency and kind of the object it applies to; undefined for a discount of a customer. */
  currency?: string
  holder?: 'invoice' | 'subscription'
  /** The discounts that the customer, subscription or draft has already, and the maximum. */
  held: readonly Pick<Discount, 'coupon_id' | 'name'>[]
  most: number
  /** The path of the discount in the body; undefined if it is the whole body. */
  at?: string
  /** The instant from whose day its months count; undefined for now. */
  from?: number
  /** The time zone of that day; by default, that of the account. */
  zone?: string
  /** True if nothing is counted, and exhausted coupons are accepted. */
  preview?: boolean
}

/** The terms of a discount and, unless it is for one invoice, its duration. */
export type Terms = Omit<HeldDiscount, 'months_used' | 'last_month'>

/** Redeems a coupon: counted under the lock of its row, and of the promotion code's. */
export function redeem(work: Work, sent: DiscountSent, redeeming: Redeeming): Terms {
  const { code, coupon } = findSent(work, sent, redeeming)
  const called = `Coupon ${couponIds.ref(coupon.id)} (${quoted(coupon.name)})`
  assertCurrency(coupon, called, redeeming)
  assertRedeemable(limitsOf(coupon), called, work.now)
  if (code) assertEligible(work, code, redeeming)
  assertRoom(redeeming.held, couponIds.ref(coupon.id), redeeming.most)
  if (!redeeming.preview) {
    assertNotExhausted(limitsOf(coupon), called)
    if (code) {
      assertNotExhausted(limitsOfCode(code), calledCode(code))
      countCode(work, code, 1)
    }
    countRedemption(work, coupon.id, 1)
  }
  return termsOf(work, coupon, code, redeeming)
}

/** Reverses the redemption of a discount that no finalized invoice used. */
export function release(
  work: Work,
  { coupon_id, promotion_code_id }: Pick<Discount, 'coupon_id' | 'promotion_code_id'>,
): void {
  const { coupon, code } = idsRedeemed({ coupon_id, promotion_code_id })
  if (code) countCode(work, work.get(promotionCodeRecord, code), -1)
  countRedemption(work, coupon, -1)
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
    throw missing(`coupon ${couponIds.ref(sent.coupon_id)}`, param('coupon_id'))
  }
  const code = work.find(promotionCodeRecord, sent.promotion_code_id)
  if (code) return { code, coupon: work.get(couponRecord, code.coupon_id) }
  const called = `promotion code ${promotionCodeIds.ref(sent.promotion_code_id)}`
  throw missing(called, param('promotion_code_id'))
}

function missing(called: string, param: string) {
  return billingError('resource_missing', `There is no ${called} in this environment.`, {
    param,
    status: 400,
  })
}

function assertCurrency(
  coupon: CouponRow,
  called: string,
  { currency, holder = 'invoice', at }: Redeeming,
): void {
  if (currency === undefined || coupon.currency === null || coupon.currency === currency) return
  throw billingError(
    'currency_mismatch',
    `${called} is in ${coupon.currency}, but the ${holder} is in ${currency}. Use a coupon in ${currency}, or one with percent_off.`,
    { param: at ?? 'coupon_id' },
  )
}

function assertEligible(work: Work, code: PromotionCodeRow, { customer_id }: Redeeming): void {
  assertRedeemable(limitsOfCode(code), calledCode(code), work.now)
  if (code.customer_id !== null && code.customer_id !== customer_id) {
    throw notEligible(
      `${calledCode(code)} is for another customer than ${customerRef(customer_id)}.`,
    )
  }
  if (code.first_time_only && work.lookUp(hasInvoice, customer_id)) {
    throw notEligible(notFirst(code, customer_id))
  }
}

/**
 * Checks the codes of a draft again at finalize: another invoice of the customer can have been finalized since they
 * were redeemed. Finalize adds to that history under the same lock.
 */
export function assertStillEligible(
  work: Work,
  { customer_id, number }: { customer_id: number; number: string },
  discounts: readonly Pick<Discount, 'id' | 'coupon_id' | 'promotion_code_id'>[],
): void {
  for (const discount of discounts) {
    const { code: id } = idsRedeemed(discount)
    if (id === undefined) continue
    const code = work.get(promotionCodeRecord, id)
    if (!code.first_time_only || !work.lookUp(hasInvoice, customer_id)) continue
    throw billingError(
      'promotion_code_not_eligible',
      `${notFirst(code, customer_id)} Remove discount ${discount.id} from invoice ${number}.`,
    )
  }
}

const notFirst = (code: PromotionCodeRow, customer_id: number) =>
  `${calledCode(code)} is only for customers without a finalized invoice, and ${customerRef(customer_id)} has one.`

const notEligible = (why: string) =>
  billingError(
    'promotion_code_not_eligible',
    `${why} Use another code, or redeem the coupon itself.`,
  )

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
  const { json: present } = promotionCodeRecord
  const update = { table: promotionCodeRecord, before, after, present }
  return work.change(events.updated, { id: promotionCodeIds.ref(before.id) }, update)
}

/** Copies the current terms: later changes of the coupon do not affect them. */
function termsOf(
  work: Work,
  coupon: CouponRow,
  code: PromotionCodeRow | undefined,
  { from = work.now, zone = work.environment.time_zone }: Redeeming,
): Terms {
  const { percent_off, amount_off, currency, minimum_amount, product_ids, price_ids } = coupon
  return {
    id: encodeId('disc', newUuid()),
    coupon_id: couponIds.ref(coupon.id),
    promotion_code_id: code ? promotionCodeIds.ref(code.id) : null,
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
    ...(coupon.duration_months !== null && {
      ends_at: endAfter(coupon.duration_months, from, zone),
    }),
  }
}
