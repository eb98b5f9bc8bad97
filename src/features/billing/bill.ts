// Creates the invoice of a charge of a subscription, with its pending one-off items.

import type { Charge } from '../../domain/subscription.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Work } from '../accounts/store.ts'
import { invoicePeriod, type RecurringInvoice } from '../invoices/create.ts'
import type { LineRequest } from '../invoices/lines.ts'
import { priceIds } from '../prices/record.ts'
import { itemIds } from '../subscriptions/items.ts'
import type { Subscription } from '../subscriptions/store.ts'
import { itemLine, itemsToBill, markBilled } from './one-offs.ts'

/**
 * Creates the invoice of a charge and of one-off items; undefined if there is nothing to pay for. `change` has more of an
 * invoice of a change.
 */
export function bill(
  work: Work,
  subscription: Subscription,
  { reason, scheduled_for, period, lines, isRest }: Charge,
  change: Pick<RecurringInvoice, 'carried' | 'notes'> = {},
): Answer | undefined {
  const { id, customer_id, currency, payment_terms_days } = subscription
  const items = itemsToBill(work, subscription, lines.length)
  const invoice = invoicePeriod(work, {
    ...{ customer_id, currency, payment_terms_days, scheduled_for, period },
    // Fixed discounts of a period that was billed before are not granted again.
    ...{ carried: reason === 'change' || isRest ? { amounts: new Map() } : undefined, ...change },
    subscription_id: id,
    billing_reason: reason,
    line_items: [...lines.map(lineOf), ...items.map(itemLine)],
  })
  if (invoice) markBilled(work, items, invoice)
  return invoice
}

const lineOf = ({
  item: { id, price_id, quantity },
  whole: _,
  once: __,
  description,
  ...span
}: Charge['lines'][number]): LineRequest => ({
  price_id: priceIds.parse(price_id),
  quantity,
  description,
  recurring: { item_id: itemIds.parse(id) as string, ...span },
})
