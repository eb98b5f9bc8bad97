// Fees of the simulated gateway, computed by hand: 2.9 % and 0.30 of the major unit, halves up.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feeOf } from './fees.ts'

const FEES: [amount: number | null, currency: string | null, fee: number, why: string][] = [
  [5997, 'cad', 204, '1.73913 + 0.30 = 2.03913'],
  [10_000, 'usd', 320, '2.90 + 0.30'],
  [500, 'usd', 45, '0.145 + 0.30 = 0.445, a half'],
  [31, 'eur', 31, '0.00899 + 0.30 = 0.30899'],
  [20, 'eur', 20, 'at most the amount'],
  [1000, 'jpy', 29, '29 + 0.30, without digits'],
  [12_345, 'kwd', 658, '0.358005 + 0.300 = 0.658005, with three digits'],
  [null, null, 0, 'a method that is saved'],
]

for (const [amount, currency, fee, why] of FEES) {
  test(`the fee for ${amount} ${currency} is ${fee}: ${why}`, () => {
    assert.equal(feeOf({ amount, currency }), fee)
  })
}
