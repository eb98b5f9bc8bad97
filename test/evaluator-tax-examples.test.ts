// Runs the stand-alone evaluator on worked examples of tax rates: each tax must be as printed in their table.

import assert from 'node:assert/strict'
import test from 'node:test'
import { lines, onTop, type Share, taxed } from './evaluator-tax-trees.ts'
import { judgeAfterLines } from './evaluator-taxes.ts'

/** Rates on single lines, `[percentage, amounts, tax, exact]`, and the total including tax. */
type Example = [string, [string, number[], number, string?][], number]

// The twelve rows of the table "Worked examples" of the rates.
const EXAMPLES: Example[] = [
  [
    '1 QC GST and QST',
    [
      ['5', [14000], 700],
      ['9.975', [14000], 1397, '1396.5'],
    ],
    16097,
  ],
  [
    '2 QC GST and QST',
    [
      ['5', [10000], 500],
      ['9.975', [10000], 998, '997.5'],
    ],
    11498,
  ],
  ['3 GST only', [['5', [183, 286], 23, '23.45']], 492],
  [
    '4 SK GST and PST',
    [
      ['5', [2495], 125, '124.75'],
      ['6', [2495], 150, '149.7'],
    ],
    2770,
  ],
  [
    '5 MB GST and RST',
    [
      ['5', [2000], 100],
      ['7', [2000], 140],
    ],
    2240,
  ],
  [
    '6 BC GST and PST',
    [
      ['5', [5000], 250],
      ['7', [5000], 350],
    ],
    5600,
  ],
  ['7 NS HST', [['14', [100000], 14000]], 114000],
  ['9 DE', [['19', [57889], 10999, '10998.91']], 68888],
  ['9 DE, reduced', [['7', [10839], 759, '758.73']], 11598],
  ['10 DK, a credit', [['25', [-62574354], -15643589, '-15643588.5']], -78217943],
  ['11 FI', [['25.5', [20000], 5100]], 25100],
  ['12 CH', [['8.1', [2800], 227, '226.8']], 3027],
  // Additional examples.
  ['IT', [['22', [124600], 27412]], 152012],
  ['HR', [['25', [1212], 303]], 1515],
  ['HU at 0 decimals', [['27', [69180], 18679, '18678.6']], 87859],
]
for (const [why, rates, total] of EXAMPLES) {
  test(`example ${why} totals ${total}`, () => {
    const amounts = rates[0]?.[1] ?? []
    const nodes = rates.map(([percentage, , tax, exact]) => {
      // 23 over 1.83 and 2.86 is 8.97 and 14.03.
      const parts = amounts.length === 2 ? [9, 14] : [tax]
      const shares = amounts.map((of, at): Share => [at + 1, of, parts[at] ?? 0])
      return onTop(
        `XX/VAT/${percentage}`,
        percentage,
        shares.toSorted(([, a], [, b]) => b - a),
        tax,
        exact,
      )
    })
    const node = taxed(lines(...amounts), [], nodes)
    assert.equal(node.result, total)
    assert.deepEqual(judgeAfterLines(node, amounts.map(BigInt)), [])
  })
}

test('example 8 with 25, 15 and 0 % in Norway totals 1801.78', () => {
  const node = taxed(
    lines(146050, 100, -2500),
    [],
    [
      onTop('NO/VAT/0', '0', [[3, -2500, 0]], 0),
      onTop('NO/VAT/15', '15', [[2, 100, 15]], 15),
      onTop('NO/VAT/25', '25', [[1, 146050, 36513]], 36513, '36512.5'),
    ],
  )
  assert.equal(node.result, 180178)
  assert.deepEqual(judgeAfterLines(node, [146050n, 100n, -2500n]), [])
})
