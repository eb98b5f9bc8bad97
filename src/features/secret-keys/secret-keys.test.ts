// Moving secrets to another key during concurrent changes: nothing is undone, and the move never waits for a lock.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { until, world } from '../../../test/harness.ts'
import { SEALED } from '../../app/secrets.ts'
import { idOf, KeyRing } from '../../platform/key-ring.ts'
import { createSealer } from '../../platform/seal.ts'
import { createAuthenticator } from '../api-keys/authenticate.ts'
import { findCurrentKey, takeFirstKey } from './current.ts'
import { listSealed, replaceSealed, type SealedRow } from './store.ts'
import { resealSweep } from './sweeps.ts'

const w = await world({ after })
const fresh = randomBytes(32)
const [turned, former] = [new KeyRing([fresh, w.secretKey]), new KeyRing([w.secretKey, fresh])]
const unmarkedId = idOf(w.secretKey)
const sealer = createSealer(turned, 'webhook secrets', unmarkedId)
const [SECRET] = SEALED.filter(({ column }) => column === 'secret') as [(typeof SEALED)[number]]

const makeEndpoint = async (): Promise<string> => {
  const made = await w.api.post('/v1/webhook_endpoints', { body: { url: 'https://example.com/' } })
  assert.equal(made.status, 201, made.text)
  return made.body.id
}
const resealed = (rows: SealedRow[]) =>
  rows.flatMap((row) => {
    const resealed = sealer.reseal(row.sealed)
    return resealed ? [{ row, resealed }] : []
  })
const list = () => listSealed(w.pool, SECRET, { after: undefined, most: 100 })

test('a secret that is rotated after it was read stays rotated', async () => {
  const id = await makeEndpoint()
  const rows = resealed(await list())
  const rotated = await w.api.post(`/v1/webhook_endpoints/${id}/rotate_secret`)
  assert.equal(rotated.status, 200, rotated.text)
  assert.equal(rows.length, 1)
  assert.equal(await replaceSealed(w.pool, SECRET, rows), 0)
  const [row] = await list()
  assert.equal(
    `whsec_${sealer.open((row as SealedRow).sealed).toString('base64')}`,
    rotated.body.secret,
  )
})

test('a locked row is skipped without waiting and moved in a later run', async () => {
  const rows = resealed(await list())
  const client = await w.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from webhook_endpoints for update')
    assert.equal(await replaceSealed(w.pool, SECRET, rows), 0)
    await client.query('rollback')
  } finally {
    client.release()
  }
  // Deliveries lock the endpoint now and then.
  await until('the lock', async () => (await replaceSealed(w.pool, SECRET, rows)) === rows.length)
  assert.deepEqual(resealed(await list()), [])
})

test('secrets are moved only under the current key', async () => {
  const text = await w.key()
  const id = text.split('_').slice(0, 3).join('_')
  const state = async () =>
    (await w.sql('select secret_hash, secret_key_id from api_keys where id = $1', [id]))[0]
  const begun = await state()
  const use = async (keys: KeyRing) => {
    const auth = createAuthenticator(w.pool, keys, Date.now)
    assert.ok(await auth.authenticate(text))
    await auth.flush()
  }
  const sweep = (keys: KeyRing) =>
    resealSweep({
      pool: w.pool,
      keys,
      columns: SEALED,
      sealerFor: (purpose) => createSealer(keys, purpose, unmarkedId),
      onFailure: assert.ifError,
    }).run(AbortSignal.timeout(60_000))
  await makeEndpoint()
  await use(turned)
  assert.deepEqual(await state(), begun)
  assert.equal((await sweep(turned)).done, 0)

  assert.equal(await takeFirstKey(w.pool, turned, SEALED), unmarkedId)
  assert.deepEqual(await findCurrentKey(w.pool, former), fresh)
  await use(turned)
  const moved = await state()
  assert.equal(moved?.secret_key_id, idOf(fresh))
  await until('the new endpoint', async () => (await sweep(turned)).done === 1)
  // A process with the former key order opens the secret and does not undo the move.
  await use(former)
  assert.deepEqual(await state(), moved)
  assert.equal((await sweep(former)).done, 0)
})

test('a revoked key stays revoked, whatever key it is moved to', async () => {
  const text = await w.key()
  const id = text.split('_').slice(0, 3).join('_')
  const auth = createAuthenticator(w.pool, turned, Date.now)
  assert.ok(await auth.authenticate(text))
  await w.sql('update api_keys set revoked_at = now() where id = $1', [id])
  await auth.flush()
  const again = createAuthenticator(w.pool, turned, Date.now)
  assert.equal(await again.authenticate(text), undefined)
  const rows = await w.sql(
    'select revoked_at is not null as revoked, secret_key_id from api_keys where id = $1',
    [id],
  )
  assert.deepEqual(rows, [{ revoked: true, secret_key_id: idOf(fresh) }])
})
