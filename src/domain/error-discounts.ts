// Errors of coupons, promotion codes and discounts.

import type { CatalogueEntry } from './error-entry.ts'

export const DISCOUNT_ERRORS = {
  coupon_inactive: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The coupon cannot be redeemed, because it or the promotion code is inactive.',
    remedy: 'Use another one, or set `active` to true on it.',
  },
  coupon_expired: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The coupon can no longer be redeemed: its `redeem_by`, or `expires_at` of the promotion code, has passed.',
    remedy: 'Use another one, or update the date.',
  },
  coupon_exhausted: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The coupon or the promotion code has been redeemed `max_redemptions` times.',
    remedy: 'Use another one, or increase `max_redemptions`.',
  },
  promotion_code_not_eligible: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The promotion code is for another customer, or only for customers without a finalized invoice.',
    remedy: 'Use another code, or redeem the coupon itself.',
  },
  promotion_code_taken: {
    status: 409,
    type: 'conflict_error',
    meaning: 'Another promotion code has this `code`; upper and lower case are the same.',
    remedy: 'Use another `code`.',
  },
  discount_already_applied: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The customer or the draft already has a discount of this coupon.',
    remedy: 'Remove that discount to redeem the coupon again.',
  },
  discounts_too_many: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The customer already has 20 discounts, or the draft 10 of its own, which is the maximum.',
    remedy: 'Remove one of them first.',
  },
} as const satisfies Record<string, CatalogueEntry>
