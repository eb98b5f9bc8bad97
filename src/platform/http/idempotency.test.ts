// Idempotency claims: which keys are accepted, and when two requests count as the same.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimOf } from './idempotency.ts'

const REQUEST = {
  method: 'POST',
  path: '/v1/things',
  body: { a: 1, b: [1, { c: 2 }] },
  status: 201,
}
const fingerprint = (change: Partial<typeof REQUEST> = {}) =>
  claimOf('key', { ...REQUEST, ...change })?.fingerprint.toString('hex')

test('a missing header is no claim; a key is 1 to 255 visible ASCII characters', () => {
  assert.equal(claimOf(undefined, REQUEST), undefined)
  for (const key of ['a', '~', 'x'.repeat(255)]) assert.equal(claimOf(key, REQUEST)?.key, key)
  for (const key of ['', ' ', 'a b', 'é', 'x'.repeat(256), '\u007f', ['a', 'b']]) {
    assert.throws(() => claimOf(key, REQUEST), {
      code: 'parameter_invalid',
      param: 'Idempotency-Key',
    })
  }
})

test('the same request in another notation has the same fingerprint', () => {
  assert.equal(fingerprint({ body: { b: [1, { c: 2 }], a: 1.0 } as never }), fingerprint())
})

test('another method, path or body has another fingerprint', () => {
  const all = new Set([
    fingerprint(),
    fingerprint({ method: 'PATCH' }),
    fingerprint({ path: '/v1/others' }),
    fingerprint({ body: { a: 1, b: [{ c: 2 }, 1] } as never }),
    fingerprint({ body: { a: '1', b: [1, { c: 2 }] } as never }),
    fingerprint({ body: { a: 1, b: [1, { c: 2 }], d: null } as never }),
    fingerprint({ body: { b: [1, { c: 2 }] } as never }),
  ])
  assert.equal(all.size, 7)
})

test('a request without a body and one with an empty object are the same', () => {
  assert.equal(fingerprint({ body: undefined as never }), fingerprint({ body: {} as never }))
})

test('each claim has its own event ID', () => {
  assert.notEqual(claimOf('a', REQUEST)?.event_id, claimOf('a', REQUEST)?.event_id)
})
