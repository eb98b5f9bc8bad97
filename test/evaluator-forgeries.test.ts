// Forged trees and invoices, each of which the stand-alone evaluator must refuse, naming the step.

import assert from 'node:assert/strict'
import test from 'node:test'
import { judge } from './evaluator.ts'
import {
  at,
  copy,
  flat,
  type Json,
  node,
  parted,
  plain,
  shown,
  T10,
  T20,
  T30,
  total,
  tree,
  whole,
} from './evaluator-trees.ts'

/** The expected message, the step, the forged property, and its forged value. */
type Forged = [says: RegExp, step: string, path: string, value: Json]

const MEMBERS: Forged[] = [
  [/amount_due version/, 'amount_due', 'version', 3],
  [/amount_due version/, 'amount_due', 'version', '2'],
  [/amount_due version/, 'amount_due', 'version', undefined],
  [/amount_due version/, 'amount_due', 'version', 1],
  [/amount_due currency/, 'amount_due', 'currency', 'CAD'],
  [/amount_due currency/, 'amount_due', 'currency', undefined],
  [/amount_due exponent/, 'amount_due', 'exponent', 3],
  [/amount_due exponent/, 'amount_due', 'currency', 'jpy'],
  [/amount_due exponent/, 'amount_due', 'currency', 'kwd'],
  [/amount_due rule/, 'amount_due', 'rule', 'total'],
  [/amount_due fee/, 'amount_due', 'fee', 1],
  [/amount_due inputs/, 'amount_due', 'inputs.a', 1],
  [/amount_due result/, 'amount_due', 'result', '6836'],
  [/amount_due result/, 'amount_due', 'result', undefined],
  [/amount_due steps/, 'amount_due', 'steps', {}],
  [/credit_applied inputs balance/, 'amount_due', 'steps.1.inputs.balance', 20],
  [/credit_applied inputs balance/, 'amount_due', 'steps.1.inputs.balance', '20'],
  [/credit_applied steps/, 'amount_due', 'steps.1.steps', [node('tax', [], 0)]],
  [/tax steps/, 'total', 'steps.2.steps', [node('tax', [], 0)]],
  [/tax name/, 'total', 'steps.2.name', 'GST'],
  [/line 1: rule/, 'line 1', 'rule', 'line'],
  [/line 1: result/, 'line 1', 'result', 5998],
  [/line 1: inputs quantity/, 'line 1', 'inputs', { quantity: -3, unit_amount: -1999 }],
  [/line 1: inputs quantity/, 'line 1', 'inputs.quantity', '3'],
  [/line 1: inputs unit_amount/, 'line 1', 'inputs.unit_amount', 1999.5],
  [/line 1: exact/, 'line 1', 'exact', '5997'],
  [/line 1: parts/, 'line 1', 'parts', []],
  [/line 2: inputs quantity/, 'line 2', 'inputs.quantity', '2'],
  [/line 2: pricing model/, 'line 2', 'pricing.model', 'constructor'],
  [/line 2: pricing model/, 'line 2', 'pricing.model', ['flat']],
  [/line 2: pricing is null/, 'line 2', 'pricing', null],
  [/line 2: pricing tiers/, 'line 2', 'pricing.tiers', []],
  [/line 2: pricing unit_amount/, 'line 2', 'pricing.unit_amount', '1999'],
  [/line 2: parts/, 'line 2', 'parts', []],
  [/line 2: inputs unit_amount/, 'line 2', 'inputs.unit_amount', 1999],
  [/line 3: exact/, 'line 3', 'exact', undefined],
  [/line 3: exact/, 'line 3', 'exact', '0.9450'],
  [/line 3: exact/, 'line 3', 'exact', '0.946'],
  [/line 3: exact/, 'line 3', 'exact', 0.945],
  [/line 3: result/, 'line 3', 'result', 0],
  [/line 3: inputs quantity/, 'line 3', 'inputs.quantity', '013.5'],
  [/line 3: inputs quantity/, 'line 3', 'inputs.quantity', '13.50'],
  [/line 3: inputs quantity/, 'line 3', 'inputs.quantity', '1.35e1'],
  [/line 3: inputs quantity/, 'line 3', 'inputs.quantity', '-13.5'],
  [/line 3: inputs quantity/, 'line 3', 'inputs.quantity', '13.5\n'],
  [/line 3: inputs quantity/, 'line 3', 'inputs.quantity', 13.5],
  [/line 3: pricing unit_amount_decimal/, 'line 3', 'pricing.unit_amount_decimal', '.07'],
  [/line 3: pricing unit_amount_decimal/, 'line 3', 'pricing.unit_amount_decimal', '0.'],
  [/line 3: events/, 'line 3', 'events', []],
  [/line 4: tier 1 inputs units/, 'line 4', 'parts.0.inputs.units', '11'],
  [/line 4: tier 1 inputs tier/, 'line 4', 'parts.0.inputs.tier', 0],
  [/line 4: tier 2 inputs unit_amount/, 'line 4', 'parts.1.inputs.unit_amount', '2.50'],
  [/line 4: tier 2 inputs flat_amount/, 'line 4', 'parts.1.inputs.flat_amount', '100'],
  [/line 4: tier 2 exact/, 'line 4', 'parts.1.exact', undefined],
  [/line 4: tier 1 exact/, 'line 4', 'parts.0.exact', '50.0'],
  [/line 4: tier 1 result/, 'line 4', 'parts.0.result', 50],
  [/line 4: tier 1 rule/, 'line 4', 'parts.0.rule', 'packages'],
  [/line 4: parts/, 'line 4', 'parts', undefined],
  [/line 4: result/, 'line 4', 'result', 152],
  [/line 4: pricing tiers 2 up_to/, 'line 4', 'pricing.tiers.1.up_to', 10],
  [/line 4: pricing tiers 1 up_to/, 'line 4', 'pricing.tiers.0.up_to', null],
  [/line 4: pricing tiers 3 up_to/, 'line 4', 'pricing.tiers.2.up_to', 30],
  [/line 4: pricing tiers 1 up_to/, 'line 4', 'pricing.tiers.0.up_to', '10'],
  [/line 4: pricing tiers 2 flat_amount/, 'line 4', 'pricing.tiers.1.flat_amount', undefined],
  [/line 4: pricing tiers 2 name/, 'line 4', 'pricing.tiers.1.name', 'b'],
  [/line 4: pricing tiers 1/, 'line 4', 'pricing.tiers', []],
  [/line 5: tier 2/, 'line 5', 'parts', [T10('10', '50'), T20('10', '125')]],
  [/line 5: exact/, 'line 5', 'exact', '150'],
  [/line 6: packages inputs packages/, 'line 6', 'parts.0.inputs.packages', 1],
  [/line 6: packages inputs units/, 'line 6', 'parts.0.inputs.units', '151'],
  [/line 6: packages exact/, 'line 6', 'parts.0.exact', '250'],
  [/line 6: pricing size/, 'line 6', 'pricing.size', 0],
  [/line 6: pricing free_units/, 'line 6', 'pricing.free_units', null],
  [/line 7: events/, 'line 7', 'events', undefined],
  [/line 7: events 2/, 'line 7', 'events.1', '200.0'],
  [/line 7: quantity/, 'line 7', 'inputs.quantity', '301'],
  [/line 7: rate inputs rate/, 'line 7', 'parts.0.inputs.rate', '3'],
  [/line 7: events inputs events/, 'line 7', 'parts.1.inputs.events', 2],
  [/line 7: pricing free_events/, 'line 7', 'pricing.free_events', undefined],
  [/line 7: pricing free_amount/, 'line 7', 'pricing.free_amount', 0.5],
]

