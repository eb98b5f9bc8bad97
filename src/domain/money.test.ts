// Exact arithmetic, rounding, splitting without loss, and decimals.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { InvariantError } from '../invariant.ts'
import {
  AMOUNT_MAX,
  allocate,
  formatDecimal,
  formatMoney,
  multiply,
  parseDecimal,
  roundHalfAwayFromZero,
  sumAmounts,
} from './money.ts'

const amounts = fc.integer({ min: -AMOUNT_MAX, max: AMOUNT_MAX })
const weightLists = fc
  .array(fc.nat({ max: AMOUNT_MAX }), { minLength: 1, maxLength: 30 })
  .filter((weights) => weights.some((weight) => weight > 0))

test('products are exact up to the largest amount and refused beyond it', () => {
  const table: [number, number, number, string][] = [
    [1999, 3, 5997, '3 × 19.99 = 59.97'],
    [0, 1_000_000_000, 0, 'free, often'],
    [999_999_999_999, 9007, 9_006_999_999_990_993, '(10^12 - 1) × 9007 = 9007·10^12 - 9007'],
    [9_007_199_254_740_991, 1, 9_007_199_254_740_991, '2^53 - 1 is the largest'],
    [-1999, 3, -5997, 'a credit'],
  ]
  for (const [unit, quantity, expected, why] of table) {
    assert.equal(multiply(unit, quantity), expected, why)
  }
  // 2^26 × 2^27 = 2^53, one more than the largest.
  assert.throws(() => multiply(67_108_864, 134_217_728, 'line_items[7]'), {
    code: 'amount_too_large',
    param: 'line_items[7]',
    message: 'line_items[7] would be 9007199254740992; the maximum amount is 9007199254740991.',
  })
})

test('sums are exact up to the largest amount and refused beyond it', () => {
  assert.equal(sumAmounts([]), 0)
  assert.equal(sumAmounts([1, 2, -5]), -2)
  assert.equal(sumAmounts([AMOUNT_MAX, 1, -1]), AMOUNT_MAX, 'only the result has to fit')
  assert.throws(() => sumAmounts([AMOUNT_MAX, 1], 'line_items'), {
    code: 'amount_too_large',
    param: 'line_items',
  })
  assert.throws(() => sumAmounts([-AMOUNT_MAX, -1]), { code: 'amount_too_large', param: null })
})

test('halves round away from zero, positive and negative', () => {
  // The first four are cases in which binary floats fail: (1.005).toFixed(2) is "1.00" in JavaScript.
  const table: [string, number, string][] = [
    ['1.005', 2, '1.01'],
    ['8.165', 2, '8.17'],
    ['35.175', 2, '35.18'],
    ['158.605', 2, '158.61'],
    ['-1.005', 2, '-1.01'],
    ['12.345', 2, '12.35'],
    ['-12.345', 2, '-12.35'],
    ['12.344999', 2, '12.34'],
    ['2.5', 0, '3'],
    ['-2.5', 0, '-3'],
    ['0.5', 0, '1'],
    ['0.49', 0, '0'],
    ['27.986', 2, '27.99'],
  ]
  for (const [text, digits, expected] of table) {
    const scale = 6
    const numerator = parseDecimal(text, scale)
    const rounded = roundHalfAwayFromZero(numerator, 10n ** BigInt(scale - digits))
    assert.equal(formatDecimal(rounded, digits), expected, text)
  }
  assert.throws(() => roundHalfAwayFromZero(1n, 0n), InvariantError)
})

test('rounding is symmetric and off by at most a half', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt({ min: 1n }), (numerator, denominator) => {
      const rounded = roundHalfAwayFromZero(numerator, denominator)
      assert.equal(roundHalfAwayFromZero(-numerator, denominator), -rounded)
      const offTwice = 2n * (rounded * denominator - numerator)
      assert.ok((offTwice < 0n ? -offTwice : offTwice) <= denominator)
    }),
  )
})

test('an amount is split without loss', () => {
  const table: [number, number[], number[], string][] = [
    [100, [1, 1, 1], [34, 33, 33], 'equal weights: the earlier one takes the cent'],
    [-100, [1, 1, 1], [-34, -33, -33], 'a credit is split as the charge was'],
    [5, [7, 3], [4, 1], '3.5 and 1.5: of equal remainders the larger weight wins'],
    [5, [3, 7], [1, 4], 'in either order'],
    [1, [0, 1], [0, 1], 'a weight of 0 takes nothing'],
    [0, [0, 0], [0, 0], 'nothing over nothing'],
    [0, [], [], 'nothing over nobody'],
    [10, [4], [10], 'one takes all'],
    // Ten seats by the largest remainder, the worked example of Wikipedia's article on the method.
    [10, [47_000, 16_000, 15_900, 12_000, 6000, 3100], [5, 2, 1, 1, 1, 0], 'Hare quota'],
    // 10 × 3 / 2 and 10 × −1 / 2: a negative line takes a negative share.
    [10, [3, -1], [15, -5], 'a weight below 0 gives back'],
    // 1.5 and −0.5, whose floors are 1 and −1: with equal remainders, the larger weight wins.
    [1, [3, -1], [2, -1], 'and is rounded down as well'],
    [-10, [-3, 1], [-15, 5], 'weights that come to less than 0'],
    [-1, [-3, 1], [-2, 1], 'are split as their opposites are'],
    // 9007199254740991 = 3 × 3002399751580330 + 1.
    [AMOUNT_MAX, [1, 1, 1], [3002399751580331, 3002399751580330, 3002399751580330], 'large'],
  ]
  for (const [total, weights, expected, why] of table) {
    assert.deepEqual(allocate(total, weights), expected, why)
  }
  assert.throws(() => allocate(1, [0, 0]), InvariantError)
  assert.throws(() => allocate(1, []), InvariantError)
})

