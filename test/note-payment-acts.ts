// Random acts on payments of a customer and on write-offs: drawn, sent, and applied to the model.

import assert from 'node:assert/strict'
import type { Api } from './client.ts'
import { INVOICES, type Made, PAYMENTS } from './fixtures.ts'
import * as books from './note-books.ts'
import * as payments from './note-payments.ts'
import { partOf } from './note-random.ts'
import type { Random } from './random.ts'
import { plusDays } from './sums-model.ts'

/** An invoice by index, and an amount; by default as much as possible. */
interface Wish {
  at: number
  amount?: bigint
}

interface Money {
  amount: bigint
  method: string
  /** Days since it was received. */
  ago: number
}

export type PaymentAct =
  | ({ verb: 'pay'; at: number } & Money)
  /** A payment of a customer, and its first allocations. */
  | ({ verb: 'receive'; currency: string; to: Wish[] | undefined } & Money)
  /** Payments by index. */
  | { verb: 'allocate'; of: number; to: Wish[] }
  | { verb: 'deallocate'; of: number; from: Wish[] }
  | { verb: 'to_balance'; of: number; amount: bigint | undefined }
  | { verb: 'reverse'; of: number }
  | { verb: 'write_off'; at: number; amount: bigint | undefined }
  | { verb: 'reverse_write_off'; at: number }

export const isPaymentAct = (act: { verb: string }): act is PaymentAct =>
  act.verb === 'pay' || (VERBS as readonly string[]).includes(act.verb)

export interface Party {
  id: number
  bills: { id: string; bill: books.Bill }[]
  books: books.Books
}

const METHODS = ['bank_transfer', 'cash', 'cheque']
/** Days from the day on which money moved to the day on which it is recorded. */
export const AGO = [0, 0, 0, 1, 40]
const VERBS = [
  ...['receive', 'receive', 'receive', 'allocate', 'allocate', 'allocate', 'to_balance'],
  ...['deallocate', 'deallocate', 'deallocate', 'reverse', 'write_off', 'write_off'],
  ...['write_off', 'reverse_write_off'],
] as const

const howOf = ({ pick }: Random) => ({ method: pick(METHODS), ago: pick(AGO) })

/** A payment of one invoice; sometimes an overpayment. */
export function drawPay(random: Random, bill: books.Bill, at: number): PaymentAct | undefined {
  const { below, pick } = random
  const remaining = books.remainingOf(bill)
  const isMore = below(5) === 0
  const most = below(2) === 0 ? remaining : partOf(random, remaining)
  const amount = isMore ? remaining + BigInt(1 + below(pick([2, 5000]))) : most
  return amount > 0n ? { verb: 'pay', at, amount, ...howOf(random) } : undefined
}

/** An act that the state allows, or that is refused for a reason known to the model. */
export function drawPaymentAct(
  random: Random,
  { bills, books: own }: Party,
): PaymentAct | undefined {
  const { below, pick } = random
  const verb = pick(VERBS)
  if (verb === 'write_off' || verb === 'reverse_write_off') return drawWriteOff(random, bills, verb)
  if (verb === 'receive' || own.payments.length === 0) return drawReceive(random, bills)
  const usable = usableFor(verb, own)
  if (verb === 'allocate' && usable.length === 0) return drawReceive(random, bills)
  const of = usable.length > 0 && below(12) > 0 ? pick(usable) : below(own.payments.length)
  const payment = own.payments[of] as books.Payment
  switch (verb) {
    case 'reverse':
      return { verb, of }
    case 'to_balance': {
      const { unallocated } = payment
      const amount = pick([undefined, partOf(random, unallocated), unallocated + 1n])
      return { verb, of, amount: amount || undefined }
    }
    case 'allocate':
      return { verb, of, to: drawWishes(random, bills, payment.currency, payment.unallocated) }
    default:
      return { verb, of, from: drawFrom(random, bills, payment) }
  }
}

/** The payments that an act can change; more often those whose credit was used or that were refunded. */
function usableFor(verb: PaymentAct['verb'], own: books.Books): number[] {
  const places = [...own.payments.keys()].filter((nth) => !own.payments[nth]?.isReversed)
  return places.flatMap((nth) => {
    const payment = own.payments[nth] as books.Payment
    const { unallocated } = payment
    const paid = [...payment.paid].filter(([, amount]) => amount > 0n).map(([bill]) => bill)
    const isRefunded = paid.some(
      (bill) => payments.leftOf(bill, payment) < payments.paidBy(bill, payment),
    )
    const isUsed = payments.reverseFaults(own, payment).length > 0
    if (verb === 'deallocate') return paid.length === 0 ? [] : Array(isRefunded ? 6 : 1).fill(nth)
    if (verb === 'reverse') return Array(isUsed ? 6 : 1).fill(nth)
    return unallocated > 0n ? [nth] : []
  })
}

