// Statements over HTTP: a customer's autumn in Toronto in two currencies, as JSON, CSV and next to the ledger.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { readCsv } from '../../../test/csv.ts'
import {
  bodyOf,
  get,
  grantCredit,
  INVOICES,
  type Made,
  makeCustomer,
  makeFinalized,
  makePayment,
  PAYMENTS,
  refused,
} from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'

const w = await sharedWorld({ after })
const { api } = w
let customer: Made
let numbers: Record<string, string>

const made = (path: string, body: object): Promise<Made> => bodyOf(api.post(path, { body }))
const at = (time: string) => advanceTo(api, time)
const bill = (unit_amount: number, more: object = {}) =>
  makeFinalized(api, {
    customer_id: customer.id,
    line_items: [{ description: 'Seats', quantity: 1, unit_amount }],
    ...more,
  })
const statement = (query: string, of: Made = customer) =>
  get(api, `/v1/customers/cus_${of.id}/statement?${query}`)
const october = 'from=2031-10-01&to=2031-10-31'
const november = 'from=2031-11-01&to=2031-11-30'
/** A movement as date, kind, change and balance; then credit and refunds where they changed. */
const line = (row: Made) =>
  [
    `${row.date.slice(5)} ${row.kind} ${row.amount} ${row.balance}`,
    ...(Number(row.credit_amount) === 0 ? [] : [`${row.credit_amount} ${row.credit_balance}`]),
    ...(row.refund_amount === 0 ? [] : [`${row.refund_amount} ${row.refunds_payable}`]),
  ].join(' | ')

before(async () => {
  await bodyOf(api.patch('/v1/account', { body: { time_zone: 'America/Toronto' } }))
  await at('2031-10-20T15:00:00Z')
  customer = await makeCustomer(api, { name: 'Maple Bicycles' })
  const a = await bill(10_000)
  // 23:59:59 in Toronto on the last day of October, and a second later.
  await at('2031-11-01T03:59:59Z')
  const b = await bill(5_000)
  await at('2031-11-01T04:00:00Z')
  const c = await bill(3_000)
  await at('2031-11-05T15:00:00Z')
  await makePayment(api, a, { amount: 4_000, received_on: '2031-10-28' })
  await at('2031-11-06T15:00:00Z')
  await grantCredit(api, customer.id, '25.005', 'cad')
  await at('2031-11-07T15:00:00Z')
  await bill(1_000, { currency: 'eur' })
  await at('2031-11-08T15:00:00Z')
  const e = await bill(2_000)
  await at('2031-11-09T15:00:00Z')
  const credited = { invoice_id: a.id, amount: 7_000, refund: 1_000, reason: 'goodwill' }
  const note = await made('/v1/credit_notes', credited)
  await at('2031-11-10T15:00:00Z')
  const [refund] = (await get(api, `/v1/refunds?credit_note_id=${note.id}`)).data
  await made(`/v1/refunds/${refund.id}/succeed`, {})
  await at('2031-11-11T15:00:00Z')
  await made(`${INVOICES}/${c.id}/void`, {})
  await at('2031-11-12T15:00:00Z')
  const payment = await makePayment(api, b, { method: 'cheque' })
  await at('2031-11-13T15:00:00Z')
  await made(`${PAYMENTS}/${payment.id}/reverse`, {})
  numbers = { a: a.number, b: b.number, c: c.number, e: e.number, note: note.number }
  await at('2031-11-30T15:00:00Z')
})

test('a statement runs from the opening to the closing balance', async () => {
  const { currencies, ...rest } = await statement(october)
  assert.deepEqual(rest, {
    object: 'customer_statement',
    customer_id: `cus_${customer.id}`,
    ...{ from: '2031-10-01', to: '2031-10-31', by: 'value_date', time_zone: 'America/Toronto' },
  })
  const nothing = { balance: 0, credit_balance: '0.00000000', refunds_payable: 0 }
  const [cad, ...others] = currencies
  assert.deepEqual([cad.currency, cad.opening, others], ['cad', nothing, []])
  assert.deepEqual(cad.movements.map(line), [
    '10-20 invoice_finalized 10000 10000',
    '10-28 payment_settled -4000 6000',
    '10-31 invoice_finalized 5000 11000',
  ])
  assert.deepEqual(cad.closing, { ...nothing, balance: 11_000 })
  const [first, paid] = cad.movements
  assert.deepEqual(
    [first.invoice_number, first.object_id, paid.invoice_number, paid.method, first.method],
    [numbers.a, first.invoice_id, numbers.a, 'bank_transfer', null],
  )
})

test('credit, notes, refunds, voids and reversals change the balance as in the ledger', async () => {
  const [cad, eur] = (await statement(november)).currencies
  assert.equal(cad.opening.balance, 11_000)
  assert.deepEqual(cad.movements.map(line), [
    '11-01 invoice_finalized 3000 14000',
    '11-06 credit_granted 0 14000 | 25.00500000 25.00500000',
    '11-08 invoice_finalized 2000 16000',
    '11-08 credit_applied -2000 14000 | -20.00000000 5.00500000',
    '11-09 credit_note_issued -6000 8000 | 1000 1000',
    '11-10 refund_succeeded 0 8000 | -1000 0',
    '11-11 invoice_voided -3000 5000',
    '11-12 payment_settled -5000 0',
    '11-13 payment_reversed 5000 5000',
  ])
  const closing = { balance: 5_000, credit_balance: '5.00500000', refunds_payable: 0 }
  assert.deepEqual(cad.closing, closing)
  assert.equal(cad.movements[4].credit_note_number, numbers.note)
  assert.deepEqual(eur.movements.map(line), ['11-07 invoice_finalized 1000 1000'])
  const dollars = await statement(`${november}&currency=CAD`)
  assert.deepEqual(dollars.currencies, [cad])
  // No yen were ever owed, and a customer without documents owes nothing in the currency of the account.
  assert.equal((await statement(`${november}&currency=jpy`)).currencies[0].closing.balance, 0)
  const [none] = (await statement(november, await makeCustomer(api))).currencies
  assert.deepEqual([none.currency, none.movements, none.closing.balance], ['cad', [], 0])
})

