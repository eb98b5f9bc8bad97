// Forged discounts and taxes, each of which the stand-alone evaluator must refuse, naming the step.

import assert from 'node:assert/strict'
import test from 'node:test'
import { judge } from './evaluator.ts'
import {
  furnished,
  furnishedShown,
  lines,
  off,
  rooted,
  type Share,
  taxed,
} from './evaluator-tax-trees.ts'
import { judgeAfterLines } from './evaluator-taxes.ts'
import { copy, type Json, node, plain } from './evaluator-trees.ts'

/** The expected message, the forged path, and its forged value; `undefined` deletes the value. */
type Forged = [says: RegExp, path: string, value: Json]

// Discounts are steps.1 of the total, taxes steps.2: QST, GST, and the one included in prices.
const D1 = 'steps.1.steps.0'
const D2 = 'steps.1.steps.1'
const QST = 'steps.2.steps.0'
const GST = 'steps.2.steps.1'
const VAT = 'steps.2.steps.2'

const TREES: Forged[] = [
  [/discount 1: rule/, `${D1}.rule`, 'discount'],
  [/discount 1: inputs discount/, `${D1}.inputs.discount`, undefined],
  [/discount 1: inputs name/, `${D1}.inputs.name`, 7],
  [/discount 1: inputs percent_off/, `${D1}.inputs.percent_off`, '10.0'],
  [/discount 1: inputs percent_off/, `${D1}.inputs.percent_off`, 10],
  [/discount 1: result/, `${D1}.inputs.percent_off`, '11'],
  [/discount 1: exact/, `${D1}.inputs.percent_off`, '10.001'],
  [/discount 1: inputs amount_off/, `${D1}.inputs.amount_off`, 1400],
  [/discount 1: inputs amount_off/, `${D1}.inputs.percent_off`, undefined],
  [/discount 1: inputs base/, `${D1}.inputs.base`, 14001],
  [/discount 1: inputs base/, `${D1}.inputs.base`, '14000'],
  [/discount 1: result/, `${D1}.inputs.minimum_amount`, 14001],
  [/discount 1: inputs ends_at/, `${D1}.inputs.ends_at`, 1797724800000],
  [/discount 1: inputs ends_at/, `${D1}.inputs.ends_at`, null],
  [/discount 1: inputs currency/, `${D1}.inputs.currency`, 'cad'],
  [/discount 1: exact/, `${D1}.exact`, '1400'],
  [/discount 1: exact/, `${D1}.exact`, '1400.5'],
  [/discount 1: result/, `${D1}.result`, -1401],
  [/discount 1: result/, `${D1}.result`, 1400],
  [/discount 1: steps/, `${D1}.steps`, [node('tax', [], 0)]],
  [/discount 1: because/, `${D1}.because`, {}],
  [/discount 1: shares/, `${D1}.shares`, undefined],
  [/discount 1: shares/, `${D1}.shares`, {}],
  [/discount 1: shares 1 amount/, `${D1}.shares.0.amount`, 999],
  [/discount 1: shares 1 of/, `${D1}.shares.0.of`, 9999],
  [/discount 1: shares are of lines 9,2/, `${D1}.shares.0.line`, 9],
  [/discount 1: shares are of lines 2,2/, `${D1}.shares.0.line`, 2],
  [/discount 1: shares 1 net/, `${D1}.shares.0.net`, 9000],
  [/discount 1: shares are of lines/, `${D1}.shares.0`, null],
  [/discount 2: shares 1 of/, `${D2}.shares.0.of`, 10000],
  [/discount 2: shares 1 amount/, `${D2}.shares.0.amount`, 428],
  [/discount 2: inputs minimum_amount/, `${D2}.inputs.minimum_amount`, '5000'],
  [/discount 2: result/, `${D2}.inputs.minimum_amount`, 12601],
  [/discount 2: result/, `${D2}.inputs.amount_off`, 601],
  [/discount 2: inputs amount_off/, `${D2}.inputs.amount_off`, -600],
  [/tax steps 1 rule/, `${QST}.rule`, 'tax_amount'],
  [/tax steps 1 rule/, `${QST}.rule`, 'constructor'],
  [/tax 1: inputs rate/, `${QST}.inputs.rate`, ''],
  [/tax 2: inputs name/, `${QST}.inputs.rate`, 'CA/GST/5'],
  [/tax steps/, `${QST}.inputs.rate`, 'ZZ'],
  [/tax 1: inputs percentage/, `${QST}.inputs.percentage`, '9.9750'],
  [/tax 1: result/, `${QST}.inputs.percentage`, '14.975'],
  [/tax 1: exact/, `${QST}.inputs.percentage`, '9.976'],
  [/tax 1: inputs category/, `${QST}.inputs.category`, undefined],
  [/tax 1: inputs taxable/, `${QST}.inputs.taxable`, 12600],
  [/tax 1: inputs gross/, `${QST}.inputs.gross`, 12000],
  [/tax 1: because is undefined/, `${QST}.because`, undefined],
  [/tax 1: because code/, `${QST}.because.code`, 'Because'],
  [/tax 1: because date/, `${QST}.because.date`, '2026-13-01'],
  [/tax 1: because sentence/, `${QST}.because.sentence`, 'So'],
  [/tax 1: exact/, `${QST}.exact`, '1197'],
  [/tax 1: result/, `${QST}.result`, 1198],
  [/tax 1: result/, `${QST}.result`, '1197'],
  [/tax 1: steps/, `${QST}.steps`, [node('tax', [], 0)]],
  [/tax 1: shares 1 amount/, `${QST}.shares.0.amount`, 856],
  [/tax 1: shares 1 of/, `${QST}.shares.0.of`, 9000],
  [/tax 1: shares are of lines/, `${QST}.shares.1.line`, 4],
  [/tax is on and in line 3/, `${QST}.shares.1.line`, 3],
  [/tax 1: shares are of no line/, `${QST}.shares`, []],
  [/tax steps/, `${QST}.shares`, []],
  [/tax 2: inputs taxable/, `${GST}.shares.length`, 1],
  [/tax 2: shares 2 tax/, `${GST}.shares.1.tax`, 171],
  [/tax 3: result/, `${VAT}.inputs.percentage`, '20'],
  [/tax 3: inputs gross/, `${VAT}.inputs.gross`, 545],
  [/tax 3: inputs taxable/, `${VAT}.inputs.taxable`, 600],
  [/tax 3: inputs group_tax/, `${VAT}.inputs.group_tax`, 60],
  [/tax 3: exact/, `${VAT}.exact`, '54.5454'],
  [/tax 3: result/, `${VAT}.result`, 60],
  [/tax 3: shares 1 amount/, `${VAT}.shares.0.amount`, 54],
  [/tax 3: inputs gross/, `${VAT}.rule`, 'tax_exclusive'],
  [/tax_included result/, 'steps.3.result', 55],
  [/tax_included inputs/, 'steps.3.inputs.a', 1],
  [/tax_included steps/, 'steps.3.steps', [node('tax', [], 0)]],
  [/total steps/, 'steps.3.rule', 'included'],
  [/tax untaxed/, 'steps.2.untaxed', {}],
  [/tax untaxed lines are 1/, 'steps.2.untaxed', [{ lines: [1], because: {} }]],
  [/tax untaxed/, 'steps.2.untaxed', []],
  [/tax fee/, 'steps.2.fee', 1],
  [/discount untaxed/, 'steps.1.untaxed', []],
]

