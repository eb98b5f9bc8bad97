// Finalizes invoices: number, due date, amounts and texts are frozen, and the amounts posted.

import { isDeepStrictEqual } from 'node:util'
import { endOfDate } from '../../domain/calendar.ts'
import { assertDraft, dueDate, finalize, invoiceNumber } from '../../domain/invoice.ts'
import { finalizePostings } from '../../domain/ledger.ts'
import type { PreviewSent } from '../../domain/preview.ts'
import { nextReminder } from '../../domain/reminder.ts'
import { snapshotOf } from '../../domain/snapshot.ts'
import { suppliesOf } from '../../domain/tax/supplies.ts'
import type { Answer } from '../../platform/db/table.ts'
import { randomText } from '../../platform/random-text.ts'
import type { Action, Work } from '../accounts/store.ts'
import { moveInvoiceCredit } from '../credit-transactions/actions.ts'
import { type Customer, customers } from '../customers/store.ts'
import { post } from '../ledger/post.ts'
import { emailFor } from '../outbox/enqueue.ts'
import { assertStillEligible } from '../promotion-codes/redeem.ts'
import { aboutInvoice, causeOf, getInvoice, ownDiscounts, presentInvoice } from './actions.ts'
import { methodOf } from './collected.ts'
import { assertPreview } from './preview.ts'
import { events, type Invoice } from './record.ts'
import { series } from './series.ts'
import { type Billed, judgeParticulars, judgeSeller, noteDiscounts, settlingOf } from './settle.ts'
import { invoices, sealOf } from './store.ts'

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
    return finalizeDraft(work, draft)
  },
}

/**
 * Finalizes a draft of the working set, whose customer is locked; the only way an invoice is finalized. `json` is the
 * draft as clients see it, if the caller has just created it.
 */
export function finalizeDraft(
  work: Work,
  draft: Invoice,
  { json: draftJson, carried }: { json?: string } & Pick<Billed, 'carried'> = {},
): Answer {
  judgeSeller(work, 'finalize')
  const finalized = finalizedOf(work, draft, carried)
  finalized.email_status = emailFor(work, finalized, { kind: 'invoice' })
  const answer = work.change(events.finalized, aboutInvoice(finalized), {
    table: invoices,
    before: draft,
    after: finalized,
    present: (invoice) =>
      invoice === draft && draftJson !== undefined ? draftJson : presentInvoice(work, invoice),
    frozen: sealOf(finalized),
  })
  noteDiscounts(work, finalized)
  post(
    work,
    causeOf('invoice_finalized', finalized),
    finalizePostings(finalized),
    suppliesOf(finalized),
  )
  moveInvoiceCredit(work, 'applied', finalized, finalized.credit_applied)
  // A second event for the same change: it changes nothing more.
  if (finalized.status === 'paid') work.record(events.paid, aboutInvoice(finalized), answer.json)
  return answer
}

function finalizedOf(work: Work, draft: Invoice, carried: Billed['carried']): Invoice {
  const { time_zone, payment_terms_days, reminder_days } = work.environment
  const due_date = draft.due_date_set
    ? draft.due_date
    : dueDate(work.now, time_zone, payment_terms_days)
  const customer = work.find(customers, draft.customer_id) as Customer
  const { currency, line_items: lines, subscription_id, scheduled_for } = draft
  const discounts = ownDiscounts(draft)
  const settling = settlingOf(
    work,
    { customer, currency, lines, discounts, subscription_id, scheduled_for, carried },
    'finalize',
  )
  const finalized: Invoice = {
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
  if (methodOf(work, finalized) !== null) finalized.collect_at = work.now
  // Taxes can differ from those at the time the draft was written.
  const showsTaxes = [draft, finalized].some(({ discounts: taken, taxes }) => taken || taxes)
  if (showsTaxes && !isDeepStrictEqual(finalized.line_items, lines)) finalized.lines_replaced = true
  judgeParticulars(work, { customer, currency }, finalized, 'finalize')
  if (work.warnings.length > 0) finalized.warnings = [...work.warnings]
  return finalized
}
