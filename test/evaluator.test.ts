// The stand-alone evaluator: amounts computed by hand, for all pricing models and both versions.

import assert from 'node:assert/strict'
import test from 'node:test'
import { judge } from './evaluator.ts'
import {
  credited,
  flat,
  graduated,
  inJune,
  type Json,
  line,
  of,
  pack,
  packages,
  parted,
  paying,
  percentage,
  perUnit,
  plain,
  rate,
  restsInJune,
  T10,
  T20,
  T30,
  tree,
  volume,
} from './evaluator-trees.ts'

// Every amount is computed by hand.
const SOUND: [why: string, line: Json][] = [
  ['integers', plain(3, 1999, 5997)],
  ['the most that integers show', plain(1, 999_999_999_999, 999_999_999_999)],
  ['nothing a piece', plain(1_000_000_000, 0, 0)],
  ['flat', line(flat, '1', 1999)],
  ['flat for nothing', line({ ...flat, unit_amount: 0 }, '1', 0)],
  ['per_unit in integers', line(perUnit('1999'), '3', 5997)],
  ['per_unit of nothing', line(perUnit('1999'), '0', 0)],
  ['13.5 × 0.07 = 0.945', line(perUnit('0.07'), '13.5', 1, { exact: '0.945' })],
  ['0.5 is rounded away from zero', line(perUnit('0.5'), '1', 1, { exact: '0.5' })],
  ['2.5 is, too, not to the even 2', line(perUnit('2.5'), '1', 3, { exact: '2.5' })],
  ['just below a half', line(perUnit('0.499999999999'), '1', 0, { exact: '0.499999999999' })],
  ['1.5 × 1.5 = 2.25', line(perUnit('1.5'), '1.5', 2, { exact: '2.25' })],
  ['10^-12 × 10^12 = 1', line(perUnit('0.000000000001'), '1000000000000', 1)],
  [
    '10^-12 × 10^-12',
    line(perUnit('0.000000000001'), '0.000000000001', 0, { exact: `0.${'0'.repeat(23)}1` }),
  ],
  ['the largest result', line(perUnit('9007199254740991'), '1', 9_007_199_254_740_991)],
  ['graduated, 0 enters no tier', line(graduated, '0', 0, { parts: [] })],
  ['graduated, 9 in the first', line(graduated, '9', 45, { parts: [T10('9', '45')] })],
  ['graduated, 10 still in the first', line(graduated, '10', 50, { parts: [T10('10', '50')] })],
  [
    'graduated, 10.5 enters the second',
    line(graduated, '10.5', 151, {
      parts: [T10('10', '50'), T20('0.5', '101.25')],
      exact: '151.25',
    }),
  ],
  [
    'graduated, 11 in the second',
    line(graduated, '11', 153, { parts: [T10('10', '50'), T20('1', '102.5')], exact: '152.5' }),
  ],
  [
    'graduated, 19',
    line(graduated, '19', 173, { parts: [T10('10', '50'), T20('9', '122.5')], exact: '172.5' }),
  ],
  ['graduated, 20', line(graduated, '20', 175, { parts: [T10('10', '50'), T20('10', '125')] })],
  [
    'graduated, 21',
    line(graduated, '21', 182, {
      parts: [T10('10', '50'), T20('10', '125'), T30('1', '7.1')],
      exact: '182.1',
    }),
  ],
  ['volume, 0 is in no tier', line(volume, '0', 0, { parts: [] })],
  ['volume, 9', line(volume, '9', 45, { parts: [T10('9', '45')] })],
  ['volume, 10', line(volume, '10', 50, { parts: [T10('10', '50')] })],
  ['volume, 10.5', line(volume, '10.5', 126, { parts: [T20('10.5', '126.25')], exact: '126.25' })],
  ['volume, 11', line(volume, '11', 128, { parts: [T20('11', '127.5')], exact: '127.5' })],
  ['volume, 20', line(volume, '20', 150, { parts: [T20('20', '150')] })],
  ['volume, 21', line(volume, '21', 9, { parts: [T30('21', '9.1')], exact: '9.1' })],
  ['package, all free', line(packages, '50', 0, { parts: [] })],
  ['package, fewer than are free', line(packages, '3', 0, { parts: [] })],
  ['package, one begun', line(packages, '50.000001', 250, { parts: [pack('0.000001', 1, '250')] })],
  ['package, 149 is one', line(packages, '149', 250, { parts: [pack('99', 1, '250')] })],
  ['package, 150 is one', line(packages, '150', 250, { parts: [pack('100', 1, '250')] })],
  ['package, 151 is two', line(packages, '151', 500, { parts: [pack('101', 2, '500')] })],
  ['percentage, no events', line(percentage, '0', 0, { events: [], parts: [] })],
  ['percentage, all free', line(percentage, '999.5', 0, { events: ['999.5'], parts: [] })],
  [
    'percentage, exactly the free amount',
    line(percentage, '1000', 0, { events: ['1000'], parts: [] }),
  ],
  // 1500 exceeds 1000 by 500: 2.9 % of 500 is 14.5, and 30.
  [
    'percentage, the excess pays',
    line(percentage, '1500', 45, {
      events: ['1500'],
      parts: [rate('500', '14.5'), paying(1, '30')],
      exact: '44.5',
    }),
  ],
  // The first event is free, the second is not: 2.9 % of 200 is 5.8, and 30.
  [
    'percentage, the second pays',
    line(percentage, '300', 36, {
      events: ['100', '200'],
      parts: [rate('200', '5.8'), paying(1, '30')],
      exact: '35.8',
    }),
  ],
  // No allowance: 2.9 % of 200 is 5.8, and 3 × 30.
  [
    'percentage, nothing is free',
    line(of(null, null), '200', 96, {
      events: ['50', '0', '150'],
      parts: [rate('200', '5.8'), paying(3, '90')],
      exact: '95.8',
    }),
  ],
  [
    'percentage, 0 pays per event only',
    line(of(null, null), '0', 30, { events: ['0'], parts: [rate('0', '0'), paying(1, '30')] }),
  ],
  ['percentage, 0 is free while any is', line(of(1, null), '0', 0, { events: ['0'], parts: [] })],
  [
    'percentage, two are free, however large',
    line(of(2, null), '130', 30, {
      events: ['60', '60', '10'],
      parts: [rate('10', '0.29'), paying(1, '30')],
      exact: '30.29',
    }),
  ],
  // 60, then 40 that reaches 100, then 0, which is no longer free, then 50.
  [
    'percentage, 0 after the free amount',
    line(of(null, 100, '10'), '150', 65, {
      events: ['60', '40', '0', '50'],
      parts: [rate('50', '5', '10'), paying(2, '60')],
    }),
  ],
  // 60, then 50, of which 10 exceed, then 0.5: 10.5 are billed.
  [
    'percentage, excess and more',
    line(of(null, 100, '10'), '110.5', 61, {
      events: ['60', '50', '0.5'],
      parts: [rate('10.5', '1.05', '10'), paying(2, '60')],
      exact: '61.05',
    }),
  ],
  [
    'percentage, free_events 0',
    line(of(0, 1000, '10'), '20', 32, {
      events: ['20'],
      parts: [rate('20', '2', '10'), paying(1, '30')],
    }),
  ],
  [
    'percentage, free_amount 0',
    line(of(9, 0, '10'), '20', 32, {
      events: ['20'],
      parts: [rate('20', '2', '10'), paying(1, '30')],
    }),
  ],
  [
    '4700 × 19/30 = 2976.67',
    line(inJune(perUnit('4700'), 12), '1', 2977, restsInJune('4700', [19, 0], [2977, 0])),
  ],
  // The same period, cut on 12 and 23 June: 1723 + 1724 + 1253 = 4700.
  [
    'its first part',
    line(inJune(perUnit('4700'), 1, 12), '1', 1723, restsInJune('4700', [30, 19], [4700, 2977])),
  ],
  [
    'its middle',
    line(inJune(perUnit('4700'), 12, 23), '1', 1724, restsInJune('4700', [19, 8], [2977, 1253])),
  ],
  [
    'its last part',
    line(inJune(perUnit('4700'), 23), '1', 1253, restsInJune('4700', [8, 0], [1253, 0])),
  ],
  [
    'a half is rounded away from zero',
    line(inJune({ ...flat, unit_amount: 1 }, 16), '1', 1, restsInJune('1', [15, 0], [1, 0])),
  ],
  [
    'its price is not rounded before',
    line(inJune(perUnit('0.5'), 2), '1', 0, restsInJune('0.5', [29, 0], [0, 0])),
  ],
  ['a part of a price in tiers', parted()],
]

