// Coupon schemas: responses and request bodies.

import type { Static } from 'typebox'
import { Body } from '../../platform/http/shapes.ts'
import { mergedMetadata, sent } from '../bodies.ts'
import { couponRecord } from './record.ts'

export const CouponCreate = Body(
  sent(couponRecord, {
    required: ['name'],
    optional: ['duration', 'product_ids', 'price_ids', 'metadata'],
    clearable: [
      'percent_off',
      'amount_off',
      'currency',
      'duration_months',
      'minimum_amount',
      'max_redemptions',
      'redeem_by',
    ],
  }),
)
export type CouponCreate = Static<typeof CouponCreate>

export const CouponPatch = Body({
  ...sent(couponRecord, {
    optional: ['name', 'active'],
    clearable: ['max_redemptions', 'redeem_by'],
  }),
  ...mergedMetadata,
})
export type CouponPatch = Static<typeof CouponPatch>

export const Coupon = couponRecord.item
