// The rules of prices are implemented twice: in the engine and in verification. These tests compare the two. For the
// long form, run RUNS=100000 node --test on this file.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { judge } from '../../../test/evaluator.ts'
import { exactText, isWhole, parseExact, rounded } from '../../domain/decimal.ts'
import { type LineInput, type LinePricing, lineTerms } from '../../domain/invoice-lines.ts'
import { PRICE_MODELS, type Pricing, priceOf, sumOfEvents } from '../../domain/pricing.ts'
import {
  PRICING_LANGUAGES,
  type PricedLine,
  pricingSentence,
} from '../../domain/pricing-sentences.ts'
import { settle } from '../../domain/settle.ts'
import { lineShown } from '../invoices/text.ts'
import { amountOf, PRICING_RULES, recomputeLine } from './pricing-rules.ts'

const RUNS = Number(process.env.RUNS ?? 100)

test('each model has a second implementation, and there are no others', () => {
  assert.deepEqual(Object.keys(PRICING_RULES).sort(), [...PRICE_MODELS].sort())
})

test('each model has a sentence in each language', () => {
  for (const [tag, { sentences }] of Object.entries(PRICING_LANGUAGES)) {
    assert.deepEqual(Object.keys(sentences).sort(), [...PRICE_MODELS].sort(), tag)
  }
})

const decimal = (whole: number, digits: number) =>
  fc
    .tuple(fc.nat({ max: whole }), fc.nat({ max: 10 ** digits - 1 }), fc.boolean())
    .map(([units, part, isWholeOne]) =>
      exactText(
        parseExact(isWholeOne ? String(units) : `${units}.${String(part).padStart(digits, '0')}`),
      ),
    )
const amount = fc.nat({ max: 99_999 })

const tiers = fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 5 }).chain((bounds) =>
  fc.tuple(
    ...[...bounds.toSorted((one, other) => one - other), null].map((up_to) =>
      fc.record({
        up_to: fc.constant(up_to),
        unit_amount_decimal: decimal(999, 6),
        flat_amount: fc.oneof(fc.constant(0), amount),
      }),
    ),
  ),
)

const orNull = <T>(value: fc.Arbitrary<T>) => fc.oneof(fc.constant(null), value)

const terms: fc.Arbitrary<Pricing> = fc.oneof(
  fc.record({ model: fc.constant('flat' as const), unit_amount: amount }),
  fc.record({ model: fc.constant('per_unit' as const), unit_amount_decimal: decimal(9_999, 12) }),
  fc.record({ model: fc.constant('graduated' as const), tiers }),
  fc.record({ model: fc.constant('volume' as const), tiers }),
  fc.record({
    model: fc.constant('package' as const),
    size: fc.integer({ min: 1, max: 50 }),
    unit_amount: amount,
    free_units: fc.nat({ max: 60 }),
  }),
  fc.record({
    model: fc.constant('percentage' as const),
    rate: decimal(100, 4),
    per_event: fc.nat({ max: 50 }),
    free_events: orNull(fc.nat({ max: 4 })),
    free_amount: orNull(fc.nat({ max: 2_000 })),
  }),
)

/** Seconds: often few, so that many shares end in a half. */
const seconds = (min: number) =>
  fc.oneof(fc.integer({ min, max: 3 }), fc.integer({ min, max: 40_000_000 }))
/** A part of a period: the length before it, its own length, and the length after it. */
const part = fc
  .tuple(fc.nat({ max: 4_000_000_000 }), seconds(0), seconds(1), seconds(0))
  .map(([start, before, length, after]) => {
    const at = (second: number) => new Date(second * 1000).toISOString()
    const [from, to] = [start + before, start + before + length]
    return { from: at(from), to: at(to), start: at(start), end: at(to + after) }
  })

const wholeLine: fc.Arbitrary<LineInput> = fc
  .tuple(terms, decimal(250, 6), fc.array(decimal(900, 3), { minLength: 1, maxLength: 6 }))
  .map(([terms, quantity, events]) => ({
    ...{ id: null, description: 'x', product_id: null, price_id: 'p' },
    quantity:
      terms.model === 'flat' ? '1' : terms.model === 'percentage' ? sumOfEvents(events) : quantity,
    ...(terms.model === 'per_unit'
      ? { unit_price: terms.unit_amount_decimal, pricing: null }
      : {
          unit_price: null,
          pricing: { terms, ...(terms.model === 'percentage' && { events }) },
        }),
  }))

/** A line without a unit price, whatever its model, can be for a part of a period. */
const ofPart = (line: LineInput, part: LinePricing['part']): LineInput => ({
  ...line,
  unit_price: null,
  pricing: { terms: lineTerms(line) as Pricing, ...line.pricing, ...(part && { part }) },
})
const line = fc.oneof(
  wholeLine,
  fc.tuple(wholeLine, part).map((drawn) => ofPart(...drawn)),
)

const billedOf = ({ quantity, pricing, ...line }: LineInput) => ({
  terms: pricing?.terms ?? (lineTerms({ quantity, pricing, ...line }) as Pricing),
  ...{ quantity, events: pricing?.events, part: pricing?.part },
})
const lines = fc.array(line, { minLength: 1, maxLength: 12 })
const amountsOf = (billed: readonly LineInput[]) =>
  settle({ currency: 'cad', lines: billed }).line_items.map(({ amount }) => amount)