const WHOLE: [says: RegExp, forge: (total: Json) => unknown][] = [
  [/total steps/, (total) => total.steps.pop()],
  [/tax steps/, (total) => total.steps[2].steps.reverse()],
  [/tax steps/, (total) => total.steps[2].steps.push(copy(total.steps[2].steps[1]))],
  [/tax steps/, (total) => total.steps[2].steps.push(copy(total.steps[2].steps[2]))],
  [/tax steps 4 rule/, (total) => total.steps[2].steps.push(null)],
  [/tax result/, (total) => total.steps[2].steps.pop()],
  [/discount result/, (total) => total.steps[1].steps.pop()],
  [/discount 1: shares 1 of/, (total) => total.steps[1].steps.reverse()],
  [/discount 3: inputs base/, (total) => total.steps[1].steps.push(copy(total.steps[1].steps[0]))],
  [
    /discount 3: shares line 1 of 0/,
    (total) =>
      total.steps[1].steps.push(
        off(
          { amount_off: 12000, base: 12000 },
          [
            [1, 8571, 8571],
            [2, 3429, 3429],
          ],
          -12000,
        ),
        off({ percent_off: '1', base: 0 }, [[1, 0, 0]], 0),
      ) &&
      total.steps[1].steps.splice(0, 0, total.steps[1].steps.shift()) &&
      total.steps[1].steps.splice(2, 1, off({ amount_off: 0, base: 0 }, [[1, 0, 0]], 0)) &&
      Object.assign(total.steps[1].steps[1].inputs, { amount_off: 12600 }),
  ],
]

