// Comparing two versions of an object by member gives the same result as comparing their texts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixed, instant, integer, metadata, nullable, small } from '../../features/kinds.ts'
import { record } from './record.ts'
import { type Comparison, compareTexts } from './versions.ts'

const things = record('things', {
  id: fixed(integer({})),
  amount: integer({}),
  level: nullable(small()),
  metadata: metadata(),
  updated_at: instant(),
})

const before = {
  ...{ environment_id: 1, id: 7, amount: 5, level: null as number | null },
  ...{ metadata: { a: '1', b: '2' }, updated_at: 0 },
}

/** The comparison of the row with a later version, which is the same by member and by text. */
function compared(change: Partial<typeof before>): Comparison {
  const after = { ...before, updated_at: 1_000, ...change }
  const unseen = () => things.json({ ...after, updated_at: before.updated_at })
  const found = things.compare(before, after)
  assert.deepEqual(found, compareTexts(things.json(before), things.json(after), unseen))
  return found
}

test('a comparison has the later version and the former values of what changed', () => {
  assert.deepEqual(compared({ amount: 6, level: 2 }), {
    json: '{"id":7,"amount":6,"level":2,"metadata":{"a":"1","b":"2"},"updated_at":"1970-01-01T00:00:01.000Z"}',
    previous: '{"amount":5,"level":null,"updated_at":"1970-01-01T00:00:00.000Z"}',
    isSeen: true,
  })
})

test('a difference in only the update time does not count', () => {
  const { previous, isSeen } = compared({})
  assert.deepEqual([previous, isSeen], ['{"updated_at":"1970-01-01T00:00:00.000Z"}', false])
})

test('a different order of properties is a change without former values', () => {
  const { previous, isSeen } = compared({ metadata: { b: '2', a: '1' } })
  assert.deepEqual([previous, isSeen], ['{"updated_at":"1970-01-01T00:00:00.000Z"}', true])
})
