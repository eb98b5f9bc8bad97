// Every route as people reach it: no session, another account's session or the wrong role learns nothing, and another
// site changes nothing. New routes are covered by being declared.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createPeople, type PeopleParts } from '../../src/app/people.ts'
import { ROUTES } from '../../src/app/routes.ts'
import { PERSONAL_PREFIX } from '../../src/platform/http/personal.ts'
import type { Route } from '../../src/platform/http/route.ts'
import { enrol } from '../authenticator.ts'
import { browser, joined, owner, PASSWORD } from '../browser-like.ts'
import type { Answer } from '../client.ts'
import { refused } from '../fixtures.ts'
import { world } from '../harness.ts'
import { anonymous } from './anonymous.ts'
import { furnish, pathsOf } from './furnished.ts'

const CANARY = 'Canary9Kd4'
const w = await world(
  { after },
  { settings: { MAIL_FROM: 'billing@example.com', TRUST_PROXY: 'true' } },
)
const { api, keys } = w
const ours = await furnish(api, { key: keys.test, live: keys.live }, CANARY)
const routes = ROUTES
const writes = routes.filter(({ method }) => method !== 'GET')

/** The roles as the guide describes them: which scopes each role has. */
const MAY: Record<string, (scope: string) => boolean> = {
  owner: () => true,
  admin: () => true,
  developer: (scope) =>
    !['members:write', 'account:write', 'sessions:read', 'sessions:write'].includes(scope),
  accountant: (scope) =>
    scope.endsWith(':read')
      ? !/^(api_keys|requests|sessions|webhooks):/.test(scope)
      : /^(customers|products|prices|coupons|tax|invoices|subscriptions|payments|credit|credit_notes|refunds):write$/.test(
          scope,
        ),
  viewer: (scope) => scope.endsWith(':read') && !/^(api_keys|requests|sessions):/.test(scope),
}

/** The path of a route with an ID of ours, as a dry run. */
function pathOf(route: Route): string {
  const [path] = pathsOf(route, ours)[0] ?? []
  return `/v1${path}${route.method === 'GET' ? '' : '?dry_run=true'}`
}

let caller = 0
/** A new address for each call, because failures are limited by address. */
const fromSomewhere = () => ({ 'x-forwarded-for': `2001:db8::${(++caller).toString(16)}` })

/** Sends the example of a route to an account's address, with these headers only. */
function send(route: Route, place: string, headers: Record<string, string>): Promise<Answer> {
  const body = route.example?.body
  const path = `/session/${place}${pathOf(route)}`
  return api.send(route.method, path, {
    key: null,
    body,
    headers: { ...fromSomewhere(), ...headers },
  })
}

const count = async () => (await w.sql('select from audit_log')).length

/** A correct password that waits for its code, in its own cookie and in a session cookie. */
async function halfOpen(): Promise<Record<string, string>> {
  const person = await owner(w)
  await enrol(person, Date.now())
  const other = browser(w)
  const body = { email: person.email, password: PASSWORD }
  assert.equal((await other.send('POST', '/session/v1/sessions', { body })).status, 202)
  const token = other.jar.get('__Host-reckoner-sign-in') as string
  return {
    'half-open': `__Host-reckoner-sign-in=${token}`,
    'half-open as a session': `__Host-reckoner=${token}`,
  }
}

/** Cookies that are no longer valid, by kind. */
async function ended(): Promise<Record<string, string>> {
  const person = await owner(w)
  const signedOut = person.cookie
  assert.equal((await person.send('DELETE', '/session/v1/sessions')).status, 200)
  const garbage = signedOut.replace(/=.*/, `=${'7'.repeat(40)}`)
  return { none: '', garbage, 'signed out': signedOut, ...(await halfOpen()) }
}

test('without a session, or with one that has ended, no route returns data', async () => {
  const cookies = Object.values(await ended())
  for (const route of routes) {
    const texts = new Set<string>()
    for (const cookie of cookies) {
      const headers = { origin: w.url, ...(cookie && { cookie }) }
      const answer = await send(route, '1/test', headers)
      refused(answer, 401, 'session_invalid')
      texts.add(JSON.stringify(anonymous(answer, '')))
    }
    assert.equal(texts.size, 1, `${route.operation}: nobody can tell them apart`)
  }
})

test('another account is treated as unknown on every route', async () => {
  const stranger = await owner(w, 4)
  const headers = { origin: w.url, cookie: stranger.cookie }
  const before = await count()
  for (const route of routes) {
    for (const mode of ['test', 'live']) {
      const answer = await send(route, `1/${mode}`, headers)
      const { message } = refused(answer, 404, 'resource_missing')
      assert.ok(!answer.text.includes(CANARY), route.operation)
      const unknown = await send(route, `999/${mode}`, headers)
      assert.equal(
        message.replace(/\b1\b/, '999'),
        refused(unknown, 404, 'resource_missing').message,
        route.operation,
      )
    }
  }
  assert.equal(await count(), before)
})

