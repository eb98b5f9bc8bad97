// Requests without a route: 404 with the nearest path, 405 with Allow, OPTIONS.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressTable, answerUnrouted } from './addresses.ts'

const table = addressTable([
  { method: 'GET', path: '/things' },
  { method: 'POST', path: '/things' },
  { method: 'DELETE', path: '/things/:thing_id' },
])
const ask = (method: string, url: string, near?: string) =>
  answerUnrouted(table, method, url, () => near)

test('OPTIONS lists the methods, under both prefixes, with or without slash and query', () => {
  for (const url of ['/v1/things', '/api/public/v1/things', '/v1/things/', '/v1/things?a=1']) {
    assert.equal(ask('OPTIONS', url), 'GET, HEAD, OPTIONS, POST')
  }
  assert.equal(ask('OPTIONS', '/v1/things/5'), 'DELETE, OPTIONS')
})

test('an unsupported method returns 405, and Allow lists the supported ones', () => {
  assert.throws(() => ask('PUT', '/v1/things'), {
    code: 'method_not_allowed',
    headers: { allow: 'GET, HEAD, OPTIONS, POST' },
  })
})

test('an unknown path returns 404 and suggests the nearest one', () => {
  assert.throws(() => ask('GET', '/v1/thigns', '/v1/things'), {
    code: 'route_not_found',
    message: '/v1/thigns does not exist. Did you mean /v1/things?',
  })
  for (const url of ['/', '/v1', '/v1/things/5/6', '/v2/things', `/${'a'.repeat(5_000)}`]) {
    assert.throws(() => ask('OPTIONS', url), { code: 'route_not_found' })
  }
})
