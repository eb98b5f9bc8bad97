// Account periods as UTC days plus hours at both ends.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spanOf } from './sums.ts'

const at = (text: string) => Date.parse(text)

test('a span between midnights of UTC is made of whole days only', () => {
  const span = spanOf({ after: at('2026-11-01T00:00:00Z'), before: at('2026-12-01T00:00:00Z') })
  assert.deepEqual(span, { first: '2026-11-01', last: '2026-11-30', edges: [] })
})

test('west of UTC, hours are subtracted at the start and added at the end', () => {
  // America/St_Johns in winter: UTC−3:30.
  const span = spanOf({ after: at('2026-11-01T03:30:00Z'), before: at('2026-12-01T03:30:00Z') })
  assert.deepEqual(span, {
    first: '2026-11-01',
    last: '2026-11-30',
    edges: [
      { low: at('2026-11-01T00:00:00Z'), high: at('2026-11-01T03:30:00Z'), sign: -1 },
      { low: at('2026-12-01T00:00:00Z'), high: at('2026-12-01T03:30:00Z'), sign: 1 },
    ],
  })
})

test('east of UTC, hours are added at the start and subtracted at the end, twelve at most', () => {
  // Pacific/Auckland in summer: UTC+13, eleven hours behind the nearer midnight of UTC.
  const span = spanOf({ after: at('2026-10-31T11:00:00Z'), before: at('2026-11-01T11:00:00Z') })
  assert.deepEqual(span, {
    first: '2026-10-31',
    last: '2026-10-31',
    edges: [
      { low: at('2026-10-31T00:00:00Z'), high: at('2026-10-31T11:00:00Z'), sign: -1 },
      { low: at('2026-11-01T00:00:00Z'), high: at('2026-11-01T11:00:00Z'), sign: 1 },
    ],
  })
  // Asia/Kolkata: UTC+5:30.
  const { first, last, edges } = spanOf({
    after: at('2026-10-31T18:30:00Z'),
    before: at('2026-11-30T18:30:00Z'),
  })
  assert.deepEqual([first, last], ['2026-11-01', '2026-11-30'])
  assert.deepEqual(edges, [
    { low: at('2026-10-31T18:30:00Z'), high: at('2026-11-01T00:00:00Z'), sign: 1 },
    { low: at('2026-11-30T18:30:00Z'), high: at('2026-12-01T00:00:00Z'), sign: -1 },
  ])
})

test('a span shorter than a day can have no whole day, only its ends', () => {
  const span = spanOf({ after: at('2026-11-01T03:00:00Z'), before: at('2026-11-01T10:00:00Z') })
  assert.deepEqual(span, {
    first: '2026-11-01',
    last: '2026-10-31',
    edges: [
      { low: at('2026-11-01T00:00:00Z'), high: at('2026-11-01T03:00:00Z'), sign: -1 },
      { low: at('2026-11-01T00:00:00Z'), high: at('2026-11-01T10:00:00Z'), sign: 1 },
    ],
  })
})

test('a span can end on the last date', () => {
  const end = at('9999-12-31T23:59:59.999Z')
  const span = spanOf({ after: at('9999-12-31T00:00:00Z'), before: end })
  assert.deepEqual(span, {
    first: '9999-12-31',
    last: '9999-12-30',
    edges: [{ low: at('9999-12-31T00:00:00Z'), high: end, sign: 1 }],
  })
})
