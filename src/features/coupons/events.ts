// The events of coupons.

import { event } from '../../domain/event.ts'

export const events = {
  created: event('coupon.created'),
  updated: event('coupon.updated'),
  redeemed: event('coupon.redeemed'),
  released: event('coupon.released'),
}
