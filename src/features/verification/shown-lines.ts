// A stored line as responses and events must show it: "Lines on the invoice" of the guide, implemented a second time.

import { encodeId } from '../../platform/ids.ts'
import { entriesOf } from './canonical.ts'
import { readDecimal } from './fractions.ts'
import type { BooksInvoice, BooksLine } from './store-invoices.ts'

const QUANTITY_MOST = 1_000_000_000n
const UNIT_MOST = 999_999_999_999n

/** Quantity and unit price as shown in whole numbers; undefined if the line shows decimals. */
function wholeNumbers({ quantity, unit_price }: BooksLine): [bigint, bigint] | undefined {
  const [count, price] = [wholeOf(quantity), wholeOf(unit_price)]
  if (count === undefined || price === undefined) return undefined
  const isShown = count >= 1n && count <= QUANTITY_MOST && price >= 0n && price <= UNIT_MOST
  return isShown ? [count, price] : undefined
}

/** The terms that responses and derivations show for a line; null without a price if its numbers are whole. */
export function termsShown(line: BooksLine): unknown {
  const { price_id, unit_price, pricing } = line
  // Pricing without terms is forged, and is shown as stored, so that it differs.
  if (pricing?.part !== undefined) return { ...pricing.terms, part: pricing.part }
  if (pricing) return pricing.terms ?? pricing
  if (price_id === null && wholeNumbers(line)) return null
  return { model: 'per_unit', unit_amount_decimal: unit_price }
}

/** A decimal that is a whole number; undefined for any other value. */
function wholeOf(decimal: unknown): bigint | undefined {
  try {
    const { numerator, denominator } = readDecimal(decimal)
    return denominator === 1n ? numerator : undefined
  } catch {
    return undefined
  }
}

/** True for a line that charges the difference to an amount billed before. */
const isDifference = (part: { quantity_before?: unknown; amount_before?: unknown } | undefined) =>
  part?.quantity_before !== undefined || part?.amount_before !== undefined

/** What a line of a subscription's item bills. */
const kindOf = (part: (Parameters<typeof isDifference>[0] & { minimum?: unknown }) | undefined) =>
  part?.minimum !== undefined ? 'minimum' : isDifference(part) ? 'difference' : 'recurring'

/** A line as shown in events and responses. */
export function shownLine(
  line: BooksLine,
  invoice: Pick<BooksInvoice, 'taxes' | 'subscription_id'>,
): Record<string, unknown> {
  const { pricing } = line
  const whole = wholeNumbers(line)
  const [quantity, unit_amount] = whole ?? [1, line.amount]
  const hasDecimals = !whole && pricing?.terms?.model !== 'flat'
  const { subscription_item_id: item, invoice_item_id: oneOff } = line
  return {
    id: line.id && encodeId('il', line.id),
    description: line.description,
    quantity: Number(quantity),
    unit_amount: Number(unit_amount),
    amount: Number(line.amount),
    product_id: line.product_id === null ? null : encodeId('prod', line.product_id),
    price_id: line.price_id === null ? null : encodeId('price', line.price_id),
    quantity_decimal: hasDecimals ? line.quantity : null,
    unit_amount_decimal: hasDecimals ? line.unit_price : null,
    events: pricing?.events ?? null,
    pricing: termsShown(line),
    discount: Number(line.discount),
    net: Number(BigInt(line.amount) - BigInt(line.discount) - includedIn(line, invoice)),
    tax: Number(line.tax),
    tax_rates: line.taxing?.rates ?? null,
    discounts: line.discounts ?? [],
    taxes: listOf(line.taxes).map(({ t, taxable, amount }) => {
      const { rate, name, percentage, inclusive } = invoice.taxes?.[t] ?? UNKNOWN
      return { rate, name, percentage, inclusive, taxable, amount }
    }),
    kind: item ? kindOf(line.pricing?.part) : 'one_time',
    subscription_id:
      (item || oneOff) && invoice.subscription_id ? encodeId('sub', invoice.subscription_id) : null,
    subscription_item_id: item ? encodeId('si', item) : null,
    invoice_item_id: oneOff ? encodeId('ii', oneOff) : null,
    period: periodShown(line),
    supply_date: line.supply_date,
  }
}

/** A period as shown in events and responses; null without one. */
export const periodShown = ({
  period_start: start,
  period_end: end,
}: Pick<BooksLine, 'period_start' | 'period_end'>) => (start && end ? { start, end } : null)

/** A stored list; empty if it was replaced by another type. */
const listOf = <Each>(value: readonly Each[] | null): readonly Each[] =>
  Array.isArray(value) ? value : []

const UNKNOWN: Record<string, unknown> = {}

function includedIn({ taxes }: BooksLine, invoice: Pick<BooksInvoice, 'taxes'>): bigint {
  const included = listOf(taxes).filter(({ t }) => invoice.taxes?.[t]?.inclusive === true)
  return included.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
}

/** The discounts of an invoice as shown in events and responses. */
export const shownDiscounts = (discounts: BooksInvoice['discounts']): unknown[] =>
  entriesOf(discounts).map(({ id, coupon_id, promotion_code_id, source, name, amount }) => ({
    ...{ id, coupon_id, promotion_code_id, source, name, amount },
  }))

const TERMS = [
  ...['model', 'unit_amount', 'unit_amount_decimal', 'tiers', 'size', 'free_units', 'rate'],
  ...['per_event', 'free_events', 'free_amount'],
]

/** The terms of a price as shown in events and responses: one property each, null if its model lacks it. */
export function shownTerms(terms: Record<string, unknown>): Record<string, unknown> {
  const members = Object.fromEntries(TERMS.map((name) => [name, terms[name] ?? null]))
  if (terms.model !== 'per_unit') return members
  const price = wholeOf(terms.unit_amount_decimal)
  return { ...members, unit_amount: price === undefined ? null : Number(price) }
}
