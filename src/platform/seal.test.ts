// Sealed secrets: opened by their own key and purpose, and by nothing else.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { idOf, KeyRing } from './key-ring.ts'
import { createSealer } from './seal.ts'

const key = randomBytes(32)
const keys = new KeyRing([key])
const sealer = createSealer(keys, 'tests')

test('secrets of any length can be sealed and opened, with different bytes each time', () => {
  for (const length of [0, 1, 32, 4_096]) {
    const secret = randomBytes(length)
    const sealed = sealer.seal(secret)
    assert.deepEqual(sealer.open(sealed), secret)
    assert.notDeepEqual(sealer.seal(secret), sealed)
    // A single byte occurs in any random text of this length one time in seven.
    assert.equal(length >= 32 && sealed.includes(secret), false)
  }
})

test('another key or another purpose cannot open it', () => {
  const sealed = sealer.seal(Buffer.from('secret'))
  assert.throws(() => createSealer(new KeyRing([randomBytes(32)]), 'tests').open(sealed))
  assert.throws(() => createSealer(keys, 'other').open(sealed))
})

test('a changed bit, a missing byte or a shortened tag is detected', () => {
  const sealed = sealer.seal(Buffer.from('secret'))
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] as number) ^ 1
    assert.throws(() => sealer.open(changed), `byte ${at}`)
  }
  for (let length = 0; length < sealed.length; length++) {
    assert.throws(() => sealer.open(sealed.subarray(0, length)), `${length} bytes`)
  }
})

test('during a key change both keys open, and sealing again uses only the first', () => {
  const other = randomBytes(32)
  const [secret, both, turned] = [randomBytes(20), [key, other], [other, key]]
  const [before, after] = [both, turned].map((each) =>
    createSealer(new KeyRing(each), 'tests'),
  ) as [typeof sealer, typeof sealer]
  const alone = createSealer(new KeyRing([other]), 'tests')
  const former = before.seal(secret)
  assert.deepEqual(after.open(former), secret)
  assert.throws(() => alone.open(former))
  const resealed = after.reseal(former) as Buffer
  assert.deepEqual(alone.open(resealed), secret)
  assert.deepEqual(before.open(resealed), secret)
  assert.equal(after.reseal(resealed), undefined)
  assert.throws(() => sealer.open(resealed))
  assert.throws(() => sealer.reseal(resealed))
})

test('the unmarked key seals without a mark, and both rings can open the result', () => {
  const other = randomBytes(32)
  const secret = randomBytes(32)
  const unmarked = createSealer(keys, 'tests', idOf(key))
  const sealed = unmarked.seal(secret)
  // The nonce, the secret and the tag of AES-256-GCM, and nothing else.
  assert.equal(sealed.length, 12 + 32 + 16)
  assert.equal(unmarked.reseal(sealed), undefined)
  const after = createSealer(new KeyRing([other, key]), 'tests', idOf(key))
  assert.deepEqual(after.open(sealed), secret)
  const resealed = after.reseal(sealed) as Buffer
  assert.deepEqual(after.open(resealed), secret)
  assert.deepEqual(
    createSealer(new KeyRing([key, other]), 'tests', idOf(key)).reseal(resealed)?.length,
    60,
  )
})
