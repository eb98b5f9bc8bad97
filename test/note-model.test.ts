// The arithmetic of credit notes, in the model and in verification: the examples of the documents, and random partitions
// of random invoices.

import assert from 'node:assert/strict'
import test from 'node:test'
import { readDecimal } from '../src/features/verification/fractions.ts'
import * as rules from '../src/features/verification/note-rules.ts'
import * as model from './note-model.ts'
import {
  allLeft,
  drawAsked,
  drawIncluding,
  drawLines,
  including,
  partOf,
  totalLeft,
} from './note-random.ts'
import { randomFrom, SUITE_SEED } from './random.ts'

const COUNT = Number(process.env.SIMULATE_NOTES ?? 300)
const seed = Number(process.env.SIMULATE_SEED ?? SUITE_SEED)
/** Decimal places by ISO 4217: amounts of all of them are whole smallest units. */
const CURRENCIES = { jpy: 0, cad: 2, eur: 2, kwd: 3, clp: 0, usd: 2 }

const VAT = { rate: 'vat', inclusive: false }
const line = (more: Partial<model.Line>): model.Line => ({
  ...{ id: 'a', amount: 5290n, discount: 0n, quantity: '1' },
  taxes: [{ ...VAT, amount: 1111n }],
  ...more,
})
const one = (asked: { amount: bigint } | { quantity: string }): model.Asked => ({
  lines: [{ id: 'a', ...asked }],
})

function play(lines: model.Line[], all: model.Asked[]): model.Part[][] {
  const notes: model.Part[][] = []
  for (const asked of all) notes.push(model.credit(lines, notes, asked))
  return notes
}

const totalOf = (parts: model.Part[]) => model.figuresOf(parts).total

test('three notes on 52.90 at 21 % credit 3.70, 3.71 and 3.70 of the tax', () => {
  const notes = play(
    [line({})],
    [1763n, 1763n, 1764n].map((amount) => one({ amount })),
  )
  assert.deepEqual(
    notes.map(([part]) => part?.taxes),
    [[370n], [371n], [370n]],
  )
  assert.throws(() => model.credit([line({})], notes, one({ amount: 1n })), { most: 0n })
})

test('quantities are credited by cumulative share', () => {
  // 10.00 for three: 3.33, 3.34, 3.33.
  const ten = line({ amount: 1000n, quantity: '3', taxes: [] })
  const third = one({ quantity: '1' })
  const notes = play([ten], [third, third, third])
  assert.deepEqual(
    notes.map(([part]) => part?.base),
    [333n, 334n, 333n],
  )
  assert.throws(() => model.credit([ten], notes, one({ quantity: '0.5' })), { most: 0n })
  // 9.00 was credited by amount, which shares of a quantity do not count; so the base is cut to the remainder.
  const cut = play([ten], [one({ amount: 900n }), one({ quantity: '2.5' })])
  assert.equal(cut[1]?.[0]?.base, 100n)
})

test('a note by total credits the largest base that fits, and then units without tax', () => {
  const small = line({ amount: 10n, taxes: [{ ...VAT, amount: 1n }] })
  const notes = play([small], [{ amount: 5n }, { amount: 6n }])
  // A base of 5 has a tax of 1, so 4 fit; the fifth unit is added without tax, which the next note credits.
  assert.deepEqual(
    notes.map(([part]) => [part?.base, part?.taxes]),
    [
      [5n, [0n]],
      [5n, [1n]],
    ],
  )
  // With three such rates, the deferred tax does not fit into the next note entirely.
  const rates = ['a', 'b', 'c'].map((rate) => ({ ...VAT, rate, amount: 1n }))
  const several = line({ amount: 10n, taxes: rates })
  const late = play([several], [{ amount: 5n }, { amount: 2n }, { amount: 6n }])
  assert.deepEqual(
    late.map(([part]) => [part?.base, part?.taxes]),
    [
      [5n, [0n, 0n, 0n]],
      [0n, [1n, 1n, 0n]],
      [5n, [0n, 0n, 1n]],
    ],
  )
})

test('a note after a void one has no negative tax', () => {
  const [, second = []] = play(
    [line({})],
    [1763n, 1763n].map((amount) => one({ amount })),
  )
  // The tax of 17.64 is 3.70, but 3.71 remains for the last note.
  const [part] = model.credit([line({})], [second], one({ amount: 1n }))
  assert.deepEqual(part?.taxes, [0n])
})

