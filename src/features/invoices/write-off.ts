// Writes off invoices as bad debt, and takes write-offs back.

import { isOwedAgain } from '../../domain/invoice.ts'
import type { StoredSnapshot } from '../../domain/snapshot.ts'
import { reverseWriteOff, writeOff } from '../../domain/write-off.ts'
import type { Action } from '../accounts/store.ts'
import { getInvoice, presentInvoice, reminderOf } from './actions.ts'
import { changeInvoice } from './change.ts'
import { events, type Invoice } from './record.ts'
import { invoices } from './store.ts'

interface WriteOff {
  id: string
  amount: number | undefined
  reason: string
}

export const writeOffInvoice: Action<WriteOff> = {
  name: 'invoices.write_off',
  rows: ({ id }) => [{ table: invoices, id }],
  decide(work, { id, ...wanted }) {
    const before = getInvoice(work, id)
    work.assertMatch(() => presentInvoice(work, before))
    const after: Invoice = { ...before, ...writeOff(before, wanted, work.now) }
    return changeInvoice(work, events.written_off, before, after)
  },
}

export const reverseInvoiceWriteOff: Action<{ id: string }> = {
  name: 'invoices.reverse_write_off',
  rows: ({ id }) => [{ table: invoices, id }],
  decide(work, { id }) {
    const before = getInvoice(work, id)
    work.assertMatch(() => presentInvoice(work, before))
    const after: Invoice = { ...before, ...reverseWriteOff(before, work.now) }
    const { time_zone } = (before.snapshot as StoredSnapshot).seller
    if (isOwedAgain(before, after)) after.reminder_at = reminderOf(work, after, time_zone)
    return changeInvoice(work, events.write_off_reversed, before, after)
  },
}
