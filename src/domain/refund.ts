// Refunds: money of a payment returned to the customer, for a credit note or because it pays no invoice. The gateway that
// collected it pays them, or people do and record it here.

import { type Allocatable, refundableOf } from './allocation.ts'
import type { CreditNoteStatus } from './credit-note.ts'
import { billingError } from './errors.ts'
import { formatMoney } from './money.ts'

export const REFUND_STATUSES = ['pending', 'succeeded', 'failed', 'canceled'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** The states in which each action is allowed. */
const REFUND_ACTIONS = {
  succeed: ['pending'],
  // A bank can return a transfer days after it was made.
  fail: ['pending', 'succeeded'],
  cancel: ['pending'],
  move: ['pending', 'failed', 'canceled'],
} as const satisfies Record<string, readonly RefundStatus[]>
export type RefundAction = keyof typeof REFUND_ACTIONS

const DONE: Record<RefundAction, string> = {
  succeed: 'marked as paid',
  fail: 'marked as failed',
  cancel: 'canceled',
  move: "moved to the customer's balance",
}

/** One refund: the same field names in SQL, TypeScript and JSON. */
export interface Refund {
  amount: number
  currency: string
  status: RefundStatus
  /** Instants in milliseconds of business time. */
  succeeded_at: number | null
  failed_at: number | null
  canceled_at: number | null
  moved_to_balance_at: number | null
}

/** Throws `refund_not_pending` if the state of the refund does not allow the action. */
function assertRefundCan(action: RefundAction, { status, moved_to_balance_at }: Refund): void {
  const allowed: readonly RefundStatus[] = REFUND_ACTIONS[action]
  if (allowed.includes(status) && moved_to_balance_at === null) return
  const state = moved_to_balance_at === null ? status : "already moved to the customer's balance"
  throw billingError(
    'refund_not_pending',
    `The refund is ${state}; only a ${allowed.join(' or ')} refund can be ${DONE[action]}.`,
  )
}

/** True while the money is on its way to the customer or has arrived. */
export const isUnderWay = ({ status }: Pick<Refund, 'status'>): boolean =>
  status === 'pending' || status === 'succeeded'

export function succeed(refund: Refund, at: number): Pick<Refund, 'status' | 'succeeded_at'> {
  assertRefundCan('succeed', refund)
  return { status: 'succeeded', succeeded_at: at }
}

export function fail(refund: Refund, at: number): Pick<Refund, 'status' | 'failed_at'> {
  assertRefundCan('fail', refund)
  return { status: 'failed', failed_at: at }
}

export function cancel(refund: Refund, at: number): Pick<Refund, 'status' | 'canceled_at'> {
  assertRefundCan('cancel', refund)
  return { status: 'canceled', canceled_at: at }
}

/** Moves the amount to the customer's credit; a pending refund is canceled. */
export function moveToBalance(
  refund: Refund,
  at: number,
): Pick<Refund, 'status' | 'canceled_at' | 'moved_to_balance_at'> {
  assertRefundCan('move', refund)
  const { status, canceled_at } = refund.status === 'pending' ? cancel(refund, at) : refund
  return { status, canceled_at, moved_to_balance_at: at }
}

/** The fields of a credit note that refunds read. */
export interface Refunding {
  number: string
  status: CreditNoteStatus
  currency: string
  /** The amount to refund. */
  refund: number
  /** The part that is pending, succeeded, or moved to the balance. */
  refunding: number
}

/**
 * Throws `refund_exceeds_credit_note` if a refund exceeds the part of the note that is not yet refunded or moved to the
 * balance.
 */
export function assertAskedFor(note: Refunding, amount: number): void {
  const { number, status, currency, refund, refunding } = note
  const left = status === 'void' ? 0 : refund - refunding
  if (amount <= left) return
  throw billingError(
    'refund_exceeds_credit_note',
    `${formatMoney(amount, currency)} is more than the ${formatMoney(left, currency)} that credit note ${number} still has to refund.${left > 0 ? ` Refund at most ${left}.` : ' Issue another credit note to return more.'}`,
    { param: 'amount', constraint: { kind: 'integer', min: 1, max: left } },
  )
}

/** The fields of a payment that refunds read. */
export interface Refundable extends Allocatable {
  id: string
}

/**
 * Throws `refund_exceeds_payment` if a refund exceeds the amount that the payment pays of the invoice or, without an
 * invoice, the part that pays no invoice; `payment_disputed` if a dispute took that.
 */
export function assertRefundable(
  payment: Refundable,
  invoiceId: string | null,
  amount: number,
): void {
  const left = refundableOf(payment, invoiceId)
  if (amount <= left) return
  const { status, currency, amount_reversed } = payment
  if (amount_reversed > 0 && amount <= left + amount_reversed) {
    const taken = formatMoney(amount_reversed, currency)
    throw billingError(
      'payment_disputed',
      `A dispute took ${taken} of this payment back, so ${formatMoney(amount, currency)} cannot be refunded. Wait until the dispute is won; if it is lost, the customer has the money.${left > 0 ? ` Refund at most ${left}.` : ''}`,
      { param: 'amount', constraint: { kind: 'integer', min: 1, max: left } },
    )
  }
  const money = formatMoney(left, currency)
  const leaves = invoiceId === null ? `has only ${money} that pays no invoice` : `leaves ${money}`
  const help =
    invoiceId === null
      ? 'What pays an invoice is refunded with a credit note.'
      : "Use another payment of the invoice, or move the amount to the customer's balance."
  throw billingError(
    'refund_exceeds_payment',
    `The payment ${status === 'reversed' ? 'was reversed' : leaves}, so ${formatMoney(amount, currency)} cannot be refunded of it. ${help}`,
    { param: 'amount', constraint: { kind: 'integer', min: 1, max: left } },
  )
}

/**
 * Throws `refund_pending` if a payment to be reversed has a pending refund: paying it would return money that never
 * arrived. `ref` is the ID that clients see.
 */
export function assertNothingPending(
  pending: { ref: string; amount: number; currency: string; by_gateway: boolean } | undefined,
): void {
  if (!pending) return
  const { ref, amount, currency, by_gateway } = pending
  const help = by_gateway
    ? 'Wait until the gateway has paid or refused it'
    : 'Mark it as paid if the money has left, cancel it otherwise'
  throw billingError(
    'refund_pending',
    `Refund ${ref} of ${formatMoney(amount, currency)} is pending, so its payment cannot be reversed. ${help}, then reverse the payment.`,
  )
}

/** Spreads an amount over the payments of an invoice, newest first. */
export function spreadOver<P extends Refundable>(
  payments: readonly P[],
  invoiceId: string,
  amount: number,
): { payment: P; amount: number }[] {
  let left = amount
  const newestFirst = payments.toSorted(
    (one, other) => other.created_at - one.created_at || (one.id < other.id ? 1 : -1),
  )
  return newestFirst.flatMap((payment) => {
    const part = Math.min(left, refundableOf(payment, invoiceId))
    left -= part
    return part > 0 ? [{ payment, amount: part }] : []
  })
}
