// Promotion code schemas: responses and request bodies.

import { type Static, Type } from 'typebox'
import { CUSTOMER_REF } from '../../domain/customer.ts'
import { Body, Clearable } from '../../platform/http/shapes.ts'
import { mergedMetadata, sent } from '../bodies.ts'
import { idSchema } from '../identifiers.ts'
import { promotionCodeRecord } from './record.ts'

export const CouponRef = (description: string) =>
  idSchema('coupon', description, 'coup_01h2xcejqtf2nbrexx3vqjhp44')

export const PromotionCodeCreate = Body({
  coupon_id: CouponRef('The coupon to redeem.'),
  code: Type.String({
    pattern: '^[A-Za-z0-9-]{3,64}$',
    description: 'The code that customers enter: 3 to 64 letters, digits and hyphens.',
    examples: ['WELCOME'],
  }),
  customer_id: Type.Optional(
    Clearable(
      Type.String({
        pattern: CUSTOMER_REF,
        description: 'The only customer who can redeem it.',
        examples: ['cus_1001'],
      }),
    ),
  ),
  ...sent(promotionCodeRecord, {
    optional: ['first_time_only', 'metadata'],
    clearable: ['max_redemptions', 'expires_at'],
  }),
})
export type PromotionCodeCreate = Static<typeof PromotionCodeCreate>

export const PromotionCodePatch = Body({
  ...sent(promotionCodeRecord, {
    optional: ['active'],
    clearable: ['max_redemptions', 'expires_at'],
  }),
  ...mergedMetadata,
})
export type PromotionCodePatch = Static<typeof PromotionCodePatch>

export const PromotionCode = promotionCodeRecord.item
