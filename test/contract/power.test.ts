// Contract 4, "power is never handed up": a key or person never grants more than they have, whether by key, invitation,
// role or link. A link that sets a password or admits a person never grants more than its creator could give, even if the
// person has a higher role by then.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ROUTES } from '../../src/app/routes.ts'
import { ROLES, scopesOf } from '../../src/domain/roles.ts'
import { SCOPES } from '../../src/domain/scopes.ts'
import { PREFIXES } from '../../src/platform/http/route.ts'
import { browser, joined, owner, PASSWORD } from '../browser-like.ts'
import type { Ask } from '../client.ts'
import { bodyOf, get, type Made, refused } from '../fixtures.ts'
import { until, world } from '../harness.ts'

const w = await world({ after })
const { api, keys } = w
const MEMBERS = '/v1/members'
const SESSIONS = '/v1/sessions'
const live = { key: keys.live }
const audited = async () => (await w.sql('select from audit_log')).length

const routes = ROUTES.filter(({ path }) => /^\/(members|sessions)\b/.test(path))

function invite(email: string, role: string, ask: Ask = live): Promise<Made> {
  return bodyOf(api.post(MEMBERS, { body: { email, role }, ...ask }), 201)
}

const sessionOf = async ({ member }: { member: string }): Promise<Made> =>
  (await get(api, `${SESSIONS}?member_id=${member}`, live)).data[0]

test('test keys never reach members, sessions or links by any route', async () => {
  assert.equal(routes.length, 10)
  const ada = await joined(w, 'ada@example.com', 'viewer')
  const ids: Record<string, string> = { members: ada.member, sessions: (await sessionOf(ada)).id }
  const narrow = await w.key({ scopes: ['members:write', 'sessions:write'] })
  const before = await audited()
  for (const key of [keys.test, narrow, keys.test.replace(/^svc/, 'sk')]) {
    for (const { method, path, permission, example } of routes) {
      const full = path.replace(':id', ids[path.split('/')[1] as string] as string)
      const spellings = PREFIXES.flatMap((prefix) => [`${prefix}${full}`, `${prefix}${full}/`])
      for (const spelling of [...spellings, `${spellings[0]}?dry_run=true`]) {
        const ask = { key, body: example?.body, headers: { 'Idempotency-Key': 'a test key' } }
        const answer = await api.send(method, spelling, ask)
        const { message } = refused(answer, 403, 'permission_denied')
        assert.ok(message.includes('live key') && message.includes(permission), message)
        assert.ok(!answer.text.includes('ada@'), answer.text)
        if (method !== 'GET') continue
        const head = await api.send('HEAD', spelling, { key })
        assert.equal(head.status, 403)
      }
    }
  }
  // A weaker key gets no replay of a stronger key's request.
  const ask = {
    body: { email: 'bob@example.com', role: 'viewer' },
    headers: { 'Idempotency-Key': 'bob' },
  }
  assert.equal((await api.post(MEMBERS, { ...ask, ...live })).status, 201)
  refused(await api.post(MEMBERS, { ...ask, key: narrow }), 403, 'permission_denied')
  assert.equal(await audited(), before + 1, 'bob was invited, and nothing else was done')
  assert.equal((await ada.get('/session/v1/sessions/current')).status, 200)
})

test('a live key grants and removes only roles whose every scope it has', async () => {
  const everyScope = await w.key({ environment: 'live', scopes: [...SCOPES] })
  const inviter = await w.key({ environment: 'live', scopes: ['members:write', 'sessions:write'] })
  for (const role of ROLES.filter((each) => each !== 'owner')) {
    const may = role !== 'admin'
    const own = await w.key({
      environment: 'live',
      scopes: [...scopesOf(role), 'members:write', 'sessions:write'],
    })
    const here = await joined(w, `${role}@roles.example`, role)
    const session = `${SESSIONS}/${(await sessionOf(here)).id}`
    const path = `${MEMBERS}/${here.member}`
    const body = { email: `${role}2@roles.example`, role }
    const other = role === 'viewer' ? 'accountant' : 'viewer'
    const dry = '?dry_run=true'
    for (const [key, allowed] of [
      [inviter, false],
      [everyScope, may],
      [own, true],
      [keys.live, true],
    ] as const) {
      const answers = [
        await api.post(`${MEMBERS}${dry}`, { key, body }),
        await api.post(`${path}/link${dry}`, { key }),
        await api.patch(`${path}${dry}`, { key, body: { role } }),
        await api.delete(`${path}${dry}`, { key }),
        await api.delete(`${session}${dry}`, { key }),
      ]
      for (const answer of answers) {
        if (allowed) assert.ok([200, 201].includes(answer.status), `${role}: ${answer.text}`)
        else assert.match(refused(answer, 403, 'permission_denied').message, new RegExp(role))
      }
    }
    // Granting and removing a role both need its scopes.
    const weak = await w.key({
      environment: 'live',
      scopes: [...scopesOf(other), 'members:write'],
    })
    if (role !== 'viewer') {
      refused(await api.patch(path, { key: weak, body: { role: other } }), 403, 'permission_denied')
    }
    const viewer = await invite(`plain-${role}@roles.example`, 'viewer')
    if (!may) {
      const raised = await api.patch(`${MEMBERS}/${viewer.id}`, { key: everyScope, body: { role } })
      refused(raised, 403, 'permission_denied')
    }
  }
  // A rejected request changes nothing, and is rejected as its dry run was.
  const body = { email: 'nobody@roles.example', role: 'admin' }
  refused(await api.post(MEMBERS, { key: inviter, body }), 403, 'permission_denied')
  const all = (await get(api, `${MEMBERS}?limit=100`, live)).data as Made[]
  assert.ok(!all.some(({ email }) => email === body.email))
})

