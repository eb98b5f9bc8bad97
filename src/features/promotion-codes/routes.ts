// The API routes of promotion codes.

import { parseCustomerId } from '../../domain/customer.ts'
import { sql } from '../../platform/db/sql.ts'
import { Text } from '../../platform/http/shapes.ts'
import { couponIds } from '../coupons/record.ts'
import { crud } from '../crud.ts'
import { equals, filter, isSet } from '../filters.ts'
import { createPromotionCode, updatePromotionCode } from './actions.ts'
import { promotionCodeIds, promotionCodeRecord } from './record.ts'
import { CouponRef, PromotionCodeCreate, PromotionCodePatch } from './schemas.ts'
import { codeKey } from './store.ts'

export const promotionCodeRoutes = crud({
  ids: promotionCodeIds,
  record: promotionCodeRecord,
  list: {
    filters: {
      coupon_id: equals(CouponRef('Promotion codes of this coupon.'), couponIds.parse),
      code: filter(
        Text(64, 'The promotion code with this code, case-insensitive.'),
        (code) => sql`lower(code) = ${codeKey(code)}`,
      ),
      active: isSet('Active or inactive promotion codes only.'),
    },
    example: { summary: 'The one that a customer entered', query: { code: 'WELCOME' } },
  },
  create: {
    description:
      'Lets any customer, one customer, or customers without a finalized invoice redeem a coupon.',
    body: PromotionCodeCreate,
    refers: true,
    errors: ['promotion_code_taken'],
    example: {
      summary: 'For the first hundred customers',
      body: {
        coupon_id: 'coup_01h2xcejqtf2nbrexx3vqjhp44',
        code: 'WELCOME',
        max_redemptions: 100,
      },
    },
    handle: (call, service) => {
      const { customer_id } = call.body
      return service.write(call, createPromotionCode, {
        ...call.body,
        // The schema has already validated it.
        coupon_id: couponIds.parse(call.body.coupon_id) as string,
        customer_id: customer_id ? (parseCustomerId(customer_id) ?? null) : null,
      })
    },
  },
  update: {
    description:
      'Omitted properties keep their values; null clears. Existing discounts do not change.',
    body: PromotionCodePatch,
    action: updatePromotionCode,
    example: { summary: 'Deactivate it', body: { active: false } },
  },
})
