// A year of a small company in New Zealand on the test clock, checked to the cent and to the day.
//
// Kiwi Kayaks finalizes on the first of each month, at ten in the morning, due in twenty days.
// - The Harbour Club buys 12 places at 149.00 = 1 788.00 and pays on the 15th. Its payment of March
//   is reversed on the 25th, and made again on the first of April.
// - Lake Lodge buys nights at 89.50, as many as the number of the month (1 to 12), pays 50.00 on the
//   10th and the rest on the first of the next month; December is outstanding at the end.
// - On 20 June Lake Lodge is granted 100.00 of credit, which July's invoice uses.
// - On 5 May a wrong invoice of 500.00 is finalized, and voided on the 6th.
//
// New Zealand is 13 hours ahead of UTC until 4 April 2027, 3:00, then 12, and 13 again from 26
// September 2027, 2:00 (Daylight Time Order 2007: the first Sunday of April, the last of September).

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { verify } from '../../src/app/verify.ts'
import { advanceTo } from '../clock.ts'
import {
  allEvents,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeFinalized,
  makePayment,
} from '../fixtures.ts'
import { world } from '../harness.ts'

/** 1 January 2027, 9:00 in New Zealand. */
const START = Date.parse('2027-01-01T09:00:00+13:00')
const w = await world({ after }, { wallNow: () => START })
const { api } = w

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
const two = (n: number) => String(n).padStart(2, '0')
const isWinter = (month: number, day: number) =>
  (month > 4 && month < 9) || (month === 4 && day >= 4) || (month === 9 && day < 26)

/** An hour of a day of 2027 in New Zealand, as a time with its offset. */
function there(month: number, day: number, hour: number): string {
  const [year, m] = month > 12 ? [2028, month - 12] : [2027, month]
  return `${year}-${two(m)}-${two(day)}T${two(hour)}:00:00${isWinter(month, day) ? '+12:00' : '+13:00'}`
}
const instant = (...at: [number, number, number]) => new Date(there(...at)).toISOString()

async function live(month: number, day: number, hour = 10): Promise<void> {
  await advanceTo(api, there(month, day, hour))
}

async function assertBooksAgree(month: number): Promise<void> {
  const { checks } = await verify(w.pool)
  const wrong = checks.filter(({ differences }) => differences > 0)
  assert.deepEqual(wrong, [], `in month ${month}`)
}

async function ledgerBalances(as_of?: string): Promise<Record<string, string>> {
  const query = as_of ? `?as_of=${as_of}` : ''
  const { currencies } = await get(api, `/v1/ledger/trial_balance${query}`)
  assert.deepEqual(
    currencies.map(({ currency, debit, credit }: Made) => [currency, debit === credit]),
    [['nzd', true]],
  )
  return Object.fromEntries(
    currencies[0].accounts.map((each: Made) => [each.account, each.balance]),
  )
}

const club: Made[] = []
const lodge: Made[] = []
const paid = (invoice: Made, amount: number, method: string) =>
  makePayment(api, invoice, { amount, method })
const remaining = async ({ id }: Made) => (await get(api, `${INVOICES}/${id}`)).amount_remaining

/** Runs one month, from its first day to the morning of the next month's. */
async function liveMonth(month: number, who: { club: number; lodge: number; other: number }) {
  await live(month, 1)
  const bill = (customer_id: number, description: string, quantity: number, unit_amount: number) =>
    makeFinalized(api, { customer_id, line_items: [{ description, quantity, unit_amount }] })
  club.push(await bill(who.club, 'Places', 12, 14900))
  lodge.push(await bill(who.lodge, 'Nights', month, 8950))
  const [ours, theirs] = [club.at(-1), lodge.at(-1)]
  if (month > 1) {
    const before = lodge.at(-2)
    await paid(before, await remaining(before), 'bank_transfer')
  }
  if (month === 4) await paid(club[2], 178800, 'card')
  if (month === 5) {
    await live(5, 5)
    const wrong = await bill(who.other, 'Wrong', 1, 50000)
    await live(5, 6)
    assert.equal((await api.post(`${INVOICES}/${wrong.id}/void`)).status, 200)
  }
  await live(month, 10)
  await paid(theirs, 5000, 'cash')
  await live(month, 15)
  const payment = await paid(ours, 178800, 'bank_transfer')
  if (month === 6) {
    await live(6, 20)
    const body = { amount: '100.00', currency: 'nzd', reason: 'For the rain' }
    const path = `/v1/customers/cus_${who.lodge}/credit_transactions`
    const granted = await api.post(path, { body })
    assert.equal(granted.status, 201, granted.text)
  }
  if (month === 3) {
    await live(3, 25)
    const body = { reason: 'returned unpaid' }
    assert.equal((await api.post(`/v1/payments/${payment.id}/reverse`, { body })).status, 200)
  }
  await live(month + 1, 1, 9)
  await assertBooksAgree(month)
}

