// The actions on refunds. A credit note starts them in its own transaction; money that pays no invoice is refunded
// without one. Each also updates its payment, its note and the ledger. What gateways pay is in `refunds-by-gateway.ts`.

import { allocationsOf, assertMovable, withMove, withRefunded } from '../../domain/allocation.ts'
import { billingError } from '../../domain/errors.ts'
import { mirrored, refundMovedPostings, refundPostings } from '../../domain/ledger.ts'
import {
  assertAskedFor,
  assertRefundable,
  cancel,
  fail,
  isUnderWay,
  moveToBalance,
  spreadOver,
  succeed,
} from '../../domain/refund.ts'
import { assertNotSent, assertPaidByHand, canRefund } from '../../domain/refund-outcomes.ts'
import type { Answer, DeclaredEvent, Subject } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { type CreditNote, creditNoteIds, creditNotes } from '../credit-notes/record.ts'
import { moveNoteCredit, movePaymentCredit } from '../credit-transactions/actions.ts'
import { missingInBody } from '../identifiers.ts'
import { owedRows, type PaysOwed, payOwed } from '../invoices/pay-owed.ts'
import { bookDay } from '../ledger/book-day.ts'
import { type Cause, post } from '../ledger/post.ts'
import { carryOut, moveOf } from '../payments/allocate.ts'
import {
  aboutPayment,
  type Payment,
  events as paymentEvents,
  paymentIds,
} from '../payments/record.ts'
import { payments } from '../payments/store.ts'
import { events, type Refund, refundIds, refunds } from '../refunds/record.ts'
import { insertRow, newRow } from '../rows.ts'

/** The subject of a refund's events. */
const aboutRefund = ({ id, customer_id }: Pick<Refund, 'id' | 'customer_id'>): Subject => ({
  id: refundIds.ref(id),
  customer_id,
})

/** Who returns the money: gateways what they collected, people the rest, or people everything, also if they did already. */
export type RefundWay = 'by_gateway' | 'by_hand' | 'paid'

/** Starts the refunds of a new note, newest payment first. The payments of the invoice cover them. */
export function startRefunds(work: Work, note: CreditNote, way: RefundWay): void {
  if (note.refund === 0) return
  const received = work.list(payments, 'invoice_id', note.invoice_id)
  for (const { payment, amount } of spreadOver(received, note.invoice_id, note.refund)) {
    const by_gateway = way === 'by_gateway' && canRefund(payment)
    const { row } = startRefund(work, { note, payment, amount, by_gateway })
    takeFrom(work, row, amount)
    if (way === 'paid') payRefund(work, row, {})
  }
}

interface StartRefund {
  /** Null to return money that pays no invoice. */
  note: CreditNote | null
  payment: Payment
  amount: number
  by_gateway: boolean
}

/** Inserts a refund. One that the gateway pays is sent after the commit, by a sweep. */
function startRefund(
  work: Work,
  { note, payment, amount, by_gateway }: StartRefund,
): { row: Refund; answer: Answer } {
  const { id: payment_id, customer_id, currency, method } = payment
  const row: Refund = {
    ...newRow(work),
    credit_note_id: note?.id ?? null,
    invoice_id: note?.invoice_id ?? null,
    ...{ payment_id, customer_id, amount, currency, method },
    status: 'pending',
    by_gateway,
    ...{ gateway_ref: null, flagged_at: null, sent_at: null },
    check_at: by_gateway ? work.now : null,
    paid_on: null,
    reference: '',
    failure_reason: '',
    succeeded_at: null,
    failed_at: null,
    canceled_at: null,
    moved_to_balance_at: null,
  }
  const inserted = { table: refunds, row, present: refunds.json }
  return { row, answer: insertRow(work, events.created, aboutRefund(row), inserted) }
}

/** Counts an amount as refunded on the payment and on the note; a negative one undoes it. */
function takeFrom(work: Work, refund: Refund, amount: number): void {
  const { payment_id, invoice_id, credit_note_id } = refund
  const payment = work.get(payments, payment_id)
  const after = withRefunded(payment, invoice_id, amount)
  if (credit_note_id === null) changePayment(work, payment, after)
  else {
    work.update(payments, after)
    countAsked(work, credit_note_id, amount)
  }
}

