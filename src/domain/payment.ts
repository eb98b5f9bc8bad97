// Payments: money received on an invoice, or credit that pays it, and the reversal of money that bounced or was recorded by
// mistake.

import { invariant } from '../invariant.ts'
import type { Allocatable } from './allocation.ts'
import { addDays, type CalendarDate } from './calendar.ts'
import { applicable, CREDIT_SCALE, creditDecimal } from './credit.ts'
import { billingError, validationError } from './errors.ts'
import {
  amountRemaining,
  INVOICE_ACTIONS,
  type Invoice,
  invoiceCan,
  lessOwed,
  moreOwed,
} from './invoice.ts'
import type { Metadata } from './metadata.ts'
import { formatMoney, parseDecimal } from './money.ts'
import { assertMoney, type PaymentFailure, type PaymentStatus } from './payment-states.ts'

/** The methods of payments that are recorded by hand. */
export const RECORDED_METHODS = ['card', 'bank_transfer', 'cheque', 'cash', 'other'] as const
export const PAYMENT_METHODS = [...RECORDED_METHODS, 'gateway'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The treatment of an overpayment: 409, or it becomes the customer's credit. */
export const OVERPAYMENTS = ['refuse', 'balance'] as const
export type Overpayment = (typeof OVERPAYMENTS)[number]

/** The states in which each action is allowed, as for invoices. */
const PAYMENT_ACTIONS = { reverse: ['settled'] } as const satisfies Record<
  string,
  readonly PaymentStatus[]
>

/** One payment: the same field names in SQL, TypeScript and JSON. */
export interface Payment extends Allocatable {
  id: string
  customer_id: number
  method: PaymentMethod
  reference: string
  note: string
  metadata: Metadata
  reversal_reason: string
  updated_at: number
  reversed_at: number | null
  /** Why a payment by gateway failed. */
  failure: PaymentFailure | null
}

/** The properties for the day on which money moved. */
type MovedOn = 'received_on' | 'paid_on' | 'arrived_on'

/** Throws if the day on which money moved is in the future; `today` is the date in the account's time zone. */
export function assertPast(
  param: MovedOn,
  day: CalendarDate,
  today: CalendarDate,
  time_zone: string,
): void {
  if (day <= today) return
  throw validationError(param, { kind: 'received_too_late', sent: day, max: today, time_zone })
}

/** Throws if the day on which money moved is in closed books; `until` is their last day. */
export function assertOpenBooks(
  param: MovedOn,
  day: CalendarDate,
  until: CalendarDate | undefined,
): void {
  if (until === undefined || day > until) return
  throw billingError(
    'books_closed',
    `The books are closed until ${until}; ${param} must be ${addDays(until, 1)} or later, but is ${day}. Use the first open day, or change books_closed_until of the account.`,
    { param },
  )
}

/** Throws if the amount is in another currency than the invoice. */
export function assertCurrencyOf(invoice: Invoice, currency: string): void {
  if (currency === invoice.currency) return
  throw billingError(
    'currency_mismatch',
    `The currency ${currency} does not match invoice ${invoice.number}, which is in ${invoice.currency}. Record the payment in ${invoice.currency}.`,
    { param: 'currency' },
  )
}

/**
 * The part of a payment that becomes the customer's credit if the account keeps overpayments: the excess over the
 * balance due, or all of it once the invoice is paid.
 */
export function excessOf(invoice: Invoice, amount: number, overpayment: Overpayment): number {
  if (overpayment === 'refuse' || !(invoice.status === 'paid' || invoiceCan('pay', invoice)))
    return 0
  return Math.max(0, amount - amountRemaining(invoice))
}

/**
 * Returns the invoice after a payment: paid if nothing remains. Throws `invoice_not_payable` unless it is posted or
 * overdue, `payment_exceeds_amount_due` for more than the balance due.
 */
export function pay(invoice: Invoice, amount: number, at: number, param = 'amount'): Invoice {
  assertPayable(invoice, 'paid')
  assertOwed(invoice, amount, 'Record', param)
  return lessOwed({ ...invoice, amount_paid: invoice.amount_paid + amount, updated_at: at })
}

/**
 * Returns the invoice after customer credit is applied: paid if nothing remains. The default amount is the balance due,
 * or as much of it as the credit balance covers. The credit balance is a decimal of the major unit. Throws as `pay`
 * does, and `credit_exceeds_balance` if the credit balance is smaller than the amount or than the smallest unit.
 */
export function applyCredit(
  invoice: Invoice,
  { amount: wanted, balance }: { amount?: number | undefined; balance: string },
  at: number,
): Invoice {
  assertPayable(invoice, 'paid')
  const { currency } = invoice
  const amount = wanted ?? amountRemaining(invoice)
  assertOwed(invoice, amount, 'Apply', 'amount')
  const covered = applicable(balance, currency, amount)
  if (covered === 0 || (wanted !== undefined && covered < wanted)) {
    const credit = `${creditDecimal(parseDecimal(balance, CREDIT_SCALE))} ${currency}`
    throw billingError(
      'credit_exceeds_balance',
      `The customer has credit of ${credit}, less than ${formatMoney(wanted ?? 1, currency)}. ${covered === 0 ? 'Grant credit first.' : `Apply at most ${covered}.`}`,
      { param: 'amount' },
    )
  }
  const credit_applied_later = invoice.credit_applied_later + covered
  return lessOwed({ ...invoice, credit_applied_later, updated_at: at })
}

/** Throws `invoice_not_payable` unless the invoice waits for payment. */
export function assertPayable(invoice: Invoice, done: 'paid' | 'written off'): void {
  if (invoiceCan('pay', invoice)) return
  throw billingError(
    'invoice_not_payable',
    `Invoice ${invoice.number} is ${invoice.status}; only a ${INVOICE_ACTIONS.pay.join(' or ')} invoice can be ${done}.${invoice.status === 'draft' ? ' Finalize it first.' : ''}`,
  )
}

/** Throws `payment_exceeds_amount_due` for more than the balance due. */
function assertOwed(
  invoice: Invoice,
  amount: number,
  verb: 'Record' | 'Apply',
  param: string,
): void {
  const remaining = amountRemaining(invoice)
  if (amount <= remaining) return
  throw billingError(
    'payment_exceeds_amount_due',
    `${formatMoney(amount, invoice.currency)} is more than the balance due of ${formatMoney(remaining, invoice.currency)} on invoice ${invoice.number}. ${verb} at most ${remaining}.`,
    { param },
  )
}

/** Reverses a payment. Throws `payment_not_settled` and `payment_already_reversed`. */
export function reverse(payment: Payment, reversal_reason: string, at: number): Payment {
  const allowed: readonly PaymentStatus[] = PAYMENT_ACTIONS.reverse
  if (allowed.includes(payment.status)) {
    return { ...payment, status: 'reversed', reversal_reason, reversed_at: at, updated_at: at }
  }
  assertMoney(payment.status)
  throw billingError(
    'payment_already_reversed',
    'This payment is already reversed. If the money arrived after all, record a new payment.',
  )
}

/** Returns the invoice after a payment was reversed. */
export function reopen(invoice: Invoice, amount: number, timeZone: string, at: number): Invoice {
  const amount_paid = invoice.amount_paid - amount
  invariant(amount_paid >= 0, `Invoice ${invoice.number} was never paid ${amount}.`)
  return moreOwed({ ...invoice, amount_paid, updated_at: at }, timeZone)
}
