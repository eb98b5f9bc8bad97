// Forecasts what subscriptions will bill: dry runs of the billing run's steps, at the instants at which they fall due.

import { completed } from '../../domain/subscription-incomplete.ts'
import type { Action, Work } from '../accounts/store.ts'
import { type Subscription, subscriptions } from '../subscriptions/store.ts'
import { figuresShown, noteShown } from './figures.ts'
import { assumeAnnounced } from './notices.ts'
import { chargeRows, type NamesCharges } from './open-charges.ts'
import { getSubscription, runStep, unfailed } from './step.ts'

/** The maximum number of steps without an invoice, such as changes and trials, in one forecast. */
const STEPS_WITHOUT = 25

/** The next invoices of a subscription, oldest first; fewer if it ends or bills nothing. */
export function forecast(work: Work, before: Subscription, count: number): unknown[] {
  let stands = assumePaid(work, before)
  assumeAnnounced(work, stands)
  const invoices: unknown[] = []
  for (let steps = 0; steps < count + STEPS_WITHOUT && invoices.length < count; steps++) {
    if (stands.due_at === null) break
    work.forecastAt(stands.due_at)
    const known = work.events.length
    const { after, invoice } = runStep(work, stands)
    if (invoice) invoices.push({ ...figuresShown(invoice), ...notesShown(work, known) })
    stands = after
  }
  return invoices
}

/** A subscription that waits for its first payment, as it will be when that is made. */
function assumePaid(work: Work, before: Subscription): Subscription {
  if (before.status !== 'incomplete') return before
  const paid = unfailed(completed(before))
  work.update(subscriptions, paid)
  return paid
}

/** The credit notes of a step, which are among the events after this number. */
function notesShown(work: Work, known: number): { credit_notes?: unknown[] } {
  const notes = work.events.slice(known).filter(({ type }) => type === 'credit_note.issued')
  if (notes.length === 0) return {}
  return {
    credit_notes: notes.map(({ object: json, object_id }) => noteShown({ json, object_id })),
  }
}

/** How many further invoices a preview shows. */
export const NEXT = 3

export interface Upcoming extends Partial<NamesCharges> {
  id: string
  periods: number
}

/** Always a dry run: the next invoices of a subscription. */
export const forecastSubscription: Action<Upcoming> = {
  name: 'subscriptions.upcoming',
  rows: ({ id, ...names }) => [{ table: subscriptions, id }, ...chargeRows(names)],
  decide(work, { id, periods }) {
    const data = forecast(work, getSubscription(work, id), periods)
    return { json: JSON.stringify({ object: 'upcoming_invoices', data }), object_id: '' }
  },
}