/** Saves a payment whose unallocated amount changed. */
function changePayment(work: Work, before: Payment, changed: Payment): void {
  const after = { ...changed, updated_at: work.now }
  const update = { table: payments, before, after, present: payments.json }
  work.change(paymentEvents.updated, aboutPayment(before), update)
}

function countAsked(work: Work, credit_note_id: string, amount: number): void {
  const note = work.get(creditNotes, credit_note_id)
  work.update(creditNotes, { ...note, refunding: note.refunding + amount })
}

export interface CreateRefund {
  /** Null to refund money that pays no invoice. */
  credit_note_id: string | null
  payment_id: string
  /** By default, everything that can still be refunded for the note, or all unallocated money. */
  amount: number | undefined
  /** By default, if the gateway that collected the payment can return it. */
  by_gateway: boolean | undefined
}

export const createRefund: Action<CreateRefund> = {
  name: 'refunds.create',
  rows: ({ credit_note_id, payment_id }) => [
    ...(credit_note_id === null ? [] : [{ table: creditNotes, id: credit_note_id }]),
    { table: payments, id: payment_id },
  ],
  decide(work, { credit_note_id, payment_id, amount, by_gateway: sent }) {
    const note = credit_note_id === null ? null : work.find(creditNotes, credit_note_id)
    if (note === undefined)
      throw missingInBody(creditNoteIds, credit_note_id ?? '', 'credit_note_id')
    const payment = work.find(payments, payment_id)
    if (!payment) throw missingInBody(paymentIds, payment_id, 'payment_id')
    const by_gateway = sent ?? canRefund(payment)
    if (by_gateway && !canRefund(payment)) throw notByGateway(payment_id)
    if (!note) return refundRest(work, payment, { amount, by_gateway })
    if (!allocationsOf(payment).some(({ invoice_id }) => invoice_id === note.invoice_id)) {
      throw billingError(
        'parameter_invalid',
        `Payment ${paymentIds.ref(payment_id)} does not pay the invoice of credit note ${note.number}. Use a payment that does.`,
        { param: 'payment_id' },
      )
    }
    // Without an amount, at least 1 is requested, so that having nothing left to refund is an error.
    const wanted = amount ?? Math.max(1, note.refund - note.refunding)
    assertAskedFor(note, wanted)
    assertRefundable(payment, note.invoice_id, wanted)
    const { row, answer } = startRefund(work, { note, payment, amount: wanted, by_gateway })
    takeFrom(work, row, wanted)
    return answer
  },
}

const notByGateway = (payment_id: string) =>
  billingError(
    'parameter_invalid',
    `No gateway collected payment ${paymentIds.ref(payment_id)}. Leave out by_gateway, return the money yourself, and mark the refund as paid.`,
    { param: 'by_gateway' },
  )

/**
 * Refunds the unallocated part of a payment, then the part that became credit, which is taken back from the customer.
 */
function refundRest(
  work: Work,
  before: Payment,
  { amount, by_gateway }: Pick<CreateRefund, 'amount'> & { by_gateway: boolean },
): Answer {
  const { unallocated, to_balance } = before
  const wanted = amount ?? Math.max(1, unallocated + to_balance)
  assertRefundable(before, null, wanted)
  const { answer } = startRefund(work, { note: null, payment: before, amount: wanted, by_gateway })
  const credit = Math.max(0, wanted - unallocated)
  if (credit === 0) {
    changePayment(work, before, withRefunded(before, null, wanted))
    return answer
  }
  assertMovable(before.moves)
  const move = moveOf(work, { invoice_id: null, amount: -credit })
  const freed = withMove(before, move)
  changePayment(work, before, withRefunded(freed, null, wanted))
  carryOut(work, { payment: freed, moves: [{ move }] })
  movePaymentCredit(work, 'overpayment_reversed', { ...before, to_balance: credit })
  return answer
}

export interface PaidRefund {
  paid_on?: string
  reference?: string
}

