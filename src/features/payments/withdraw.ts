// Money that a dispute takes out of a payment, and returns if it is won. What pays nothing is taken first, then what pays
// invoices, then credit; what was refunded is not taken again.

import {
  allocationsOf,
  refundableOf,
  withMove,
  withoutDispute,
  withWithdrawn,
} from '../../domain/allocation.ts'
import { amountRemaining, invoiceCan } from '../../domain/invoice.ts'
import { disputePostings, type LedgerKind, mirrored } from '../../domain/ledger.ts'
import { pay } from '../../domain/payment.ts'
import { invariant } from '../../invariant.ts'
import type { DeclaredEvent } from '../../platform/db/table.ts'
import type { Work } from '../accounts/store.ts'
import { expireGranted, grantMissing, movePaymentCredit } from '../credit-transactions/actions.ts'
import { countUncollected } from '../invoices/change.ts'
import { payOwed } from '../invoices/pay-owed.ts'
import type { Invoice } from '../invoices/record.ts'
import { continuePlan } from '../invoices/retry-plan.ts'
import { invoices } from '../invoices/store.ts'
import { post } from '../ledger/post.ts'
import { carryOut, moveOf, type Plan, reopened } from './allocate.ts'
import { aboutPayment, events, type Payment } from './record.ts'
import { payments } from './store.ts'

interface Withdrawal {
  id: string
  reason: string
  amount_withdrawn: number
}

/** The part of a dispute that is still there to be taken. */
export function withdrawable(
  { status, amount, amount_reversed, refunded }: Payment,
  disputed: number,
): number {
  return status === 'settled' ? Math.min(disputed, amount - amount_reversed - refunded) : 0
}

/** False for a payment that was reversed for another reason after a dispute was lost. It is over. */
export const isReturnable = ({ status, amount, amount_reversed }: Payment): boolean =>
  status === 'settled' || amount_reversed === amount

/**
 * Takes the money of a dispute out of its payment, which is reversed if nothing is left. While the dispute is open, it
 * holds the invoices: they are due again, but neither reminded of nor past due.
 */
export function withdraw(work: Work, before: Payment, dispute: Withdrawal, isOpen: boolean): void {
  const { id, amount_withdrawn: amount } = dispute
  if (amount === 0) return
  const unallocated = Math.min(amount, before.unallocated)
  let rest = amount - unallocated
  const parts = allocationsOf(before)
    .toReversed()
    .flatMap(({ invoice_id }) => {
      const part = Math.min(rest, refundableOf(before, invoice_id))
      rest -= part
      return part > 0 ? [{ invoice_id, amount: part }] : []
    })
  const moves: Plan['moves'] = parts.map(({ invoice_id, amount: part }) => {
    const held = isOpen ? hold(work, invoice_id, 1) : work.get(invoices, invoice_id)
    const move = moveOf(work, { invoice_id, amount: -part, dispute: id })
    return { move, invoice: { before: held, after: reopened(work, held, part) } }
  })
  let payment = withWithdrawn(
    before,
    moves.map(({ move }) => move),
  )
  invariant(rest <= before.to_balance, 'A dispute takes no more than a payment has.')
  if (rest > 0) {
    const credit = { ...before, to_balance: rest }
    const granted = Number(grantMissing(work, credit, reasonOf(dispute)))
    const move = moveOf(work, {
      ...{ invoice_id: null, amount: -rest, dispute: id },
      ...(granted > 0 && { granted }),
    })
    payment = withMove(payment, move)
    moves.push({ move })
    movePaymentCredit(work, 'overpayment_reversed', credit)
  }
  const amount_reversed = before.amount_reversed + amount
  const isAll = amount_reversed === before.amount
  const after: Payment = {
    ...payment,
    amount_reversed,
    unallocated: payment.unallocated - unallocated - rest,
    ...(isAll && { status: 'reversed', reversed_at: work.now, reversal_reason: reasonOf(dispute) }),
  }
  save(work, isAll ? events.reversed : events.updated, before, after)
  carryOut(work, { payment, moves })
  postDispute(work, 'dispute_withdrawn', before, dispute)
}

/**
 * Returns what a dispute took. Invoices that no longer need it, because they were paid in another way or are void, leave it
 * to the customer as credit.
 */
