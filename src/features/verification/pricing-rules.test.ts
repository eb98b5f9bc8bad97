// The second pricing: figures computed by hand, lines that do not match their terms, and random lines counted unit by
// unit.

import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { judge } from '../../../test/evaluator.ts'
import { pricedLines } from '../../../test/priced-lines.ts'
import { readDecimal, spell } from './fractions.ts'
import { PRICING_RULES, recomputeLine } from './pricing-rules.ts'

type Json = ReturnType<typeof JSON.parse>

const tiers = [
  { up_to: 10, unit_amount_decimal: '5', flat_amount: 0 },
  { up_to: null, unit_amount_decimal: '2.5', flat_amount: 100 },
]
const bundle = { size: 10, unit_amount: 7, free_units: 5 }
const share = { rate: '2.5', per_event: 10, free_events: 1, free_amount: 100 }
const anyShare = { ...share, free_events: null, free_amount: null }

type Model = keyof typeof PRICING_RULES
const CASES: [
  model: Model,
  terms: object,
  quantity: string,
  events: string[],
  exact: string,
  parts: number | null,
][] = [
  ['flat', { unit_amount: 1999 }, '1', [], '1999', null],
  ['per_unit', { unit_amount_decimal: '0.000000000001' }, '1000000000000', [], '1', null],
  ['per_unit', { unit_amount_decimal: '0.125' }, '0.4', [], '0.05', null],
  ['graduated', { tiers }, '0', [], '0', 0],
  ['graduated', { tiers }, '9', [], '45', 1],
  ['graduated', { tiers }, '10', [], '50', 1],
  ['graduated', { tiers }, '10.5', [], '151.25', 2],
  ['graduated', { tiers }, '13', [], '157.5', 2],
  ['volume', { tiers }, '0', [], '0', 0],
  ['volume', { tiers }, '10', [], '50', 1],
  ['volume', { tiers }, '11', [], '127.5', 1],
  ['package', bundle, '5', [], '0', 0],
  ['package', bundle, '5.1', [], '7', 1],
  ['package', bundle, '15', [], '7', 1],
  ['package', bundle, '16', [], '14', 1],
  ['percentage', share, '0', [], '0', 0],
  ['percentage', share, '100', ['100'], '0', 0],
  // 40 exceed the free 100 by 1 and 10; then 60: 1.5 and 10.
  ['percentage', share, '200', ['140', '60'], '22.5', 2],
  ['percentage', anyShare, '0', ['0', '0'], '20', 2],
]
for (const [model, terms, quantity, events, exact, count] of CASES) {
  test(`${model} of ${quantity}${events.map((event) => ` (${event})`)} is ${exact}`, () => {
    const rule = PRICING_RULES[model]
    const priced = rule({ model, ...terms }, readDecimal(quantity), events.map(readDecimal))
    assert.equal(spell(priced.exact), exact)
    assert.equal(priced.parts?.length ?? null, count)
  })
}

const sound = (): Json => ({
  rule: 'line_amount',
  pricing: { model: 'graduated', tiers: structuredClone(tiers) },
  inputs: { quantity: '13' },
  parts: [
    {
      rule: 'tier',
      inputs: { tier: 1, units: '10', unit_amount: '5', flat_amount: 0 },
      exact: '50',
    },
    {
      rule: 'tier',
      inputs: { tier: 2, units: '3', unit_amount: '2.5', flat_amount: 100 },
      exact: '107.5',
    },
  ],
  exact: '157.5',
  steps: [],
  result: 158,
})

test('the example line in the guide amounts to 158', () =>
  assert.equal(recomputeLine(sound()), 158n))

function forged(node: Json, path: string, value: Json): Json {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const holder = names.reduce((inner, name) => inner[name], node)
  if (value === undefined) delete holder[last]
  else holder[last] = value
  return node
}

const FORGED: [path: string, value: Json, says: string][] = [
  ['result', 157, 'line_amount is recorded as 157, but gives 158'],
  ['result', '158', '"158" is not a whole number'],
  ['rule', 'line', 'it has line instead of line_amount'],
  ['steps', [1], 'line_amount has 1 steps'],
  ['exact', '157.50', 'its exact value is recorded as "157.50", but is 157.5'],
  ['exact', undefined, 'its line_amount has no exact'],
  ['events', [], 'its line_amount has events, which does not belong'],
  ['parts', undefined, 'its line_amount has no parts'],
  ['parts', [], 'it has 0 parts, not 2'],
  ['parts.0.exact', '51', 'its tier 1 has exact "51", not "50"'],
  ['parts.1.inputs.units', '4', 'its tier 2 has units "4", not "3"'],
  ['parts.1.inputs.tier', 1, 'its tier 2 has tier 1, not 2'],
  ['parts.1.rule', 'rate', 'it has "rate" instead of its tier 2'],
  ['parts.1.name', 'b', 'its tier 2 has name, which does not belong'],
  ['inputs.quantity', '13.0', '"13.0" is not a decimal'],
  ['inputs.quantity', 13, '13 is not a decimal'],
  ['inputs.unit_amount', 5, 'its inputs has unit_amount, which does not belong'],
  ['pricing', null, 'nothing is not a pricing model'],
  ['pricing.model', 'toString', '"toString" is not a pricing model'],
  ['pricing.size', 1, 'its pricing has size, which does not belong'],
  ['pricing.tiers', [], 'it has no tiers'],
  ['pricing.tiers.0.up_to', null, 'null is not a whole number'],
  ['pricing.tiers.1.up_to', 20, 'its tier 2 is the last, but is up to 20'],
  ['pricing.tiers.0.flat_amount', -1, '-1 is below 0'],
]
for (const [path, value, says] of FORGED) {
  test(`a forged ${path} of ${JSON.stringify(value)} is refused: ${says}`, () => {
    const node = forged(sound(), path, value)
    assert.throws(() => recomputeLine(node), { message: says })
  })
}

