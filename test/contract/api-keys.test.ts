// API keys over the API: who can create, rename, roll and revoke them, and when they stop working.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { GRANTS } from '../../src/domain/scopes.ts'
import { createAuthenticator } from '../../src/features/api-keys/authenticate.ts'
import { KeyRing } from '../../src/platform/key-ring.ts'
import { bodyOf, CUSTOMERS, get, type Made, refused } from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { SCOPED_ROUTES } from '../scopes.ts'

let ahead = 0
/** While set, the clock stands still at this time. */
let stands: number | undefined
const now = () => (stands ?? Date.now()) + ahead
const w = await world({ after }, { wallNow: now })
const { api } = w
const KEYS = '/v1/api_keys'
const alive = async (key: string) => (await api.get(CUSTOMERS, { key })).status === 200

function make(body: object = {}, ask: object = {}): Promise<Made> {
  return bodyOf(api.post(KEYS, { body: { name: 'Shop', scopes: ['*'], ...body }, ...ask }), 201)
}

test('a new key is shown in full once and works at once', async () => {
  const answer = await api.post(KEYS, { body: { name: 'Shop', scopes: ['customers:read'] } })
  assert.equal(answer.status, 201, answer.text)
  const { id, key, created_at, ...rest } = answer.body
  assert.match(id, /^svc_test_[0-9A-Za-z]{16}$/)
  assert.match(key, new RegExp(`^${id}_[0-9A-Za-z]{38}$`))
  assert.equal(answer.headers.location, `${KEYS}/${id}`)
  assert.deepEqual(rest, {
    object: 'api_key',
    name: 'Shop',
    scopes: ['customers:read'],
    status: 'active',
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
    last_used_address: null,
  })
  assert.equal(await alive(key), true)
  refused(await api.get('/v1/products', { key }), 403, 'permission_denied')
  assert.equal((await get(api, `${KEYS}/${id}`)).key, null)
  const live = await make({}, { key: w.keys.live })
  assert.match(live.key, /^svc_live_/)
  const [stored] = await w.sql<{ text: string }>(
    'select t::text as text from api_keys t where id = $1',
    [id],
  )
  assert.ok(!stored?.text.includes(key.split('_')[3]), 'only a hash is stored')
})

test('a retry with the same idempotency key returns null instead of the key', async () => {
  const ask = { body: { name: 'Once', scopes: ['*'] }, headers: { 'idempotency-key': 'once' } }
  const first = await api.post(KEYS, ask)
  const again = await api.post(KEYS, ask)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.deepEqual(again.body, { ...first.body, key: null })
  const kept = await w.sql('select body::text as text from idempotency_keys')
  assert.ok(!JSON.stringify(kept).includes(first.body.key))
  const foreseen = await api.post(`${KEYS}?dry_run=true`, { body: ask.body })
  assert.equal(foreseen.body.result.key, null)
})

test('an unknown scope is rejected with the nearest known scope', async () => {
  const error = refused(
    await api.post(KEYS, { body: { name: 'x', scopes: ['invoice:write'] } }),
    400,
    'parameter_invalid',
    'scopes[0]',
  )
  assert.match(error.message, /Did you mean invoices:write\?/)
  for (const scopes of [[], ['*', '*'], 'x', [7], ['Invoices:read'], [''], null]) {
    assert.equal((await api.post(KEYS, { body: { name: 'x', scopes } })).status, 400)
  }
  for (const name of ['', null, 7, 'x'.repeat(257)]) {
    assert.equal((await api.post(KEYS, { body: { name, scopes: ['*'] } })).status, 400)
  }
})

test('a key cannot create or roll a key with more scopes than its own', async () => {
  const key = await w.key({ scopes: ['api_keys:write', 'invoices:write'] })
  const fine = await make({ scopes: ['invoices:read', 'invoices:write', 'api_keys:read'] }, { key })
  for (const scopes of [['*'], ['customers:read'], ['invoices:read', 'payments:write']]) {
    const answer = await api.post(KEYS, { body: { name: 'x', scopes }, key })
    refused(answer, 403, 'permission_denied', 'scopes')
  }
  const strong = await make()
  refused(await api.post(`${KEYS}/${strong.id}/roll`, { key }), 403, 'permission_denied')
  assert.equal((await api.post(`${KEYS}/${fine.id}/roll`, { key })).status, 201)
  assert.equal(await alive(strong.key), true)
  // Revoking a stronger key gives no caller more permissions, so it is allowed.
  assert.equal((await api.post(`${KEYS}/${strong.id}/revoke`, { key })).status, 200)
})

test('keys are listed without secrets, for one environment, filtered by status', async () => {
  const mine = await make({ name: 'Listed' })
  const list = await get(api, `${KEYS}?limit=100`)
  assert.equal(list.data[0].id, mine.id)
  assert.equal(list.total_count, list.data.length)
  assert.ok(list.data.every(({ key, id }: Made) => key === null && id.startsWith('svc_test_')))
  const [stored] = await w.sql<{ count: number }>(
    'select count(*)::int as count from api_keys where environment_id = 1',
  )
  assert.equal(list.total_count, stored?.count)
  await api.post(`${KEYS}/${mine.id}/revoke`)
  const ids = async (status: string) =>
    (await get(api, `${KEYS}?limit=100&status=${status}`)).data.map(({ id }: Made) => id)
  assert.ok((await ids('revoked')).includes(mine.id))
  assert.ok(!(await ids('active')).includes(mine.id))
  const page = await get(api, `${KEYS}?limit=1&starting_after=${list.data[0].id}`)
  assert.equal(page.data[0].id, list.data[1].id)
})

