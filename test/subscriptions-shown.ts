// Subscriptions and invoices in one form, whether the API returned them or the model expects them.

import type { Made } from './fixtures.ts'
import type * as model from './subscriptions-model.ts'
import { dueAt, nextInvoiceAt } from './subscriptions-model.ts'

export const shown = (instant: number | null) => instant && new Date(instant).toISOString()
const shownPeriod = ({ start, end }: model.Period) => ({ start: shown(start), end: shown(end) })

export const ofInvoice = (invoice: Made, keys: Map<string, number>) => ({
  scheduled_for: invoice.scheduled_for,
  reason: invoice.billing_reason,
  period: invoice.period,
  subtotal: invoice.subtotal,
  lines: invoice.line_items.map((line: Made) => ({
    key: keys.get(line.subscription_item_id),
    period: line.period,
    quantity: Number(line.quantity_decimal ?? line.quantity),
    amount: line.amount,
    whole: line.pricing?.part ?? null,
  })),
})

/** A part and its whole period as a line shows them: instants, or dates. */
function partOf({ unit, zone }: model.Modeled, period: model.Period, whole: model.Period | null) {
  const date = (at: number) => new Intl.DateTimeFormat('sv', { timeZone: zone }).format(at)
  const point = unit === 'day' ? date : shown
  return (
    whole && {
      ...{ from: point(period.start), to: point(period.end) },
      ...{ start: point(whole.start), end: point(whole.end) },
    }
  )
}

/** Invoices without an amount are not created. */
export const expectedInvoices = (sub: model.Modeled) =>
  sub.invoices
    .map(({ scheduled_for, reason, period, lines }) => ({
      scheduled_for: shown(scheduled_for),
      reason,
      period: shownPeriod(period),
      subtotal: lines.reduce((sum, { amount }) => sum + amount, 0),
      lines: lines.map((line) => ({
        ...line,
        period: shownPeriod(line.period),
        whole: partOf(sub, line.period, line.whole),
      })),
    }))
    .filter(({ subtotal }) => subtotal > 0)

export function ofSubscription(row: Made, keys: Map<string, number>) {
  const { status, start, zone, trial_end, current_period, cancel_at, canceled_at, due_at } = row
  return {
    ...{ status, start, zone, trial_end, current_period, cancel_at, canceled_at, due_at },
    next_invoice_at: row.next_invoice_at,
    interval: `${row.interval_count} ${row.interval}`,
    ...{ anchor: row.anchor, first_period: row.first_period, unit: row.proration_unit },
    items: row.items.map(({ id, price_id, quantity }: Made) => [keys.get(id), price_id, quantity]),
    changes: row.scheduled_changes.map(({ at }: Made) => at),
  }
}

export function expectedState(sub: model.Modeled, prices: Map<string, string>) {
  const { instant: _, interval, count, ...anchor } = sub.grid
  return {
    ...{
      status: sub.status as string,
      start: shown(sub.start),
      zone: sub.zone,
      trial_end: shown(sub.trialEnd),
    },
    current_period: sub.period && shownPeriod(sub.period),
    ...{ cancel_at: shown(sub.cancelAt), canceled_at: shown(sub.canceledAt) },
    due_at: shown(dueAt(sub)),
    next_invoice_at: shown(nextInvoiceAt(sub)),
    interval: `${count} ${interval}`,
    ...{ anchor, first_period: sub.firstPeriod, unit: sub.unit },
    items: sub.items.map(({ key, price, quantity }) => [key, prices.get(price.name), quantity]),
    changes: sub.changes.map(({ at }) => shown(at)),
  }
}
