// Time-driven work on invoices: marks them overdue after their due date and sends reminders, each environment by its
// own clock.

import type { DueWork } from '../../platform/sweeps/due.ts'
import { type DueParts, dueAction } from '../due-work.ts'
import { markInvoiceOverdue } from './overdue.ts'
import { remindOfInvoice } from './remind.ts'
import { overdue, reminder } from './store-due.ts'

export const overdueWork = (parts: DueParts): DueWork =>
  dueAction(parts, 'invoices.overdue', overdue, markInvoiceOverdue)

export const reminderWork = (parts: DueParts): DueWork =>
  dueAction(parts, 'invoices.remind', reminder, remindOfInvoice)
