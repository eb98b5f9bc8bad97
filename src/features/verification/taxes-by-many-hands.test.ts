// The rules of discounts and taxes are implemented several times: in the engine, in verification, in the evaluator of
// the guide, and by counting units. These tests compare them. For the long form, run RUNS=100000 node --test on this
// file.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { judge } from '../../../test/evaluator.ts'
import { split } from '../../../test/evaluator-basics.ts'
import {
  type Brute,
  type BruteResult,
  because,
  brute,
  percentText,
  portions,
} from '../../../test/evaluator-brute.ts'
import { judgeAfterLines } from '../../../test/evaluator-taxes.ts'
import { type Json, perUnit } from '../../../test/evaluator-trees.ts'
import { settle } from '../../domain/settle.ts'
import { checkDerivation } from './derivation.ts'
import { shareOut } from './discount-rules.ts'
import { checkLines, checkTotals } from './recompute.ts'
import type { BooksInvoice } from './store-invoices.ts'
import { checkLineFigures } from './tax-figures.ts'

const RUNS = Number(process.env.RUNS ?? 100)
const SOURCES = ['subscription', 'customer', 'invoice'] as const

const percent = fc.oneof(
  fc.constantFrom(0, 50_000, 99_750, 200_000, 255_000, 333_333, 1_000_000),
  fc.nat({ max: 1_000_000 }),
)
const productOf = fc.constantFrom(null, 'p', 'q')
const rates = fc
  .array(percent, { minLength: 1, maxLength: 3 })
  .map((all) => all.map((each, at) => ({ id: `txr_${'abc'[at]}`, percent: each })))
const discount = fc
  .record({
    source: fc.constantFrom(...SOURCES),
    kind: fc.boolean(),
    percent: fc.integer({ min: 1, max: 1_000_000 }),
    amount: fc.integer({ min: 1, max: 900 }),
    products: fc.oneof(fc.constant<string[]>([]), fc.subarray(['p', 'q'])),
    minimum: fc.option(fc.nat({ max: 600 }), { nil: undefined }),
    ends: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  })
  .map(({ kind, percent, amount, minimum, ends, ...rest }) => ({
    ...{ ...rest, ...(kind ? { percent } : { amount }) },
    ...(minimum !== undefined && { minimum }),
    ...(ends !== undefined && rest.source !== 'invoice' && { ends }),
  }))
const world = (least: number): fc.Arbitrary<Brute> =>
  rates.chain((known) =>
    fc.record({
      rates: fc.constant(known),
      discounts: fc.array(discount, { maxLength: 3 }).map((all) =>
        all.toSorted((a, b) => {
          const rank = (each: Brute['discounts'][number]) =>
            2 * SOURCES.indexOf(each.source) + (each.percent === undefined ? 1 : 0)
          return rank(a) - rank(b)
        }),
      ),
      lines: fc.array(
        fc.record({
          amount: fc.oneof(fc.integer({ min: least, max: 400 }), fc.constantFrom(0, 100, 101)),
          product: productOf,
          price: fc.constantFrom(null, 'x'),
          rates: fc.subarray(known.map((_, at) => at)),
          inclusive: fc.boolean(),
          begins: fc.option(fc.nat({ max: 3 })),
        }),
        { minLength: 1, maxLength: 6 },
      ),
    }),
  )

/** For a line without rates, nothing records whether its price includes tax. */
const plain = (one: Brute): Brute => ({
  ...one,
  lines: one.lines.map((line) => ({ ...line, inclusive: line.inclusive && line.rates.length > 0 })),
})

const sum = (all: number[]) => all.reduce((one, other) => one + other, 0)
const taxOf = ({ id, percent: each }: Brute['rates'][number]) => ({
  ...{ rate: id, name: 'Tax', country: 'CA', region: 'QC', percentage: percentText(each) },
  ...{ category: 'standard', reference: '', registration: '', reason: { ...because } },
})
const discountOf = (each: Brute['discounts'][number], at: number) => ({
  ...{ id: `disc_${at}`, coupon_id: 'c', promotion_code_id: null, name: `Discount ${at}` },
  ...(each.percent === undefined
    ? { amount_off: each.amount, currency: 'cad' }
    : { percent_off: percentText(each.percent) }),
  ...{ product_ids: each.products, price_ids: [], created_at: at, source: each.source },
  ...(each.minimum !== undefined && { minimum_amount: each.minimum }),
  ...(each.ends !== undefined && { ends_at: each.ends }),
})
const instant = (ms: number) => new Date(ms).toISOString()