const SHOWN: Forged[] = [
  [/discount shown/, 'discount', 1999],
  [/tax_included shown/, 'tax_included', 0],
  [/tax shown/, 'tax', 1797],
  [/total shown/, 'total', 14452],
  [/shown discounts/, 'discounts', []],
  [/shown discounts 1 id/, 'discounts.0.id', 'disc_b'],
  [/shown discounts 1 name/, 'discounts.0.name', 'Winter'],
  [/shown discounts 2 amount/, 'discounts.1.amount', 601],
  [/not those of the subscription, customer and invoice/, 'discounts', 'reversed'],
  [/shown taxes/, 'taxes.length', 2],
  [/shown taxes 1 rate/, 'taxes.0.rate', 'CA-QC/QST'],
  [/shown taxes 1 name/, 'taxes.0.name', 'TVQ'],
  [/shown taxes 1 percentage/, 'taxes.0.percentage', '10'],
  [/shown taxes 1 category/, 'taxes.0.category', 'exempt'],
  [/shown taxes 1 inclusive/, 'taxes.0.inclusive', true],
  [/shown taxes 1 taxable/, 'taxes.0.taxable', 12600],
  [/shown taxes 1 amount/, 'taxes.0.amount', 1198],
  [/shown taxes 1 reason code/, 'taxes.0.reason.code', 'export'],
  [/shown taxes 1 country/, 'taxes.0.country', undefined],
  [/shown taxes 3 taxable/, 'taxes.2.taxable', 600],
  [/line 1: shown discount is/, 'line_items.0.discount', 1428],
  [/line 1: shown net/, 'line_items.0.net', 10000],
  [/line 1: shown tax is/, 'line_items.0.tax', 1285],
  [/line 1: shown discounts 2 amount/, 'line_items.0.discounts.1.amount', 428],
  [/line 1: shown discounts 1 id/, 'line_items.0.discounts.0.id', 'disc_b'],
  [/line 1: shown taxes 2 amount/, 'line_items.0.taxes.1.amount', 428],
  [/line 1: shown taxes 2 rate/, 'line_items.0.taxes.1.rate', 'CA/GST'],
  [/line 2: shown taxes 1 name/, 'line_items.1.taxes.0.name', 'TVQ'],
  [/line 3: shown net/, 'line_items.2.net', 600],
  [/line 3: shown taxes 1 taxable/, 'line_items.2.taxes.0.taxable', 600],
  [/line 3: shown taxes 1 inclusive/, 'line_items.2.taxes.0.inclusive', false],
  [/discount 1: order of shares/, 'line_items.0.product_id', 'prod_2'],
  [/discount 1: shares are without line 3/, 'line_items.2.product_id', 'prod_1'],
]

function put(object: Json, path: string, value: Json): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const holder = names.reduce((inner, name) => inner[name], object)
  if (value === 'reversed') holder[last].reverse()
  else if (value === undefined) delete holder[last]
  else holder[last] = value
}
function refuses(problems: string[], says: RegExp): void {
  assert.ok(
    problems.some((problem) => says.test(problem)),
    problems.join('\n') || 'nothing is found',
  )
}

