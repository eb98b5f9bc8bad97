// The table of coupons: discounts, their lines, their duration, and their redemption limits.

import { type TArray, type TString, Type } from 'typebox'
import { DURATIONS } from '../../domain/coupon.ts'
import { eventsOf } from '../../domain/event.ts'
import type { PrefixedResource } from '../../domain/resource-lists.ts'
import { NOBODY } from '../../platform/db/column.ts'
import type { RowOf } from '../../platform/db/record.ts'
import { ClosedOneOf, KEPT_TIMESTAMP } from '../../platform/http/shapes.ts'
import { idSchema, objectIds } from '../identifiers.ts'
import {
  amount,
  asSent,
  closedOneOf,
  currency,
  fixed,
  flag,
  instant,
  integer,
  line,
  listed,
  metadata,
  nullable,
  pattern,
  small,
} from '../kinds.ts'
import { resourceRecord } from '../resource.ts'

export const couponIds = objectIds('coupon')

/** A percentage above 0 and up to 100, with at most four digits after the point. */
const PERCENT_OFF = '^(?!0+([.]0+)?$)(100([.]0{1,4})?|[0-9]{1,2}([.][0-9]{1,4})?)$'

const percentOff = asSent(
  pattern('^[0-9]+(\\.[0-9]+)?$', 'What it takes off, in percent.'),
  Type.String({
    pattern: PERCENT_OFF,
    description: 'What it takes off, in percent, with at most four digits after the point.',
    examples: ['12.5'],
  }),
)

const currencyOf = asSent(
  currency(),
  Type.String({
    format: 'currency',
    description: 'Three letters, in any case; it comes with `amount_off` and `minimum_amount`.',
    examples: ['cad'],
  }),
)

const durationOf = asSent(
  closedOneOf(
    DURATIONS,
    'How long the discount of a customer lasts: one invoice, some months, or for ever.',
  ),
  ClosedOneOf(DURATIONS, 'How long the discount of a customer lasts; `once` when left out.'),
)

/** The last instant at which coupons and promotion codes can be redeemed. */
export const lastInstant = asSent(
  instant(),
  Type.String({
    ...KEPT_TIMESTAMP,
    description: 'The last instant at which it can be redeemed.',
  }),
)

/** The maximum number of products, and of prices. */
const NAMED_MOST = 50

const idsOf = (of: PrefixedResource, description: string) =>
  listed<string, TArray<TString>>(Type.Array(idSchema(of), { maxItems: NAMED_MOST, description }), {
    erased: NOBODY,
    shown: objectIds(of).ref,
  })

const positive = (description: string) =>
  amount({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description })

/** The redemption fields that coupons and promotion codes share. */
export const redemptions = {
  max_redemptions: nullable(
    integer({ minimum: 1, maximum: 1_000_000_000 }),
    'How often it can be redeemed; null for no limit.',
  ),
  times_redeemed: integer({ minimum: 0, description: 'How often it has been redeemed.' }),
  active: flag('Whether it can be redeemed.', { erased: NOBODY }),
}

export const couponRecord = resourceRecord('coupon', {
  name: line('Shown on documents.', { max: 64, min: 1, erased: NOBODY }),
  percent_off: fixed(
    nullable(percentOff, 'What it takes off, in percent; null if it is an amount.'),
  ),
  amount_off: fixed(
    nullable(
      positive(''),
      "What it takes off, in the currency's smallest unit; null if it is a percentage.",
    ),
  ),
  currency: fixed(
    nullable(
      currencyOf,
      'The currency of its amounts, and of the invoices it is for; null for any.',
    ),
  ),
  duration: fixed(durationOf),
  duration_months: fixed(
    nullable(
      small({ minimum: 1, maximum: 120 }),
      'Of `months`: in how many months with an invoice it applies.',
    ),
  ),
  product_ids: fixed(
    idsOf('product', 'Only lines with these products; all lines where both lists are empty.'),
  ),
  price_ids: fixed(idsOf('price', 'Only lines with these prices.')),
  minimum_amount: fixed(
    nullable(positive(''), 'The least that the lines it is for come to, before tax; null for any.'),
  ),
  ...redemptions,
  redeem_by: nullable(lastInstant, 'The last instant at which it can be redeemed; null for none.'),
  created_at: fixed(instant()),
  updated_at: instant(),
  metadata: metadata({ erased: NOBODY }),
})

export interface CouponRow extends RowOf<typeof couponRecord.members> {}

export const events = eventsOf('coupon')
