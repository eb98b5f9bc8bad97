// Which taxes apply, by place and day: the rules of Canada and the European Union, and own rates.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BillingError } from '../errors.ts'
import { type TaxedCustomer, type TaxPlanInput, taxPlan } from './plan.ts'
import type { OwnRate, Registration, TaxSettings } from './tax.ts'

const TODAY = '2026-11-22'

const registered = (country: string, more: Partial<Registration> = {}): Registration => ({
  ...{ id: `trg_${country}`, country, region: null, scheme: 'standard', number: '1' },
  ...{ valid_from: '2000-01-01', valid_to: null },
  ...more,
})

const ownRate = (more: Partial<OwnRate>): OwnRate => ({
  ...{ id: 'txr_1', name: 'Sales tax', country: 'US', region: 'NY', postal_prefix: null },
  ...{ percentage: '4', inclusive: false, category: 'standard', tax_code: 'standard' },
  ...{ valid_from: '2020-01-01', valid_to: null, reference: '', active: true },
  ...more,
})

const customerIn = (country: string, more: Partial<TaxedCustomer> = {}): TaxedCustomer => ({
  ...{ country, state_province: '', postal_code: '', tax_exempt: false },
  ...more,
})

const EVERYWHERE = [null, 'QC', 'BC', 'SK', 'MB'].map((region) => registered('CA', { region }))

function plan(
  country: string,
  customer: TaxedCustomer,
  settings: TaxSettings,
  more: Partial<TaxPlanInput> = {},
) {
  const seller = { country, state_province: '' }
  const input = {
    settings: { automatic: true, ...settings },
    seller,
    customer,
    line: {},
    date: TODAY,
  }
  return taxPlan({ ...input, ...more })
}

/** "GST 5, QST 9.975", or the reason for no tax. */
function summary({ taxes, untaxed }: ReturnType<typeof taxPlan>): string {
  if (taxes.length === 0) return untaxed?.code ?? 'nothing'
  return taxes
    .map(({ name, category, percentage }) => `${name || category} ${percentage}`)
    .join(', ')
}

// Canada Revenue Agency, rates by province; Revenu Québec, tables of GST and QST rates.
const PROVINCES: [province: string, date: string, taxes: string][] = [
  ['AB', TODAY, 'GST 5'],
  ['NT', TODAY, 'GST 5'],
  ['NU', TODAY, 'GST 5'],
  ['YT', TODAY, 'GST 5'],
  ['BC', TODAY, 'GST 5, PST 7'],
  ['SK', TODAY, 'GST 5, PST 6'],
  ['MB', TODAY, 'GST 5, RST 7'],
  ['QC', TODAY, 'GST 5, QST 9.975'],
  ['ON', TODAY, 'HST 13'],
  ['NB', TODAY, 'HST 15'],
  ['NL', TODAY, 'HST 15'],
  ['PE', TODAY, 'HST 15'],
  ['NS', TODAY, 'HST 14'],
  ['NS', '2025-03-31', 'HST 15'],
  ['NS', '2025-04-01', 'HST 14'],
  // Before the first row of a province its tax is unknown, and charging only GST would be a guess.
  ['ON', '2010-07-01', 'HST 13'],
  ['ON', '2010-06-30', 'rate_unknown'],
  ['NS', '2010-06-30', 'rate_unknown'],
  ['NB', '2016-07-01', 'HST 15'],
  ['NB', '2016-06-30', 'rate_unknown'],
  ['NL', '2016-07-01', 'HST 15'],
  ['NL', '2016-06-30', 'rate_unknown'],
  ['PE', '2016-10-01', 'HST 15'],
  ['PE', '2016-09-30', 'rate_unknown'],
  ['QC', '2013-01-01', 'GST 5, QST 9.975'],
  ['QC', '2012-12-31', 'rate_unknown'],
  ['BC', '2013-04-01', 'GST 5, PST 7'],
  ['BC', '2013-03-31', 'rate_unknown'],
  ['SK', '2017-03-23', 'GST 5, PST 6'],
  ['SK', '2017-03-22', 'rate_unknown'],
  ['MB', '2019-07-01', 'GST 5, RST 7'],
  ['MB', '2019-06-30', 'rate_unknown'],
]

test('in Canada the province decides, and each tax needs its own registration', () => {
  for (const [state_province, date, taxes] of PROVINCES) {
    const customer = customerIn('CA', { state_province })
    assert.equal(summary(plan('CA', customer, { registrations: EVERYWHERE }, { date })), taxes)
  }
  const quebec = customerIn('CA', { state_province: 'Québec' })
  const by = (registrations: Registration[]) => summary(plan('CA', quebec, { registrations }))
  assert.equal(by([registered('CA')]), 'GST 5')
  assert.equal(by([registered('CA', { region: 'QC' })]), 'QST 9.975')
  assert.equal(by([registered('CA', { region: 'BC' })]), 'not_registered')
  assert.equal(by([registered('CA', { valid_to: '2026-11-21' })]), 'not_registered')
  assert.equal(by([registered('CA', { valid_to: TODAY })]), 'GST 5')
  assert.equal(by([]), 'not_registered')
  assert.equal(summary(plan('CA', customerIn('FR'), { registrations: EVERYWHERE })), 'export 0')
})