test('renaming a key changes nothing but its name', async () => {
  const made = await make()
  const answer = await api.patch(`${KEYS}/${made.id}`, { body: { name: 'Halifax' } })
  assert.deepEqual(answer.body, { ...made, key: null, name: 'Halifax' })
  assert.equal(await alive(made.key), true)
  refused(
    await api.patch(`${KEYS}/${made.id}`, { body: { name: 'x' }, headers: { 'if-match': '"no"' } }),
    412,
    'precondition_failed',
  )
  refused(
    await api.patch(`${KEYS}/${made.id}`, { body: { scopes: ['invoices:read'] } }),
    400,
    'parameter_invalid',
    'scopes',
  )
})

test('a rolled key expires after the overlap, or at its own earlier expiry', async (t) => {
  stands = Date.now()
  t.after(() => {
    stands = undefined
  })
  const old = await make({ scopes: ['customers:read'] })
  const answer = await api.post(`${KEYS}/${old.id}/roll`, { body: { overlap_seconds: 60 } })
  assert.equal(answer.status, 201, answer.text)
  const { key, id, name, scopes } = answer.body
  assert.deepEqual([name, scopes], ['Shop', ['customers:read']])
  assert.equal(answer.headers.location, `${KEYS}/${id}`)
  assert.deepEqual([await alive(old.key), await alive(key)], [true, true])
  ahead += 59_000
  assert.equal(await alive(old.key), true)
  ahead += 1_001
  assert.deepEqual([await alive(old.key), await alive(key)], [false, true])
  const soon = await make({ expires_at: new Date(now() + 5_000).toISOString() })
  await api.post(`${KEYS}/${soon.id}/roll`)
  assert.equal((await get(api, `${KEYS}/${soon.id}`)).expires_at, soon.expires_at)
  const none = await make()
  await api.post(`${KEYS}/${none.id}/roll`, { body: { overlap_seconds: 0 } })
  assert.equal(await alive(none.key), false)
})

test('revoking a key in use takes effect at once in this process, and again changes nothing', async () => {
  const { id, key } = await make()
  assert.equal(await alive(key), true)
  const first = await api.post(`${KEYS}/${id}/revoke`)
  assert.equal(first.body.status, 'revoked')
  refused(await api.get(CUSTOMERS, { key }), 401, 'api_key_invalid')
  const again = await api.post(`${KEYS}/${id}/revoke`)
  assert.equal(again.body.revoked_at, first.body.revoked_at)
  const self = await make()
  assert.equal((await api.post(`${KEYS}/${self.id}/revoke`, { key: self.key })).status, 200)
  assert.equal(await alive(self.key), false)
  const answer = await api.post(`${KEYS}/${self.key}/revoke`)
  assert.ok(!refused(answer, 404, 'resource_missing').message.includes(self.key))
})

test('another process rejects a revoked key within five seconds', async () => {
  const { id, key } = await make()
  const other = createAuthenticator(w.pool, new KeyRing([w.secretKey]), now)
  assert.ok(await other.authenticate(key))
  await api.post(`${KEYS}/${id}/revoke`)
  ahead += 5_000
  assert.equal(await other.authenticate(key), undefined)
})

test('an expiry must be in the future', async () => {
  const past = { name: 'x', scopes: ['*'], expires_at: '2020-01-01T00:00:00.000Z' }
  refused(await api.post(KEYS, { body: past }), 400, 'parameter_invalid', 'expires_at')
  const { key, id } = await make({ expires_at: new Date(now() + 60_000).toISOString() })
  assert.equal(await alive(key), true)
  ahead += 60_001
  assert.equal(await alive(key), false)
  assert.equal((await get(api, `${KEYS}/${id}`)).status, 'expired')
  refused(await api.post(`${KEYS}/${id}/roll`), 409, 'api_key_ended')
})

test('an expired or revoked key cannot be rolled', async () => {
  const { id } = await make()
  await api.post(`${KEYS}/${id}/revoke`)
  refused(await api.post(`${KEYS}/${id}/roll`), 409, 'api_key_ended')
  assert.equal((await api.patch(`${KEYS}/${id}`, { body: { name: 'Old' } })).status, 200)
})

test('a key records when and from which address it was last used', async () => {
  const auth = createAuthenticator(w.pool, new KeyRing([w.secretKey]), now)
  const { id, key } = await make()
  assert.ok(await auth.authenticate(key, '203.0.113.9'))
  await auth.flush()
  const used = await until('its use', async () => {
    const found = await get(api, `${KEYS}/${id}`)
    return found.last_used_at && found
  })
  assert.equal(used.last_used_address, '203.0.113.9')
})

test('the scopes that routes need are the scopes that keys can have', () => {
  assert.deepEqual(GRANTS.filter((scope) => scope !== '*').toSorted(), SCOPED_ROUTES)
})