for (const [why, one] of SOUND) {
  test(`${why} amounts to ${one.result}`, () => {
    assert.deepEqual(judge(tree([one], one.result)), [])
    assert.notDeepEqual(judge(tree([{ ...one, result: one.result + 1 }], one.result + 1)), [])
  })
}

test('a line for a part of a period has no unit price', () => {
  const line_items = [
    { quantity: 1, unit_amount: 97, amount: 97, quantity_decimal: '11', unit_amount_decimal: null },
  ]
  const { pricing } = parted()
  const figures = { subtotal: 97, tax: 0, total: 97, credit_applied: 0, amount_due: 97 }
  const invoice = (more: object) => ({
    ...{ currency: 'cad', ...figures },
    line_items: [{ ...line_items[0], pricing, ...more }],
  })
  assert.deepEqual(judge(tree([parted()], 97), invoice({})), [])
  const forged = invoice({ unit_amount_decimal: '97', pricing: { ...pricing, part: undefined } })
  assert.match(judge(tree([parted()], 97), forged).join(), /unit_amount_decimal.*pricing part/)
})

const TREES: [why: string, root: Json][] = [
  ['no lines', tree([], 0)],
  ['yen', tree([plain(2, 50, 100)], 100, 'jpy', 0)],
  ['dinar', tree([plain(2, 50, 100)], 100, 'kwd', 3)],
  ['unidad de fomento', tree([plain(2, 50, 100)], 100, 'clf', 4)],
  [
    'steps by another order',
    (() => {
      const root = credited(tree([plain(2, 50, 100)], 100), '0.30000000', 30)
      root.steps.reverse()
      root.steps[1].steps.reverse()
      return root
    })(),
  ],
  ['credit pays for all', credited(tree([plain(1, 1500, 1500)], 1500), '20.00000000', 1500)],
  ['credit in whole smallest units', credited(tree([plain(1, 1500, 1500)], 1500), '0.01999999', 1)],
  ['credit of yen', credited(tree([plain(1, 1500, 1500)], 1500, 'jpy', 0), '20.99999999', 20)],
  ['credit of dinar', credited(tree([plain(1, 1500, 1500)], 1500, 'kwd', 3), '1.23456789', 1234)],
]
for (const [why, root] of TREES) test(why, () => assert.deepEqual(judge(root), []))

