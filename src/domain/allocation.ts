// Allocation: how much of a payment pays invoices, becomes credit, or stays unallocated.

import { invariant } from '../invariant.ts'
import { type CalendarDate, timestamp } from './calendar.ts'
import { billingError } from './errors.ts'
import { formatMoney } from './money.ts'
import { assertMoney, isMoney, type PaymentStatus } from './payment-states.ts'

/** The part of a payment that pays one invoice, in the currency's smallest unit. */
export interface Allocation {
  invoice_id: string
  amount: number
  /** The sum of its refunds that are pending or succeeded. */
  refunded: number
}

/** One change in the allocation of a payment. */
export interface AllocationMove {
  /** The object of its ledger entry; null if posted with the payment itself. */
  id: string | null
  /** Null for the customer's credit. */
  invoice_id: string | null
  /** Negative if the allocation is removed. */
  amount: number
  /** A timestamp of business time. */
  at: string
  /** The date on which the ledger counts it. */
  value_date: CalendarDate
  /** Set if it reverses the payment. */
  is_reversal?: true
  /** The dispute that withdrew the amount. While it does, the payment keeps its allocations. */
  dispute?: string
  /** The credit that was granted, because the customer had used it when the dispute took it; in units of the ledger. */
  granted?: number
}

/** The maximum number of moves of one payment, which bounds the size of its row. */
const MOVES_MAX = 1000

/** The fields of a payment that allocation reads and changes. */
export interface Allocatable {
  /** In the currency's smallest unit, as all amounts. */
  amount: number
  currency: string
  status: PaymentStatus
  received_on: CalendarDate
  /** Milliseconds of business time. */
  created_at: number
  /** When a payment by gateway arrived; null for those that were recorded. */
  captured_at: number | null
  /** The paid invoice, if there is exactly one; otherwise null. */
  invoice_id: string | null
  /** The part of it that became the customer's credit. */
  to_balance: number
  /** The amount that is not allocated. */
  unallocated: number
  /** The sum of its refunds that are pending or succeeded. */
  refunded: number
  /** Null for a payment that was never reallocated: all of it that did not become credit pays `invoice_id`. */
  allocations: readonly Allocation[] | null
  /** The history of the allocations; null if `allocations` is. */
  moves: readonly AllocationMove[] | null
  /** The part that disputes withdrew. */
  amount_reversed: number
  /** The invoices of `allocations`; null if `allocations` is. */
  allocated_to: string[] | null
}

/** The invoices that a payment pays, in the order of allocation. */
export function allocationsOf(
  payment: Pick<
    Allocatable,
    'status' | 'allocations' | 'invoice_id' | 'amount' | 'to_balance' | 'refunded'
  >,
): readonly Allocation[] {
  const { status, allocations, invoice_id, amount, to_balance, refunded } = payment
  if (allocations) return allocations
  if (!isMoney(status)) return []
  if (invoice_id === null || amount === to_balance) return []
  return [{ invoice_id, amount: amount - to_balance, refunded }]
}

/** True for what a dispute took off an invoice, which is not off the allocations. */
const isWithdrawal = ({ dispute, invoice_id }: AllocationMove): boolean =>
  dispute !== undefined && invoice_id !== null

/** The amount of an invoice's allocation that disputes withdrew. */
export const withdrawnOf = ({ moves }: Pick<Allocatable, 'moves'>, invoiceId: string): number =>
  (moves ?? [])
    .filter((move) => isWithdrawal(move) && move.invoice_id === invoiceId)
    .reduce((sum, { amount }) => sum - amount, 0)

/** The invoices that a settled payment pays, less what disputes withdrew; those that a reversed one had paid. */
export const paidOf = (
  payment: Parameters<typeof allocationsOf>[0] & Pick<Allocatable, 'moves'>,
): Pick<Allocation, 'invoice_id' | 'amount'>[] =>
  allocationsOf(payment)
    .map(({ invoice_id, amount }) => ({
      invoice_id,
      amount: amount - (payment.status === 'reversed' ? 0 : withdrawnOf(payment, invoice_id)),
    }))
    .filter(({ amount }) => amount > 0)

/**
 * The amount of a payment that can be refunded for an invoice or, without one, that pays no invoice: the unallocated
 * part and the part that became credit. Zero once the payment is reversed.
 */
export function refundableOf(
  payment: Parameters<typeof allocationsOf>[0] & Pick<Allocatable, 'moves' | 'unallocated'>,
  invoiceId: string | null,
): number {
  if (payment.status !== 'settled') return 0
  if (invoiceId === null) return payment.unallocated + payment.to_balance
  const found = allocationsOf(payment).find(({ invoice_id }) => invoice_id === invoiceId)
  return found ? found.amount - found.refunded - withdrawnOf(payment, invoiceId) : 0
}

/**
 * Counts an amount as refunded from an invoice's allocation or, without an invoice, from the unallocated part. A
 * negative amount undoes a refund.
 */
export function withRefunded<P extends Allocatable>(
  payment: P,
  invoiceId: string | null,
  amount: number,
): P {
  if (invoiceId === null) {
    const unallocated = payment.unallocated - amount
    invariant(unallocated >= 0, 'Only unallocated money is refunded without a note.')
    return { ...payment, unallocated, refunded: payment.refunded + amount }
  }
  const allocations = payment.allocations?.map((each) =>
    each.invoice_id === invoiceId ? { ...each, refunded: each.refunded + amount } : each,
  )
  return {
    ...payment,
    refunded: payment.refunded + amount,
    ...(allocations && { allocations }),
  }
}

