// The tax report over HTTP: tax charged and voided by rate, its agreement with the ledger, and the EU threshold.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readCsv } from '../../../test/csv.ts'
import { bodyOf, get, INVOICES, type Made, makeCustomer, refused } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'

const wallNow = () => Date.parse('2026-11-20T12:00:00.000Z')
const w = await world({ after }, { wallNow })
const { api } = w
const REPORT = '/v1/tax/report'
const QUARTER = 'from=2026-10-01&to=2026-12-31'

function made(path: string, body: object): Promise<Made> {
  return bodyOf(api.post(path, { body }))
}
const register = (more: object) =>
  made('/v1/tax_registrations', { valid_from: '2010-01-01', ...more })
const makeFinal = (customer: Made, unit_amount: number, more: object = {}) =>
  made(INVOICES, {
    customer_id: customer.id,
    line_items: [{ description: 'Seats', quantity: 1, unit_amount }],
    finalize: true,
    ...more,
  })

test('the report is empty without taxes and without a registration in the EU', async () => {
  assert.deepEqual(await get(api, `${REPORT}?${QUARTER}`), {
    object: 'tax_report',
    from: '2026-10-01',
    to: '2026-12-31',
    currencies: [],
    oss: null,
  })
  refused(
    await api.get(`${REPORT}?from=2026-12-31&to=2026-10-01`),
    400,
    'parameter_invalid',
    'from',
  )
  refused(await api.get(`${REPORT}?from=2026-10-01`), 400, 'parameter_missing', 'to')
  const narrow = await w.key({ scopes: ['ledger:read', 'invoices:read'] })
  refused(await api.get(`${REPORT}?${QUARTER}`, { key: narrow }), 403, 'permission_denied')
})

test('with one of two invoices of 140.00 void, taxes of 13.97 and 7.00 remain, as in the ledger', async () => {
  await api.patch('/v1/account', { body: { automatic_tax: true, country: 'CA' } })
  await register({ country: 'CA', number: '123456789 RT0001' })
  await register({ country: 'CA', region: 'QC', number: '1234567890 TQ0001' })
  const customer = await makeCustomer(api, { country: 'CA', state_province: 'QC' })
  await makeFinal(customer, 14_000)
  const mistaken = await makeFinal(customer, 14_000)
  await made(`${INVOICES}/${mistaken.id}/void`, {})
  // Exempt sales are listed as well, since the tax authority asks for them.
  const exempt = await makeCustomer(api, { country: 'CA', state_province: 'QC', tax_exempt: true })
  await makeFinal(exempt, 1_000)
  // Exempt sales of another province are listed separately.
  const other = await makeCustomer(api, { country: 'CA', state_province: 'ON', tax_exempt: true })
  await makeFinal(other, 300)
  const [cad, ...others] = (await get(api, `${REPORT}?${QUARTER}`)).currencies
  assert.deepEqual(others, [])
  const figures = (each: Made) => [
    ...[each.name, each.percentage, each.region, each.category],
    ...[each.taxable, each.tax, each.credited_taxable, each.credited_tax],
    ...[each.net_taxable, each.net_tax, each.ledger, each.documents],
  ]
  assert.deepEqual(cad.data.map(figures), [
    ['', '0', 'ON', 'exempt', 300, 0, 0, 0, 300, 0, 0, 1],
    ['QST', '9.975', 'QC', 'standard', 28_000, 2_794, 14_000, 1_397, 14_000, 1_397, 1_397, 2],
    ['', '0', 'QC', 'exempt', 1_000, 0, 0, 0, 1_000, 0, 0, 1],
    ['GST', '5', null, 'standard', 28_000, 1_400, 14_000, 700, 14_000, 700, 700, 2],
  ])
  assert.deepEqual(cad.totals, {
    ...{ tax: 4_194, credited_tax: 2_097, net_tax: 2_097, ledger: 2_097, documents: 4 },
    ...{ revenue: 15_300, ledger_revenue: 15_300 },
  })
  assert.deepEqual([cad.difference, cad.revenue_difference], [0, 0])
  // The base of GST and QST counts once.
  assert.deepEqual(
    cad.data.map(({ revenue }: Made) => revenue),
    [300, 0, 1_000, 14_000],
  )
  const rows = readCsv((await api.get(`${REPORT}.csv?${QUARTER}`)).text)
  assert.deepEqual(
    rows.map(({ name, net_tax_major, ledger_major }) => [name, net_tax_major, ledger_major]),
    [
      ['', '0.00', '0.00'],
      ['QST', '13.97', '13.97'],
      ['', '0.00', '0.00'],
      ['GST', '7.00', '7.00'],
    ],
  )
  for (const none of ['from=2026-11-21&to=2026-12-31', `${QUARTER}&jurisdiction=DE`]) {
    assert.deepEqual((await get(api, `${REPORT}?${none}`)).currencies, [], none)
  }
  assert.deepEqual((await get(api, `${REPORT}?${QUARTER}&currency=eur`)).currencies, [])
  const canada = await get(api, `${REPORT}?${QUARTER}&jurisdiction=ca&currency=CAD`)
  assert.deepEqual([canada.currencies[0].data.length, canada.currencies[0].difference], [4, 0])
  // Only Quebec: its own tax, and its exempt sales.
  const [quebec] = (await get(api, `${REPORT}?${QUARTER}&jurisdiction=ca-Qu%C3%A9bec`)).currencies
  assert.deepEqual(
    quebec.data.map(({ rate }: Made) => rate),
    ['CA-QC/QST/9.975', 'exempt'],
  )
  assert.deepEqual(
    [quebec.totals.net_tax, quebec.totals.ledger, quebec.difference],
    [1_397, 1_397, 0],
  )
  assert.deepEqual([quebec.totals.ledger_revenue, quebec.revenue_difference], [null, null])
  const table = [
    ['XX', 'country_invalid'],
    ['CA-Bavaria', 'parameter_invalid'],
    ['Canada', 'parameter_invalid'],
  ] as const
  for (const [jurisdiction, code] of table) {
    const answer = await api.get(`${REPORT}?${QUARTER}&jurisdiction=${jurisdiction}`)
    refused(answer, 400, code, 'jurisdiction')
  }
})

