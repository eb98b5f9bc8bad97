// API keys below the HTTP layer: what a process caches and for how long.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { KeyRing } from '../../../src/platform/key-ring.ts'
import { world } from '../../../test/harness.ts'
import { createAuthenticator, policyOf } from './authenticate.ts'
import { createKey, rollKey } from './generate.ts'
import { findKeys, listKeys, revokeKey } from './store.ts'

const w = await world({ after })
const idOf = (key: string) => key.split('_').slice(0, 3).join('_')

test('a key is read once every five seconds, even if it does not exist', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z')
  const auth = createAuthenticator(w.pool, new KeyRing([w.secretKey]), () => now)
  // With a large quota, a key is read once a second: see contract/limits.
  await w.sql("update accounts set tier = 'standard', tier_limit = null")
  const key = await w.key()
  assert.equal((await auth.authenticate(key))?.environment_id, 1)
  await revokeKey(w.pool, idOf(key), now)
  now += 4_999
  assert.ok(await auth.authenticate(key))
  now += 1
  assert.equal(await auth.authenticate(key), undefined)

  const late = await w.key()
  await w.sql('update api_keys set id = $2 where id = $1', [idOf(late), 'svc_test_hidden'])
  assert.equal(await auth.authenticate(late), undefined)
  await w.sql('update api_keys set id = $2 where id = $1', ['svc_test_hidden', idOf(late)])
  assert.equal(await auth.authenticate(late), undefined)
  now += 5_000
  assert.ok(await auth.authenticate(late))
})

test('a refresh bypasses the cache', async () => {
  const auth = createAuthenticator(w.pool, new KeyRing([w.secretKey]), () => 0)
  const key = await w.key()
  assert.ok(await auth.authenticate(key))
  await revokeKey(w.pool, idOf(key), 1_000)
  assert.ok(await auth.authenticate(key))
  assert.equal(await auth.refresh(key), undefined)
})

test('an expired key stops working at that instant', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z')
  const auth = createAuthenticator(w.pool, new KeyRing([w.secretKey]), () => now)
  const key = await w.key({ expires_at: now + 1_000 })
  now += 999
  assert.ok(await auth.authenticate(key))
  now += 1
  assert.equal(await auth.authenticate(key), undefined)
})

test('last use is written once per flush, and never moves back', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z')
  const auth = createAuthenticator(w.pool, new KeyRing([w.secretKey]), () => now)
  const key = await w.key()
  const lastUse = async () => (await findKeys(w.pool, [idOf(key)]))[0]?.last_used_at
  await auth.authenticate(key)
  await auth.authenticate(key)
  assert.equal(await lastUse(), null)
  assert.equal(await auth.flush(), 1)
  assert.equal(await lastUse(), now)
  assert.equal(await auth.flush(), 0)
  const before = now
  now -= 10_000
  await auth.authenticate(key)
  await auth.flush()
  assert.equal(await lastUse(), before)
})

test('a rolled key keeps name, scopes and environment, and never extends the old one', async () => {
  const at = Date.parse('2026-11-20T12:00:00Z')
  const spec = { environment_id: 2, mode: 'live', name: 'Shop', scopes: ['events:read'] } as const
  const old = await createKey(
    w.pool,
    w.secretKey,
    { ...spec, scopes: [...spec.scopes], expires_at: at + 5_000 },
    at,
  )
  const rolled = await rollKey(w.pool, w.secretKey, old.record.id, 60_000, at)
  const { name, scopes, environment_id, expires_at } = rolled?.record ?? {}
  assert.deepEqual(
    { name, scopes, environment_id, expires_at },
    {
      name: 'Shop',
      scopes: ['events:read'],
      environment_id: 2,
      expires_at: null,
    },
  )
  assert.equal((await findKeys(w.pool, [old.record.id]))[0]?.expires_at, at + 5_000)
  await revokeKey(w.pool, old.record.id, at)
  assert.equal(await rollKey(w.pool, w.secretKey, old.record.id, 0, at), undefined)
})

test('revoking again changes nothing, and an unknown key is reported', async () => {
  const key = await w.key()
  assert.equal(await revokeKey(w.pool, idOf(key), 1_000), true)
  assert.equal(await revokeKey(w.pool, idOf(key), 2_000), true)
  assert.equal((await findKeys(w.pool, [idOf(key)]))[0]?.revoked_at, 1_000)
  assert.equal(await revokeKey(w.pool, 'svc_test_nobody', 1_000), false)
})

test('the list has the keys of the account and no others', async () => {
  const ids = (await listKeys(w.pool, 2)).map(({ id }) => id)
  assert.deepEqual(ids.toSorted(), [idOf(w.keys.otherTest), idOf(w.keys.otherLive)].toSorted())
})

// Specification, section 8.
test('a tier sets the quota per minute', () => {
  for (const [tier, tier_limit, quota] of [
    ['standard', null, 100],
    ['pro', null, 500],
    ['enterprise', 42, 42],
    ['enterprise', null, null],
  ] as const) {
    assert.deepEqual(policyOf({ tier, tier_limit }), { name: tier, quota })
  }
})
