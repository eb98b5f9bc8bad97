// The discounts of a customer: redeemed when granted, and applied to every invoice while they last.

import { customerRef } from '../../domain/customer.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { aboutCustomer, getCustomer, presentCustomer } from '../customers/actions.ts'
import { events } from '../customers/record.ts'
import { type Customer, customers } from '../customers/store.ts'
import type { DiscountSent } from '../discounts.ts'
import {
  type Removal,
  redeemedRows,
  withDiscount,
  withoutDiscount,
} from '../promotion-codes/held.ts'
import { discountRows } from '../promotion-codes/redeem.ts'

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
    return change(work, before, withDiscount(work, discount, before.discounts, { customer_id }))
  },
}

export interface RemoveDiscount extends Removal {
  customer_id: number
}

export const removeCustomerDiscount: Action<RemoveDiscount> = {
  name: 'customers.remove_discount',
  rows: ({ customer_id: id, ...removal }) => [{ table: customers, id }, ...redeemedRows(removal)],
  decide(work, { customer_id, ...removal }) {
    const before = getCustomer(work, customer_id)
    work.assertMatch(() => presentCustomer(work, before))
    const holder = { called: customerRef(customer_id), noun: 'customer' } as const
    return change(work, before, withoutDiscount(work, removal, before.discounts, holder))
  },
}

function change(work: Work, before: Customer, discounts: Customer['discounts']): Answer {
  const after: Customer = { ...before, discounts, updated_at: work.now }
  const present = (customer: Customer) => presentCustomer(work, customer)
  const update = { table: customers, before, after, present }
  return work.change(events.updated, aboutCustomer(before), update)
}