test('people manage members as their role allows, in either mode', async () => {
  const admin = await joined(w, 'anna@example.com', 'admin')
  const boss = await owner(w, 2, 'olga@example.com')
  for (const mode of ['test', 'live']) {
    const at = admin.at(`1/${mode}`)
    const invited = await at.post(MEMBERS, { body: { email: `${mode}@p.example`, role: 'admin' } })
    assert.equal(invited.status, 201, invited.text)
    const path = `${MEMBERS}/${invited.body.id}`
    assert.equal((await at.post(`${path}/link`)).status, 200)
    assert.equal((await at.patch(path, { body: { role: 'viewer' } })).body.role, 'viewer')
    assert.equal((await at.delete(path)).status, 200)
    const all = (await at.get(MEMBERS)).body.data as Made[]
    const own = all.find(({ email }) => email === boss.email)
    for (const answer of [
      await at.patch(`${MEMBERS}/${own.id}`, { body: { role: 'viewer' } }),
      await at.delete(`${MEMBERS}/${own.id}`),
      await at.post(`${MEMBERS}/${own.id}/link`),
      await at.post(MEMBERS, { body: { email: 'x@p.example', role: 'owner' } }),
      await at.delete(`${SESSIONS}/${(await sessionOf({ member: own.id })).id}`),
    ]) {
      refused(answer, 403, 'owner_required')
    }
  }
  const developer = (await joined(w, 'dev@example.com', 'developer')).at('1/test')
  for (const role of ROLES) {
    const body = { email: 'y@p.example', role }
    refused(await developer.post(MEMBERS, { body }), 403, 'permission_denied')
  }
  assert.equal((await developer.get(MEMBERS)).status, 200)
})

test('a test key sees no email addresses of people', async () => {
  // A member without a name is shown by email address, where the caller can see people.
  const invited = await invite('nameless@example.com', 'admin')
  const person = browser(w)
  const token = invited.link.split('#')[1]
  const body = { token, password: PASSWORD }
  assert.equal((await person.send('POST', '/session/v1/links/redeem', { body })).status, 201)
  const at = person.at('1/test')
  const product = await at.post('/v1/products', { body: { name: 'Seat' } })
  const customer = await at.post('/v1/customers', { body: { name: 'Nord' } })
  assert.equal(customer.status, 201, customer.text)
  const line_items = [{ description: 'Seats', quantity: 1, unit_amount: 100 }]
  const draft = { customer_id: customer.body.id, line_items }
  const invoice = (await at.post('/v1/invoices', { body: draft })).body
  const invitation = await at.post(MEMBERS, { body: { email: 'kim@example.com', role: 'viewer' } })
  const inviting = invitation.headers['request-id'] as string
  const readers = { key: keys.test, sk: keys.test.replace(/^svc/, 'sk') }
  await until('the log', async () => (await at.get(`/v1/requests/${inviting}`)).status === 200)
  const lists = ['audit_log', 'requests', `invoices/${invoice.id}/timeline`]
  const paths = [
    ...lists.flatMap((each) => [`/v1/${each}?limit=100`, `/api/public/v1/${each}`]),
    ...['/v1/audit_log.csv', '/v1/requests.csv', `/v1/requests/${inviting}`, '/v1/events'],
    ...['/v1/search?q=nameless', `/v1/search?q=${invited.id}`, '/v1/emails'],
  ]
  for (const key of Object.values(readers)) {
    for (const path of paths) {
      const answer = await api.get(path, { key })
      assert.equal(answer.status, 200, `${path}: ${answer.text}`)
      for (const address of ['nameless@', 'kim@']) {
        assert.ok(!answer.text.includes(address), `${path}: ${answer.text}`)
      }
    }
  }
  // A test key sees that a person did it, and people see who.
  const [entry] = (await get(api, `/v1/audit_log?object_id=${product.body.id}`)).data
  assert.match(entry.actor, /^usr_/)
  assert.equal(entry.actor_label, entry.actor)
  const [shown] = (await at.get(`/v1/audit_log?object_id=${product.body.id}`)).body.data
  assert.equal(shown.actor_label, 'nameless@example.com')
  const whole = (await at.get(`/v1/requests/${inviting}`)).body
  assert.match(whole.request_body, /kim@example\.com/)
})

