// Taxes over HTTP: rates, registrations, and their effect on invoices.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  allEvents,
  bodyOf,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeProduct,
  refused,
} from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'

const w = await world({ after })
const { api } = w
const RATES = '/v1/tax_rates'
const REGISTRATIONS = '/v1/tax_registrations'

function made(path: string, body: object): Promise<Made> {
  return bodyOf(api.post(path, { body }), 201)
}
const makeRate = (more: object = {}) =>
  made(RATES, {
    ...{ name: 'Sales tax', country: 'US', region: 'NY', percentage: '4' },
    ...{ valid_from: '2020-01-01' },
    ...more,
  })
const register = (more: object) => made(REGISTRATIONS, { valid_from: '2010-01-01', ...more })
const settle = async (body: object) => {
  const answer = await api.patch('/v1/account', { body })
  assert.equal(answer.status, 200, answer.text)
}

const QUEBEC = { country: 'CA', state_province: 'QC' }
const line = (unit_amount: number, more: object = {}) => ({
  ...{ description: 'Seats', quantity: 1, unit_amount },
  ...more,
})
const bill = (customer: Made, line_items: object[], more: object = {}) =>
  api.post(INVOICES, { body: { customer_id: customer.id, line_items, ...more } })
const makeFinal = (customer: Made, line_items: object[], more: object = {}): Promise<Made> =>
  bodyOf(bill(customer, line_items, { finalize: true, ...more }), 201)

const taxesOf = ({ taxes }: Made) =>
  taxes.map(({ name, percentage, taxable, amount }: Made) => [name, percentage, taxable, amount])

test('nothing is taxed automatically until the account turns it on', async () => {
  await register({ ...QUEBEC, state_province: undefined, number: '123456789 RT0001' })
  await register({ country: 'CA', region: 'Québec', number: '1234567890 TQ0001' })
  const customer = await makeCustomer(api, QUEBEC)
  const before = await makeFinal(customer, [line(14_000)])
  assert.deepEqual([before.total, before.tax, before.taxes], [14_000, 0, []])
  await settle({ automatic_tax: true, country: 'CA', state_province: 'QC' })
})

test('GST and QST of 140.00 are 7.00 and 13.97, and are posted by rate', async () => {
  const customer = await makeCustomer(api, QUEBEC)
  // Revenu Québec: GST of 5 % and QST of 9.975 %, each on the price.
  const invoice = await makeFinal(customer, [line(10_000), line(4_000)])
  assert.deepEqual(taxesOf(invoice), [
    ['QST', '9.975', 14_000, 1_397],
    ['GST', '5', 14_000, 700],
  ])
  assert.deepEqual([invoice.subtotal, invoice.tax, invoice.total], [14_000, 2_097, 16_097])
  assert.equal(invoice.amount_due, 16_097)
  assert.deepEqual(
    invoice.line_items.map(({ net, tax }: Made) => [net, tax]),
    [
      // 9.98 and 3.99 of QST, 5.00 and 2.00 of GST.
      [10_000, 1_498],
      [4_000, 599],
    ],
  )
  assert.equal(invoice.taxes[1].registration, '123456789 RT0001')
  const { sentences } = await get(api, `${INVOICES}/${invoice.id}/explain`)
  assert.ok(
    sentences.includes(
      'QST: 9.975% of CA$140.00 = CA$13.965, rounded to CA$13.97. You are registered for it, and the customer is in Quebec, Canada. Legal basis: Act respecting the Québec sales tax, CQLR, c. T-0.1, s. 16.',
    ),
    sentences.join('\n'),
  )
  const posted = await w.sql(
    `select p.account, p.dimension, p.amount::text from ledger_entries e
     join ledger_postings p on p.environment_id = 1 and p.entry_id = e.id
     where e.environment_id = 1 and e.kind = 'invoice_finalized' and e.object_id = (
       select id from invoices where environment_id = 1 and number = $1)
     order by p.account, p.dimension`,
    [invoice.number],
  )
  assert.deepEqual(
    posted.map((row) => [row.account, row.dimension, row.amount]),
    [
      ['receivable', '', '160.97000000'],
      ['revenue', '', '-140.00000000'],
      ['tax_payable', 'CA-QC/QST/9.975', '-13.97000000'],
      ['tax_payable', 'CA/GST/5', '-7.00000000'],
    ],
  )
  const voided = await api.post(`${INVOICES}/${invoice.id}/void`)
  assert.equal(voided.body.status, 'void')
  const [left] = await w.sql(
    `select sum(t.amount)::int as tax, count(*)::int as rows from invoice_taxes t
     join invoices i on i.environment_id = 1 and i.id = t.invoice_id and i.number = $1`,
    [invoice.number],
  )
  assert.deepEqual({ ...left }, { tax: 0, rows: 4 })
})

