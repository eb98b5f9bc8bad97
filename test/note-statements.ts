// Compares the statement of a customer's account with the model.

import assert from 'node:assert/strict'
import type { Api } from './client.ts'
import { get, type Made } from './fixtures.ts'
import * as books from './note-books.ts'
import type { Life } from './note-shown.ts'
import { eighths, plusDays } from './sums-model.ts'

/** The amounts that a customer owes, has as credit, and is still to be refunded, in 10^-8 of the major unit. */
interface Standing {
  balance: bigint
  credit: bigint
  refunds: bigint
}

type Days = { from: string; to: string; by: 'date' | 'value_date' }

const NOTHING: Standing = { balance: 0n, credit: 0n, refunds: 0n }
const sumOf = (all: bigint[]) => all.reduce((sum, each) => sum + each, 0n)

/** A decimal of the major unit. */
export function decimalOf(amount: bigint): string {
  const digits = amount.toString().padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}

const plus = (one: Standing, other: Standing): Standing => ({
  balance: one.balance + other.balance,
  credit: one.credit + other.credit,
  refunds: one.refunds + other.refunds,
})

const changeOf = ({ balance, credit, refunds }: Standing): Standing => ({
  balance,
  credit,
  refunds,
})

const daysBetween = ({ from, to }: Omit<Days, 'by'>): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000

/** Write-offs concern only the books, and allocating money changes nothing for the customer. */
const isStated = (entry: books.Entry): boolean =>
  !entry.isEmpty &&
  !['invoice_written_off', 'write_off_reversed'].includes(entry.kind) &&
  (isSome(entry) || !['payment_allocated', 'payment_deallocated'].includes(entry.kind))

const isSome = ({ balance, credit, refunds }: Standing): boolean =>
  balance !== 0n || credit !== 0n || refunds !== 0n

/** The statements of all currencies of a customer, from the entries of the model. */
function expectedOf({ books: own, bills }: Life, { from, to, by }: Days) {
  const dayOf = ({ day, value_day }: books.Entry) => (by === 'date' ? day : value_day)
  const ids = new Map(bills.map(({ id, bill }) => [bill, id]))
  const entries = own.entries.filter((each) => isStated(each) && dayOf(each) <= to)
  // Entries of one day are in the order in which they were booked.
  const sorted = entries.toSorted(
    (one, other) => dayOf(one).localeCompare(dayOf(other)) || one.day.localeCompare(other.day),
  )
  const currencies = [...new Set(entries.map(({ currency }) => currency))].sort()
  const statements = currencies.map((currency) => {
    const theirs = sorted.filter((each) => each.currency === currency)
    const opening = theirs.filter((each) => dayOf(each) < from).reduce<Standing>(plus, NOTHING)
    let closing = opening
    const movements = theirs
      .filter((each) => dayOf(each) >= from)
      .map((each) => {
        closing = plus(closing, each)
        const { kind, bill } = each
        const invoice_id = bill && ids.get(bill)
        return { date: dayOf(each), kind, invoice_id, change: changeOf(each), after: closing }
      })
    return { currency, opening, movements, closing }
  })
  const shown = statements.filter(
    ({ opening, movements }) => isSome(opening) || movements.length > 0,
  )
  const none = { currency: 'cad', opening: NOTHING, movements: [], closing: NOTHING }
  return shown.length > 0 ? shown : [none]
}

/** The statements as they are shown. */
function shownOf({ currencies }: Made) {
  return currencies.map(({ currency, opening, movements, closing }: Made) => {
    const standing = (balance: number, credit: string, refunds: number): Standing => ({
      balance: BigInt(balance) * books.unitOf(currency),
      credit: BigInt(eighths(credit)),
      refunds: BigInt(refunds) * books.unitOf(currency),
    })
    const boundOf = ({ balance, credit_balance, refunds_payable }: Made) =>
      standing(balance, credit_balance, refunds_payable)
    return {
      currency,
      opening: boundOf(opening),
      movements: movements.map((row: Made) => ({
        ...{ date: row.date, kind: row.kind, invoice_id: row.invoice_id },
        change: standing(row.amount, row.credit_amount, row.refund_amount),
        after: boundOf(row),
      })),
      closing: boundOf(closing),
    }
  })
}

/** The final figures according to invoices, notes and balances, without the entries. */
function standingsOf({ books: own, bills }: Life): Map<string, Standing> {
  const refundOf = (note: books.Note): bigint => {
    const settled = note.refunds.filter((each) => each.isMoved || each.status === 'succeeded')
    return note.isVoid ? 0n : note.money.refund - sumOf(settled.map(({ amount }) => amount))
  }
  const currencies = new Set([...own.balances.keys(), ...bills.map(({ bill }) => bill.currency)])
  for (const { currency } of own.payments) currencies.add(currency)
  return new Map(
    [...currencies].map((currency) => {
      const theirs = bills.map(({ bill }) => bill).filter((bill) => bill.currency === currency)
      const unit = books.unitOf(currency)
      const waiting = own.payments
        .filter((each) => each.currency === currency && !each.isReversed)
        .map(({ unallocated }) => unallocated)
      // Pending refunds still count; refunded money that never arrived is owed.
      const returns = own.payments
        .filter((each) => each.currency === currency)
        .flatMap(({ isReversed, returns }) =>
          returns.map(({ status, amount }) => {
            if (status === 'pending') return amount
            return status === 'succeeded' && isReversed ? -amount : 0n
          }),
        )
      const owed = (sumOf(theirs.map(books.remainingOf)) - sumOf([...waiting, ...returns])) * unit
      const refunds = sumOf(theirs.flatMap(({ notes }) => notes.map(refundOf))) * unit
      return [currency, { balance: owed, credit: own.balances.get(currency) ?? 0n, refunds }]
    }),
  )
}

/** Compares every movement and the balances before and after some days with the model. */
async function assertStatement(api: Api, life: Life, days: Days): Promise<Made[]> {
  const { from, to, by } = days
  const path = `/v1/customers/cus_${life.id}/statement?from=${from}&to=${to}&by=${by}`
  const shown = shownOf(await get(api, path))
  const story = [path, life.name, ...life.story].join('\n')
  assert.deepEqual(shown, expectedOf(life, days), story)
  return shown
}

/** Compares the statement of all days, which ends with the amount owed now, and that of some days. */
export async function assertStatements(api: Api, life: Life, all: Omit<Days, 'by'>): Promise<void> {
  const { below, pick } = life.random
  const by = pick(['date', 'value_date'] as const)
  const shown = await assertStatement(api, life, { ...all, by })
  const closing = new Map(shown.map((each) => [each.currency, each.closing]))
  for (const [currency, standing] of standingsOf(life))
    assert.deepEqual(closing.get(currency) ?? NOTHING, standing, `${currency} of ${life.name}`)
  const from = plusDays(all.from, below(daysBetween(all) + 1))
  const to = plusDays(from, below(daysBetween({ from, to: all.to }) + 1))
  await assertStatement(api, life, { from, to, by: pick(['date', 'value_date'] as const) })
}
