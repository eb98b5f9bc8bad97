// Writes emails to the outbox, in the transaction of their cause; background jobs send them.

import { type CardFacts, cardSubject } from '../../domain/card-mail.ts'
import type { DocumentSeller } from '../../domain/document-shape.ts'
import type { EmailStatus, Invoice } from '../../domain/invoice.ts'
import { chooseLanguage } from '../../domain/languages/choose.ts'
import { type MailCause, mailFacts, mailSubject } from '../../domain/mail.ts'
import { type PriceChangeFacts, priceChangeSubject } from '../../domain/price-change-mail.ts'
import {
  type BilledCustomer,
  type Profile,
  readProfile,
  readSnapshot,
} from '../../domain/snapshot.ts'
import { newUuid } from '../../platform/ids.ts'
import type { Work } from '../accounts/store.ts'
import { type Email, emailIds, emails } from './record.ts'

export interface Recipient {
  /** Empty if only the address is known. */
  name: string
  address: string
}

/** The parts that a user adds to an email sent manually. */
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
  const { seller, customer } = readSnapshot(invoice.snapshot)
  const { contact_name, name: customerName, email: billedAddress } = customer
  const { name, address } = to ?? { name: contact_name || customerName, address: billedAddress }
  if (address === '') return 'no_address'
  const sender = seller.legal_name || seller.name
  const language = chooseLanguage(customer.language, seller.language).tag
  const facts = mailFacts(cause, invoice)
  return insertEmail(work, sender, {
    kind: cause.kind,
    ...{ invoice_id: invoice.id, credit_note_id: credit_note_id ?? null, subscription_id: null },
    ...{ customer_id: invoice.customer_id, to_name: name, to_address: address },
    ...{ cc_addresses: cc, message, language, facts },
    subject: mailSubject(invoice, facts, sender, language),
  })
}

/** Writes the notice of a new price to a customer. Returns false if there is no recipient. */
export function emailNewPrice(
  work: Work,
  { id: subscription_id, customer_id }: { id: string; customer_id: number },
  customer: Pick<BilledCustomer, 'name' | 'contact_name' | 'email' | 'language'>,
  about: Omit<PriceChangeFacts, 'kind' | 'seller'>,
): boolean {
  const { environment } = work
  const { email: to_address, contact_name, name } = customer
  if (to_address === '') return false
  const seller = sellerShown(environment, readProfile(environment.profile))
  const facts: PriceChangeFacts = { kind: 'price_change', ...about, seller }
  const language = chooseLanguage(customer.language, environment.language).tag
  insertEmail(work, seller.legal_name || seller.name, {
    ...{ kind: 'price_change', invoice_id: null, credit_note_id: null, subscription_id },
    ...{ customer_id, to_name: contact_name || name, to_address, cc_addresses: [], message: '' },
    ...{ language, facts, subject: priceChangeSubject(facts, language) },
  })
  return true
}

/** Writes to a customer that a card expires, unless there is no recipient. */
export function emailCardExpiring(
  work: Work,
  { id: method, customer_id }: { id: string; customer_id: number },
  customer: Pick<BilledCustomer, 'name' | 'contact_name' | 'email' | 'language'>,
): void {
  const { environment } = work
  const { email: to_address, contact_name, name } = customer
  if (to_address === '') return
  const seller = sellerShown(environment, readProfile(environment.profile))
  const facts: CardFacts = { kind: 'card_expiring', method, seller }
  const language = chooseLanguage(customer.language, environment.language).tag
  const sender = seller.legal_name || seller.name
  insertEmail(work, sender, {
    ...{ kind: 'card_expiring', invoice_id: null, credit_note_id: null, subscription_id: null },
    ...{ customer_id, to_name: contact_name || name, to_address, cc_addresses: [], message: '' },
    ...{ language, facts, subject: cardSubject(sender, language) },
  })
}

/** The parts of the account's profile that an email without a document shows. */
function sellerShown(
  { account_name: name, time_zone }: Work['environment'],
  profile: Readonly<Profile>,
): DocumentSeller {
  const { legal_name, address_line1, address_line2, city, state_province, postal_code } = profile
  const { country, phone, email, website, color } = profile
  return {
    ...{ name, time_zone, legal_name, address_line1, address_line2, city, state_province },
    ...{ postal_code, country, phone, email, website, color },
  }
}

type Written = Pick<
  Email,
  | 'kind'
  | 'invoice_id'
  | 'credit_note_id'
  | 'subscription_id'
  | 'customer_id'
  | 'to_name'
  | 'to_address'
  | 'cc_addresses'
  | 'message'
  | 'language'
  | 'facts'
  | 'subject'
>

/** Writes an email from the current sender, even if its document is older. */
function insertEmail(work: Work, sender: string, written: Written): 'pending' | 'outbox' {
  const { environment } = work
  const { mail_from_name, reply_to, email } = readProfile(environment.profile)
  const id = newUuid()
  const status = environment.sends_mail ? 'pending' : 'outbox'
  const mail: Email = {
    ...written,
    environment_id: environment.environment_id,
    ...{ id, status },
    from_name: mail_from_name || sender,
    from_address: environment.mail_from,
    reply_to: reply_to || email || '',
    message_id: `${emailIds.ref(id)}@${environment.mail_from.split('@')[1]}`,
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