test('the report lists what is missing from the ledger', async (t) => {
  const here = await world(t, { tampers: true, wallNow })
  const post = async (path: string, body: object) => (await here.api.post(path, { body })).body
  const rate = await post('/v1/tax_rates', {
    ...{ name: 'GST', country: 'CA', percentage: '5', valid_from: '2020-01-01' },
  })
  const customer = await makeCustomer(here.api)
  await post(INVOICES, {
    customer_id: customer.id,
    line_items: [{ description: 'a', quantity: 1, unit_amount: 14_000, tax_rates: [rate.id] }],
    finalize: true,
  })
  await here.sql(`update ledger_postings set amount = amount + 1 where account = 'tax_payable'`)
  const [cad] = (await get(here.api, `${REPORT}?${QUARTER}`)).currencies
  assert.deepEqual([cad.totals.net_tax, cad.totals.ledger, cad.difference], [700, 600, 100])
})

test('sales to consumers in other member states count towards the threshold', async () => {
  await register({ country: 'DE', number: 'DE136695976' })
  await api.patch('/v1/account', { body: { country: 'DE', state_province: '' } })
  const consumer = await makeCustomer(api, { country: 'FR' })
  await makeFinal(consumer, 799_999, { currency: 'eur' })
  const oss = async () => (await get(api, `${REPORT}?${QUARTER}`)).oss
  const expected = { year: 2026, currency: 'eur', previous_turnover: 0, limit: 1_000_000 }
  assert.deepEqual(await oss(), { ...expected, turnover: 799_999, is_near: false })
  await makeFinal(consumer, 1, { currency: 'eur' })
  assert.deepEqual(await oss(), { ...expected, turnover: 800_000, is_near: true })
  // A business with a VAT number of its member state does not count.
  const tax_ids = [{ type: 'eu_vat', value: 'FR40303265045' }]
  const business = await makeCustomer(api, { country: 'FR', tax_ids })
  await makeFinal(business, 500_000, { currency: 'eur' })
  assert.equal((await oss()).turnover, 800_000)
  // A year above the limit removes it for the next year (Directive 2006/112/EC, article 59c).
  const next = async () => (await get(api, `${REPORT}?from=2027-01-01&to=2027-03-31`)).oss
  const year = { ...expected, year: 2027, turnover: 0, previous_turnover: 800_000 }
  assert.deepEqual(await next(), { ...year, is_near: false })
  await makeFinal(consumer, 200_000, { currency: 'eur' })
  assert.equal((await next()).is_near, false)
  await makeFinal(consumer, 1, { currency: 'eur' })
  assert.deepEqual(await next(), { ...year, previous_turnover: 1_000_001, is_near: true })
})
