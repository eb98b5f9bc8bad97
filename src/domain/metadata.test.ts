// Merging metadata key by key, and its limit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Metadata, type MetadataPatch, mergeMetadata } from './metadata.ts'

test('a patch is merged with the current metadata', () => {
  const table: [Metadata, MetadataPatch | null, Metadata, string][] = [
    [{ a: 1 }, { b: 'two' }, { a: 1, b: 'two' }, 'keys not named stay'],
    [{ a: 1 }, { a: true }, { a: true }, 'a named key is replaced'],
    [{ a: 1, b: 2 }, { a: null }, { b: 2 }, 'null removes a key'],
    [{ a: 1 }, { z: null }, { a: 1 }, 'removing what is not there changes nothing'],
    [{ a: 1 }, null, {}, 'null clears all'],
    [{ a: 1 }, {}, { a: 1 }, 'an empty patch changes nothing'],
    [{}, { a: '', b: 0, c: false }, { a: '', b: 0, c: false }, 'falsy values are values'],
  ]
  for (const [current, patch, expected, why] of table) {
    const before = structuredClone(current)
    assert.deepEqual(mergeMetadata(current, patch), expected, why)
    assert.deepEqual(current, before, 'the original is left alone')
  }
})

test('"__proto__" is an ordinary key', () => {
  const patch = JSON.parse('{"__proto__":"x"}')
  assert.equal(JSON.stringify(mergeMetadata({}, patch)), '{"__proto__":"x"}')
})

test('more than 50 keys are refused', () => {
  const fifty = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key${index}`, index]))
  assert.equal(Object.keys(mergeMetadata({}, fifty)).length, 50)
  assert.equal(Object.keys(mergeMetadata(fifty, { another: 1, key0: null })).length, 50)
  assert.throws(() => mergeMetadata(fifty, { another: 1 }), {
    code: 'parameter_invalid',
    param: 'metadata',
    message: /51 keys; the maximum is 50/,
  })
})