test('a total is spread over lines by largest remainder, in proportion to their remaining totals', () => {
  const lines = [
    line({ id: 'a', amount: 1000n, taxes: [{ ...VAT, amount: 200n }] }),
    line({ id: 'b', amount: 600n, taxes: [] }),
  ]
  // 1200 and 600 remain: 1 of 2 thirds and 1 third.
  const [first, second] = play(lines, [{ amount: 100n }, { amount: 1700n }])
  assert.deepEqual(
    first?.map(({ base, taxes }) => [base, taxes]),
    [
      // 56 + 11 = 67; 55.8 rounds to 56.
      [56n, [11n]],
      [33n, []],
    ],
  )
  assert.deepEqual(
    second?.map(({ base, taxes }) => [base, taxes]),
    [
      [944n, [189n]],
      [567n, []],
    ],
  )
})

test('inclusive tax is a part of the base', () => {
  // 6.00 × 10 / 110 = 0.55.
  const included = line({ amount: 600n, taxes: [{ ...VAT, inclusive: true, amount: 55n }] })
  const [parts = []] = play([included], [{ amount: 300n }])
  // Half of 0.55 is rounded up.
  assert.deepEqual(model.figuresOf(parts), {
    ...{ subtotal: 300n, tax: 28n, tax_included: 28n, total: 300n },
    nets: [272n],
  })
})

/** A line as verification reads it. */
const known = (each: model.Line): rules.CreditedLine => ({
  base: model.baseOf(each),
  quantity: readDecimal(each.quantity),
  taxes: each.taxes.map(({ amount }) => amount),
  isInclusive: each.taxes.some(({ inclusive }) => inclusive),
})
const soFar = (each: model.Line, notes: model.Part[][]): rules.Part => ({
  ...model.creditedOn(each, notes),
  quantity: null,
})

/** The taxes of a further note by the model; verification must compute the same. */
function taxesOn(each: model.Line, notes: model.Part[][], base: bigint): bigint[] {
  const taxes = model.taxesOn(each, model.creditedOn(each, notes), base)
  assert.deepEqual(rules.taxesOf(known(each), soFar(each, notes), base), taxes, 'verification')
  return taxes
}

/** Credits amounts of a line one after the other; returns the taxes of each note. */
function creditAll(each: model.Line, notes: model.Part[][], amounts: bigint[]): bigint[][] {
  return amounts.map((base) => {
    const taxes = taxesOn(each, notes, base)
    notes.push([{ line: each, base, taxes, quantity: null }])
    return taxes
  })
}

test('two included taxes that fall due with the same unit are rounded together', () => {
  const two = including(120n, 10n, 10n)
  // For 5, the taxes sum to 0.83 and are 0.42 each; for 6, they sum to 1.00 and are 0.50 each.
  assert.deepEqual(creditAll(two, [], [5n, 1n, 114n]), [
    [1n, 0n],
    [0n, 0n],
    [9n, 10n],
  ])
  const [, second = []] = play(
    [two],
    [5n, 1n].map((amount) => one({ amount })),
  )
  assert.deepEqual(model.figuresOf(second), {
    ...{ subtotal: 1n, tax: 0n, tax_included: 0n, total: 1n, nets: [1n] },
  })
})

test('three included taxes are rounded up in turn, and the last note credits the remainder', () => {
  const three = including(130n, 10n, 10n, 10n)
  // The sums due are 1.38, 1.62, 3.00, 4.62 and 30; of each tax 0.46, 0.54, 1.00, 1.54 and 10.
  assert.deepEqual(creditAll(three, [], [6n, 1n, 6n, 7n, 110n]), [
    [1n, 0n, 0n],
    [0n, 1n, 0n],
    [0n, 0n, 1n],
    [1n, 1n, 0n],
    [8n, 8n, 9n],
  ])
})