test('a key creates and rolls only keys with no more scopes than its own', async () => {
  for (const environment of ['test', 'live'] as const) {
    const weak = await w.key({ environment, scopes: ['api_keys:write', 'invoices:read'] })
    const strong = (await w.key({ environment })).split('_').slice(0, 3).join('_')
    const same = (await w.key({ environment, scopes: ['invoices:read'] }))
      .split('_')
      .slice(0, 3)
      .join('_')
    for (const scopes of [['*'], ['invoices:write'], ['invoices:read', 'members:write']]) {
      const body = { name: 'more', scopes }
      refused(
        await api.post('/v1/api_keys', { key: weak, body }),
        403,
        'permission_denied',
        'scopes',
      )
    }
    const rolled = await api.post(`/v1/api_keys/${strong}/roll`, { key: weak })
    refused(rolled, 403, 'permission_denied', 'scopes')
    const own = await api.post(`/v1/api_keys/${same}/roll`, { key: weak })
    assert.equal(own.status, 201, own.text)
    assert.match(own.body.key, new RegExp(`^svc_${environment}_`), 'in its own environment')
  }
  const key = keys.test
  const liveId = keys.live.split('_').slice(0, 3).join('_')
  refused(await api.post(`/v1/api_keys/${liveId}/roll`, { key }), 404, 'resource_missing')
  refused(await api.post(`/v1/api_keys/${liveId}/revoke`, { key }), 404, 'resource_missing')
})

const THIEF = 'chosen by somebody else'
const boss = (await owner(w)).at('1/live')
/** A key that can give the viewer role only. */
const weak = await w.key({
  environment: 'live',
  scopes: [...scopesOf('viewer'), 'members:write'],
})

const tokenOf = ({ link }: Made): string => link.split('#')[1]

async function linkFor(member: string, key = weak): Promise<string> {
  const made = await api.post(`${MEMBERS}/${member}/link`, { key })
  assert.equal(made.status, 200, made.text)
  return tokenOf(made.body)
}

const redeem = (token: string) =>
  browser(w).send('POST', '/session/v1/links/redeem', { body: { token, password: THIEF } })

const signIn = (email: string, password: string) =>
  browser(w).send('POST', '/session/v1/sessions', { body: { email, password } })

test('a link made for a lower role stops working once its person has a higher role', async () => {
  for (const role of ['admin', 'owner']) {
    // A member who gets a password reset link.
    const { member, email } = await joined(w, `joined-${role}@raised.example`, 'viewer')
    const reset = await linkFor(member)
    assert.equal((await boss.patch(`${MEMBERS}/${member}`, { body: { role } })).status, 200)
    refused(await redeem(reset), 400, 'link_invalid')
    assert.equal((await signIn(email, PASSWORD)).status, 201, 'the password is as it was')
    // A person who was invited and has not joined yet.
    const body = { email: `invited-${role}@raised.example`, role: 'viewer' }
    const invited = await api.post(MEMBERS, { key: weak, body })
    const raised = await boss.patch(`${MEMBERS}/${invited.body.id}`, { body: { role } })
    assert.equal(raised.status, 200)
    refused(await redeem(tokenOf(invited.body)), 400, 'link_invalid')
  }
})

test('a link made by one account sets no password once the person also belongs to another', async () => {
  const { member, email } = await joined(w, 'both@raised.example', 'viewer')
  const reset = await linkFor(member)
  const invited = await api.post(MEMBERS, {
    key: keys.otherLive,
    body: { email, role: 'admin' },
  })
  const token = tokenOf(invited.body)
  const body = { token, password: PASSWORD }
  const both = await browser(w).send('POST', '/session/v1/links/redeem', { body })
  assert.equal(both.body.accounts.length, 2)
  // The first account's link would also give access to the second account.
  const stolen = await redeem(reset)
  assert.ok(stolen.status >= 400, stolen.text)
  assert.equal((await signIn(email, PASSWORD)).status, 201)
})

test('a password link ends with the membership or the key that made it', async () => {
  const admin = await joined(w, 'leaving@raised.example', 'admin')
  const first = await joined(w, 'first@raised.example', 'admin')
  const second = await joined(w, 'second@raised.example', 'admin')
  const byPerson = tokenOf((await admin.at('1/live').post(`${MEMBERS}/${first.member}/link`)).body)
  assert.equal((await boss.delete(`${MEMBERS}/${admin.member}`)).status, 200)
  refused(await redeem(byPerson), 400, 'link_invalid')
  const key = await w.key({ environment: 'live' })
  const byKey = await linkFor(second.member, key)
  const id = key.split('_').slice(0, 3).join('_')
  assert.equal((await api.post(`/v1/api_keys/${id}/revoke`, live)).status, 200)
  refused(await redeem(byKey), 400, 'link_invalid')
})