/** The stored invoice of a derivation, without the taxes of untaxed lines. */
function storedOf(world: Brute, total: Json, results: BruteResult[]): Json {
  const nodes: Json[] = total.steps[2].steps
  const taxes: Json[] = []
  for (const { rule, inputs, result } of nodes) {
    const inclusive = rule === 'tax_inclusive'
    const known = taxes.find((tax) => tax.rate === inputs.rate && tax.inclusive === inclusive)
    const rate = world.rates.find(({ id }) => id === inputs.rate)
    const sums = known ?? { ...taxOf(rate as never), inclusive, taxable: 0, amount: 0 }
    sums.taxable += inputs.taxable
    sums.amount += result
    if (!known) taxes.push(sums)
  }
  const lines = world.lines.map(({ amount, product, price, inclusive, begins }, at) => {
    const { left, tax, included, ...own } = results[at] as BruteResult
    const tOf = (rate: number) =>
      taxes.findIndex((t) => t.rate === world.rates[rate]?.id && t.inclusive === inclusive)
    return {
      ...{ id: null, position: at + 1, description: 'x', product_id: product, price_id: price },
      ...{ quantity: '1', unit_price: String(amount), amount: String(amount) },
      subscription_item_id: begins === null ? null : 'si',
      period_start: begins === null ? null : instant(begins),
      taxing: { rates: own.taxes.map(({ rate }) => world.rates[rate]?.id) },
      ...{ pricing: null, discount: String(amount - left), tax: String(tax) },
      discounts: own.discounts.flatMap(({ at: number, amount: part }) =>
        part === 0 ? [] : [{ id: `disc_${number}`, amount: part }],
      ),
      taxes: own.taxes.map(({ rate, amount: part }) => ({
        ...{ t: tOf(rate), taxable: left - included, amount: part },
      })),
    }
  })
  const [subtotal, discounts, tax] = total.steps.map(({ result }: Json) => result)
  const figures = {
    ...{ subtotal, discount: 0 - discounts, tax, total: total.result, amount_due: total.result },
    tax_included: sum(results.map(({ included }) => included)),
    credit_applied: 0,
  }
  const texts = Object.fromEntries(Object.entries(figures).map(([name, n]) => [name, String(n)]))
  const derivation = {
    ...{ version: 2, currency: 'cad', exponent: 2, rule: 'amount_due', inputs: {} },
    ...{ steps: [total], result: total.result },
  }
  const shown = world.discounts.map((each, at) => ({
    ...discountOf(each, at),
    amount: 0 - total.steps[1].steps[at].result,
  }))
  return {
    ...{ ...texts, currency: 'cad', finalized_at: null, snapshot: null, derivation, lines },
    ...{ discounts: shown, taxes },
  }
}

/** A stored invoice in the form of the API. */
function shownOf(stored: Json): Json {
  const figures = ['subtotal', 'discount', 'tax', 'tax_included', 'total', 'amount_due']
  const numbers = Object.fromEntries(figures.map((name) => [name, Number(stored[name])]))
  const line_items = stored.lines.map((line: Json) => {
    const taxes = line.taxes.map(({ t, ...part }: Json) => {
      const { rate, name, percentage, inclusive } = stored.taxes[t]
      return { rate, name, percentage, inclusive, ...part }
    })
    const within = taxes.filter(({ inclusive }: Json) => inclusive)
    const [amount, discount, tax] = [line.amount, line.discount, line.tax].map(Number)
    return {
      ...{ product_id: line.product_id, price_id: line.price_id, quantity: 1 },
      ...{ pricing: line.price_id && perUnit(line.unit_price), unit_amount: amount, amount },
      ...{ quantity_decimal: null, unit_amount_decimal: null },
      subscription_item_id: line.subscription_item_id,
      period: line.period_start && { start: line.period_start },
      ...{ discount, tax, discounts: line.discounts, taxes },
      net: (amount ?? 0) - (discount ?? 0) - sum(within.map((each: Json) => each.amount)),
    }
  })
  const discounts = stored.discounts.map((each: Json) => {
    const { id, coupon_id, promotion_code_id, source, name, amount } = each
    return { id, coupon_id, promotion_code_id, source, name, amount }
  })
  return {
    ...numbers,
    currency: 'cad',
    credit_applied: 0,
    line_items,
    discounts,
    taxes: stored.taxes,
  }
}

function differencesOf(stored: Json): string[] {
  const found: string[] = []
  const differ = (sentence: string) => found.push(sentence)
  const invoice = structuredClone(stored) as BooksInvoice
  for (const check of [checkLines, checkTotals, checkDerivation]) check(invoice, differ)
  return found
}

test('the three ways to split an amount agree, whatever the signs', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -500, max: 500 }),
      fc.array(fc.integer({ min: -60, max: 60 }), { minLength: 1, maxLength: 7 }),
      (amount, weights) => {
        if (sum(weights) === 0 && amount !== 0) return
        const due = portions(amount, weights).map(BigInt)
        assert.deepEqual(split(BigInt(amount), weights.map(BigInt)), due)
        assert.deepEqual(shareOut(BigInt(amount), weights.map(BigInt)), due)
        assert.equal(sum(due.map(Number)), amount)
      },
    ),
    { numRuns: RUNS },
  )
})

