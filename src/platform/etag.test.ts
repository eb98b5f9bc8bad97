// ETags: strong and weak comparison with a header (RFC 9110, section 8.8.3).

import assert from 'node:assert/strict'
import test from 'node:test'
import { assertMatch, etagOf, matches } from './etag.ts'

const json = '{"id":1}'
// printf '{"id":1}' | openssl sha1 -binary | base64, in its URL-safe alphabet without padding.
const etag = '"h5EdGu1QmHe4OkjsU292jNzSLfE"'

test('the ETag is a strong hash of the representation', () => {
  assert.equal(etagOf(json), etag)
  assert.notEqual(etagOf('{"id":2}'), etag)
})

const cases: [header: string, weakly: boolean, named: boolean][] = [
  [etag, false, true],
  [etag, true, true],
  ['*', false, true],
  [' * ', true, true],
  [`"other", ${etag}`, false, true],
  [`"other",${etag},"third"`, true, true],
  [`W/${etag}`, true, true],
  [`W/${etag}`, false, false],
  ['"other"', true, false],
  [etag.slice(1, -1), true, false],
  ['', true, false],
]

for (const [header, weakly, named] of cases) {
  test(`${header} ${named ? 'names' : 'does not name'} it ${weakly ? 'weakly' : 'strongly'}`, () =>
    assert.equal(matches(header, etag, weakly), named))
}

test('a write succeeds without If-Match or with the current ETag, and fails with another', () => {
  assertMatch(undefined, json)
  assertMatch(etag, json)
  assert.throws(() => assertMatch('"other"', json), { code: 'precondition_failed' })
  assert.throws(() => assertMatch(`W/${etag}`, json), { code: 'precondition_failed' })
})
