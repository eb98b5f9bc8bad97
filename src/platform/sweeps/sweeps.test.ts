// Sweeps run at their interval, earlier when they are woken, and not at all once stopped.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { until } from '../../../test/harness.ts'
import { createLog } from '../log.ts'
import { type Sweep, type SweepObserver, startSweeps } from './sweeps.ts'

const NEVER_MS = 3_600_000
const quiet: SweepObserver = { swept: () => undefined, failed: () => undefined }
const log = createLog('fatal', { write: () => undefined })

/** Starts a sweep that counts its runs; each lasts as long as `run`. */
function start(
  t: TestContext,
  everyMs: number,
  run: () => Promise<unknown> = async () => undefined,
) {
  const counted = { runs: 0 }
  const sweep: Sweep = {
    name: 'counted',
    everyMs,
    async run() {
      counted.runs++
      await run()
      return { done: 0, lagMs: 0, more: false }
    },
  }
  const sweeper = startSweeps([sweep], log, quiet)
  t.after(() => sweeper.stop())
  return { counted, sweeper }
}

test('a sweep runs repeatedly', async (t) => {
  const { counted } = start(t, 5)
  await until('three runs', () => counted.runs >= 3)
})

test('a woken sweep runs before its time, and a wake during a run is not lost', async (t) => {
  const letGo: (() => void)[] = []
  const { counted, sweeper } = start(t, NEVER_MS, () => new Promise<void>((go) => letGo.push(go)))
  await until('the first run', () => counted.runs === 1)
  sweeper.wake('counted')
  letGo[0]?.()
  await until('the run it was woken for', () => counted.runs === 2)
  letGo[1]?.()
  sweeper.wake('counted')
  sweeper.wake('counted')
  await until('one run for two wakes', () => counted.runs === 3)
  letGo[2]?.()
})

test('a sweep that is woken often still pauses between runs', async (t) => {
  const { counted, sweeper } = start(t, NEVER_MS)
  const began = performance.now()
  await until('twenty runs', () => {
    sweeper.wake('counted')
    return counted.runs >= 20
  })
  assert.ok(performance.now() - began >= 19 * 20, 'rests of 25 ms, give or take a timer')
})

test('a failing sweep backs off even if it is woken, and an unknown name is ignored', async (t) => {
  const { counted, sweeper } = start(t, NEVER_MS, () => Promise.reject(new Error('x')))
  await until('the first run', () => counted.runs === 1)
  sweeper.wake('counted')
  sweeper.wake('nobody')
  await sweeper.stop()
  assert.equal(counted.runs, 1)
})
