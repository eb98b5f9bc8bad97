// The actions on coupons: create, update, and count redemptions.

import type { Redeemable } from '../../domain/coupon.ts'
import { parseCurrency } from '../../domain/currencies.ts'
import { exactText, parseExact } from '../../domain/decimal.ts'
import { validationError } from '../../domain/errors.ts'
import { assertNewTexts } from '../../domain/new-texts.ts'
import type { NamedRow, Subject } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { prices } from '../prices/store.ts'
import { products } from '../products/store.ts'
import { insertRow, instantSent, newRow, patched } from '../rows.ts'
import { type CouponRow, couponIds, couponRecord, events } from './record.ts'
import type { CouponCreate, CouponPatch } from './schemas.ts'

/** The request body, with product and price IDs decoded to UUIDs. */
export type NewCoupon = CouponCreate & { product_ids: string[]; price_ids: string[] }

export const createCoupon: Action<NewCoupon> = {
  name: 'coupons.create',
  rows: ({ product_ids, price_ids }): NamedRow[] => [
    ...price_ids.map((id) => ({ table: prices, id })),
    ...product_ids.map((id) => ({ table: products, id })),
  ],
  decide(work, input) {
    assertTerms(input)
    assertNamed(work, input)
    const row = couponOf(work, input)
    const { json: present } = couponRecord
    return insertRow(work, events.created, about(row), { table: couponRecord, row, present })
  },
}

const isSent = (value: unknown): boolean => value !== undefined && value !== null

function missing(param: string) {
  return validationError(param, { kind: 'required' }, { code: 'parameter_missing' })
}

function exclusive(param: string, other: string) {
  const constraint = { kind: 'exclusive', with: other } as const
  return validationError(param, constraint, { code: 'parameters_exclusive' })
}

/** Requires a percentage or an amount; amounts need a currency, `months` needs their number. */
function assertTerms(input: NewCoupon): void {
  const { percent_off, amount_off, currency, minimum_amount, duration, duration_months } = input
  assertNewTexts([{ param: 'name', be: 'visible', text: input.name, stored: undefined }])
  if (isSent(percent_off) && isSent(amount_off)) throw exclusive('amount_off', 'percent_off')
  if (!isSent(percent_off) && !isSent(amount_off)) throw missing('percent_off')
  const hasAmount = isSent(amount_off) || isSent(minimum_amount)
  if (hasAmount && !isSent(currency)) throw missing('currency')
  const lastsMonths = duration === 'months'
  if (lastsMonths && !isSent(duration_months)) throw missing('duration_months')
  if (!lastsMonths && isSent(duration_months)) {
    throw validationError('duration_months', { kind: 'null' })
  }
}

function assertNamed(work: Work, { product_ids, price_ids }: NewCoupon): void {
  const code = { code: 'resource_missing', status: 400 } as const
  for (const [index, id] of product_ids.entries()) {
    if (work.find(products, id)) continue
    throw validationError(`product_ids[${index}]`, { kind: 'product_missing' }, code)
  }
  for (const [index, id] of price_ids.entries()) {
    if (work.find(prices, id)) continue
    throw validationError(`price_ids[${index}]`, { kind: 'price_missing' }, code)
  }
}

const listOf = (ids: readonly string[]) => (ids.length === 0 ? null : [...new Set(ids)])

function couponOf(work: Work, input: NewCoupon): CouponRow {
  const { percent_off, currency, redeem_by } = input
  return {
    ...newRow(work),
    name: input.name,
    percent_off: percent_off ? exactText(parseExact(percent_off)) : null,
    amount_off: input.amount_off ?? null,
    currency: currency ? parseCurrency(currency) : null,
    duration: input.duration ?? 'once',
    duration_months: input.duration_months ?? null,
    product_ids: listOf(input.product_ids),
    price_ids: listOf(input.price_ids),
    minimum_amount: input.minimum_amount ?? null,
    max_redemptions: input.max_redemptions ?? null,
    times_redeemed: 0,
    active: true,
    redeem_by: instantSent(redeem_by) ?? null,
    metadata: input.metadata ?? {},
  }
}

const about = ({ id }: CouponRow): Subject => ({ id: couponIds.ref(id) })

export interface UpdateCoupon {
  id: string
  patch: CouponPatch
}

export const updateCoupon: Action<UpdateCoupon> = {
  name: 'coupons.update',
  rows: ({ id }) => [{ table: couponRecord, id }],
  decide(work, { id, patch }) {
    const before = work.find(couponRecord, id)
    assertNewTexts([{ param: 'name', be: 'visible', text: patch.name, stored: before?.name }])
    if (!before) throw couponIds.missing(couponIds.ref(id))
    work.assertMatch(() => couponRecord.json(before))
    assertLimit(patch.max_redemptions, before)
    const members = { ...patch, redeem_by: instantSent(patch.redeem_by) }
    return changeCoupon(work, events.updated, before, patched(work, before, members))
  },
}

/** Throws if a limit is below the current number of redemptions. */
export function assertLimit(
  sent: number | null | undefined,
  { times_redeemed: least }: { times_redeemed: number },
): void {
  if (sent === undefined || sent === null || sent >= least) return
  const constraint = { kind: 'integer', min: least, sent: String(sent) } as const
  throw validationError('max_redemptions', constraint)
}

function changeCoupon(work: Work, event: { type: string }, before: CouponRow, after: CouponRow) {
  const { json: present } = couponRecord
  return work.change(event, about(before), { table: couponRecord, before, after, present })
}

export const limitsOf = ({ redeem_by, ...limits }: CouponRow): Redeemable => ({
  ...limits,
  until: redeem_by,
})

/** Changes the redemption count of a coupon, whose row is locked. */
export function countRedemption(work: Work, id: string, by: 1 | -1): void {
  const before = work.get(couponRecord, id)
  const times_redeemed = before.times_redeemed + by
  const after = { ...before, times_redeemed, updated_at: work.now }
  changeCoupon(work, by === 1 ? events.redeemed : events.released, before, after)
}
