// A model of the books around credit notes: invoices, payments, notes and credit of a customer, and their postings.

import type { Made } from './fixtures.ts'
import * as model from './note-model.ts'

export interface Note {
  parts: model.Part[]
  money: NonNullable<ReturnType<typeof model.moneyOf>>
  isVoid: boolean
  refunds: Refund[]
}

export interface Payment {
  id: string
  /** The day of the request; within a day, IDs ascend. */
  day: string
  amount: bigint
  currency: string
  account: string
  isReversed: boolean
  /** The invoice for which it was recorded, unless it was deallocated from it. */
  recordedFor: Bill | null
  /** The amount that it pays of each invoice, or paid until it was reversed. */
  paid: Map<Bill, bigint>
  unallocated: bigint
  to_balance: bigint
  /** Refunds of what paid no invoice. */
  returns: Refund[]
}

export interface Refund {
  id: string
  payment: Payment
  amount: bigint
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  wasPaid: boolean
  isMoved: boolean
}

export interface Bill {
  currency: string
  lines: model.Line[]
  total: bigint
  credit_applied: bigint
  /** Credit that paid it after it was finalized. */
  credit_applied_later: bigint
  amount_paid: bigint
  written_off: bigint
  isVoid: boolean
  /** `falling`: past its due date, either overdue or still posted. */
  status: 'posted' | 'falling' | 'overdue' | 'paid' | 'void'
  due_date: string
  notes: Note[]
  /** The payments that pay it, or once did. */
  payments: Payment[]
}

/** A ledger entry as the statement of the customer shows it: changes in 10^-8 of the major unit. */
export interface Entry {
  kind: string
  currency: string
  /** The day it was booked, and the day it counts. */
  day: string
  value_day: string
  bill: Bill | null
  balance: bigint
  credit: bigint
  refunds: bigint
  isEmpty: boolean
}

/** Posted amounts by "currency account dimension": debits are positive. Balances are in 10^-8 of the major unit. */
export interface Books {
  ledger: Map<string, bigint>
  /** Taxable amount and tax by "day currency rate". */
  taxes: Map<string, { taxable: bigint; tax: bigint }>
  balances: Map<string, bigint>
  payments: Payment[]
  /** True if the account keeps overpayments as credit. */
  keepsOverpayments: boolean
  /** True if credit pays open invoices as soon as it is granted. */
  appliesWhenGranted: boolean
  /** In the order in which they were posted. */
  entries: Entry[]
}

export const newBooks = (): Books => ({
  ...{ ledger: new Map(), taxes: new Map(), balances: new Map(), entries: [] },
  ...{ payments: [], keepsOverpayments: false, appliesWhenGranted: false },
})

/** Decimal places by ISO 4217. */
export const DIGITS: Record<string, number> = { cad: 2, clp: 0, eur: 2, jpy: 0, kwd: 3, usd: 2 }
export const unitOf = (currency: string): bigint => 10n ** BigInt(8 - (DIGITS[currency] as number))

/** The accounts of the debt of a customer: includes bad debt, less unallocated money. */
const OWED = new Set(['receivable ', 'bad_debt ', 'unallocated_payments '])

const sumOf = (all: bigint[]) => all.reduce((sum, each) => sum + each, 0n)
const liveNotes = ({ notes }: Bill): Note[] => notes.filter(({ isVoid }) => !isVoid)
export const partsOf = (bill: Bill): model.Part[][] => liveNotes(bill).map(({ parts }) => parts)

export const creditedOf = (bill: Bill): bigint =>
  sumOf(liveNotes(bill).map(({ money }) => money.to_open))
export const dueOf = ({ total, credit_applied }: Bill): bigint => total - credit_applied

/** The amount of received money that notes can still return. */
export const returnableOf = (bill: Bill): bigint =>
  bill.amount_paid - sumOf(liveNotes(bill).map(({ money }) => money.refund + money.outside))

export const isUnderWay = ({ status }: Refund): boolean =>
  status === 'pending' || status === 'succeeded'

/** The part of a note that is pending, was paid, or was moved to the balance. */
export const refundingOf = ({ refunds }: Note): bigint =>
  sumOf(refunds.filter((each) => isUnderWay(each) || each.isMoved).map(({ amount }) => amount))

export const remainingOf = (bill: Bill): bigint =>
  bill.isVoid ? 0n : dueOf(bill) - bill.amount_paid - creditedOf(bill) - bill.credit_applied_later

export const collectibleOf = (bill: Bill): bigint => remainingOf(bill) - bill.written_off

/**
 * Updates the status of invoices after an act, or after the clock has advanced. An invoice that is no longer paid
 * becomes overdue at once; an open one by a background job, if it has an amount left to collect.
 */
