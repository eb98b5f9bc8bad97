// Posts to the ledger within the action that moves the money.

import { type CalendarDate, dateIn } from '../../domain/calendar.ts'
import type { Posting } from '../../domain/ledger.ts'
import type { Supply } from '../../domain/tax/supplies.ts'
import type { RecordedEvent } from '../../platform/db/work.ts'
import { newUuid } from '../../platform/ids.ts'
import type { Work } from '../accounts/store.ts'
import { type LedgerEntry, ledgerEntries } from './store.ts'

/** The cause of an entry: its kind, the object, and the customer. */
export type Cause = Pick<
  LedgerEntry,
  'kind' | 'object_id' | 'customer_id' | 'invoice_id' | 'currency'
>

/**
 * Writes one entry, dated in business time, in the transaction of its cause; no entry without postings or supplies. It
 * counts on the day it is booked unless `value_date` is an earlier one. With an `event`, that is what caused it.
 */
export function post(
  work: Work,
  { event, ...cause }: Cause & { value_date?: CalendarDate; event?: RecordedEvent },
  postings: Posting[],
  supplies: readonly Supply[] = [],
): void {
  if (postings.length + supplies.length === 0) return
  const { environment_id, time_zone } = work.environment
  const day = dateIn(work.now, time_zone)
  const at = { created_at: work.now, day, value_date: day }
  const entry = { environment_id, id: newUuid(), ...at, ...cause, postings, supplies }
  // Read when the entry is saved: an idempotency key gives the event of its response another ID, after the decision.
  if (event) Object.defineProperty(entry, 'object_id', { get: () => event.id, enumerable: true })
  work.insert(ledgerEntries, entry)
}