function drawWriteOff(
  random: Random,
  bills: Party['bills'],
  verb: 'write_off' | 'reverse_write_off',
) {
  const { below, pick } = random
  const places = [...bills.keys()]
  const fit = places.filter((at) => {
    const { bill } = bills[at] as Party['bills'][number]
    return (verb === 'write_off' ? books.collectibleOf(bill) : bill.written_off) > 0n
  })
  const at = fit.length > 0 && below(8) > 0 ? pick(fit) : pick(places)
  if (verb === 'reverse_write_off') return { verb, at }
  const collectible = books.collectibleOf((bills[at] as Party['bills'][number]).bill)
  const part = partOf(random, collectible)
  const amount = pick([undefined, undefined, part, part, part, collectible + 1n])
  return { verb, at, amount: amount || undefined }
}

/** Allocations to invoices of one currency, mostly open ones; mostly within the balance due and the payment. */
function drawWishes(
  random: Random,
  bills: Party['bills'],
  currency: string,
  money: bigint,
): Wish[] {
  const { below, pick, some } = random
  const open = [...bills.keys()].filter((at) => {
    const { bill } = bills[at] as Party['bills'][number]
    return bill.currency === currency && books.remainingOf(bill) > 0n
  })
  const places = open.length > 0 && below(12) > 0 ? open : [...bills.keys()]
  let left = money
  return [...new Set(some(places, 3))].map((at) => {
    const remaining = books.remainingOf((bills[at] as Party['bills'][number]).bill)
    const most = left < remaining ? left : remaining
    const wished = pick([undefined, most, partOf(random, most), partOf(random, most)])
    const amount = below(15) === 0 ? pick([remaining, left]) + 1n : wished
    left -= amount ?? most
    if (left < 0n) left = 0n
    return { at, ...(amount && { amount }) }
  })
}

function drawReceive(random: Random, bills: Party['bills']): PaymentAct {
  const { below, pick } = random
  const { bill } = pick(bills)
  const { currency } = bill
  const owed = bills
    .filter((each) => each.bill.currency === currency)
    .reduce((sum, each) => sum + books.remainingOf(each.bill), 0n)
  const some = pick([owed, partOf(random, owed), books.remainingOf(bill), owed + 500n])
  const amount = some || BigInt(1 + below(5000))
  const to = below(4) === 0 ? undefined : drawWishes(random, bills, currency, amount)
  // Without an invoice, the currency is that of the request.
  return { verb: 'receive', currency, amount, to: below(6) === 0 ? [] : to, ...howOf(random) }
}

/** Deallocations from the invoices that a payment pays, sometimes from others; all, a part, or too much. */
function drawFrom(random: Random, bills: Party['bills'], payment: books.Payment): Wish[] {
  const { below, pick, some } = random
  const paid = [...bills.keys()].filter(
    (at) => payments.paidBy((bills[at] as Party['bills'][number]).bill, payment) > 0n,
  )
  const places = paid.length > 0 && below(12) > 0 ? paid : [...bills.keys()]
  return [...new Set(some(places, 3))].map((at) => {
    const { bill } = bills[at] as Party['bills'][number]
    const left = payments.leftOf(bill, payment)
    const whole = payments.paidBy(bill, payment)
    const part = left > 0n ? partOf(random, left) : 0n
    const amount = pick([undefined, undefined, part, part, whole, left + 1n])
    return { at, ...(amount !== undefined && amount > 0n && { amount }) }
  })
}

/** Sends an act and applies it to the model; returns how it ended. */
export async function playPayment(
  api: Api,
  party: Party,
  act: PaymentAct,
  day: string,
): Promise<string> {
  const send = async (path: string, body: object, faults: string[]): Promise<Made | undefined> => {
    const answer = await api.post(path, { body })
    const code = answer.status < 300 ? undefined : answer.body.error.code
    const isExpected = code === undefined ? faults.length === 0 : faults.includes(code)
    assert.ok(isExpected, `expected ${faults.join(' or ') || 'success'}: ${answer.text}`)
    return code === undefined ? answer.body : undefined
  }
  if ('at' in act) {
    const place = party.bills[act.at] as Party['bills'][number]
    return act.verb === 'pay'
      ? playPay(send, party, { ...act, ...place }, day)
      : playWriteOff(send, party, { ...act, ...place }, day)
  }
  if (act.verb === 'receive') return playReceive(send, party, act, day)
  const payment = party.books.payments[act.of] as books.Payment
  const path = `${PAYMENTS}/${payment.id}/${act.verb}`
  if (act.verb === 'reverse') {
    const faults = payments.reverseFaults(party.books, payment)
    const shown = await send(path, {}, faults)
    if (!shown) return String(faults)
    payments.reverse(party.books, payment, day)
    return assertShown(shown, party, payment)
  }
  if (act.verb === 'to_balance') {
    const { amount } = act
    const faults = payments.toBalanceFaults(payment, amount)
    const shown = await send(path, amount === undefined ? {} : { amount: Number(amount) }, faults)
    if (!shown) return String(faults)
    payments.toBalance(party.books, payment, amount ?? payment.unallocated, day)
    books.payOwed(party.books, party.bills, payment.currency, day)
    return assertShown(shown, party, payment)
  }
  const asked = act.verb === 'allocate' ? act.to : act.from
  const wishes = wishesOf(party, asked)
  const { parts, faults } =
    act.verb === 'allocate'
      ? payments.planAllocation(payment.currency, payment.unallocated, wishes)
      : payments.planDeallocation(payment, wishes)
  if (payment.isReversed) faults.push('payment_already_reversed')
  const shown = await send(path, { allocations: bodyOf(party, asked) }, faults)
  if (!shown) return faults.sort().join(' or ')
  if (act.verb === 'allocate') payments.allocate(party.books, payment, parts, { day })
  else payments.deallocate(party.books, payment, parts, day)
  return assertShown(shown, party, payment)
}

