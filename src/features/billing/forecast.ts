// Forecasts what subscriptions will bill: dry runs of the billing run's steps, at the instants at which they fall due.

import type { Answer } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { type Subscription, subscriptions } from '../subscriptions/store.ts'
import { applyChange, type ChangeSubscription, hashOfChange, rowsOfChange } from './change-now.ts'
import { insertSubscription, type NewSubscription, rowsOfNew, takesExternalId } from './create.ts'
import { figuresShown, hashOf, noteShown } from './figures.ts'
import { assumeAnnounced } from './notices.ts'
import { getSubscription, runStep } from './step.ts'

/** The maximum number of steps without an invoice, such as changes and trials, in one forecast. */
const STEPS_WITHOUT = 25

/** The next invoices of a subscription, oldest first; fewer if it ends or bills nothing. */
function forecast(work: Work, before: Subscription, count: number): unknown[] {
  assumeAnnounced(work, before)
  const invoices: unknown[] = []
  let stands = before
  for (let steps = 0; steps < count + STEPS_WITHOUT && invoices.length < count; steps++) {
    if (stands.due_at === null) break
    work.forecastAt(stands.due_at)
    const { after, invoice } = runStep(work, stands)
    if (invoice) invoices.push(figuresShown(invoice))
    stands = after
  }
  return invoices
}

const NEXT = 3

/** Always a dry run: what creating the subscription would bill at once, and the next invoices. */
export const previewSubscription: Action<NewSubscription> = {
  name: 'subscriptions.preview',
  rows: rowsOfNew,
  takes: takesExternalId,
  decide(work, input) {
    const at = work.now
    const { row, invoice } = insertSubscription(work, { ...input, preview: { at, hash: '' } })
    const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
    const json = JSON.stringify({
      object: 'subscription_preview',
      at: instant(at),
      hash: hashOf(at, row, invoice),
      status: row.status,
      start: instant(row.start),
      current_period: row.current_period,
      trial_end: instant(row.trial_end),
      next_invoice_at: instant(row.next_invoice_at),
      invoices: invoice ? [figuresShown(invoice)] : [],
      next: forecast(work, row, NEXT),
    })
    return { json, object_id: '' }
  },
}

export interface Upcoming {
  id: string
  periods: number
}

/** Always a dry run: the next invoices of a subscription. */
export const forecastSubscription: Action<Upcoming> = {
  name: 'subscriptions.upcoming',
  rows: ({ id }) => [{ table: subscriptions, id }],
  decide: (work, { id, periods }) => upcoming(work, id, periods),
}

function upcoming(work: Work, id: string, periods: number): Answer {
  const data = forecast(work, getSubscription(work, id), periods)
  return { json: JSON.stringify({ object: 'upcoming_invoices', data }), object_id: '' }
}

/** Always a dry run: what a change bills and returns at once, and the next invoices. */
export const previewChange: Action<ChangeSubscription> = {
  name: 'subscriptions.preview_change',
  rows: rowsOfChange,
  decide(work, input) {
    const { billed } = applyChange(work, input)
    const shown = billed?.invoice && figuresShown(billed.invoice)
    const json = JSON.stringify({
      object: 'subscription_change_preview',
      at: billed ? new Date(work.now).toISOString() : null,
      hash: billed ? hashOfChange(work.now, billed) : null,
      invoices: shown ? [shown] : [],
      credit_notes: (billed?.notes ?? []).map(noteShown),
      amount_due: shown?.amount_due ?? 0,
      next: forecast(work, getSubscription(work, input.id), NEXT),
    })
    return { json, object_id: '' }
  },
}
