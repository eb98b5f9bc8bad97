// A preview that binds: what an invoice would be at an instant, and whether it still is.

import { dateIn } from './calendar.ts'
import type { LineItem } from './invoice-lines.ts'
import type { Settled } from './settle.ts'

/** What a write says of the preview that it was decided by. */
export interface PreviewSent {
  /** In milliseconds of business time. */
  at: number
  hash: string
}

/** How long a preview binds. */
const PREVIEW_MS = 60 * 60 * 1000

/**
 * What is hashed of a preview: its figures at its instant, and no IDs, numbers or texts, so that nothing but
 * another figure outdates it.
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

/** Whether a preview of an instant can bind now: it is an hour old at most, and of the same civil day. */
export function isCurrent({ at }: PreviewSent, now: number, timeZone: string): boolean {
  return at <= now && now - at <= PREVIEW_MS && dateIn(at, timeZone) === dateIn(now, timeZone)
}
