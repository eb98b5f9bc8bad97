// Email texts and their inputs: the finalized invoice and its state, and the credit note.

import { cardMessage } from '../../domain/card-mail.ts'
import { noteDocument } from '../../domain/credit-note-document.ts'
import { invoiceDocument } from '../../domain/document.ts'
import type { InvoiceDocument } from '../../domain/document-shape.ts'
import { hostedPath } from '../../domain/hosted.ts'
import { type MailFacts, type MailMessage, mailMessage, stateOf } from '../../domain/mail.ts'
import { priceChangeMessage } from '../../domain/price-change-mail.ts'
import type { Snapshot } from '../../domain/snapshot.ts'
import { invariant } from '../../invariant.ts'
import { type CreditNote, creditNotes } from '../credit-notes/record.ts'
import type { ReadInvoice } from '../invoices/record.ts'
import { findInvoices, findSnapshots } from '../invoices/store.ts'
import { htmlText, plainText } from '../mail-texts/render.ts'
import type { Email } from '../outbox/record.ts'
import { type PaymentMethod, paymentMethods } from '../payment-methods/record.ts'
import type { Read, Service } from '../service.ts'

/** A finalized invoice with its parties, as frozen, and the credit note if the email is about one. */
export interface MailedInvoice {
  invoice: ReadInvoice
  parties: Snapshot
  note: CreditNote | undefined
  /** The payment method that the email names. */
  method: PaymentMethod | undefined
}

/** Reads the invoice that an email is about; concurrent reads are batched. */
export async function findMailedInvoice(
  read: Read,
  { environment_id, invoice_id, credit_note_id, facts }: Email,
): Promise<MailedInvoice | undefined> {
  if (invoice_id === null) return undefined
  const key = { environment_id, id: invoice_id }
  const charged_to = facts.kind === 'invoice' ? facts.charged_to : undefined
  const [invoice, parties, note, method] = await Promise.all([
    read(findInvoices, key),
    read(findSnapshots, key),
    credit_note_id === null
      ? undefined
      : read(creditNotes.find, { environment_id, id: credit_note_id }),
    charged_to && read(paymentMethods.find, { environment_id, id: charged_to }),
  ])
  return invoice && parties && { invoice, parties, note, method: method || undefined }
}

/** The document as it was when the email was created; issued parts have not changed since. */
export function documentOf(
  { facts, language }: Pick<Email, 'language'> & { facts: MailFacts },
  { invoice, parties, note }: MailedInvoice,
  mode: 'test' | 'live',
): InvoiceDocument {
  const then = { ...invoice, ...stateOf(facts) }
  // A note is sent as it was issued; only voiding it changes its document.
  return note
    ? noteDocument({ ...note, status: 'issued' }, then, parties, { mode, language })
    : invoiceDocument(then, parties, { mode, language })
}

/** An email about an invoice or a credit note. */
export type InvoiceEmail = Email & { facts: MailFacts }

export const isAboutInvoice = (email: Email): email is InvoiceEmail =>
  email.facts.kind !== 'price_change' && email.facts.kind !== 'card_expiring'

export interface TextOptions {
  mode: 'test' | 'live'
  publicUrl: string
  attached: boolean
}

/** Makes the texts of an email. Pure: the same rows give the same texts. */
export function textsOf(
  email: InvoiceEmail,
  mailed: MailedInvoice,
  { mode, publicUrl, attached }: TextOptions,
): { text: string; html: string } {
  const { invoice } = mailed
  const message = mailMessage({
    invoice,
    facts: email.facts,
    document: documentOf(email, mailed, mode),
    recipient: email.to_name,
    message: email.message,
    subject: email.subject,
    method: mailed.method,
    hostedUrl: `${publicUrl}${hostedPath(invoice.environment_id, invoice.hosted_token ?? '')}`,
    attached,
  })
  return rendered(message)
}

/** Makes the texts of an email about a new price, or about a card that expires. */
export async function noticeTextsOf(
  read: Read,
  { environment_id, facts, to_name: recipient, subject, language }: Email,
  mode: 'test' | 'live',
): Promise<{ text: string; html: string }> {
  const of = { language, recipient, subject, mode }
  if (facts.kind === 'price_change') return rendered(priceChangeMessage(facts, of))
  invariant(facts.kind === 'card_expiring', 'Other emails are about an invoice.')
  const method = await read(paymentMethods.find, { environment_id, id: facts.method })
  return rendered(cardMessage(facts, { ...of, display: method?.display ?? null }))
}

const rendered = (message: MailMessage) => ({ text: plainText(message), html: htmlText(message) })

/** The email and its document as they would be sent now; undefined if its invoice is not finalized. */
export const createEmailTexts =
  (read: Read, publicUrl: () => string): Service['emailTexts'] =>
  async ({ mode }, email) => {
    if (!isAboutInvoice(email)) return noticeTextsOf(read, email, mode)
    const mailed = await findMailedInvoice(read, email)
    return mailed && textsOf(email, mailed, { mode, publicUrl: publicUrl(), attached: true })
  }
