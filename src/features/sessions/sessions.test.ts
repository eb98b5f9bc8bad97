// Sign-in and sign-out over HTTP as browsers do it, and requests that must not count as signed in.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { browser, owner, ownerToken, PASSWORD } from '../../../test/browser-like.ts'
import { refused } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'

const w = await world({ after }, { settings: { TRUST_PROXY: 'true' } })
const SESSIONS = '/session/v1/sessions'
const CURRENT = `${SESSIONS}/current`
const REDEEM = '/session/v1/links/redeem'

test('the owner link creates an owner, who is signed in and can use the whole API', async () => {
  const person = await owner(w, 2, 'olive@example.com')
  const { body } = await person.get(CURRENT)
  assert.equal(body.user.email, 'olive@example.com')
  assert.equal(body.user.name, 'Olive Owner')
  assert.deepEqual(body.accounts, [
    { id: 1, name: 'Default', role: 'owner', scopes: ['*'], require_second_factor: false },
  ])
  const made = await person.at('1/test').post('/v1/products', { body: { name: 'Seat' } })
  assert.equal(made.status, 201, made.text)
  // The dashboard sees the same product as an API key of this environment, and no other.
  assert.equal((await w.api.get(`/v1/products/${made.body.id}`)).status, 200)
  const live = await person.at('1/live').get(`/v1/products/${made.body.id}`)
  refused(live, 404, 'resource_missing')
})

test('a link is redeemed once, even by two concurrent requests', async () => {
  const token = await ownerToken(w)
  const two = ['race1@example.com', 'race2@example.com'].map((email) =>
    browser(w).send('POST', REDEEM, { body: { token, email, password: PASSWORD } }),
  )
  const answers = await Promise.all(two)
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400])
  const users = await w.sql(`select 1 from users where email like 'race%'`)
  assert.equal(users.length, 1)
  const again = { body: { token, email: 'race3@example.com', password: PASSWORD } }
  refused(await browser(w).send('POST', REDEEM, again), 400, 'link_invalid')
})

test('email and password sign in; the error does not say which of them is wrong', async () => {
  const { email } = await owner(w)
  const sign = (body: object) => browser(w).send('POST', SESSIONS, { body })
  const right = await sign({ email: email.toUpperCase(), password: PASSWORD })
  assert.equal(right.status, 201)
  const wrong = refused(await sign({ email, password: 'x' }), 401, 'credentials_invalid')
  const unknown = await sign({ email: 'nobody@example.com', password: PASSWORD })
  assert.equal(refused(unknown, 401, 'credentials_invalid').message, wrong.message)
})

test('a session ends at sign-out, and no other token replaces it', async () => {
  const person = await owner(w)
  const { cookie } = person
  const other = browser(w)
  await other.send('POST', SESSIONS, { body: { email: person.email, password: PASSWORD } })
  assert.equal((await person.get(SESSIONS)).body.data.length, 2)
  const out = await person.send('DELETE', CURRENT)
  assert.equal(out.status, 200)
  assert.equal(person.cookie, '')
  const thief = browser(w)
  thief.cookie = cookie
  refused(await thief.get(CURRENT), 401, 'session_invalid')
  refused(await thief.at('1/test').get('/v1/products'), 401, 'session_invalid')
  thief.cookie = other.cookie.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
  refused(await thief.get(CURRENT), 401, 'session_invalid')
  assert.equal((await other.get(CURRENT)).status, 200)
  assert.equal((await other.send('DELETE', SESSIONS)).status, 200)
  refused(await other.get(CURRENT), 401, 'session_invalid')
})

test('signing in starts a new session and ends the previous one of the browser', async () => {
  const person = await owner(w)
  const before = person.cookie
  const body = { email: person.email, password: PASSWORD }
  assert.equal((await person.send('POST', SESSIONS, { body })).status, 201)
  assert.notEqual(person.cookie, before)
  const thief = browser(w)
  thief.cookie = before
  refused(await thief.get(CURRENT), 401, 'session_invalid')
})

