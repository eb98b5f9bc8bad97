// Memory used only at startup is returned.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giveBackMemory } from './memory.ts'

test('garbage and its heap space are released at once', () => {
  let garbage: unknown[] | undefined = Array.from({ length: 500_000 }, (_, at) => ({ at }))
  const before = process.memoryUsage()
  assert.equal(garbage.length, 500_000)
  garbage = undefined
  giveBackMemory()
  const after = process.memoryUsage()
  assert.ok(after.heapUsed < before.heapUsed - 10_000_000, 'bytes')
  assert.ok(after.heapTotal < before.heapTotal - 10_000_000, 'bytes')
  assert.equal('gc' in globalThis, false)
})