test('an exempt or foreign customer is taxed at 0 with the reason', async () => {
  const exempt = await makeCustomer(api, { ...QUEBEC, tax_exempt: true })
  const [tax] = (await makeFinal(exempt, [line(1_000)])).taxes
  assert.deepEqual([tax.category, tax.amount, tax.reason.code], ['exempt', 0, 'customer_exempt'])
  const abroad = await makeCustomer(api, { country: 'FR' })
  const [sold] = (await makeFinal(abroad, [line(1_000)])).taxes
  assert.deepEqual([sold.rate, sold.reason.code, sold.taxable], ['CA/export', 'export', 1_000])
  const product = await makeProduct(api, { name: 'Books', tax_code: 'exempt' })
  const customer = await makeCustomer(api, QUEBEC)
  const mixed = await makeFinal(customer, [line(1_000, { product_id: product.id }), line(1_000)])
  assert.deepEqual(taxesOf(mixed), [
    ['QST', '9.975', 1_000, 100],
    ['GST', '5', 1_000, 50],
    ['', '0', 1_000, 0],
  ])
})

test('another customer has other taxes, and a draft is taxed again at finalize', async () => {
  const ontario = await makeCustomer(api, { country: 'CA', state_province: 'ON' })
  const quebec = await makeCustomer(api, QUEBEC)
  const { body: draft } = await bill(quebec, [line(10_000)])
  assert.equal(draft.tax, 1_498)
  const path = `${INVOICES}/${draft.id}`
  const moved = await api.patch(path, { body: { customer_id: ontario.id } })
  assert.deepEqual([moved.body.tax, moved.body.total], [1_300, 11_300])
  const patch = { body: { state_province: 'AB' } }
  await api.patch(`/v1/customers/${ontario.id}`, patch)
  assert.equal((await get(api, path)).tax, 1_300)
  const preview = await api.post(`${INVOICES}/preview`, { body: { invoice_id: draft.id } })
  assert.deepEqual([preview.body.tax, preview.body.total], [500, 10_500])
  const finalized = await api.post(`${path}/finalize`)
  assert.deepEqual([finalized.body.tax, finalized.body.total], [500, 10_500])
  assert.equal(finalized.body.line_items[0].tax, 500)
})

test('a changed tax outdates a preview', async () => {
  const customer = await makeCustomer(api, QUEBEC)
  const { body: draft } = await bill(customer, [line(10_000)])
  const preview = (await api.post(`${INVOICES}/preview`, { body: { invoice_id: draft.id } })).body
  const { at, hash } = preview
  await api.patch(`/v1/customers/${customer.id}`, { body: { state_province: 'ON' } })
  const path = `${INVOICES}/${draft.id}/finalize`
  refused(await api.post(path, { body: { preview: { at, hash } } }), 409, 'preview_outdated')
})

