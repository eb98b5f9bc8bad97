// The one-off items of a subscription on its invoices: each is billed once, in the transaction of the invoice.

import { LINES_MOST } from '../../domain/subscription.ts'
import { invariant } from '../../invariant.ts'
import type { Answer, Subject } from '../../platform/db/table.ts'
import type { Work } from '../accounts/store.ts'
import {
  events,
  type InvoiceItem,
  invoiceItemIds,
  invoiceItemRecord,
} from '../invoice-items/record.ts'
import type { LineRequest } from '../invoices/lines.ts'
import { invoiceIds } from '../invoices/record.ts'
import { type Subscription, subscriptions } from '../subscriptions/store.ts'

export const ITEMS_PENDING_MOST = 200

export const presentItem = (row: InvoiceItem): string => invoiceItemRecord.json(row)

export const aboutItem = ({ id, customer_id }: InvoiceItem): Subject => ({
  id: invoiceItemIds.ref(id),
  customer_id,
})

/** The price of an item; without an ID, it is new. */
export type Priced = Pick<
  InvoiceItem,
  'description' | 'price_id' | 'unit_amount' | 'quantity' | 'period'
> & { id?: string }

/** The line that bills an item. */
export const itemLine = ({
  id,
  description,
  price_id,
  unit_amount,
  quantity,
  period,
}: Priced): LineRequest => ({
  ...{ description, price_id, unit_amount, quantity, period },
  invoice_item_id: id,
})

/** The pending items that fit on an invoice with other lines, oldest first. */
export const itemsToBill = (
  work: Work,
  { pending_items }: Subscription,
  lines: number,
): InvoiceItem[] =>
  (pending_items ?? []).slice(0, LINES_MOST - lines).map((id) => work.get(invoiceItemRecord, id))

export function markBilled(work: Work, items: readonly InvoiceItem[], invoice: Answer): void {
  const [first] = items
  if (!first) return
  const invoice_id = invoiceIds.parse(invoice.object_id)
  invariant(invoice_id, 'An invoice has an ID.')
  for (const before of items) {
    work.change(events.billed, aboutItem(before), {
      table: invoiceItemRecord,
      before,
      after: { ...before, status: 'billed', invoice_id, updated_at: work.now },
      present: presentItem,
    })
  }
  const billed = new Set(items.map(({ id }) => id))
  setPending(work, first.subscription_id, (ids) => ids.filter((id) => !billed.has(id)))
}

/** Changes the list of pending items of a subscription, which clients do not see. */
export function setPending(
  work: Work,
  subscription_id: string,
  change: (ids: readonly string[]) => string[],
): void {
  const before = work.get(subscriptions, subscription_id)
  const ids = change(before.pending_items ?? [])
  work.update(subscriptions, { ...before, pending_items: ids.length > 0 ? ids : null })
}
