// The table of coupons: discounts, their lines, their duration, and their redemption limits.

import { type TArray, type TString, Type } from 'typebox'
import { DURATIONS } from '../../domain/coupon.ts'
import { eventsOf } from '../../domain/event.ts'
import type { PrefixedResource } from '../../domain/resource-lists.ts'
import { NOT_PERSONAL } from '../../platform/db/column.ts'
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
  pattern('^[0-9]+(\\.[0-9]+)?$', 'The discount in percent.'),
  Type.String({
    pattern: PERCENT_OFF,
    description: 'The discount in percent, with at most four decimal places.',
    examples: ['12.5'],
  }),
)

const currencyOf = asSent(
  currency(),
  Type.String({
    format: 'currency',
    description: 'Three-letter code; required with `amount_off` and `minimum_amount`.',
    examples: ['cad'],
  }),
)

const durationOf = asSent(
  closedOneOf(
    DURATIONS,
    'How long the discount of a customer lasts: one invoice, some months, or forever.',
  ),
  ClosedOneOf(DURATIONS, 'How long the discount of a customer lasts. Default: `once`.'),
)

/** The last instant at which coupons and promotion codes can be redeemed. */
export const lastInstant = asSent(
  instant(),
  Type.String({
    ...KEPT_TIMESTAMP,
    description: 'When it can last be redeemed.',
  }),
)

/** The maximum number of products, and of prices. */
const NAMED_MOST = 50

const idsOf = (of: PrefixedResource, description: string) =>
  listed<string, TArray<TString>>(Type.Array(idSchema(of), { maxItems: NAMED_MOST, description }), {
    erased: NOT_PERSONAL,
    shown: objectIds(of).ref,
  })

const positive = (description: string) =>
  amount({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description })

/** The redemption fields that coupons and promotion codes share. */
export const redemptions = {
  max_redemptions: nullable(
    integer({ minimum: 1, maximum: 1_000_000_000 }),
    'Maximum number of redemptions; null for no limit.',
  ),
  times_redeemed: integer({ minimum: 0, description: 'Number of redemptions.' }),
  active: flag('Whether it can be redeemed.', { erased: NOT_PERSONAL }),
}

export const couponRecord = resourceRecord('coupon', {
  name: line('Shown on documents.', { max: 64, min: 1, erased: NOT_PERSONAL }),
  percent_off: fixed(nullable(percentOff, 'The discount in percent; null if it is an amount.')),
  amount_off: fixed(
    nullable(
      positive(''),
      "The discount in the currency's smallest unit; null if it is a percentage.",
    ),
  ),
  currency: fixed(
    nullable(
      currencyOf,
      'Currency of its amounts, and of the invoices it applies to; null for any.',
    ),
  ),
  duration: fixed(durationOf),
  duration_months: fixed(
    nullable(
      small({ minimum: 1, maximum: 120 }),
      'With `months`: the number of months with an invoice in which it applies.',
    ),
  ),
  product_ids: fixed(
    idsOf('product', 'Only lines with these products; all lines if both lists are empty.'),
  ),
  price_ids: fixed(idsOf('price', 'Only lines with these prices.')),
  minimum_amount: fixed(
    nullable(
      positive(''),
      'Minimum sum of the lines that it applies to, before tax; null for any.',
    ),
  ),
  ...redemptions,
  redeem_by: nullable(lastInstant, 'When it can last be redeemed; null for no limit.'),
  created_at: fixed(instant()),
  updated_at: instant(),
  metadata: metadata({ erased: NOT_PERSONAL }),
})

export interface CouponRow extends RowOf<typeof couponRecord.members> {}

export const events = eventsOf('coupon')