/** Forged properties of a line for a part of June. */
const PARTED: [says: RegExp, path: string, value: Json][] = [
  [/rests is .* not undefined/, 'pricing.part', undefined],
  [/pricing part is null/, 'pricing.part', null],
  [/pricing part zone/, 'pricing.part.zone', 'UTC'],
  [/part is not in its period/, 'pricing.part.from', '2027-06-12'],
  [/pricing part from/, 'pricing.part.from', '2027-06-31'],
  [/pricing part from/, 'pricing.part.from', '2027-06-12T00:00:00.500Z'],
  [/pricing part from/, 'pricing.part.from', '2027-06-31T00:00:00.000Z'],
  [/pricing part start/, 'pricing.part.start', undefined],
  [/part is not in its period/, 'pricing.part.from', '2027-07-01T00:00:00.000Z'],
  [/part is not in its period/, 'pricing.part.start', '2027-06-12T00:00:01.000Z'],
  [/part is not in its period/, 'pricing.part.to', '2027-07-01T00:00:01.000Z'],
  [/rests left 1/, 'pricing.part.from', '2027-06-12T00:00:01.000Z'],
  [/rests seconds/, 'pricing.part.end', '2027-07-02T00:00:00.000Z'],
  [/rests is undefined/, 'rests', undefined],
  [/rests price/, 'rests.price', '153'],
  [/rests seconds/, 'rests.seconds', '2592000'],
  [/rests left 2/, 'rests.left.1', 1],
  [/rests rests 1/, 'rests.rests.0', 96],
  [/rests rests 3/, 'rests.rests.2', 0],
  [/rests unit/, 'rests.unit', 'second'],
  [/exact/, 'exact', '152.5'],
  [/result/, 'result', 153],
]

