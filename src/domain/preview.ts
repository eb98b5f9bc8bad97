// Binding previews: the figures of an invoice at an instant, and whether they are still current.

import { dateIn } from './calendar.ts'
import type { LineItem } from './invoice-lines.ts'
import type { Settled } from './settle.ts'

/** The preview that a write request refers to. */
export interface PreviewSent {
  /** In milliseconds of business time. */
  at: number
  hash: string
}

/** How long a preview is binding. */
const PREVIEW_MS = 60 * 60 * 1000

/**
 * The hashed part of a preview: its figures at its instant, without IDs, numbers and texts, so that only a changed
 * figure outdates it.
 */
export function hashedOf(currency: string, at: number, settled: Settled): unknown {
  const { line_items, subtotal, discount, tax, tax_included, total } = settled
  const { credit_applied, amount_due } = settled
  return {
    at: new Date(at).toISOString(),
    currency,
    lines: line_items.map(lineHashed),
    discounts: (settled.discounts ?? []).map(({ amount }) => amount),
    taxes: (settled.taxes ?? []).map(({ rate, inclusive, taxable, amount }) => {
      return { rate, inclusive, taxable, amount }
    }),
    totals: { subtotal, discount, tax, tax_included, total, credit_applied, amount_due },
  }
}

const lineHashed = ({ quantity, unit_price, amount, pricing, ...line }: LineItem) => ({
  quantity,
  unit_price,
  amount,
  discount: line.discount,
  tax: line.tax,
  taxes: (line.taxes ?? []).map(({ taxable, amount: tax }) => [taxable, tax]),
  pricing,
})

/** True if a preview can still be binding: at most an hour old, and of the same civil day. */
export function isCurrent({ at }: PreviewSent, now: number, timeZone: string): boolean {
  return at <= now && now - at <= PREVIEW_MS && dateIn(at, timeZone) === dateIn(now, timeZone)
}
