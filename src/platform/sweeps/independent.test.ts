// Environments that wait for other systems delay no other one, take turns, and are bounded.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { until } from '../../../test/harness.ts'
import { sql } from '../db/sql.ts'
import type { DueWork } from './due.ts'
import { independentSweep } from './independent.ts'

const NONE = { table: sql`none`, at: sql`now()`, where: sql`false` }

/** Work in these environments, each run of which ends when it is let go; those not named here end at once. */
function bench(t: TestContext, due: number[], hanging: number[]) {
  const runs: number[] = []
  const letGo = new Map<number, () => void>()
  const work: DueWork = {
    name: 'bench',
    findEnvironments: async () => due,
    rows: NONE,
    async run(id) {
      runs.push(id)
      if (hanging.includes(id)) await new Promise<void>((go) => letGo.set(id, go))
      return { done: 1, lagMs: id, more: false }
    },
  }
  const sweep = independentSweep(work, { most: 2, runMs: 20 })
  const stopping = new AbortController()
  t.after(() => stopping.abort())
  return { runs, letGo, sweep, run: () => sweep.run(stopping.signal), stopping }
}

test('an environment that hangs is not run again, while others are', async (t) => {
  const { runs, letGo, run } = bench(t, [1, 2, 3], [1])
  assert.deepEqual(await run(), { done: 2, lagMs: 3, more: false })
  assert.deepEqual(await run(), { done: 2, lagMs: 3, more: false })
  assert.deepEqual(runs, [1, 2, 3, 2, 3])
  letGo.get(1)?.()
  await until('its end to be counted', async () => (await run()).done === 3)
})

test('as many wait as are allowed, and the others take turns', async (t) => {
  const { runs, letGo, run } = bench(t, [1, 2, 3, 4], [1, 2, 3, 4])
  await run()
  await run()
  assert.deepEqual(runs, [1, 2])
  letGo.get(1)?.()
  letGo.get(2)?.()
  await run()
  assert.deepEqual(runs, [1, 2, 3, 4])
})

test('a stop ends a run, and waits for what goes on until it is too late', async (t) => {
  const { letGo, run, stopping, sweep } = bench(t, [1], [1])
  stopping.abort()
  const late = new AbortController()
  assert.deepEqual(await run(), { done: 0, lagMs: 0, more: false })
  const other = bench(t, [1], [1])
  await other.run()
  let isSettled = false
  const settled = other.sweep.settle?.(late.signal).then(() => {
    isSettled = true
  })
  await sweep.settle?.(late.signal)
  assert.equal(isSettled, false)
  other.letGo.get(1)?.()
  await settled
  assert.equal(letGo.size, 0)
})

test('a failure of one environment is thrown once, and the others are done', async (t) => {
  const { runs, sweep } = bench(t, [], [])
  assert.deepEqual(await sweep.run(new AbortController().signal), {
    done: 0,
    lagMs: 0,
    more: false,
  })
  assert.deepEqual(runs, [])
  const done: number[] = []
  let failures = 1
  const failing = independentSweep({
    name: 'failing',
    findEnvironments: async () => [1, 2],
    rows: NONE,
    run(id) {
      if (id === 1 && failures-- > 0) return Promise.reject(new Error('refused'))
      done.push(id)
      return Promise.resolve({ done: 1, lagMs: 0, more: false })
    },
  })
  const { signal } = new AbortController()
  await assert.rejects(() => failing.run(signal), /refused/)
  assert.deepEqual(done, [2])
  assert.equal((await failing.run(signal)).done, 2)
})
