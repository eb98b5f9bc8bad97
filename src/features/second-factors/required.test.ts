// Accounts that require a second factor, and the command that resets a user's second factor.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { enrol } from '../../../test/authenticator.ts'
import { browser, joined, owner, PASSWORD } from '../../../test/browser-like.ts'
import { reckoner } from '../../../test/cli.ts'
import { get, refused } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'

const w = await world({ after })
const CURRENT = '/session/v1/sessions/current'
const ACCOUNT = '/session/v1/accounts/1'

test('an account that requires a second factor is closed to members without one', async () => {
  const boss = await owner(w)
  const inviting = { key: w.keys.live }
  const [admin, viewer] = [
    await joined(w, 'admin@example.com', 'admin', inviting),
    await joined(w, 'viewer@example.com', 'viewer', inviting),
  ]
  const set = (person: typeof boss, required: boolean, path = ACCOUNT) =>
    person.send('PATCH', path, { body: { require_second_factor: required } })
  // Only an owner or admin who has a second factor can require it of others.
  refused(await set(boss, true), 409, 'second_factor_missing')
  await enrol(viewer)
  refused(await set(viewer, true), 403, 'permission_denied')
  await enrol(boss)
  refused(await set(boss, true, '/session/v1/accounts/2'), 404, 'resource_missing')
  refused(await set(boss, true, '/session/v1/accounts/x'), 404, 'resource_missing')
  assert.equal((await set(boss, true)).status, 200)

  for (const place of ['1/test', '1/live']) {
    const { message } = refused(
      await admin.at(place).get('/v1/products'),
      403,
      'second_factor_required',
    )
    assert.match(message, /profile/)
    refused(
      await admin.at(place).delete('/v1/sessions/ses_01h2xcejqtf2nbrexx3vqjhp41'),
      403,
      'second_factor_required',
    )
    assert.equal((await boss.at(place).get('/v1/products')).status, 200)
    assert.equal((await viewer.at(place).get('/v1/products')).status, 200)
  }
  // API keys are not affected.
  assert.equal((await w.api.get('/v1/products')).status, 200)
  const { user, accounts } = (await admin.get(CURRENT)).body
  assert.deepEqual([user.second_factor, accounts[0].require_second_factor], [false, true])
  refused(await set(admin, false), 409, 'second_factor_missing')
  await enrol(admin)
  assert.equal((await admin.at('1/test').get('/v1/products')).status, 200)
  assert.equal((await set(admin, false)).status, 200)
  // Members of another account are not affected.
  assert.equal((await (await owner(w, 4)).at('2/test').get('/v1/products')).status, 200)
  const rows = await get(w.api, '/v1/audit_log?action=requireSecondFactor', { key: w.keys.live })
  assert.equal(rows.data.length, 1)
})

test('a command lets in a user without phone and codes, and is in the audit log', async () => {
  const last = await owner(w, 4, 'last@example.com')
  await enrol(last)
  const set = { body: { require_second_factor: true } }
  assert.equal((await last.send('PATCH', '/session/v1/accounts/2', set)).status, 200)
  const { databaseUrl: DATABASE_URL = '', secretKey: SECRET_KEY = '' } = w.config
  const run = (line: string) => reckoner(line.split(' '), { DATABASE_URL, SECRET_KEY })
  const unknown = await run('accounts reset-second-factor nobody@example.com')
  assert.equal(unknown.code, 1)
  assert.match(unknown.err, /There is no user with the email nobody@example\.com/)
  const done = await run('accounts reset-second-factor LAST@example.com --json')
  assert.equal(done.code, 0, done.err)
  assert.deepEqual(done.json(), { email: 'last@example.com', sessions_ended: 1 })
  const again = await run('accounts reset-second-factor last@example.com')
  assert.match(again.err, /has no second factor/)
  const left = await w.sql(
    'select 1 from sessions s join users u on u.id = s.user_id where u.email = $1',
    ['last@example.com'],
  )
  assert.deepEqual(left, [])
  const back = browser(w)
  const signed = await back.send('POST', '/session/v1/sessions', {
    body: { email: 'last@example.com', password: PASSWORD },
  })
  assert.equal(signed.status, 201, signed.text)
  // The account still requires one.
  refused(await back.at('2/live').get('/v1/products'), 403, 'second_factor_required')
  await enrol(back)
  assert.equal((await back.at('2/live').get('/v1/products')).status, 200)
  const rows = await get(w.api, '/v1/audit_log?action=resetSecondFactor', { key: w.keys.otherLive })
  assert.equal(rows.data[0].actor, 'command')
})
