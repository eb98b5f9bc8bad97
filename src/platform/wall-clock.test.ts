// Whose clock is wrong goes by the database's, and back to its own when that is right.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWallClock, trustedClock } from './wall-clock.ts'

test('the machine is believed while it is near the database', () => {
  const clock = createWallClock(() => 1_000_000)
  assert.equal(clock.now(), 1_000_000)
  clock.heed({ aheadMs: 1_900, doubtMs: 0 })
  assert.equal(clock.now(), 1_000_000)
  // A measurement that took long may be wrong by as much.
  clock.heed({ aheadMs: -30_000, doubtMs: 29_000 })
  assert.equal(clock.now(), 1_000_000)
})

test('the database is believed where the machine is off, until it is right again', () => {
  let machine = 10_000_000
  const clock = createWallClock(() => machine)
  clock.heed({ aheadMs: 3_600_000, doubtMs: 5 })
  assert.equal(clock.now(), 6_400_000)
  assert.equal(clock.machine(), 10_000_000)
  // Measured again: what it is off by itself moves nothing.
  clock.heed({ aheadMs: 3_600_700, doubtMs: 900 })
  assert.equal(clock.now(), 6_400_000)
  machine -= 3_600_000
  clock.heed({ aheadMs: 12, doubtMs: 5 })
  assert.equal(clock.now(), 6_400_000)
  machine -= 7_000
  clock.heed({ aheadMs: -7_000, doubtMs: 5 })
  assert.equal(clock.now(), 6_400_000)
})

test('a clock that a test has brought is right', () => {
  const clock = trustedClock(() => 5)
  clock.heed({ aheadMs: 3_600_000, doubtMs: 0 })
  assert.equal(clock.now(), 5)
})
