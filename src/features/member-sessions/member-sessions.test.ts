// Sessions of members: listed and ended by owners and admins of the account.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { browser, joined, owner, PASSWORD } from '../../../test/browser-like.ts'
import { connectApi } from '../../../test/client.ts'
import { get, type Made, refused } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'

const w = await world({ after })
const { keys } = w
// Test keys cannot access member sessions.
const api = connectApi(w.url, keys.live)
after(() => api.close())
const SESSIONS = '/v1/sessions'
const CURRENT = '/session/v1/sessions/current'

async function signedInAgain({ email }: { email: string }) {
  const person = browser(w)
  const body = { email, password: PASSWORD }
  assert.equal((await person.send('POST', '/session/v1/sessions', { body })).status, 201)
  return person
}

const of = async ({ member }: { member: string }, ask = {}): Promise<Made[]> =>
  (await get(api, `${SESSIONS}?member_id=${member}`, ask)).data

test('the list has the sessions of all members, or of one on request', async () => {
  const ada = await joined(w, 'ada@example.com', 'viewer')
  const bob = await joined(w, 'bob@example.com', 'developer')
  await signedInAgain(ada)
  const all = (await get(api, SESSIONS)).data
  assert.deepEqual(
    all.map(({ email }: Made) => email),
    ['ada@example.com', 'bob@example.com', 'ada@example.com'],
  )
  const [latest, first] = await of(ada)
  assert.equal((await get(api, `${SESSIONS}?member_id=${ada.member}`)).total_count, 2)
  assert.deepEqual([latest.id, first.id], [all[0].id, all[2].id])
  assert.equal(latest.member_id, ada.member)
  assert.match(latest.address, /127\.0\.0\.1$/)
  assert.match(latest.user_agent, /Firefox/)
  assert.deepEqual(await of(bob), [all[1]])
  // In the dashboard, test and live mode show the same: members belong to the account.
  const boss = await joined(w, 'boss@example.com', 'admin')
  for (const mode of ['1/test', '1/live']) {
    const { data } = (await boss.at(mode).get(`${SESSIONS}?member_id=${ada.member}`)).body
    assert.deepEqual(data, [latest, first])
  }
  assert.equal(
    (await get(api, `${SESSIONS}?member_id=mem_01h2xcejqtf2nbrexx3vqjhp41`)).total_count,
    0,
  )
  // The list contains nothing that could be used to sign in.
  const text = JSON.stringify(all)
  for (const { cookie } of [ada, bob]) assert.ok(!text.includes(cookie.split('=')[1] as string))
})

test('ending a session signs the member out there and nowhere else', async () => {
  const cleo = await joined(w, 'cleo@example.com', 'viewer')
  const other = await signedInAgain(cleo)
  const [latest] = await of(cleo)
  const answer = await api.delete(`${SESSIONS}/${latest.id}`)
  assert.deepEqual(answer.body, { id: latest.id, object: 'session', deleted: true })
  refused(await other.get(CURRENT), 401, 'session_invalid')
  assert.equal((await cleo.get(CURRENT)).status, 200)
  refused(await api.delete(`${SESSIONS}/${latest.id}`), 404, 'resource_missing')
  refused(await api.delete(`${SESSIONS}/nonsense`), 404, 'resource_missing')
  const [entry] = (await get(api, `/v1/audit_log?object_id=${latest.id}`, { key: keys.live })).data
  assert.equal(entry.action, 'endSession')
  // They can sign in again.
  assert.equal((await (await signedInAgain(cleo)).get(CURRENT)).status, 200)
})

test('sessions of non-members and former members cannot be seen or ended', async () => {
  const dora = await joined(w, 'dora@example.com', 'admin')
  const [session] = await of(dora)
  const elsewhere = { key: keys.otherLive }
  assert.deepEqual(await of(dora, elsewhere), [])
  refused(await api.delete(`${SESSIONS}/${session.id}`, elsewhere), 404, 'resource_missing')
  // Either account can end the session of a user who belongs to both: it is one session.
  const invited = await api.post('/v1/members', {
    ...elsewhere,
    body: { email: dora.email, role: 'viewer' },
  })
  const body = { token: invited.body.link.split('#')[1], password: PASSWORD }
  assert.equal((await dora.send('POST', '/session/v1/links/redeem', { body })).status, 201)
  const [there] = await of({ member: invited.body.id }, elsewhere)
  assert.deepEqual([(await of(dora))[0].id, there.email], [there.id, dora.email])
  assert.equal((await api.delete(`${SESSIONS}/${there.id}`, elsewhere)).status, 200)
  refused(await dora.at('1/test').get('/v1/products'), 401, 'session_invalid')
  const again = await signedInAgain(dora)
  await api.delete(`/v1/members/${invited.body.id}`, elsewhere)
  assert.deepEqual(await of({ member: invited.body.id }, elsewhere), [])
  const [now] = await of(dora)
  refused(await api.delete(`${SESSIONS}/${now.id}`, elsewhere), 404, 'resource_missing')
  assert.equal((await again.get(CURRENT)).status, 200)
  // Other members cannot see sessions.
  const viewer = await joined(w, 'vic@example.com', 'developer')
  refused(await viewer.at('1/test').get(SESSIONS), 403, 'permission_denied')
  refused(await viewer.at('1/test').delete(`${SESSIONS}/${now.id}`), 403, 'permission_denied')
})

test('only owners end the sessions of owners', async () => {
  const person = await owner(w, 2, 'olaf@example.com')
  const admin = await joined(w, 'anna@example.com', 'admin')
  const all = (await admin.at('1/live').get(SESSIONS)).body.data as Made[]
  const own = all.find(({ email }) => email === 'olaf@example.com')
  const path = `${SESSIONS}/${own.id}`
  refused(await admin.at('1/live').delete(path), 403, 'owner_required')
  refused(await api.delete(path), 403, 'owner_required')
  assert.equal((await person.get(CURRENT)).status, 200)
  const [{ id }] = await of(admin)
  const foreseen = await person.at('1/live').delete(`${SESSIONS}/${id}?dry_run=true`)
  assert.equal(foreseen.status, 200, foreseen.text)
  assert.equal((await admin.get(CURRENT)).status, 200)
  assert.equal((await person.at('1/live').delete(path)).status, 200)
  refused(await person.get(CURRENT), 401, 'session_invalid')
})
