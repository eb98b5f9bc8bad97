// The figures of an invoice of a subscription, as previews and forecasts show and compare them.

import { digestOf } from '../../platform/canonical-json.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Subscription } from '../subscriptions/store.ts'

const SHOWN = [
  ...['scheduled_for', 'period', 'due_date', 'currency', 'line_items', 'subtotal', 'discount'],
  ...['tax', 'tax_included', 'total', 'credit_applied', 'amount_due', 'discounts', 'taxes'],
]

/** An invoice without the properties that only a created invoice has. */
export function figuresShown({ json }: Answer): Record<string, unknown> {
  const invoice = JSON.parse(json) as Record<string, unknown>
  const shown = Object.fromEntries(SHOWN.map((name) => [name, invoice[name]]))
  const lines = shown.line_items as Record<string, unknown>[]
  return { ...shown, line_items: lines.map(lineShown) }
}

/** Forecast lines have no line item that a client could look up. */
const lineShown = ({ id: _, ...line }: Record<string, unknown>) => ({
  ...line,
  subscription_id: null,
  subscription_item_id: null,
})

/** Binds a creation to its preview: amounts and periods, without IDs. */
export function hashOf(at: number, row: Subscription, invoice: Answer | undefined): string {
  const { status, start, anchor, first_period, current_period, trial_end, ...terms } = row
  const { interval, interval_count, currency, minimum_amount } = terms
  return digestOf({
    ...{ at, status, start, anchor, first_period, current_period, trial_end },
    ...{ interval, interval_count, currency },
    ...(minimum_amount !== null && { minimum_amount }),
    items: (row.items ?? []).map(({ price_id, quantity }) => ({ price_id, quantity })),
    discounts: (row.discounts ?? []).map(({ id: _, created_at: __, ...terms }) => terms),
    invoice: invoice ? figuresWithoutIds(invoice) : null,
  })
}

/** Figures without the IDs of discounts, which differ for every creation. */
export function figuresWithoutIds(invoice: Answer): unknown {
  const figures = figuresShown(invoice)
  const lines = figures.line_items as { discounts: WithId[] }[]
  return {
    ...figures,
    line_items: lines.map((line) => ({ ...line, discounts: line.discounts.map(withoutId) })),
    discounts: (figures.discounts as WithId[]).map(withoutId),
  }
}

const NOTE_SHOWN = ['invoice_id', 'lines', 'total', 'to_open', 'to_balance']

/** A credit note without the properties that only an issued note has. */
export function noteShown({ json }: Answer): Record<string, unknown> {
  const note = JSON.parse(json) as Record<string, unknown>
  return Object.fromEntries(NOTE_SHOWN.map((name) => [name, note[name]]))
}

/** The figures of a note without the IDs of its invoice, which a dry run can have made. */
export function noteWithoutIds(note: Answer): unknown {
  const { invoice_id: _, lines, ...figures } = noteShown(note)
  const withoutLine = ({ invoice_line_id: _line, ...line }: Record<string, unknown>) => line
  return { ...figures, lines: (lines as Record<string, unknown>[]).map(withoutLine) }
}

interface WithId {
  id: string
}

const withoutId = ({ id: _, ...rest }: WithId): unknown => rest
