// The discounts of the demo's customers.

import type { CouponCreate } from '../features/coupons/schemas.ts'

/** The coupons that some customers have and that new customers redeem. */
export const COUPONS = {
  charity: { name: 'Charities and clubs', percent_off: '15', duration: 'forever' },
  welcome: { name: 'First invoice', percent_off: '10', duration: 'once' },
} as const satisfies Record<string, CouponCreate>
export type CouponName = keyof typeof COUPONS

/** The code of the second coupon. */
export const PROMOTION_CODE = { code: 'WELCOME', first_time_only: true }
