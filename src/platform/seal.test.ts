// Sealed secrets: opened by their own key and purpose, and by nothing else.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createSealer } from './seal.ts'

const key = randomBytes(32)
const sealer = createSealer(key, 'tests')

test('what was sealed is opened again, of any length, and never looks the same twice', () => {
  for (const length of [0, 1, 32, 4_096]) {
    const secret = randomBytes(length)
    const sealed = sealer.seal(secret)
    assert.deepEqual(sealer.open(sealed), secret)
    assert.notDeepEqual(sealer.seal(secret), sealed)
    // A single byte is in any random text one time in seven.
    assert.equal(length >= 32 && sealed.includes(secret), false)
  }
})

test('another key or another purpose opens nothing', () => {
  const sealed = sealer.seal(Buffer.from('secret'))
  assert.throws(() => createSealer(randomBytes(32), 'tests').open(sealed))
  assert.throws(() => createSealer(key, 'other').open(sealed))
})

test('a changed bit, a missing byte or a shortened tag is noticed', () => {
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
