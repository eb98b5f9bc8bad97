// The discounts that a customer or a subscription holds: redeemed when granted, and applied while they last.

import { type HeldDiscount, hasEnded, MOST_HELD } from '../../domain/coupon.ts'
import { billingError } from '../../domain/errors.ts'
import type { Discount } from '../../domain/parts.ts'
import type { NamedRow } from '../../platform/db/table.ts'
import type { Work } from '../accounts/store.ts'
import { couponRecord } from '../coupons/record.ts'
import { type DiscountSent, idsRedeemed } from '../discounts.ts'
import { promotionCodeRecord } from './record.ts'
import { type Redeeming, redeem, release } from './redeem.ts'

type Held = readonly HeldDiscount[] | null

type Giving = Omit<Redeeming, 'held' | 'most'>

/** Redeems discounts for a new holder, in their order. */
export function firstHeld(
  work: Work,
  sent: readonly DiscountSent[],
  giving: Giving,
): HeldDiscount[] | null {
  const held: HeldDiscount[] = []
  for (const [index, each] of sent.entries()) {
    held.push(given(work, each, { ...giving, held, at: `discounts[${index}]` }))
  }
  return held.length === 0 ? null : held
}

/** Redeems one more discount. Ended discounts are dropped, and do not count towards the maximum. */
export function withDiscount(
  work: Work,
  sent: DiscountSent,
  before: Held,
  giving: Giving,
): HeldDiscount[] {
  const zone = work.environment.time_zone
  const held = (before ?? []).filter((each) => !hasEnded(each, work.now, zone))
  return [...held, given(work, sent, { ...giving, held })]
}

const given = (
  work: Work,
  sent: DiscountSent,
  redeeming: Giving & Pick<Redeeming, 'held'>,
): HeldDiscount => ({
  ...redeem(work, sent, { ...redeeming, most: MOST_HELD }),
  months_used: 0,
  last_month: null,
})

export interface Removal {
  discount_id: string
  /** The coupon or promotion code redeemed, which never changes; undefined if the discount does not exist. */
  redeemed: Pick<Discount, 'coupon_id' | 'promotion_code_id'> | undefined
}

/** The rows that the removal of a discount can release. */
export function redeemedRows({ redeemed }: Removal): NamedRow[] {
  if (!redeemed) return []
  const { coupon, code } = idsRedeemed(redeemed)
  return [
    { table: couponRecord, id: coupon },
    ...(code === undefined ? [] : [{ table: promotionCodeRecord, id: code }]),
  ]
}

/** Removes a discount of a holder, and releases the redemption if no invoice can have used it. */
export function withoutDiscount(
  work: Work,
  { discount_id, redeemed }: Removal,
  before: Held,
  holder: { called: string; noun: 'customer' | 'subscription' },
): HeldDiscount[] | null {
  const held = before ?? []
  const discount = redeemed && held.find(({ id }) => id === discount_id)
  if (!discount) {
    throw billingError(
      'resource_missing',
      `${holder.called} has no discount ${discount_id}. Check the ID in discounts of the ${holder.noun}.`,
    )
  }
  if (discount.duration === 'once' && discount.months_used === 0) release(work, discount)
  const left = held.filter((each) => each !== discount)
  return left.length === 0 ? null : left
}
