// The API routes of coupons.

import { sql } from '../../platform/db/sql.ts'
import { crud } from '../crud.ts'
import { isSet } from '../filters.ts'
import type { ObjectIds } from '../identifiers.ts'
import { priceIds } from '../prices/record.ts'
import { productIds } from '../products/record.ts'
import { createCoupon, updateCoupon } from './actions.ts'
import { couponIds, couponRecord } from './record.ts'
import { CouponCreate, CouponPatch } from './schemas.ts'

// The schema has already validated each of these.
const decoded = ({ parse }: ObjectIds, refs: readonly string[] = []): string[] =>
  refs.map((ref) => parse(ref) as string)

export const couponRoutes = crud({
  ids: couponIds,
  record: couponRecord,
  list: {
    filters: { active: isSet('Active or inactive coupons only.') },
    weight: sql`octet_length(t.metadata::text) + coalesce(octet_length(t.product_ids::text), 0)
      + coalesce(octet_length(t.price_ids::text), 0)`,
    example: { summary: 'The two newest coupons', query: { limit: '2' } },
  },
  create: {
    description:
      'A discount of `percent_off`, or of `amount_off` in a `currency`, which cannot change. To apply it, redeem the coupon or one of its promotion codes for a customer or a draft.',
    body: CouponCreate,
    refers: true,
    errors: ['currency_invalid', 'parameters_exclusive'],
    example: {
      summary: '10% off for three months',
      body: { name: 'Welcome', percent_off: '10', duration: 'months', duration_months: 3 },
    },
    handle: (call, service) =>
      service.write(call, createCoupon, {
        ...call.body,
        product_ids: decoded(productIds, call.body.product_ids),
        price_ids: decoded(priceIds, call.body.price_ids),
      }),
  },
  update: {
    description:
      'Omitted properties keep their values; null clears. Existing discounts do not change.',
    body: CouponPatch,
    action: updateCoupon,
    example: { summary: 'Deactivate it', body: { active: false } },
  },
})
