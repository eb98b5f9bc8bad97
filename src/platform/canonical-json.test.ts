// Canonical JSON: which values are equal in it, and which are not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalJson } from './canonical-json.ts'

test('properties are sorted, and undefined ones are omitted', () => {
  assert.equal(
    canonicalJson({ b: [1, { d: 1, c: null }], a: undefined }),
    '{"b":[1,{"c":null,"d":1}]}',
  )
})

test('a number that no float holds differs from null', () => {
  assert.notEqual(canonicalJson(JSON.parse('1e400')), canonicalJson(null))
  assert.notEqual(canonicalJson(JSON.parse('[-1e400]')), canonicalJson(JSON.parse('[1e400]')))
})
