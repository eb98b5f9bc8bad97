// Amounts in Stripe's units, by the examples of https://docs.stripe.com/currencies.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountRefusal, minimumOf, stripeAmount } from './stripe-amounts.ts'

test('amounts are sent in the units that Stripe documents', () => {
  const sent: [currency: string, amount: number, unit_amount: number][] = [
    ['usd', 1_000, 1_000],
    ['jpy', 500, 500],
    ['isk', 5, 500],
    ['ugx', 5, 500],
    ['mga', 50_000, 500],
    ['huf', 17_500, 17_500],
    ['twd', 80_045, 80_045],
    ['kwd', 5_120, 5_120],
  ]
  for (const [currency, amount, unit_amount] of sent) {
    assert.equal(amountRefusal(amount, currency), undefined, currency)
    assert.equal(stripeAmount(amount, currency), unit_amount, currency)
  }
})

test('amounts that Stripe would refuse or count otherwise are refused', () => {
  const refused: [string, number, string][] = [
    ['cad', 49, 'amount_too_small'],
    ['huf', 17_499, 'amount_too_small'],
    ['kwd', 5_124, 'amount_not_whole'],
    ['mga', 50_050, 'amount_not_whole'],
    ['clf', 50_000, 'currency_not_supported'],
    ['iqd', 50_000, 'currency_not_supported'],
  ]
  for (const [currency, amount, refusal] of refused)
    assert.equal(amountRefusal(amount, currency), refusal, currency)
})

test('minimums are those that Stripe lists, and nothing for other currencies', () => {
  const listed = { usd: 50, cad: 50, gbp: 30, jpy: 50, czk: 1_500, huf: 17_500, mxn: 1_000, pkr: 1 }
  for (const [currency, minimum] of Object.entries(listed))
    assert.equal(minimumOf(currency), minimum, currency)
})
