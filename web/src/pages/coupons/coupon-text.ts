// The discount of a coupon, in words: "10% off, for 3 months".

import type { Coupon } from '../../api/types.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'
import type { HeldDiscount } from './types.ts'

interface Off {
  percent_off?: string | null
  amount_off?: number | null
  currency?: string | null
}

export function useCouponText() {
  const m = useMessages(messages)
  const format = useFormat()
  const off = ({ percent_off, amount_off, currency }: Off): string =>
    percent_off
      ? m.percent(format.percent(percent_off))
      : m.amount(format.money(amount_off ?? 0, currency ?? ''))
  const lasting = (duration: Coupon['duration'], months: number | null | undefined): string =>
    duration === 'months' ? m.forMonths(format.number(months ?? 1), months === 1) : m[duration]
  const brief = (coupon: Coupon): string =>
    `${off(coupon)}, ${lasting(coupon.duration, coupon.duration_months)}`
  return {
    /** "10% off" */
    off,
    /** "10% off, for 3 months" */
    brief,
    /** All of its terms: "10% off, once, on some products, from CA$50.00" */
    terms(coupon: Coupon): string {
      const { product_ids, price_ids, minimum_amount, currency } = coupon
      const isForSome = product_ids.length + price_ids.length > 0
      return [
        brief(coupon),
        ...(isForSome ? [m.someLines] : []),
        ...(minimum_amount ? [m.fromAmount(format.money(minimum_amount, currency ?? ''))] : []),
      ].join(', ')
    },
    /** A discount of a customer or subscription: for one that lasts months, until when. */
    given(discount: HeldDiscount): string {
      const { duration, ends_at } = discount
      const lasts = ends_at ? m.until(format.lastDay(ends_at)) : lasting(duration, null)
      return `${off(discount)}, ${lasts}`
    },
    /** How often it was redeemed: "3 of 10" */
    uses: ({
      times_redeemed,
      max_redemptions,
    }: Pick<Coupon, 'times_redeemed' | 'max_redemptions'>): string =>
      max_redemptions === null
        ? format.number(times_redeemed)
        : m.usesOf(format.number(times_redeemed), format.number(max_redemptions)),
  }
}
