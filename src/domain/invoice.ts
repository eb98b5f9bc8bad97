// What an invoice is, which states it passes through, and what each step decides.

import { invariant } from '../invariant.ts'
import { addDays, type CalendarDate, dateIn } from './calendar.ts'
import type { InvoiceDerivation } from './derivation.ts'
import { billingError } from './errors.ts'
import type { LineItem } from './invoice-lines.ts'
import type { Metadata } from './metadata.ts'
import type { AppliedDiscount, Discount, InvoiceTax } from './parts.ts'
import { figuresOf, settle } from './settle.ts'
import type { LineTaxing } from './tax/tax.ts'

export const INVOICE_STATUSES = ['draft', 'posted', 'paid', 'overdue', 'void'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

/** What became of the mail that brings an invoice: none to send it to, kept, waiting, accepted, refused. */
export const EMAIL_STATUSES = ['no_address', 'outbox', 'pending', 'sent', 'failed'] as const
export type EmailStatus = (typeof EMAIL_STATUSES)[number]

/** Which action is allowed in which state; the server enforces it, a dashboard enables buttons by it. */
export const INVOICE_ACTIONS = {
  update: ['draft'],
  finalize: ['draft'],
  /** Only while nothing was paid in money. */
  void: ['draft', 'posted', 'overdue', 'paid'],
  mark_overdue: ['posted'],
  remind: ['posted', 'overdue'],
  send: ['posted', 'overdue', 'paid'],
  pay: ['posted', 'overdue'],
} as const satisfies Record<string, readonly InvoiceStatus[]>
export type InvoiceAction = keyof typeof INVOICE_ACTIONS

/** One record: the same members in SQL, here and in JSON. Amounts are in the currency's smallest unit. */
export interface Invoice {
  id: string
  customer_id: number
  status: InvoiceStatus
  /** Provisional while a draft, definitive from finalize on. */
  number: string
  currency: string
  due_date: CalendarDate
  /** Whether the client named the due date; if not, finalize counts it anew. */
  due_date_set: boolean
  notes: string
  metadata: Metadata
  line_items: LineItem[]
  subtotal: number
  /** What discounts take off. */
  discount: number
  tax: number
  /** The part of the tax that prices include. */
  tax_included: number
  /** subtotal − discount + tax − tax_included. */
  total: number
  discounts: AppliedDiscount[] | null
  taxes: InvoiceTax[] | null
  /** Customer credit that paid for a part of it at finalize. */
  credit_applied: number
  /** What the document asks for: total − credit_applied, frozen at finalize. */
  amount_due: number
  /** The sum of settled payments. */
  amount_paid: number
  /** Instants in milliseconds of business time. */
  created_at: number
  updated_at: number
  finalized_at: number | null
  voided_at: number | null
  /** The instant at which its due date is over, set while it waits for payment. */
  overdue_at: number | null
  /** The unguessable end of the address of its hosted page; null until finalize. */
  hosted_token: string | null
  email_status: EmailStatus | null
  /** When a mail server accepted it. */
  sent_at: number | null
  /** The instant of the next reminder; null when none is due. */
  reminder_at: number | null
  reminders_sent: number
  /** Seller, customer and texts as they were at finalize; what is issued never changes. */
  snapshot: unknown | null
  /** How the amounts came about, frozen at finalize. */
  derivation: InvoiceDerivation | null
}

/** What is still to be paid: nothing of what was voided. */
export function amountRemaining({
  status,
  amount_due,
  amount_paid,
}: Pick<Invoice, 'status' | 'amount_due' | 'amount_paid'>): number {
  return status === 'void' ? 0 : amount_due - amount_paid
}

/** Whether the state of an invoice allows an action; `void` further asks that nothing was paid. */
export function invoiceCan(action: InvoiceAction, invoice: { status: InvoiceStatus }): boolean {
  const allowed: readonly InvoiceStatus[] = INVOICE_ACTIONS[action]
  return allowed.includes(invoice.status)
}

/** The number a draft bears until finalize: `INV-9` and eleven digits, which no issued number has. */
export function draftNumber(counter: number): string {
  invariant(counter >= 1 && counter < 1e11, `Draft counter ${counter} has no number.`)
  return `INV-9${String(counter).padStart(11, '0')}`
}

/** The definitive number: `INV-000042`, growing beyond six digits when they are used up. */
export function invoiceNumber(counter: number): string {
  invariant(counter >= 1 && counter < 9e11, `Invoice counter ${counter} has no number.`)
  return `INV-${String(counter).padStart(6, '0')}`
}

/** The due date of what is issued at an instant, counted in days from the civil date in the zone. */
export function dueDate(issuedMs: number, timeZone: string, termsDays: number): CalendarDate {
  return addDays(dateIn(issuedMs, timeZone), termsDays)
}

/** Refuses with `invoice_not_draft` what only a draft allows: to be updated or finalized. */
export function assertDraft(
  invoice: Pick<Invoice, 'number' | 'status'>,
  action: 'update' | 'finalize' = 'update',
): void {
  if (invoiceCan(action, invoice)) return
  const [done, instead] =
    action === 'update' ? ['updated', ' Void it, and create another one.'] : ['finalized', '']
  throw billingError(
    'invoice_not_draft',
    `Invoice ${invoice.number} is ${invoice.status}; only a draft can be ${done}.${invoice.status === 'void' ? '' : instead}`,
  )
}

/** Refuses with `invoice_not_sendable` what is not issued yet, or void. */
export function assertSendable(invoice: Pick<Invoice, 'number' | 'status'>): void {
  if (invoiceCan('send', invoice)) return
  throw billingError(
    'invoice_not_sendable',
    `Invoice ${invoice.number} is ${invoice.status}; only a finalized invoice that is not void can be sent.${invoice.status === 'draft' ? ' Finalize it first.' : ''}`,
  )
}

export function assertRemindable(invoice: Pick<Invoice, 'number' | 'status'>): void {
  if (invoiceCan('remind', invoice)) return
  throw billingError(
    'invoice_not_sendable',
    `Invoice ${invoice.number} is ${invoice.status}; only an open or overdue invoice can get a reminder.${invoice.status === 'draft' ? ' Finalize it first.' : ''}`,
  )
}

/** What a finalize brings along. */
export interface Finalization {
  number: string
  /** The instant of issue, in milliseconds of business time. */
  at: number
  due_date: CalendarDate
  /** The instant at which the due date is over. */
  overdue_at: number
  /** The instant of the first reminder; null for none. */
  reminder_at: number | null
  hosted_token: string
  /** The customer's credit in the currency of the invoice, a decimal of the major unit. */
  credit_balance: string
  discounts?: readonly Discount[]
  /** The taxes of each line; none where they are left out. */
  taxing?: readonly LineTaxing[]
  snapshot: unknown
}

/**
 * Issues a draft: posted, or paid when nothing is due. From here on its amounts, number and texts
 * stay as they are. Throws `invoice_not_draft`.
 */
export function finalize(invoice: Invoice, issue: Finalization): Invoice {
  assertDraft(invoice, 'finalize')
  const { currency, line_items: lines } = invoice
  const { credit_balance, discounts = [], taxing = [] } = issue
  const settled = settle({ currency, lines, credit_balance, discounts, taxing })
  const isDue = settled.amount_due > 0
  return {
    ...invoice,
    ...figuresOf(settled),
    credit_applied: settled.credit_applied,
    status: isDue ? 'posted' : 'paid',
    number: issue.number,
    due_date: issue.due_date,
    updated_at: issue.at,
    finalized_at: issue.at,
    overdue_at: isDue ? issue.overdue_at : null,
    reminder_at: isDue ? issue.reminder_at : null,
    hosted_token: issue.hosted_token,
    snapshot: issue.snapshot,
    derivation: settled.derivation,
  }
}

/** Cancels an invoice. Throws `invoice_not_voidable` or, when money was paid, `invoice_has_payments`. */
export function voidInvoice(invoice: Invoice, at: number): Invoice {
  if (!invoiceCan('void', invoice)) {
    throw billingError('invoice_not_voidable', `Invoice ${invoice.number} is already void.`)
  }
  if (invoice.amount_paid > 0) {
    throw billingError(
      'invoice_has_payments',
      `Invoice ${invoice.number} has payments; only an invoice without payments can be voided. Reverse its payments first.`,
    )
  }
  return {
    ...invoice,
    status: 'void',
    updated_at: at,
    voided_at: at,
    overdue_at: null,
    reminder_at: null,
  }
}

/** Whether a posted invoice has become overdue: its due date is over and something remains to pay. */
export function fallsOverdue(invoice: Invoice, at: number): boolean {
  return (
    invoiceCan('mark_overdue', invoice) &&
    invoice.overdue_at !== null &&
    invoice.overdue_at <= at &&
    invoice.amount_paid < invoice.amount_due
  )
}

/** Marks an invoice that falls overdue; to mark any other is a mistake of ours. */
export function markOverdue(invoice: Invoice, at: number): Invoice {
  invariant(fallsOverdue(invoice, at), `Invoice ${invoice.number} is not overdue.`)
  return { ...invoice, status: 'overdue', updated_at: at }
}

/**
 * Notes that a reminder was due, and when the next one is; `isWritten` unless there was nobody to
 * write to. To remind of what waits for no payment is a mistake of ours.
 */
export function remind<I extends Invoice>(invoice: I, next: number | null, isWritten: boolean): I {
  invariant(invoiceCan('remind', invoice), `Invoice ${invoice.number} waits for no payment.`)
  const reminders_sent = invoice.reminders_sent + (isWritten ? 1 : 0)
  return { ...invoice, reminder_at: next, reminders_sent }
}
