// Periods are contiguous: each begins the day after the previous one ended.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { periodsUntil, spansUntil } from './periods.ts'

// 2024 was a leap year, 2026 is not.
test('month periods are whole months, day periods are single days', () => {
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

// Counted on a calendar: the days from the first to the date, and the same number in the previous month.
test('the month so far is compared with the same number of days of the previous month', () => {
  const spans = (date: string, interval: 'month' | 'day') => {
    const { current, previous } = spansUntil(date, interval)
    return [current.from, current.to, previous.from, previous.to]
  }
  for (const [date, interval, expected, why] of [
    ['2026-11-20', 'month', ['2026-11-01', '2026-11-20', '2026-10-01', '2026-10-20'], 'alike'],
    ['2026-01-01', 'month', ['2026-01-01', '2026-01-01', '2025-12-01', '2025-12-01'], 'a new year'],
    ['2026-03-31', 'month', ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'], 'shorter'],
    ['2024-03-29', 'month', ['2024-03-01', '2024-03-29', '2024-02-01', '2024-02-29'], 'leap year'],
    ['2026-11-20', 'day', ['2026-10-22', '2026-11-20', '2026-09-22', '2026-10-21'], 'thirty days'],
  ] as const) {
    assert.deepEqual(spans(date, interval), expected, why)
  }
})
