// Marks invoices overdue.

import { fallsOverdue, markOverdue } from '../../domain/invoice.ts'
import type { Action } from '../accounts/store.ts'
import { getInvoice, presentInvoice } from './actions.ts'
import { changeInvoice } from './change.ts'
import { events, invoiceIds } from './record.ts'
import { invoices } from './store.ts'

/** Run by the sweep for an open invoice whose due date has passed; does nothing if that no longer holds. */
export const markInvoiceOverdue: Action<{ id: string }> = {
  name: 'invoices.mark_overdue',
  rows: ({ id }) => [{ table: invoices, id }],
  decide(work, { id }) {
    const before = getInvoice(work, id)
    if (!fallsOverdue(before, work.now)) {
      return { json: presentInvoice(work, before), object_id: invoiceIds.ref(id) }
    }
    return changeInvoice(work, events.overdue, before, {
      ...before,
      ...markOverdue(before, work.now),
    })
  },
}