test('included taxes that void notes leave behind are at most the base of the next note', () => {
  const two = including(120n, 10n, 10n)
  const notes: model.Part[][] = []
  assert.deepEqual(creditAll(two, notes, [3n, 5n, 1n, 5n]), [
    [1n, 0n],
    [0n, 0n],
    [0n, 1n],
    [0n, 0n],
  ])
  const [first = [], second = [], third = [], fourth = []] = notes
  // 10 is credited without tax: the tax of 11 is 1.83, but the note is for 1.
  assert.deepEqual(creditAll(two, [second, fourth], [1n, 109n]), [
    [1n, 0n],
    [9n, 10n],
  ])
  // 4 is credited with a tax of 2. The tax of 5 is 0.83, that of 14 is 2.33, and that of 15 is 2.50.
  assert.deepEqual(creditAll(two, [first, third], [1n, 9n, 1n, 105n]), [
    [0n, 0n],
    [0n, 0n],
    [1n, 0n],
    [8n, 9n],
  ])
  // 20 is credited without the only tax: the tax of 21 is 1.91, but the note is for 1.
  const single = including(550n, 50n)
  const others: model.Part[][] = []
  assert.deepEqual(creditAll(single, others, [6n, 10n, 1n, 10n]), [[1n], [0n], [1n], [0n]])
  const [, long = [], , longer = []] = others
  assert.deepEqual(creditAll(single, [long, longer], [1n, 529n]), [[1n], [49n]])
})

test('a credit for unused time includes its share of the discount and of the taxes', () => {
  const month = line({ amount: 6000n, discount: 900n, taxes: [{ ...VAT, amount: 663n }] })
  const base = model.unusedBase(month, [], { before: 0n, returned: 3800n })
  const [parts = []] = play([month], [one({ amount: base })])
  const { subtotal, tax, total } = model.figuresOf(parts)
  assert.deepEqual([subtotal, tax, total], [3230n, 420n, 3650n])
  // 54.00, of which 6.00 were goodwill: with 27 of 30 days left, the note is 48.00; with 15 days left, 27.00.
  const year = line({ amount: 5400n, taxes: [] })
  const goodwill = play([year], [one({ amount: 600n })])
  const unused = (returned: bigint) => model.unusedBase(year, goodwill, { before: 0n, returned })
  assert.deepEqual([unused(4860n), unused(2700n)], [4800n, 2700n])
})

test('a note first reduces the balance due, and the rest is settled as requested', () => {
  // Total 240.00, 90.00 paid.
  const rest = model.moneyOf(20_000n, 15_000n)
  assert.deepEqual(rest, { to_open: 15_000n, to_balance: 5_000n, refund: 0n, outside: 0n })
  assert.equal(model.refundable(9_000n, 0n, 5_000n), 5_000n)
  // Total 80.00, 30.00 paid by credit, 50.00 by card.
  assert.equal(model.refundable(5_000n, 0n, 8_000n), 5_000n)
  assert.deepEqual(model.moneyOf(8_000n, 0n, { refund: 5_000n }), {
    ...{ to_open: 0n, to_balance: 3_000n, refund: 5_000n, outside: 0n },
  })
  for (const asked of [{ to_balance: 1n }, { outside: 5_001n }, { to_balance: 5_000n, refund: 1n }])
    assert.equal(model.moneyOf(20_000n, 15_000n, asked), undefined)
})

for (const [currency, digits] of Object.entries(CURRENCIES)) {
  test(`any partition sums to the invoice per line and rate in ${currency}`, () => {
    const random = randomFrom(seed + digits + currency.charCodeAt(0))
    for (let count = 0; count < COUNT; count++) {
      const lines = drawLines(random, digits)
      const notes: model.Part[][] = []
      for (let more = random.below(9); more > 0; more--) {
        const asked = drawAsked(random, lines, notes)
        try {
          notes.push(model.credit(lines, notes, asked))
          assertSame(lines, notes, asked)
        } catch (error) {
          if (!(error instanceof model.Exceeded)) throw error
        }
        if (random.below(4) === 0) notes.splice(random.below(notes.length), 1)
        assertWithin(lines, notes)
      }
      const left = allLeft(lines, notes)
      notes.push(model.credit(lines, notes, { amount: left }))
      assertWithin(lines, notes)
      for (const each of lines) {
        const { base, taxes } = model.creditedOn(each, notes)
        const all = { base: model.baseOf(each), taxes: each.taxes.map(({ amount }) => amount) }
        assert.deepEqual({ base, taxes }, all, `seed ${seed}`)
      }
    }
  })
}

