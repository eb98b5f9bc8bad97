// Runs the evaluator of recurring billing on random lives and checks what holds for all of them.

import assert from 'node:assert/strict'
import test from 'node:test'
import { type Random, randomFrom, SUITE_SEED } from './random.ts'
import { evaluate } from './recurring-evaluator.ts'
import type { Act, Life } from './recurring-terms.ts'

const LIVES = 2000
const START = Date.parse('2027-01-01T00:00:00Z')
const advance = { billing: 'advance' } as const
const PRICES: Life['prices'] = {
  a: { unit_amount: '1999.5', ...advance },
  twin: { unit_amount: '1999.5', ...advance },
  b: { unit_amount: '730', fixed_amount: '1200', ...advance },
  late: { unit_amount: '3333', billing: 'arrears' },
  'late-twin': { unit_amount: '3333', billing: 'arrears' },
  least: { unit_amount: '10', minimum_amount: '900', ...advance },
  long: { unit_amount: '9000', interval_count: 6, ...advance },
}
const NAMES = Object.keys(PRICES)
const wanted = (price: string, quantity: number, id = 'plan') => ({ id, price, quantity })

/** Returns a life without acts, and a source of instants in its first periods. */
function randomLife(random: Random) {
  const start = START + random.below(400 * 86_400) * 1000
  const life: Life = {
    zone: random.pick(['America/Toronto', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC']),
    unit: random.pick(['second', 'day']),
    start,
    anchor: { year: 2027, month: 1 + random.below(12), day: 1 + random.below(31), time: '07:30' },
    interval: random.pick(['week', 'month']),
    interval_count: 1,
    first_period: random.pick(['prorate', 'prorate', 'full', 'free']),
    prices: PRICES,
    items: [wanted(random.pick(NAMES), 1 + random.below(5))],
    acts: [],
  }
  if (random.below(4) === 0) life.trial_end = start + random.below(20 * 86_400) * 1000
  return { life, instant: () => start + 1000 + random.below(90 * 86_400) * 1000 }
}

const changed = (at: number, price: string, quantity: number): Act => ({
  at,
  type: 'change',
  items: [wanted(price, quantity)],
  proration: 'prorate',
  anchor: 'keep',
})

/** Returns one to six instants in ascending order. */
const ascending = (random: Random, instant: () => number) =>
  Array.from({ length: 1 + random.below(6) }, instant).sort((a, b) => a - b)

/** Returns acts of all types in the order of time. */
function randomActs(random: Random, instants: number[]): Act[] {
  const acts: Act[] = []
  let paused = false
  for (const at of instants) {
    const anchor = random.pick(['keep', 'keep', 'reset'] as const)
    if (paused) acts.push({ at, type: 'resume', anchor })
    else if (random.below(4) === 0) {
      acts.push({ at, type: 'pause', credit_unused: random.below(2) === 0 })
      paused = true
      continue
    } else {
      const act = changed(at, random.pick(NAMES), 1 + random.below(5))
      const proration = random.pick(['prorate', 'none', 'full_difference'] as const)
      const extra = { id: 'extra', price: random.pick(NAMES), quantity: 1 }
      const items = [wanted(random.pick(NAMES), 1 + random.below(5))]
      const more = random.pick([[], [extra], [{ id: 'extra', remove: true as const }]])
      acts.push({ ...act, type: 'change', items: [...items, ...more], proration, anchor })
    }
    paused = false
  }
  return acts
}

/** Runs a check on random lives; a failure names the life. */
function onLives(check: (random: Random) => [Life, unknown, unknown]) {
  const random = randomFrom(SUITE_SEED)
  for (let n = 0; n < LIVES; n++) {
    const [life, actual, expected] = check(random)
    assert.deepEqual(actual, expected, `Life ${n}: ${JSON.stringify(life)}`)
  }
}

test('the parts of a period that is cut add up to its price', () => {
  onLives((random) => {
    const { life, instant } = randomLife(random)
    const [one, other] = random.pick([
      ['a', 'twin'],
      ['late', 'late-twin'],
    ] as const)
    life.items = [wanted(one, 3)]
    life.acts = ascending(random, instant).map((at) => changed(at, random.pick([one, other]), 3))
    const until = instant()
    const due = (of: Life) =>
      evaluate(of, until).rows.map(({ period, charged, returned }) => [period, charged - returned])
    return [life, due(life), due({ ...life, acts: [] })]
  })
})

test('a change undone at the same instant bills nothing', () => {
  onLives((random) => {
    const { life, instant } = randomLife(random)
    const at = [...new Set(ascending(random, instant))]
    life.acts = at.map((one) => changed(one, random.pick(NAMES), 1 + random.below(5)))
    const there = instant()
    const before = life.acts.filter((act) => act.at <= there)
    const state = before.at(-1) as (Act & { type: 'change' }) | undefined
    const { price, quantity } = (state?.items[0] ?? life.items[0]) as Life['items'][number]
    const back = [changed(there, random.pick(NAMES), 7), changed(there, price, quantity)]
    const acts = [...before, ...back, ...life.acts.slice(before.length)]
    const until = instant()
    return [{ ...life, acts }, evaluate({ ...life, acts }, until), evaluate(life, until)]
  })
})

test('no period returns more than it charged, and what was billed or returned stays', () => {
  onLives((random) => {
    const { life, instant } = randomLife(random)
    const instants = ascending(random, instant)
    life.acts = randomActs(random, instants)
    const unused = random.pick(['none', 'credit'] as const)
    const end = instants.at(-1)! + random.below(5 * 86_400) * 1000
    if (random.below(2) === 0) life.acts.push({ at: end, type: 'cancel', unused })
    const [first, last] = [instant(), instant()].sort((a, b) => a - b) as [number, number]
    const later = evaluate(life, last).rows
    const found = (row: (typeof later)[number]) =>
      later.find(({ item, period }) => item === row.item && period.join() === row.period.join())
    const lost = evaluate(life, first).rows.filter((row) => {
      const { charged = 0, returned = 0 } = found(row) ?? {}
      return charged < row.charged || returned < row.returned
    })
    const wrong = later.filter((row) => row.returned > row.charged || row.returned < 0)
    return [life, [...lost, ...wrong], []]
  })
})
