// What a stored line has to be, and what is told of it: the guide's "Lines on the invoice", written a second time.

import { createHash } from 'node:crypto'
import { encodeId } from '../../platform/ids.ts'
import { entriesOf, same } from './actions-canonical.ts'
import { readDecimal } from './pricing-rules.ts'
import type { BooksInvoice, BooksLine } from './store-invoices.ts'

const QUANTITY_MOST = 1_000_000_000n
const UNIT_MOST = 999_999_999_999n

/** Quantity and unit amount that a priced line shows, where whole numbers say them; undefined otherwise. */
export function wholesOf({ pricing }: BooksLine): { quantity: bigint; unit: bigint } | undefined {
  if (pricing?.terms?.model !== 'per_unit') return undefined
  const [count, price] = [wholeOf(pricing.quantity), wholeOf(pricing.terms.unit_amount_decimal)]
  if (count === undefined || price === undefined) return undefined
  const isShown = count >= 1n && count <= QUANTITY_MOST && price <= UNIT_MOST
  return isShown ? { quantity: count, unit: price } : undefined
}

/** A decimal that is a whole number; undefined of any other, and of what is none. */
function wholeOf(decimal: unknown): bigint | undefined {
  try {
    const { numerator, denominator } = readDecimal(decimal)
    return denominator === 1n ? numerator : undefined
  } catch {
    return undefined
  }
}

/** A line as events and answers tell it. */
export function toldLine(
  line: BooksLine,
  invoice: Pick<BooksInvoice, 'id' | 'taxes'>,
): Record<string, unknown> {
  const { pricing } = line
  const isPlain = !pricing || pricing.terms?.model === 'flat' || wholesOf(line) !== undefined
  const unit = pricing?.terms?.model === 'per_unit' ? pricing.terms.unit_amount_decimal : null
  return {
    id: encodeId('il', line.id ?? idOf(invoice.id, line.position)),
    description: line.description,
    quantity: Number(line.quantity),
    unit_amount: Number(line.unit_amount),
    amount: Number(line.amount),
    product_id: line.product_id === null ? null : encodeId('prod', line.product_id),
    price_id: line.price_id === null ? null : encodeId('price', line.price_id),
    quantity_decimal: isPlain ? null : pricing.quantity,
    unit_amount_decimal: isPlain ? null : unit,
    events: pricing?.events ?? null,
    pricing: pricing?.terms ?? null,
    discount: Number(line.discount),
    net: Number(BigInt(line.amount) - BigInt(line.discount) - includedIn(line, invoice)),
    tax: Number(line.tax),
    tax_rates: line.taxing?.rates ?? null,
    discounts: line.discounts ?? [],
    taxes: listOf(line.taxes).map(({ t, taxable, amount }) => {
      const { rate, name, percentage, inclusive } = invoice.taxes?.[t] ?? UNKNOWN
      return { rate, name, percentage, inclusive, taxable, amount }
    }),
  }
}

/** A list as stored; nothing where somebody has made something else of it. */
const listOf = <Each>(value: readonly Each[] | null): readonly Each[] =>
  Array.isArray(value) ? value : []

const UNKNOWN: Record<string, unknown> = {}

/** What of the taxes of a line its price includes. */
function includedIn({ taxes }: BooksLine, invoice: Pick<BooksInvoice, 'taxes'>): bigint {
  const included = listOf(taxes).filter(({ t }) => invoice.taxes?.[t]?.inclusive === true)
  return included.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
}

/** The discounts of an invoice as events and answers tell them. */
export const toldDiscounts = (discounts: BooksInvoice['discounts']): unknown[] =>
  entriesOf(discounts).map(({ id, coupon_id, promotion_code_id, source, name, amount }) => ({
    ...{ id, coupon_id, promotion_code_id, source, name, amount },
  }))

const TERMS = [
  ...['model', 'unit_amount', 'unit_amount_decimal', 'tiers', 'size', 'free_units', 'rate'],
  ...['per_event', 'free_events', 'free_amount'],
]

/** The terms of a price as events and answers tell them: a member each, null where its model has none. */
export function toldTerms(terms: Record<string, unknown>): Record<string, unknown> {
  const told = Object.fromEntries(TERMS.map((name) => [name, terms[name] ?? null]))
  if (terms.model !== 'per_unit') return told
  const price = wholeOf(terms.unit_amount_decimal)
  return { ...told, unit_amount: price === undefined ? null : Number(price) }
}

/** The ID of a line that an older version wrote without one: a UUID of version 8, of invoice and position. */
function idOf(invoiceId: string, position: number): string {
  const digest = createHash('sha256').update(`${invoiceId}/${position}`).digest()
  digest[6] = 0x80 | ((digest[6] ?? 0) & 0x0f)
  digest[8] = 0x80 | ((digest[8] ?? 0) & 0x3f)
  return digest
    .toString('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Lines alike, in the members that both tell: an older version told fewer. */
export function sameLines(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return same(one, other)
  const era = Math.min(eraOf(one), eraOf(other))
  return same(one.map(upTo(era)), other.map(upTo(era)))
}

/** What lines have told since each version that told more. */
const ERAS = [
  ['description', 'quantity', 'unit_amount', 'amount', 'product_id'],
  [
    ...['id', 'price_id', 'quantity_decimal', 'unit_amount_decimal', 'events', 'pricing'],
    ...['discount', 'net', 'tax'],
  ],
]

/** How many of these versions have passed when lines were told; one more for what is told now. */
const eraOf = (lines: object[]): number => {
  if (lines.some((line) => !('id' in line))) return 1
  return lines.some((line) => !('taxes' in line)) ? 2 : 3
}

const upTo =
  (era: number) =>
  (line: Record<string, unknown>): unknown => {
    if (era > ERAS.length) return line
    const names = ERAS.slice(0, era).flat()
    return Object.fromEntries(names.map((name) => [name, line[name]]))
  }
