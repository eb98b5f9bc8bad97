// Finds coupons by ID.

import { byId, type Searched } from '../searched.ts'
import { type CouponRow, couponRecord } from './record.ts'

const show = ({ name, active }: CouponRow) => ({
  title: name,
  detail: null,
  status: active ? 'active' : 'archived',
})

export const searched: Searched = {
  kind: 'coupon',
  exactly: [byId('coupon', 'coup', couponRecord.find, show)],
}
