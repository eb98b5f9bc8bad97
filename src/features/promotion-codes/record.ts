// The table of promotion codes, by which customers redeem a coupon.

import { eventsOf } from '../../domain/event.ts'
import { NOT_PERSONAL } from '../../platform/db/column.ts'
import type { RowOf } from '../../platform/db/record.ts'
import { couponRecord, lastInstant, redemptions } from '../coupons/record.ts'
import { objectIds } from '../identifiers.ts'
import { customerId, fixed, flag, id, instant, metadata, nullable, pattern } from '../kinds.ts'
import { resourceRecord } from '../resource.ts'

export const promotionCodeIds = objectIds('promotion_code')

export const promotionCodeRecord = resourceRecord(
  'promotion_code',
  {
    coupon_id: fixed(id('coupon', 'The coupon to redeem.')),
    code: fixed(
      pattern(
        '^[A-Za-z0-9-]{3,64}$',
        'The code that customers enter: letters, digits and hyphens. Case-insensitive.',
      ),
    ),
    customer_id: fixed(
      nullable(customerId(), 'The only customer who can redeem it; null for any.'),
    ),
    first_time_only: fixed(
      flag('Whether only customers without a finalized invoice can redeem it.', {
        erased: NOT_PERSONAL,
      }),
    ),
    ...redemptions,
    expires_at: nullable(lastInstant, 'When it can last be redeemed; null for no limit.'),
    created_at: fixed(instant()),
    updated_at: instant(),
    metadata: metadata({ erased: NOT_PERSONAL }),
  },
  {
    owners: [{ table: couponRecord, of: (row) => row.coupon_id }],
  },
)

export interface PromotionCodeRow extends RowOf<typeof promotionCodeRecord.members> {}

export const events = eventsOf('promotion_code')
