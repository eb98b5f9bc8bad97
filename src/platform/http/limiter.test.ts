// The rate limit with a fake clock: never more than N in any 60 seconds, and never fewer without need.

import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { Limiter } from './limiter.ts'

const MINUTE = 60_000

test('any 60 seconds grant the whole quota, and no request is refused without need', () => {
  const gaps = fc.array(fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.constant(MINUTE - 1)), {
    minLength: 1,
    maxLength: 300,
  })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), gaps, (quota, gaps) => {
      const limiter = new Limiter()
      const granted: number[] = []
      let now = 1_000
      for (const gap of gaps) {
        now += gap
        const inWindow = granted.filter((at) => at > now - MINUTE).length
        const { allowed, remaining, resetSeconds } = limiter.take('a', quota, now)
        assert.equal(allowed, inWindow < quota)
        if (allowed) granted.push(now)
        assert.equal(remaining, quota - inWindow - (allowed ? 1 : 0))
        assert.ok(resetSeconds >= 1 && resetSeconds <= 60)
      }
    }),
  )
})

test('a request beyond the quota is refused with the time until a slot is free, and does not count', () => {
  const limiter = new Limiter()
  for (let count = 1; count <= 100; count++) {
    assert.deepEqual(limiter.take(1, 100, count * 10), {
      allowed: true,
      remaining: 100 - count,
      resetSeconds: 60,
    })
  }
  for (const now of [1_000, 30_010, 60_009]) {
    assert.deepEqual(limiter.take(1, 100, now), {
      allowed: false,
      remaining: 0,
      resetSeconds: Math.ceil((60_010 - now) / 1_000),
    })
  }
  // The first request leaves after 60 seconds, which frees exactly one slot.
  assert.equal(limiter.take(1, 100, 60_010).allowed, true)
  assert.equal(limiter.take(1, 100, 60_011).allowed, false)
  assert.equal(limiter.refused, 4)
})

test('each key has its own window', () => {
  const limiter = new Limiter()
  assert.equal(limiter.take(1, 1, 5).allowed, true)
  assert.equal(limiter.take(2, 1, 5).allowed, true)
  assert.equal(limiter.take(1, 1, 6).allowed, false)
})

test('a raised quota has room at once; a lowered one waits until enough requests have left', () => {
  const limiter = new Limiter()
  for (let count = 0; count < 10; count++) limiter.take(1, 10, count * 1_000)
  assert.equal(limiter.take(1, 10, 9_500).allowed, false)
  assert.deepEqual(limiter.take(1, 12, 9_500), { allowed: true, remaining: 1, resetSeconds: 51 })
  // Eleven are in the window; below 3 there is room when the ninth has left: at 8 s + 60 s.
  assert.deepEqual(limiter.take(1, 3, 10_000), { allowed: false, remaining: 0, resetSeconds: 58 })
  assert.equal(limiter.take(1, 3, 67_999).allowed, false)
  assert.equal(limiter.take(1, 3, 68_000).allowed, true)
})

test('counting does not take a slot', () => {
  const limiter = new Limiter()
  assert.equal(limiter.count(1, 0), 0)
  limiter.take(1, 5, 1_000)
  assert.equal(limiter.count(1, 60_999), 1)
  assert.equal(limiter.count(1, 61_000), 0)
})

test('unused windows are dropped', () => {
  const limiter = new Limiter()
  for (let address = 0; address < 1_000; address++) limiter.take(`a${address}`, 5, 1_000)
  limiter.take('late', 5, 1_000 + 2 * MINUTE)
  assert.equal(limiter.size, 1)
})

test('a window is 60 seconds long despite floating-point errors', () => {
  for (let now = 0.1; now < 9_000_000; now += 1234.567891) {
    assert.equal(new Limiter().take(1, 100, now).resetSeconds, 60, String(now))
  }
})
