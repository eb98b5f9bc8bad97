// A model of payments, written from the documents: amounts allocated, unallocated and credited, and write-offs.

import assert from 'node:assert/strict'
import type { Made } from './fixtures.ts'
import * as books from './note-books.ts'
import { least } from './note-model.ts'

/** An invoice to allocate to or deallocate from; by default as much as possible. */
export interface Wish {
  bill: books.Bill
  amount: bigint | undefined
}

/** The payment after a request, or the faults for which it is refused; any of these can be reported. */
export interface Plan {
  parts: { bill: books.Bill; amount: bigint }[]
  faults: string[]
}

export interface Received {
  id: string
  currency: string
  amount: bigint
  method: string
  day: string
  received_on: string
}

const sumOf = (all: bigint[]) => all.reduce((sum, each) => sum + each, 0n)
const WAITING = 'unallocated_payments '

/** The amount that a payment pays of an invoice; zero once it is reversed. */
export const paidBy = (bill: books.Bill, { isReversed, paid }: books.Payment): bigint =>
  isReversed ? 0n : (paid.get(bill) ?? 0n)

/** The amount of a payment that notes on an invoice refund, pending or paid. */
const refundedOf = (bill: books.Bill, payment: books.Payment): bigint =>
  sumOf(
    bill.notes
      .flatMap(({ refunds }) => refunds)
      .filter((each) => each.payment === payment && books.isUnderWay(each))
      .map(({ amount }) => amount),
  )

/** The part of an allocation that was not refunded; zero for a reversed payment. */
export const leftOf = (bill: books.Bill, payment: books.Payment): bigint =>
  payment.isReversed ? 0n : paidBy(bill, payment) - refundedOf(bill, payment)

function settle(own: books.Books, received: Received): books.Payment {
  const { id, currency, amount, method, day, received_on: value_day } = received
  const payment: books.Payment = {
    ...{ id, currency, day, amount, account: `cash_${method} `, isReversed: false },
    ...{ recordedFor: null, paid: new Map(), unallocated: 0n, to_balance: 0n, returns: [] },
  }
  own.payments.push(payment)
  books.begin(own, { kind: 'payment_settled', currency, day, value_day, bill: null })
  books.add(own, currency, payment.account, amount)
  return payment
}

/** Changes the amount that a payment pays of an invoice. */
function payBill(bill: books.Bill, payment: books.Payment, amount: bigint): void {
  bill.amount_paid += amount
  payment.paid.set(bill, (payment.paid.get(bill) ?? 0n) + amount)
  if (!bill.payments.includes(payment)) bill.payments.push(payment)
}

function toCredit(own: books.Books, payment: books.Payment, amount: bigint): void {
  payment.to_balance += amount
  books.add(own, payment.currency, 'customer_credit ', -amount)
  books.changeBalance(own, payment.currency, amount)
}

/** Why a payment of one invoice is refused. */
export function payFaults(own: books.Books, bill: books.Bill, amount: bigint): string[] {
  if (bill.isVoid) return ['invoice_not_payable']
  if (own.keepsOverpayments) return []
  const remaining = books.remainingOf(bill)
  if (remaining === 0n) return ['invoice_not_payable']
  return amount > remaining ? ['payment_exceeds_amount_due'] : []
}

/** Records a payment of one invoice; the excess becomes credit. */
export function pay(own: books.Books, bill: books.Bill, received: Received): void {
  const { amount, day, currency } = received
  const paid = least(amount, books.remainingOf(bill))
  books.recover(own, bill, paid, day)
  const payment = settle(own, received)
  const entry = own.entries.at(-1) as books.Entry
  entry.bill = bill
  payment.recordedFor = bill
  if (paid > 0n) payBill(bill, payment, paid)
  books.add(own, currency, 'receivable ', -paid)
  if (amount > paid) toCredit(own, payment, amount - paid)
}

