// Ledger entries by the table of accounts, in currencies with zero to four decimals.

import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { finalizePostings, ledgerDecimal, mirrored, type Posting, toLedger } from './ledger.ts'
import { AMOUNT_MAX } from './money.ts'

test('the ledger counts in the major unit (ISO 4217 digits of each currency)', () => {
  const table = [
    [1999, 'cad', '19.99000000'],
    [1999, 'jpy', '1999.00000000'],
    [1234, 'kwd', '1.23400000'],
    [12345, 'clf', '1.23450000'],
    [-1, 'cad', '-0.01000000'],
    // The largest amount, 2^53 − 1, keeps its precision.
    [9007199254740991, 'kwd', '9007199254740.99100000'],
  ] as const
  for (const [amount, currency, decimal] of table) {
    assert.equal(ledgerDecimal(toLedger(amount, currency)), decimal)
  }
})

test('finalize debits receivables with the total and credits revenue and taxes', () => {
  const taxes = [{ rate: 'CA-ON/HST/13', amount: 1300 }]
  const invoice = { currency: 'cad', tax: 1300, total: 11300, taxes }
  // 100.00 with Ontario's 13 % is 113.00.
  const postings: Posting[] = [
    { account: 'receivable', amount: 113_00000000n },
    { account: 'revenue', amount: -100_00000000n },
    { account: 'tax_payable', amount: -13_00000000n, dimension: 'CA-ON/HST/13' },
  ]
  assert.deepEqual(finalizePostings(invoice), postings)
  assert.deepEqual(mirrored(postings), [
    { account: 'receivable', amount: -113_00000000n },
    { account: 'revenue', amount: 100_00000000n },
    { account: 'tax_payable', amount: 13_00000000n, dimension: 'CA-ON/HST/13' },
  ])
})

test('zero amounts are omitted', () => {
  const untaxed = finalizePostings({ currency: 'cad', tax: 0, total: 100, taxes: null })
  assert.deepEqual(
    untaxed.map(({ account }) => account),
    ['receivable', 'revenue'],
  )
  assert.deepEqual(finalizePostings({ currency: 'cad', tax: 0, total: 0, taxes: null }), [])
})

test('an entry that does not balance is a bug', () => {
  const broken = { currency: 'cad', tax: 1, total: 100, taxes: null }
  assert.throws(() => finalizePostings(broken), /off balance by 1000000/)
})

test('debits equal credits, whatever the amounts and the currency', () => {
  const amounts = fc.integer({ min: 0, max: Math.trunc(AMOUNT_MAX / 2) })
  fc.assert(
    fc.property(
      amounts,
      amounts,
      fc.constantFrom('cad', 'jpy', 'kwd', 'clf'),
      (subtotal, tax, currency) => {
        const postings = finalizePostings({
          currency,
          tax,
          total: subtotal + tax,
          taxes: [{ rate: 'DE/VAT/19', amount: tax }],
        })
        const sum = [...postings, ...mirrored(postings)].reduce(
          (all, each) => all + each.amount,
          0n,
        )
        assert.equal(sum, 0n)
      },
    ),
  )
})