/** Records that a refund was paid, on a day that is neither in the future nor in closed books. */
function payRefund(work: Work, before: Refund, { paid_on, reference }: PaidRefund): Answer {
  const day = bookDay(work, 'paid_on', paid_on)
  return bookPaid(work, before, { paid_on: day, reference: reference ?? before.reference })
}

/** Saves a refund that was paid, and posts it. */
export function bookPaid(
  work: Work,
  before: Refund,
  paid: Partial<Refund> & { paid_on: string },
): Answer {
  const after = { ...succeed(before, work.now), ...paid }
  const answer = change(work, events.succeeded, before, after)
  const cause = { ...causeOf('refund_succeeded', before), value_date: paid.paid_on }
  post(work, cause, refundPostings(before))
  return answer
}

export const succeedRefund: Action<{ id: string; body: PaidRefund }> = {
  name: 'refunds.succeed',
  rows: ({ id }) => [{ table: refunds, id }],
  decide(work, { id, body }) {
    const before = find(work, id)
    assertPaidByHand(before)
    return payRefund(work, before, body)
  },
}

export const failRefund: Action<{ id: string; failure_reason: string }> = {
  name: 'refunds.fail',
  rows: ({ id }) => [{ table: refunds, id }],
  decide(work, { id, failure_reason }) {
    const before = find(work, id)
    assertPaidByHand(before)
    return bookFailed(work, before, { failure_reason })
  },
}

/** Saves a refund that failed: its amount can be refunded again, and is posted back if it was paid before. */
export function bookFailed(work: Work, before: Refund, failed: Partial<Refund>): Answer {
  const after = { ...fail(before, work.now), ...failed }
  const answer = change(work, events.failed, before, after)
  takeFrom(work, before, -before.amount)
  if (before.status === 'succeeded') {
    post(work, causeOf('refund_failed', before), mirrored(refundPostings(before)))
  }
  return answer
}

export const cancelRefund: Action<{ id: string }> = {
  name: 'refunds.cancel',
  rows: ({ id }) => [{ table: refunds, id }],
  decide(work, { id }) {
    const before = find(work, id)
    assertNotSent(before)
    const after = { ...cancel(before, work.now), check_at: null }
    const answer = change(work, events.canceled, before, after)
    takeFrom(work, before, -before.amount)
    return answer
  },
}

export const moveRefund: Action<{ id: string } & PaysOwed> = {
  name: 'refunds.to_balance',
  rows: ({ id, owed }) => [{ table: refunds, id }, ...owedRows({ owed })],
  decide(work, { id }) {
    const before = find(work, id)
    const { credit_note_id } = before
    if (credit_note_id === null) {
      throw billingError(
        'refund_not_pending',
        `The refund is of money that pays no invoice. ${before.status === 'pending' ? 'Cancel it, then move' : 'Move'} payment ${paymentIds.ref(before.payment_id)} to the balance.`,
      )
    }
    assertNotSent(before)
    const moved = { ...moveToBalance(before, work.now), check_at: null }
    if (isUnderWay(before)) takeFrom(work, before, -before.amount)
    const note = work.get(creditNotes, credit_note_id)
    assertAskedFor(note, before.amount)
    const answer = change(work, events.moved_to_balance, before, moved)
    countAsked(work, note.id, before.amount)
    post(work, causeOf('refund_moved', before), refundMovedPostings(before))
    moveNoteCredit(work, 'credited', { ...note, to_balance: before.amount })
    payOwed(work, note)
    return answer
  },
}

function find(work: Work, id: string): Refund {
  const found = work.find(refunds, id)
  if (!found) throw refundIds.missing(refundIds.ref(id))
  work.assertMatch(() => refunds.json(found))
  return found
}

export function change(
  work: Work,
  event: DeclaredEvent,
  before: Refund,
  members: Partial<Refund>,
): Answer {
  const after: Refund = { ...before, ...members, updated_at: work.now }
  return work.change(event, aboutRefund(before), {
    table: refunds,
    before,
    after,
    present: refunds.json,
  })
}

const causeOf = (kind: Cause['kind'], refund: Refund): Cause => ({
  kind,
  object_id: refund.id,
  customer_id: refund.customer_id,
  invoice_id: refund.invoice_id,
  currency: refund.currency,
})
