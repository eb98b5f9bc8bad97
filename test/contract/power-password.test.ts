// Access that a session cannot grant without a recently entered password.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { enrol } from '../authenticator.ts'
import { joined, owner, PASSWORD, type Person } from '../browser-like.ts'
import { refused } from '../fixtures.ts'
import { world } from '../harness.ts'

const MINUTE_MS = 60_000
let now = Date.parse('2026-11-20T12:00:00.000Z')
const w = await world({ after }, { wallNow: () => now })
const CONFIRM = '/session/v1/sessions/confirm'
const KEY = { body: { name: 'Shop', scopes: ['invoices:read'] } }
const HOOKS = '/v1/webhook_endpoints'
const HOOK = { url: 'https://app.example.com/hooks' }

const confirm = (person: Person, body: object) => person.send('POST', CONFIRM, { body })

test('changing live keys, live webhooks or member access needs a password from the last 15 minutes', async () => {
  const person = await owner(w)
  const live = person.at('1/live')
  const { member } = await joined(w, 'acts@example.com', 'viewer')
  const key = await live.post('/v1/api_keys', KEY)
  assert.equal(key.status, 201, 'the sign-in counts')
  const hook = await live.post(HOOKS, { body: HOOK })
  assert.equal(hook.status, 201)
  const acts: [string, string, object?][] = [
    ['POST', '/v1/api_keys', KEY.body],
    ['POST', `/v1/api_keys/${key.body.id}/roll`],
    ['POST', '/v1/members', { email: 'mallory@example.com', role: 'owner' }],
    ['POST', '/v1/members', { email: 'trudy@example.com', role: 'viewer' }],
    ['PATCH', `/v1/members/${member}`, { role: 'owner' }],
    ['POST', `/v1/members/${member}/link`],
    ['POST', HOOKS, HOOK],
    ['PATCH', `${HOOKS}/${hook.body.id}`, { url: 'https://elsewhere.example.com/hooks' }],
    ['POST', `${HOOKS}/${hook.body.id}/rotate_secret`],
  ]
  now += 15 * MINUTE_MS
  const before = await w.sql('select id, role from members order by id')
  for (const [method, path, body] of acts) {
    const ask = body && { body }
    refused(await live.send(method, path, ask), 403, 'password_required')
    const other = await person.at('1/test').send(method, path, ask)
    if (path.startsWith('/v1/members')) refused(other, 403, 'password_required')
    assert.equal((await live.send(method, `${path}?dry_run=true`, ask)).status, 200, path)
  }
  assert.deepEqual(await w.sql('select id, role from members order by id'), before)
  assert.equal((await person.at('1/test').post('/v1/api_keys', KEY)).status, 201, 'a test key')
  const test = await person.at('1/test').post(HOOKS, { body: HOOK })
  assert.equal(test.status, 201, 'a test endpoint')
  const same = { ...HOOK, description: 'Shop' }
  const kept = await live.send('PATCH', `${HOOKS}/${hook.body.id}`, { body: same })
  assert.equal(kept.status, 200, 'the URL stays')
  const byKey = await w.api.post(HOOKS, { body: HOOK, key: w.keys.live })
  assert.equal(byKey.status, 201)
  assert.equal((await w.api.post('/v1/api_keys', { ...KEY, key: w.keys.live })).status, 201)

  refused(await confirm(person, { password: 'not this one' }), 401, 'credentials_invalid')
  refused(await live.post('/v1/api_keys', KEY), 403, 'password_required')
  const headers = { 'idempotency-key': 'after-the-password' }
  refused(await live.post('/v1/api_keys', { ...KEY, headers }), 403, 'password_required')
  assert.equal((await confirm(person, { password: PASSWORD })).status, 200)
  assert.equal((await live.post('/v1/api_keys', { ...KEY, headers })).status, 201)
  for (const [method, path, body] of acts) {
    const { status } = await live.send(method, path, body && { body })
    assert.ok(status === 200 || status === 201, `${method} ${path}: ${status}`)
  }
})

test('a person with a second factor also enters a code', async () => {
  const person = await owner(w)
  const { codes } = await enrol(person, now)
  now += 15 * MINUTE_MS
  refused(await confirm(person, { password: PASSWORD }), 401, 'second_factor_code_required')
  const wrong = await confirm(person, { password: PASSWORD, code: '000000' })
  refused(wrong, 401, 'second_factor_code_invalid')
  refused(await person.at('1/live').post('/v1/api_keys', KEY), 403, 'password_required')
  const answer = await confirm(person, { password: PASSWORD, code: codes[0] })
  assert.equal(answer.status, 200, answer.text)
  assert.equal((await person.at('1/live').post('/v1/api_keys', KEY)).status, 201)
})

test('password attempts are throttled like sign-ins', async () => {
  const person = await owner(w)
  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, index) => confirm(person, { password: `guess ${index}` })),
  )
  const count = (status: number) => guesses.filter((answer) => answer.status === status).length
  assert.equal(count(401) + count(429), 40)
  assert.ok(count(401) <= 20 && count(429) >= 20, `${count(401)} were judged`)
})
