// Periods tile: each begins the day after the one before has ended.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { periodsUntil } from './periods.ts'

// By any calendar: 2024 was a leap year, 2026 is none.
test('months are whole, days are days', () => {
  assert.deepEqual(periodsUntil('2024-03-31', 'month', 3), [
    { from: '2024-01-01', to: '2024-01-31' },
    { from: '2024-02-01', to: '2024-02-29' },
    { from: '2024-03-01', to: '2024-03-31' },
  ])
  assert.deepEqual(periodsUntil('2026-01-01', 'month', 2), [
    { from: '2025-12-01', to: '2025-12-31' },
    { from: '2026-01-01', to: '2026-01-31' },
  ])
  assert.deepEqual(periodsUntil('9999-12-31', 'month', 1), [
    { from: '9999-12-01', to: '9999-12-31' },
  ])
  assert.deepEqual(periodsUntil('2026-03-01', 'day', 2), [
    { from: '2026-02-28', to: '2026-02-28' },
    { from: '2026-03-01', to: '2026-03-01' },
  ])
})
