// Shares: a large part while the resource is plentiful, a small part once it is scarce.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Shares } from './shares.ts'

const takeAll = (shares: Shares, environmentId: number) => {
  let taken = 0
  while (shares.take(environmentId)) taken++
  return taken
}

test('a single tenant gets its limit, a second tenant the rest, and all others their own share', () => {
  const shares = new Shares({ most: 20, plenty: 12, each: 10, own: 2 })
  assert.equal(takeAll(shares, 1), 10)
  assert.equal(takeAll(shares, 2), 2)
  assert.deepEqual(
    [3, 4, 5, 6, 7].map((id) => takeAll(shares, id)),
    [2, 2, 2, 2, 0],
  )
  assert.equal(shares.isFull, true)
})

test('a returned unit can be taken again, by a tenant that has fewer', () => {
  const shares = new Shares({ most: 4, plenty: 2, each: 3, own: 1 })
  assert.equal(takeAll(shares, 1), 2)
  shares.give(1)
  assert.equal(takeAll(shares, 2), 1)
  shares.give(1)
  shares.give(2)
  assert.equal(takeAll(shares, 3), 2)
})