/** The moves equivalent to the entries of a payment that was never reallocated. */
function firstMoves(payment: Allocatable): AllocationMove[] {
  const { invoice_id, amount, received_on, created_at, captured_at, to_balance } = payment
  const posted = { id: null, at: timestamp(captured_at ?? created_at), value_date: received_on }
  // Zero if the invoice was paid already; the entry names it nevertheless.
  const paid = [{ invoice_id, amount: amount - to_balance }]
  const credit = to_balance > 0 ? [{ invoice_id: null, amount: to_balance }] : []
  return [...paid, ...credit].map((each) => ({ ...posted, ...each }))
}

/** Returns a payment after a move to or from an invoice or the customer's credit. */
export function withMove<P extends Allocatable>(payment: P, move: AllocationMove): P {
  const { invoice_id, amount } = move
  const before = allocationsOf(payment)
  const named = before.some((each) => each.invoice_id === invoice_id)
  const all =
    invoice_id === null || named ? before : [...before, { invoice_id, amount: 0, refunded: 0 }]
  const allocations = all
    .map((each) =>
      each.invoice_id === invoice_id ? { ...each, amount: each.amount + amount } : each,
    )
    .filter((each) => each.amount > 0)
  const allocated_to = allocations.map((each) => each.invoice_id)
  const unallocated = payment.unallocated - amount
  invariant(unallocated >= 0, 'A payment is allocated at most once.')
  return {
    ...payment,
    invoice_id: allocated_to.length === 1 ? (allocated_to[0] ?? null) : null,
    to_balance: payment.to_balance + (invoice_id === null ? amount : 0),
    unallocated,
    allocations,
    moves: [...(payment.moves ?? firstMoves(payment)), move],
    allocated_to,
  }
}

/** Returns a payment after a dispute took amounts off its invoices: it keeps its allocations. */
export function withWithdrawn<P extends Allocatable>(
  payment: P,
  moves: readonly AllocationMove[],
): P {
  const allocations = allocationsOf(payment)
  return {
    ...payment,
    allocations,
    moves: [...(payment.moves ?? firstMoves(payment)), ...moves],
    allocated_to: allocations.map(({ invoice_id }) => invoice_id),
  }
}

/** Returns a payment of which the withdrawals of a dispute became final, so that they are off the allocations. */
export function withoutDispute<P extends Allocatable>(payment: P, disputeId: string): P {
  const taken = (payment.moves ?? []).filter(({ dispute }) => dispute === disputeId)
  const allocations = allocationsOf(payment).map((each) => ({
    ...each,
    amount: taken
      .filter(({ invoice_id }) => invoice_id === each.invoice_id)
      .reduce((sum, { amount }) => sum + amount, each.amount),
  }))
  const moves = (payment.moves ?? []).map(({ dispute, ...move }) =>
    dispute === undefined || dispute === disputeId ? move : { ...move, dispute },
  )
  return { ...payment, allocations, moves }
}

/** Throws `payment_already_reversed`, or `allocation_exceeds_payment` for more than the unallocated amount. */
export function assertWaits(
  { status, unallocated, currency, moves }: Allocatable,
  amount: number,
  param: string,
): void {
  assertSettled(status)
  assertMovable(moves)
  if (amount <= unallocated) return
  const left =
    unallocated > 0
      ? ` Allocate at most ${unallocated}.`
      : ' Deallocate some of it or cancel a refund of it first.'
  throw billingError(
    'allocation_exceeds_payment',
    `${formatMoney(amount, currency)} is more than the ${formatMoney(unallocated, currency)} of this payment that is not allocated yet.${left}`,
    { param, constraint: { kind: 'integer', min: 1, max: unallocated } },
  )
}

/**
 * The amount to deallocate from an invoice; by default, all that the payment pays of it and has not refunded. Throws
 * `payment_already_reversed`, or `allocation_exceeds_payment` for more than that.
 */
export function takenOff(
  payment: Allocatable,
  invoiceId: string,
  { amount, param }: { amount: number | undefined; param: string },
): number {
  assertSettled(payment.status)
  assertMovable(payment.moves)
  const most = refundableOf(payment, invoiceId)
  const wanted = amount ?? Math.max(1, most)
  if (wanted <= most) return wanted
  throw billingError(
    'allocation_exceeds_payment',
    `${formatMoney(wanted, payment.currency)} is more than the ${formatMoney(most, payment.currency)} that this payment pays of the invoice and did not refund.${most > 0 ? ` Deallocate at most ${most}.` : ''}`,
    { param, constraint: { kind: 'integer', min: 1, max: most } },
  )
}

function assertSettled(status: PaymentStatus): void {
  if (status === 'settled') return
  assertMoney(status)
  throw billingError(
    'payment_already_reversed',
    'This payment was reversed, so none of it can be allocated. If the money arrived after all, record a new payment.',
  )
}

export function assertMovable(moves: readonly AllocationMove[] | null): void {
  if (!moves || moves.length < MOVES_MAX) return
  throw billingError(
    'allocation_exceeds_payment',
    `This payment was allocated ${MOVES_MAX} times already. Reverse it and record it again to change more.`,
  )
}
