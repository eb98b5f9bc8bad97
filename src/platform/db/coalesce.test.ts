// Gathered reads: each caller gets its own answer, few reads are made, and nothing is kept.

import assert from 'node:assert/strict'
import test from 'node:test'
import { coalesce } from './coalesce.ts'

/** A read that answers a number by its square, and the batches it was asked for. */
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

test('reads of one turn go together and each gets its own answer', async () => {
  const { read, batches } = squares()
  assert.deepEqual(await Promise.all([1, 2, 3, 2].map(read)), [1, 4, 9, 4])
  assert.deepEqual(batches, [[1, 2, 3, 2]])
})

test('what comes while reads are in flight gathers, at most so many in one', async () => {
  const { read, batches } = squares({ most: 3, inFlight: 1 })
  assert.deepEqual(await Promise.all([1, 2, 3, 4, 5].map(read)), [1, 4, 9, 16, 25])
  assert.deepEqual(batches, [
    [1, 2, 3],
    [4, 5],
  ])
})

test('two calls in a row read twice: nothing is kept', async () => {
  const { read, batches } = squares()
  await read(2)
  await read(2)
  assert.deepEqual(batches, [[2], [2]])
})

test('a read that fails fails for those who were in it, and the next goes on', async () => {
  const { read } = squares()
  const failed = await Promise.allSettled([read(1), read(-1)])
  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await read(3), 9)
})
