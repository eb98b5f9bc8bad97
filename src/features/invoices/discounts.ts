// A draft's own discounts: redeemed when they are added, released when they are removed.

import { MOST_OF_INVOICE } from '../../domain/coupon.ts'
import { billingError } from '../../domain/errors.ts'
import { assertDraft } from '../../domain/invoice.ts'
import type { Discount } from '../../domain/parts.ts'
import { figuresOf } from '../../domain/settle.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { type Customer, customers } from '../customers/store.ts'
import type { DiscountSent } from '../discounts.ts'
import { discountRows, redeem, release } from '../promotion-codes/redeem.ts'
import { aboutInvoice, getInvoice, ownDiscounts, presentInvoice, replacedBy } from './actions.ts'
import { events, type Invoice } from './record.ts'
import { onInvoice, settleDraft } from './settle.ts'
import { invoices } from './store.ts'

interface Redeemer {
  customer: Customer
  currency: string
  /** The draft's current discounts. */
  held?: readonly Discount[]
  /** True for a preview of the draft. */
  preview?: boolean
}

/** The discounts of a draft plus the requested ones, each redeemed. */
export function redeemAll(
  work: Work,
  sent: readonly DiscountSent[] | undefined,
  { customer, currency, held = [], preview = false }: Redeemer,
): Discount[] {
  const discounts = [...held]
  for (const [index, each] of (sent ?? []).entries()) {
    const terms = redeem(work, each, {
      customer_id: customer.id,
      ...{ currency, preview },
      held: discounts,
      most: MOST_OF_INVOICE,
      at: `discounts[${index}]`,
    })
    discounts.push(onInvoice(terms, 'invoice'))
  }
  return discounts
}

export interface AddDiscount {
  id: string
  discount: DiscountSent
}

export const addDiscount: Action<AddDiscount> = {
  name: 'invoices.add_discount',
  rows: ({ id, discount }) => [{ table: invoices, id }, ...discountRows([discount])],
  decide(work, { id, discount }) {
    const before = getInvoice(work, id)
    work.assertMatch(() => presentInvoice(work, before))
    assertDraft(before)
    const { customer_id, currency } = before
    const held = ownDiscounts(before)
    const terms = redeem(work, discount, { customer_id, currency, held, most: MOST_OF_INVOICE })
    return resettle(work, before, [...held, onInvoice(terms, 'invoice')])
  },
}

export interface RemoveDiscount {
  id: string
  discount_id: string
}

export const removeDiscount: Action<RemoveDiscount> = {
  name: 'invoices.remove_discount',
  rows: ({ id }) => [{ table: invoices, id }],
  decide(work, { id, discount_id }) {
    const before = getInvoice(work, id)
    work.assertMatch(() => presentInvoice(work, before))
    const held = ownDiscounts(before)
    const discount = held.find((each) => each.id === discount_id)
    if (!discount) throw discountMissing(discount_id, `invoice ${before.number}`)
    assertDraft(before)
    release(work, discount)
    return resettle(
      work,
      before,
      held.filter((each) => each !== discount),
    )
  },
}

const discountMissing = (id: string, of: string) =>
  billingError(
    'resource_missing',
    `${of} has no discount ${id}. Check the ID; discounts of the customer are removed from the customer.`,
  )

function resettle(work: Work, before: Invoice, discounts: readonly Discount[]): Answer {
  const { currency, line_items: lines } = before
  const customer = work.get(customers, before.customer_id)
  const settled = figuresOf(settleDraft(work, { customer, currency, lines, discounts }))
  const after: Invoice = { ...before, ...replacedBy(settled, before), updated_at: work.now }
  return work.change(events.updated, aboutInvoice(after), {
    table: invoices,
    before,
    after,
    present: (invoice) => presentInvoice(work, invoice),
  })
}