test('by booking date, a payment that was recorded late is in the later statement', async () => {
  const [before] = (await statement(`${october}&by=date`)).currencies
  assert.equal(before.closing.balance, 15_000)
  const [later] = (await statement(`${november}&by=date&currency=cad`)).currencies
  assert.deepEqual(later.movements.slice(0, 2).map(line), [
    '11-01 invoice_finalized 3000 18000',
    '11-05 payment_settled -4000 14000',
  ])
  assert.equal(later.closing.balance, 5_000)
})

test('each closing balance equals the next opening balance and the receivables aging', async () => {
  for (const by of ['value_date', 'date']) {
    const days = ['2031-10-20', '2031-10-28', '2031-10-31', '2031-11-08', '2031-11-11']
    for (const [place, to] of days.entries()) {
      const next = new Date(Date.parse(to) + 86_400_000).toISOString().slice(0, 10)
      const [cad] = (await statement(`from=2031-10-01&to=${to}&by=${by}`)).currencies
      const [following] = (await statement(`from=${next}&to=2031-11-30&by=${by}`)).currencies
      assert.deepEqual(cad.closing, following.opening, `${to} by ${by}`)
      const aging = await get(api, `/v1/ledger/receivables_aging?as_of=${to}&by=${by}`)
      const owed = aging.data.find((row: Made) => row.currency === 'cad')?.total ?? '0'
      assert.equal(Number(owed) * 100, cad.closing.balance, `${place} ${to} by ${by}`)
    }
  }
})

test('the CSV has a line for each movement between the opening and the closing balance', async () => {
  const { text, headers } = await api.get(
    `/v1/customers/cus_${customer.id}/statement.csv?${november}`,
  )
  assert.equal(
    headers['content-disposition'],
    `attachment; filename="statement-cus_${customer.id}-2031-11-01-2031-11-30.csv"`,
  )
  const rows = readCsv(text).map((row) =>
    [row.currency, row.date, row.kind, row.amount_major, row.balance_major].join(' '),
  )
  assert.equal(rows.length, 14)
  assert.deepEqual(
    [...rows.slice(0, 2), ...rows.slice(10)],
    [
      'cad 2031-11-01 opening_balance  110.00',
      'cad 2031-11-01 invoice_finalized 30.00 140.00',
      'cad 2031-11-30 closing_balance  50.00',
      'eur 2031-11-01 opening_balance  0.00',
      'eur 2031-11-07 invoice_finalized 10.00 10.00',
      'eur 2031-11-30 closing_balance  10.00',
    ],
  )
  const [, , granted, , applied, note] = readCsv(text)
  assert.deepEqual(
    [granted?.credit_amount_major, applied?.credit_balance_major, note?.refund_amount_major],
    ['25.00500000', '5.00500000', '10.00'],
  )
  assert.deepEqual([applied?.invoice_number, note?.credit_note_number], [numbers.e, numbers.note])
})

test('an invalid span is refused with the days that are allowed', async () => {
  const path = `/v1/customers/cus_${customer.id}/statement`
  const refuse = async (query: string, param: string, message: string) => {
    const error = refused(await api.get(`${path}?${query}`), 400, 'parameter_invalid', param)
    assert.equal(error.message, message)
  }
  await refuse(
    'from=2031-11-01&to=2031-12-01',
    'to',
    'to is 2031-12-01, which is in the future: in America/Toronto, today is 2031-11-30. Use 2031-11-30 or earlier.',
  )
  await refuse(
    'from=2031-11-02&to=2031-11-01',
    'from',
    'from is 2031-11-02, which is after 2031-11-01, the end of the range.',
  )
  await refuse(
    'from=2030-11-01&to=2031-11-30',
    'to',
    'to is 2031-11-30; the maximum is 366 days after from, which is 2031-11-02. Use 2031-11-02 or earlier.',
  )
  assert.equal((await api.get(`${path}?from=2030-11-01&to=2031-11-02`)).status, 200)
  assert.deepEqual(await get(api, path), await statement(november))
  const missing = `/v1/customers/cus_999999/statement?${november}`
  refused(await api.get(missing), 404, 'resource_missing')
  refused(await api.get(`${path}?${november}&currency=usdd`), 400, 'currency_invalid', 'currency')
  const key = await w.key({ scopes: ['customers:read', 'ledger:read'] })
  for (const end of ['', '.csv']) {
    refused(await api.get(`${path}${end}?${november}`, { key }), 403, 'permission_denied')
  }
  const other = await api.get(`${path}?${november}`, { key: w.keys.otherTest })
  refused(other, 404, 'resource_missing')
})

test('a customer with more than 1,000 movements gets a shorter span', async () => {
  const busy = await makeCustomer(api, { name: 'Busy' })
  const grant = (amount: string) => grantCredit(api, busy.id, amount, 'cad')
  await Promise.all(Array.from({ length: 1_000 }, () => grant('0.01')))
  const [cad] = (await statement(november, busy)).currencies
  assert.deepEqual([cad.movements.length, cad.closing.credit_balance], [1_000, '10.00000000'])
  await grant('1')
  const path = `/v1/customers/cus_${busy.id}/statement?${november}`
  const { message } = refused(await api.get(path), 400, 'parameter_invalid', 'to')
  assert.match(message, /^There are more than 1000 movements from 2031-11-01 to 2031-11-30\./)
})