export function follow(bills: readonly { bill: Bill }[], today: string, isLater = false): void {
  for (const { bill } of bills) {
    const isPast = bill.due_date < today && collectibleOf(bill) > 0n
    const isOpen = bill.status === 'posted' || bill.status === 'falling'
    if (bill.isVoid) bill.status = 'void'
    else if (remainingOf(bill) === 0n) bill.status = 'paid'
    else if (bill.status === 'paid') bill.status = isPast ? 'overdue' : 'posted'
    else if (isOpen && isPast) bill.status = isLater ? 'overdue' : 'falling'
  }
}

/** Begins an entry, to which the next amounts are added. */
export function begin(
  books: Books,
  entry: Pick<Entry, 'kind' | 'currency' | 'day' | 'bill'> & { value_day?: string },
): void {
  const nothing = { balance: 0n, credit: 0n, refunds: 0n, isEmpty: true }
  books.entries.push({ value_day: entry.day, ...entry, ...nothing })
}

export function add(books: Books, currency: string, account: string, amount: bigint): void {
  addExact(books, currency, account, amount * unitOf(currency))
}

function addExact(books: Books, currency: string, account: string, amount: bigint): void {
  const key = `${currency} ${account}`
  books.ledger.set(key, (books.ledger.get(key) ?? 0n) + amount)
  const entry = books.entries.at(-1) as Entry
  if (amount !== 0n) entry.isEmpty = false
  if (OWED.has(account)) entry.balance += amount
  if (account === 'customer_credit ') entry.credit -= amount
  if (account === 'refunds_payable ') entry.refunds -= amount
}

export function changeBalance(books: Books, currency: string, amount: bigint): void {
  changeExact(books, currency, amount * unitOf(currency))
}

function changeExact(books: Books, currency: string, amount: bigint): void {
  books.balances.set(currency, (books.balances.get(currency) ?? 0n) + amount)
}

/** The credit that can pay an invoice: whole smallest units. */
export const creditOf = (books: Books, currency: string): bigint =>
  (books.balances.get(currency) ?? 0n) / unitOf(currency)

/** Posts supplies: revenue and taxes of parts, negative if they are credited. */
function supply(books: Books, currency: string, day: string, parts: model.Part[], sign: bigint) {
  const { nets } = model.figuresOf(parts)
  for (const [at, { line, taxes }] of parts.entries()) {
    const net = nets[at] as bigint
    add(books, currency, 'revenue ', -sign * net)
    for (const [nth, amount] of taxes.entries())
      add(books, currency, `tax_payable ${line.taxes[nth]?.rate}`, -sign * amount)
    const rows = line.taxes.map(({ rate }, nth) => ({ rate, tax: taxes[nth] as bigint }))
    for (const { rate, tax } of rows.length > 0 ? rows : [{ rate: 'untaxed', tax: 0n }]) {
      const key = `${day} ${currency} ${rate}`
      const before = books.taxes.get(key) ?? { taxable: 0n, tax: 0n }
      const after = { taxable: before.taxable + sign * net, tax: before.tax + sign * tax }
      books.taxes.set(key, after)
    }
  }
}

const wholeOf = (lines: model.Line[]): model.Part[] =>
  lines.map((line) => ({
    line,
    base: model.baseOf(line),
    taxes: line.taxes.map(({ amount }) => amount),
    quantity: null,
  }))

/** The lines of an invoice as clients see it. */
export const linesOf = ({ line_items }: Made): model.Line[] =>
  line_items.map((line: Made) => ({
    id: line.id,
    amount: BigInt(line.amount),
    discount: BigInt(line.discount),
    quantity: line.quantity_decimal ?? String(line.quantity),
    taxes: line.taxes.map(({ rate, inclusive, amount }: Made) => ({
      ...{ rate, inclusive, amount: BigInt(amount) },
    })),
  }))

/** Finalizes an invoice with its current lines; credit pays as much as it can in whole smallest units. */
export function finalize(books: Books, shown: Made, day: string): Bill {
  const { currency, due_date } = shown
  const lines = linesOf(shown)
  const { total } = model.figuresOf(wholeOf(lines))
  const whole = creditOf(books, currency)
  const credit_applied = model.least(whole, total)
  const bill: Bill = {
    ...{ currency, lines, total, credit_applied, due_date, amount_paid: 0n, isVoid: false },
    ...{ credit_applied_later: 0n, written_off: 0n, status: 'posted', notes: [], payments: [] },
  }
  begin(books, { kind: 'invoice_finalized', currency, day, bill })
  supply(books, currency, day, wholeOf(lines), 1n)
  add(books, currency, 'receivable ', total)
  if (credit_applied > 0n) apply(books, bill, credit_applied, day)
  return bill
}

/** Customer credit pays a receivable; a negative amount is restored. */
function apply(books: Books, bill: Bill, amount: bigint, day: string): void {
  const { currency } = bill
  begin(books, { kind: amount > 0n ? 'credit_applied' : 'credit_restored', currency, day, bill })
  changeBalance(books, currency, -amount)
  add(books, currency, 'customer_credit ', amount)
  add(books, currency, 'receivable ', -amount)
}

