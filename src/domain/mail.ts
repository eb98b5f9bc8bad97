// Emails about an invoice or a credit note: their kinds, facts and texts, in one shape for the plain and the formatted version.

import type { CalendarDate } from './calendar.ts'
import {
  type CollectionCause,
  collectionSubject,
  collectionText,
  isCollection,
  SWITCHED_EMAILS,
} from './collection-mail.ts'
import type { CreditNoteStatus } from './credit-note.ts'
import type { InvoiceDocument, Labelled, SummaryRow } from './document-shape.ts'
import { amountRemaining, type Invoice, type InvoiceStatus } from './invoice.ts'
import { chooseLanguage } from './languages/choose.ts'
import type { Language } from './languages/language.ts'
import type { PaymentMethod } from './payment.ts'
import { displayName, type NamedMethod } from './payment-method-name.ts'
import { readableLine, readableText } from './readable-text.ts'
import type { BillingReason } from './subscription-state.ts'

export const EMAIL_KINDS = [
  ...(['invoice', 'reminder', 'receipt', 'credit_note', 'price_change'] as const),
  ...SWITCHED_EMAILS,
] as const
export type EmailKind = (typeof EMAIL_KINDS)[number]

/** `outbox` emails are never sent; `canceled` emails were outdated before they were sent, such as by a void. */
export const MAIL_STATUSES = ['outbox', 'pending', 'sent', 'failed', 'canceled'] as const
export type MailStatus = (typeof MAIL_STATUSES)[number]

/** The reason for an email. Amounts are in the smallest unit of the invoice's currency. */
export type MailCause =
  /** With the ID of the payment method to which it is charged automatically. */
  | { kind: 'invoice'; charged_to?: string }
  | CollectionCause
  /** Days since the due date; negative before it. */
  | { kind: 'reminder'; days: number }
  | { kind: 'receipt'; amount: number; method: PaymentMethod; received_on: CalendarDate }
  | { kind: 'credit_note'; number: string }

/** The facts of an email besides the document: its cause, and the invoice's state at that time. */
export type MailFacts = MailCause & {
  status: InvoiceStatus
  amount_paid: number
  /** Absent if nothing was credited. */
  amount_credited?: number
  credit_applied_later?: number
}

/** The invoice's state when the email was created. */
export const stateOf = ({
  status,
  amount_paid,
  amount_credited = 0,
  credit_applied_later = 0,
}: MailFacts) => ({ status, amount_paid, amount_credited, credit_applied_later })

export function mailFacts(cause: MailCause, invoice: Invoice): MailFacts {
  const { status, amount_paid, amount_credited, credit_applied_later } = invoice
  return {
    ...{ ...cause, status, amount_paid },
    ...(amount_credited > 0 && { amount_credited }),
    ...(credit_applied_later > 0 && { credit_applied_later }),
  }
}

type Subjected = Pick<Invoice, 'number' | 'currency' | 'due_date' | 'amount_due'> & {
  billing_reason?: BillingReason
}

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
  if (facts.kind === 'credit_note') return mail.subjects.credit_note(facts.number, name)
  if (isCollection(facts)) return collectionSubject(facts, [number, name], language)
  const due = language.date(invoice.due_date)
  return facts.days > 0
    ? mail.subjects.overdue(number, name, due)
    : mail.subjects.reminder(number, name, due)
}

/** True if an email is still valid: no payment is requested for a void or paid invoice, and no void note is sent. */
export function isTimely(kind: EmailKind, status: InvoiceStatus | CreditNoteStatus): boolean {
  if (asks({ kind })) return status === 'posted' || status === 'overdue'
  return status !== 'void'
}

/** The formatted texts of an email, in reading order. */
export interface MailMessage {
  language: string
  subject: string
  /** The preview that a mailbox shows next to the subject. */
  preview: string
  /** The notice above everything in test environments. */
  test: string | null
  sender: string
  /** The URL of the account's logo; null if it has none. */
  logo: string | null
  color: string | null
  greeting: string
  /** The message that the sender added, with its line breaks; empty if none. */
  note: string
  paragraphs: string[]
  /** The figure in large type, if the email has one. */
  figure: Labelled | null
  facts: Labelled[]
  /** The page it links to; null for none. */
  link: { label: string; url: string } | null
  payment: InvoiceDocument['payment']
  closing: string[]
  /** The sender's name and address, one line each. */
  footer: string[]
}

