// Saves versions of finalized invoices, each with its event, and what follows for their subscription.

import { withOverdue } from '../../domain/subscription.ts'
import type { Answer, DeclaredEvent } from '../../platform/db/table.ts'
import type { Work } from '../accounts/store.ts'
import { changeSubscription } from '../subscriptions/change.ts'
import { events as subscriptionEvents } from '../subscriptions/record.ts'
import { subscriptions } from '../subscriptions/store.ts'
import { aboutInvoice, presentInvoice } from './actions.ts'
import { events, type Invoice } from './record.ts'
import { invoices } from './store.ts'

/** Saves a version of a finalized invoice and records its event, and one more if it is overdue again. */
export function changeInvoice(
  work: Work,
  event: DeclaredEvent,
  before: Invoice,
  after: Invoice,
): Answer {
  const answer = work.change(event, aboutInvoice(after), {
    table: invoices,
    before,
    after,
    present: (invoice) => presentInvoice(work, invoice),
  })
  if (before.status === 'paid' && after.status === 'overdue') {
    work.record(events.overdue, aboutInvoice(after), answer.json)
  }
  countOverdue(work, before, after)
  return answer
}

/** A subscription is past due while one of its invoices is overdue. */
function countOverdue(work: Work, { status, subscription_id }: Invoice, after: Invoice): void {
  const isOverdue = after.status === 'overdue'
  if (subscription_id === null || (status === 'overdue') === isOverdue) return
  const before = work.get(subscriptions, subscription_id)
  const counted = withOverdue(before, isOverdue ? 1 : -1)
  if (counted.status === before.status) {
    work.update(subscriptions, counted)
    return
  }
  const event = isOverdue ? subscriptionEvents.past_due : subscriptionEvents.updated
  changeSubscription(work, event, before, counted)
}
