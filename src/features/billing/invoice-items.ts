// Creates, updates and deletes one-off items of subscriptions, until they are billed.

import { timestamp } from '../../domain/calendar.ts'
import { customerRef } from '../../domain/customer.ts'
import { billingError, validationError } from '../../domain/errors.ts'
import type { Metadata, MetadataPatch } from '../../domain/metadata.ts'
import { assertNewTexts } from '../../domain/new-texts.ts'
import { amountOfLine } from '../../domain/settle.ts'
import { invariant } from '../../invariant.ts'
import type { Action, Work } from '../accounts/store.ts'
import { missingInBody } from '../identifiers.ts'
import {
  events,
  type InvoiceItem,
  invoiceItemIds,
  invoiceItemRecord,
} from '../invoice-items/record.ts'
import { pricedLine } from '../invoices/lines.ts'
import { invoiceIds } from '../invoices/record.ts'
import { priceIds } from '../prices/record.ts'
import { prices } from '../prices/store.ts'
import { insertRow, newRow, patched } from '../rows.ts'
import { subscriptionIds } from '../subscriptions/record.ts'
import { type Subscription, subscriptions } from '../subscriptions/store.ts'
import { assertStarted } from './current.ts'
import {
  aboutItem,
  ITEMS_PENDING_MOST,
  itemLine,
  type Priced,
  presentItem,
  setPending,
} from './one-offs.ts'
import { chargeRows, type NamesCharges } from './open-charges.ts'
import { caughtUp, getSubscription } from './step.ts'

/** A request with its IDs decoded. */
export interface NewInvoiceItem extends Partial<NamesCharges> {
  subscription_id: string
  customer_id?: number | undefined
  description: string
  price_id: string | null
  unit_amount: number | null
  quantity: number
  currency?: string | undefined
  period: PeriodSent | null
  metadata?: Metadata | undefined
}

interface PeriodSent {
  start: string
  end: string
}

export const createInvoiceItem: Action<NewInvoiceItem> = {
  name: 'invoice_items.create',
  rows: ({ subscription_id, price_id, ...names }) => [
    ...chargeRows(names),
    { table: subscriptions, id: subscription_id },
    ...(price_id === null ? [] : [{ table: prices, id: price_id }]),
  ],
  decide(work, input) {
    const { description, price_id, unit_amount, quantity, metadata = {} } = input
    assertNewTexts([{ param: 'description', be: 'visible', text: description }])
    const subscription = getNamed(work, input)
    const { id: subscription_id, customer_id, currency } = subscription
    const period = input.period && normal(input.period)
    const priced = { description, price_id, unit_amount, quantity, period }
    const row: InvoiceItem = {
      ...newRow(work),
      ...{ customer_id, subscription_id, currency, ...priced, metadata },
      ...{ status: 'pending', invoice_id: null, deleted_at: null },
      amount: amountOf(work, priced, currency),
    }
    const about = { table: invoiceItemRecord, row, present: presentItem }
    const answer = insertRow(work, events.created, aboutItem(row), about)
    setPending(work, subscription_id, (ids) => [...ids, row.id])
    return answer
  },
}

/** The subscription that a new item names, after its due steps; throws if it cannot have one more. */
function getNamed(
  work: Work,
  { subscription_id, customer_id, currency }: NewInvoiceItem,
): Subscription {
  const found = work.find(subscriptions, subscription_id)
  if (!found) throw missingInBody(subscriptionIds, subscription_id, 'subscription_id')
  if (customer_id !== undefined && customer_id !== found.customer_id) {
    throw billingError(
      'parameter_invalid',
      `The subscription belongs to ${customerRef(found.customer_id)}. Send that customer_id, or leave it out.`,
      { param: 'customer_id' },
    )
  }
  const subscription = caughtUp(work, found)
  assertStarted(subscription)
  if (currency !== undefined && currency !== subscription.currency) {
    throw billingError(
      'currency_mismatch',
      `The subscription is in ${subscription.currency}, and the item in ${currency}. Use ${subscription.currency}, or leave currency out.`,
      { param: 'currency' },
    )
  }
  if ((subscription.pending_items ?? []).length >= ITEMS_PENDING_MOST) {
    throw billingError(
      'parameter_invalid',
      `The subscription has ${ITEMS_PENDING_MOST} pending items, the maximum. Wait for its next invoice, or delete one.`,
      { param: 'subscription_id' },
    )
  }
  return subscription
}

/** The first year of a period, as of every stored time. */
const FIRST_YEAR = '2000'

/** A period as clients see it. */
function normal(sent: PeriodSent): PeriodSent {
  const [start, end] = [sent.start, sent.end].map((each) => timestamp(Date.parse(each)))
  invariant(start && end, 'A period has two instants.')
  if (start >= FIRST_YEAR) return { start, end }
  throw billingError(
    'parameter_invalid',
    `period.start must be in ${FIRST_YEAR} or later; ${start} is not.`,
    { param: 'period.start' },
  )
}

