// What the mails of an invoice say: their kinds, the facts each tells, and its texts in one shape
// that the plain and the formatted version share.

import type { CalendarDate } from './calendar.ts'
import type { InvoiceDocument, Labelled, SummaryRow } from './document-shape.ts'
import type { Invoice, InvoiceStatus } from './invoice.ts'
import { chooseLanguage } from './languages/choose.ts'
import type { Language } from './languages/language.ts'
import type { PaymentMethod } from './payment.ts'
import { readableLine, readableText } from './readable-text.ts'

export const EMAIL_KINDS = ['invoice', 'reminder', 'receipt'] as const
export type EmailKind = (typeof EMAIL_KINDS)[number]

/**
 * In the outbox lies what is never sent; canceled is what was overtaken by events before it was
 * sent, as the invoice of a mail may be voided.
 */
export const MAIL_STATUSES = ['outbox', 'pending', 'sent', 'failed', 'canceled'] as const
export type MailStatus = (typeof MAIL_STATUSES)[number]

/** Why a mail is written. Amounts are in the smallest unit of the invoice's currency. */
export type MailCause =
  | { kind: 'invoice' }
  /** Days since the due date; negative before it. */
  | { kind: 'reminder'; days: number }
  | { kind: 'receipt'; amount: number; method: PaymentMethod; received_on: CalendarDate }

/** What a mail tells besides the issued document: its cause, and how the invoice stood at the time. */
export type MailFacts = MailCause & { status: InvoiceStatus; amount_paid: number }

export function mailFacts(cause: MailCause, invoice: Invoice): MailFacts {
  const { status, amount_paid } = invoice
  return { ...cause, status, amount_paid }
}

type Subjected = Pick<Invoice, 'number' | 'currency' | 'due_date' | 'amount_due'>

/** The one line by which a mail is recognised. */
export function mailSubject(
  invoice: Subjected,
  facts: MailFacts,
  seller: string,
  languageTag: string,
): string {
  const language = chooseLanguage(languageTag)
  const { mail } = language
  const name = readableLine(seller)
  const { number } = invoice
  if (facts.kind === 'invoice') return mail.subjects.invoice(number, name)
  if (facts.kind === 'receipt') return mail.subjects.receipt(number, name)
  const due = language.date(invoice.due_date)
  return facts.days > 0
    ? mail.subjects.overdue(number, name, due)
    : mail.subjects.reminder(number, name, due)
}

/** Whether a mail still says what is so: nobody is asked to pay what is void or paid already. */
export function isTimely(kind: EmailKind, status: InvoiceStatus): boolean {
  if (kind === 'reminder') return status === 'posted' || status === 'overdue'
  return status !== 'void'
}

/** A mail, each text formatted, in the order in which it is read. */
export interface MailMessage {
  language: string
  subject: string
  /** What a mailbox shows beside the subject. */
  preview: string
  /** What is written above everything in test environments. */
  test: string | null
  sender: string
  /** Where the logo of the account is; null without one. */
  logo: string | null
  color: string | null
  greeting: string
  /** What whoever sent it by hand added, with its line breaks; empty if nothing. */
  note: string
  paragraphs: string[]
  /** The figure shown large, where a mail has one. */
  figure: Labelled | null
  facts: Labelled[]
  /** The page it leads to. */
  link: { label: string; url: string }
  payment: InvoiceDocument['payment']
  closing: string[]
  /** Who sends this and from where, one a line. */
  footer: string[]
}

export interface MailParts {
  invoice: Subjected
  facts: MailFacts
  /** The document as it stood when the mail was written. */
  document: InvoiceDocument
  recipient: string
  /** What whoever sends it by hand adds; empty if nothing. */
  message: string
  subject: string
  hostedUrl: string
  /** Whether the document is attached. */
  attached: boolean
}

/** Makes the texts of a mail. Pure: the same parts give the same texts. */
export function mailMessage(parts: MailParts): MailMessage {
  const { document, facts, invoice, subject, hostedUrl, attached } = parts
  const language = chooseLanguage(document.language)
  const words = language.mail
  const recipient = readableLine(parts.recipient)
  const paragraphs = opening(parts, language)
  const isReceipt = facts.kind === 'receipt'
  return {
    language: document.language,
    subject,
    preview: paragraphs[0] ?? '',
    test: document.test,
    sender: document.seller.name,
    logo: document.logo && `${hostedUrl}/logo`,
    color: document.color,
    greeting: recipient === '' ? words.greeting_unnamed : words.greeting(recipient),
    note: readableText(parts.message),
    paragraphs,
    figure: isReceipt
      ? { label: words.amount_received, value: language.money(facts.amount, invoice.currency) }
      : document.due,
    facts: isReceipt
      ? receiptFacts(parts, language)
      : [...document.facts, ...(facts.kind === 'invoice' ? sumsOf(document) : [])],
    link: { label: words.view, url: hostedUrl },
    payment: document.payment,
    closing: [...(attached ? [words.attached] : []), words.reply],
    footer: [document.seller.name, ...document.seller.lines],
  }
}

/** What makes the total, where discounts or taxes do. */
function sumsOf({ summary }: InvoiceDocument): Labelled[] {
  const isMore = summary.some(({ kind }) => MORE.includes(kind))
  return isMore ? summary.map(({ label, value }) => ({ label, value })) : []
}

const MORE: readonly SummaryRow['kind'][] = ['discount', 'tax', 'tax_included']

function opening({ document, facts, invoice }: MailParts, language: Language): string[] {
  const words = language.mail
  const { number } = invoice
  const due = language.date(invoice.due_date)
  if (facts.kind === 'invoice') {
    const asks = facts.status === 'posted' || facts.status === 'overdue'
    return [words.invoice(number), asks ? document.terms : words.nothing_due]
  }
  if (facts.kind === 'receipt') {
    const amount = language.money(facts.amount, invoice.currency)
    const remaining = invoice.amount_due - facts.amount_paid
    const left = language.money(remaining, invoice.currency)
    return [
      words.received(amount, number),
      remaining > 0 ? words.remains(left) : words.paid_in_full(number),
    ]
  }
  const open = document.due.value
  if (facts.days > 0) return [words.overdue(number, open, due, facts.days), words.crossed]
  if (facts.days === 0) return [words.due_today(number, open), words.crossed]
  return [words.due_soon(number, open, due, -facts.days), words.crossed]
}

function receiptFacts(
  { facts, invoice }: MailParts,
  { mail, date, document }: Language,
): Labelled[] {
  if (facts.kind !== 'receipt') return []
  return [
    { label: document.number, value: invoice.number },
    { label: mail.received_on, value: date(facts.received_on) },
    { label: mail.paid_by, value: mail.methods[facts.method] },
  ]
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** How long after each failed attempt the next one follows; after the last one, giving up. */
const MAIL_WAITS_MS = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
] as const

/** The wait after so many attempts; undefined when no further one is made. */
export function mailWaitMs(attempts: number): number | undefined {
  return MAIL_WAITS_MS[attempts - 1]
}