type Send = (path: string, body: object, faults: string[]) => Promise<Made | undefined>

const wishesOf = ({ bills }: Party, asked: Wish[]): payments.Wish[] =>
  asked.map(({ at, amount }) => ({ bill: (bills[at] as Party['bills'][number]).bill, amount }))

const bodyOf = ({ bills }: Party, asked: Wish[]) =>
  asked.map(({ at, amount }) => ({
    invoice_id: bills[at]?.id,
    ...(amount !== undefined && { amount: Number(amount) }),
  }))

function assertShown(shown: Made, { bills }: Party, payment: books.Payment): string {
  const ids = new Map(bills.map(({ id, bill }) => [bill, id]))
  assert.deepEqual(payments.seenOf(shown), payments.shownOf(payment, ids))
  return 'ok'
}

type Named<Verb> = Extract<PaymentAct, { verb: Verb }>

async function playPay(
  send: Send,
  party: Party,
  { id, bill, amount, method, ago }: Named<'pay'> & Party['bills'][number],
  day: string,
): Promise<string> {
  const { books: own, bills } = party
  const received_on = plusDays(day, -ago)
  const faults = payments.payFaults(own, bill, amount)
  const isMore = amount > books.remainingOf(bill)
  const body = { invoice_id: id, amount: Number(amount), method, received_on }
  const shown = await send(PAYMENTS, body, faults)
  if (!shown) return String(faults)
  const { currency } = bill
  payments.pay(own, bill, { id: shown.id, currency, day, amount, method, received_on })
  if (isMore) books.payOwed(own, bills, currency, day)
  assertShown(shown, party, own.payments.at(-1) as books.Payment)
  return isMore ? 'too much' : 'ok'
}

async function playReceive(
  send: Send,
  party: Party,
  { currency, amount, to, method, ago }: Named<'receive'>,
  day: string,
): Promise<string> {
  const { id: customer_id, books: own } = party
  const received_on = plusDays(day, -ago)
  const plan = payments.planAllocation(currency, amount, wishesOf(party, to ?? []))
  const body = { customer_id, currency, amount: Number(amount), method, received_on }
  const asked = to && { allocations: bodyOf(party, to) }
  const shown = await send(PAYMENTS, { ...body, ...asked }, plan.faults)
  if (!shown) return plan.faults.sort().join(' or ')
  payments.receive(own, { id: shown.id, currency, amount, method, day, received_on }, plan.parts)
  assertShown(shown, party, own.payments.at(-1) as books.Payment)
  return plan.parts.length > 0 ? `for ${plan.parts.length}` : 'for none'
}

async function playWriteOff(
  send: Send,
  { books: own }: Party,
  act: (Named<'write_off'> | Named<'reverse_write_off'>) & Party['bills'][number],
  day: string,
): Promise<string> {
  const { id, bill } = act
  const isBack = act.verb === 'reverse_write_off'
  const amount = isBack ? undefined : act.amount
  const none = bill.written_off > 0n ? [] : ['invoice_not_written_off']
  const faults = isBack ? none : payments.writeOffFaults(bill, amount)
  const reason = 'Insolvent since October'
  const body = { reason, ...(amount !== undefined && { amount: Number(amount) }) }
  const shown = await send(`${INVOICES}/${id}/${act.verb}`, isBack ? {} : body, faults)
  if (!shown) return String(faults)
  if (isBack) books.recover(own, bill, books.remainingOf(bill), day)
  else payments.writeOff(own, bill, amount, day)
  assert.equal(BigInt(shown.amount_written_off), bill.written_off)
  return 'ok'
}
