// The law of each tax: every built-in rate has one, and EU taxes have one per reason.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lawOf } from './laws.ts'
import { builtInRates } from './tables.ts'

test('each built-in rate has its law in both languages', () => {
  for (const { rate } of builtInRates()) {
    for (const language of ['en', 'fr'] as const) {
      assert.ok(lawOf(language, { rate, code: 'registered' }), `${rate} in ${language}`)
    }
  }
  const rates = [
    ['CA/GST/5', 'Excise Tax Act, RSC 1985, c. E-15, s. 165(1)'],
    ['CA-NS/HST/14', 'Excise Tax Act, RSC 1985, c. E-15, s. 165(2)'],
    ['CA-QC/QST/9.975', 'Act respecting the Québec sales tax, CQLR, c. T-0.1, s. 16'],
    ['DE/VAT/19', 'Directive 2006/112/EC, Art. 96'],
  ] as const
  for (const [rate, law] of rates) assert.equal(lawOf('en', { rate, code: 'registered' }), law)
})

test('the law of an EU tax depends on the reason', () => {
  const law = (rate: string, code: Parameters<typeof lawOf>[1]['code']) =>
    lawOf('en', { rate, code })?.replace('Directive 2006/112/EC, ', '')
  assert.equal(law('FR/VAT/20', 'oss'), 'Art. 58 and 96')
  assert.equal(law('DE/VAT/19', 'below_threshold'), 'Art. 59c and 96')
  assert.equal(law('DE/reverse_charge', 'reverse_charge'), 'Art. 44 and 196')
  assert.equal(law('DE/outside_scope', 'outside_eu'), 'Art. 44 and 59')
  assert.equal(law('DE/outside_scope', 'outside_vat_area'), 'Art. 6')
  const french = lawOf('fr', { rate: 'DE/reverse_charge', code: 'reverse_charge' })
  assert.equal(french, 'directive 2006/112/CE, art. 44 et 196')
})

test('a custom rate has its own legal basis, or none', () => {
  const own = { rate: 'txr_1', code: 'rate_named' } as const
  assert.equal(lawOf('en', own), undefined)
  assert.equal(lawOf('en', { ...own, reference: 'Sec. 7' }), 'Sec. 7')
  assert.equal(lawOf('en', { rate: 'exempt', code: 'customer_exempt' }), undefined)
})