test('prices can include their tax', async () => {
  const rate = await makeRate({ name: 'VAT', inclusive: true, percentage: '10', region: null })
  const customer = await makeCustomer(api, { country: 'US', state_province: 'NY' })
  // 6.00 × 10 / 110 = 0.5454….
  const invoice = await makeFinal(customer, [line(600, { tax_rates: [rate.id] })])
  assert.deepEqual(taxesOf(invoice), [['VAT', '10', 545, 55]])
  assert.deepEqual([invoice.total, invoice.tax, invoice.tax_included], [600, 55, 55])
  assert.deepEqual([invoice.line_items[0].net, invoice.line_items[0].tax], [545, 55])
  await settle({ tax_behavior: 'inclusive' })
  const quebec = await makeCustomer(api, QUEBEC)
  const included = await makeFinal(quebec, [line(11_498)])
  assert.deepEqual([included.total, included.tax, included.tax_included], [11_498, 1_498, 1_498])
  await settle({ tax_behavior: 'exclusive' })
})

test('a number of another member state gives reverse charge, a malformed one does not', async () => {
  await register({ country: 'DE', number: 'DE136695976' })
  await settle({ country: 'DE', address_line1: 'Hauptstr. 1', city: 'Berlin' })
  const french = { country: 'FR', address_line1: '1 rue de la Paix', city: 'Paris' }
  const business = await makeCustomer(api, { ...french, tax_id: 'FR 40 303 265 045' })
  assert.equal(business.tax_id, 'FR 40 303 265 045')
  assert.deepEqual(
    business.tax_ids.map(({ type, value, status }: Made) => [type, value, status]),
    [['eu_vat', 'FR40303265045', 'well_formed']],
  )
  const reversed = await makeFinal(business, [line(10_000)])
  const [tax] = reversed.taxes
  assert.deepEqual(
    [tax.category, tax.amount, tax.reference],
    ['reverse_charge', 0, 'Reverse charge, Art. 196 Directive 2006/112/EC'],
  )
  const wrong = await makeCustomer(api, { ...french, tax_id: 'FR 41 303 265 045' })
  assert.equal(wrong.tax_ids[0].status, 'malformed')
  assert.deepEqual(taxesOf(await makeFinal(wrong, [line(10_000)])), [['VAT', '19', 10_000, 1_900]])
  const shop = await register({ country: 'DE', scheme: 'oss_union' })
  assert.deepEqual(taxesOf(await makeFinal(wrong, [line(10_000)])), [['VAT', '20', 10_000, 2_000]])
  const ended = await api.patch(`${REGISTRATIONS}/${shop.id}`, { body: { valid_to: '2010-01-02' } })
  assert.equal(ended.status, 200, ended.text)
  assert.deepEqual(taxesOf(await makeFinal(wrong, [line(10_000)])), [['VAT', '19', 10_000, 1_900]])
  await settle({ country: 'CA', state_province: 'QC' })
})

test('a VAT number is stored with the prefix of its country, and gives reverse charge', async () => {
  await settle({ country: 'DE', state_province: '' })
  const numbers: [country: string, value: string, stored: string][] = [
    ['FR', '40 303 265 045', 'FR40303265045'],
    ['FR', 'fr-40.303.265.045', 'FR40303265045'],
    ['GR', 'GR 094259216', 'EL094259216'],
    ['GR', '094259216', 'EL094259216'],
  ]
  for (const [country, value, stored] of numbers) {
    const tax_ids = [{ type: 'eu_vat', value }]
    const customer = await makeCustomer(api, { country })
    const { body } = await api.patch(`/v1/customers/${customer.id}`, { body: { tax_ids } })
    assert.deepEqual([body.tax_id, body.tax_ids[0].status], [stored, 'well_formed'], value)
    const { taxes } = await makeFinal(body, [line(10_000)])
    assert.equal(taxes[0].category, 'reverse_charge', value)
  }
  const foreign = await makeCustomer(api, { country: 'FR', tax_id: 'DE136695976' })
  assert.equal(foreign.tax_ids[0].value, 'DE136695976')
  await settle({ country: 'CA', state_province: 'QC' })
})