test('shares sum to the whole and differ by less than one unit from the exact share', () => {
  fc.assert(
    fc.property(amounts, weightLists, (total, weights) => {
      const parts = allocate(total, weights)
      const weightSum = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
      assert.equal(
        parts.reduce((sum, part) => sum + BigInt(part), 0n),
        BigInt(total),
      )
      for (const [index, part] of parts.entries()) {
        const off = BigInt(part) * weightSum - BigInt(total) * BigInt(weights[index]!)
        assert.ok((off < 0n ? -off : off) < weightSum)
        assert.ok(!Object.is(part, -0))
      }
    }),
  )
})

test('a split is symmetric, and its shares do not depend on the order of the weights', () => {
  fc.assert(
    fc.property(amounts, weightLists, fc.infiniteStream(fc.nat()), (total, weights, keys) => {
      const parts = allocate(total, weights)
      assert.deepEqual(
        allocate(-total, weights),
        parts.map((part) => 0 - part),
      )
      const order = weights.map((_, index) => ({ index, key: keys.next().value as number }))
      order.sort((a, b) => a.key - b.key)
      const shuffled = order.map(({ index }) => weights[index]!)
      const pairs = (ws: number[], ps: number[]) => ws.map((w, i) => `${w}:${ps[i]}`).toSorted()
      assert.deepEqual(pairs(shuffled, allocate(total, shuffled)), pairs(weights, parts))
    }),
  )
})

test('decimals are parsed exactly', () => {
  const table: [string, number, bigint, string][] = [
    ['1.25', 2, 125n, ''],
    ['-1.25', 2, -125n, ''],
    ['7', 2, 700n, 'no point'],
    ['0.00000001', 8, 1n, 'the smallest digit of a credit balance'],
    ['1.2300', 2, 123n, 'zeros beyond the scale say nothing'],
    ['007.5', 1, 75n, 'leading zeros'],
    ['-0', 2, 0n, 'there is no negative zero'],
    ['12345678901234567890.12', 2, 1234567890123456789012n, 'beyond any float'],
  ]
  for (const [text, scale, expected, why] of table) {
    assert.equal(parseDecimal(text, scale), expected, `${text} ${why}`)
  }
  const refused = ['', '.', '1.', '.5', '+1', '1e3', '1,5', '0x1', ' 1', '1.255', '١', '1_0', 'NaN']
  for (const text of [...refused, '1'.repeat(65)]) {
    assert.throws(() => parseDecimal(text, 2), { code: 'parameter_invalid' }, text)
  }
})

test('decimals are formatted with all their digits and parse to the same value', () => {
  const table: [bigint, number, string][] = [
    [0n, 8, '0.00000000'],
    [5n, 2, '0.05'],
    [-5n, 2, '-0.05'],
    [-125n, 2, '-1.25'],
    [125n, 0, '125'],
  ]
  for (const [value, scale, expected] of table) assert.equal(formatDecimal(value, scale), expected)
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
      fc.nat({ max: 12 }),
      (v, scale) => {
        assert.equal(parseDecimal(formatDecimal(v, scale), scale), v)
      },
    ),
  )
})

test('money is formatted for people', () => {
  const table: [number, string, string][] = [
    [1999, 'cad', 'CA$19.99'],
    [1999, 'usd', '$19.99'],
    [123_456_789, 'eur', '€1,234,567.89'],
    [10_000, 'jpy', '¥10,000'],
    [1234, 'kwd', 'KWD 1.234'],
    [12_345, 'huf', 'HUF 123.45'],
    [12_300, 'huf', 'HUF 123.00'],
    [12_345, 'clf', 'CLF 1.2345'],
    [-1999, 'cad', '-CA$19.99'],
    [0, 'cad', 'CA$0.00'],
    [5, 'cad', 'CA$0.05'],
    [AMOUNT_MAX, 'usd', '$90,071,992,547,409.91'],
  ]
  for (const [amount, currency, expected] of table) {
    assert.equal(formatMoney(amount, currency), expected)
  }
  assert.throws(() => formatMoney(1, 'xxx'), { code: 'currency_invalid' })
})
