// The coupon as clients see it, and what they may send.

import { type Static, type TSchema, Type } from 'typebox'
import { DURATIONS } from '../../domain/coupon.ts'
import {
  Body,
  Clearable,
  ClosedOneOf,
  KEPT_TIMESTAMP,
  listQuery,
  MetadataPatch,
  metadataQuery,
} from '../../platform/http/shapes.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'
import { type CouponRow, couponRecord } from './record.ts'

const { members } = couponRecord
const maybe = <S extends TSchema>(schema: S) => Type.Optional(Clearable(schema))

const RedeemBy = Type.String({
  ...KEPT_TIMESTAMP,
  description: 'The last instant at which it can be redeemed.',
})

export const CouponCreate = Body({
  name: members.name.input,
  percent_off: maybe(members.percent_off.input),
  amount_off: maybe(members.amount_off.input),
  currency: maybe(
    Type.String({
      format: 'currency',
      description: 'Three letters, in any case; it comes with `amount_off` and `minimum_amount`.',
      examples: ['cad'],
    }),
  ),
  duration: Type.Optional(
    ClosedOneOf(DURATIONS, 'How long the discount of a customer lasts; `once` when left out.'),
  ),
  duration_months: maybe(members.duration_months.input),
  product_ids: Type.Optional(members.product_ids.input),
  price_ids: Type.Optional(members.price_ids.input),
  minimum_amount: maybe(members.minimum_amount.input),
  max_redemptions: maybe(members.max_redemptions.input),
  redeem_by: maybe(RedeemBy),
  metadata: Type.Optional(members.metadata.input),
})
export type CouponCreate = Static<typeof CouponCreate>

export const CouponPatch = Type.Object(
  {
    name: Type.Optional(members.name.input),
    max_redemptions: maybe(members.max_redemptions.input),
    redeem_by: maybe(RedeemBy),
    active: Type.Optional(members.active.input),
    metadata: Type.Optional(MetadataPatch),
  },
  { additionalProperties: false },
)
export type CouponPatch = Static<typeof CouponPatch>

export const CouponPath = {
  id: Type.String({ pattern: '^coup_[0-7][0-9a-hjkmnp-tv-z]{25}$', description: 'The coupon.' }),
}

export const CouponList = Body({
  ...listQuery,
  ...metadataQuery,
  active: Type.Optional(Type.Boolean({ description: 'Active coupons, or those that are not.' })),
})
export type CouponList = Static<typeof CouponList>

export const Coupon = couponRecord.item

export const couponRef = (id: string): string => encodeId('coup', id)
export const parseCouponId = (ref: string): string | undefined => decodeId('coup', ref)

export const couponJson = (coupon: CouponRow): string => couponRecord.json(coupon)