/** The last note equals what verification computes from the earlier notes, and has the requested total. */
function assertSame(lines: model.Line[], notes: model.Part[][], asked: model.Asked): void {
  const [before, parts] = [notes.slice(0, -1), notes.at(-1) ?? []]
  const plain = ({ base, taxes }: rules.Part | model.Part) => ({ base, taxes })
  if ('amount' in asked) {
    const so_far = lines.map((each) => soFar(each, before))
    const expected = rules.partsOfTotal(lines.map(known), so_far, asked.amount)
    assert.deepEqual(parts.map(plain), expected.map(plain), `seed ${seed}`)
    assert.equal(totalOf(parts), asked.amount)
  } else for (const part of parts) taxesOn(part.line, before, part.base)
}

/** Nothing is negative, and no line or rate is credited beyond the invoice. */
function assertWithin(lines: model.Line[], notes: model.Part[][]): void {
  for (const net of notes.flatMap((parts) => model.figuresOf(parts).nets))
    assert.ok(net >= 0n, `seed ${seed}`)
  for (const { base, taxes } of notes.flat())
    for (const each of [base, ...taxes]) assert.ok(each >= 0n, `seed ${seed}`)
  for (const each of lines) {
    const { base, taxes } = model.creditedOn(each, notes)
    assert.ok(base <= model.baseOf(each), `seed ${seed}`)
    for (const [at, { amount }] of each.taxes.entries())
      assert.ok((taxes[at] as bigint) <= amount, `seed ${seed}`)
  }
}

test('included taxes leave no net below zero, and the last note credits the rest of each', () => {
  const random = randomFrom(seed)
  for (let count = 0; count < 40 * COUNT; count++) {
    const each = drawIncluding(random)
    const all = each.taxes.map(({ amount }) => amount)
    const notes: model.Part[][] = []
    const restOf = (): model.Part => {
      const { base, taxes } = model.creditedOn(each, notes)
      const left = all.map((tax, at) => tax - (taxes[at] as bigint))
      return { line: each, base: each.amount - base, taxes: left, quantity: null }
    }
    for (let more = random.below(12); more >= 0; more--) {
      const { base: most } = restOf()
      const small = random.below(2) === 0 ? BigInt(random.below(3)) : partOf(random, most)
      creditAll(each, notes, [more === 0 || small > most ? most : small])
      const [part] = notes.at(-1) as [model.Part]
      const sum = part.taxes.reduce((one, other) => one + other, 0n)
      const story = `seed ${seed}: ${each.amount} with ${all}, ${part.base} with ${part.taxes}`
      assert.ok(sum <= part.base, story)
      while (more > 0 && notes.length > 0 && random.below(3) === 0)
        notes.splice(random.below(notes.length), 1)
      const rest = restOf()
      const left = rest.taxes.reduce((one, other) => one + other, 0n)
      assert.ok(left <= rest.base, story)
      for (const tax of [...part.taxes, ...rest.taxes]) assert.ok(tax >= 0n, story)
      if (more === 0) assert.deepEqual([rest.base, left], [0n, 0n], story)
    }
  }
})

test('the largest base of a share is the one that counting finds', () => {
  const random = randomFrom(seed)
  for (let count = 0; count < COUNT; count++) {
    const [drawn = line({})] = drawLines(random, 0)
    if (drawn.amount > 400n) continue
    const share = BigInt(random.below(Number(totalLeft(drawn, [])) + 1))
    const [part] = model.credit([drawn], [], { amount: share })
    const credited = model.creditedOn(drawn, [])
    const fitting = Array.from({ length: Number(model.baseOf(drawn)) + 1 }, (_, base) => ({
      line: drawn,
      base: BigInt(base),
      taxes: model.taxesOn(drawn, credited, BigInt(base)),
    })).filter((each) => model.totalOf(each) <= share)
    const best = fitting.at(-1)
    const missing = share - (best ? model.totalOf(best) : 0n)
    if (best && best.base + missing <= model.baseOf(drawn))
      assert.deepEqual([part?.base, part?.taxes], [best.base + missing, best.taxes])
    assert.equal(part && model.totalOf(part), share)
  }
})