test('both implementations agree on every line, its parts and its exact value', () => {
  fc.assert(
    fc.property(line, (billed) => {
      const { derivation, line_items, ...figures } = settle({ currency: 'cad', lines: [billed] })
      const node = JSON.parse(JSON.stringify(derivation.steps[0]?.steps[0]?.steps[0]))
      assert.equal(recomputeLine(node), BigInt(node.result))
      const [item] = line_items
      assert.ok(item)
      const { terms, ...priced } = billedOf(item)
      assert.equal(amountOf({ terms, ...priced }), BigInt(item.amount))
      const shown = lineShown(item, 'il_1', figures)
      assert.equal(shown.quantity * shown.unit_amount, item.amount)
      const { parts = [] } = priceOf(terms, priced)
      const shownInvoice = { ...figures, currency: 'cad', line_items: [shown] }
      assert.deepEqual(judge(JSON.parse(JSON.stringify(derivation)), shownInvoice), [])
      for (const tag of ['en', 'fr'] as const) {
        const { exact, rests } = node
        const line: PricedLine = { terms, ...priced, parts, amount: item.amount, exact, rests }
        assert.ok(pricingSentence(tag, line, 'cad').length > 0)
      }
    }),
    { numRuns: RUNS },
  )
})

test('lines less credit are the amount due, and the order of lines changes no amount', () => {
  fc.assert(
    fc.property(lines, fc.nat({ max: 500_000 }), (billed, cents) => {
      const credit_balance = `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}000000`
      const settled = settle({ currency: 'cad', lines: billed, credit_balance })
      const sum = settled.line_items.reduce((total, { amount }) => total + amount, 0)
      assert.equal(settled.subtotal, sum)
      assert.equal(settled.total, sum)
      assert.equal(settled.amount_due, sum - settled.credit_applied)
      assert.equal(settled.credit_applied, Math.min(cents, sum))
      const other = amountsOf(billed.toReversed()).toReversed()
      assert.deepEqual(
        other,
        settled.line_items.map(({ amount }) => amount),
      )
    }),
    { numRuns: RUNS },
  )
})

test('with a unit price per part, splitting a line changes the amount at most by rounding', () => {
  fc.assert(
    fc.property(decimal(9_999, 6), decimal(250, 3), decimal(250, 3), (unit, one, other) => {
      const of = (quantity: string): LineInput => ({
        ...{ id: null, description: 'x', product_id: null, price_id: 'p' },
        ...{ quantity, unit_price: unit, pricing: null },
      })
      const [whole = 0] = amountsOf([of(sumOfEvents([one, other]))])
      const [first = 0, second = 0] = amountsOf([of(one), of(other)])
      assert.ok(Math.abs(whole - first - second) <= 1)
    }),
    { numRuns: RUNS },
  )
})

test('half a unit of a share is rounded away from zero by both', () => {
  const [start, middle, end] = [0, 1, 2].map((n) => new Date(n * 1000).toISOString()) as Cut
  const flat: LineInput = {
    ...{ id: null, description: 'x', product_id: null, price_id: 'p', quantity: '1' },
    ...{ unit_price: null, pricing: { terms: { model: 'flat', unit_amount: 5 } } },
  }
  const halves = [
    ofPart(flat, { from: start, to: middle, start, end }),
    ofPart(flat, { from: middle, to: end, start, end }),
  ]
  // 2.5 is left in the middle.
  assert.deepEqual(amountsOf(halves), [2, 3])
  assert.deepEqual(
    halves.map((each) => amountOf(billedOf(each))),
    [2n, 3n],
  )
})
type Cut = [string, string, string]

test('the parts of a period cut at any instants add up to its price', () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 2_678_399 }), { maxLength: 8 })
  fc.assert(
    fc.property(wholeLine, cuts, (billed, drawn) => {
      const at = (second: number) => new Date(second * 1000).toISOString()
      const bounds = [0, ...drawn.toSorted((a, b) => a - b), 2_678_400].map(at)
      const [start = '', end = ''] = [bounds[0], bounds.at(-1)]
      const parts = bounds
        .slice(1)
        .map((to, index) => ofPart(billed, { from: bounds[index] ?? '', to, start, end }))
      const amounts = amountsOf(parts)
      const [price] = amountsOf([billed])
      assert.equal(
        amounts.reduce((sum, amount) => sum + amount, 0),
        price,
      )
      assert.deepEqual(
        parts.map((each) => Number(amountOf(billedOf(each)))),
        amounts,
      )
    }),
    { numRuns: RUNS },
  )
})

test('an exact value is omitted if whole, and otherwise shown to its last digit', () => {
  fc.assert(
    fc.property(wholeLine, (billed) => {
      const { terms, ...priced } = billedOf(billed)
      const { exact } = priceOf(terms, priced)
      const { derivation } = settle({ currency: 'cad', lines: [billed] })
      const node = derivation.steps[0]?.steps[0]?.steps[0] as { exact?: string; result: number }
      assert.equal(node.exact, isWhole(exact) ? undefined : exactText(exact))
      assert.equal(BigInt(node.result), rounded(exact))
    }),
    { numRuns: RUNS },
  )
})