export interface MailParts {
  invoice: Subjected
  facts: MailFacts
  /** The document as it was when the email was created. */
  document: InvoiceDocument
  recipient: string
  /** The message that the sender added; empty if none. */
  message: string
  subject: string
  /** The hosted page of the invoice. */
  hostedUrl: string
  /** True if the document is attached. */
  attached: boolean
  /** The payment method to which it is charged automatically. */
  method?: NamedMethod | undefined
}

/** Makes the texts of an email. Pure: the same parts give the same texts. */
export function mailMessage(parts: MailParts): MailMessage {
  const { document, facts, invoice, subject, hostedUrl, attached } = parts
  const language = chooseLanguage(document.language)
  const words = language.mail
  const recipient = readableLine(parts.recipient)
  const paragraphs = opening(parts, language)
  const isReceipt = facts.kind === 'receipt'
  const about = facts.kind === 'credit_note' ? words.about.credit_note : words.about.invoice
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
      : [...document.facts, ...(asks(facts) ? [] : sumsOf(document))],
    link: {
      label: isCollection(facts) ? words.pay : about.view,
      url: facts.kind === 'credit_note' ? `${hostedUrl}/${facts.number}` : hostedUrl,
    },
    payment: isCharged(facts) ? null : document.payment,
    closing: [...(attached ? [about.attached] : []), words.reply],
    footer: [document.seller.name, ...document.seller.lines],
  }
}

/** True if it asks for a payment that was asked for before. */
const asks = (facts: { kind: EmailKind }): boolean =>
  facts.kind === 'reminder' || isCollection(facts)

/** True if the customer does not have to pay, because the invoice is charged automatically. */
const isCharged = (facts: MailFacts): boolean =>
  facts.kind === 'invoice' && facts.charged_to !== undefined

/** The rows that make up the total, if there are discounts or taxes. */
function sumsOf({ summary }: InvoiceDocument): Labelled[] {
  const isMore = summary.some(({ kind }) => MORE.includes(kind))
  return isMore ? summary.map(({ label, value }) => ({ label, value })) : []
}

const MORE: readonly SummaryRow['kind'][] = ['discount', 'tax', 'tax_included']

/** Such as "Visa •••• 4242"; without details of a method that was erased. */
const methodName = (method: NamedMethod | undefined, { mail }: Language): string =>
  method?.display ? displayName(method.display, mail.account) : mail.saved_method

/** Names for one sentence; longer lists end with "…". */
const NAMED_MOST = 5

/** The charges of a change or an end of a subscription, and the credit notes that go with it. */
function reasonsOf(
  { lines, notes }: InvoiceDocument,
  reason: BillingReason | undefined,
  { mail }: Language,
): string[] {
  if (reason !== 'change' && reason !== 'cancel') return []
  const names = [...new Set(lines.map(({ description }) => description))]
  const more = names.length > NAMED_MOST ? ', …' : ''
  const said = mail.reasons[reason](`${names.slice(0, NAMED_MOST).join(', ')}${more}`)
  return notes ? [said, ...notes.text.split('\n').map((text) => `${text}.`)] : [said]
}

function opening({ document, facts, invoice, method }: MailParts, language: Language): string[] {
  const words = language.mail
  const { number } = invoice
  const due = language.date(invoice.due_date)
  if (facts.kind === 'invoice') {
    const isOpen = facts.status === 'posted' || facts.status === 'overdue'
    const reasons = reasonsOf(document, invoice.billing_reason, language)
    const terms = isCharged(facts) ? words.charged(methodName(method, language)) : document.terms
    return [words.invoice(number), ...reasons, isOpen ? terms : words.nothing_due]
  }
  if (isCollection(facts)) {
    const { amount } = facts
    const asked =
      amount === undefined ? document.due.value : language.money(amount, invoice.currency)
    return collectionText(facts, [asked, number], language)
  }
  if (facts.kind === 'credit_note') {
    return [words.credit_note(facts.number, number), document.terms]
  }
  if (facts.kind === 'receipt') {
    const amount = language.money(facts.amount, invoice.currency)
    const remaining = amountRemaining({ amount_due: invoice.amount_due, ...stateOf(facts) })
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

/** The delay after each failed attempt; after the last one, sending is given up. */
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

/** The delay after this many attempts; undefined if no more follow. */
export function mailWaitMs(attempts: number): number | undefined {
  return MAIL_WAITS_MS[attempts - 1]
}
