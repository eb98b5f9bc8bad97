// Which invoices fall overdue or need a reminder, and when.

import { raw } from '../../platform/db/sql.ts'
import type { Due } from '../../platform/sweeps/due.ts'
import { collectibleOf } from '../remaining.ts'

const table = raw('invoices')

export const overdue: Due = {
  table,
  at: raw('t.overdue_at'),
  where: raw(`t.status = 'posted' and ${collectibleOf('t')} > 0`),
}

export const reminder: Due = {
  table,
  at: raw('t.reminder_at'),
  where: raw("t.status in ('posted', 'overdue') and t.reminder_at is not null"),
}
