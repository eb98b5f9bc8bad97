// The discounts of a draft alone: redeemed when it is given them, taken back when they are removed.

import { MOST_OF_INVOICE } from '../../domain/coupon.ts'
import { billingError } from '../../domain/errors.ts'
import { assertDraft } from '../../domain/invoice.ts'
import type { Discount } from '../../domain/parts.ts'
import { figuresOf } from '../../domain/settle.ts'
import type { Facts } from '../../platform/db/action.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { type Customer, customers } from '../customers/store.ts'
import type { DiscountSent } from '../discounts.ts'
import { discountRows, redeem, release } from '../promotion-codes/actions.ts'
import { aboutInvoice, getInvoice, ownDiscounts, presentInvoice, replacedBy } from './actions.ts'
import { onInvoice, settleDraft } from './actions-settle.ts'
import { events } from './events.ts'
import type { Invoice } from './record.ts'
import { findIssued, findIssuedBeside, invoices } from './store.ts'

interface Redeemer {
  customer: Customer
  currency: string
  hasInvoice: boolean
  /** Those that the draft has already. */
  held?: readonly Discount[]
  /** Whether the draft is only looked at. */
  preview?: boolean
}

/** The discounts of a draft with those that are sent, each redeemed. */
export function redeemAll(
  work: Work,
  sent: readonly DiscountSent[] | undefined,
  { customer, currency, hasInvoice, held = [], preview = false }: Redeemer,
): Discount[] {
  const discounts = [...held]
  for (const [index, each] of (sent ?? []).entries()) {
    const terms = redeem(work, each, {
      customer_id: customer.id,
      ...{ hasInvoice, currency, preview },
      held: discounts,
      most: MOST_OF_INVOICE,
      at: `discounts[${index}]`,
    })
    discounts.push(onInvoice(terms, 'invoice'))
  }
  return discounts
}

/** Whether an invoice of the customer was issued, and stands: promotion codes for first ones ask. */
export const issuedBefore: Facts<{ customer_id: number }, boolean> = {
  about: ['invoices'],
  load: (tx, asked) =>
    findIssued(
      tx,
      asked.map(({ environment_id, input }) => ({ environment_id, id: input.customer_id })),
    ),
}

export interface AddDiscount {
  id: string
  discount: DiscountSent
}

export const addDiscount: Action<AddDiscount> = {
  name: 'invoices.add_discount',
  rows: ({ id, discount }) => [{ table: invoices, id }, ...discountRows([discount])],
  decide: (work, input) => add(work, input, false),
}

/** The same by a promotion code, which may ask whether the customer was issued an invoice before. */
export const addDiscountByCode: Action<AddDiscount, boolean> = {
  name: 'invoices.add_discount',
  rows: addDiscount.rows,
  facts: {
    about: ['invoices'],
    load: (tx, asked) =>
      findIssuedBeside(
        tx,
        asked.map(({ environment_id, input: { id } }) => ({ environment_id, id })),
      ),
  },
  decide: add,
}

function add(work: Work, { id, discount }: AddDiscount, hasInvoice: boolean): Answer {
  const before = getInvoice(work, id)
  work.assertMatch(() => presentInvoice(work, before))
  assertDraft(before)
  const { customer_id, currency } = before
  const held = ownDiscounts(before)
  const terms = redeem(work, discount, {
    ...{ customer_id, currency, hasInvoice, held },
    most: MOST_OF_INVOICE,
  })
  return resettle(work, before, [...held, onInvoice(terms, 'invoice')])
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
    `There is no discount ${id} of ${of}. Check the ID; discounts of the customer are removed from the customer.`,
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
