// Failed attempts with a fake clock: delays and refusals of the next attempt.

import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { type AttemptLimits, attempt, withoutAttempt } from './attempts.ts'

const LIMITS: AttemptLimits = {
  windowMs: 900_000,
  free: 2,
  most: 5,
  paceMs: 60_000,
  waitMsMost: 1_000,
}

test('some failures are free, each further one waits longer, and at last one per minute is admitted', () => {
  const cases: [at: number, verdict: object, why: string][] = [
    [0, { waitMs: 0 }, 'the first'],
    [1, { waitMs: 0 }, 'the second'],
    [2, { waitMs: 250 }, 'the third'],
    [3, { waitMs: 500 }, 'twice as long'],
    [4, { waitMs: 1_000 }, 'twice as long'],
    [5, { retrySeconds: 60 }, 'five have failed'],
    [60_003, { retrySeconds: 1 }, 'a millisecond too soon'],
    [60_004, { waitMs: 1_000 }, 'a minute after the last one, and no longer than the longest'],
    [60_005, { retrySeconds: 60 }, 'and only one'],
  ]
  let times: number[] = []
  for (const [at, verdict, why] of cases) {
    const judged = attempt(LIMITS, times, at)
    assert.deepEqual(judged.verdict, verdict, why)
    times = judged.times
  }
})

test('successful and expired attempts do not count', () => {
  const first = attempt(LIMITS, [], 10)
  assert.deepEqual(withoutAttempt(first.times, 10), [])
  assert.deepEqual(withoutAttempt([10, 10, 20], 10), [10, 20], 'one of two at one instant')
  assert.deepEqual(withoutAttempt([20], 10), [20])
  assert.deepEqual(attempt(LIMITS, [10, 20], 900_010).times, [20, 900_010])
})

test('no window admits more attempts than the limit plus one per pace interval', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 200 })
  fc.assert(
    fc.property(gaps, (gaps) => {
      let [now, times]: [number, number[]] = [0, []]
      const admitted: number[] = []
      for (const gap of gaps) {
        now += gap
        const judged = attempt(LIMITS, times, now)
        times = judged.times
        if ('waitMs' in judged.verdict) admitted.push(now)
        const recent = admitted.filter((at) => at > now - LIMITS.windowMs)
        assert.ok(recent.length <= LIMITS.most + LIMITS.windowMs / LIMITS.paceMs)
      }
    }),
  )
})
