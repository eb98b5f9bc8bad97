// Derivations can be recomputed from only the published rules, and explained in plain sentences.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Derivation, Rule } from './derivation.ts'
import { explain } from './explanation.ts'
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

const derive = (lines: readonly LineInput[], currency = 'cad') =>
  settle({ currency, lines }).derivation

test('a derivation contains only what was computed', () => {
  // 3 × 19.99 = 59.97; 1 × 10.00 = 10.00; together 69.97.
  assert.deepEqual(derive([line(3, 1999), line(1, 1000)]), {
    version: 2,
    currency: 'cad',
    exponent: 2,
    rule: 'amount_due',
    inputs: {},
    result: 6997,
    steps: [
      {
        rule: 'total',
        inputs: {},
        result: 6997,
        steps: [
          {
            rule: 'subtotal',
            inputs: {},
            result: 6997,
            steps: [
              {
                rule: 'line_amount',
                inputs: { quantity: 3, unit_amount: 1999 },
                steps: [],
                result: 5997,
              },
              {
                rule: 'line_amount',
                inputs: { quantity: 1, unit_amount: 1000 },
                steps: [],
                result: 1000,
              },
            ],
          },
          { rule: 'discount', inputs: {}, steps: [], result: 0 },
          { rule: 'tax', inputs: {}, steps: [], result: 0 },
        ],
      },
    ],
  })
})

test('a derivation survives being stored as JSON, and stays small', () => {
  const derivation = derive(Array.from({ length: 250 }, () => line(3, 1999)))
  const stored = JSON.stringify(derivation)
  assert.deepEqual(JSON.parse(stored), derivation)
  assert.ok(stored.length < 25_000, `${stored.length} characters for 250 lines`)
})

test('a derivation is explained in sentences', () => {
  const table: [LineInput[], string, string[]][] = [
    [
      [line(3, 1999)],
      'cad',
      [
        'Line 1: 3 × CA$19.99 = CA$59.97.',
        'Subtotal: the one line, CA$59.97.',
        'Tax: no tax applies, so CA$0.00.',
        'Total: CA$59.97 + CA$0.00 = CA$59.97.',
        'Amount due: the total, CA$59.97.',
      ],
    ],
    [
      [line(12_000, 5), line(1, 1234)],
      'jpy',
      [
        'Line 1: 12,000 × ¥5 = ¥60,000.',
        'Line 2: 1 × ¥1,234 = ¥1,234.',
        'Subtotal: ¥60,000 + ¥1,234 = ¥61,234.',
        'Tax: no tax applies, so ¥0.',
        'Total: ¥61,234 + ¥0 = ¥61,234.',
        'Amount due: the total, ¥61,234.',
      ],
    ],
  ]
  for (const [lines, currency, expected] of table) {
    assert.deepEqual(explain(derive(lines, currency), currency), expected)
  }
  const many = explain(
    derive(
      Array.from({ length: 7 }, () => line(1, 100)),
      'kwd',
    ),
    'kwd',
  )
  assert.equal(many[7], 'Subtotal: the 7 lines add up to KWD 0.700.')
})

/** The published rules, implemented a second time. */
const RECOMPUTE: Record<Rule, (node: Derivation) => bigint> = {
  line_amount: ({ inputs }) => BigInt(inputs.quantity!) * BigInt(inputs.unit_amount!),
  subtotal: sumOfSteps,
  discount: sumOfSteps,
  // The inputs of these are checked by the evaluator that knows them (test/evaluator.ts).
  discount_amount: ({ result }) => BigInt(result),
  tax_exclusive: ({ result }) => BigInt(result),
  tax_inclusive: ({ result }) => BigInt(result),
  tax_included: ({ result }) => BigInt(result),
  tax: sumOfSteps,
  total: sumOfSteps,
  // Balances are in the major unit: credit pays whole smallest units, and at most the amount due.
  credit_applied: ({ inputs, result }) => {
    const [whole, part = ''] = String(inputs.balance).split('.')
    const cents = BigInt(`${whole}${part.padEnd(8, '0').slice(0, 2)}`)
    return BigInt(result) < -cents ? -cents : BigInt(result)
  },
  amount_due: sumOfSteps,
}

function sumOfSteps(node: Derivation): bigint {
  return node.steps.reduce((sum, step) => sum + recompute(step), 0n)
}

function recompute(node: Derivation): bigint {
  const result = RECOMPUTE[node.rule](node)
  assert.equal(BigInt(node.result), result, node.rule)
  return result
}

test('every node recomputes to its result', () => {
  const lines = fc.array(
    fc
      .tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.nat({ max: 1_000_000 }))
      .map(([quantity, unit]) => line(quantity, unit)),
    { minLength: 1, maxLength: 250 },
  )
  fc.assert(
    fc.property(lines, (inputs) => {
      const stored = JSON.parse(JSON.stringify(derive(inputs))) as Derivation
      recompute(stored)
    }),
  )
})

test('credit pays whole cents of the total, and the derivation shows the balance', () => {
  // 59.97 − 20.00 = 39.97; the customer keeps the thousandth of a dollar.
  const lines = [line(3, 1999)]
  const { derivation } = settle({ currency: 'cad', lines, credit_balance: '20.00100000' })
  assert.equal(derivation.result, 3997)
  assert.equal(recompute(JSON.parse(JSON.stringify(derivation))), 3997n)
  assert.deepEqual(explain(derivation, 'cad').slice(-3), [
    'Total: CA$59.97 + CA$0.00 = CA$59.97.',
    'Credit applied: CA$20.00, of the 20.00100000 CAD the customer had.',
    'Amount due: CA$59.97 − CA$20.00 = CA$39.97.',
  ])
})

test('credit never exceeds the total, and zero credit adds no step', () => {
  const table = [
    ['100.00000000', 'cad', 5997, 5997],
    ['59.97000000', 'cad', 5997, 5997],
    ['0.00999999', 'cad', 5997, 0],
    // 10.9 yen pay 10; 1.2345 dinar pay 1.234.
    ['10.90000000', 'jpy', 5997, 10],
    ['1.23450000', 'kwd', 5997, 1234],
    ['999999999999.99999999', 'cad', 5997, 5997],
  ] as const
  for (const [balance, currency, total, applied] of table) {
    const lines = [line(1, total)]
    const settled = settle({ currency, lines, credit_balance: balance })
    const { derivation } = settled
    assert.equal(settled.credit_applied, applied, balance)
    assert.equal(derivation.result, total - applied)
    assert.equal(derivation.steps.length, applied === 0 ? 1 : 2)
  }
})
