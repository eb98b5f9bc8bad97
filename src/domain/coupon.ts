// When a coupon can be redeemed, and how long what it gave a customer lasts (tax-and-credit, section 4).

import { billingError, quoted } from './errors.ts'
import type { Discount } from './parts.ts'

export const DURATIONS = ['once', 'months', 'forever'] as const
export type Duration = (typeof DURATIONS)[number]

/** A discount of a customer: by the terms it was given with, and how far it is used. */
export interface CustomerDiscount extends Omit<Discount, 'source'> {
  duration: Duration
  /** Of `months`: in how many of them it applies. */
  duration_months: number | null
  /** The months in which something was issued with it. */
  months_used: number
  /** The last of those, such as 2026-12. */
  last_month: string | null
}

/** What limits how a coupon or a promotion code is redeemed. */
export interface Redeemable {
  active: boolean
  max_redemptions: number | null
  times_redeemed: number
  /** The last instant at which it can be; null for always. */
  until: number | null
}

/** Refuses what is inactive, or over; `called` says what it is, such as `Coupon coup_…`. */
export function assertRedeemable({ active, until }: Redeemable, called: string, now: number): void {
  if (!active) {
    throw billingError(
      'coupon_inactive',
      `${called} is inactive. Use another, or set active to true on it.`,
    )
  }
  if (until !== null && now > until) {
    const ended = new Date(until).toISOString()
    throw billingError(
      'coupon_expired',
      `${called} could be redeemed until ${ended}. Use another one.`,
    )
  }
}

/** Refuses what has been redeemed as often as it may. */
export function assertNotExhausted(
  { max_redemptions: most, times_redeemed: times }: Redeemable,
  called: string,
): void {
  if (most === null || times < most) return
  throw billingError(
    'coupon_exhausted',
    `${called} has been redeemed ${times === 1 ? 'once' : `${times} times`}, which is its maximum. Use another, or raise max_redemptions.`,
  )
}

/** Whether a discount of a customer still applies to what is issued in a month, such as 2026-12. */
export function appliesIn(
  { duration, duration_months, months_used, last_month }: CustomerDiscount,
  month: string,
): boolean {
  if (duration === 'forever') return true
  if (duration === 'once') return months_used === 0
  return months_used < (duration_months ?? 0) || last_month === month
}

/** The discount once something was issued with it in a month. */
export function usedIn(discount: CustomerDiscount, month: string): CustomerDiscount {
  if (discount.last_month === month) return discount
  return { ...discount, months_used: discount.months_used + 1, last_month: month }
}

/** The discount after the invoice that used it was voided. Only `once` is used up by a single invoice. */
export const restored = (discount: CustomerDiscount): CustomerDiscount =>
  discount.duration === 'once' ? { ...discount, months_used: 0, last_month: null } : discount

export const MOST_OF_CUSTOMER = 20
export const MOST_OF_INVOICE = 10

/** Refuses one discount more than there may be, and a second one of a coupon. */
export function assertRoom(
  discounts: readonly Pick<Discount, 'coupon_id' | 'name'>[],
  coupon_id: string,
  most: number,
): void {
  const same = discounts.find((each) => each.coupon_id === coupon_id)
  if (same) {
    throw billingError(
      'discount_already_applied',
      `There is a discount of coupon ${coupon_id} (${quoted(same.name)}) already. Remove it first to redeem the coupon again.`,
    )
  }
  if (discounts.length < most) return
  throw billingError('discounts_too_many', `There are ${most} discounts already. Remove one first.`)
}