const STEPS: [says: RegExp, forge: (root: Json) => unknown][] = [
  [
    /amount_due result/,
    (root) => {
      root.result -= 1
    },
  ],
  [/amount_due steps/, (root) => root.steps.push(node('fee', [], 0))],
  [/amount_due steps/, (root) => root.steps.push(copy(root.steps[1]))],
  [/amount_due steps/, (root) => root.steps.push(copy(total(root)))],
  [/amount_due steps/, (root) => root.steps.shift()],
  [
    /credit_applied result/,
    (root) => {
      root.steps[1].result = -2001
      root.result -= 1
    },
  ],
  [
    /credit_applied result/,
    (root) => {
      root.steps[1].result = -1999
      root.result += 1
    },
  ],
  [
    /credit_applied result/,
    (root) => {
      root.steps[1].inputs.balance = '0.00999999'
      root.steps[1].result = 0
      root.result = 8836
    },
  ],
  [
    /credit_applied result/,
    (root) => {
      root.steps[1].inputs.balance = '99999.00000000'
      root.steps[1].result = -8837
      root.result = -1
    },
  ],
  [
    /credit_applied result/,
    (root) => {
      root.steps[1].result = 2000
      root.result = 10836
    },
  ],
  [/total steps/, (root) => total(root).steps.pop()],
  [/total steps/, (root) => total(root).steps.splice(1, 1)],
  [/total steps/, (root) => total(root).steps.push(node('tax', [], 0))],
  [/total steps/, (root) => total(root).steps.push(node('tip', [], 0))],
  [/total steps/, (root) => total(root).steps.push(null)],
  [
    /total result/,
    (root) => {
      total(root).result += 1
      root.result += 1
    },
  ],
  [
    /discount result/,
    (root) => {
      total(root).steps[1].result = -36
      total(root).result -= 36
      root.result -= 36
    },
  ],
  [
    /tax result/,
    (root) => {
      total(root).steps[2].result = 4
      total(root).result += 4
      root.result += 4
    },
  ],
  [
    /subtotal result/,
    (root) => {
      total(root).steps[0].result += 1
    },
  ],
  [/subtotal result/, (root) => total(root).steps[0].steps.pop()],
  [/subtotal result/, (root) => total(root).steps[0].steps.push(plain(1, 5, 5))],
  [/line 8:/, (root) => total(root).steps[0].steps.push(null)],
  [/line 1: steps 1/, (root) => at(root, 1).steps.push(plain(1, 1, 1))],
  [/line 4: tier 2 is undefined/, (root) => at(root, 4).parts.pop()],
  [/line 4: part 3/, (root) => at(root, 4).parts.push(T30('0', '7'))],
  [/line 4: tier 1 inputs units/, (root) => at(root, 4).parts.reverse()],
  [/line 7: rate inputs amount/, (root) => at(root, 7).events.reverse()],
  [/line 7: rate rule/, (root) => at(root, 7).parts.reverse()],
]

