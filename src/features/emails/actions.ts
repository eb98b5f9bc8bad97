// Records the outcome of sending an email, and its effect on the invoice or credit note.

import { mailWaitMs } from '../../domain/mail.ts'
import type { DeclaredEvent } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { changeNote } from '../credit-notes/change.ts'
import { creditNotes, events as noteEvents } from '../credit-notes/record.ts'
import { changeInvoice } from '../invoices/change.ts'
import { type Invoice, events as invoiceEvents } from '../invoices/record.ts'
import { invoices } from '../invoices/store.ts'
import { type Email, emails } from '../outbox/record.ts'

const NOTHING = { json: '{}', object_id: '' }

/** The outcome of an attempt, or the reason for making none. */
export type Attempted =
  | { state: 'accepted'; response?: string }
  | { state: 'refused'; error: string }
  | { state: 'again'; error: string }
  /** The email's content about its document is outdated. */
  | { state: 'overtaken' }

export interface RecordSending {
  id: string
  invoice_id: string | null
  /** The credit note that it is about; null if it is about another object. */
  credit_note_id: string | null
  lease_token: string
  wallMs: number
  outcome: Attempted
}

/** Records an attempt and its effect on its document, if its lease is still valid. */
export const recordSending: Action<RecordSending> = {
  name: 'emails.record',
  rows: ({ id, invoice_id, credit_note_id }) => [
    { table: emails, id },
    ...(credit_note_id === null ? [] : [{ table: creditNotes, id: credit_note_id }]),
    ...(credit_note_id === null && invoice_id !== null
      ? [{ table: invoices, id: invoice_id }]
      : []),
  ],
  decide(work, { id, lease_token, wallMs, outcome }) {
    const email = work.find(emails, id)
    if (email?.status !== 'pending' || email.lease_token !== lease_token) return NOTHING
    const after = afterAttempt(email, outcome, wallMs)
    work.update(emails, after)
    if (after.status !== 'pending') recordOnDocument(work, after)
    return NOTHING
  },
}

function afterAttempt(email: Email, outcome: Attempted, wallMs: number): Email {
  const ended = { ...email, next_attempt_at: null, lease_token: null, lease_until: null }
  if (outcome.state === 'overtaken') return { ...ended, status: 'canceled' }
  const attempts = email.attempts + 1
  if (outcome.state === 'accepted') {
    return { ...ended, attempts, status: 'sent', sent_at: wallMs, last_error: null }
  }
  const failed: Email = { ...ended, attempts, status: 'failed', last_error: outcome.error }
  const waitMs = outcome.state === 'again' ? mailWaitMs(attempts) : undefined
  if (waitMs === undefined) return failed
  return { ...failed, status: 'pending', next_attempt_at: wallMs + waitMs }
}

function recordOnDocument(work: Work, { kind, status, invoice_id, credit_note_id }: Email): void {
  const isInvoice = kind === 'invoice' && invoice_id !== null
  const invoice = isInvoice ? work.find(invoices, invoice_id) : undefined
  const note = credit_note_id === null ? undefined : work.find(creditNotes, credit_note_id)
  const of = invoice && changeOf(invoiceEvents, invoice, status, work.now)
  if (of) changeInvoice(work, of.event, invoice, { ...invoice, ...of.changed })
  const ofNote = note && changeOf(noteEvents, note, status, work.now)
  if (ofNote) changeNote(work, ofNote.event, note, { ...note, ...ofNote.changed })
}

type Mailed = Pick<Invoice, 'email_status' | 'sent_at'>

/** The event and the new values of a document; undefined if nothing changes. */
function changeOf(
  events: Record<'sent' | 'send_failed' | 'updated', DeclaredEvent>,
  { email_status, sent_at }: Mailed,
  status: Email['status'],
  now: number,
): { event: DeclaredEvent; changed: Mailed & { updated_at: number } } | undefined {
  const updated_at = now
  if (status === 'sent') {
    return { event: events.sent, changed: { email_status: 'sent', sent_at: now, updated_at } }
  }
  if (status === 'failed') {
    return { event: events.send_failed, changed: { email_status: 'failed', sent_at, updated_at } }
  }
  if (email_status !== 'pending') return undefined
  // Overtaken: it is no longer pending; an earlier one can have arrived.
  const former = sent_at === null ? null : 'sent'
  return { event: events.updated, changed: { email_status: former, sent_at, updated_at } }
}
