// Parsing a key ring from a setting, and the IDs of keys.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idOf, KeyRing, parseKeyLines, parseKeyRing } from './key-ring.ts'

const texts = (ring: KeyRing) => ring.all.map(String)

test('a list of keys is a ring whose first key is the current one', () => {
  const [one, two, three] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [
    string,
    string,
    string,
  ]
  const ring = parseKeyRing(`${one}, ${two},${three}`)
  assert.deepEqual(texts(ring), [one, two, three])
  assert.equal(ring.first.toString(), one)
  assert.deepEqual(texts(parseKeyLines(`${one}\n${two}\n`)), [one, two])
  assert.deepEqual(texts(parseKeyRing(`${one},${one}`)), [one])
})

test('a comma within a single old key is part of the key', () => {
  for (const key of [
    'a secret key, 32 characters and more',
    `${'a'.repeat(40)},short`,
    'x'.repeat(40),
  ])
    assert.deepEqual(texts(parseKeyRing(key)), [key])
  const [comma, plain] = ['a secret key, 32 characters and more', 'x'.repeat(40)]
  assert.deepEqual(texts(parseKeyRing(`${comma},${plain}`)), [comma, plain])
  assert.deepEqual(texts(parseKeyRing(`${plain}, ${comma}`)), [plain, comma])
})

test('a key is found by its ID, which never changes', () => {
  const key = Buffer.from('a'.repeat(32))
  const ring = new KeyRing([key, Buffer.from('b'.repeat(32))])
  // HKDF-SHA256 of RFC 5869, without a salt, by another implementation.
  assert.equal(idOf(key), '7506858a')
  assert.equal(ring.byId(idOf(key)), key)
  assert.equal(ring.byId('00000000'), undefined)
  assert.deepEqual(ring.ids, ring.all.map(idOf))
})
