// Contract 4: how keys end: by expiry, revocation or rolling.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createAuthenticator } from '../../src/features/api-keys/authenticate.ts'
import { rollKey } from '../../src/features/api-keys/generate.ts'
import { revokeKey } from '../../src/features/api-keys/store.ts'
import { KeyRing } from '../../src/platform/key-ring.ts'
import { CUSTOMERS, INVOICES, refused } from '../fixtures.ts'
import { world } from '../harness.ts'

// A process caches a key for five seconds by this clock, which stands still.
const began = Date.now()
let ahead = 0
const now = () => began + ahead
const w = await world({ after }, { wallNow: now })
const { api } = w
const idOf = (key: string) => key.split('_').slice(0, 3).join('_')
const alive = async (key: string) => (await api.get(CUSTOMERS, { key })).status === 200

test('a key with an expiry stops working then', async () => {
  const key = await w.key({ expires_at: now() + 60_000 })
  assert.equal(await alive(key), true)
  ahead += 60_001
  refused(await api.get(CUSTOMERS, { key }), 401, 'api_key_invalid')
})

test('a revoked key stops working at once in the process, and soon in others', async () => {
  const key = await w.key()
  assert.equal(await alive(key), true)
  await revokeKey(w.pool, idOf(key), now())
  ahead += 5_000
  refused(await api.get(CUSTOMERS, { key }), 401, 'api_key_invalid')
})

test('both keys work during the overlap of a roll, then only the new one', async () => {
  const key = await w.key({ scopes: ['customers:read'] })
  const rolled = await rollKey(w.pool, w.secretKey, idOf(key), 60_000, now())
  assert.ok(rolled)
  assert.equal(await alive(key), true)
  assert.equal(await alive(rolled.text), true)
  refused(await api.get(INVOICES, { key: rolled.text }), 403, 'permission_denied')
  ahead += 59_000
  assert.equal(await alive(key), true)
  ahead += 1_001
  assert.equal(await alive(key), false)
  assert.equal(await alive(rolled.text), true)
  assert.equal(await rollKey(w.pool, w.secretKey, 'svc_test_0000000000000000', 0, now()), undefined)
})

test('the last use of a key is recorded', async () => {
  const key = await w.key()
  assert.equal(await alive(key), true)
  // The service records uses twice a minute by this call.
  const authenticator = createAuthenticator(w.pool, new KeyRing([w.secretKey]), now)
  assert.ok(await authenticator.authenticate(key))
  assert.equal(await authenticator.flush(), 1)
  const [row] = await w.sql<{ last_used_at: number }>(
    'select last_used_at from api_keys where id = $1',
    [idOf(key)],
  )
  assert.ok(row && Math.abs(row.last_used_at - now()) < 10_000)
})
