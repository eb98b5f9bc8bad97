// What customers of the demo have off.

import type { CouponCreate } from '../features/coupons/schemas.ts'

/** What some customers have off, and what new ones redeem. */
export const COUPONS = {
  charity: { name: 'Charities and clubs', percent_off: '15', duration: 'forever' },
  welcome: { name: 'First invoice', percent_off: '10', duration: 'once' },
} as const satisfies Record<string, CouponCreate>
export type CouponName = keyof typeof COUPONS

/** By which the second one is redeemed. */
export const PROMOTION_CODE = { code: 'WELCOME', first_time_only: true }
