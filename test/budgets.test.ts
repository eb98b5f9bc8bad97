// The budgets: a count above its limit names the files that grew; seconds fail only on a calm machine.

import assert from 'node:assert/strict'
import test from 'node:test'
import { type Budgets, overBudget, secondsLine } from './budgets.ts'

const limits = {
  worlds: 3,
  databases: 9,
  starts: 9,
  servers: 9,
  pages: 9,
  axe: 9,
  verifications: 9,
}
const budgets: Budgets = {
  limits: { test: limits, all: limits, every: limits },
  seconds: { test: 100, all: 100, every: 100, spin: 1 },
  files: { 'a.test.ts': { seconds: 1, worlds: 1 }, 'b.test.ts': { seconds: 1, worlds: 1 } },
}
const cost = (file: string, worlds: number) => ({
  file,
  elapsed: 1,
  seconds: 1,
  counts: { worlds },
})

test('a count at its limit is accepted', () => {
  assert.deepEqual(overBudget('test', [cost('a.test.ts', 1), cost('b.test.ts', 2)], budgets), [])
})

test('a count above its limit names the files that grew', () => {
  const [sentence = '', ...others] = overBudget(
    'test',
    [cost('a.test.ts', 1), cost('b.test.ts', 3)],
    budgets,
  )
  assert.deepEqual(others, [])
  assert.match(sentence, /^4 worlds are over the budget of 3 .*recorded: b\.test\.ts \(\+2\)\./)
})

const used: [seconds: number, spins: [number, number], isOver: boolean][] = [
  [130, [1, 1], false],
  [131, [1, 1], true],
  // A machine half as fast takes twice as long for the same work.
  [250, [2, 2], false],
  // Seconds measured on a busy machine are not compared.
  [900, [1, 1.2], false],
]
for (const [seconds, spins, isOver] of used)
  test(`${seconds} s with spins of ${spins} are ${isOver ? 'over' : 'within'} the budget`, () => {
    assert.equal(secondsLine('test', seconds, spins, budgets).isOver, isOver)
  })
