// Sends a reminder of an unpaid invoice: the mail, the event, and the time of the next reminder.

import { dateIn, daysBetween } from '../../domain/calendar.ts'
import { invoiceCan, remind } from '../../domain/invoice.ts'
import { dueReminder, nextReminder, type Reminders } from '../../domain/reminder.ts'
import { readSnapshot } from '../../domain/snapshot.ts'
import type { Action, Work } from '../accounts/store.ts'
import { type Added, emailFor, type Recipient } from '../outbox/enqueue.ts'
import { aboutInvoice, getInvoice, presentInvoice } from './actions.ts'
import { events, type Invoice, invoiceIds } from './record.ts'
import { invoices } from './store.ts'

/** Current settings, applied in the time zone in which the invoice was finalized. */
function remindersOf(work: Work, invoice: Invoice): Reminders {
  return {
    due_date: invoice.due_date,
    days: work.environment.reminder_days,
    timeZone: readSnapshot(invoice.snapshot).seller.time_zone,
  }
}

/** Run by the sweep when a reminder is due; does nothing if the invoice no longer waits for it. */
export const remindOfInvoice: Action<{ id: string }> = {
  name: 'invoices.remind',
  rows: ({ id }) => [{ table: invoices, id }],
  decide(work, { id }) {
    const before = getInvoice(work, id)
    const json = presentInvoice(work, before)
    const answer = { json, object_id: invoiceIds.ref(id) }
    const planned = before.reminder_at
    if (!invoiceCan('remind', before) || planned === null || planned > work.now) return answer
    const reminders = remindersOf(work, before)
    const today = dateIn(work.now, reminders.timeZone)
    const days = dueReminder(reminders, planned, today, work.now)
    // Customers get no reminder of what they dispute.
    const isWritten =
      days !== undefined &&
      before.disputes === 0 &&
      emailFor(work, before, { kind: 'reminder', days }) !== 'no_address'
    work.update(invoices, remind(before, nextReminder(reminders, work.now), isWritten))
    if (isWritten) work.record(events.reminded, aboutInvoice(before), json)
    return answer
  },
}

/** Sends a reminder on request; planned reminders do not change. */
export function remindByHand(work: Work, before: Invoice, added: Added & { to: Recipient }) {
  const { due_date, timeZone } = remindersOf(work, before)
  const days = daysBetween(due_date, dateIn(work.now, timeZone))
  emailFor(work, before, { kind: 'reminder', days }, added)
  const after = remind(before, before.reminder_at, true)
  work.update(invoices, after)
  const json = presentInvoice(work, after)
  work.record(events.reminded, aboutInvoice(after), json)
  return { json, object_id: invoiceIds.ref(before.id) }
}
