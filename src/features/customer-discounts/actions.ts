// The discounts of a customer: redeemed when granted, and applied to every invoice while they last.

import { hasEnded, MOST_OF_CUSTOMER } from '../../domain/coupon.ts'
import { customerRef } from '../../domain/customer.ts'
import { billingError } from '../../domain/errors.ts'
import type { Discount } from '../../domain/parts.ts'
import type { Answer, NamedRow } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { couponRecord } from '../coupons/record.ts'
import { aboutCustomer, getCustomer, presentCustomer } from '../customers/actions.ts'
import { events } from '../customers/record.ts'
import { type Customer, customers } from '../customers/store.ts'
import { type DiscountSent, idsRedeemed } from '../discounts.ts'
import { promotionCodeRecord } from '../promotion-codes/record.ts'
import { discountRows, redeem, release } from '../promotion-codes/redeem.ts'

export interface AddDiscount {
  customer_id: number
  discount: DiscountSent
}

export const addCustomerDiscount: Action<AddDiscount> = {
  name: 'customers.add_discount',
  rows: ({ customer_id: id, discount }) => [{ table: customers, id }, ...discountRows([discount])],
  decide(work, { customer_id, discount }) {
    const before = getCustomer(work, customer_id)
    work.assertMatch(() => presentCustomer(work, before))
    // Ended discounts do not count towards the maximum.
    const held = (before.discounts ?? []).filter(
      (each) => !hasEnded(each, work.now, work.environment.time_zone),
    )
    const terms = redeem(work, discount, { customer_id, held, most: MOST_OF_CUSTOMER })
    return change(work, before, [...held, { ...terms, months_used: 0, last_month: null }])
  },
}

export interface RemoveDiscount {
  customer_id: number
  discount_id: string
  /** The coupon or promotion code redeemed, which never changes; undefined if the discount does not exist. */
  redeemed: Pick<Discount, 'coupon_id' | 'promotion_code_id'> | undefined
}

export const removeCustomerDiscount: Action<RemoveDiscount> = {
  name: 'customers.remove_discount',
  rows: ({ customer_id: id, redeemed }) => [{ table: customers, id }, ...redeemedRows(redeemed)],
  decide(work, { customer_id, discount_id, redeemed }) {
    const before = getCustomer(work, customer_id)
    work.assertMatch(() => presentCustomer(work, before))
    const held = before.discounts ?? []
    const discount = redeemed && held.find(({ id }) => id === discount_id)
    if (!discount) throw discountMissing(discount_id, customer_id)
    // Only what no invoice can have used is given back.
    if (discount.duration === 'once' && discount.months_used === 0) release(work, discount)
    return change(
      work,
      before,
      held.filter((each) => each !== discount),
    )
  },
}

function redeemedRows(redeemed: RemoveDiscount['redeemed']): NamedRow[] {
  if (!redeemed) return []
  const { coupon, code } = idsRedeemed(redeemed)
  return [
    { table: couponRecord, id: coupon },
    ...(code === undefined ? [] : [{ table: promotionCodeRecord, id: code }]),
  ]
}

const discountMissing = (id: string, customer_id: number) =>
  billingError(
    'resource_missing',
    `${customerRef(customer_id)} has no discount ${id}. Check the ID in discounts of the customer.`,
  )

function change(
  work: Work,
  before: Customer,
  discounts: NonNullable<Customer['discounts']>,
): Answer {
  const after: Customer = {
    ...before,
    discounts: discounts.length === 0 ? null : discounts,
    updated_at: work.now,
  }
  const present = (customer: Customer) => presentCustomer(work, customer)
  const update = { table: customers, before, after, present }
  return work.change(events.updated, aboutCustomer(before), update)
}
