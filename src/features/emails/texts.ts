// Email texts and their inputs: the finalized invoice and its state.

import { invoiceDocument } from '../../domain/document.ts'
import type { InvoiceDocument } from '../../domain/document-shape.ts'
import { hostedPath } from '../../domain/hosted.ts'
import { mailMessage, stateOf } from '../../domain/mail.ts'
import type { Snapshot } from '../../domain/snapshot.ts'
import type { RowKey } from '../../platform/db/table.ts'
import type { ReadInvoice } from '../invoices/record.ts'
import { findInvoices, findSnapshots } from '../invoices/store.ts'
import { htmlText, plainText } from '../mail-texts/render.ts'
import type { Email } from '../outbox/record.ts'
import type { Read, Service } from '../service.ts'

/** A finalized invoice with its parties, as frozen. */
export interface MailedInvoice {
  invoice: ReadInvoice
  parties: Snapshot
}

/** Reads a finalized invoice; concurrent reads are batched. */
export async function findMailedInvoice(
  read: Read,
  key: RowKey,
): Promise<MailedInvoice | undefined> {
  const [invoice, parties] = await Promise.all([read(findInvoices, key), read(findSnapshots, key)])
  return invoice && parties && { invoice, parties }
}

/** The document as it was when the email was created; issued parts have not changed since. */
export function documentOf(
  { facts, language }: Email,
  { invoice, parties }: MailedInvoice,
  mode: 'test' | 'live',
): InvoiceDocument {
  return invoiceDocument({ ...invoice, ...stateOf(facts) }, parties, { mode, language })
}

export interface TextOptions {
  mode: 'test' | 'live'
  publicUrl: string
  attached: boolean
}

/** Makes the texts of an email. Pure: the same rows give the same texts. */
export function textsOf(
  email: Email,
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
    hostedUrl: `${publicUrl}${hostedPath(invoice.environment_id, invoice.hosted_token ?? '')}`,
    attached,
  })
  return { text: plainText(message), html: htmlText(message) }
}

/** The email and its document as they would be sent now; undefined if its invoice is not finalized. */
export const createEmailTexts =
  (read: Read, publicUrl: () => string): Service['emailTexts'] =>
  async ({ environment_id, mode }, email) => {
    const mailed = await findMailedInvoice(read, { environment_id, id: email.invoice_id })
    return mailed && textsOf(email, mailed, { mode, publicUrl: publicUrl(), attached: true })
  }