test('the path of another account responds like an unknown one', async () => {
  const person = await owner(w)
  const foreign = await person.at('2/test').get('/v1/products')
  const unknown = await person.at('999/test').get('/v1/products')
  const { message } = refused(foreign, 404, 'resource_missing')
  assert.equal(message.replace('2', '999'), refused(unknown, 404, 'resource_missing').message)
})

test('cookies do not work under /v1, and keys do not work under /session', async () => {
  const person = await owner(w)
  refused(await person.get('/v1/products'), 401, 'api_key_missing')
  const withKey = await w.api.get('/session/1/test/v1/products')
  refused(withKey, 401, 'session_invalid')
})

test('a write that does not come from our own pages is refused', async () => {
  const person = await owner(w)
  const post = (headers: Record<string, string>) =>
    person.at('1/test').post('/v1/products', { body: { name: 'Forged' }, headers })
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { origin: w.url, 'sec-fetch-site': 'cross-site' },
    { origin: w.url, 'sec-fetch-site': 'same-site' },
    { origin: w.url, 'sec-fetch-site': 'none' },
  ]
  for (const headers of foreign) {
    refused(await post(headers), 403, 'origin_refused')
  }
  assert.equal((await post({ origin: 'x', 'sec-fetch-site': 'same-origin' })).status, 201)
  const forged = { body: { email: person.email, password: PASSWORD } }
  const headers = { origin: 'https://evil.example' }
  const signIn = await browser(w).send('POST', SESSIONS, { ...forged, headers })
  refused(signIn, 403, 'origin_refused')
  const out = await person.send('DELETE', SESSIONS, { headers })
  refused(out, 403, 'origin_refused')
  const { data } = (await w.api.get('/v1/products?limit=100')).body
  const forgeries = data.filter(({ name }: { name: string }) => name === 'Forged')
  assert.equal(forgeries.length, 1)
})

test('plain HTTP refuses sign-in, except on localhost or behind a proxy with HTTPS', async () => {
  const { email } = await owner(w)
  const sign = (headers: Record<string, string>) => {
    const origin = `${headers['x-forwarded-proto'] ?? 'http'}://${headers.host}`
    const body = { email, password: PASSWORD }
    return browser(w).send('POST', SESSIONS, { body, headers: { origin, ...headers } })
  }
  const answer = await sign({ host: 'billing.example.com' })
  assert.match(refused(answer, 421, 'https_required').message, /HTTPS/)
  assert.equal((await sign({ host: 'localhost:1' })).status, 201)
  const proxied = { host: 'billing.example.com', 'x-forwarded-proto': 'https' }
  assert.equal((await sign(proxied)).status, 201)
})

test('a changed password ends all other sessions, and the old password no longer works', async () => {
  const person = await owner(w)
  const other = browser(w)
  await other.send('POST', SESSIONS, { body: { email: person.email, password: PASSWORD } })
  const change = (body: object) => person.send('POST', '/session/v1/password', { body })
  const wrong = await change({ password: 'not it at all', new_password: 'another good phrase' })
  refused(wrong, 401, 'credentials_invalid')
  for (const new_password of ['short', 'aaaaaaaaaaaaaaaa', person.email]) {
    const weak = await change({ password: PASSWORD, new_password })
    refused(weak, 400, 'parameter_invalid', 'new_password')
  }
  const changed = await change({ password: PASSWORD, new_password: 'another good phrase' })
  assert.equal(changed.status, 200, changed.text)
  assert.equal((await person.get(CURRENT)).status, 200)
  refused(await other.get(CURRENT), 401, 'session_invalid')
  const body = { email: person.email, password: PASSWORD }
  refused(await browser(w).send('POST', SESSIONS, { body }), 401, 'credentials_invalid')
})