test('missing details cause a warning, or an error if the account requires them', async () => {
  const nowhere = await makeCustomer(api)
  const { body: draft } = await bill(nowhere, [line(10_000)])
  const path = `${INVOICES}/${draft.id}/finalize`
  const dry = async () => (await api.post(`${path}?dry_run=true`)).body.warnings
  const codes = (warnings: Made[]) => warnings.map(({ code }) => code)
  assert.ok(codes(await dry()).includes('tax_address_missing'))
  await settle({ tax_address: 'refuse' })
  refused(await api.post(path), 409, 'tax_address_missing')
  await settle({ tax_address: 'warn' })
  const { derivation, sentences } = await get(api, `${INVOICES}/${draft.id}/explain`)
  assert.equal(derivation.steps[0].steps[2].result, 0)
  assert.ok(
    sentences.includes(
      'Line 1: no tax. The customer has no country, or no province or state where the tax depends on it.',
    ),
    sentences.join('\n'),
  )
  await register({ country: 'AU', scheme: 'manual' })
  const australian = await makeCustomer(api, { country: 'AU' })
  await settle({ tax_unknown_rate: 'refuse' })
  refused(await bill(australian, [line(100)], { finalize: true }), 409, 'tax_rate_unknown')
  await settle({ tax_unknown_rate: 'warn', tax_particulars: 'refuse' })
  await register({ country: 'GB' })
  const british = await makeCustomer(api, { country: 'GB' })
  refused(await bill(british, [line(100)], { finalize: true }), 409, 'document_particulars_missing')
  await settle({ tax_particulars: 'warn' })
})

test('unknown, inactive, mixed and expired rates on lines are refused', async () => {
  const customer = await makeCustomer(api, { country: 'US', state_province: 'NJ' })
  const rate = await makeRate({ name: 'Named' })
  const included = await makeRate({ name: 'Included', inclusive: true })
  const old = await makeRate({ name: 'Old', valid_to: '2020-12-31' })
  const off = await makeRate({ name: 'Off' })
  await api.patch(`${RATES}/${off.id}`, { body: { active: false } })
  const named = (...tax_rates: string[]) => [line(1_000, { tax_rates })]
  const unknown = `txr_${'0'.repeat(26)}`
  const at = 'line_items[0].tax_rates'
  refused(await bill(customer, named(unknown)), 400, 'resource_missing', `${at}[0]`)
  refused(await bill(customer, named(off.id)), 400, 'tax_rate_inactive', `${at}[0]`)
  refused(await bill(customer, named(rate.id, included.id)), 400, 'tax_rates_mixed', at)
  const { body: draft } = await bill(customer, named(old.id))
  assert.equal(draft.tax, 40)
  refused(await api.post(`${INVOICES}/${draft.id}/finalize`), 409, 'tax_rate_not_in_force')
  assert.deepEqual(draft.line_items[0].tax_rates, [old.id])
  const kept = await api.patch(`${INVOICES}/${draft.id}`, { body: draft })
  assert.equal(kept.status, 200, kept.text)
  assert.deepEqual((await makeFinal(customer, named())).taxes, [])
  assert.deepEqual(taxesOf(await makeFinal(customer, named(rate.id))), [['Named', '4', 1_000, 40]])
})

