// The source of a discount for a customer or draft: a coupon, or one of its promotion codes.

import { type Static, Type } from 'typebox'
import { validationError } from '../domain/errors.ts'
import type { Discount } from '../domain/parts.ts'
import { Body } from '../platform/http/shapes.ts'
import { idSchema, objectIds } from './identifiers.ts'

const couponIds = objectIds('coupon')
const codeIds = objectIds('promotion_code')

/** The discount that was sent, with the ID decoded to a UUID. */
export type DiscountSent = { coupon_id: string } | { promotion_code_id: string }

export const DiscountAdd = Body({
  coupon_id: Type.Optional(
    idSchema('coupon', 'The coupon to redeem.', 'coup_01h2xcejqtf2nbrexx3vqjhp44'),
  ),
  promotion_code_id: Type.Optional(
    idSchema(
      'promotion_code',
      'The promotion code to redeem, instead of a coupon.',
      'promo_01h2xcejqtf2nbrexx3vqjhp45',
    ),
  ),
})
export type DiscountAdd = Static<typeof DiscountAdd>

/** Decodes a discount request, which names either a coupon or a promotion code. */
export function decodeDiscount(
  { coupon_id, promotion_code_id }: DiscountAdd,
  at?: string,
): DiscountSent {
  const param = at === undefined ? 'coupon_id' : `${at}.coupon_id`
  if (coupon_id !== undefined && promotion_code_id !== undefined) {
    const constraint = { kind: 'exclusive', with: 'promotion_code_id' } as const
    throw validationError(param, constraint, { code: 'parameters_exclusive' })
  }
  // The schema guarantees that each of these is valid.
  if (coupon_id !== undefined) return { coupon_id: couponIds.parse(coupon_id) as string }
  if (promotion_code_id !== undefined) {
    return { promotion_code_id: codeIds.parse(promotion_code_id) as string }
  }
  throw validationError(param, { kind: 'required' }, { code: 'parameter_missing' })
}

export const decodeDiscounts = ({ discounts }: { discounts?: DiscountAdd[] | undefined }) =>
  discounts && {
    discounts: discounts.map((each, index) => decodeDiscount(each, `discounts[${index}]`)),
  }

/** The errors of redeeming, apart from limits. */
export const DISCOUNT_ERRORS = [
  'resource_missing',
  'parameters_exclusive',
  'coupon_inactive',
  'coupon_expired',
  'promotion_code_not_eligible',
  'discount_already_applied',
  'discounts_too_many',
]

/** The UUIDs of the coupon and promotion code that a discount was redeemed with. */
export function idsRedeemed({
  coupon_id,
  promotion_code_id,
}: Pick<Discount, 'coupon_id' | 'promotion_code_id'>): {
  coupon: string
  code: string | undefined
} {
  return {
    coupon: couponIds.parse(coupon_id) as string,
    code: promotion_code_id === null ? undefined : codeIds.parse(promotion_code_id),
  }
}

export const discountPath = {
  discount_id: Type.String({
    pattern: '^disc_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    description: 'The discount.',
  }),
}
