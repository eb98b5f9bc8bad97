// The one spelling of JSON: what is equal in it, and what is not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalJson } from './canonical-json.ts'

test('members are sorted, and what is undefined is not there', () => {
  assert.equal(
    canonicalJson({ b: [1, { d: 1, c: null }], a: undefined }),
    '{"b":[1,{"c":null,"d":1}]}',
  )
})

test('a number that no float holds is no null', () => {
  assert.notEqual(canonicalJson(JSON.parse('1e400')), canonicalJson(null))
  assert.notEqual(canonicalJson(JSON.parse('[-1e400]')), canonicalJson(JSON.parse('[1e400]')))
})
