// Records that an invoice could not be charged automatically, and writes to its customer.

import { dateIn } from '../../domain/calendar.ts'
import { type CollectionCause, isSwitchedOn } from '../../domain/collection-mail.ts'
import { amountCollectible, amountRemaining, invoiceCan } from '../../domain/invoice.ts'
import { isLive, type PaymentStatus } from '../../domain/payment-states.ts'
import { readProfile, readSnapshot } from '../../domain/snapshot.ts'
import type { Work } from '../accounts/store.ts'
import { emailFor } from '../outbox/enqueue.ts'
import { aboutInvoice, presentInvoice } from './actions.ts'
import { countUncollected } from './change.ts'
import { events, type Invoice } from './record.ts'
import { nextRetry } from './retry-step.ts'
import { invoices } from './store.ts'

/** A payment that failed, or that the customer can still confirm. */
interface Failed {
  status: PaymentStatus
  amount: number
}

/** Records a failure. Nothing happens if the invoice was settled meanwhile. */
export function failCharge(work: Work, before: Invoice, payment: Failed): void {
  if (!invoiceCan('pay', before) || amountRemaining(before) === 0) return
  const isFirst = before.payment_failed_at === null
  const after = isFirst ? failedFirst(work, before) : { ...before }
  if (isFirst) work.update(invoices, after)
  const { amount } = payment
  if (isLive(payment)) noticeOf(work, after, { kind: 'action_required' }, amount)
  else noticeFailed(work, after, isFirst ? 'payment_failed' : 'payment_failed_again', amount)
  work.record(events.payment_failed, aboutInvoice(after), presentInvoice(work, after))
  countUncollected(work, before, after)
}

/** The invoice after its first failure: without a step, its plan has ended. */
function failedFirst(work: Work, before: Invoice): Invoice {
  const after: Invoice = { ...before, payment_failed_at: work.now }
  return { ...after, retry_ended_at: nextRetry(work, after) === null ? work.now : null }
}

/** Writes that a charge failed, or that none can be made. After the last step, the notice of the end follows instead. */
export function noticeFailed(
  work: Work,
  invoice: Invoice,
  kind: 'payment_failed' | 'payment_failed_again',
  amount?: number,
): void {
  const { retry_at, retry_ended_at } = invoice
  const isPlanned = retry_at !== null && retry_at > work.now
  const next = retry_ended_at !== null ? null : isPlanned ? retry_at : nextRetry(work, invoice)
  if (next === null && kind !== 'payment_failed') return
  const { time_zone } = readSnapshot(invoice.snapshot).seller
  const cause = { kind, ...(next !== null && { next_on: dateIn(next, time_zone) }) }
  noticeOf(work, invoice, cause, amount)
}

/** Writes about an amount to the customer, unless the account has switched these emails off. */
export function noticeOf(
  work: Work,
  invoice: Invoice,
  cause: CollectionCause,
  amount = amountCollectible(invoice),
): void {
  if (!isSwitchedOn(readProfile(work.environment.profile), cause.kind)) return
  const isPart = amount !== amountRemaining(invoice)
  emailFor(work, invoice, { ...cause, ...(isPart && { amount }) })
}
