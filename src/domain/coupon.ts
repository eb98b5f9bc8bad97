// When a coupon can be redeemed, and how long its discount lasts (tax-and-credit, section 4).

import { clampedDate, dateIn, startOfDate } from './calendar.ts'
import { billingError, quoted } from './errors.ts'
import type { Discount } from './parts.ts'

export const DURATIONS = ['once', 'months', 'forever'] as const
export type Duration = (typeof DURATIONS)[number]

/** A discount of a customer or a subscription: the terms it was granted with, and how much of it is used. */
export interface HeldDiscount extends Omit<Discount, 'source'> {
  duration: Duration
  duration_months: number | null
  /** 1 once an invoice has used a `once` discount. */
  months_used: number
  /** The month of that invoice, such as 2026-12. */
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

/** The end of a discount that lasts a number of months: local midnight that many months after the given day. */
export function endAfter(months: number, from: number, zone: string): number {
  const [year = 0, month = 0, day = 0] = dateIn(from, zone).split('-').map(Number)
  const ahead = month - 1 + months
  const date = clampedDate(year + Math.trunc(ahead / 12), (ahead % 12) + 1, day)
  return startOfDate(date, zone)
}

/**
 * When a discount ends; undefined if it does not. A discount from before version 0.3.0 has no stored end: its unused
 * months count from the month after the last used one.
 */
export function endOf(
  { duration, duration_months, months_used, last_month, created_at, ends_at }: HeldDiscount,
  zone: string,
): number | undefined {
  if (duration !== 'months' || ends_at !== undefined) return ends_at
  const unused = (duration_months ?? 0) - months_used
  if (last_month === null) return endAfter(unused, created_at, zone)
  return endAfter(unused + 1, startOfDate(`${last_month}-01`, zone), zone)
}

/** The times that decide which discounts an invoice gets. Without a period, they are the instant of finalizing. */
export interface InvoiceTime {
  /** When it was scheduled to be billed. */
  scheduled_for: number
  /** The time zone of its days: that of its subscription, or of the account. */
  days: string
  /** When the period of each line begins. */
  periods: readonly number[]
}

/**
 * True if a discount of a customer or a subscription applies to an invoice: it was granted by the day for which the
 * invoice was scheduled, is not used up, and lasts until one of the periods begins (recurring billing, section 8).
 */
export function appliesTo(
  discount: HeldDiscount,
  { scheduled_for, days, periods }: InvoiceTime,
  zone: string,
): boolean {
  const { duration, months_used } = discount
  if (scheduled_for < redeemedFrom(discount, days)) return false
  if (duration === 'once') return months_used === 0
  const end = endOf(discount, zone)
  return end === undefined || periods.some((start) => start < end)
}

/** The beginning of the day on which a discount was redeemed: it is for periods in arrears that begin from then on. */
export const redeemedFrom = ({ created_at }: Pick<HeldDiscount, 'created_at'>, zone: string) =>
  startOfDate(dateIn(created_at, zone), zone)

/** True if it no longer applies to anything billed for periods from now on. */
export function hasEnded(discount: HeldDiscount, now: number, zone: string): boolean {
  if (discount.duration === 'once') return discount.months_used > 0
  const end = endOf(discount, zone)
  return end !== undefined && end <= now
}

/** The discount after an invoice of this month used it. Only `once` is used up. */
export const usedIn = (discount: HeldDiscount, month: string): HeldDiscount =>
  discount.duration === 'once' && discount.months_used === 0
    ? { ...discount, months_used: 1, last_month: month }
    : discount

/** Returns the discount after the invoice that used it was voided. A single invoice uses up only `once`. */
export const restored = (discount: HeldDiscount): HeldDiscount =>
  discount.duration === 'once' ? { ...discount, months_used: 0, last_month: null } : discount

/** The maximum number of discounts of a customer, and of a subscription. */
export const MOST_HELD = 20
export const MOST_OF_INVOICE = 10

/** Throws if the customer, subscription or draft has the maximum number of discounts, or already has one of this coupon. */
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
