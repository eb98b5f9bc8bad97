// Saves versions of finalized invoices, each with its event, and updates their write-offs and subscriptions.

import { amountCollectible } from '../../domain/invoice.ts'
import { mirrored, writeOffPostings } from '../../domain/ledger.ts'
import { withUncollected } from '../../domain/subscription.ts'
import { resumesPaid } from '../../domain/subscription-unpaid.ts'
import { invariant } from '../../invariant.ts'
import type { Answer, DeclaredEvent } from '../../platform/db/table.ts'
import type { Work } from '../accounts/store.ts'
import { post } from '../ledger/post.ts'
import { changeSubscription } from '../subscriptions/change.ts'
import { events as subscriptionEvents } from '../subscriptions/record.ts'
import { subscriptions } from '../subscriptions/store.ts'
import { aboutInvoice, causeOf, presentInvoice } from './actions.ts'
import { settleFirst } from './first-invoice.ts'
import { events, type Invoice } from './record.ts'
import { invoices } from './store.ts'

/**
 * Saves a version of a finalized invoice with its event, and further events if it is overdue again or part of its
 * write-off was recovered.
 */
export function changeInvoice(
  work: Work,
  event: DeclaredEvent,
  before: Invoice,
  saved: Invoice,
): Answer {
  const isSettled = saved.status === 'paid' || saved.status === 'void'
  const after = isSettled ? { ...saved, ...NEVER_FAILED } : endsWrittenOff(saved, work.now)
  const answer = work.change(event, aboutInvoice(after), {
    table: invoices,
    before,
    after,
    present: (invoice) => presentInvoice(work, invoice),
  })
  if (before.status === 'paid' && after.status === 'overdue') {
    work.record(events.overdue, aboutInvoice(after), answer.json)
  }
  postWriteOff(work, event, before, after, answer.json)
  countUncollected(work, before, after)
  if (isSettled) resumeSubscription(work, after)
  settleFirst(work, before, after)
  return answer
}

const NEVER_FAILED = { payment_failed_at: null, retry_at: null, retry_ended_at: null }

/** Ends the retry plan of an invoice of which nothing is left to collect. */
function endsWrittenOff(saved: Invoice, now: number): Invoice {
  const { payment_failed_at, retry_ended_at } = saved
  if (payment_failed_at === null || retry_ended_at !== null || amountCollectible(saved) > 0) {
    return saved
  }
  return { ...saved, retry_at: null, retry_ended_at: now }
}

/** Resumes a subscription that a retry plan paused, with the last of its unpaid invoices. */
function resumeSubscription(work: Work, { subscription_id }: Invoice): void {
  if (subscription_id === null) return
  const before = work.get(subscriptions, subscription_id)
  const after = resumesPaid(before, work.now)
  if (after) changeSubscription(work, subscriptionEvents.updated, before, after)
}

/**
 * Posts a write-off of an invoice, or its recovery. The cause of the entry is an event: that of a manual change,
 * otherwise an additional one.
 */
function postWriteOff(
  work: Work,
  event: DeclaredEvent,
  before: Invoice,
  after: Invoice,
  json: string,
): void {
  const written = after.amount_written_off - before.amount_written_off
  if (written === 0) return
  const amount = Math.abs(written)
  const postings = writeOffPostings({ amount, currency: before.currency })
  const isByHand = event === events.written_off || event === events.write_off_reversed
  if (!isByHand) work.record(events.write_off_reversed, aboutInvoice(after), json)
  const said = work.events.at(-1)
  invariant(said, 'A write-off has an event.')
  const kind = written > 0 ? 'invoice_written_off' : 'write_off_reversed'
  const cause = { ...causeOf(kind, before), event: said }
  post(work, cause, written > 0 ? postings : mirrored(postings))
}

/** True if the invoice is overdue or could not be charged, not written off entirely, and no dispute decides about it. */
const isUncollected = (invoice: Invoice): boolean =>
  invoice.disputes === 0 &&
  (invoice.status === 'overdue' ||
    (invoice.status === 'posted' && invoice.payment_failed_at !== null)) &&
  amountCollectible(invoice) > 0

/** A subscription is past due while one of its uncollected invoices has an amount left to collect. */
export function countUncollected(work: Work, invoice: Invoice, after: Invoice): void {
  const isCounted = isUncollected(after)
  const { subscription_id } = invoice
  if (subscription_id === null || isUncollected(invoice) === isCounted) return
  const before = work.get(subscriptions, subscription_id)
  const counted = withUncollected(before, isCounted ? 1 : -1)
  if (counted.status === before.status) {
    work.update(subscriptions, counted)
    return
  }
  const event = isCounted ? subscriptionEvents.past_due : subscriptionEvents.updated
  changeSubscription(work, event, before, counted)
}