test('a year runs on the test clock', { timeout: 600_000 }, async () => {
  const body = {
    time_zone: 'Pacific/Auckland',
    default_currency: 'nzd',
    payment_terms_days: 20,
    reminder_days: [-3, 7],
  }
  assert.equal((await api.patch('/v1/account', { body })).status, 200)
  const make = async (name: string) =>
    (await makeCustomer(api, { name, country: 'NZ', email: 'pay@example.nz' })).id
  const who = {
    club: await make('Harbour Club'),
    lodge: await make('Lake Lodge'),
    other: await make('Somebody'),
  }
  for (const month of MONTHS) await liveMonth(month, who)
  assert.equal((await get(api, '/v1/test_clock')).now, '2027-12-31T20:00:00.000Z')
})

test('due dates, overdue statuses and reminders are correct to the day', async () => {
  assert.deepEqual(
    [...club, ...lodge].map(({ due_date }) => due_date),
    [...MONTHS, ...MONTHS].map((month) => `2027-${two(month)}-21`),
  )
  const events = await allEvents(api)
  const happened = (type: string, invoice: Made) =>
    events
      .filter((event) => event.type === type && event.data.object.id === invoice.id)
      .map(({ created_at }) => created_at)
  for (const [index, month] of MONTHS.entries()) {
    // The 21st is over at midnight.
    assert.deepEqual(happened('invoice.overdue', lodge[index]), [instant(month, 22, 0)])
    assert.deepEqual(happened('invoice.reminded', lodge[index]), [
      instant(month, 18, 9),
      instant(month, 28, 9),
    ])
    if (month === 3) continue
    assert.deepEqual(happened('invoice.overdue', club[index]), [])
    // The club pays on the 15th, before the first reminder.
    assert.deepEqual(happened('invoice.reminded', club[index]), [])
  }
  assert.deepEqual(happened('invoice.payment_reversed', club[2]), [instant(3, 25, 10)])
  assert.deepEqual(happened('invoice.overdue', club[2]), [instant(3, 25, 10)])
  assert.deepEqual(happened('invoice.reminded', club[2]), [instant(3, 28, 9)])
  // Expected instants in UTC: before and after each change of the clocks.
  assert.deepEqual(happened('invoice.overdue', lodge[2]), ['2027-03-21T11:00:00.000Z'])
  assert.deepEqual(happened('invoice.overdue', lodge[3]), ['2027-04-21T12:00:00.000Z'])
  assert.deepEqual(happened('invoice.reminded', lodge[8]), [
    '2027-09-17T21:00:00.000Z',
    '2027-09-27T20:00:00.000Z',
  ])
})

test('finalized, credited, paid and outstanding amounts are correct to the cent', async () => {
  const invoices = (await get(api, `${INVOICES}?limit=100`)).data as Made[]
  assert.equal(invoices.length, 25)
  assert.equal(invoices[0].number, 'INV-000025')
  const sum = (rows: Made[], member: string) => rows.reduce((total, row) => total + row[member], 0)
  const valid = invoices.filter(({ status }) => status !== 'void')
  // 12 × 1 788.00 = 21 456.00, and 89.50 × (1 + 2 + … + 12) = 89.50 × 78 = 6 981.00.
  assert.equal(sum(valid, 'total'), 2_145_600 + 698_100)
  assert.equal(sum(valid, 'credit_applied'), 10_000)
  // July: 7 × 89.50 = 626.50, less 100.00.
  const july = await get(api, `${INVOICES}/${lodge[6].id}`)
  assert.deepEqual([july.total, july.credit_applied, july.amount_due], [62_650, 10_000, 52_650])
  // December: 12 × 89.50 = 1 074.00, less the 50.00 that were paid.
  assert.equal(sum(valid, 'amount_remaining'), 102_400)
  const open = valid.filter(({ status }) => status !== 'paid')
  assert.deepEqual(
    open.map(({ id, status }) => [id, status]),
    [[lodge[11].id, 'overdue']],
  )
  // 28 437.00 finalized less 100.00 credit less 1 024.00 outstanding were paid: 27 313.00. Cash 12 × 50.00 = 600.00; by
  // card March's 1 788.00; the rest, 24 925.00, to the bank.
  const wanted = {
    receivable: '1024.00000000',
    revenue: '-28437.00000000',
    cash_cash: '600.00000000',
    cash_card: '1788.00000000',
    cash_bank_transfer: '24925.00000000',
    credit_granted: '100.00000000',
    customer_credit: '0.00000000',
  }
  const balances = await ledgerBalances()
  const touched = Object.entries(balances).filter(
    ([account, balance]) => account in wanted || !/^0\.0+$/.test(balance),
  )
  assert.deepEqual(Object.fromEntries(touched), wanted)
  // At the end of March there: 3 × 1 788.00 + 89.50 × 6 = 5 901.00 finalized. The club's third payment was reversed: 1
  // 788.00 outstanding; of the lodge's March 268.50, less 50.00: 218.50 outstanding.
  const march = await ledgerBalances('2027-03-31')
  assert.equal(march.revenue, '-5901.00000000')
  assert.equal(march.receivable, '2006.50000000')
})