export function giveBack(work: Work, before: Payment, dispute: Withdrawal, isHeld: boolean): void {
  const { id, amount_withdrawn: amount } = dispute
  if (amount === 0) return
  const taken = takenBy(before, id)
  const isAll = before.status === 'reversed'
  let payment: Payment = {
    ...withoutDispute(before, id),
    amount_reversed: before.amount_reversed - amount,
    unallocated: before.unallocated + amount,
    ...(isAll && { status: 'settled', reversed_at: null, reversal_reason: '' }),
  }
  let credit = 0
  const moves: Plan['moves'] = []
  for (const { invoice_id, amount: part } of taken) {
    const invoice = invoice_id === null ? undefined : work.get(invoices, invoice_id)
    const owed = invoice && invoiceCan('pay', invoice) ? amountRemaining(invoice) : 0
    const paid = Math.min(part, owed)
    credit += part - paid
    if (invoice && paid === 0 && isHeld) hold(work, invoice.id, -1)
    if (!invoice || paid === 0) continue
    const move = moveOf(work, { invoice_id, amount: paid })
    const free = { ...invoice, disputes: invoice.disputes - (isHeld ? 1 : 0) }
    payment = withMove(payment, move)
    moves.push({
      move,
      invoice: { before: invoice, after: { ...free, ...pay(free, paid, work.now) } },
    })
  }
  if (credit > 0) {
    const move = moveOf(work, { invoice_id: null, amount: credit })
    payment = withMove(payment, move)
    moves.push({ move })
  }
  save(work, isAll ? events.settled : events.updated, before, payment)
  carryOut(work, { payment, moves }, true)
  for (const { invoice_id } of taken) if (invoice_id !== null) resumePlan(work, invoice_id)
  postDispute(work, 'dispute_returned', before, dispute)
  movePaymentCredit(work, 'overpaid', { ...before, to_balance: credit })
  const granted = taken.reduce((sum, each) => sum + BigInt(each.granted), 0n)
  expireGranted(work, before, granted, 'Dispute won')
  if (credit > 0) payOwed(work, before)
}

/** The invoices of a lost dispute are ordinary unpaid ones from now on; a retry plan that waited goes on. */
export function releaseLost(work: Work, payment: Payment, disputeId: string): void {
  for (const { invoice_id } of takenBy(payment, disputeId)) {
    if (invoice_id === null) continue
    hold(work, invoice_id, -1)
    resumePlan(work, invoice_id)
  }
}

const resumePlan = (work: Work, invoiceId: string): void =>
  continuePlan(work, invoiceId, { isPlanned: false, isLive: false })

/** What a dispute took, by invoice; null is the customer's credit. */
const takenBy = ({ moves }: Payment, disputeId: string) =>
  (moves ?? [])
    .filter(({ dispute }) => dispute === disputeId)
    .map(({ invoice_id, amount, granted = 0 }) => ({ invoice_id, amount: -amount, granted }))

/** Counts one open dispute more or less that took money of an invoice. */
function hold(work: Work, invoiceId: string, change: 1 | -1): Invoice {
  const before = work.get(invoices, invoiceId)
  const after: Invoice = { ...before, disputes: before.disputes + change }
  work.update(invoices, after)
  countUncollected(work, before, after)
  return after
}

const reasonOf = ({ reason }: Withdrawal): string => `Disputed: ${reason}`

function save(work: Work, event: DeclaredEvent, before: Payment, changed: Payment): void {
  const after: Payment = { ...changed, updated_at: work.now }
  const update = { table: payments, before, after, present: payments.json }
  work.change(event, aboutPayment(before), update)
}

/** The money is on its way to the bank, or back, through what is not allocated. */
function postDispute(
  work: Work,
  kind: Extract<LedgerKind, 'dispute_withdrawn' | 'dispute_returned'>,
  { customer_id, currency, method }: Payment,
  { id: object_id, amount_withdrawn: amount }: Withdrawal,
): void {
  const postings = disputePostings({ amount, currency, method })
  const cause = { kind, object_id, customer_id, invoice_id: null, currency }
  post(work, cause, kind === 'dispute_withdrawn' ? postings : mirrored(postings))
}
