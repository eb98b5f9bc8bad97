// A model of refunds of money that pays no invoice, written from the documents: drawn, sent, and applied.

import assert from 'node:assert/strict'
import type { Api } from './client.ts'
import { get, type Made, PAYMENTS } from './fixtures.ts'
import * as books from './note-books.ts'
import { AGO, type Party } from './note-payment-acts.ts'
import { seenOf, shownOf } from './note-payments.ts'
import { partOf } from './note-random.ts'
import { allowedSteps, STEPS, type Step } from './note-refunds.ts'
import type { Random } from './random.ts'
import { plusDays } from './sums-model.ts'

const REFUNDS = '/v1/refunds'
const WAITING = 'unallocated_payments '

export type ReturnAct =
  /** Payments by position; without an amount, the whole unallocated part. */
  | { verb: 'give_back'; of: number; amount: bigint | undefined }
  /** A step of a refund, by position. */
  | { verb: 'give_back_step'; of: number; re: number; step: Step; ago: number }

export const isReturnAct = (act: { verb: string }): act is ReturnAct =>
  act.verb === 'give_back' || act.verb === 'give_back_step'

/** The part of a payment that pays no invoice. */
const restOf = ({ isReversed, unallocated, to_balance }: books.Payment): bigint =>
  isReversed ? 0n : unallocated + to_balance

/** Most of them are allowed. */
export function drawReturn(random: Random, own: books.Books): ReturnAct | undefined {
  const { below, pick } = random
  const places = [...own.payments.keys()]
  const started = places.filter((of) => own.payments[of]?.returns.length)
  if (started.length > 0 && below(3) > 0) {
    const of = pick(started)
    const { returns } = own.payments[of] as books.Payment
    const re = below(returns.length)
    const allowed = stepsOf(returns[re] as books.Refund)
    const step = pick(allowed.length > 0 && below(5) > 0 ? allowed : STEPS)
    return { verb: 'give_back_step', of, re, step, ago: pick(AGO) }
  }
  const usable = places.filter((of) => restOf(own.payments[of] as books.Payment) > 0n)
  const anyOf = below(8) === 0 ? places : usable
  if (anyOf.length === 0) return undefined
  const of = pick(anyOf)
  const payment = own.payments[of] as books.Payment
  const rest = restOf(payment)
  const some = [undefined, partOf(random, rest), partOf(random, payment.unallocated), rest]
  const amount = below(8) === 0 ? rest + 1n : pick(some)
  return { verb: 'give_back', of, amount: amount || undefined }
}

/** The payment moves money to the balance, never the refund. */
const stepsOf = (refund: books.Refund): Step[] =>
  allowedSteps(refund).filter((step) => step !== 'to_balance')

/** Why a refund is refused: any of these faults can be reported. */
function startFaults(own: books.Books, payment: books.Payment, amount: bigint): string[] {
  if (amount === 0n || amount > restOf(payment)) return ['refund_exceeds_payment']
  const credit = amount - payment.unallocated
  const balance = own.balances.get(payment.currency) ?? 0n
  const isUsed = credit > 0n && balance < credit * books.unitOf(payment.currency)
  return isUsed ? ['credit_exceeds_balance'] : []
}

/** Takes the unallocated amount, then the credit. Nothing else is posted until the refund is paid. */
function start(own: books.Books, payment: books.Payment, amount: bigint, day: string): void {
  const { currency, unallocated } = payment
  const credit = amount - unallocated
  if (credit > 0n) {
    payment.recordedFor = null
    books.begin(own, { kind: 'payment_deallocated', currency, day, bill: null })
    books.add(own, currency, 'customer_credit ', credit)
    books.add(own, currency, WAITING, -credit)
    books.changeBalance(own, currency, -credit)
    payment.to_balance -= credit
    payment.unallocated += credit
  }
  payment.unallocated -= amount
  const state = { status: 'pending', wasPaid: false, isMoved: false } as const
  payment.returns.push({ id: '', payment, amount, ...state })
}

