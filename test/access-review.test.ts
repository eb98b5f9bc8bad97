// What came through while test keys could invite members: voided, found, named, and revoked by one command.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { browser, joined, owner, PASSWORD } from './browser-like.ts'
import { reckonerHere } from './cli.ts'
import { type Made, refused } from './fixtures.ts'
import { world } from './harness.ts'

// What an earlier version would have let in is written past the service.
const w = await world({ after }, { tampers: true })
const { api, keys } = w
const live = { key: keys.live }
const MEMBERS = '/v1/members'
const REDEEM = '/session/v1/links/redeem'
const env = { DATABASE_URL: w.config.databaseUrl as string, SECRET_KEY: w.secretKey.toString() }
const idOf = (key: string) => key.split('_').slice(0, 3).join('_')
const tokenOf = ({ link }: Made) => link.split('#')[1] as string
const TEST_KEY = idOf(keys.test)

/** As if the test key had done it, which it could before. */
const blame = (actions: string[], object_id: string) =>
  w.sql('update audit_log set actor = $1 where action = any($2) and object_id = $3', [
    TEST_KEY,
    actions,
    object_id,
  ])

async function made(path: string, body: object, key: string | null = keys.live): Promise<Made> {
  const answer = await api.post(path, { body, key })
  assert.ok([200, 201].includes(answer.status), answer.text)
  return answer.body
}

const run = async (...args: string[]) => {
  const ran = await reckonerHere(['accounts', 'revoke-descendants', ...args], env)
  assert.equal(ran.code, 0, ran.err)
  return ran.out
}

test('nothing descends from a test key where none reached members', async () => {
  const boss = await owner(w, 2)
  const { body } = await boss.at('1/test').get('/v1/access_review')
  assert.deepEqual([body.total_count, body.descendants], [0, []])
  assert.match(await run(), /^Nothing in account 1 descends from a test key\.\n$/)
  assert.match((await reckonerHere(['doctor'], env)).out, /access +nothing goes back to a test key/)
})

test('what came through is found, named, and revoked by one command', async () => {
  const boss = await owner(w, 2)
  const anna = await joined(w, 'anna@example.com', 'admin')
  const mallory = await joined(w, 'mallory@example.com', 'admin')
  await blame(['inviteMember'], mallory.member)
  const vera = await joined(w, 'vera@example.com', 'viewer')
  await api.patch(`${MEMBERS}/${vera.member}`, { ...live, body: { role: 'admin' } })
  await blame(['updateMember'], vera.member)
  const ola = await joined(w, 'ola@example.com', 'viewer')
  const reset = await made(`${MEMBERS}/${ola.member}/link`, {})
  await blame(['linkMember'], ola.member)
  const stolen = { token: tokenOf(reset), password: 'taken by somebody else' }
  const thief = browser(w)
  assert.equal((await thief.send('POST', REDEEM, { body: stolen })).status, 201)
  const open = await made(MEMBERS, { email: 'open@example.com', role: 'admin' })
  await blame(['inviteMember'], open.id)
  const fine = await made(MEMBERS, { email: 'fine@example.com', role: 'viewer' })
  const body = { name: 'First', scopes: ['*'] }
  const first = (await mallory.at('1/live').post('/v1/api_keys', { body })).body
  const second = await made('/v1/api_keys', { name: 'Second', scopes: ['*'] }, first.key)
  const friend = await made(MEMBERS, { email: 'friend@example.com', role: 'viewer' }, second.key)
  const hook = await made('/v1/webhook_endpoints', { url: 'https://x.example.com/' }, second.key)
  const good = (await anna.at('1/live').post('/v1/api_keys', { body })).body

  // Links that nobody has opened are void from the next start on, and only those.
  const next = await w.secondProcess()
  const redeem = (link: Made) =>
    browser(w).send('POST', REDEEM, { body: { token: tokenOf(link), password: PASSWORD } })
  refused(await redeem(open), 400, 'link_invalid')
  assert.equal((await redeem(fine)).status, 201)
  const voided = await w.sql(`select object_id, actor from audit_log where action = 'voidLink'`)
  assert.deepEqual(voided, [{ object_id: open.id, actor: 'command' }])
  await next.stop()

  const expected = [
    ['invited', mallory.member],
    ['role', vera.member],
    ['password', ola.member],
    ['invited', open.id],
    ['created', first.id],
    ['created', second.id],
    ['invited', friend.id],
    ['created', hook.id],
  ]
  for (const person of [boss.at('1/test'), boss.at('1/live'), anna.at('1/live')]) {
    const review = (await person.get('/v1/access_review')).body
    assert.equal(review.total_count, expected.length)
    assert.deepEqual(
      review.descendants.map(({ reason, id }: Made) => [reason, id]),
      expected,
    )
    assert.ok(review.descendants.every((each: Made) => each.test_key === TEST_KEY))
    assert.equal(review.command, 'reckoner accounts revoke-descendants --account 1')
  }
  refused(await api.get('/v1/access_review'), 403, 'permission_denied')
  const told = await reckonerHere(['doctor'], env)
  assert.equal(told.code, 1)
  assert.match(told.out, /mallory@example\.com.*was invited by the test key svc_test_/)
  assert.match(told.out, /→ Look through "reckoner accounts revoke-descendants --account 1"/)

  assert.match(await run(), /Nothing was changed/)
  assert.equal((await thief.at('1/live').get('/v1/products')).status, 200)
  const out = await run('--keep', friend.id, '--yes')
  assert.match(out, new RegExp(`Kept .*friend@example\\.com \\(${friend.id}\\)\\.`))
  assert.doesNotMatch(out, /Left/)
  const ended = await w.sql<{ id: string }>(
    'select id from api_keys where environment_id = 2 and revoked_at is not null order by created_at',
  )
  assert.deepEqual(
    ended.map(({ id }) => id),
    [first.id, second.id],
  )
  const roles = await w.sql<{ email: string; role: string; gone: boolean }>(
    `select email, role, removed_at is not null as gone from members
     where environment_id = 2 and email like any('{mallory%,vera%,ola%,open%,friend%,anna%}')
     order by email`,
  )
  assert.deepEqual(roles, [
    { email: 'anna@example.com', role: 'admin', gone: false },
    { email: 'friend@example.com', role: 'viewer', gone: false },
    { email: 'mallory@example.com', role: 'admin', gone: true },
    { email: 'ola@example.com', role: 'viewer', gone: false },
    { email: 'open@example.com', role: 'admin', gone: true },
    { email: 'vera@example.com', role: 'viewer', gone: false },
  ])
  const signIn = (password: string) =>
    browser(w).send('POST', '/session/v1/sessions', { body: { email: ola.email, password } })
  for (const password of [stolen.password, PASSWORD]) {
    refused(await signIn(password), 401, 'credentials_invalid')
  }
  const [sessions] = await w.sql<{ count: number }>(
    `select count(*)::int as count from sessions s join users u on u.id = s.user_id
     where u.email in ('ola@example.com', 'mallory@example.com')`,
  )
  assert.equal(sessions?.count, 0)
  refused(await api.get(`/v1/webhook_endpoints/${hook.id}`, live), 404, 'resource_missing')
  assert.equal((await api.get('/v1/products', { key: good.key })).status, 200)
  const review = (await boss.at('1/live').get('/v1/access_review')).body
  assert.deepEqual(review.descendants, [])
  assert.match(await run(), /^Nothing/)
  const acts = await w.sql<{ action: string }>(
    `select action from audit_log where environment_id = 2 and actor = 'command'
       and action not in ('createOwnerLink', 'voidLink') order by action`,
  )
  assert.deepEqual(
    acts.map(({ action }) => action),
    [
      ...['deleteWebhookEndpoint', 'keepAccess', 'removeMember', 'removeMember'],
      ...['resetPassword', 'revokeApiKey', 'revokeApiKey', 'updateMember'],
    ],
  )
})

