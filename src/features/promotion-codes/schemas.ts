// The promotion code as clients see it, and what they may send.

import { type Static, type TSchema, Type } from 'typebox'
import { CUSTOMER_REF } from '../../domain/customer.ts'
import {
  Body,
  Clearable,
  KEPT_TIMESTAMP,
  listQuery,
  MetadataPatch,
  metadataQuery,
  Text,
} from '../../platform/http/shapes.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'
import { type PromotionCodeRow, promotionCodeRecord } from './record.ts'

const { members } = promotionCodeRecord
const maybe = <S extends TSchema>(schema: S) => Type.Optional(Clearable(schema))

const CouponRef = (description: string) =>
  Type.String({
    pattern: '^coup_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    description,
    examples: ['coup_01h2xcejqtf2nbrexx3vqjhp44'],
  })

const ExpiresAt = Type.String({
  ...KEPT_TIMESTAMP,
  description: 'The last instant at which it can be redeemed.',
})

export const PromotionCodeCreate = Body({
  coupon_id: CouponRef('The coupon that it redeems.'),
  code: Type.String({
    pattern: '^[A-Za-z0-9-]{3,64}$',
    description: 'What customers type: 3 to 64 letters, digits and hyphens.',
    examples: ['WELCOME'],
  }),
  customer_id: maybe(
    Type.String({
      pattern: CUSTOMER_REF,
      description: 'The only customer that it is for.',
      examples: ['cus_1001'],
    }),
  ),
  first_time_only: Type.Optional(members.first_time_only.input),
  max_redemptions: maybe(members.max_redemptions.input),
  expires_at: maybe(ExpiresAt),
  metadata: Type.Optional(members.metadata.input),
})
export type PromotionCodeCreate = Static<typeof PromotionCodeCreate>

export const PromotionCodePatch = Type.Object(
  {
    max_redemptions: maybe(members.max_redemptions.input),
    expires_at: maybe(ExpiresAt),
    active: Type.Optional(members.active.input),
    metadata: Type.Optional(MetadataPatch),
  },
  { additionalProperties: false },
)
export type PromotionCodePatch = Static<typeof PromotionCodePatch>

export const PromotionCodePath = {
  id: Type.String({
    pattern: '^promo_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    description: 'The promotion code.',
  }),
}

export const PromotionCodeList = Body({
  ...listQuery,
  ...metadataQuery,
  coupon_id: Type.Optional(CouponRef('Promotion codes of this coupon.')),
  code: Type.Optional(Text(64, 'The promotion code that is called so, in any case.')),
  active: Type.Optional(
    Type.Boolean({ description: 'Active promotion codes, or those that are not.' }),
  ),
})
export type PromotionCodeList = Static<typeof PromotionCodeList>

export const PromotionCode = promotionCodeRecord.item

export const promotionCodeRef = (id: string): string => encodeId('promo', id)
export const parsePromotionCodeId = (ref: string): string | undefined => decodeId('promo', ref)

export const promotionCodeJson = (code: PromotionCodeRow): string => promotionCodeRecord.json(code)
