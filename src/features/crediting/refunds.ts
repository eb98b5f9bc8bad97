// The actions on refunds. A credit note starts them in its own transaction; each moves the payment that it is taken from,
// the note, and the ledger with it.

import { allocationsOf, withRefunded } from '../../domain/allocation.ts'
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
import type { Answer, DeclaredEvent, Subject } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { type CreditNote, creditNoteIds, creditNotes } from '../credit-notes/record.ts'
import { moveNoteCredit } from '../credit-transactions/actions.ts'
import { missingInBody } from '../identifiers.ts'
import { bookDay } from '../ledger/book-day.ts'
import { type Cause, post } from '../ledger/post.ts'
import { type Payment, paymentIds } from '../payments/record.ts'
import { payments } from '../payments/store.ts'
import { events, type Refund, refundIds, refunds } from '../refunds/record.ts'
import { insertRow, newRow } from '../rows.ts'
import { owedRows, type PaysOwed, payOwed } from './pay-owed.ts'

/** The subject of a refund's events. */
const aboutRefund = ({ id, customer_id }: Pick<Refund, 'id' | 'customer_id'>): Subject => ({
  id: refundIds.ref(id),
  customer_id,
})

/** Starts the refunds of a new note, the newest payment first. The invoice received at least as much. */
export function startRefunds(work: Work, note: CreditNote, isPaid: boolean): void {
  if (note.refund === 0) return
  const received = work.list(payments, 'invoice_id', note.invoice_id)
  for (const { payment, amount } of spreadOver(received, note.invoice_id, note.refund)) {
    const { row } = startRefund(work, note, payment, amount)
    if (isPaid) payRefund(work, row, {})
  }
}

function startRefund(
  work: Work,
  note: CreditNote,
  payment: Payment,
  amount: number,
): { row: Refund; answer: Answer } {
  const row: Refund = {
    ...newRow(work),
    credit_note_id: note.id,
    payment_id: payment.id,
    invoice_id: note.invoice_id,
    customer_id: note.customer_id,
    amount,
    currency: note.currency,
    method: payment.method,
    status: 'pending',
    paid_on: null,
    reference: '',
    failure_reason: '',
    succeeded_at: null,
    failed_at: null,
    canceled_at: null,
    moved_to_balance_at: null,
  }
  const inserted = { table: refunds, row, present: refunds.json }
  const answer = insertRow(work, events.created, aboutRefund(row), inserted)
  takeFrom(work, row, amount)
  return { row, answer }
}

/** Counts an amount as refunded, of the payment and of what the note asks for; negative gives it back. */
function takeFrom(work: Work, refund: Refund, amount: number): void {
  const { payment_id, invoice_id, credit_note_id } = refund
  work.update(payments, withRefunded(work.get(payments, payment_id), invoice_id, amount))
  countAsked(work, credit_note_id, amount)
}

function countAsked(work: Work, credit_note_id: string, amount: number): void {
  const note = work.get(creditNotes, credit_note_id)
  work.update(creditNotes, { ...note, refunding: note.refunding + amount })
}

export interface CreateRefund {
  credit_note_id: string
  payment_id: string
  /** All that the note still has to refund, if absent. */
  amount: number | undefined
}

export const createRefund: Action<CreateRefund> = {
  name: 'refunds.create',
  rows: ({ credit_note_id, payment_id }) => [
    { table: creditNotes, id: credit_note_id },
    { table: payments, id: payment_id },
  ],
  decide(work, { credit_note_id, payment_id, amount }) {
    const note = work.find(creditNotes, credit_note_id)
    if (!note) throw missingInBody(creditNoteIds, credit_note_id, 'credit_note_id')
    const payment = work.find(payments, payment_id)
    if (!payment) throw missingInBody(paymentIds, payment_id, 'payment_id')
    if (!allocationsOf(payment).some(({ invoice_id }) => invoice_id === note.invoice_id)) {
      throw billingError(
        'parameter_invalid',
        `Payment ${paymentIds.ref(payment_id)} does not pay the invoice of credit note ${note.number}. Use a payment that does.`,
        { param: 'payment_id' },
      )
    }
    // Without an amount at least 1 is asked for, so that nothing left to refund is an error.
    const wanted = amount ?? Math.max(1, note.refund - note.refunding)
    assertAskedFor(note, wanted)
    assertRefundable(payment, note.invoice_id, wanted)
    return startRefund(work, note, payment, wanted).answer
  },
}

export interface PaidRefund {
  paid_on?: string
  reference?: string
}

/** Records that a refund was paid, on a day that is neither in the future nor in closed books. */
function payRefund(work: Work, before: Refund, { paid_on, reference }: PaidRefund): Answer {
  const day = bookDay(work, 'paid_on', paid_on)
  const paid = { paid_on: day, reference: reference ?? before.reference }
  const answer = change(work, events.succeeded, before, { ...succeed(before, work.now), ...paid })
  post(work, { ...causeOf('refund_succeeded', before), value_date: day }, refundPostings(before))
  return answer
}

export const succeedRefund: Action<{ id: string; body: PaidRefund }> = {
  name: 'refunds.succeed',
  rows: ({ id }) => [{ table: refunds, id }],
  decide: (work, { id, body }) => payRefund(work, find(work, id), body),
}

export const failRefund: Action<{ id: string; failure_reason: string }> = {
  name: 'refunds.fail',
  rows: ({ id }) => [{ table: refunds, id }],
  decide(work, { id, failure_reason }) {
    const before = find(work, id)
    const answer = change(work, events.failed, before, {
      ...fail(before, work.now),
      failure_reason,
    })
    takeFrom(work, before, -before.amount)
    if (before.status === 'succeeded') {
      post(work, causeOf('refund_failed', before), mirrored(refundPostings(before)))
    }
    return answer
  },
}

export const cancelRefund: Action<{ id: string }> = {
  name: 'refunds.cancel',
  rows: ({ id }) => [{ table: refunds, id }],
  decide(work, { id }) {
    const before = find(work, id)
    const answer = change(work, events.canceled, before, cancel(before, work.now))
    takeFrom(work, before, -before.amount)
    return answer
  },
}

export const moveRefund: Action<{ id: string } & PaysOwed> = {
  name: 'refunds.to_balance',
  rows: ({ id, owed }) => [{ table: refunds, id }, ...owedRows({ owed })],
  decide(work, { id, owed }) {
    const before = find(work, id)
    const moved = moveToBalance(before, work.now)
    if (isUnderWay(before)) takeFrom(work, before, -before.amount)
    const note = work.get(creditNotes, before.credit_note_id)
    assertAskedFor(note, before.amount)
    const answer = change(work, events.moved_to_balance, before, moved)
    countAsked(work, note.id, before.amount)
    post(work, causeOf('refund_moved', before), refundMovedPostings(before))
    moveNoteCredit(work, 'credited', { ...note, to_balance: before.amount })
    payOwed(work, note, [...owed, before.invoice_id])
    return answer
  },
}

function find(work: Work, id: string): Refund {
  const found = work.find(refunds, id)
  if (!found) throw refundIds.missing(refundIds.ref(id))
  work.assertMatch(() => refunds.json(found))
  return found
}

function change(
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
