// What can be done with promotion codes themselves: create and update them.

import { parseCustomerId } from '../../domain/customer.ts'
import { billingError, quoted } from '../../domain/errors.ts'
import { mergeMetadata } from '../../domain/metadata.ts'
import { newUuid } from '../../platform/ids.ts'
import type { Action, Work } from '../accounts/store.ts'
import { assertLimit } from '../coupons/actions.ts'
import { couponRecord } from '../coupons/record.ts'
import { customerMissing } from '../customers/actions.ts'
import { customers } from '../customers/store.ts'
import { changeCode } from './actions.ts'
import { events } from './events.ts'
import { type PromotionCodeRow, promotionCodeRecord } from './record.ts'
import {
  type PromotionCodeCreate,
  type PromotionCodePatch,
  promotionCodeJson,
  promotionCodeRef,
} from './schemas.ts'
import { codeKey, codes } from './store.ts'

export function promotionCodeMissing(ref: string) {
  return billingError(
    'resource_missing',
    `There is no promotion code ${ref} in this environment. Check the ID, and that the key belongs to the environment it was created in.`,
  )
}

/** What clients send, with its coupon as a UUID and its customer as an integer. */
export type NewPromotionCode = Omit<PromotionCodeCreate, 'coupon_id' | 'customer_id'> & {
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
    const code: PromotionCodeRow = {
      environment_id: work.environment.environment_id,
      id: newUuid(),
      coupon_id: input.coupon_id,
      code: input.code,
      customer_id: input.customer_id,
      first_time_only: input.first_time_only ?? false,
      max_redemptions: input.max_redemptions ?? null,
      times_redeemed: 0,
      active: true,
      expires_at: input.expires_at ? Date.parse(input.expires_at) : null,
      created_at: work.now,
      updated_at: work.now,
      metadata: input.metadata ?? {},
    }
    work.hold(codes, codeKey(code.code), code.id)
    const json = promotionCodeJson(code)
    work.insert(promotionCodeRecord, code)
    work.record(events.created, { id: promotionCodeRef(code.id) }, json)
    return { json, object_id: promotionCodeRef(code.id) }
  },
}

function assertThere(work: Work, { coupon_id, customer_id }: NewPromotionCode): void {
  if (!work.find(couponRecord, coupon_id)) {
    throw billingError(
      'resource_missing',
      'There is no such coupon in this environment. Create it first, or use another one.',
      { param: 'coupon_id', status: 400 },
    )
  }
  if (customer_id === null) return
  const customer = work.find(customers, customer_id)
  if (!customer || customer.deleted_at !== null) throw customerMissing(`cus_${customer_id}`, 400)
}

function holdCode(work: Work, code: string): void {
  const holder = work.holder(codes, codeKey(code))
  if (holder === undefined) return
  throw billingError(
    'promotion_code_taken',
    `Promotion code ${promotionCodeRef(String(holder))} is already called ${quoted(code)}, whatever its case. Use another code.`,
    { param: 'code' },
  )
}

export const codesCustomer = (ref: string | null | undefined): number | null =>
  ref ? (parseCustomerId(ref) ?? null) : null

export interface UpdatePromotionCode {
  id: string
  patch: PromotionCodePatch
}

export const updatePromotionCode: Action<UpdatePromotionCode> = {
  name: 'promotion_codes.update',
  rows: ({ id }) => [{ table: promotionCodeRecord, id }],
  decide(work, { id, patch }) {
    const before = work.find(promotionCodeRecord, id)
    if (!before) throw promotionCodeMissing(promotionCodeRef(id))
    work.assertMatch(() => promotionCodeJson(before))
    assertLimit(patch.max_redemptions, before)
    const { max_redemptions, expires_at, active, metadata } = patch
    return changeCode(work, before, {
      ...before,
      ...(max_redemptions !== undefined && { max_redemptions }),
      ...(expires_at !== undefined && {
        expires_at: expires_at === null ? null : Date.parse(expires_at),
      }),
      ...(active !== undefined && { active }),
      ...(metadata !== undefined && { metadata: mergeMetadata(before.metadata, metadata) }),
      updated_at: work.now,
    })
  },
}
