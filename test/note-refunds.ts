// A model of refunds, written from the documents: how credit notes return money of an invoice's payments.

import assert from 'node:assert/strict'
import type { Api } from './client.ts'
import { get, type Made } from './fixtures.ts'
import * as books from './note-books.ts'
import { leftOf } from './note-payments.ts'

export const STEPS = ['succeed', 'fail', 'cancel', 'to_balance'] as const
export type Step = (typeof STEPS)[number]

const ALLOWED: Record<Step, books.Refund['status'][]> = {
  succeed: ['pending'],
  fail: ['pending', 'succeeded'],
  cancel: ['pending'],
  to_balance: ['pending', 'failed', 'canceled'],
}

/** The amount that a note still has to refund. */
export const askedBy = (note: books.Note): bigint =>
  note.isVoid ? 0n : note.money.refund - books.refundingOf(note)

const newRefund = (payment: books.Payment, amount: bigint): books.Refund => ({
  ...{ id: '', payment, amount, status: 'pending', wasPaid: false, isMoved: false },
})

/** Starts the refunds of a new note, newest payment first. */
export function start(bill: books.Bill, note: books.Note): void {
  let left = note.money.refund
  const newestFirst = bill.payments.toSorted((one, other) =>
    `${one.day} ${one.id}` < `${other.day} ${other.id}` ? 1 : -1,
  )
  for (const payment of newestFirst) {
    const most = leftOf(bill, payment)
    const amount = most < left ? most : left
    if (amount > 0n) note.refunds.push(newRefund(payment, amount))
    left -= amount
  }
  assert.equal(left, 0n, 'the payments cover what a note may refund')
}

export const allowedSteps = ({ status, isMoved }: books.Refund): Step[] =>
  STEPS.filter((step) => !isMoved && ALLOWED[step].includes(status))

/** Why a step is refused; undefined if it is allowed. */
export function faultOf(note: books.Note, refund: books.Refund, step: Step): string | undefined {
  if (!allowedSteps(refund).includes(step)) return 'refund_not_pending'
  if (step !== 'to_balance' || refund.status === 'pending') return undefined
  return refund.amount > askedBy(note) ? 'refund_exceeds_credit_note' : undefined
}

/** Takes a step; a refund can be paid on an earlier day than this. */
export function act(
  own: books.Books,
  bill: books.Bill,
  refund: books.Refund,
  step: Step,
  { day, paid_on = day }: { day: string; paid_on?: string },
): void {
  const { amount, payment, status } = refund
  const begin = (kind: string, value_day = day) =>
    books.begin(own, { kind, currency: bill.currency, day, value_day, bill })
  const payable = (sum: bigint) => books.add(own, bill.currency, 'refunds_payable ', sum)
  const cash = (sum: bigint) => books.add(own, bill.currency, payment.account, sum)
  if (step === 'succeed') {
    refund.status = 'succeeded'
    refund.wasPaid = true
    begin('refund_succeeded', paid_on)
    payable(amount)
    cash(-amount)
  } else if (step === 'fail') {
    refund.status = 'failed'
    if (status !== 'succeeded') return
    begin('refund_failed')
    payable(-amount)
    cash(amount)
  } else if (step === 'cancel') refund.status = 'canceled'
  else {
    if (status === 'pending') refund.status = 'canceled'
    refund.isMoved = true
    begin('refund_moved')
    payable(amount)
    books.add(own, bill.currency, 'customer_credit ', -amount)
    books.changeBalance(own, bill.currency, amount)
  }
}

/**
 * Why a further refund is refused; undefined if it is allowed. By default, it is all that the note still has to refund.
 */
export function againFault(
  bill: books.Bill,
  note: books.Note,
  payment: books.Payment,
  amount: bigint | undefined,
): string | undefined {
  if (!payment.paid.get(bill)) return 'parameter_invalid'
  const asked = askedBy(note)
  if (asked === 0n || (amount ?? 0n) > asked) return 'refund_exceeds_credit_note'
  return (amount ?? asked) > leftOf(bill, payment) ? 'refund_exceeds_payment' : undefined
}

export function again(note: books.Note, payment: books.Payment, amount: bigint | undefined): void {
  note.refunds.push(newRefund(payment, amount ?? askedBy(note)))
}

/** Reads the refunds of a note and compares them with the model. */
export async function assertRefunds(api: Api, id: string, note: books.Note): Promise<void> {
  const { data } = await get(api, `/v1/refunds?credit_note_id=${id}&limit=100`)
  compareRefunds(id, note, data)
}

/** Compares the refunds of a note with the model, which learns the IDs of new ones. */
export function compareRefunds(id: string, note: books.Note, data: Made[]): void {
  const known = new Set(note.refunds.map((each) => each.id))
  const fresh: Record<string, unknown>[] = data.filter(
    (each: { id: string }) => !known.has(each.id),
  )
  for (const refund of note.refunds.filter((each) => each.id === '')) {
    const at = fresh.findIndex(({ payment_id }) => payment_id === refund.payment.id)
    refund.id = String(fresh.splice(at, 1)[0]?.id)
  }
  const sorted = <T extends { id: string }>(all: T[]) =>
    all.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const seen = data.map((refund) => ({
    ...{
      id: String(refund.id),
      payment_id: refund.payment_id,
      amount: BigInt(Number(refund.amount)),
    },
    ...{ status: refund.status, wasPaid: refund.succeeded_at !== null },
    ...{ day: refund.paid_on !== null, isMoved: refund.moved_to_balance_at !== null },
    account: `cash_${refund.method} `,
  }))
  const expected = note.refunds.map(({ payment, wasPaid, ...rest }) => ({
    ...rest,
    ...{ wasPaid, day: wasPaid, payment_id: payment.id, account: payment.account },
  }))
  assert.deepEqual(sorted(seen), sorted(expected), `refunds of ${id}`)
}
