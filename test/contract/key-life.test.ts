// Contract 4: how keys end: by time, by revocation, by being rolled.

import assert from 'node:assert/strict'
import { after } from 'node:test'
import { createAuthenticator, rollKey } from '../../src/features/api-keys/actions.ts'
import { revokeKey } from '../../src/features/api-keys/store.ts'
import { CUSTOMERS, INVOICES, refused } from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { row } from './rows.ts'

const w = await world({ after })
const { api } = w
const idOf = (key: string) => key.split('_').slice(0, 3).join('_')
const alive = async (key: string) => (await api.get(CUSTOMERS, { key })).status === 200

row('c4 expire', async () => {
  const key = await w.key({ expires_at: Date.now() + 400 })
  assert.equal(await alive(key), true)
  await until('the key to expire', async () => !(await alive(key)))
})

row('c4 revoke', async () => {
  const key = await w.key()
  assert.equal(await alive(key), true)
  await revokeKey(w.pool, idOf(key), Date.now())
  await until('the revocation to be seen', async () => !(await alive(key)), 6_000)
})

row('c4 roll', async () => {
  const key = await w.key({ scopes: ['customers:read'] })
  const rolled = await rollKey(w.pool, w.secretKey, idOf(key), 60_000, Date.now())
  assert.ok(rolled)
  assert.equal(await alive(key), true)
  assert.equal(await alive(rolled.text), true)
  refused(await api.get(INVOICES, { key: rolled.text }), 403, 'permission_denied')
  const short = await rollKey(w.pool, w.secretKey, idOf(rolled.text), 0, Date.now())
  assert.ok(short)
  await until('the old key to end', async () => !(await alive(rolled.text)), 6_000)
  assert.equal(await alive(short.text), true)
})

row('c4 last used', async () => {
  const key = await w.key()
  assert.equal(await alive(key), true)
  // The service writes it down twice a minute; this is what it does then.
  const authenticator = createAuthenticator(w.pool, w.secretKey, () => Date.now())
  assert.ok(await authenticator.authenticate(key))
  assert.equal(await authenticator.flush(), 1)
  const [row] = await w.sql<{ last_used_at: number }>(
    'select last_used_at from api_keys where id = $1',
    [idOf(key)],
  )
  assert.ok(row && Math.abs(row.last_used_at - Date.now()) < 10_000)
})
