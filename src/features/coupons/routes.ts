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
    filters: { active: isSet('Active coupons, or those that are not.') },
    weight: sql`octet_length(t.metadata::text) + coalesce(octet_length(t.product_ids::text), 0)
      + coalesce(octet_length(t.price_ids::text), 0)`,
    example: { summary: 'The two newest coupons', query: { limit: '2' } },
  },
  create: {
    description:
      'What it takes off never changes: `percent_off`, or `amount_off` in a `currency`. Customers and drafts have the discount once it is redeemed, by the coupon itself or by a promotion code.',
    body: CouponCreate,
    refers: true,
    errors: ['currency_invalid', 'parameters_exclusive'],
    example: {
      summary: 'A tenth off for three months',
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
      'Members left out stay as they are; null clears. Discounts that were given stay as they are.',
    body: CouponPatch,
    action: updateCoupon,
    example: { summary: 'No longer redeemed', body: { active: false } },
  },
})