function take(
  own: books.Books,
  refund: books.Refund,
  step: Step,
  { day, paid_on }: { day: string; paid_on: string },
): void {
  const { payment, amount, status } = refund
  const { currency, account } = payment
  const post = (kind: string, sum: bigint, value_day: string) => {
    books.begin(own, { kind, currency, day, value_day, bill: null })
    books.add(own, currency, WAITING, sum)
    books.add(own, currency, account, -sum)
  }
  if (step === 'succeed') {
    refund.status = 'succeeded'
    refund.wasPaid = true
    post('refund_succeeded', amount, paid_on)
    return
  }
  refund.status = step === 'fail' ? 'failed' : 'canceled'
  // The amount is unallocated again, even if the payment was reversed since.
  payment.unallocated += amount
  if (status === 'succeeded') post('refund_failed', -amount, day)
}

/** Sends an act and applies it to the model; returns how it ended. */
export async function playReturn(
  api: Api,
  { books: own, bills }: Party,
  act: ReturnAct,
  day: string,
): Promise<string> {
  const payment = own.payments[act.of] as books.Payment
  const send = async (path: string, body: object, faults: string[]): Promise<string> => {
    const answer = await api.post(path, { body })
    const code = answer.status < 300 ? undefined : answer.body.error.code
    const isExpected = code === undefined ? faults.length === 0 : faults.includes(code)
    assert.ok(isExpected, `expected ${faults.join(' or ') || 'success'}: ${answer.text}`)
    return code ?? 'ok'
  }
  const look = async () => {
    const ids = new Map(bills.map(({ id, bill }) => [bill, id]))
    const shown = await get(api, `${PAYMENTS}/${payment.id}`)
    assert.deepEqual(seenOf(shown), shownOf(payment, ids))
    const { data } = await get(api, `${REFUNDS}?payment_id=${payment.id}&limit=100`)
    compareReturns(
      [payment],
      data.filter((each: Made) => each.credit_note_id === null),
    )
  }
  if (act.verb === 'give_back') {
    const wanted = act.amount ?? restOf(payment)
    const amount = act.amount === undefined ? {} : { amount: Number(act.amount) }
    const body = { payment_id: payment.id, from: 'overpayment', ...amount }
    const isCredit = wanted > payment.unallocated
    const ended = await send(REFUNDS, body, startFaults(own, payment, wanted))
    if (ended === 'ok') start(own, payment, wanted, day)
    await look()
    return `${isCredit ? 'of credit ' : ''}${ended}`
  }
  const refund = payment.returns[act.re] as books.Refund
  const { step } = act
  const paid_on = plusDays(day, -act.ago)
  const isAllowed = stepsOf(refund).includes(step)
  const body = step === 'succeed' ? { paid_on } : {}
  const ended = await send(
    `${REFUNDS}/${refund.id}/${step}`,
    body,
    isAllowed ? [] : ['refund_not_pending'],
  )
  if (isAllowed) take(own, refund, step, { day, paid_on })
  await look()
  return `${step}${payment.isReversed ? ' after reversal' : ''} ${ended}`
}

/** Compares the refunds of payments that have no note with the model, which learns the ID of a new one. */
export function compareReturns(payments: books.Payment[], data: Made[]): void {
  const all = payments.flatMap(({ returns }) => returns)
  const known = new Set(all.map(({ id }) => id))
  const fresh = data.filter(({ id }) => !known.has(id))
  for (const refund of all.filter(({ id }) => id === '')) {
    const at = fresh.findIndex(({ payment_id }) => payment_id === refund.payment.id)
    refund.id = String(fresh.splice(at, 1)[0]?.id)
  }
  const seen = data.map((refund) => ({
    ...{ id: refund.id, payment_id: refund.payment_id, amount: BigInt(refund.amount) },
    ...{ currency: refund.currency, account: `cash_${refund.method} `, status: refund.status },
    ...{ note: refund.credit_note_id, invoice: refund.invoice_id },
    ...{ wasPaid: refund.succeeded_at !== null, isDated: refund.paid_on !== null },
    isMoved: refund.moved_to_balance_at !== null,
  }))
  const expected = all.map(({ id, payment, amount, status, wasPaid }) => ({
    ...{ id, payment_id: payment.id, amount, currency: payment.currency },
    ...{ account: payment.account, status, note: null, invoice: null },
    ...{ wasPaid, isDated: wasPaid, isMoved: false },
  }))
  const sorted = <T extends { id: string }>(list: T[]) =>
    list.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  assert.deepEqual(sorted(seen), sorted(expected), 'refunds without a note')
}
