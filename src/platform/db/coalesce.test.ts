// Batched reads: each caller gets its own result, few reads are made, and nothing is cached.

import assert from 'node:assert/strict'
import test from 'node:test'
import { coalesce } from './coalesce.ts'

/** A read that returns the square of a number, and the batches it received. */
function squares(options?: { most?: number; inFlight?: number }) {
  const batches: number[][] = []
  const read = coalesce(async (keys: number[]) => {
    batches.push(keys)
    await new Promise((resolve) => setImmediate(resolve))
    if (keys.includes(-1)) throw new Error('no')
    return keys.map((key) => key * key)
  }, options)
  return { read, batches }
}

test('reads of one event loop turn form a batch, and each gets its own result', async () => {
  const { read, batches } = squares()
  assert.deepEqual(await Promise.all([1, 2, 3, 2].map(read)), [1, 4, 9, 4])
  assert.deepEqual(batches, [[1, 2, 3, 2]])
})

test('keys that arrive while reads are in flight form the next batches, up to the size limit', async () => {
  const { read, batches } = squares({ most: 3, inFlight: 1 })
  assert.deepEqual(await Promise.all([1, 2, 3, 4, 5].map(read)), [1, 4, 9, 16, 25])
  assert.deepEqual(batches, [
    [1, 2, 3],
    [4, 5],
  ])
})

test('two calls in a row read twice: nothing is cached', async () => {
  const { read, batches } = squares()
  await read(2)
  await read(2)
  assert.deepEqual(batches, [[2], [2]])
})

test('a failed read fails for all callers of its batch, and the next read succeeds', async () => {
  const { read } = squares()
  const failed = await Promise.allSettled([read(1), read(-1)])
  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await read(3), 9)
})
