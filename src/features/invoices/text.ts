// The JSON text of an invoice: created once when it is saved, and stored next to its columns for later reads
// (docs/decisions/0018).

import type { Static } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { hostedPath } from '../../domain/hosted.ts'
import { amountRemaining } from '../../domain/invoice.ts'
import { type LineItem, lineTerms, numbersShown } from '../../domain/invoice-lines.ts'
import type { InvoiceTax } from '../../domain/parts.ts'
import { includedIn } from '../../domain/taxes.ts'
import { invariant } from '../../invariant.ts'
import { encodeId } from '../../platform/ids.ts'
import { invoiceItemIds } from '../invoice-items/record.ts'
import { priceIds } from '../prices/record.ts'
import { productIds } from '../products/record.ts'
import { subscriptionIds } from '../subscriptions/record.ts'
import type { LinePricing } from './line-shapes.ts'
import { invoiceRecord, type ReadInvoice } from './record.ts'

/** Texts by row: a row that an event has serialized is saved unchanged right after. */
const written = new WeakMap<ReadInvoice, string>()

/** The text as stored: only the path of its hosted page, since PUBLIC_URL can change. */
export function keptText(invoice: ReadInvoice): string {
  const known = written.get(invoice)
  if (known !== undefined) return known
  const text = invoiceRecord.json(invoice, {
    line_items: invoice.line_items.map((line) => lineShown(line, lineRef(line), invoice)),
    amount_remaining: amountRemaining(invoice),
    period: periodShown(invoice),
    hosted_url:
      invoice.hosted_token === null
        ? null
        : hostedPath(invoice.environment_id, invoice.hosted_token),
  })
  written.set(invoice, text)
  return text
}

export function lineRef({ id }: LineItem): string {
  invariant(id !== null, 'A saved line has an ID.')
  return encodeId('il', id)
}

const HOSTED = '"hosted_url":'

/**
 * A stored text as clients get it; `publicUrl` is the URL of this service. The first property of this name is the
 * invoice's own: lines have none, quotes in strings are escaped, and metadata comes after it.
 */
export function sentText(kept: string, publicUrl: string): string {
  const at = kept.indexOf(HOSTED) + HOSTED.length
  return kept[at] === '"' ? `${kept.slice(0, at + 1)}${publicUrl}${kept.slice(at + 1)}` : kept
}

export const invoiceJson = (invoice: ReadInvoice, publicUrl: string): string =>
  sentText(keptText(invoice), publicUrl)

/** A period as clients see it. */
const periodShown = ({
  period_start: start,
  period_end: end,
}: Pick<LineItem, 'period_start' | 'period_end'>) =>
  typeof start === 'number' && typeof end === 'number'
    ? { start: timestamp(start), end: timestamp(end) }
    : null

/** What a line of a subscription's item bills. */
function kindOf({ pricing }: LineItem): 'recurring' | 'difference' | 'minimum' {
  const { quantity_before, amount_before, minimum } = pricing?.part ?? {}
  if (minimum) return 'minimum'
  const isMore = quantity_before !== undefined || amount_before !== undefined
  return isMore ? 'difference' : 'recurring'
}

/** A line as clients see it. */
export const lineShown = (
  line: LineItem,
  ref: string,
  {
    taxes,
    subscription_id = null,
  }: { taxes: readonly InvoiceTax[] | null; subscription_id?: string | null },
) => {
  const { subscription_item_id: item = null, invoice_item_id: oneOff = null } = line
  const { quantity, unit_amount, ...decimals } = numbersShown(line)
  return {
    id: ref,
    description: line.description,
    quantity,
    unit_amount,
    amount: line.amount,
    product_id: line.product_id === null ? null : productIds.ref(line.product_id),
    price_id: line.price_id === null ? null : priceIds.ref(line.price_id),
    ...decimals,
    events: line.pricing?.events ? [...line.pricing.events] : null,
    pricing: lineTerms(line) as Static<typeof LinePricing> | null,
    discount: line.discount,
    net: line.amount - line.discount - includedIn(line.taxes, taxes),
    tax: line.tax,
    tax_rates: line.taxing?.rates ? [...line.taxing.rates] : null,
    discounts: (line.discounts ?? []).map(({ id, amount }) => ({ id, amount })),
    taxes: (line.taxes ?? []).map(({ t, taxable, amount }) => {
      const { rate, name, percentage, inclusive } = (taxes ?? [])[t] as InvoiceTax
      return { rate, name, percentage, inclusive, taxable, amount }
    }),
    kind: item === null ? ('one_time' as const) : kindOf(line),
    subscription_id:
      (item === null && oneOff === null) || subscription_id === null
        ? null
        : subscriptionIds.ref(subscription_id),
    subscription_item_id: item === null ? null : encodeId('si', item),
    invoice_item_id: oneOff === null ? null : invoiceItemIds.ref(oneOff),
    period: periodShown(line),
    supply_date: line.supply_date ?? null,
  }
}
