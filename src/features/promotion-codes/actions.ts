// The actions on promotion codes: create and update.

import { billingError, quoted } from '../../domain/errors.ts'
import type { Action, Work } from '../accounts/store.ts'
import { assertLimit } from '../coupons/actions.ts'
import { couponRecord } from '../coupons/record.ts'
import { customerIds } from '../customers/record.ts'
import { customers } from '../customers/store.ts'
import { missingInBody } from '../identifiers.ts'
import { insertRow, instantSent, newRow, patched } from '../rows.ts'
import { events, type PromotionCodeRow, promotionCodeIds, promotionCodeRecord } from './record.ts'
import { changeCode } from './redeem.ts'
import type { PromotionCodeCreate, PromotionCodePatch } from './schemas.ts'
import { codeKey, codes } from './store.ts'

/** The request body, with the coupon's UUID and the customer's integer decoded. */
type NewPromotionCode = Omit<PromotionCodeCreate, 'coupon_id' | 'customer_id'> & {
  coupon_id: string
  customer_id: number | null
}

export const createPromotionCode: Action<NewPromotionCode> = {
  name: 'promotion_codes.create',
  rows: ({ coupon_id, customer_id }) => [
    { table: couponRecord, id: coupon_id },
    ...(customer_id === null ? [] : [{ table: customers, id: customer_id }]),
  ],
  takes: ({ code }) => [{ unique: codes, value: codeKey(code) }],
  decide(work, input) {
    assertThere(work, input)
    holdCode(work, input.code)
    const row: PromotionCodeRow = {
      ...newRow(work),
      coupon_id: input.coupon_id,
      code: input.code,
      customer_id: input.customer_id,
      first_time_only: input.first_time_only ?? false,
      max_redemptions: input.max_redemptions ?? null,
      times_redeemed: 0,
      active: true,
      expires_at: instantSent(input.expires_at) ?? null,
      metadata: input.metadata ?? {},
    }
    work.hold(codes, codeKey(row.code), row.id)
    const about = { id: promotionCodeIds.ref(row.id) }
    const { json: present } = promotionCodeRecord
    return insertRow(work, events.created, about, { table: promotionCodeRecord, row, present })
  },
}

function assertThere(work: Work, { coupon_id, customer_id }: NewPromotionCode): void {
  if (!work.find(couponRecord, coupon_id)) {
    throw billingError(
      'resource_missing',
      'This coupon does not exist in this environment. Create it first, or use another one.',
      { param: 'coupon_id', status: 400 },
    )
  }
  if (customer_id === null) return
  const customer = work.find(customers, customer_id)
  if (customer && customer.deleted_at === null) return
  throw missingInBody(customerIds, customer_id, 'customer_id')
}

function holdCode(work: Work, code: string): void {
  const holder = work.holder(codes, codeKey(code))
  if (holder === undefined) return
  throw billingError(
    'promotion_code_taken',
    `Promotion code ${promotionCodeIds.ref(String(holder))} already has the code ${quoted(code)} (case-insensitive). Use another code.`,
    { param: 'code' },
  )
}

export interface UpdatePromotionCode {
  id: string
  patch: PromotionCodePatch
}

export const updatePromotionCode: Action<UpdatePromotionCode> = {
  name: 'promotion_codes.update',
  rows: ({ id }) => [{ table: promotionCodeRecord, id }],
  decide(work, { id, patch }) {
    const before = work.find(promotionCodeRecord, id)
    if (!before) throw promotionCodeIds.missing(promotionCodeIds.ref(id))
    work.assertMatch(() => promotionCodeRecord.json(before))
    assertLimit(patch.max_redemptions, before)
    const members = { ...patch, expires_at: instantSent(patch.expires_at) }
    return changeCode(work, before, patched(work, before, members))
  },
}