test('each role can do exactly what the table of roles lists, on every route', async () => {
  for (const [role, may] of Object.entries(MAY)) {
    const person =
      role === 'owner' ? await owner(w) : await joined(w, `${role}@roles.example`, role)
    const headers = { origin: w.url, cookie: person.cookie }
    for (const route of routes) {
      const answer = await send(route, '1/test', headers)
      const what = `${role}: ${route.operation}: ${answer.text.slice(0, 300)}`
      if (may(route.permission)) {
        // An incomplete example can be rejected, but not for a missing permission.
        assert.ok(![401, 403].includes(answer.status) || owners(answer) || beyond(answer), what)
        assert.ok(answer.status < 500, what)
        continue
      }
      assert.equal(answer.status, 403, what)
      const { message } = refused(answer, 403, 'permission_denied')
      assert.ok(message.includes(role) && message.includes(route.permission), message)
      assert.ok(!answer.text.includes(CANARY), what)
    }
  }
})

/** The only rule that is no scope: only owners change owners. */
const owners = (answer: Answer) => answer.body?.error?.code === 'owner_required'

/** A role that cannot read all future events cannot subscribe to everything. */
const beyond = (answer: Answer) =>
  answer.body?.error?.message.includes('"*" requires the scope *.') === true

/** Headers a browser sends for a request from another site; missing headers count as well. */
const FOREIGN: Record<string, string>[] = [
  {},
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: w.url, 'sec-fetch-site': 'cross-site' },
  { origin: w.url, 'sec-fetch-site': 'same-site' },
]

test('no route runs a write that another site made a browser send', async () => {
  const { cookie } = await owner(w)
  const before = await count()
  for (const route of writes) {
    for (const foreign of FOREIGN) {
      // The real write, without dry_run.
      const path = `/session/1/test${pathOf(route).replace('?dry_run=true', '')}`
      const headers = { cookie, ...foreign }
      const body = route.example?.body
      const answer = await api.send(route.method, path, { key: null, body, headers })
      refused(answer, 403, 'origin_refused')
    }
  }
  assert.equal(await count(), before, 'nothing was written')
})

const { routes: personal } = createPeople({} as PeopleParts)
const BODIES: Record<string, object> = {
  '/sessions': { email: 'nobody@example.com', password: PASSWORD },
  '/password': { password: PASSWORD, new_password: 'another good phrase' },
  '/user': { name: 'Forged' },
  '/sessions/second_factor': { code: '123456' },
  '/sessions/confirm': { password: PASSWORD },
  '/second_factor/confirm': { password: PASSWORD, code: '123456' },
  '/second_factor/disable': { password: PASSWORD, code: '123456' },
  '/second_factor/recovery_codes': { password: PASSWORD, code: '123456' },
  '/accounts/:id': { require_second_factor: true },
}

test('personal routes need a valid session, and reject keys and writes from other sites', async () => {
  const cookies = Object.values(await ended())
  const person = await owner(w)
  assert.ok(personal.length > 5)
  for (const { method, path, open } of personal) {
    const url = `${PERSONAL_PREFIX}${path.replace(':id', 'ses_01h2xcejqtf2nbrexx3vqjhp41')}`
    const ask = (headers: Record<string, string>) =>
      api.send(method, url, {
        key: null,
        body: method === 'GET' || method === 'DELETE' ? undefined : (BODIES[path] ?? {}),
        headers: { ...fromSomewhere(), ...headers },
      })
    const what = `${method} ${url}`
    for (const cookie of open ? [] : cookies) {
      const answer = await ask({ origin: w.url, ...(cookie && { cookie }) })
      assert.equal(answer.status, 401, what)
      refused(answer, 401, 'session_invalid')
    }
    for (const foreign of method === 'GET' ? [] : FOREIGN) {
      refused(await ask({ cookie: person.cookie, ...foreign }), 403, 'origin_refused')
    }
    // A key has no session.
    if (!open)
      refused(
        await ask({ origin: w.url, authorization: `Bearer ${keys.test}` }),
        401,
        'session_invalid',
      )
  }
  const { user } = (await person.get('/session/v1/sessions/current')).body
  assert.equal(user.name, 'Olive Owner', 'still signed in, and nothing was changed')
  const again = await browser(w).send('POST', '/session/v1/sessions', {
    body: { email: person.email, password: PASSWORD },
  })
  assert.equal(again.status, 201)
})
