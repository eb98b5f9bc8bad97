// Applies a customer's credit to an invoice that is already finalized.

import { applyCredit } from '../../domain/payment.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { moveInvoiceCredit } from '../credit-transactions/actions.ts'
import { type Customer, customers } from '../customers/store.ts'
import { getInvoice, presentInvoice } from './actions.ts'
import { changeInvoice } from './change.ts'
import { events, type Invoice } from './record.ts'
import { invoices } from './store.ts'

export const applyCreditToInvoice: Action<{ id: string; amount: number | undefined }> = {
  name: 'invoices.apply_credit',
  rows: ({ id }) => [{ table: invoices, id }],
  decide(work, { id, amount }) {
    const before = getInvoice(work, id)
    work.assertMatch(() => presentInvoice(work, before))
    const { balances } = work.find(customers, before.customer_id) as Customer
    return payWithCredit(work, before, { amount, balance: balances[before.currency] ?? '0' })
  },
}

/** Pays an invoice with its customer's credit; by default, as much as remains due and the balance covers. */
export function payWithCredit(
  work: Work,
  before: Invoice,
  credit: { amount?: number | undefined; balance: string },
): Answer {
  const after: Invoice = { ...before, ...applyCredit(before, credit, work.now) }
  moveInvoiceCredit(
    work,
    'applied',
    before,
    after.credit_applied_later - before.credit_applied_later,
  )
  const event = after.status === 'paid' ? events.paid : events.partially_paid
  return changeInvoice(work, event, before, after)
}
