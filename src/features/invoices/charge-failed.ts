// Records that an invoice could not be charged automatically, and writes to its customer the first time.

import { amountRemaining, invoiceCan } from '../../domain/invoice.ts'
import type { Work } from '../accounts/store.ts'
import { emailFor } from '../outbox/enqueue.ts'
import { aboutInvoice, presentInvoice } from './actions.ts'
import { countUncollected } from './change.ts'
import { events, type Invoice } from './record.ts'
import { nextRetry } from './retry-plan.ts'
import { invoices } from './store.ts'

/** `confirms`: the customer can still confirm the payment. Nothing happens if the invoice was settled meanwhile. */
export function failCharge(work: Work, before: Invoice, confirms: boolean): void {
  if (!invoiceCan('pay', before) || amountRemaining(before) === 0) return
  const after: Invoice =
    before.payment_failed_at === null ? failedFirst(work, before) : { ...before }
  if (before.payment_failed_at === null) {
    emailFor(work, before, { kind: 'payment_failed', confirms })
    work.update(invoices, after)
  }
  work.record(events.payment_failed, aboutInvoice(after), presentInvoice(work, after))
  countUncollected(work, before, after)
}

/** The invoice after its first failure: without a step, its plan has ended. */
function failedFirst(work: Work, before: Invoice): Invoice {
  const after: Invoice = { ...before, payment_failed_at: work.now }
  return { ...after, retry_ended_at: nextRetry(work, after) === null ? work.now : null }
}
