// The actions that move the money of a payment: to invoices, back from them, and to the customer's credit. Each move
// has its own ledger entry, between `unallocated_payments` and its target.

import { type AllocationMove, assertWaits, takenOff, withMove } from '../../domain/allocation.ts'
import { type CalendarDate, timestamp } from '../../domain/calendar.ts'
import { billingError, validationError } from '../../domain/errors.ts'
import { amountRemaining, invoiceCan, isOwedAgain } from '../../domain/invoice.ts'
import { allocationPostings, mirrored } from '../../domain/ledger.ts'
import { pay, reopen } from '../../domain/payment.ts'
import type { StoredSnapshot } from '../../domain/snapshot.ts'
import type { Answer, DeclaredEvent } from '../../platform/db/table.ts'
import { newUuid } from '../../platform/ids.ts'
import type { Action, Work } from '../accounts/store.ts'
import { movePaymentCredit } from '../credit-transactions/actions.ts'
import { getCustomer } from '../customers/actions.ts'
import { invoiceInBody, reminderOf } from '../invoices/actions.ts'
import { changeInvoice } from '../invoices/change.ts'
import { owedRows, type PaysOwed, payOwed } from '../invoices/pay-owed.ts'
import { type Invoice, events as invoiceEvents } from '../invoices/record.ts'
import { invoices } from '../invoices/store.ts'
import { bookDay } from '../ledger/book-day.ts'
import { post } from '../ledger/post.ts'
import { emailFor } from '../outbox/enqueue.ts'
import { aboutPayment, events, type Payment, paymentIds } from './record.ts'
import { payments } from './store.ts'

/** An amount for an invoice; by default as much as possible. */
export interface Part {
  invoice_id: string
  amount?: number
}

export interface MoveMoney {
  id: string
  allocations: readonly Part[]
}

const rowsOf = ({ id, allocations }: MoveMoney) => [
  { table: payments, id },
  ...allocations.map(({ invoice_id }) => ({ table: invoices, id: invoice_id })),
]

export const allocatePayment: Action<MoveMoney> = {
  name: 'payments.allocate',
  rows: rowsOf,
  decide(work, { id, allocations }) {
    const before = findPayment(work, id)
    getCustomer(work, before.customer_id)
    const today = bookDay(work, 'received_on', undefined)
    return save(work, events.allocated, before, planAllocation(work, before, allocations, today))
  },
}

export const deallocatePayment: Action<MoveMoney> = {
  name: 'payments.deallocate',
  rows: rowsOf,
  decide(work, { id, allocations }) {
    const before = findPayment(work, id)
    getCustomer(work, before.customer_id)
    const parts = allocations.map(({ invoice_id, amount }, index) => {
      const invoice = invoiceAt(work, allocations, index)
      const param = `allocations[${index}].amount`
      return { invoice, amount: takenOff(before, invoice_id, { amount, param }) }
    })
    return save(work, events.deallocated, before, planRemoval(work, before, parts))
  },
}

export const movePaymentToBalance: Action<{ id: string; amount: number | undefined } & PaysOwed> = {
  name: 'payments.to_balance',
  rows: ({ id, owed }) => [{ table: payments, id }, ...owedRows({ owed })],
  decide(work, { id, amount }) {
    const before = findPayment(work, id)
    getCustomer(work, before.customer_id)
    // Without an amount, at least 1 is requested, so that having nothing to move is an error.
    const wanted = amount ?? Math.max(1, before.unallocated)
    assertWaits(before, wanted, 'amount')
    const move = moveOf(work, { invoice_id: null, amount: wanted })
    const plan = { payment: withMove(before, move), moves: [{ move }] }
    const answer = save(work, events.moved_to_balance, before, plan)
    movePaymentCredit(work, 'overpaid', { ...before, to_balance: wanted })
    payOwed(work, before)
    return answer
  },
}

/** A move with its own ledger entry. */
type Move = AllocationMove & { id: string }

/** The changes made by moving money of a payment, before anything is saved. */
export interface Plan {
  payment: Payment
  moves: { move: Move; invoice?: { before: Invoice; after: Invoice } }[]
}

/** Allocates the unallocated part of a payment to invoices of its customer. The ledger counts it on `value_date`. */
export function planAllocation(
  work: Work,
  payment: Payment,
  parts: readonly Part[],
  value_date: CalendarDate,
): Plan {
  const plan: Plan = { payment, moves: [] }
  for (const [index, { amount }] of parts.entries()) {
    const before = invoiceAt(work, parts, index)
    assertOwn(payment, before, index)
    const param = `allocations[${index}].amount`
    const { unallocated } = plan.payment
    const wanted = amount ?? Math.max(1, Math.min(unallocated, owedOf(before)))
    assertWaits(plan.payment, wanted, param)
    const after: Invoice = { ...before, ...pay(before, wanted, work.now, param) }
    const move = moveOf(work, { invoice_id: before.id, amount: wanted, value_date })
    plan.payment = withMove(plan.payment, move)
    plan.moves.push({ move, invoice: { before, after } })
  }
  return plan
}

