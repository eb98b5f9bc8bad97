// Line amounts, invoice numbers and due dates.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { InvariantError } from '../invariant.ts'
import { ERRORS } from './error-catalogue.ts'
import { BillingError } from './errors.ts'
import { draftNumber, dueDate, invoiceNumber } from './invoice.ts'
import type { LineInput } from './invoice-lines.ts'
import { settle } from './settle.ts'

function line(quantity: number, unit_amount: number): LineInput {
  return {
    description: 'Seats',
    quantity: String(quantity),
    unit_price: String(unit_amount),
    product_id: null,
    id: null,
    price_id: null,
    pricing: null,
  }
}

const settleLines = (lines: readonly LineInput[]) => settle({ currency: 'cad', lines })

test('amounts are computed from the lines', () => {
  const table: [[number, number][], number[], number, string][] = [
    [[[3, 1999]], [5997], 5997, '3 × 19.99 = 59.97'],
    [
      [
        [3, 1999],
        [1, 1000],
      ],
      [5997, 1000],
      6997,
      '59.97 + 10.00 = 69.97',
    ],
    [[[1_000_000_000, 9_007_199]], [9_007_199_000_000_000], 9_007_199_000_000_000, 'large'],
    [[[1, 0]], [0], 0, 'free of charge'],
  ]
  for (const [lines, amounts, sum, why] of table) {
    const settled = settleLines(lines.map(([quantity, unit]) => line(quantity, unit)))
    assert.deepEqual(
      settled.line_items.map((item) => item.amount),
      amounts,
      why,
    )
    const { subtotal, tax, total, amount_due } = settled
    assert.deepEqual([subtotal, tax, total, amount_due], [sum, 0, sum, sum], why)
  }
  const input = { ...line(1, 500), product_id: 'a' }
  const more = { amount: 500, discount: 0, tax: 0, discounts: null, taxes: null }
  assert.deepEqual(settleLines([input]).line_items, [{ ...input, ...more }])
})

test('the error names all lines that are too large, or else their sum', () => {
  const tooLarge = line(1_000_000_000, 999_999_999_999)
  assert.throws(
    () => settleLines([tooLarge, line(1, 1), tooLarge]),
    (error: unknown) => {
      assert.ok(error instanceof BillingError)
      assert.equal(error.code, 'amount_too_large')
      assert.equal(error.message, ERRORS.amount_too_large.example)
      assert.equal(error.param, 'line_items[0]')
      assert.deepEqual(
        error.errors.map(({ param }) => param),
        ['line_items[0]', 'line_items[2]'],
      )
      return true
    },
  )
  // Each is below 2^53 - 1 = 9007199254740991; their sum is not.
  const half = line(1, 9_000_000_000_000_000)
  assert.throws(() => settleLines([half, half]), {
    code: 'amount_too_large',
    param: 'line_items',
    message: 'line_items would be 18000000000000000; the maximum amount is 9007199254740991.',
  })
})

test('totals equal the sum of the lines', () => {
  const lines = fc.array(
    fc.record({
      description: fc.string(),
      quantity: fc.integer({ min: 1, max: 1_000_000_000 }),
      unit_amount: fc.nat({ max: 30_000 }),
      product_id: fc.option(fc.string()),
    }),
    { minLength: 1, maxLength: 250 },
  )
  fc.assert(
    fc.property(lines, (inputs) => {
      const settled = settleLines(
        inputs.map(({ quantity, unit_amount, ...each }) => ({
          ...line(quantity, unit_amount),
          ...each,
        })),
      )
      const exact = inputs.map((each) => BigInt(each.quantity) * BigInt(each.unit_amount))
      assert.deepEqual(
        settled.line_items.map((item) => BigInt(item.amount)),
        exact,
      )
      const sum = exact.reduce((total, amount) => total + amount, 0n)
      assert.equal(BigInt(settled.amount_due), sum)
      assert.equal(settled.total, settled.subtotal + settled.tax)
    }),
  )
})

test('numbers have their documented format', () => {
  const table: [string, string, string][] = [
    [draftNumber(1), 'INV-900000000001', 'provisional'],
    [draftNumber(99_999_999_999), 'INV-999999999999', 'the last provisional one'],
    [invoiceNumber(42), 'INV-000042', 'definitive'],
    [invoiceNumber(999_999), 'INV-999999', 'six digits'],
    [invoiceNumber(1_000_000), 'INV-1000000', 'then seven'],
  ]
  for (const [number, expected, why] of table) assert.equal(number, expected, why)
  assert.throws(() => draftNumber(0), InvariantError)
  assert.throws(() => draftNumber(1e11), InvariantError)
  assert.throws(() => invoiceNumber(0), InvariantError)
  assert.throws(() => invoiceNumber(900_000_000_001), InvariantError, 'it would be a draft number')
})

test('due dates are counted from the civil date of finalizing', () => {
  const table: [string, string, number, string, string][] = [
    ['2026-11-20T12:00:00.000Z', 'UTC', 30, '2026-12-20', ''],
    ['2026-11-21T04:59:59.999Z', 'America/Toronto', 30, '2026-12-20', 'still the 20th there'],
    ['2026-11-21T05:00:00.000Z', 'America/Toronto', 30, '2026-12-21', 'the 21st'],
    ['2026-11-20T12:00:00.000Z', 'UTC', 0, '2026-11-20', 'due at once'],
    ['2027-03-01T12:00:00.000Z', 'UTC', 365, '2028-02-29', 'a leap year'],
  ]
  for (const [finalized, zone, terms, expected, why] of table) {
    assert.equal(dueDate(Date.parse(finalized), zone, terms), expected, why)
  }
})
