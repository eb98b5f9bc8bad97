// When a coupon can be redeemed, and how long its discount lasts (tax-and-credit, section 4).

import { billingError, quoted } from './errors.ts'
import type { Discount } from './parts.ts'

export const DURATIONS = ['once', 'months', 'forever'] as const
export type Duration = (typeof DURATIONS)[number]

/** A customer's discount: the terms it was granted with, and how much of it is used. */
export interface CustomerDiscount extends Omit<Discount, 'source'> {
  duration: Duration
  /** With `months`: the number of months in which it applies. */
  duration_months: number | null
  /** The number of months in which an invoice used it. */
  months_used: number
  /** The last month in which an invoice used it, such as 2026-12. */
  last_month: string | null
}

/** The limits on redeeming a coupon or a promotion code. */
export interface Redeemable {
  active: boolean
  max_redemptions: number | null
  times_redeemed: number
  /** The last instant at which it can be redeemed; null if it does not expire. */
  until: number | null
}

/** Throws if it is inactive or expired; `called` names it in the message, such as `Coupon coup_…`. */
export function assertRedeemable({ active, until }: Redeemable, called: string, now: number): void {
  if (!active) {
    throw billingError(
      'coupon_inactive',
      `${called} is inactive. Use another, or set active to true on it.`,
    )
  }
  if (until !== null && now > until) {
    const ended = new Date(until).toISOString()
    throw billingError('coupon_expired', `${called} expired on ${ended}. Use another one.`)
  }
}

/** Throws if the maximum number of redemptions is reached. */
export function assertNotExhausted(
  { max_redemptions: most, times_redeemed: times }: Redeemable,
  called: string,
): void {
  if (most === null || times < most) return
  throw billingError(
    'coupon_exhausted',
    `${called} has been redeemed ${times === 1 ? 'once' : `${times} times`}, which is its maximum. Use another, or increase max_redemptions.`,
  )
}

/** True if a customer's discount still applies to an invoice of this month, such as 2026-12. */
export function appliesIn(
  { duration, duration_months, months_used, last_month }: CustomerDiscount,
  month: string,
): boolean {
  if (duration === 'forever') return true
  if (duration === 'once') return months_used === 0
  return months_used < (duration_months ?? 0) || last_month === month
}

/** Returns the discount after an invoice used it in a month. */
export function usedIn(discount: CustomerDiscount, month: string): CustomerDiscount {
  if (discount.last_month === month) return discount
  return { ...discount, months_used: discount.months_used + 1, last_month: month }
}

/** Returns the discount after the invoice that used it was voided. A single invoice uses up only `once`. */
export const restored = (discount: CustomerDiscount): CustomerDiscount =>
  discount.duration === 'once' ? { ...discount, months_used: 0, last_month: null } : discount

export const MOST_OF_CUSTOMER = 20
export const MOST_OF_INVOICE = 10

/** Throws if the customer has the maximum number of discounts, or already has one of this coupon. */
export function assertRoom(
  discounts: readonly Pick<Discount, 'coupon_id' | 'name'>[],
  coupon_id: string,
  most: number,
): void {
  const same = discounts.find((each) => each.coupon_id === coupon_id)
  if (same) {
    throw billingError(
      'discount_already_applied',
      `There is already a discount of coupon ${coupon_id} (${quoted(same.name)}). Remove it to redeem the coupon again.`,
    )
  }
  if (discounts.length < most) return
  throw billingError(
    'discounts_too_many',
    `There are already ${most} discounts, the maximum. Remove one first.`,
  )
}
