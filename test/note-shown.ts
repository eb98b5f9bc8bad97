// Compares what clients see of invoices, credit notes and the books with the model.

import assert from 'node:assert/strict'
import type { Api } from './client.ts'
import { get, INVOICES, type Made, PAYMENTS } from './fixtures.ts'
import * as books from './note-books.ts'
import * as model from './note-model.ts'
import { seenOf, shownOf } from './note-payments.ts'
import { compareRefunds } from './note-refunds.ts'
import { compareReturns } from './note-returns.ts'
import type { Random } from './random.ts'
import { agingOf, customerOf, eighths, plusDays, summaryOf } from './sums-model.ts'
import { listed, shownAging, shownCustomer, shownSummary } from './sums-shown.ts'

/** A customer of the model and of the service, with the IDs of their objects. */
export interface Life {
  id: number
  name: string
  random: Random
  books: books.Books
  bills: { id: string; bill: books.Bill; notes: string[] }[]
  story: string[]
}

const NOTES = '/v1/credit_notes'
const sumOf = (all: bigint[]) => all.reduce((sum, each) => sum + each, 0n)
const isSome = ({ amount, tax }: { amount: bigint; tax: bigint }) => amount !== 0n || tax !== 0n

function expectedLines(parts: model.Part[]) {
  const { nets } = model.figuresOf(parts)
  return parts
    .map(({ line, base, taxes, quantity }, at) => ({
      id: line.id,
      quantity: quantity === null ? null : Number(quantity),
      amount: base,
      net: nets[at] as bigint,
      tax: sumOf(taxes),
      taxes: line.taxes
        .map(({ rate }, nth) => ({
          rate,
          taxable: nets[at] as bigint,
          amount: taxes[nth] as bigint,
        }))
        .filter(({ taxable, amount }) => taxable !== 0n || amount !== 0n),
    }))
    .filter(isSome)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

const shownLines = (lines: Made[]) =>
  lines
    .map((line) => ({
      id: line.invoice_line_id,
      quantity: line.quantity === null ? null : Number(line.quantity),
      amount: BigInt(line.amount),
      net: BigInt(line.net),
      tax: BigInt(line.tax),
      taxes: line.taxes
        .map(({ rate, taxable, amount }: Made) => ({
          ...{ rate, taxable: BigInt(taxable), amount: BigInt(amount) },
        }))
        .filter(({ taxable, amount }: Made) => taxable !== 0n || amount !== 0n),
    }))
    .filter(isSome)
    .sort((a, b) => (a.id < b.id ? -1 : 1))

/** Sums by rate. */
function byRate(rows: { rate: string; taxable: bigint; amount: bigint }[]) {
  const sums = new Map<string, bigint[]>()
  for (const { rate, taxable, amount } of rows) {
    const [base = 0n, tax = 0n] = sums.get(rate) ?? []
    sums.set(rate, [base + taxable, tax + amount])
  }
  return [...sums].filter(([, all]) => all.some((sum) => sum !== 0n)).sort()
}

/** Every figure of a note, or of its preview. */
export function assertNote(
  shown: Made,
  bill: Pick<books.Bill, 'currency'>,
  { parts, money }: Pick<books.Note, 'parts' | 'money'>,
): void {
  const lines = expectedLines(parts)
  assert.deepEqual(shownLines(shown.lines), lines)
  const { nets: _, ...figures } = model.figuresOf(parts)
  const expected = { ...figures, ...money }
  const seen = Object.fromEntries(Object.keys(expected).map((name) => [name, BigInt(shown[name])]))
  assert.deepEqual(seen, expected)
  const taxes = shown.taxes.map(({ rate, taxable, amount }: Made) => ({
    ...{ rate, taxable: BigInt(taxable), amount: BigInt(amount) },
  }))
  assert.deepEqual(byRate(taxes), byRate(lines.flatMap((line) => line.taxes)))
  assert.equal(shown.currency, bill.currency)
}

/** The invoices, as the lists show them, after comparison with the model. */
async function readInvoices(api: Api, lives: Life[]): Promise<Made[]> {
  const invoices = await listed(api, INVOICES)
  const statuses = new Map(invoices.map(({ id, status }) => [id, status]))
  for (const { id, bill } of lives.flatMap(({ bills }) => bills)) {
    const status = statuses.get(id)
    if (bill.status === 'falling' && ['posted', 'overdue'].includes(status)) bill.status = status
  }
  const figures = (row: Made) => [
    ...[row.status, row.amount_due, row.amount_paid, row.amount_credited],
    ...[row.amount_remaining, row.credit_applied, row.credit_applied_later, row.amount_written_off],
  ]
  const expected = new Map(
    lives.flatMap(({ bills }) =>
      bills.map(({ id, bill }) => {
        const paid = [books.dueOf(bill), bill.amount_paid, books.creditedOf(bill)]
        const credit = [bill.credit_applied, bill.credit_applied_later, bill.written_off]
        const sums = [...paid, books.remainingOf(bill), ...credit].map(Number)
        return [id, [bill.status, ...sums]]
      }),
    ),
  )
  const found = new Map(invoices.map((row) => [row.id, figures(row)]))
  for (const { name, bills, story } of lives)
    for (const { id } of bills)
      assert.deepEqual(found.get(id), expected.get(id), `${name}: ${id}\n${story.join('\n')}`)
  return invoices
}

/** The allocations and unallocated amount of each payment, and the payments that list filters find by them. */
async function readPayments(api: Api, lives: Life[]): Promise<Made[]> {
  const payments = await listed(api, PAYMENTS)
  const found = new Map(payments.map((each) => [each.id, each]))
  const waiting = new Set((await listed(api, `${PAYMENTS}?unallocated=true`)).map(({ id }) => id))
  let count = 0
  for (const { id: customer, name, bills, books: own, story } of lives) {
    const ids = new Map(bills.map(({ id, bill }) => [bill, id]))
    for (const payment of own.payments) {
      const shown = found.get(payment.id)
      const said = `${name}: ${payment.id}\n${story.join('\n')}`
      assert.deepEqual(seenOf(shown), shownOf(payment, ids), said)
      assert.equal(shown.customer_id, `cus_${customer}`)
      const waits = !payment.isReversed && payment.unallocated > 0n
      assert.equal(waiting.has(payment.id), waits, `waiting: ${said}`)
    }
    count += own.payments.length
  }
  assert.equal(payments.length, count)
  return payments
}

async function assertBalances(api: Api, lives: Life[]): Promise<void> {
  const customers = new Map((await listed(api, '/v1/customers')).map((each) => [each.id, each]))
  for (const life of lives) {
    const shown = customers.get(life.id)
    // In the account's currency, and in the others.
    const all: Record<string, string> = { cad: shown.credit_balance, ...shown.credit_balances }
    const balances = Object.entries(all)
      .map(([currency, balance]) => [currency, BigInt(eighths(balance))])
      .filter(([, balance]) => balance !== 0n)
      .sort()
    const expected = [...life.books.balances].filter(([, balance]) => balance !== 0n).sort()
    assert.deepEqual(balances, expected, `${life.name}\n${life.story.join('\n')}`)
  }
}

function summed(all: Map<string, bigint>[]): [string, bigint][] {
  const sums = new Map<string, bigint>()
  for (const [key, amount] of all.flatMap((each) => [...each]))
    sums.set(key, (sums.get(key) ?? 0n) + amount)
  return [...sums].filter(([, amount]) => amount !== 0n).sort(([a], [b]) => (a < b ? -1 : 1))
}

async function assertLedger(api: Api, lives: Life[]): Promise<void> {
  const { currencies } = await get(api, '/v1/ledger/trial_balance')
  const rows = currencies.flatMap(({ currency, accounts }: Made) =>
    accounts.flatMap(({ account, balance, taxes }: Made) =>
      taxes.length > 0
        ? taxes.map((tax: Made) => [`${currency} ${account} ${tax.tax_rate}`, tax.balance])
        : [[`${currency} ${account} `, balance]],
    ),
  )
  const shown = rows.map(([key, balance]: [string, string]) => [key, BigInt(eighths(balance))])
  assert.deepEqual(
    summed([new Map(shown)]),
    summed(lives.map((life) => life.books.ledger)),
    'the ledger',
  )
}

/** The tax report of each month, net of notes: a note counts in the month in which it was issued. */
export async function assertTaxes(
  api: Api,
  lives: Life[],
  today: string,
  from = '0000-00',
): Promise<void> {
  const days = lives.flatMap(({ books: own }) =>
    [...own.taxes.keys()].map((key) => key.slice(0, 7)),
  )
  for (const month of [...new Set(days)].filter((each) => each >= from).sort()) {
    const span = `from=${month}-01&to=${today.startsWith(month) ? today : lastOf(month)}`
    const { currencies } = await get(api, `/v1/tax/report?${span}`)
    const shown = currencies.flatMap(({ currency, data }: Made) =>
      data.flatMap(({ rate, net_taxable, net_tax }: Made) => [
        [`${currency} ${rate} taxable`, BigInt(net_taxable)],
        [`${currency} ${rate} tax`, BigInt(net_tax)],
      ]),
    )
    const expected = lives.flatMap(({ books: own }) =>
      [...own.taxes]
        .filter(([key]) => key.startsWith(month))
        .map(([key, { taxable, tax }]) => {
          const name = key.slice('2026-01-01 '.length)
          return new Map([
            [`${name} taxable`, taxable],
            [`${name} tax`, tax],
          ])
        }),
    )
    const several = shown.map(([key, amount]: [string, bigint]) => new Map([[key, amount]]))
    assert.deepEqual(summed(several), summed(expected), `taxes of ${month}`)
    for (const { currency, difference, revenue_difference } of currencies)
      assert.deepEqual([difference, revenue_difference], [0, 0], `${currency} of ${month}`)
  }
}

function lastOf(month: string): string {
  const first = new Date(`${month}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + 1)
  return new Date(first.getTime() - 86_400_000).toISOString().slice(0, 10)
}

/** Everything that the service shows of the books; the taxes of this month and of the one before. */
export async function assertLooks(api: Api, lives: Life[], today: string): Promise<void> {
  const invoices = await readInvoices(api, lives)
  await assertBalances(api, lives)
  await assertLedger(api, lives)
  await assertTaxes(api, lives, today, plusDays(today, -31).slice(0, 7))
  const payments = await readPayments(api, lives)
  const names = new Map(lives.map(({ id, name }) => [`cus_${id}`, name]))
  const [notes, refunds] = [await listed(api, NOTES), await listed(api, '/v1/refunds')]
  const all = { invoices, payments, notes, refunds, names }
  const day = { today, zone: 'UTC' }
  assert.deepEqual(await shownAging(api, 100), agingOf(all, today), 'receivables aging')
  assert.deepEqual(await shownSummary(api, 'month'), summaryOf(all, day, 'month'), 'home')
  const [{ id }] = lives as [Life]
  assert.deepEqual(await shownCustomer(api, `cus_${id}`), customerOf(all, day, `cus_${id}`))
}

/** Numbers have no gap, ascend with the list, and every note still equals that of the model. */
export async function assertNumbers(api: Api, lives: Life[]): Promise<void> {
  const all = await listed(api, NOTES)
  const numbers = all.map(({ number }) => number).reverse()
  const expected = all.map((_, at) => `CN-${String(at + 1).padStart(6, '0')}`)
  assert.deepEqual(numbers, expected)
  const byId = new Map(all.map((note) => [note.id, note]))
  const refunds = Map.groupBy(await listed(api, '/v1/refunds'), (each) => each.credit_note_id)
  compareReturns(
    lives.flatMap(({ books: own }) => own.payments),
    refunds.get(null) ?? [],
  )
  for (const { bills, id: customer } of lives) {
    for (const { id, bill, notes } of bills) {
      for (const [at, note] of bill.notes.entries()) {
        const shown = byId.get(notes[at] as string)
        assertNote(shown, bill, note)
        compareRefunds(shown.id, note, refunds.get(shown.id) ?? [])
        assert.deepEqual(
          [shown.status, shown.invoice_id, shown.customer_id],
          [note.isVoid ? 'void' : 'issued', id, `cus_${customer}`],
        )
      }
    }
  }
  const counted = lives.flatMap(({ bills }) => bills.flatMap(({ notes }) => notes))
  assert.equal(all.length, counted.length)
}