/** Removes amounts allocated to invoices, which are then due again. */
export function planRemoval(
  work: Work,
  payment: Payment,
  parts: readonly { invoice: Invoice; amount: number }[],
  isReversal = false,
): Plan {
  const plan: Plan = { payment, moves: [] }
  for (const { invoice: before, amount } of parts) {
    const after = reopened(work, before, amount)
    const move = moveOf(work, {
      invoice_id: before.id,
      amount: -amount,
      ...(isReversal && REVERSAL),
    })
    plan.payment = withMove(plan.payment, move)
    plan.moves.push({ move, invoice: { before, after } })
  }
  return plan
}

/** Saves the invoices of a plan and posts its entries; without receipts if it is quiet. */
export function carryOut(work: Work, { payment, moves }: Plan, isQuiet = false): void {
  const { customer_id, currency, method, received_on } = payment
  for (const { move, invoice } of moves) {
    const { id: object_id, invoice_id, amount, value_date } = move
    const isMore = amount > 0
    if (invoice && isMore) changePaid(work, invoice, { amount, method, received_on }, isQuiet)
    if (invoice && !isMore)
      changeInvoice(work, invoiceEvents.payment_reversed, invoice.before, invoice.after)
    const kind = isMore ? 'payment_allocated' : 'payment_deallocated'
    const cause = { kind, object_id, customer_id, invoice_id, currency, value_date } as const
    const postings = allocationPostings({ invoice_id, amount: Math.abs(amount), currency })
    post(work, cause, isMore ? postings : mirrored(postings))
  }
}

/** Saves an invoice after a payment, with a receipt for the customer once nothing remains. */
export function changePaid(
  work: Work,
  { before, after }: { before: Invoice; after: Invoice },
  { amount, method, received_on }: Pick<Payment, 'amount' | 'method' | 'received_on'>,
  isQuiet = false,
): void {
  const isPaid = after.status === 'paid'
  changeInvoice(work, isPaid ? invoiceEvents.paid : invoiceEvents.partially_paid, before, after)
  if (isPaid && !isQuiet) emailFor(work, after, { kind: 'receipt', amount, method, received_on })
}

/** The invoice after an allocated amount is removed, and so is due again. */
export function reopened(work: Work, invoice: Invoice, amount: number): Invoice {
  const { time_zone } = (invoice.snapshot as StoredSnapshot).seller
  const open: Invoice = { ...invoice, ...reopen(invoice, amount, time_zone, work.now) }
  return isOwedAgain(invoice, open)
    ? { ...open, reminder_at: reminderOf(work, open, time_zone) }
    : open
}

export const REVERSAL = { is_reversal: true } as const

export const moveOf = (
  work: Work,
  moved: Pick<AllocationMove, 'invoice_id' | 'amount'> & Partial<AllocationMove>,
): Move => ({
  at: timestamp(work.now),
  value_date: bookDay(work, 'received_on', undefined),
  ...moved,
  id: newUuid(),
})

export function findPayment(work: Work, id: string): Payment {
  const found = work.find(payments, id)
  if (!found) throw paymentIds.missing(paymentIds.ref(id))
  work.assertMatch(() => payments.json(found))
  return found
}

/** The invoice of a part. Throws 400 if it is missing or was named before. */
function invoiceAt(work: Work, parts: readonly Part[], index: number): Invoice {
  const id = parts[index]?.invoice_id as string
  const param = `allocations[${index}].invoice_id`
  if (parts.findIndex(({ invoice_id }) => invoice_id === id) < index)
    throw validationError(param, { kind: 'repeated', list: false })
  return invoiceInBody(work, id, param)
}

/** Throws 400 if the invoice is of another customer or in another currency than the payment. */
function assertOwn(payment: Payment, invoice: Invoice, index: number): void {
  if (payment.customer_id !== invoice.customer_id) {
    throw billingError(
      'parameter_invalid',
      `Invoice ${invoice.number} is of another customer than the payment. Allocate it to invoices of cus_${payment.customer_id}.`,
      { param: `allocations[${index}].invoice_id` },
    )
  }
  if (payment.currency === invoice.currency) return
  throw billingError(
    'currency_mismatch',
    `Invoice ${invoice.number} is in ${invoice.currency}, but the payment is in ${payment.currency}. Allocate it to invoices in ${payment.currency}.`,
    { param: `allocations[${index}].invoice_id` },
  )
}

const owedOf = (invoice: Invoice): number =>
  invoiceCan('pay', invoice) ? amountRemaining(invoice) : 0

function save(work: Work, event: DeclaredEvent, before: Payment, plan: Plan): Answer {
  const after = { ...plan.payment, updated_at: work.now }
  const update = { table: payments, before, after, present: payments.json }
  const answer = work.change(event, aboutPayment(before), update)
  carryOut(work, plan)
  return answer
}
