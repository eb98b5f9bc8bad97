// Records the outcome of sending an email, and its effect on the invoice.

import { mailWaitMs } from '../../domain/mail.ts'
import type { Action, Work } from '../accounts/store.ts'
import { changeInvoice } from '../invoices/change.ts'
import { events, type Invoice } from '../invoices/record.ts'
import { invoices } from '../invoices/store.ts'
import { type Email, emails } from '../outbox/record.ts'

const NOTHING = { json: '{}', object_id: '' }

/** The outcome of an attempt, or the reason for making none. */
export type Attempted =
  | { state: 'accepted'; response?: string }
  | { state: 'refused'; error: string }
  | { state: 'again'; error: string }
  /** The email's content about the invoice is outdated. */
  | { state: 'overtaken' }

export interface RecordSending {
  id: string
  invoice_id: string
  lease_token: string
  wallMs: number
  outcome: Attempted
}

/** Records an attempt and its effect on the invoice, if its lease is still valid. */
export const recordSending: Action<RecordSending> = {
  name: 'emails.record',
  rows: ({ id, invoice_id }) => [
    { table: emails, id },
    { table: invoices, id: invoice_id },
  ],
  decide(work, { id, invoice_id, lease_token, wallMs, outcome }) {
    const email = work.find(emails, id)
    if (email?.status !== 'pending' || email.lease_token !== lease_token) return NOTHING
    const after = afterAttempt(email, outcome, wallMs)
    work.update(emails, after)
    const invoice = work.find(invoices, invoice_id)
    if (after.kind === 'invoice' && after.status !== 'pending' && invoice) {
      recordOnInvoice(work, invoice, after)
    }
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

/** Copies the status of the email with the invoice to the invoice. */
function recordOnInvoice(work: Work, before: Invoice, { status }: Email): void {
  const changed = { ...before, updated_at: work.now }
  if (status === 'sent') {
    changeInvoice(work, events.sent, before, {
      ...changed,
      email_status: 'sent',
      sent_at: work.now,
    })
  } else if (status === 'failed') {
    changeInvoice(work, events.send_failed, before, { ...changed, email_status: 'failed' })
  } else if (before.email_status === 'pending') {
    // Overtaken: it is no longer pending; an earlier one can have arrived.
    const email_status = before.sent_at === null ? null : 'sent'
    changeInvoice(work, events.updated, before, { ...changed, email_status })
  }
}
