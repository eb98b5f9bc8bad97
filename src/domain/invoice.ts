// The invoice, its states, and the transitions between them.

import { invariant } from '../invariant.ts'
import { addDays, type CalendarDate, dateIn, endOfDate } from './calendar.ts'
import type { InvoiceDerivation } from './derivation.ts'
import { billingError } from './errors.ts'
import type { LineItem } from './invoice-lines.ts'
import type { Metadata } from './metadata.ts'
import type { AppliedDiscount, Credited, Discount, InvoiceTax } from './parts.ts'
import { figuresOf, settle } from './settle.ts'
import type { LineTaxing } from './tax/tax.ts'

export const INVOICE_STATUSES = ['draft', 'posted', 'paid', 'overdue', 'void'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

/** The status of the email with the invoice. */
export const EMAIL_STATUSES = ['no_address', 'outbox', 'pending', 'sent', 'failed'] as const
export type EmailStatus = (typeof EMAIL_STATUSES)[number]

/** The actions that each state allows; the server enforces them, and the dashboard enables its buttons by them. */
export const INVOICE_ACTIONS = {
  update: ['draft'],
  finalize: ['draft'],
  /** Voiding is possible only while no payment in money was made. */
  void: ['draft', 'posted', 'overdue', 'paid'],
  mark_overdue: ['posted'],
  remind: ['posted', 'overdue'],
  send: ['posted', 'overdue', 'paid'],
  pay: ['posted', 'overdue'],
  credit: ['posted', 'overdue', 'paid'],
} as const satisfies Record<string, readonly InvoiceStatus[]>
export type InvoiceAction = keyof typeof INVOICE_ACTIONS

/** One invoice: the same field names in SQL, TypeScript and JSON. Amounts are in the currency's smallest unit. */
export interface Invoice {
  id: string
  customer_id: number
  status: InvoiceStatus
  /** Provisional while a draft, final from finalize on. */
  number: string
  currency: string
  due_date: CalendarDate
  /** True if the client set the due date; otherwise finalize recomputes it. */
  due_date_set: boolean
  notes: string
  metadata: Metadata
  line_items: LineItem[]
  subtotal: number
  /** The total of its discounts. */
  discount: number
  tax: number
  /** The part of the tax that is included in prices. */
  tax_included: number
  /** subtotal − discount + tax − tax_included. */
  total: number
  discounts: AppliedDiscount[] | null
  taxes: InvoiceTax[] | null
  /** Customer credit applied at finalize. */
  credit_applied: number
  /** The amount the document asks for: total − credit_applied, frozen at finalize. */
  amount_due: number
  /** The sum of settled payments. */
  amount_paid: number
  /** The amount by which its credit notes reduced the amount due. */
  amount_credited: number
  /** Customer credit applied after finalize. */
  credit_applied_later: number
  /** The amount written off as bad debt: still owed, no longer expected. */
  amount_written_off: number
  /** The reason for the latest write-off; empty if none. */
  write_off_reason: string
  /** The money returned to the customer by its credit notes. */
  amount_returned: number
  /** The amounts credited per line; null if none. */
  credited: Credited[] | null
  /** Instants in milliseconds of business time. */
  created_at: number
  updated_at: number
  finalized_at: number | null
  voided_at: number | null
  /** The instant at which its due date is over, set while it waits for payment. */
  overdue_at: number | null
  /** The unguessable last part of its hosted page's URL; null until finalize. */
  hosted_token: string | null
  email_status: EmailStatus | null
  /** When a mail server accepted the email. */
  sent_at: number | null
  /** The instant of the next reminder; null if none is scheduled. */
  reminder_at: number | null
  reminders_sent: number
  /** Seller, customer and texts at finalize; never changes after that. */
  snapshot: unknown | null
  /** How the amounts were computed, frozen at finalize. */
  derivation: InvoiceDerivation | null
}

/** The fields that determine the balance due. */
export type Owed = Pick<
  Invoice,
  'status' | 'amount_due' | 'amount_paid' | 'amount_credited' | 'credit_applied_later'
>

/**
 * The balance due; zero for a void invoice. No other place computes it, except in SQL (`src/features/remaining.ts`) and
 * in verification.
 */
export function amountRemaining({
  status,
  amount_due,
  amount_paid,
  amount_credited,
  credit_applied_later,
}: Owed): number {
  return status === 'void' ? 0 : amount_due - amount_paid - amount_credited - credit_applied_later
}

/**
 * The amount left to collect: the balance due less the write-off. As with the balance due, only SQL and verification
 * compute it elsewhere.
 */
export function amountCollectible(invoice: Owed & Pick<Invoice, 'amount_written_off'>): number {
  return amountRemaining(invoice) - invoice.amount_written_off
}

/**
 * The invoice after its balance due decreases: paid at zero. The write-off never exceeds the balance due: the excess
 * has been recovered. Reminders end when there is nothing more to collect.
 */
export function lessOwed(invoice: Invoice): Invoice {
  const remaining = amountRemaining(invoice)
  const amount_written_off = Math.min(invoice.amount_written_off, remaining)
  if (remaining === 0) {
    return { ...invoice, amount_written_off, status: 'paid', overdue_at: null, reminder_at: null }
  }
  const isOver = remaining === amount_written_off
  return { ...invoice, amount_written_off, ...(isOver && { reminder_at: null }) }
}

/** True if a change leaves an amount to collect and nothing was left before it. */
export const isOwedAgain = (before: Invoice, after: Invoice): boolean =>
  amountCollectible(before) === 0 && amountCollectible(after) > 0

/**
 * The invoice after its balance due increases. A paid invoice becomes overdue if its due date is over in the zone of
 * issue, otherwise posted.
 */
export function moreOwed(invoice: Invoice, timeZone: string): Invoice {
  if (invoice.status !== 'paid' || amountRemaining(invoice) === 0) return invoice
  const overdue_at = endOfDate(invoice.due_date, timeZone)
  return { ...invoice, status: overdue_at <= invoice.updated_at ? 'overdue' : 'posted', overdue_at }
}

/** Throws `invoice_not_creditable` for a draft or a void invoice. */
export function assertCreditable(invoice: Pick<Invoice, 'number' | 'status'>): void {
  if (invoiceCan('credit', invoice)) return
  throw billingError(
    'invoice_not_creditable',
    `Invoice ${invoice.number} is ${invoice.status}; only a finalized invoice that is not void can be credited.${invoice.status === 'draft' ? ' Update the draft instead.' : ''}`,
    { param: 'invoice_id' },
  )
}

/** The invoice after a credit note reduces its balance due. */
export function credit(invoice: Invoice, to_open: number, at: number): Invoice {
  const amount_credited = invoice.amount_credited + to_open
  return lessOwed({ ...invoice, amount_credited, updated_at: at })
}

/** The invoice after one of its credit notes is voided. */
export function uncredit(invoice: Invoice, to_open: number, timeZone: string, at: number): Invoice {
  const amount_credited = invoice.amount_credited - to_open
  invariant(amount_credited >= 0, `Invoice ${invoice.number} was never credited ${to_open}.`)
  return moreOwed({ ...invoice, amount_credited, updated_at: at }, timeZone)
}

/** True if the invoice's state allows the action. `void` also requires that no payment in money was made. */
export function invoiceCan(action: InvoiceAction, invoice: { status: InvoiceStatus }): boolean {
  const allowed: readonly InvoiceStatus[] = INVOICE_ACTIONS[action]
  return allowed.includes(invoice.status)
}

/** The number of a draft: `INV-9` and eleven digits, which no finalized invoice has. */
export function draftNumber(counter: number): string {
  invariant(counter >= 1 && counter < 1e11, `Draft counter ${counter} has no number.`)
  return `INV-9${String(counter).padStart(11, '0')}`
}

/** The final number: `INV-000042`, with more digits once six are used up. */
export function invoiceNumber(counter: number): string {
  invariant(counter >= 1 && counter < 9e11, `Invoice counter ${counter} has no number.`)
  return `INV-${String(counter).padStart(6, '0')}`
}

/** The due date of an invoice finalized at an instant, counted in days from the civil date in the zone. */
export function dueDate(finalizedMs: number, timeZone: string, termsDays: number): CalendarDate {
  return addDays(dateIn(finalizedMs, timeZone), termsDays)
}

/** Throws `invoice_not_draft` if the invoice is not a draft. */
export function assertDraft(
  invoice: Pick<Invoice, 'number' | 'status'>,
  action: 'update' | 'finalize' = 'update',
): void {
  if (invoiceCan(action, invoice)) return
  const [done, instead] =
    action === 'update' ? ['updated', ' Void it, and create a new one.'] : ['finalized', '']
  throw billingError(
    'invoice_not_draft',
    `Invoice ${invoice.number} is ${invoice.status}; only a draft can be ${done}.${invoice.status === 'void' ? '' : instead}`,
  )
}

/** Throws `invoice_not_sendable` for a draft or a void invoice. */
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

/** The inputs of finalize. */
export interface Finalization {
  number: string
  /** The instant of finalizing, in milliseconds of business time. */
  at: number
  due_date: CalendarDate
  /** The instant at which the due date is over. */
  overdue_at: number
  /** The instant of the first reminder; null for none. */
  reminder_at: number | null
  hosted_token: string
  /** The customer's credit in the invoice's currency, as a decimal of the major unit. */
  credit_balance: string
  discounts?: readonly Discount[]
  /** The taxes of each line; absent if the invoice has no taxes. */
  taxing?: readonly LineTaxing[]
  snapshot: unknown
}

/**
 * Finalizes a draft: it becomes posted, or paid if nothing is due. Its amounts, number and texts no longer change.
 * Throws `invoice_not_draft`.
 */
export function finalize(invoice: Invoice, finalization: Finalization): Invoice {
  assertDraft(invoice, 'finalize')
  const { currency, line_items: lines } = invoice
  const { credit_balance, discounts = [], taxing = [] } = finalization
  const settled = settle({ currency, lines, credit_balance, discounts, taxing })
  const isDue = settled.amount_due > 0
  return {
    ...invoice,
    ...figuresOf(settled),
    credit_applied: settled.credit_applied,
    status: isDue ? 'posted' : 'paid',
    number: finalization.number,
    due_date: finalization.due_date,
    updated_at: finalization.at,
    finalized_at: finalization.at,
    overdue_at: isDue ? finalization.overdue_at : null,
    reminder_at: isDue ? finalization.reminder_at : null,
    hosted_token: finalization.hosted_token,
    snapshot: finalization.snapshot,
    derivation: settled.derivation,
  }
}

/** How an account responds to requests to void finalized invoices. */
export const VOID_INVOICES = ['allow', 'forbid'] as const
export type VoidInvoices = (typeof VOID_INVOICES)[number]

/**
 * Voids an invoice. Throws `invoice_not_voidable`, `void_forbidden` unless the account allows it, `invoice_has_payments` if
 * a payment was made, or `invoice_has_credit_notes`. A draft is always voided: no credit note could correct it.
 */
export function voidInvoice(invoice: Invoice, at: number, rule: VoidInvoices = 'allow'): Invoice {
  if (!invoiceCan('void', invoice)) {
    throw billingError('invoice_not_voidable', `Invoice ${invoice.number} is already void.`)
  }
  if (rule === 'forbid' && invoice.finalized_at !== null) {
    throw billingError(
      'void_forbidden',
      `Invoice ${invoice.number} is finalized, and this account forbids voiding finalized invoices. Issue a credit note instead.`,
    )
  }
  if (invoice.amount_paid > 0) {
    throw billingError(
      'invoice_has_payments',
      `Invoice ${invoice.number} has payments; only an invoice without payments can be voided. Reverse its payments first.`,
    )
  }
  if (invoice.credited !== null) {
    throw billingError(
      'invoice_has_credit_notes',
      `Invoice ${invoice.number} has credit notes. Void them first, or credit the rest of the invoice.`,
    )
  }
  return {
    ...invoice,
    status: 'void',
    updated_at: at,
    voided_at: at,
    overdue_at: null,
    reminder_at: null,
    amount_written_off: 0,
  }
}

/** True if a posted invoice has become overdue: its due date is over and an amount is to be collected. */
export function fallsOverdue(invoice: Invoice, at: number): boolean {
  return (
    invoiceCan('mark_overdue', invoice) &&
    invoice.overdue_at !== null &&
    invoice.overdue_at <= at &&
    amountCollectible(invoice) > 0
  )
}

/** Marks an invoice as overdue. Calling it for any other invoice is a bug. */
export function markOverdue(invoice: Invoice, at: number): Invoice {
  invariant(fallsOverdue(invoice, at), `Invoice ${invoice.number} is not overdue.`)
  return { ...invoice, status: 'overdue', updated_at: at }
}

/**
 * Records that a reminder was due, and when the next one is; `isWritten` is false if there was no recipient. Calling it
 * for an invoice that does not wait for payment is a bug.
 */
export function remind<I extends Invoice>(invoice: I, next: number | null, isWritten: boolean): I {
  invariant(invoiceCan('remind', invoice), `Invoice ${invoice.number} waits for no payment.`)
  const reminders_sent = invoice.reminders_sent + (isWritten ? 1 : 0)
  return { ...invoice, reminder_at: next, reminders_sent }
}
