// Members over HTTP: invited, joined, changed and removed. An account always keeps an owner.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { browser, joined, owner, PASSWORD } from '../../../test/browser-like.ts'
import { connectApi } from '../../../test/client.ts'
import { bodyOf, get, refused } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'

const w = await world({ after })
const { keys } = w
// Test keys cannot access members.
const api = connectApi(w.url, keys.live)
after(() => api.close())
const MEMBERS = '/v1/members'
const REDEEM = '/session/v1/links/redeem'
const tokenOf = (link: string) => link.split('#')[1] as string

function invite(email: string, role: string, ask: object = {}) {
  return bodyOf(api.post(MEMBERS, { body: { email, role }, ...ask }), 201)
}

test('an invited person joins through the link, with the role they were given', async () => {
  const member = await invite('ada@example.com', 'viewer')
  assert.equal(member.status, 'invited')
  const inspected = await browser(w).send('POST', '/session/v1/links/inspect', {
    body: { token: tokenOf(member.link) },
  })
  const { purpose, role, email, account_name, asks } = inspected.body
  assert.deepEqual(
    [purpose, role, email, account_name, asks],
    ['invitation', 'viewer', 'ada@example.com', 'Default', 'password'],
  )
  const person = browser(w)
  const body = { token: tokenOf(member.link), name: 'Ada', password: PASSWORD }
  assert.equal((await person.send('POST', REDEEM, { body })).status, 201)
  const now = await get(api, `${MEMBERS}/${member.id}`)
  assert.deepEqual([now.status, now.name, now.link], ['active', 'Ada', null])
  // In the dashboard, members are the same in test and live mode.
  for (const mode of ['1/test', '1/live']) {
    assert.equal((await person.at(mode).get(`${MEMBERS}/${member.id}`)).body.id, member.id)
  }
  refused(
    await api.get(`${MEMBERS}/${member.id}`, { key: keys.otherLive }),
    404,
    'resource_missing',
  )
  assert.equal((await person.at('1/test').get('/v1/products')).status, 200)
  const write = await person.at('1/test').post('/v1/products', { body: { name: 'x' } })
  assert.match(refused(write, 403, 'permission_denied').message, /viewer/)
  refused(
    await api.post(MEMBERS, { body: { email: 'ADA@example.com', role: 'viewer' } }),
    409,
    'member_exists',
    'email',
  )
})

test('a new link invalidates the previous one, and removing a member invalidates both', async () => {
  const member = await invite('bob@example.com', 'developer')
  const again = await api.post(`${MEMBERS}/${member.id}/link`)
  assert.equal(again.status, 200, again.text)
  const redeem = (link: string) =>
    browser(w).send('POST', REDEEM, { body: { token: tokenOf(link), password: PASSWORD } })
  refused(await redeem(member.link), 400, 'link_invalid')
  assert.equal((await api.delete(`${MEMBERS}/${member.id}`)).status, 200)
  refused(await redeem(again.body.link), 400, 'link_invalid')
})

test('a removed member loses access at once, even with an active session', async () => {
  const person = await joined(w, 'cleo@example.com', 'admin')
  assert.equal((await person.at('1/live').get('/v1/products')).status, 200)
  assert.equal((await api.delete(`${MEMBERS}/${person.member}`)).status, 200)
  refused(await person.at('1/live').get('/v1/products'), 404, 'resource_missing')
  assert.deepEqual((await person.get('/session/v1/sessions/current')).body.accounts, [])
})

test('a changed role takes effect on the next request', async () => {
  const person = await joined(w, 'dora@example.com', 'viewer')
  const post = () => person.at('1/test').post('/v1/products', { body: { name: 'x' } })
  refused(await post(), 403, 'permission_denied')
  await api.patch(`${MEMBERS}/${person.member}`, { body: { role: 'accountant' } })
  assert.equal((await post()).status, 201)
})

test('only owners add, change and remove owners, and the last one stays', async () => {
  const first = await owner(w, 4)
  const at = first.at('2/live')
  const [own] = (await at.get(MEMBERS)).body.data
  refused(await at.delete(`${MEMBERS}/${own.id}`), 409, 'last_owner')
  refused(await at.patch(`${MEMBERS}/${own.id}`, { body: { role: 'admin' } }), 409, 'last_owner')
  const key = { key: keys.otherLive }
  refused(await api.delete(`${MEMBERS}/${own.id}`, key), 403, 'owner_required')
  const body = { email: 'eve@example.com', role: 'owner' }
  refused(await api.post(MEMBERS, { body, ...key }), 403, 'owner_required')
  // An owner who has not accepted the invitation does not count.
  assert.equal((await at.post(MEMBERS, { body })).status, 201)
  refused(await at.delete(`${MEMBERS}/${own.id}`), 409, 'last_owner')
})

test('of two owners who remove each other concurrently, one remains', async () => {
  const one = await owner(w, 4, 'uno@example.com')
  const two = await owner(w, 4, 'due@example.com')
  const everybody = (await one.at('2/live').get(`${MEMBERS}?limit=100`)).body.data
  const owners = everybody.filter(
    ({ role, status }: { role: string; status: string }) => role === 'owner' && status === 'active',
  )
  const answers = await Promise.all(
    owners.map(({ id }: { id: string }, index: number) =>
      (index % 2 ? one : two).at('2/live').delete(`${MEMBERS}/${id}`),
    ),
  )
  const left = await w.sql(
    `select 1 from members where environment_id = 4 and role = 'owner' and user_id is not null
       and removed_at is null`,
  )
  assert.ok(left.length >= 1, JSON.stringify(answers.map(({ status }) => status)))
})

test('a link sets a password, unless its user belongs to another account as well', async () => {
  const person = await joined(w, 'finn@example.com', 'viewer')
  const { body } = await api.post(`${MEMBERS}/${person.member}/link`)
  const reset = { token: tokenOf(body.link), password: 'a different phrase' }
  assert.equal((await browser(w).send('POST', REDEEM, { body: reset })).status, 201)
  refused(await person.get('/session/v1/sessions/current'), 401, 'session_invalid')
  const other = await invite('finn@example.com', 'viewer', { key: keys.otherLive })
  const joining = { token: tokenOf(other.link), password: 'a different phrase' }
  assert.equal((await browser(w).send('POST', REDEEM, { body: joining })).status, 201)
  refused(await api.post(`${MEMBERS}/${person.member}/link`), 409, 'member_elsewhere')
})

test('a link that was shown once is not shown again', async () => {
  const ask = {
    body: { email: 'gus@example.com', role: 'viewer' },
    headers: { 'Idempotency-Key': 'invite-gus' },
  }
  assert.match((await api.post(MEMBERS, ask)).body.link, /\/welcome#\w{40}$/)
  assert.equal((await api.post(MEMBERS, ask)).body.link, null)
})
