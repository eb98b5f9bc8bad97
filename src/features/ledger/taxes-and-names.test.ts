// Taxes and customer names in the books: each tax by its rate, and names as they were on the documents.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { readCsv } from '../../../test/csv.ts'
import {
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeFinalized,
  makePayment,
  refused,
} from '../../../test/fixtures.ts'
import { until, world } from '../../../test/harness.ts'

const wallNow = () => Date.parse('2026-11-20T12:00:00.000Z')
const w = await world({ after }, { wallNow })
const { api } = w
const LEDGER = '/v1/ledger'
const NOVEMBER = 'from=2026-11-01&to=2026-11-30'

const journal = async () => (await api.get(`${LEDGER}/journal.csv?${NOVEMBER}`)).text

let customer: Made

before(async () => {
  await api.patch('/v1/account', { body: { automatic_tax: true, country: 'CA' } })
  for (const registration of [{ number: '123456789 RT0001' }, { region: 'QC', number: '1' }]) {
    const body = { country: 'CA', valid_from: '2010-01-01', ...registration }
    assert.equal((await api.post('/v1/tax_registrations', { body })).status, 201)
  }
  customer = await makeCustomer(api, { name: 'Érable', country: 'CA', state_province: 'QC' })
})

const makeFinal = (unit_amount: number) =>
  makeFinalized(api, {
    customer_id: customer.id,
    line_items: [{ description: 'Seats', quantity: 1, unit_amount }],
  })

test('each posting to tax_payable names its tax, and the trial balance equals the tax report', async () => {
  const invoice = await makeFinal(14_000)
  await api.post(`${INVOICES}/${(await makeFinal(14_000)).id}/void`)
  await advanceTo(api, '2026-12-02T12:00:00.000Z')
  const { data } = await get(api, `${LEDGER}/entries?invoice_id=${invoice.id}`)
  assert.deepEqual(
    data[0].postings.map((side: Made) => [side.account, side.tax_rate, side.tax_name, side.credit]),
    [
      ['receivable', null, null, '0.00000000'],
      ['revenue', null, null, '140.00000000'],
      ['tax_payable', 'CA-QC/QST/9.975', 'QST', '13.97000000'],
      ['tax_payable', 'CA/GST/5', 'GST', '7.00000000'],
    ],
  )
  const lines = readCsv(await journal()).filter(
    ({ invoice_number }) => invoice_number === invoice.number,
  )
  assert.deepEqual(
    lines.map(({ account, tax_rate, tax_name }) => [account, tax_rate, tax_name]),
    [
      ['receivable', '', ''],
      ['revenue', '', ''],
      ['tax_payable', 'CA-QC/QST/9.975', 'QST'],
      ['tax_payable', 'CA/GST/5', 'GST'],
    ],
  )
  const { text } = await api.get(`${LEDGER}/entries.csv?invoice_id=${invoice.id}`)
  assert.match(text, /""tax_rate"":""CA\/GST\/5"",""tax_name"":""GST""/)

  await makeFinal(100)
  const report = await get(api, `/v1/tax/report?${NOVEMBER}`)
  const { currencies } = await get(api, `${LEDGER}/trial_balance?as_of=2026-11-30`)
  const accounts: Made[] = currencies[0].accounts
  const taxes = accounts.find(({ account }) => account === 'tax_payable')
  assert.deepEqual(
    taxes.taxes.map((tax: Made) => [tax.tax_rate, tax.tax_name, tax.debit, tax.credit]),
    [
      ['CA-QC/QST/9.975', 'QST', '13.97000000', '27.94000000'],
      ['CA/GST/5', 'GST', '7.00000000', '14.00000000'],
    ],
  )
  const owed = Object.fromEntries(taxes.taxes.map((tax: Made) => [tax.tax_rate, tax.balance]))
  for (const { rate, ledger } of report.currencies[0].data) {
    assert.equal(Number(owed[rate]), -ledger / 100, rate)
  }
  assert.equal(taxes.balance, '-20.97000000')
  assert.ok(accounts.every(({ account, taxes }) => account === 'tax_payable' || taxes.length === 0))
  // Today's sums read no entry, and name the same taxes.
  const today = (await get(api, `${LEDGER}/trial_balance`)).currencies[0].accounts
  assert.deepEqual(
    today
      .find(({ account }: Made) => account === 'tax_payable')
      .taxes.map((tax: Made) => tax.balance),
    ['-14.07000000', '-7.05000000'],
  )
})

test('renaming a customer changes no line of a past month, and an erasure removes the name', async () => {
  const path = `/v1/customers/cus_${customer.id}`
  const rename = async (name: string) =>
    assert.equal((await api.patch(path, { body: { name } })).status, 200)
  await advanceTo(api, '2027-01-05T12:00:00.000Z')
  const credit = { amount: '5', currency: 'cad' }
  const named = async (query: string) =>
    readCsv((await api.get(`${LEDGER}/journal.csv?${query}`)).text)
      .filter(({ account }) => account === 'receivable' || account === 'customer_credit')
      .map(({ kind, customer_name }) => `${kind} ${customer_name}`)
  await api.post(`${path}/credit_transactions`, { body: credit })
  const open = await makeFinal(10_000)
  await makePayment(api, open, { amount: 100 })
  await advanceTo(api, '2027-01-06T12:00:00.000Z')
  const closed = [await journal(), await named('from=2027-01-01')]
  await rename('Maple')
  await api.post(`${path}/credit_transactions`, { body: credit })
  await makePayment(api, open, { amount: open.amount_due - 100 })
  await makeFinal(100)
  const january = await named('from=2027-01-01')
  assert.deepEqual([await journal(), january.slice(0, closed[1]?.length)], closed)
  assert.deepEqual(january, [
    'credit_granted Érable',
    'invoice_finalized Érable',
    'credit_applied Érable',
    'credit_applied Érable',
    'payment_settled Érable',
    'credit_granted Maple',
    // On the invoice that it pays, the customer still has the earlier name.
    'payment_settled Érable',
    'invoice_finalized Maple',
    'credit_applied Maple',
    'credit_applied Maple',
  ])

  const frozen = () => get(api, `${INVOICES}/${open.id}/snapshot`)
  const { seller, customer_snapshot } = await frozen()
  assert.deepEqual(
    [seller.country, customer_snapshot.name, customer_snapshot.id],
    ['CA', 'Érable', `cus_${customer.id}`],
  )
  refused(await api.post(`${path}/erase`), 409, 'customer_has_open_invoices')
  for (const { id } of (await get(api, `${INVOICES}?customer_id=${customer.id}&open=true`)).data) {
    assert.equal((await api.post(`${INVOICES}/${id}/void`)).status, 200)
  }
  // 5.00 less the 1.15 of the last invoice.
  await api.post(`${path}/credit_transactions`, { body: { ...credit, amount: '-3.85' } })
  assert.match(await journal(), /Érable/)
  // Documents keep the name for ten years; the export no longer has it.
  const erased = await api.post(`${path}/erase`)
  assert.equal(erased.status, 200, erased.text)
  await until('the erasure', async () => {
    const { status } = await get(api, `${path}/erasure`)
    return status === 'documents_kept'
  })
  const { text } = await api.get(`${LEDGER}/journal.csv`)
  assert.doesNotMatch(text, /Érable|Maple/)
})