/** Plans how much of an unallocated amount each invoice gets. */
export function planAllocation(currency: string, waiting: bigint, wishes: Wish[]): Plan {
  const faults = new Set<string>()
  let left = waiting
  const parts = wishes.map(({ bill, amount: wish }) => {
    const remaining = books.remainingOf(bill)
    if (bill.currency !== currency) faults.add('currency_mismatch')
    if (remaining === 0n) faults.add('invoice_not_payable')
    const amount = wish ?? least(left, remaining)
    if (amount > remaining) faults.add('payment_exceeds_amount_due')
    if (amount > left || amount === 0n) faults.add('allocation_exceeds_payment')
    left -= amount
    return { bill, amount }
  })
  return { parts, faults: [...faults] }
}

/** Allocates unallocated money to invoices. */
export function allocate(
  own: books.Books,
  payment: books.Payment,
  parts: Plan['parts'],
  { day, value_day }: { day: string; value_day?: string },
): void {
  const { currency } = payment
  for (const { bill, amount } of parts) {
    books.recover(own, bill, amount, day)
    const entry = { kind: 'payment_allocated', currency, day, bill }
    books.begin(own, value_day === undefined ? entry : { ...entry, value_day })
    books.add(own, currency, WAITING, amount)
    books.add(own, currency, 'receivable ', -amount)
    payBill(bill, payment, amount)
    payment.unallocated -= amount
  }
}

/** Records a payment of a customer, a part of which can be allocated at once. */
export function receive(own: books.Books, received: Received, parts: Plan['parts']): void {
  const { amount, currency, day, received_on: value_day } = received
  const payment = settle(own, received)
  books.add(own, currency, WAITING, -amount)
  payment.unallocated = amount
  allocate(own, payment, parts, { day, value_day })
}

/** Plans deallocations. Amounts refunded because of notes on an invoice stay allocated to it. */
export function planDeallocation(payment: books.Payment, wishes: Wish[]): Plan {
  const parts = wishes.map(({ bill, amount }) => ({
    bill,
    amount: amount ?? leftOf(bill, payment),
  }))
  const isTooMuch = parts.some(
    ({ bill, amount }) => amount === 0n || amount > leftOf(bill, payment),
  )
  return { parts, faults: isTooMuch ? ['allocation_exceeds_payment'] : [] }
}

export function deallocate(
  own: books.Books,
  payment: books.Payment,
  parts: Plan['parts'],
  day: string,
): void {
  const { currency } = payment
  payment.recordedFor = null
  for (const { bill, amount } of parts) {
    books.begin(own, { kind: 'payment_deallocated', currency, day, bill })
    books.add(own, currency, 'receivable ', amount)
    books.add(own, currency, WAITING, -amount)
    bill.amount_paid -= amount
    payment.paid.set(bill, paidBy(bill, payment) - amount)
    payment.unallocated += amount
  }
}

/** Why unallocated money cannot become credit; by default, all of it. */
export function toBalanceFaults(payment: books.Payment, amount: bigint | undefined): string[] {
  if (payment.isReversed) return ['payment_already_reversed']
  const { unallocated } = payment
  const isTooMuch = unallocated === 0n || (amount ?? 0n) > unallocated
  return isTooMuch ? ['allocation_exceeds_payment'] : []
}

export function toBalance(
  own: books.Books,
  payment: books.Payment,
  amount: bigint,
  day: string,
): void {
  const { currency } = payment
  books.begin(own, { kind: 'payment_allocated', currency, day, bill: null })
  books.add(own, currency, WAITING, amount)
  payment.unallocated -= amount
  toCredit(own, payment, amount)
}

/** Why a payment cannot be reversed: its credit must not have been used, and none of its refunds can be pending. */
export function reverseFaults(own: books.Books, payment: books.Payment): string[] {
  const { currency, isReversed, to_balance } = payment
  if (isReversed) return ['payment_already_reversed']
  const faults = new Set<string>()
  const balance = own.balances.get(currency) ?? 0n
  if (balance < to_balance * books.unitOf(currency)) faults.add('credit_exceeds_balance')
  const refunds = [...payment.paid.keys()].flatMap(({ notes }) =>
    notes.flatMap((each) => each.refunds),
  )
  if (
    [...payment.returns, ...refunds].some(
      (each) => each.payment === payment && each.status === 'pending',
    )
  )
    faults.add('refund_pending')
  return [...faults]
}

