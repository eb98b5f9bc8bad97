// Ledger reports with figures computed by hand, over the months of a small company.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bodyOf, get, refused } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'
import { BEGINNING, FORMULA, liveThrough, type Months } from '../../../test/ledger-months.ts'

const months: Months = { now: BEGINNING, id: {}, customers: [] }
const w = await world({ after }, { wallNow: () => months.now })
const { api } = w
const { customers } = months

const LEDGER = '/v1/ledger'

before(() => liveThrough(w, months))

/** The report's figures in account form. */
const balanceAt = async (as_of: string) => {
  const { currencies } = await get(api, `${LEDGER}/trial_balance?as_of=${as_of}`)
  return currencies.map(
    (each: { currency: string; accounts: Record<string, string>[] } & Record<string, string>) => [
      each.currency,
      ...each.accounts.map(
        ({ account, debit, credit, balance }) => `${account} ${debit} ${credit} ${balance}`,
      ),
      `${each.debit} ${each.credit}`,
    ],
  )
}

test('debits and credits of each account until the end of a day have equal sums', async () => {
  assert.deepEqual(await balanceAt('2026-02-28'), [])
  assert.deepEqual(await balanceAt('2026-03-01'), [
    [
      'cad',
      'receivable 100.00000000 0.00000000 100.00000000',
      'revenue 0.00000000 100.00000000 -100.00000000',
      '100.00000000 100.00000000',
    ],
  ])
  assert.deepEqual(await balanceAt('2026-03-02'), [
    [
      'cad',
      'receivable 150.00000000 0.00000000 150.00000000',
      'revenue 0.00000000 150.00000000 -150.00000000',
      '150.00000000 150.00000000',
    ],
  ])
  assert.deepEqual(await balanceAt('2026-04-01'), [
    [
      'cad',
      // 100 + 50 + 30, of which 50 were voided.
      'receivable 180.00000000 50.00000000 130.00000000',
      'revenue 50.00000000 180.00000000 -130.00000000',
      '230.00000000 230.00000000',
    ],
    [
      'jpy',
      'receivable 700.00000000 0.00000000 700.00000000',
      'revenue 0.00000000 700.00000000 -700.00000000',
      '700.00000000 700.00000000',
    ],
    [
      'kwd',
      'receivable 1.23400000 0.00000000 1.23400000',
      'revenue 0.00000000 1.23400000 -1.23400000',
      '1.23400000 1.23400000',
    ],
  ])
})

test('reports default to today, and later days are refused', async () => {
  const { as_of } = await get(api, `${LEDGER}/trial_balance`)
  assert.equal(as_of, '2026-04-01')
  for (const path of ['trial_balance?as_of', 'receivables_aging?as_of', 'journal.csv?to']) {
    const answer = await api.get(`${LEDGER}/${path}=2026-04-02`)
    const error = refused(answer, 400, 'parameter_invalid', path.split('?')[1])
    assert.match(error.message, /in Pacific\/Auckland, today is 2026-04-01/)
  }
  refused(
    await api.get(`${LEDGER}/trial_balance?as_of=2026-02-30`),
    400,
    'parameter_invalid',
    'as_of',
  )
  refused(
    await api.get(`${LEDGER}/journal.csv?from=2026-03-02&to=2026-03-01`),
    400,
    'parameter_invalid',
    'from',
  )
})

/** Ages in Canadian dollars: all customers, then each. */
const agesAt = async (as_of: string) => {
  const report = await get(api, `${LEDGER}/receivables_aging?as_of=${as_of}`)
  const rows = [...report.currencies, ...report.data]
  return rows
    .filter(({ currency }) => currency === 'cad')
    .map(({ customer_id, current, days_1_30, days_31_60, days_61_90, days_over_90, total }) =>
      [
        customer_id ?? 'all',
        ...[current, days_1_30, days_31_60, days_61_90, days_over_90, total].map(Number),
      ].join(' '),
    )
}

test('outstanding amounts on a day are listed by currency, customer and days past due', async () => {
  const [maple, lokke] = customers
  assert.deepEqual(await agesAt('2026-02-28'), [])
  assert.deepEqual(await agesAt('2026-03-10'), ['all 150 0 0 0 0 150', `${maple} 150 0 0 0 0 150`])
  assert.deepEqual(await agesAt('2026-03-11'), [
    'all 50 100 0 0 0 150',
    `${maple} 50 100 0 0 0 150`,
  ])
  // 31 January to 20 March are 28 + 20 = 48 days.
  assert.deepEqual(await agesAt('2026-03-20'), [
    'all 50 100 30 0 0 180',
    `${maple} 50 100 0 0 0 150`,
    `${lokke} 0 0 30 0 0 30`,
  ])
  // The 50 were voided that day; 31 January to 1 April are 28 + 31 + 1 = 60 days.
  assert.deepEqual(await agesAt('2026-04-01'), [
    'all 0 100 30 0 0 130',
    `${maple} 0 100 0 0 0 100`,
    `${lokke} 0 0 30 0 0 30`,
  ])
})

