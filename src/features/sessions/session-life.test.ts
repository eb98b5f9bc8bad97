// Session expiry, and sign-ins with a password that is being replaced.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { browser, owner, PASSWORD } from '../../../test/browser-like.ts'
import { refused } from '../../../test/fixtures.ts'
import { until, world } from '../../../test/harness.ts'

const DAY_MS = 86_400_000
let now = Date.parse('2026-11-20T12:00:00.000Z')
const w = await world({ after }, { wallNow: () => now })
const SESSIONS = '/session/v1/sessions'
const CURRENT = `${SESSIONS}/current`

// Owner links are valid for a day, and these tests advance by months.
const [ida, max, ottilie] = [
  await owner(w, 2, 'ida@example.com'),
  await owner(w, 2, 'max@example.com'),
  await owner(w, 2, 'ottilie@example.com'),
]

/** A user who signs in now. */
async function signedIn({ email }: { email: string }) {
  const person = browser(w)
  const answer = await person.send('POST', SESSIONS, { body: { email, password: PASSWORD } })
  assert.equal(answer.status, 201, answer.text)
  return person
}

test('a session that is left idle for 14 days ends', async () => {
  const person = await signedIn(ida)
  now += 14 * DAY_MS - 1
  assert.equal((await person.get(CURRENT)).status, 200)
  // That request was a use, so the 14 days start again.
  now += 14 * DAY_MS - 1
  assert.equal((await person.at('1/test').get('/v1/products')).status, 200)
  now += 14 * DAY_MS
  refused(await person.get(CURRENT), 401, 'session_invalid')
  refused(await person.at('1/test').get('/v1/products'), 401, 'session_invalid')
})

test('every session ends after 90 days, even if it is in use', async () => {
  const person = await signedIn(max)
  const began = now
  const { expires_at } = (await person.get(CURRENT)).body
  assert.equal(Date.parse(expires_at), began + 90 * DAY_MS)
  for (let day = 10; day < 90; day += 10) {
    now = began + day * DAY_MS
    assert.equal((await person.get(CURRENT)).status, 200, `day ${day}`)
  }
  now = began + 90 * DAY_MS - 1
  assert.equal((await person.get(CURRENT)).status, 200)
  now = began + 90 * DAY_MS
  refused(await person.get(CURRENT), 401, 'session_invalid')
})

test('a sign-in with a password that is being replaced fails', async () => {
  const { email } = ottilie
  const client = await w.pool.connect()
  try {
    // A user sets a new password while a sign-in has already checked the old one.
    await client.query('begin')
    await client.query(`update users set password = 'another' where email = $1`, [email])
    const body = { email, password: PASSWORD }
    const signing = browser(w).send('POST', SESSIONS, { body })
    await until('it to wait', async () => {
      const waits = await w.sql(
        `select 1 from pg_stat_activity where datname = current_database()
           and wait_event_type = 'Lock' and query like '%from users%for %'`,
      )
      return waits.length > 0
    })
    await client.query(
      'delete from sessions where user_id = (select id from users where email = $1)',
      [email],
    )
    await client.query('commit')
    refused(await signing, 401, 'credentials_invalid')
    const left = await w.sql(
      'select 1 from sessions s join users u on u.id = s.user_id where u.email = $1',
      [email],
    )
    assert.deepEqual(left, [])
  } finally {
    client.release()
  }
})

test('without a mail server, the response to a reset says so for every address', async () => {
  for (const email of ['ida@example.com', 'nobody@example.com']) {
    const answer = await browser(w).send('POST', '/session/v1/password_resets', { body: { email } })
    assert.deepEqual(answer.body, { object: 'password_reset', delivery: 'none' })
  }
  assert.deepEqual(await w.sql("select 1 from one_time_links where purpose <> 'owner'"), [])
  const body = { email: 'ada@example.com', role: 'viewer', mail: true }
  refused(
    await w.api.post('/v1/members', { body, key: w.keys.live }),
    400,
    'parameter_invalid',
    'mail',
  )
})