/** Forged properties of the shown invoice. */
const SHOWN: [says: RegExp, path: string, value: Json][] = [
  [/currency shown/, 'currency', 'usd'],
  [/subtotal shown/, 'subtotal', 1],
  [/tax shown/, 'tax', 1],
  [/total shown/, 'total', '8836'],
  [/credit_applied shown/, 'credit_applied', -2000],
  [/amount_due shown/, 'amount_due', undefined],
  [/line 1: shown quantity /, 'line_items.0.quantity', 1],
  [/line 1: shown quantity_decimal/, 'line_items.0.quantity_decimal', '3'],
  [/line 1: shown pricing/, 'line_items.0.pricing', flat],
  [/line 2: shown unit_amount_decimal/, 'line_items.1.unit_amount_decimal', '1999'],
  [/line 3: shown unit_amount /, 'line_items.2.unit_amount', 2],
  [/line 3: shown quantity_decimal/, 'line_items.2.quantity_decimal', null],
  [/line 4: shown amount/, 'line_items.3.amount', 152],
  [/line 4: shown pricing tiers 1 flat_amount/, 'line_items.3.pricing.tiers.0.flat_amount', 1],
  [/line 6: shown unit_amount_decimal/, 'line_items.5.unit_amount_decimal', '250'],
  [/number of lines shown/, 'line_items.length', 6],
]

/** Sets the value at a path; `undefined` deletes it. */
function put(object: Json, path: string, value: Json): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const holder = names.reduce((inner, name) => inner[name], object)
  if (value === undefined) delete holder[last]
  else holder[last] = value
}
function stepOf(root: Json, step: string): Json {
  if (step === 'amount_due') return root
  return step === 'total' ? total(root) : at(root, Number(step.slice(5)))
}
function refuses(problems: string[], says: RegExp): void {
  assert.ok(
    problems.some((problem) => says.test(problem)),
    problems.join('\n'),
  )
}

test('the invoice that the forgeries start from is valid', () => {
  assert.deepEqual(judge(whole()), [])
  assert.deepEqual(judge(whole(), shown()), [])
})

for (const [number, [says, step, path, value]] of MEMBERS.entries()) {
  test(`a forged ${path} of ${step} is refused (case ${number + 1})`, () => {
    const root = whole()
    put(stepOf(root, step), path, copy(value))
    refuses(judge(root), says)
  })
}
for (const [number, [says, path, value]] of PARTED.entries()) {
  test(`another ${path} of a part is refused (case ${number + 1})`, () => {
    const line = parted()
    put(line, path, value)
    refuses(judge(tree([line], 97)), says)
  })
}
test('rests of a line that bills no part of a period are refused', () => {
  const root = whole()
  at(root, 4).rests = parted().rests
  refuses(judge(root), /line 4: rests/)
})
for (const [number, [says, forge]] of STEPS.entries()) {
  test(`forged steps are refused: ${says.source} (case ${number + 1})`, () => {
    const root = whole()
    forge(root)
    refuses(judge(root), says)
  })
}
for (const [number, [says, path, value]] of SHOWN.entries()) {
  test(`another ${path} of the shown invoice is refused (case ${number + 1})`, () => {
    const invoice = shown()
    put(invoice, path, copy(value))
    refuses(judge(whole(), invoice), says)
  })
}

test('every problem is found, not only the first', () => {
  const root = whole()
  at(root, 3).result = 9
  at(root, 5).parts[0].exact = '1'
  at(root, 7).parts[1].inputs.events = 7
  const problems = judge(root).join('\n')
  for (const named of [/line 3: result/, /line 5: tier 2 exact/, /line 7: events/])
    assert.match(problems, named)
})

test('no input makes the evaluator throw', () => {
  const cyclic: Json = whole()
  cyclic.steps.push(cyclic)
  const nodes: Json[] = [
    undefined,
    null,
    0,
    'a',
    [],
    {},
    true,
    1n,
    Symbol('a'),
    () => 1,
    Number.NaN,
    cyclic,
  ]
  nodes.push(
    new Proxy(
      {},
      {
        get: () => {
          throw new Error('no')
        },
      },
    ),
    { steps: [[[]]] },
    { version: 2, steps: [null] },
  )
  for (const value of nodes) {
    assert.ok(judge(value).length > 0)
    assert.ok(judge(value, shown()).length > 0)
    assert.ok(judge(whole(), value === undefined ? ({} as Json) : value).length > 0 || !value)
    for (const path of ['inputs', 'steps', 'result', 'pricing', 'parts', 'events', 'exact']) {
      for (const number of [1, 2, 3, 4, 5, 6, 7]) {
        const root = whole()
        at(root, number)[path] = value
        if (path !== 'steps' || !Array.isArray(value)) judge(root, shown())
      }
    }
  }
})
