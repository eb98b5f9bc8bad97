// The discounts of a subscription: redeemed when granted, and applied to its invoices while they last.

import type { Action } from '../accounts/store.ts'
import type { DiscountSent } from '../discounts.ts'
import {
  type Removal,
  redeemedRows,
  withDiscount,
  withoutDiscount,
} from '../promotion-codes/held.ts'
import { discountRows } from '../promotion-codes/redeem.ts'
import { changeSubscription } from '../subscriptions/change.ts'
import { events, subscriptionIds } from '../subscriptions/record.ts'
import { subscriptions } from '../subscriptions/store.ts'
import { assertLive, currentOf } from './current.ts'
import { chargeRows, type NamesCharges } from './open-charges.ts'

export interface AddDiscount extends Partial<NamesCharges> {
  id: string
  discount: DiscountSent
}

/**
 * Due periods are billed first, without the discount, so that the result does not depend on when the billing run
 * reaches them.
 */
export const addSubscriptionDiscount: Action<AddDiscount> = {
  name: 'subscriptions.add_discount',
  rows: ({ id, discount, ...names }) => [
    { table: subscriptions, id },
    ...discountRows([discount]),
    ...chargeRows(names),
  ],
  decide(work, { id, discount }) {
    const before = currentOf(work, id)
    assertLive(before)
    const { customer_id, currency, zone } = before
    const giving = { customer_id, currency, holder: 'subscription', zone } as const
    const discounts = withDiscount(work, discount, before.discounts, giving)
    return changeSubscription(work, events.updated, before, { ...before, discounts })
  },
}

export interface RemoveDiscount extends Removal, Partial<NamesCharges> {
  id: string
}

/** Also for an ended subscription, whose unused discount another customer can then redeem. */
export const removeSubscriptionDiscount: Action<RemoveDiscount> = {
  name: 'subscriptions.remove_discount',
  rows: ({ id, ...removal }) => [
    { table: subscriptions, id },
    ...redeemedRows(removal),
    ...chargeRows(removal),
  ],
  decide(work, { id, ...removal }) {
    const before = currentOf(work, id)
    const called = `Subscription ${subscriptionIds.ref(id)}`
    const holder = { called, noun: 'subscription' } as const
    const discounts = withoutDiscount(work, removal, before.discounts, holder)
    return changeSubscription(work, events.updated, before, { ...before, discounts })
  },
}