/** The amount of an item; throws if its price, quantity or period is not allowed. */
function amountOf(work: Work, item: Priced, currency: string): number {
  const kept = { prices: new Set<string | null>(), products: new Set<string | null>() }
  const line = pricedLine(work, itemLine(item), { param: (name) => name, currency, kept })
  const { price_id } = item
  if (price_id !== null && work.get(prices, price_id).interval !== null) {
    throw billingError(
      'parameter_invalid',
      `Price ${priceIds.ref(price_id)} is recurring. Use a one-time price, or send unit_amount.`,
      { param: 'price_id' },
    )
  }
  return amountOfLine({ id: null, ...line }, price_id === null ? 'unit_amount' : 'quantity')
}

interface OfItem extends Partial<NamesCharges> {
  id: string
  /** The subscription of the item, which never changes. */
  subscription_id: string
}

export interface UpdateInvoiceItem extends OfItem {
  patch: {
    description?: string | undefined
    unit_amount?: number | null | undefined
    quantity?: number | undefined
    period?: PeriodSent | null | undefined
    metadata?: MetadataPatch | null | undefined
  }
}

const rowsOf = ({ id, subscription_id, ...names }: OfItem) => [
  { table: subscriptions, id: subscription_id },
  { table: invoiceItemRecord, id },
  ...chargeRows(names),
]

export const updateInvoiceItem: Action<UpdateInvoiceItem> = {
  name: 'invoice_items.update',
  rows: rowsOf,
  decide(work, { patch: { period, ...patch }, ...of }) {
    const found = work.find(invoiceItemRecord, of.id)
    const { description } = patch
    const text = { text: description, stored: found?.description }
    assertNewTexts([{ param: 'description', be: 'visible', ...text }])
    const before = currentItem(work, of)
    if (Object.keys({ ...patch, ...(period !== undefined && { period }) }).length > 0) {
      assertPending(before)
    }
    const { price_id, unit_amount } = before
    const after = patched(work, before, { ...patch, period: period && normal(period) })
    if (after.unit_amount !== unit_amount && (after.unit_amount === null || price_id !== null)) {
      throw billingError(
        'parameter_invalid',
        price_id === null
          ? 'The item has no price, so unit_amount cannot be null. Send an amount.'
          : `The item costs what ${priceIds.ref(price_id)} says. Delete it, and create another one with a unit_amount.`,
        { param: 'unit_amount' },
      )
    }
    if (before.status === 'pending') after.amount = amountOf(work, after, after.currency)
    return work.change(events.updated, aboutItem(before), {
      table: invoiceItemRecord,
      ...{ before, after, present: presentItem },
    })
  },
}

export const deleteInvoiceItem: Action<OfItem> = {
  name: 'invoice_items.delete',
  rows: rowsOf,
  decide(work, of) {
    const before = currentItem(work, of)
    assertPending(before)
    const about = aboutItem(before)
    work.update(invoiceItemRecord, { ...before, updated_at: work.now, deleted_at: work.now })
    work.record(events.deleted, about, presentItem(before))
    setPending(work, of.subscription_id, (ids) => ids.filter((id) => id !== of.id))
    const json = JSON.stringify({ id: about.id, object: 'invoice_item', deleted: true })
    return { json, object_id: about.id }
  },
}

/** An item after the due steps of its subscription, which can have billed it. */
function currentItem(work: Work, { id, subscription_id }: OfItem): InvoiceItem {
  const found = work.find(invoiceItemRecord, id)
  if (!found || found.deleted_at !== null) throw invoiceItemIds.missing(invoiceItemIds.ref(id))
  work.assertMatch(() => presentItem(found))
  const subscription = getSubscription(work, subscription_id)
  // An item whose invoice is refused can still be changed or deleted.
  if (subscription.billing_error === null) caughtUp(work, subscription)
  return work.get(invoiceItemRecord, id)
}

function assertPending({ id, status, invoice_id }: InvoiceItem): void {
  if (status === 'pending') return
  throw billingError(
    'invoice_item_billed',
    `Item ${invoiceItemIds.ref(id)} is on invoice ${invoiceIds.ref(String(invoice_id))}. Correct the invoice with a credit note.`,
  )
}

/** Throws unless an item has a price or an amount, and not both. */
export function assertOnePrice({
  price_id,
  unit_amount,
}: Pick<NewInvoiceItem, 'price_id' | 'unit_amount'>): void {
  if (price_id === null && unit_amount === null) {
    throw validationError('unit_amount', { kind: 'required' }, { code: 'parameter_missing' })
  }
  if (price_id === null || unit_amount === null) return
  const constraint = { kind: 'exclusive', with: 'price_id' } as const
  throw validationError('unit_amount', constraint, { code: 'parameters_exclusive' })
}