test('the last owner is left, and named', async () => {
  const boss = await owner(w, 4, 'solo@example.com')
  const [own] = (await boss.at('2/live').get(MEMBERS)).body.data
  await w.sql(
    `insert into audit_log (environment_id, id, created_at, actor, actor_label, address, action, object_id)
     values (4, gen_random_uuid(), now() - interval '1 hour', $1, 'test', '::1', 'inviteMember', $2)`,
    [idOf(keys.otherTest), own.id],
  )
  const out = await run('--account', '2', '--yes')
  assert.match(out, /Left .*solo@example\.com .*the only owner of the account/)
  assert.equal((await boss.at('2/live').get('/v1/products')).status, 200)
})

test('endpoints that are sent more than their maker can read, or wait in vain, are named', async () => {
  const weak = await w.key({ scopes: ['webhooks:write', 'invoices:read'] })
  const hook = await made('/v1/webhook_endpoints', { url: 'https://y.example.com/' }, keys.test)
  await w.sql('update audit_log set actor = $1 where object_id = $2', [idOf(weak), hook.id])
  await w.sql(
    `update webhook_endpoints set enabled_events = '{invoice.*,customer.*,invoice.payed}' where url = $1`,
    ['https://y.example.com/'],
  )
  const figures = async () => (await api.get(`/v1/webhook_endpoints/${hook.id}/figures`)).body
  const doubts = async () => {
    const { beyond_creator, unknown_events } = await figures()
    return [beyond_creator, unknown_events]
  }
  assert.deepEqual(await doubts(), [['customer.*'], ['invoice.payed']])
  const told = await reckonerHere(['doctor'], env)
  assert.match(
    told.out,
    new RegExp(`${hook.id} to https://y\\.example\\.com/ .account 1, test. is sent`),
  )
  const same = (key: string) =>
    api.patch(`/v1/webhook_endpoints/${hook.id}`, {
      key,
      body: { enabled_events: ['invoice.*', 'customer.*', 'invoice.payed'] },
    })
  assert.equal((await same(weak)).status, 200)
  assert.deepEqual(await doubts(), [['customer.*'], ['invoice.payed']])
  assert.equal((await same(keys.test)).status, 200)
  assert.deepEqual(await doubts(), [[], ['invoice.payed']])
  const dev = await joined(w, 'dev@example.com', 'developer')
  const events = { enabled_events: ['invoice.*', 'product.*'] }
  const url = 'https://z.example.com/'
  const theirs = await dev.at('1/test').post('/v1/webhook_endpoints', { body: { url, ...events } })
  const own = await api.get(`/v1/webhook_endpoints/${theirs.body.id}/figures`)
  assert.deepEqual(own.body.beyond_creator, [])
})
