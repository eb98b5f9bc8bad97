// Sellers with several registrations: each tax applies once, under the registration it belongs to.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type TaxedCustomer, taxPlan } from './plan.ts'
import { type OwnRate, type Registration, TAX_SCHEMES } from './tax.ts'

const registered = (country: string, more: Partial<Registration> = {}): Registration => ({
  ...{ id: 'trg_1', country, region: null, scheme: 'standard', number: country },
  ...{ valid_from: '2010-01-01', valid_to: null },
  ...more,
})

const rateOf = (more: Partial<OwnRate>): OwnRate => ({
  ...{ id: 'txr_1', name: 'VAT', country: 'US', region: 'NY', postal_prefix: null },
  ...{ percentage: '10', inclusive: false, category: 'standard', tax_code: 'standard' },
  ...{ valid_from: '2020-01-01', valid_to: null, reference: '', active: true },
  ...more,
})

const NOWHERE: TaxedCustomer = {
  ...{ country: '', state_province: '', postal_code: '', tax_exempt: false },
}

function plan(
  seller: string,
  customer: Partial<TaxedCustomer>,
  registrations: Registration[],
  { rates = [], line = {} }: { rates?: OwnRate[]; line?: { rates?: string[] } } = {},
) {
  return taxPlan({
    settings: { automatic: true, registrations, rates },
    seller: { country: seller, state_province: '' },
    customer: { ...NOWHERE, ...customer },
    line,
    date: '2026-11-22',
  })
}

/** "VAT 19 DE136695976": each tax with its registration number, or the reason for no tax. */
const summary = ({ taxes, untaxed }: ReturnType<typeof plan>) =>
  taxes
    .map(({ name, category, percentage, registration }) =>
      `${name || category} ${percentage} ${registration}`.trim(),
    )
    .join(', ') || untaxed?.code

const HOME = registered('DE', { number: 'DE136695976' })
const SHOP = registered('DE', { scheme: 'oss_union', number: 'OSS' })
const VAT_ID = [{ type: 'eu_vat', value: 'FR40303265045', status: 'well_formed' }]

test('the one-stop shop covers other member states, and taxes nothing at home', () => {
  for (const both of [
    [HOME, SHOP],
    [SHOP, HOME],
  ]) {
    const to = (customer: Partial<TaxedCustomer>) => summary(plan('DE', customer, both))
    assert.equal(to({ country: 'DE' }), 'VAT 19 DE136695976')
    assert.equal(to({ country: 'FR' }), 'VAT 20 OSS')
    assert.equal(to({ country: 'FR', tax_ids: VAT_ID }), 'reverse_charge 0 DE136695976')
    assert.equal(to({ country: 'CH' }), 'outside_scope 0 DE136695976')
  }
  assert.equal(summary(plan('DE', { country: 'DE' }, [SHOP])), 'not_registered')
})

test('a number that a register confirmed makes the customer a business', () => {
  const by = (status: string) => {
    const tax_ids = [{ type: 'eu_vat', value: 'FR40303265045', status }]
    return plan('DE', { country: 'FR', tax_ids }, [HOME]).taxes[0]?.category
  }
  assert.equal(by('verified'), 'reverse_charge')
  for (const status of ['malformed', 'unverifiable']) assert.equal(by(status), 'standard', status)
})

test('a seller in Monaco counts as one in France', () => {
  const france = registered('FR')
  assert.equal(summary(plan('MC', { country: 'DE' }, [france])), 'VAT 20 FR')
  const tax_ids = [{ type: 'eu_vat', value: 'DE136695976', status: 'well_formed' }]
  assert.equal(summary(plan('MC', { country: 'DE', tax_ids }, [france])), 'reverse_charge 0 FR')
  assert.equal(
    summary(plan('MC', { country: 'US', state_province: 'NY' }, [france])),
    'outside_scope 0 FR',
  )
})

// Liechtenstein and Büsingen are in the Swiss VAT area (Swiss VAT Act, Art. 4), the Isle of Man in that of the United
// Kingdom (2006/112/EC, Art. 7). Jungholz, Mittelberg (Austrian UStG, § 10 (4)), Madeira and the Azores (CIVA, art. 18
// (3)) have their own rates, which are not built in.
const AREAS: [seller: string, registered: string, customer: [string, string], told: string][] = [
  ['CH', 'CH', ['LI', '9490'], 'VAT 8.1 CH'],
  ['LI', 'CH', ['CH', '8001'], 'VAT 8.1 CH'],
  ['LI', 'CH', ['LI', '9490'], 'VAT 8.1 CH'],
  ['DE', 'DE', ['LI', '9490'], 'outside_scope 0 DE'],
  ['GB', 'GB', ['IM', 'IM1 1AA'], 'VAT 20 GB'],
  ['IM', 'GB', ['GB', 'W1A 1AA'], 'VAT 20 GB'],
  ['CH', 'CH', ['DE', '78266'], 'VAT 8.1 CH'],
  ['CH', 'CH', ['DE', '78267'], 'export 0 CH'],
  ['DE', 'DE', ['DE', '78266'], 'outside_scope 0 DE'],
  ['AT', 'AT', ['AT', '6691'], 'rate_unknown'],
  ['AT', 'AT', ['AT', '6993'], 'rate_unknown'],
  ['AT', 'AT', ['AT', '6990'], 'VAT 20 AT'],
  ['PT', 'PT', ['PT', '9000-030'], 'rate_unknown'],
  ['PT', 'PT', ['PT', '9500'], 'rate_unknown'],
  ['PT', 'PT', ['PT', '1100-148'], 'VAT 23 PT'],
  ['DE', 'DE', ['XK', '10000'], 'outside_scope 0 DE'],
]

