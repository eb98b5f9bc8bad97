// The value date: a payment recorded late counts in every report on the day it was received.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { readCsv } from '../../../test/csv.ts'
import { get, type Made, makeFinalized, makePayment, refused } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'

const wallNow = () => Date.parse('2026-01-10T15:00:00Z')
const w = await world({ after }, { settings: { TIME_ZONE: 'America/Toronto' }, wallNow })
const { api } = w
const LEDGER = '/v1/ledger'

/** The balances of cash and receivable, and the aging's total and customers, at the end of a day. */
async function owedOn(day: string, by?: string): Promise<string> {
  const query = `as_of=${day}${by ? `&by=${by}` : ''}`
  const { currencies } = await get(api, `${LEDGER}/trial_balance?${query}`)
  const balances = Object.fromEntries(
    (currencies[0]?.accounts ?? []).map(({ account, balance }: Made) => [account, Number(balance)]),
  )
  const aging = (await get(api, `${LEDGER}/receivables_aging?${query}`)).currencies[0]
  const { cash_bank_transfer: cash = 0, receivable = 0 } = balances
  const aged = aging ? `${Number(aging.current)}+${Number(aging.days_1_30)}` : '0+0'
  return `${cash} ${receivable} ${aged} ${aging?.customers ?? 0}`
}

async function journal(query: string): Promise<string[]> {
  const { text } = await api.get(`${LEDGER}/journal.csv?${query}`)
  return readCsv(text)
    .filter(({ account }) => account === 'receivable')
    .map(({ date, value_date, debit_major, credit_major }) =>
      [date, value_date, debit_major, credit_major].join(' '),
    )
}

async function assertVerified(): Promise<void> {
  const { checks } = await get(api, `${LEDGER}/verification`)
  assert.deepEqual(
    checks.filter(({ differences }: Made) => differences > 0),
    [],
  )
}

test('a payment recorded in March counts on the days in January on which it was received', async () => {
  const line = { description: 'Skates', quantity: 1, unit_amount: 10_000 }
  const invoice = await makeFinalized(api, { line_items: [line], due_date: '2026-01-31' })
  await advanceTo(api, '2026-03-05T15:00:00Z')
  const closed = await owedOn('2026-01-31', 'date')
  const transfer = { currency: 'cad', method: 'bank_transfer' }
  const pay = (amount: number, received_on: string) =>
    makePayment(api, invoice, { ...transfer, amount, received_on })
  await pay(4_000, '2026-01-05')
  const later = await pay(5_000, '2026-01-15')
  await advanceTo(api, '2026-03-06T15:00:00Z')
  await pay(1_000, '2026-03-04')

  const { data } = await get(api, `${LEDGER}/entries?object_id=${later.id}`)
  assert.deepEqual([data[0].date, data[0].value_date], ['2026-03-05', '2026-01-15'])
  // The payment precedes the invoice, so until finalize it is an advance of 40.00.
  const expected = {
    '2026-01-04': '0 0 0+0 0',
    '2026-01-05': '40 -40 -40+0 0',
    '2026-01-10': '40 60 60+0 1',
    '2026-01-15': '90 10 10+0 1',
    '2026-02-01': '90 10 0+10 1',
    '2026-03-03': '90 10 0+0 1',
    '2026-03-04': '100 0 0+0 0',
    '2026-03-05': '100 0 0+0 0',
    '2026-03-06': '100 0 0+0 0',
  }
  for (const [day, owed] of Object.entries(expected)) assert.equal(await owedOn(day), owed, day)
  assert.equal(closed, '0 100 100+0 1')
  assert.equal(await owedOn('2026-01-31', 'date'), closed)
  assert.equal(await owedOn('2026-03-05', 'date'), '90 10 0+0 1')

  const january = 'from=2026-01-01&to=2026-01-31'
  assert.deepEqual(await journal(january), [
    '2026-01-10 2026-01-10 100.00 0.00',
    '2026-03-05 2026-01-05 0.00 40.00',
    '2026-03-05 2026-01-15 0.00 50.00',
  ])
  assert.deepEqual(await journal(`${january}&by=date`), ['2026-01-10 2026-01-10 100.00 0.00'])
  const listed = async (query: string) =>
    (await get(api, `${LEDGER}/entries?${query}`)).data.map((entry: Made) => entry.value_date)
  assert.deepEqual(await listed('value_date[lte]=2026-01-31'), [
    '2026-01-15',
    '2026-01-05',
    '2026-01-10',
  ])
  assert.deepEqual(await listed('account=receivable&value_date[gte]=2026-01-11'), [
    '2026-03-04',
    '2026-01-15',
  ])
  const { cash_in } = await get(api, '/v1/summary')
  assert.deepEqual(
    cash_in.flatMap(({ from, currencies }: Made) =>
      currencies.map(({ amount }: Made) => [from, amount]),
    ),
    [
      ['2026-01-01', 9_000],
      ['2026-03-01', 1_000],
    ],
  )
  await assertVerified()

  // A reversal counts on its own day and changes no earlier one.
  await advanceTo(api, '2026-03-08T15:00:00Z')
  await api.post(`/v1/payments/${later.id}/reverse`)
  assert.equal(await owedOn('2026-01-31'), '90 10 10+0 1')
  assert.equal(await owedOn('2026-03-08'), '50 50 0+0 1')
  await assertVerified()
})

test("a receipt date in the future, by the environment's clock, is refused", async () => {
  const invoice = await makeFinalized(api)
  // It is 11 March in UTC, but still 10 March in Toronto.
  await advanceTo(api, '2026-03-11T03:00:00Z')
  const send = (received_on: string) =>
    api.post('/v1/payments', {
      body: { invoice_id: invoice.id, amount: 1, method: 'cash', received_on },
    })
  const error = refused(await send('2026-03-11'), 400, 'parameter_invalid', 'received_on')
  assert.match(
    error.message,
    /in America\/Toronto, today is 2026-03-10\. Use 2026-03-10 or earlier/,
  )
  assert.equal((await send('2026-03-10')).status, 201)
  await advanceTo(api, '2026-03-11T05:00:00Z')
  assert.equal((await send('2026-03-11')).status, 201)
})
