// A machine with a wrong clock uses the database's time, and its own once that is right again.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWallClock, trustedClock } from './wall-clock.ts'

test('a small difference from the database is ignored', () => {
  const clock = createWallClock(() => 1_000_000)
  assert.equal(clock.now(), 1_000_000)
  clock.heed({ aheadMs: 1_900, doubtMs: 0 })
  assert.equal(clock.now(), 1_000_000)
  // A slow measurement can be wrong by its duration.
  clock.heed({ aheadMs: -30_000, doubtMs: 29_000 })
  assert.equal(clock.now(), 1_000_000)
})

test('a large difference is corrected until the machine is right again', () => {
  let machine = 10_000_000
  const clock = createWallClock(() => machine)
  clock.heed({ aheadMs: 3_600_000, doubtMs: 5 })
  assert.equal(clock.now(), 6_400_000)
  assert.equal(clock.machine(), 10_000_000)
  // A second measurement: its own error changes nothing.
  clock.heed({ aheadMs: 3_600_700, doubtMs: 900 })
  assert.equal(clock.now(), 6_400_000)
  machine -= 3_600_000
  clock.heed({ aheadMs: 12, doubtMs: 5 })
  assert.equal(clock.now(), 6_400_000)
  machine -= 7_000
  clock.heed({ aheadMs: -7_000, doubtMs: 5 })
  assert.equal(clock.now(), 6_400_000)
})

test('a trusted clock is never corrected', () => {
  const clock = trustedClock(() => 5)
  clock.heed({ aheadMs: 3_600_000, doubtMs: 0 })
  assert.equal(clock.now(), 5)
})