test('areas with their own tax have neither the rate of their country nor the export rule', () => {
  for (const [seller, country, [customer, postal_code], due] of AREAS) {
    const found = plan(seller, { country: customer, postal_code }, [registered(country)])
    assert.equal(summary(found), due, `${seller} to ${customer} ${postal_code}`)
    assert.equal(found.warning, due === 'rate_unknown' ? 'tax_rate_unknown' : undefined)
  }
  const shop = plan('DE', { country: 'PT', postal_code: '9000' }, [HOME, SHOP])
  assert.equal(summary(shop), 'rate_unknown')
})

test('two registrations of one place give one tax', () => {
  const ontario = { country: 'CA', state_province: 'ON' }
  const simplified = registered('CA', { scheme: 'simplified', number: 'S' })
  assert.equal(summary(plan('US', ontario, [simplified, registered('CA')])), 'HST 13 CA')
  assert.equal(summary(plan('US', ontario, [simplified])), 'HST 13 S')
})

test('a territory outside the VAT area is abroad for foreign sellers too', () => {
  const canaries = { country: 'ES', postal_code: '35001' }
  const spain = registered('ES')
  assert.equal(summary(plan('CA', { country: 'ES' }, [registered('CA'), spain])), 'VAT 21 ES')
  assert.equal(summary(plan('CA', canaries, [registered('CA'), spain])), 'export 0 CA')
  assert.equal(summary(plan('CA', canaries, [spain])), 'outside_vat_area')
})

test('an export shows the registration number of the country, and state sales tax has no exports', () => {
  const quebec = registered('CA', { region: 'QC', number: 'QST' })
  assert.equal(summary(plan('CA', { country: 'FR' }, [quebec, registered('CA')])), 'export 0 CA')
  const york = registered('US', { region: 'NY', scheme: 'manual' })
  assert.equal(summary(plan('US', { country: 'FR' }, [york])), 'not_registered')
})

test('a custom rate has the registration number of its province, otherwise that of the country', () => {
  const rate = rateOf({ country: 'CA', region: 'QC', tax_code: null })
  const country = registered('CA', { number: 'GST' })
  const quebec = registered('CA', { region: 'QC', number: 'QST' })
  const customer = { country: 'CA', state_province: 'QC' }
  const line = { rates: ['txr_1'] }
  const by = (...all: Registration[]) => summary(plan('CA', customer, all, { rates: [rate], line }))
  assert.equal(by(country, quebec), 'VAT 10 QST')
  assert.equal(by(country), 'VAT 10 GST')
  assert.equal(by(registered('CA', { region: 'BC' })), 'VAT 10')
})

test('automatic rates are included in the price if all of them are inclusive', () => {
  const york = registered('US', { region: 'NY', scheme: 'manual' })
  const customer = { country: 'US', state_province: 'NY' }
  const by = (...rates: OwnRate[]) => plan('US', customer, [york], { rates }).inclusive
  assert.equal(by(rateOf({ inclusive: true })), true)
  assert.equal(by(rateOf({})), false)
  assert.equal(by(rateOf({ inclusive: true }), rateOf({ id: 'txr_2', name: 'City' })), false)
})

const anyRegistration = fc
  .record({
    place: fc.constantFrom('CA', 'CA-QC', 'CA-BC', 'DE', 'FR', 'ES', 'GB', 'US-NY'),
    scheme: fc.constantFrom(...TAX_SCHEMES),
    valid_from: fc.constantFrom('2010-01-01', '2027-01-01'),
  })
  .map(({ place, ...more }) => {
    const [country = '', region = null] = place.split('-')
    return registered(country, { region, number: place, ...more })
  })
const anyCustomer = fc
  .record({
    place: fc.constantFrom(
      'CA-QC',
      'CA-ON',
      'CA-BC',
      'DE',
      'FR',
      'ES',
      'GB',
      'CH',
      'US-NY',
      'US-NJ',
    ),
    postal_code: fc.constantFrom('', '35001', '10001'),
    tax_ids: fc.constantFrom([], VAT_ID),
  })
  .map(({ place, ...more }) => {
    const [country = '', state_province = ''] = place.split('-')
    return { ...more, country, state_province }
  })

test('with any registrations, no line has a rate twice or taxes of two kinds', () => {
  const numRuns = Number(process.env.RUNS ?? 300)
  fc.assert(
    fc.property(
      fc.constantFrom('CA', 'DE', 'ES', 'US', 'GB'),
      anyCustomer,
      fc.array(anyRegistration, { maxLength: 6 }),
      (seller, customer, registrations) => {
        const { taxes, untaxed, inclusive } = plan(seller, customer, registrations)
        const rates = taxes.map(({ rate }) => rate)
        assert.equal(new Set(rates).size, rates.length, rates.join())
        assert.equal(untaxed === undefined, taxes.length > 0)
        assert.equal(inclusive, false)
        const charged = taxes.filter(({ percentage }) => percentage !== '0')
        assert.ok(charged.length === taxes.length || taxes.length === 1)
        // Only GST is combined with another tax, and every tax has the number of a registration.
        if (charged.length > 1) assert.ok(charged.some(({ name }) => name === 'GST'))
        const numbers = registrations.map(({ number }) => number)
        for (const tax of taxes) assert.ok(numbers.includes(tax.registration), tax.registration)
      },
    ),
    { numRuns },
  )
})