/** The invoice of a payment for exactly one, also if it was paid already and all of the payment became credit. */
function onlyOf({ paid, recordedFor }: books.Payment): books.Bill | null {
  if (paid.size === 0) return recordedFor
  const bills = [...paid].filter(([, amount]) => amount > 0n)
  return bills.length === 1 ? (bills[0]?.[0] as books.Bill) : null
}

/** Reverses all effects of a payment: in one entry if it was recorded for one invoice, otherwise one by one. */
export function reverse(own: books.Books, payment: books.Payment, day: string): void {
  const { currency, amount, to_balance, unallocated, recordedFor } = payment
  const begin = (kind: string, bill: books.Bill | null) =>
    books.begin(own, { kind, currency, day, bill })
  const add = (account: string, sum: bigint) => books.add(own, currency, account, sum)
  const paid = [...payment.paid].filter(([, each]) => each > 0n)
  if (recordedFor) begin('payment_reversed', recordedFor)
  for (const [bill, part] of paid) {
    if (!recordedFor) begin('payment_deallocated', bill)
    add('receivable ', part)
    add(WAITING, -part)
    bill.amount_paid -= part
  }
  if (!recordedFor) begin('payment_deallocated', null)
  add('customer_credit ', to_balance)
  add(WAITING, -to_balance)
  books.changeBalance(own, currency, -to_balance)
  if (!recordedFor) begin('payment_reversed', null)
  add(payment.account, -amount)
  add(WAITING, amount)
  const returned = payment.returns.filter(books.isUnderWay).map((each) => each.amount)
  const parts = [...paid.map(([, each]) => each), to_balance, unallocated, ...returned]
  assert.equal(sumOf(parts), amount)
  payment.isReversed = true
}

/** Why an amount cannot be written off; by default, everything still to collect. */
export function writeOffFaults(bill: books.Bill, amount: bigint | undefined): string[] {
  if (books.remainingOf(bill) === 0n) return ['invoice_not_payable']
  const collectible = books.collectibleOf(bill)
  const isTooMuch = collectible === 0n || (amount ?? 0n) > collectible
  return isTooMuch ? ['payment_exceeds_amount_due'] : []
}

export function writeOff(
  own: books.Books,
  bill: books.Bill,
  amount: bigint | undefined,
  day: string,
): void {
  const written = amount ?? books.collectibleOf(bill)
  books.begin(own, { kind: 'invoice_written_off', currency: bill.currency, day, bill })
  books.add(own, bill.currency, 'bad_debt ', written)
  books.add(own, bill.currency, 'receivable ', -written)
  bill.written_off += written
}

/** A payment as clients see it; invoices by ID. */
export function shownOf(payment: books.Payment, ids: Map<books.Bill, string>) {
  const allocations = [...payment.paid]
    .filter(([, amount]) => amount > 0n)
    .map(([bill, amount]) => ({ invoice_id: ids.get(bill), amount: Number(amount) }))
    .sort(byInvoice)
  const only = onlyOf(payment)
  return {
    ...{ id: payment.id, amount: Number(payment.amount), currency: payment.currency },
    ...{ status: payment.isReversed ? 'reversed' : 'settled', allocations },
    ...{ unallocated: Number(payment.unallocated), to_balance: Number(payment.to_balance) },
    invoice_id: (only && ids.get(only)) ?? null,
  }
}

const byInvoice = (one: Made, other: Made) => (one.invoice_id < other.invoice_id ? -1 : 1)

/** The properties of a payment of the service that the model has too. */
export const seenOf = (payment: Made) => ({
  ...{ id: payment.id, amount: payment.amount, currency: payment.currency },
  ...{ status: payment.status, allocations: payment.allocations.toSorted(byInvoice) },
  ...{ unallocated: payment.unallocated, to_balance: payment.to_balance },
  invoice_id: payment.invoice_id,
})
