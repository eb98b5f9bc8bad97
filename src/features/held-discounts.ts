// The column of the discounts that a customer or a subscription holds.

import { Type } from 'typebox'
import { timestamp } from '../domain/calendar.ts'
import { DURATIONS, type HeldDiscount } from '../domain/coupon.ts'
import { withMajors } from '../domain/money-column.ts'
import { NOT_PERSONAL } from '../platform/db/column.ts'
import { json } from '../platform/http/columns.ts'
import { ClosedOneOf, orNull, Timestamp } from '../platform/http/shapes.ts'
import { encodeId } from '../platform/ids.ts'
import { listed } from './kinds.ts'

const shape = {
  id: Type.String({ description: 'The discount, `disc_…`.' }),
  coupon_id: Type.String(),
  promotion_code_id: orNull(Type.String()),
  name: Type.String({ description: 'Shown on documents.' }),
  percent_off: orNull(Type.String({ description: 'In percent.' })),
  amount_off: orNull(Type.Integer()),
  currency: orNull(Type.String()),
  product_ids: Type.Array(Type.String()),
  price_ids: Type.Array(Type.String()),
  minimum_amount: orNull(Type.Integer()),
  duration: ClosedOneOf(DURATIONS, 'Its duration.'),
  duration_months: orNull(Type.Integer()),
  months_used: Type.Integer({
    description: '1 if a finalized invoice used up `once`; otherwise 0.',
  }),
  last_month: orNull(Type.String({ description: 'The month of that invoice, such as 2026-12.' })),
  ends_at: orNull({
    ...Timestamp,
    description:
      'When it ends: midnight in the time zone of the subscription, or of the account for a discount of a customer. Null if it does not end, or was given before version 0.3.0.',
  }),
  created_at: Timestamp,
}

const discountsCalled = (title: string, description: string) =>
  Type.Array(Type.Object(shape, { title, additionalProperties: false }), {
    description: `${description}, with the terms at the time they were created.`,
  })

/** Its amounts are in the discount's own currency. */
const discountInMajor = (discount: Record<string, unknown>) =>
  withMajors(
    discount,
    ['amount_off', 'minimum_amount'].filter((name) => discount[name] !== null),
    discount.currency,
  )

const discountShown = (discount: HeldDiscount) => ({
  id: discount.id,
  coupon_id: discount.coupon_id,
  promotion_code_id: discount.promotion_code_id,
  name: discount.name,
  percent_off: discount.percent_off ?? null,
  amount_off: discount.amount_off ?? null,
  currency: discount.currency ?? null,
  product_ids: discount.product_ids.map((id) => encodeId('prod', id)),
  price_ids: discount.price_ids.map((id) => encodeId('price', id)),
  minimum_amount: discount.minimum_amount ?? null,
  duration: discount.duration,
  duration_months: discount.duration_months,
  months_used: discount.months_used,
  last_month: discount.last_month,
  ends_at: discount.ends_at === undefined ? null : timestamp(discount.ends_at),
  created_at: timestamp(discount.created_at),
})

/** A column of discounts; the objects in it have a title of their own in each record. */
export function heldDiscounts(title: string, description: string) {
  const schema = discountsCalled(title, description)
  return {
    ...listed<HeldDiscount, typeof schema>(schema, { erased: NOT_PERSONAL, shown: discountShown }),
    cell: (name: string) => json(name, { shown: discountInMajor }),
  }
}
