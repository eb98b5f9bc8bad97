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
        Text(64, 'The promotion code that is called so, in any case.'),
        (code) => sql`lower(code) = ${codeKey(code)}`,
      ),
      active: isSet('Active promotion codes, or those that are not.'),
    },
    example: { summary: 'The one that a customer typed', query: { code: 'WELCOME' } },
  },
  create: {
    description:
      'By which customers redeem a coupon: for anybody, one customer, or those without an issued invoice.',
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
      'Members left out stay as they are; null clears. Discounts that were given stay as they are.',
    body: PromotionCodePatch,
    action: updatePromotionCode,
    example: { summary: 'No longer redeemed', body: { active: false } },
  },
})
