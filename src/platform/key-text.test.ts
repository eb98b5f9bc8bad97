// The format of API keys: new keys parse, and typos are detected.

import assert from 'node:assert/strict'
import test from 'node:test'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { hashSecret, newKey, parseKey } from './key-text.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const mode = fc.constantFrom('test', 'live')

test('a new key has the parts of the contract and can be parsed', () => {
  fc.assert(
    fc.property(mode, (mode) => {
      const key = newKey(mode)
      assert.match(key.text, new RegExp(`^svc_${mode}_[0-9A-Za-z]{16}_[0-9A-Za-z]{38}$`))
      assert.deepEqual(parseKey(key.text), { id: key.id, mode, secret: key.secret })
      assert.equal(key.id, key.text.slice(0, 'svc_test_'.length + 16))
    }),
  )
})

test('the last six characters are the CRC32 of the rest in base 62', () => {
  const { text } = newKey('live')
  let rest = crc32(text.slice(0, -6))
  let expected = ''
  for (let place = 0; place < 6; place++) {
    expected = BASE62[rest % 62] + expected
    rest = Math.floor(rest / 62)
  }
  assert.equal(text.slice(-6), expected)
})

test('sk_ is another prefix for the same key', () => {
  const { text, id, secret } = newKey('test')
  assert.deepEqual(parseKey(text.replace('svc_', 'sk_')), { id, mode: 'test', secret })
})

test('a key with one changed character is invalid', () => {
  fc.assert(
    fc.property(mode, fc.nat(), fc.nat({ max: 61 }), (mode, at, digit) => {
      const { text } = newKey(mode)
      const place = 'svc_test_'.length + (at % (text.length - 'svc_test_'.length))
      const changed = `${text.slice(0, place)}${BASE62[digit]}${text.slice(place + 1)}`
      fc.pre(changed !== text && text[place] !== '_')
      assert.equal(parseKey(changed), undefined)
    }),
  )
})

test('a malformed key is invalid', () => {
  const { text } = newKey('test')
  const others = [
    ...['', 'x', 'svc_test_', text.slice(0, -1), `${text}0`, ` ${text}`, text.toLowerCase()],
    ...[text.replace('svc', 'SVC'), text.replace('test', 'prod'), text.replace('test', 'live')],
    ...[text.replace('svc', 'pk'), `${text}\n`, text.replaceAll('_', '-')],
  ]
  for (const other of others) assert.equal(parseKey(other), undefined, other)
})

test('secrets are drawn evenly from all 62 characters', () => {
  const seen = new Map<string, number>()
  for (let count = 0; count < 500; count++) {
    for (const character of newKey('test').secret) {
      seen.set(character, (seen.get(character) ?? 0) + 1)
    }
  }
  // 16 000 draws, 258 each on average; eight standard deviations are 128.
  assert.equal(seen.size, 62)
  for (const [character, count] of seen) assert.ok(count > 130 && count < 386, character)
})

test('the stored hash depends on the secret and on the key outside the database', () => {
  const hash = hashSecret(Buffer.from('a'.repeat(32)), 'secret')
  assert.equal(hash.length, 32)
  assert.deepEqual(hash, hashSecret(Buffer.from('a'.repeat(32)), 'secret'))
  assert.notDeepEqual(hash, hashSecret(Buffer.from('b'.repeat(32)), 'secret'))
  assert.notDeepEqual(hash, hashSecret(Buffer.from('a'.repeat(32)), 'secret2'))
})
