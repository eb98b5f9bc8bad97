// Writes emails to the outbox, in the transaction of their cause; background jobs send them.

import type { EmailStatus, Invoice } from '../../domain/invoice.ts'
import { chooseLanguage } from '../../domain/languages/choose.ts'
import { type MailCause, mailFacts, mailSubject } from '../../domain/mail.ts'
import { readProfile, readSnapshot } from '../../domain/snapshot.ts'
import { newUuid } from '../../platform/ids.ts'
import type { Work } from '../accounts/store.ts'
import { type Email, emailIds, emails } from './record.ts'

export interface Recipient {
  /** Empty if only the address is known. */
  name: string
  address: string
}

/** What a user who sends an email manually adds to it. */
export interface Added {
  cc: string[]
  message: string
}

/**
 * Writes an email about a finalized invoice in its new state, or about one of its credit notes: to the customer as billed,
 * unless `to` is set. A manual email can have copies and a message. Returns its status: `pending` if it will be sent,
 * `outbox` if this environment sends no email, `no_address` (without an email) if there is no recipient. The caller stores
 * the status if the email is the one with the document.
 */
export function emailFor(
  work: Work,
  invoice: Invoice,
  { credit_note_id, ...cause }: MailCause & { credit_note_id?: string },
  { to, cc = [], message = '' }: Partial<Added> & { to?: Recipient } = {},
): Extract<EmailStatus, 'pending' | 'outbox' | 'no_address'> {
  const { environment } = work
  const { seller, customer } = readSnapshot(invoice.snapshot)
  const { contact_name, name: customerName, email: billedAddress } = customer
  const { name, address } = to ?? { name: contact_name || customerName, address: billedAddress }
  if (address === '') return 'no_address'
  // The sender is taken from the current settings, even if the document is older.
  const { mail_from_name, reply_to, email } = readProfile(environment.profile)
  const sender = seller.legal_name || seller.name
  const language = chooseLanguage(customer.language, seller.language).tag
  const facts = mailFacts(cause, invoice)
  const id = newUuid()
  const status = environment.sends_mail ? 'pending' : 'outbox'
  const mail: Email = {
    environment_id: environment.environment_id,
    id,
    kind: cause.kind,
    status,
    invoice_id: invoice.id,
    credit_note_id: credit_note_id ?? null,
    customer_id: invoice.customer_id,
    to_name: name,
    to_address: address,
    cc_addresses: cc,
    message,
    from_name: mail_from_name || sender,
    from_address: environment.mail_from,
    reply_to: reply_to || email || '',
    language,
    message_id: `${emailIds.ref(id)}@${environment.mail_from.split('@')[1]}`,
    subject: mailSubject(invoice, facts, sender, language),
    facts,
    attempts: 0,
    // Only live environments send, and their business time is wall time.
    next_attempt_at: status === 'pending' ? work.now : null,
    lease_token: null,
    lease_until: null,
    last_error: null,
    created_at: work.now,
    sent_at: null,
  }
  work.insert(emails, mail)
  return status
}