test('amounts move to the next age bucket after 60 and 90 days', async (t) => {
  const was = months.now
  t.after(() => {
    months.now = was
  })
  months.now = Date.parse('2026-05-02T00:00:00Z')
  const lokke = async (day: string) =>
    (await agesAt(day)).find((row) => row.startsWith(String(customers[1])))
  assert.equal(await lokke('2026-04-02'), `${customers[1]} 0 0 0 30 0 30`)
  assert.equal(await lokke('2026-05-01'), `${customers[1]} 0 0 0 30 0 30`)
  assert.equal(await lokke('2026-05-02'), `${customers[1]} 0 0 0 0 30 30`)
})

test('ages sum to the balance of receivables on every day', async () => {
  for (const day of ['2026-03-01', '2026-03-02', '2026-03-15', '2026-03-31', '2026-04-01']) {
    const aging = await get(api, `${LEDGER}/receivables_aging?as_of=${day}`)
    const balance = await get(api, `${LEDGER}/trial_balance?as_of=${day}`)
    const owed = balance.currencies.map(
      ({
        currency,
        accounts,
      }: {
        currency: string
        accounts: { account: string; balance: string }[]
      }) => [currency, accounts.find(({ account }) => account === 'receivable')?.balance],
    )
    assert.deepEqual(
      aging.currencies.map(({ currency, total }: { currency: string; total: string }) => [
        currency,
        total,
      ]),
      owed,
      day,
    )
  }
})

test('customers are paginated, each with all of its currencies', async () => {
  const first = await get(api, `${LEDGER}/receivables_aging?limit=1`)
  assert.equal(first.has_more, true)
  assert.deepEqual(
    first.data.map(({ customer_id }: { customer_id: string }) => customer_id),
    [customers[0]],
  )
  assert.equal(first.data[0].customer_name, FORMULA)
  const next = await get(api, `${LEDGER}/receivables_aging?limit=1&starting_after=${customers[0]}`)
  assert.equal(next.has_more, false)
  assert.deepEqual(
    next.data.map(
      ({ customer_id, currency }: Record<string, string>) => `${customer_id} ${currency}`,
    ),
    ['cad', 'jpy', 'kwd'].map((currency) => `${customers[1]} ${currency}`),
  )
  assert.deepEqual(next.currencies, first.currencies)
})

test('the report of a past day is unaffected by later payments and reversals', async () => {
  const pay = async (at: string, amount: number, method: string) => {
    months.now = Date.parse(at)
    const body = { invoice_id: months.id.a, amount, currency: 'cad', method }
    return (await bodyOf(api.post('/v1/payments', { body }), 201)).id
  }
  const card = await pay('2026-04-03T00:00:00Z', 4_000, 'card')
  months.now = Date.parse('2026-04-10T00:00:00Z')
  await api.post(`/v1/payments/${card}/reverse`)
  await pay('2026-04-12T00:00:00Z', 10_000, 'cheque')
  months.now = Date.parse('2026-04-20T00:00:00Z')
  const maple = async (day: string) =>
    (await agesAt(day)).find((line) => line.startsWith(String(customers[0])))
  // Due on 10 March: 23 days before 2 April, 31 before 10 April.
  assert.equal(await maple('2026-04-02'), `${customers[0]} 0 100 0 0 0 100`)
  assert.equal(await maple('2026-04-03'), `${customers[0]} 0 60 0 0 0 60`)
  assert.equal(await maple('2026-04-10'), `${customers[0]} 0 0 100 0 0 100`)
  assert.equal(await maple('2026-04-12'), undefined)
  assert.equal(await maple('2026-04-20'), undefined)
  // 180 issued, 50 voided, 40 paid and reversed, 100 paid: 30 remain.
  assert.deepEqual((await balanceAt('2026-04-20'))[0], [
    'cad',
    'cash_card 40.00000000 40.00000000 0.00000000',
    'cash_cheque 100.00000000 0.00000000 100.00000000',
    'receivable 220.00000000 190.00000000 30.00000000',
    'revenue 50.00000000 180.00000000 -130.00000000',
    '410.00000000 410.00000000',
  ])
})