test('the example in the guide for a part of a period amounts to 2977', () => {
  const line = juneLine()
  assert.equal(recomputeLine(line), 2977n)
  assert.deepEqual(judged(line), [])
})

/** 47.00 for June 2027, from 12 June on. */
const juneLine = (): Json => ({
  rule: 'line_amount',
  pricing: {
    model: 'per_unit',
    unit_amount_decimal: '4700',
    part: {
      from: '2027-06-12T00:00:00.000Z',
      to: '2027-07-01T00:00:00.000Z',
      start: '2027-06-01T00:00:00.000Z',
      end: '2027-07-01T00:00:00.000Z',
    },
  },
  inputs: { quantity: '1' },
  rests: { price: '4700', seconds: 2592000, left: [1641600, 0], rests: [2977, 0] },
  steps: [],
  result: 2977,
})

const OUTSIDE = 'its part is empty, or not in its period'
const FORGED_PARTS: [path: string, value: Json, says: string][] = [
  ['pricing.part', undefined, 'its line_amount has rests, which does not belong'],
  ['pricing.part', null, 'its part is null'],
  ['pricing.part.to', undefined, 'its part has no to'],
  ['pricing.part.unit', 'day', 'its part has unit, which does not belong'],
  ['pricing.part.from', 1, '1 is not a date or an instant in whole seconds'],
  ['pricing.part.from', '2027-06-12', 'its part has dates as well as instants'],
  [
    'pricing.part.from',
    '2027-06-12T00:00:00.001Z',
    '"2027-06-12T00:00:00.001Z" is not a date or an instant in whole seconds',
  ],
  ['pricing.part.from', '2027-07-01T00:00:00.000Z', OUTSIDE],
  ['pricing.part.start', '2027-06-12T00:00:01.000Z', OUTSIDE],
  ['pricing.part.to', '2027-07-01T00:00:01.000Z', OUTSIDE],
  ['pricing.part.end', '2027-07-01T00:00:01.000Z', 'its rests have seconds 2592000, not 2592001'],
  ['rests', undefined, 'its line_amount has no rests'],
  ['rests.days', 19, 'its rests has days, which does not belong'],
  ['rests.price', 4700, 'its rests have price 4700, not "4700"'],
  ['rests.left', [1641600], 'its rests have left [1641600], not [1641600,0]'],
  ['rests.rests.0', 2976, 'its rests have rests [2976,0], not [2977,0]'],
  ['exact', '4700', 'its line_amount has exact, which does not belong'],
  ['result', 4700, 'line_amount is recorded as 4700, but gives 2977'],
]
for (const [path, value, says] of FORGED_PARTS) {
  test(`a forged ${path} of ${JSON.stringify(value)} is refused: ${says}`, () => {
    const node = forged(juneLine(), path, value)
    assert.throws(() => recomputeLine(node), { message: says })
    assert.notDeepEqual(judged(node), [])
  })
}

const numRuns = Number(process.env.RUNS ?? 100)

/** The report of the stand-alone evaluator about a line, in a derivation of its own. */
function judged(line: Json): string[] {
  const { result } = line
  const node = (rule: string, steps: Json[]) => ({ rule, inputs: {}, steps, result })
  const nothing = (rule: string) => ({ rule, inputs: {}, steps: [], result: 0 })
  const total = node('total', [node('subtotal', [line]), nothing('discount'), nothing('tax')])
  return judge({ version: 2, currency: 'cad', exponent: 2, ...node('amount_due', [total]) })
}

test(`${numRuns} random lines match a count of their units`, () => {
  const seen: Record<string, number> = {}
  fc.assert(
    fc.property(pricedLines, (line) => {
      seen[line.pricing.model] = (seen[line.pricing.model] ?? 0) + 1
      assert.equal(recomputeLine(line), BigInt(line.result))
      assert.deepEqual(judged(line), [])
    }),
    { numRuns },
  )
  console.log(`by model: ${JSON.stringify(seen)}`)
})

/** Every number and decimal in a node, by its holder and name. */
function leavesOf(value: Json): [holder: Json, name: string][] {
  return Object.keys(value).flatMap((name): [Json, string][] => {
    const inner = value[name]
    if (typeof inner === 'object' && inner !== null) return leavesOf(inner)
    return /^\d/.test(String(inner)) ? [[value, name]] : []
  })
}

test(`${numRuns} random lines with one forged figure get the same verdict from both`, () => {
  fc.assert(
    fc.property(pricedLines, fc.nat(), fc.integer({ min: 1, max: 3 }), (line, which, more) => {
      const forged = structuredClone(line)
      const leaves = leavesOf(forged)
      const [holder, name] = leaves[which % leaves.length] ?? [forged, 'result']
      const value = holder[name]
      holder[name] = typeof value === 'number' ? value + more : `${more}${value.replace(/^0/, '')}`
      let says = ''
      try {
        recomputeLine(forged)
      } catch (error) {
        says = (error as Error).message
      }
      assert.equal(judged(forged).length > 0, says !== '', `${name}: ${says}`)
    }),
    { numRuns },
  )
})
