// Timeline sentences about a finalized invoice with its discounts and taxes, and about payments by gateway.

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

test('a payment by gateway shows who started it and what became of it', () => {
  const sentenceOf = (type: string, figures: object = {}) =>
    describeEvent(type, { amount: 5997, currency: 'cad', to_balance: 0, ...figures }, [])
  assert.equal(
    sentenceOf('payment.pending', { initiated_by: 'link' }),
    'Online payment of CA$59.97 started by the customer.',
  )
  assert.equal(
    sentenceOf('payment.pending', { initiated_by: 'auto' }),
    'Online payment of CA$59.97 started automatically.',
  )
  assert.equal(
    sentenceOf('payment.requires_action'),
    'Online payment of CA$59.97 waits for the customer.',
  )
  assert.equal(
    sentenceOf('payment.processing'),
    'Online payment of CA$59.97 accepted; the money arrives later.',
  )
  assert.equal(sentenceOf('payment.settled'), 'Online payment of CA$59.97 received.')
  assert.equal(
    sentenceOf('payment.failed', { failure: { message: 'The bank declined the card.' } }),
    'Online payment of CA$59.97 failed: The bank declined the card.',
  )
  // Erasing the customer erases the reason.
  assert.equal(
    sentenceOf('payment.failed', { failure: null }),
    'Online payment of CA$59.97 failed.',
  )
  assert.equal(
    sentenceOf('payment.canceled'),
    'Online payment of CA$59.97 canceled: nothing was charged.',
  )
  assert.equal(
    sentenceOf('payment.unexpected', { to_balance: 5000 }),
    'Online payment of CA$59.97 received; the invoice did not need CA$50.00 of it, which became credit.',
  )
  assert.equal(
    sentenceOf('payment.unexpected'),
    'Online payment of CA$59.97 received, although it had failed or was canceled.',
  )
})
