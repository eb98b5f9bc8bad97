// A webhook secret whose response was lost is shown again for an hour, to the key that created it.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Ask } from '../client.ts'
import type { Made } from '../fixtures.ts'
import { world } from '../harness.ts'

let ahead = 0
const w = await world({ after }, { wallNow: () => Date.now() + ahead })
const { api } = w
const ENDPOINTS = '/v1/webhook_endpoints'
const MINUTE = 60_000
let count = 0

/** Creates an endpoint; `again` repeats the request. */
async function made(): Promise<{ first: Made; again(ask?: Ask): Promise<Made> }> {
  const key = `endpoint-${++count}`
  const body = { url: 'https://app.example.com/hooks', metadata: { secret: 'mine', one: 1 } }
  const send = async (ask: Ask = {}) => {
    const headers = { 'idempotency-key': key }
    const answer = await api.post(ENDPOINTS, { body, headers, ...ask })
    assert.equal(answer.status, 201, answer.text)
    return answer
  }
  const first = (await send()).body
  assert.match(first.secret, /^whsec_/)
  return {
    first,
    async again(ask) {
      const answer = await send(ask)
      assert.equal(answer.headers['idempotent-replayed'], 'true')
      assert.equal(answer.headers.location, `${ENDPOINTS}/${first.id}`)
      return answer.body
    },
  }
}

test('for an hour a replay shows the secret to the key that created it', async () => {
  const { first, again } = await made()
  assert.deepEqual(await again(), first)
  // Later changes to the endpoint change neither response nor secret.
  await api.patch(`${ENDPOINTS}/${first.id}`, { body: { description: 'later' } })
  assert.deepEqual(await again(), first)
  const path = `${ENDPOINTS}/${first.id}/rotate_secret`
  const rotating = { body: {}, headers: { 'idempotency-key': 'rotate-1' } }
  const rotated = (await api.post(path, rotating)).body
  assert.notEqual(rotated.secret, first.secret)
  assert.deepEqual((await api.post(path, rotating)).body, rotated)
  // Concurrent, so that requests that join are replays of the first.
  const body = { url: 'https://app.example.com/hooks' }
  const headers = { 'idempotency-key': 'at-once' }
  const all = await Promise.all(
    Array.from({ length: 5 }, () => api.post(ENDPOINTS, { body, headers })),
  )
  assert.equal(new Set(all.map(({ text }) => text)).size, 1)
  assert.match(all[0]?.body.secret, /^whsec_/)
})

test('another key of the environment gets null for the secret', async () => {
  const { first, again } = await made()
  const other = await w.key()
  assert.deepEqual(await again({ key: other }), { ...first, secret: null })
  assert.deepEqual(await again(), first)
})

test('after an hour a replay has null for the secret', async () => {
  const { first, again } = await made()
  ahead = 59 * MINUTE
  assert.deepEqual(await again(), first)
  ahead = 61 * MINUTE
  assert.deepEqual(await again(), { ...first, secret: null })
})

test('a secret rotated or deleted meanwhile is replayed as null', async () => {
  const one = await made()
  const path = `${ENDPOINTS}/${one.first.id}/rotate_secret`
  const rotating = { body: {}, headers: { 'idempotency-key': 'rotate-2' } }
  const rotated = (await api.post(path, rotating)).body
  // The old secret signs for another day, but is not the one to keep.
  assert.deepEqual(await one.again(), { ...one.first, secret: null })
  await api.post(path, { body: {} })
  assert.deepEqual((await api.post(path, rotating)).body, { ...rotated, secret: null })
  const two = await made()
  await api.delete(`${ENDPOINTS}/${two.first.id}`)
  assert.deepEqual(await two.again(), { ...two.first, secret: null })
})

test('keys and links shown once are replayed as null at once', async () => {
  const ask = { body: { name: 'Shop', scopes: ['*'] }, headers: { 'idempotency-key': 'a-key' } }
  const { body: first } = await api.post('/v1/api_keys', ask)
  assert.match(first.key, /^svc_/)
  assert.deepEqual((await api.post('/v1/api_keys', ask)).body, { ...first, key: null })
})