const UNITS: [
  quantity: string,
  price: string,
  result: number,
  exact: string | undefined,
  shown: (number | string | null)[],
][] = [
  ['3', '1999', 5997, undefined, [3, 1999, null, null]],
  ['1000000000', '1', 1_000_000_000, undefined, [1_000_000_000, 1, null, null]],
  ['1000000001', '1', 1_000_000_001, undefined, [1, 1_000_000_001, '1000000001', '1']],
  ['0', '1999', 0, undefined, [1, 0, '0', '1999']],
  ['2', '0.5', 1, undefined, [1, 1, '2', '0.5']],
  ['1', '999999999999', 999_999_999_999, undefined, [1, 999_999_999_999, null, null]],
  [
    '1',
    '1000000000000',
    1_000_000_000_000,
    undefined,
    [1, 1_000_000_000_000, '1', '1000000000000'],
  ],
  [
    '1',
    '5.00000000000000000001',
    5,
    '5.00000000000000000001',
    [1, 5, '1', '5.00000000000000000001'],
  ],
]
for (const [quantity, price, amount, exact, expected] of UNITS) {
  test(`${quantity} × ${price} is shown as ${expected.join(', ')}`, () => {
    const root = tree([line(perUnit(price), quantity, amount, exact ? { exact } : {})], amount)
    const [first, unit_amount, quantity_decimal, unit_amount_decimal] = expected
    const decimals = { quantity_decimal, unit_amount_decimal, pricing: perUnit(price) }
    const line_items = [{ quantity: first, unit_amount, amount, ...decimals }]
    const figures = {
      subtotal: amount,
      tax: 0,
      total: amount,
      credit_applied: 0,
      amount_due: amount,
    }
    assert.deepEqual(judge(root, { currency: 'cad', ...figures, line_items }), [])
  })
}