test('provinces are known by code and by name; without one the address is missing', () => {
  for (const state_province of ['qc', 'Quebec', 'QUÉBEC', ' Q.C. ', 'Province']) {
    const found = plan('CA', customerIn('CA', { state_province }), { registrations: EVERYWHERE })
    const isKnown = state_province !== 'Province'
    assert.equal(summary(found), isKnown ? 'GST 5, QST 9.975' : 'address_missing', state_province)
    assert.equal(found.warning, isKnown ? undefined : 'tax_address_missing')
  }
})

test('a region is required only where the seller is registered', () => {
  const germany = { registrations: [registered('DE')] }
  const canada = { registrations: [registered('CA')] }
  const cases: [seller: string, country: string, TaxSettings, string, string][] = [
    ['DE', 'US', germany, 'outside_scope 0', 'US'],
    ['DE', 'CA', germany, 'outside_scope 0', 'CA'],
    ['CA', 'US', canada, 'export 0', 'US'],
    ['US', 'US', canada, 'not_registered', 'US'],
    ['CA', 'CA', canada, 'address_missing', ''],
    ['DE', 'CA', { registrations: [registered('DE'), registered('CA')] }, 'address_missing', ''],
  ]
  for (const [seller, country, settings, expected, place] of cases) {
    for (const state_province of ['', 'Nowhere']) {
      const found = plan(seller, customerIn(country, { state_province }), settings)
      assert.equal(summary(found), expected, `${seller} to ${country}`)
      assert.equal((found.taxes[0]?.reason ?? found.untaxed)?.place, place)
      const isMissing = expected === 'address_missing'
      assert.equal(found.warning, isMissing ? 'tax_address_missing' : undefined)
    }
  }
})

// The day before and the day of each change (European Commission, taxes in Europe; national laws).
const CHANGES: [country: string, day: string, before: string, after: string][] = [
  ['DE', '2020-07-01', '19', '16'],
  ['DE', '2021-01-01', '16', '19'],
  ['EE', '2024-01-01', '20', '22'],
  ['EE', '2025-07-01', '22', '24'],
  ['FI', '2024-09-01', '24', '25.5'],
  ['IE', '2020-09-01', '23', '21'],
  ['IE', '2021-03-01', '21', '23'],
  ['LU', '2023-01-01', '17', '16'],
  ['LU', '2024-01-01', '16', '17'],
  ['RO', '2025-08-01', '19', '21'],
  ['SK', '2025-01-01', '20', '23'],
  ['CH', '2024-01-01', '7.7', '8.1'],
]
const HOME_RATES =
  'AT 20, BE 21, BG 20, CY 19, CZ 21, DK 25, ES 21, FR 20, GR 24, HR 25, HU 27, IT 22, LT 21, LV 21, MT 18, NL 21, PL 23, PT 23, SE 25, SI 22, GB 20, NO 25'

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

test('each country has its standard rate, before and after each change', () => {
  const at = (country: string, date: string) => {
    const customer = customerIn(country)
    return summary(plan(country, customer, { registrations: [registered(country)] }, { date }))
  }
  for (const [country, day, before, after] of CHANGES) {
    assert.equal(at(country, dayBefore(day)), `VAT ${before}`, `${country} before ${day}`)
    assert.equal(at(country, day), `VAT ${after}`, `${country} on ${day}`)
  }
  for (const each of HOME_RATES.split(', ')) {
    const [country = '', rate] = each.split(' ')
    assert.equal(at(country, TODAY), `VAT ${rate}`, country)
  }
})

const NUMBER = { type: 'eu_vat', value: 'FR40303265045', status: 'well_formed' }
const GERMAN = { registrations: [registered('DE', { number: 'DE136695976' })] }
const SHOP = {
  registrations: [
    ...GERMAN.registrations,
    registered('DE', { scheme: 'oss_union', id: 'trg_oss' }),
  ],
}

