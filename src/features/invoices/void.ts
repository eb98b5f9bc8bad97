// Voids invoices: reverses the postings of a finalized one, and releases the discounts of a draft.

import { voidInvoice as cancel } from '../../domain/invoice.ts'
import { mirrored } from '../../domain/ledger.ts'
import { readProfile } from '../../domain/snapshot.ts'
import { takenBack } from '../../domain/tax/supplies.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { moveInvoiceCredit } from '../credit-transactions/actions.ts'
import { post } from '../ledger/post.ts'
import { type Posted, postedFacts } from '../ledger/store.ts'
import { release } from '../promotion-codes/redeem.ts'
import { causeOf, getInvoice, ownDiscounts, presentInvoice } from './actions.ts'
import { changeInvoice } from './change.ts'
import { events, type Invoice } from './record.ts'
import { restoreDiscounts } from './settle.ts'
import { invoices } from './store.ts'

export const voidInvoice: Action<{ id: string }, Posted> = {
  name: 'invoices.void',
  rows: ({ id }) => [{ table: invoices, id }],
  facts: postedFacts('invoice_finalized'),
  decide(work, { id }, posted) {
    const before = getInvoice(work, id)
    work.assertMatch(() => presentInvoice(work, before))
    return voided(work, before, posted)
  },
}

/** Voids an invoice of the working set, with what its finalizing posted. Throws as `voidInvoice` of the domain does. */
export function voided(work: Work, before: Invoice, { postings, supplies }: Posted): Answer {
  const { void_invoices } = readProfile(work.environment.profile)
  const after: Invoice = { ...before, ...cancel(before, work.now, void_invoices) }
  if (before.finalized_at === null) releaseAll(work, before)
  else post(work, causeOf('invoice_voided', before), mirrored(postings), takenBack(supplies))
  const answer = changeInvoice(work, events.voided, before, after)
  moveInvoiceCredit(work, 'restored', before, before.credit_applied + before.credit_applied_later)
  // A draft has used up no discount, even if it shows one of its customer.
  if (before.finalized_at !== null) restoreDiscounts(work, before)
  return answer
}

/** Voiding a draft releases the redemptions of its discounts. */
function releaseAll(work: Work, draft: Invoice): void {
  for (const discount of ownDiscounts(draft)) release(work, discount)
}