test('counting, the evaluator, verification and the engine agree on every invoice', () => {
  fc.assert(
    fc.property(world(0), (one) => {
      const { total, results } = brute(plain(one))
      const stored = storedOf(one, total, results)
      assert.deepEqual(judge(stored.derivation, shownOf(stored)), [])
      assert.deepEqual(differencesOf(stored), [])
      const settled = settle({
        currency: 'cad',
        lines: one.lines.map(({ amount, product, price, begins }) => ({
          ...{ id: null, description: 'x', product_id: product, price_id: price, pricing: null },
          ...{ quantity: '1', unit_price: String(amount) },
          ...(begins !== null && { subscription_item_id: 'si', period_start: begins }),
        })),
        discounts: one.discounts.map(discountOf) as never,
        taxing: one.lines.map(({ rates: own, inclusive }) => ({
          inclusive,
          taxes: own.map((rate) => taxOf(one.rates[rate] as never)) as never,
        })),
      })
      const { derivation } = JSON.parse(JSON.stringify(settled))
      assert.deepEqual(derivation.steps[0], JSON.parse(JSON.stringify(total)))
    }),
    { numRuns: RUNS },
  )
})

test('a discount applies to a part of a period if the whole period begins before it ends', () => {
  const rest = { from: instant(5000), to: instant(6000), end: instant(6000) }
  const terms = { model: 'flat', unit_amount: 100 } as const
  const ending = { source: 'customer', percent: 100_000, products: [], ends: 2000 } as const
  for (const [start, begins, amount, taken] of [
    [1000, 9000, 20, 2],
    [2000, 0, 25, 0],
  ] as const) {
    const pricing = { terms, part: { ...rest, start: instant(start) } }
    const line = {
      ...{ id: null, description: 'x', product_id: null, price_id: 'x', quantity: '1' },
      ...{ unit_price: null, subscription_item_id: 'si', period_start: begins, pricing },
    }
    const discounts = [discountOf({ ...ending, products: [] }, 0)] as never
    const { line_items } = settle({ currency: 'cad', lines: [line], discounts })
    const found: string[] = []
    const [item] = line_items
    assert.deepEqual([item?.amount, item?.discount], [amount, taken])
    const shown = {
      ...line,
      position: 1,
      amount: String(amount),
      discount: String(taken),
      tax: '0',
    }
    const stored = { ...shown, period_start: instant(begins), discounts: item?.discounts ?? [] }
    const invoice = { lines: [stored], discounts, taxes: [] } as unknown as BooksInvoice
    checkLineFigures(invoice, (sentence) => found.push(sentence))
    assert.deepEqual(found, [])
  }
})

test('lines below 0 count in the sums', () => {
  fc.assert(
    fc.property(world(-400), (one) => {
      const { total } = brute(plain(one))
      const amounts = one.lines.map(({ amount }) => BigInt(amount))
      const shown = {
        line_items: one.lines.map(({ product, price, begins }) => ({
          ...{ product_id: product, price_id: price, subscription_item_id: begins !== null },
          period: { start: begins === null ? null : instant(begins) },
        })),
      }
      assert.deepEqual(judgeAfterLines(total, amounts, shown), [])
    }),
    { numRuns: RUNS },
  )
})

/** Every number of discounts and taxes in a derivation, by the object that holds it. */
function numbersOf(node: Json, found: [Json, string][] = []): [Json, string][] {
  for (const [name, value] of Object.entries(node)) {
    if (typeof value === 'number') found.push([node, name])
    else if (typeof value === 'object' && value !== null) numbersOf(value, found)
  }
  return found
}

test('a single wrong number is found by both the evaluator and verification', () => {
  fc.assert(
    fc.property(world(0), fc.nat(), fc.constantFrom(-1, 1, 7), (one, which, by) => {
      const { total, results } = brute(plain(one))
      const stored = storedOf(one, total, results)
      const shown = shownOf(stored)
      const numbers = numbersOf(stored.derivation.steps[0].steps.slice(1))
      const [holder, name] = numbers[which % numbers.length] as [Json, string]
      holder[name] += by
      const judged = judge(stored.derivation, shown)
      const differences = differencesOf(stored)
      // Only the stored discount has these: terms that do not affect the result, and the line number of a zero share.
      const isIdle = name === 'line' && holder.amount === 0
      const isTerm = name === 'amount_off' || name === 'minimum_amount' || isIdle
      assert.ok(isTerm || judged.length > 0, `${name} is not judged`)
      assert.ok(differences.length > 0, `${name} is not verified`)
    }),
    { numRuns: RUNS },
  )
})