test('two rates of one name and place never overlap, even in concurrent requests', async () => {
  const first = await makeRate({ name: 'Overlap', valid_to: '2025-12-31' })
  const again = (more: object) =>
    api.post(RATES, {
      body: { name: 'Overlap', country: 'us', region: 'New York', percentage: '5', ...more },
    })
  refused(await again({ valid_from: '2025-12-31' }), 409, 'tax_rate_overlap', 'valid_from')
  const next = await again({ valid_from: '2026-01-01' })
  assert.equal(next.status, 201, next.text)
  assert.deepEqual([next.body.country, next.body.region], ['US', 'NY'])
  const longer = { body: { valid_to: '2026-01-01' } }
  refused(await api.patch(`${RATES}/${first.id}`, longer), 409, 'tax_rate_overlap')
  // An incorrect rate can be deactivated, and cannot be reactivated once it has a successor.
  const mistaken = await makeRate({ name: 'Mistaken', percentage: '44' })
  const { name, country, region, valid_from } = mistaken
  const mend = () =>
    api.post(RATES, { body: { name, country, region, valid_from, percentage: '4.4' } })
  refused(await mend(), 409, 'tax_rate_overlap')
  await api.patch(`${RATES}/${mistaken.id}`, { body: { active: false } })
  assert.equal((await mend()).status, 201)
  const back = { body: { active: true } }
  refused(await api.patch(`${RATES}/${mistaken.id}`, back), 409, 'tax_rate_overlap')
  const raced = { valid_from: '2030-01-01', name: 'Race' }
  const both = await Promise.all([again(raced), again(raced)])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409])
  const place = { country: 'MX', valid_from: '2026-01-01' }
  const twice = await Promise.all([
    api.post(REGISTRATIONS, { body: place }),
    api.post(REGISTRATIONS, { body: place }),
  ])
  assert.deepEqual(twice.map(({ status }) => status).toSorted(), [201, 409])
  refused(await api.post(REGISTRATIONS, { body: place }), 409, 'tax_registration_overlap')
})

test('bad rates and registrations are refused, and nothing is written', async () => {
  const rate = { name: 'Bad', country: 'US', percentage: '4', valid_from: '2026-01-01' }
  const registration = { country: 'CA', valid_from: '2026-01-01' }
  const before = (await get(api, RATES)).total_count
  const table: [path: string, body: object, code: string, param: string][] = [
    [RATES, { ...rate, percentage: '100.5' }, 'parameter_invalid', 'percentage'],
    [RATES, { ...rate, percentage: '-1' }, 'parameter_invalid', 'percentage'],
    [RATES, { ...rate, percentage: '1.23456' }, 'parameter_invalid', 'percentage'],
    [RATES, { ...rate, country: 'XX' }, 'country_invalid', 'country'],
    [RATES, { ...rate, region: 'Bavaria' }, 'parameter_invalid', 'region'],
    [RATES, { ...rate, category: 'exempt' }, 'parameter_invalid', 'percentage'],
    [RATES, { ...rate, valid_to: '2025-12-31' }, 'parameter_invalid', 'valid_to'],
    [RATES, { ...rate, tax_code: 'books' }, 'parameter_invalid', 'tax_code'],
    [REGISTRATIONS, { ...registration, region: 'ON' }, 'parameter_invalid', 'region'],
    [REGISTRATIONS, { ...registration, scheme: 'oss_union' }, 'parameter_invalid', 'country'],
  ]
  for (const [path, body, code, param] of table) {
    refused(await api.post(path, { body }), 400, code, param)
  }
  assert.equal((await get(api, RATES)).total_count, before)
})

test('only the last day of a rate can be changed', async () => {
  const rate = await makeRate({ name: 'Fixed', percentage: '4.50' })
  assert.equal(rate.percentage, '4.5')
  const path = `${RATES}/${rate.id}`
  const same = await api.patch(path, { body: { ...rate, valid_to: '2026-12-31' } })
  assert.equal(same.status, 200, same.text)
  assert.equal(same.body.valid_to, '2026-12-31')
  const changed = await api.patch(path, { body: { ...rate, percentage: '5' } })
  assert.equal(changed.status, 400, changed.text)
  const types = (await allEvents(api))
    .filter(({ data }) => data.object.id === rate.id)
    .map(({ type }) => type)
  assert.deepEqual(types, ['tax_rate.created', 'tax_rate.updated'])
})
