// Reverses payments: by hand, and when the bank takes back what a gateway had collected.

import { allocationsOf, withdrawnOf, withMove } from '../../domain/allocation.ts'
import { assertUndisputed } from '../../domain/dispute.ts'
import { mirrored, settlePostings } from '../../domain/ledger.ts'
import { reverse } from '../../domain/payment.ts'
import { assertNothingPending } from '../../domain/refund.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { grantMissing, movePaymentCredit } from '../credit-transactions/actions.ts'
import { changeInvoice } from '../invoices/change.ts'
import { events as invoiceEvents } from '../invoices/record.ts'
import { invoices } from '../invoices/store.ts'
import { post } from '../ledger/post.ts'
import { causeOf } from './actions.ts'
import {
  carryOut,
  findPayment,
  moveOf,
  type Plan,
  planRemoval,
  REVERSAL,
  reopened,
} from './allocate.ts'
import { aboutPayment, events, type Payment } from './record.ts'
import { openDispute, payments, pendingRefund } from './store.ts'

export interface ReversePayment {
  id: string
  reason: string
}

export const reversePayment: Action<ReversePayment> = {
  name: 'payments.reverse',
  rows: ({ id }) => [{ table: payments, id }],
  decide: (work, { id, reason }) => reverseMoney(work, findPayment(work, id), reason),
}

/** Reverses a payment whose money is gone already: credit that it gave, and that was used, is granted first. */
export function bounce(work: Work, before: Payment, reason: string): Answer {
  grantMissing(work, before, reason)
  return reverseMoney(work, before, reason)
}

function reverseMoney(work: Work, before: Payment, reason: string): Answer {
  const reversed = reverse(before, reason, work.now)
  assertNoDispute(work, before)
  const plan = before.moves ? planReversal(work, before) : undefined
  const { moves } = plan?.payment ?? before
  const after: Payment = { ...before, ...reversed, moves }
  if (before.refunded > 0) assertNothingPending(work.lookUp(pendingRefund, before.id))
  const answer = work.change(events.reversed, aboutPayment(before), {
    table: payments,
    before,
    after,
    present: payments.json,
  })
  if (plan) carryOut(work, plan)
  for (const { invoice_id, amount } of plan ? [] : allocationsOf(before)) {
    const invoice = work.get(invoices, invoice_id)
    const open = reopened(work, invoice, amount)
    changeInvoice(work, invoiceEvents.payment_reversed, invoice, open)
  }
  // Disputes took their part before.
  const left = { ...before, amount: before.amount - before.amount_reversed }
  const postings = settlePostings(left, plan !== undefined)
  post(work, causeOf('payment_reversed', before), mirrored(postings))
  movePaymentCredit(work, 'overpayment_reversed', before)
  return answer
}

/** Throws `payment_disputed` while a dispute holds money of the payment, which it can still return. */
export function assertNoDispute(work: Work, { id, amount_reversed }: Payment): void {
  if (amount_reversed > 0) assertUndisputed(work.lookUp(openDispute, id))
}

/** Removes all allocations of a payment, to invoices and to the customer's credit. */
function planReversal(work: Work, payment: Payment): Plan {
  const parts = allocationsOf(payment).map(({ invoice_id, amount }) => ({
    invoice: work.get(invoices, invoice_id),
    amount: amount - withdrawnOf(payment, invoice_id),
  }))
  const { payment: freed, moves } = planRemoval(work, payment, parts, true)
  if (freed.to_balance === 0) return { payment: freed, moves }
  const move = moveOf(work, { invoice_id: null, amount: -freed.to_balance, ...REVERSAL })
  return { payment: withMove(freed, move), moves: [...moves, { move }] }
}
