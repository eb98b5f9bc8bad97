// Finalizes and voids invoices, and marks them overdue.

import { isDeepStrictEqual } from 'node:util'
import { endOfDate } from '../../domain/calendar.ts'
import {
  assertDraft,
  voidInvoice as cancel,
  dueDate,
  fallsOverdue,
  finalize,
  invoiceNumber,
  markOverdue,
} from '../../domain/invoice.ts'
import { finalizePostings, mirrored } from '../../domain/ledger.ts'
import type { PreviewSent } from '../../domain/preview.ts'
import { nextReminder } from '../../domain/reminder.ts'
import { snapshotOf } from '../../domain/snapshot.ts'
import { type Supply, suppliesOf } from '../../domain/tax/supplies.ts'
import type { Answer } from '../../platform/db/table.ts'
import { randomText } from '../../platform/random-text.ts'
import type { Action, Work } from '../accounts/store.ts'
import { moveInvoiceCredit } from '../credit-transactions/actions.ts'
import { type Customer, customers } from '../customers/store.ts'
import { type Cause, post } from '../ledger/actions.ts'
import { findPosted, type Posted } from '../ledger/store.ts'
import { emailFor } from '../outbox/actions.ts'
import { assertStillEligible, release } from '../promotion-codes/actions.ts'
import { aboutInvoice, getInvoice, ownDiscounts, presentInvoice } from './actions.ts'
import { assertPreview } from './actions-preview.ts'
import {
  judgeParticulars,
  judgeSeller,
  noteDiscounts,
  restoreDiscounts,
  settlingOf,
} from './actions-settle.ts'
import { events, type Invoice } from './record.ts'
import { invoiceRef } from './schemas.ts'
import { series } from './series.ts'
import { invoices, sealOf } from './store.ts'

const causeOf = (kind: Cause['kind'], invoice: Invoice): Cause => ({
  kind,
  object_id: invoice.id,
  customer_id: invoice.customer_id,
  invoice_id: invoice.id,
  currency: invoice.currency,
})

/** 160 random bits: access to a hosted page needs its address. */
export const HOSTED_TOKEN_LENGTH = 27

export const finalizeInvoice: Action<{ id: string; preview?: PreviewSent }> = {
  name: 'invoices.finalize',
  rows: ({ id }) => [{ table: invoices, id }],
  decide(work, { id, preview }) {
    const draft = getInvoice(work, id)
    work.assertMatch(() => presentInvoice(work, draft))
    assertDraft(draft, 'finalize')
    assertPreview(work, preview, draft)
    assertStillEligible(work, draft, ownDiscounts(draft))
    return issueDraft(work, draft)
  },
}

/**
 * Finalizes a draft of the working set, whose customer is locked; the only way an invoice is finalized. `draftJson` is
 * the draft as clients see it, if the caller has just created it.
 */
export function issueDraft(work: Work, draft: Invoice, draftJson?: string): Answer {
  judgeSeller(work, 'issue')
  const issued = issuedOf(work, draft)
  issued.email_status = emailFor(work, issued, { kind: 'invoice' })
  const answer = work.change(events.finalized, aboutInvoice(issued), {
    table: invoices,
    before: draft,
    after: issued,
    present: (invoice) =>
      invoice === draft && draftJson !== undefined ? draftJson : presentInvoice(work, invoice),
    frozen: sealOf(issued),
  })
  noteDiscounts(work, issued)
  post(work, causeOf('invoice_finalized', issued), finalizePostings(issued), suppliesOf(issued))
  moveInvoiceCredit(work, 'applied', issued)
  // A second event for the same change: it changes nothing more.
  if (issued.status === 'paid') work.record(events.paid, aboutInvoice(issued), answer.json)
  return answer
}

/** The supplies with the opposite sign. */
const takenBack = (supplies: readonly Supply[]): Supply[] =>
  supplies.map((each) => ({
    ...each,
    taxable: -each.taxable,
    amount: -each.amount,
    revenue: -each.revenue,
  }))

function issuedOf(work: Work, draft: Invoice): Invoice {
  const { time_zone, payment_terms_days, reminder_days } = work.environment
  const due_date = draft.due_date_set
    ? draft.due_date
    : dueDate(work.now, time_zone, payment_terms_days)
  const customer = work.find(customers, draft.customer_id) as Customer
  const { currency, line_items: lines } = draft
  const discounts = ownDiscounts(draft)
  const settling = settlingOf(work, { customer, currency, lines, discounts }, 'issue')
  const issued: Invoice = {
    ...draft,
    ...finalize(draft, {
      ...settling,
      number: invoiceNumber(work.next(series.invoice)),
      at: work.now,
      due_date,
      overdue_at: endOfDate(due_date, time_zone),
      reminder_at: nextReminder({ due_date, days: reminder_days, timeZone: time_zone }, work.now),
      credit_balance: customer.balances[draft.currency] ?? '0',
      hosted_token: randomText(HOSTED_TOKEN_LENGTH),
      snapshot: snapshotOf(work.environment, customer),
    }),
  }
  // Taxes can differ from those at the time the draft was written.
  const isTold = [draft, issued].some(({ discounts: taken, taxes }) => taken || taxes)
  if (isTold && !isDeepStrictEqual(issued.line_items, lines)) issued.lines_replaced = true
  judgeParticulars(work, { customer, currency }, issued, 'issue')
  if (work.warnings.length > 0) issued.warnings = [...work.warnings]
  return issued
}

export const voidInvoice: Action<{ id: string }, Posted> = {
  name: 'invoices.void',
  rows: ({ id }) => [{ table: invoices, id }],
  // Reverses the posted entries as they are, without recomputing them.
  facts: {
    about: ['ledger_entries'],
    load: (tx, asked) =>
      findPosted(
        tx,
        asked.map(({ environment_id, input: { id } }) => {
          return { environment_id, kind: 'invoice_finalized', object_id: id }
        }),
      ),
  },
  decide(work, { id }, posted) {
    const before = getInvoice(work, id)
    work.assertMatch(() => presentInvoice(work, before))
    const after: Invoice = { ...before, ...cancel(before, work.now) }
    if (before.finalized_at === null) releaseAll(work, before)
    else {
      const { postings, supplies } = posted
      post(work, causeOf('invoice_voided', before), mirrored(postings), takenBack(supplies))
    }
    const answer = work.change(events.voided, aboutInvoice(before), {
      table: invoices,
      before,
      after,
      present: (invoice) => presentInvoice(work, invoice),
    })
    moveInvoiceCredit(work, 'restored', before)
    // A draft has used up no discount, even if it shows one of its customer.
    if (before.finalized_at !== null) restoreDiscounts(work, before)
    return answer
  },
}

/** Voiding a draft releases what its discounts redeemed. */
function releaseAll(work: Work, draft: Invoice): void {
  for (const discount of ownDiscounts(draft)) release(work, discount)
}

/** Run by the sweep for an open invoice whose due date has passed; does nothing if that no longer holds. */
export const markInvoiceOverdue: Action<{ id: string }> = {
  name: 'invoices.mark_overdue',
  rows: ({ id }) => [{ table: invoices, id }],
  decide(work, { id }) {
    const before = getInvoice(work, id)
    if (!fallsOverdue(before, work.now)) {
      return { json: presentInvoice(work, before), object_id: invoiceRef(id) }
    }
    return work.change(events.overdue, aboutInvoice(before), {
      table: invoices,
      before,
      after: { ...before, ...markOverdue(before, work.now) },
      present: (invoice) => presentInvoice(work, invoice),
    })
  },
}
