// Explanations of taxes: the figures, why each applies, and the law.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explain } from './explanation.ts'
import { settle } from './settle.ts'
import { reasonSentence } from './tax/sentences.ts'
import type { LineTaxing, Tax } from './tax/tax.ts'

const tax = (rate: string, more: Partial<Tax> = {}): Tax => ({
  ...{ rate, name: rate.split('/')[1] ?? '', percentage: rate.split('/')[2] ?? '0' },
  ...{ country: 'CA', region: null, category: 'standard', reference: '', registration: '' },
  reason: { code: 'registered', place: 'CA-QC', date: '2026-11-22' },
  ...more,
})
const QUEBEC = [tax('CA/GST/5'), tax('CA-QC/QST/9.975')]

function sentencesFor(
  unit_amount: number,
  taxing: LineTaxing,
): { sentences: string[]; json: string } {
  const line = {
    ...{ id: null, description: 'x', product_id: null, price_id: null, pricing: null },
    ...{ quantity: '1', unit_price: String(unit_amount) },
  }
  const settled = settle({ currency: 'cad', lines: [line], taxing: [taxing] })
  const sentences = explain(settled.derivation, 'cad', settled.taxes ?? [])
  return { sentences: sentences.slice(2, -2), json: JSON.stringify(settled) }
}

test('an exclusive tax shows its base, reason and law', () => {
  assert.deepEqual(sentencesFor(14_000, { inclusive: false, taxes: QUEBEC }).sentences, [
    'QST: 9.975% of CA$140.00 = CA$13.965, rounded to CA$13.97. You are registered for it, and the customer is in Quebec, Canada. Legal basis: Act respecting the Québec sales tax, CQLR, c. T-0.1, s. 16.',
    'GST: 5% of CA$140.00 = CA$7.00. You are registered for it, and the customer is in Quebec, Canada. Legal basis: Excise Tax Act, RSC 1985, c. E-15, s. 165(1).',
  ])
})

// Revenu Québec: GST and QST are never shown as one rate.
test('two inclusive taxes are shown rate by rate, and 14.975 appears nowhere', () => {
  // 114.98 × 14.975 / 114.975 = 14.9756…, of which 9.975/14.975 are 9.978… and 5/14.975 are 5.001….
  const { sentences, json } = sentencesFor(11_498, { inclusive: true, taxes: QUEBEC })
  assert.deepEqual(
    sentences.map((text) => text.split('. You ')[0]),
    [
      'QST: included in the price, CA$114.98 × (9.975 + 5) / (100 + 9.975 + 5) = CA$14.98, of which 9.975% is CA$9.98',
      'GST: included in the price, CA$114.98 × (9.975 + 5) / (100 + 9.975 + 5) = CA$14.98, of which 5% is CA$5.00',
    ],
  )
  for (const text of [...sentences, json]) assert.doesNotMatch(text, /14\.975|114\.975/)
})

test('one inclusive tax, and a custom rate with its legal basis', () => {
  const own = tax('txr_a', { name: 'VAT', percentage: '10', reference: 'Sec. 12 of the VAT Act' })
  const because = { code: 'rate_named', place: '', date: '2026-11-22' } as const
  assert.deepEqual(
    sentencesFor(600, { inclusive: true, taxes: [{ ...own, reason: because }] }).sentences,
    [
      'VAT: included in the price, CA$6.00 × 10 / 110 = CA$0.55. The line names this rate. Legal basis: Sec. 12 of the VAT Act.',
    ],
  )
})

test('a reason names regions and countries in both languages', () => {
  const because = (place: string) => ({ code: 'registered', place, date: '2026-11-22' }) as const
  const french = 'Vous êtes inscrit à cette taxe, et le client se trouve dans son territoire'
  assert.equal(reasonSentence('fr', because('CA-QC')), `${french} (Québec, Canada).`)
  assert.match(reasonSentence('en', because('NL')), /is in the Netherlands\.$/)
})