test('an EU sale is at home, reverse charge, under the one-stop shop, or outside', () => {
  const from = (customer: TaxedCustomer, settings: TaxSettings = GERMAN) => {
    const found = plan('DE', customer, settings)
    return `${summary(found)} ${(found.taxes[0]?.reason ?? found.untaxed)?.code}`
  }
  const french = customerIn('FR')
  const number = (value: string, status = 'well_formed') => [{ ...NUMBER, value, status }]
  assert.equal(from(customerIn('DE', { tax_ids: number('DE136695976') })), 'VAT 19 registered')
  assert.equal(from({ ...french, tax_ids: [NUMBER] }), 'reverse_charge 0 reverse_charge')
  assert.equal(from({ ...french, tax_ids: [NUMBER] }, SHOP), 'reverse_charge 0 reverse_charge')
  assert.equal(from({ ...french, tax_ids: number('FR1', 'malformed') }), 'VAT 19 below_threshold')
  assert.equal(from({ ...french, tax_ids: number('BE0428759497') }), 'VAT 19 below_threshold')
  assert.equal(from(french), 'VAT 19 below_threshold')
  assert.equal(from(french, SHOP), 'VAT 20 oss')
  const there = { registrations: [...SHOP.registrations, registered('FR')] }
  assert.equal(from(french, there), 'VAT 20 registered')
  const greek = customerIn('GR', { tax_ids: number('EL094259216') })
  assert.equal(from(greek), 'reverse_charge 0 reverse_charge')
  assert.equal(from(customerIn('CH')), 'outside_scope 0 outside_eu')
  assert.equal(from(customerIn('GB')), 'outside_scope 0 outside_eu')
  assert.equal(from(customerIn('MC'), SHOP), 'VAT 20 oss')
  for (const [country, postal_code] of OUTSIDE) {
    const code = 'outside_scope 0 outside_vat_area'
    assert.equal(
      from(customerIn(country, { postal_code }), SHOP),
      code,
      `${country} ${postal_code}`,
    )
  }
  const reversed = plan('DE', { ...french, tax_ids: [NUMBER] }, GERMAN).taxes[0]
  assert.equal(reversed?.reference, 'Reverse charge, Art. 196 Directive 2006/112/EC')
  assert.deepEqual([reversed?.rate, reversed?.registration], ['DE/reverse_charge', 'DE136695976'])
})

// Directive 2006/112/EC, article 6, and the postal codes of the territories it names.
const OUTSIDE: [country: string, postal_code: string][] = [
  ['ES', '35001'],
  ['ES', '38001'],
  ['ES', '51001'],
  ['ES', '52001'],
  ['DE', '78266'],
  ['DE', '27498'],
  ['IT', '23041'],
  ['IT', '22061'],
  ['FI', '22100'],
  ['AX', '22100'],
  ['FR', '97110'],
  ['GP', '97110'],
  ['GR', '630 86'],
]

test('in the United States the rates are the account’s own, by state and postal code', () => {
  const rates = [
    ownRate({ id: 'txr_state' }),
    ownRate({ id: 'txr_city', name: 'City', percentage: '4.5', postal_prefix: '100' }),
    ownRate({ id: 'txr_district', name: 'City', percentage: '5', postal_prefix: '1001' }),
    ownRate({ id: 'txr_old', percentage: '3', valid_to: '2026-11-21' }),
    ownRate({ id: 'txr_food', percentage: '0', category: 'zero', tax_code: 'reduced_food' }),
    ownRate({ id: 'txr_off', name: 'Off', active: false }),
    ownRate({ id: 'txr_line', name: 'By line', tax_code: null }),
  ]
  const registrations = [registered('US', { region: 'NY', scheme: 'manual' })]
  const at = (state_province: string, postal_code: string, code?: string) => {
    const customer = customerIn('US', { state_province, postal_code })
    const found = plan('US', customer, { registrations, rates }, { line: code ? { code } : {} })
    return found.taxes.map(({ rate }) => rate).join(' ') || found.untaxed?.code
  }
  assert.equal(at('New York', '12207'), 'txr_state')
  assert.equal(at('NY', '10021'), 'txr_state txr_city')
  assert.equal(at('NY', '10013'), 'txr_state txr_district')
  assert.equal(at('NY', '10013', 'reduced_food'), 'txr_food')
  assert.equal(at('NY', '10013', 'reduced_books'), 'rate_unknown')
  assert.equal(at('NY', '10013', 'exempt'), 'exempt')
  assert.equal(at('NJ', '07001'), 'not_registered')
  assert.equal(at('', '10013'), 'address_missing')
})

test('a line’s own rates override automatic ones, and an exempt customer overrides both', () => {
  const rates = [ownRate({ tax_code: null, valid_to: '2026-11-21' })]
  const line = { rates: ['txr_1'] }
  const quebec = customerIn('CA', { state_province: 'QC' })
  const settings = { registrations: EVERYWHERE, rates }
  const of = (more: Partial<TaxPlanInput>, customer = quebec) =>
    plan('CA', customer, settings, more)
  assert.equal(summary(of({ line, date: '2026-11-21' })), 'Sales tax 4')
  assert.equal(summary(of({ line, draft: true })), 'Sales tax 4')
  const refused = (error: unknown) =>
    error instanceof BillingError && error.code === 'tax_rate_not_in_force'
  assert.throws(() => of({ line }), refused)
  assert.throws(() => of({ line, date: '2019-12-31' }), refused)
  assert.equal(summary(of({ line: { rates: [] } })), 'none_named')
  assert.equal(summary(of({ line: { rates: [] } }, { ...quebec, tax_exempt: true })), 'exempt 0')
  assert.equal(summary(of({}, { ...quebec, tax_exempt: true })), 'exempt 0')
  const off = taxPlan({
    ...{ settings: { registrations: EVERYWHERE }, seller: { country: 'CA', state_province: '' } },
    ...{ customer: quebec, line: {}, date: TODAY },
  })
  const reason = { code: 'automatic_off', place: '', date: TODAY }
  assert.deepEqual(off, { inclusive: false, taxes: [], untaxed: reason })
  assert.equal(of({ line: { inclusive: true } }).inclusive, true)
})