for (const [number, [says, path, value]] of TREES.entries()) {
  test(`a forged ${path} of the tree is refused (case ${number + 1})`, () => {
    const root = furnished()
    put(root.steps[0], path, copy(value))
    refuses(judge(root), says)
    refuses(judge(root, furnishedShown()), says)
  })
}
for (const [number, [says, forge]] of WHOLE.entries()) {
  test(`a forged total is refused: ${says.source} (case ${number + 1})`, () => {
    const root = furnished()
    forge(root.steps[0])
    refuses(judge(root), says)
  })
}
for (const [number, [says, path, value]] of SHOWN.entries()) {
  test(`another ${path} of the shown invoice is refused (case ${number + 1})`, () => {
    const invoice = furnishedShown()
    put(invoice, path, copy(value))
    refuses(judge(furnished(), invoice), says)
  })
}

test('the order of shares depends on the products, which only the invoice contains', () => {
  const root = furnished()
  put(root.steps[0], `${QST}.shares`, 'reversed')
  assert.deepEqual(judge(root), [])
  refuses(judge(root, furnishedShown()), /tax 1: order of shares/)
})

test('a discount that ends applies to exactly the lines whose periods begin before its end', () => {
  const [end, before] = ['2026-12-20T00:00:00.000Z', '2026-12-19T23:59:59.999Z']
  const begun = (start: string) => ({ subscription_item_id: 'si_1', period: { start } })
  const PAST = /discount 1: has ended before line 2/
  const CASES: [taken: boolean, second: Json, says?: RegExp][] = [
    [true, begun(before)],
    [true, begun(end), PAST],
    [true, { ...begun(end), subscription_item_id: null }],
    [true, { ...begun(end), pricing: { part: { start: before } } }],
    [true, { ...begun(before), pricing: { part: { start: end } } }, PAST],
    [false, begun(end)],
    [false, begun(before), /discount 1: shares are without line 2/],
  ]
  for (const [taken, second, says] of CASES) {
    const shares: Share[] = [1, 2].slice(0, taken ? 2 : 1).map((line) => [line, 1000, 100])
    const discount = off({ percent_off: '10', base: 1000 * shares.length }, shares, 0)
    discount.inputs.ends_at = end
    discount.result = -100 * shares.length
    const line_items = [begun(before), second].map((line) => ({ ...line, product_id: 'prod_1' }))
    const total = taxed(lines(1000, 1000), [discount], [])
    const problems = judgeAfterLines(total, [1000n, 1000n], { line_items })
    if (says) refuses(problems, says)
    else assert.deepEqual(problems, [])
  }
})

test('no input makes the evaluator throw', () => {
  for (const value of [undefined, null, 0, 'a', [], {}, true, [[]], [null], 1n, Number.NaN]) {
    for (const path of [D1, D2, QST, VAT, 'steps.1', 'steps.2', 'steps.3']) {
      for (const member of ['', '.inputs', '.steps', '.shares', '.result', '.because']) {
        const root = furnished()
        put(root.steps[0], `${path}${member}`, value)
        judge(root)
        judge(root, furnishedShown())
      }
    }
    for (const member of [
      'discounts',
      'taxes',
      'line_items.0.taxes',
      'line_items.0',
      'line_items',
    ]) {
      const invoice = furnishedShown()
      put(invoice, member, value)
      judge(furnished(), invoice)
    }
  }
})

test('lines without tax must have the right reason', () => {
  const why = { code: 'not_registered', place: 'US', date: '2026-11-22' }
  const root = rooted(taxed([plain(1, 5, 5), plain(1, 6, 6)], [], []))
  const tax = root.steps[0].steps[2]
  tax.untaxed = [{ lines: [1, 2], because: why }]
  assert.deepEqual(judge(root), [])
  tax.untaxed = { lines: [2], because: why }
  assert.match(judge(root).join(), /tax untaxed is no list/)
  for (const wrong of [[3], [0], [], ['1'], [1, 1], [2, 1], [1.5], null]) {
    tax.untaxed = [{ lines: wrong, because: why }]
    assert.match(judge(root).join(), /tax untaxed/)
  }
  tax.untaxed = [{ lines: [1], because: { ...why, date: 'today' } }]
  assert.match(judge(root).join(), /tax untaxed.* because date/)
})
