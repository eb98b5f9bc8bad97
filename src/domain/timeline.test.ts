// Timeline sentences about a finalized invoice: the amount due, and its discounts and taxes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeEvent } from './timeline.ts'

test('a finalized invoice shows its discount and tax, if any', () => {
  const invoice = { number: 'INV-000001', currency: 'cad', due_date: '2026-12-20' }
  const sentenceOf = (figures: object) =>
    describeEvent('invoice.finalized', { ...invoice, ...figures }, [])
  assert.equal(
    sentenceOf({ amount_due: 14_000 }),
    'Finalized as INV-000001: CA$140.00 due 2026-12-20.',
  )
  assert.equal(
    sentenceOf({ amount_due: 16_097, discount: 0, tax: 2_097 }),
    'Finalized as INV-000001: CA$160.97 due 2026-12-20 (tax CA$20.97).',
  )
  // 140.00 less 14.00, plus 18.87 of tax.
  assert.equal(
    sentenceOf({ amount_due: 14_487, discount: 1_400, tax: 1_887 }),
    'Finalized as INV-000001: CA$144.87 due 2026-12-20 (discount CA$14.00, tax CA$18.87).',
  )
})