/**
 * Why credit cannot pay a finalized invoice; undefined if it can. Without an amount, credit pays as much as it covers.
 */
export function applyFault(
  books: Books,
  bill: Bill,
  amount: bigint | undefined,
): string | undefined {
  const remaining = remainingOf(bill)
  if (remaining === 0n) return 'invoice_not_payable'
  if (amount !== undefined && amount > remaining) return 'payment_exceeds_amount_due'
  return creditOf(books, bill.currency) < (amount ?? 1n) ? 'credit_exceeds_balance' : undefined
}

export function applyLater(
  books: Books,
  bill: Bill,
  amount: bigint | undefined,
  day: string,
): void {
  const [credit, remaining] = [creditOf(books, bill.currency), remainingOf(bill)]
  const paid = amount ?? model.least(credit, remaining)
  recover(books, bill, paid, day)
  bill.credit_applied_later += paid
  apply(books, bill, paid, day)
}

/** Pays invoices with credit that was just granted, the oldest due date first, if the account says so. */
export function payOwed(
  books: Books,
  bills: readonly { bill: Bill }[],
  currency: string,
  day: string,
): void {
  if (!books.appliesWhenGranted) return
  const owed = bills
    .map(({ bill }) => bill)
    .filter((bill) => bill.currency === currency && collectibleOf(bill) > 0n)
    .toSorted((one, other) => one.due_date.localeCompare(other.due_date))
  for (const bill of owed)
    if (creditOf(books, currency) > 0n) applyLater(books, bill, undefined, day)
}

/** Reverses a write-off by the amount paid beyond the amount still to collect. */
export function recover(books: Books, bill: Bill, amount: bigint, day: string): void {
  const recovered = amount - collectibleOf(bill)
  if (recovered <= 0n) return
  begin(books, { kind: 'write_off_reversed', currency: bill.currency, day, bill })
  add(books, bill.currency, 'bad_debt ', -recovered)
  add(books, bill.currency, 'receivable ', recovered)
  bill.written_off -= recovered
}

/** Grants credit, in 10^-8 of the major unit. */
export function grant(books: Books, currency: string, amount: bigint, day: string): void {
  begin(books, { kind: 'credit_granted', currency, day, bill: null })
  changeExact(books, currency, amount)
  addExact(books, currency, 'customer_credit ', -amount)
  addExact(books, currency, 'credit_granted ', amount)
}

function postNote(books: Books, bill: Bill, note: Note, day: string, sign: bigint): void {
  const { to_open, to_balance, refund, outside } = note.money
  const kind = sign > 0n ? 'credit_note_issued' : 'credit_note_voided'
  begin(books, { kind, currency: bill.currency, day, bill })
  supply(books, bill.currency, day, note.parts, -sign)
  add(books, bill.currency, 'receivable ', -sign * to_open)
  changeBalance(books, bill.currency, sign * to_balance)
  add(books, bill.currency, 'customer_credit ', -sign * to_balance)
  add(books, bill.currency, 'refunds_payable ', -sign * refund)
  add(books, bill.currency, 'cash_other ', -sign * outside)
}

export function issue(books: Books, bill: Bill, note: Note, day: string): void {
  recover(books, bill, note.money.to_open, day)
  postNote(books, bill, note, day, 1n)
  bill.notes.push(note)
}

/** Why a note cannot be voided; undefined if it can. */
export function noteFault(books: Books, bill: Bill, note: Note): string | undefined {
  const { money, isVoid } = note
  const balance = books.balances.get(bill.currency) ?? 0n
  const isReturned = money.outside > 0n || refundingOf(note) > 0n
  const isUsed = isVoid || isReturned || balance < money.to_balance * unitOf(bill.currency)
  return isUsed ? 'credit_note_used' : undefined
}

export function voidNote(books: Books, bill: Bill, note: Note, day: string): void {
  postNote(books, bill, note, day, -1n)
  note.isVoid = true
}

export function voidFault(bill: Bill): string | undefined {
  if (bill.isVoid) return 'invoice_not_voidable'
  if (bill.amount_paid > 0n) return 'invoice_has_payments'
  return liveNotes(bill).length > 0 ? 'invoice_has_credit_notes' : undefined
}

export function voidBill(books: Books, bill: Bill, day: string): void {
  recover(books, bill, remainingOf(bill), day)
  begin(books, { kind: 'invoice_voided', currency: bill.currency, day, bill })
  supply(books, bill.currency, day, wholeOf(bill.lines), -1n)
  add(books, bill.currency, 'receivable ', -bill.total)
  const credit = bill.credit_applied + bill.credit_applied_later
  if (credit > 0n) apply(books, bill, -credit, day)
  bill.isVoid = true
}
