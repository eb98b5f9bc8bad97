// A pooler between the service and PostgreSQL: session pooling works, and other modes are refused.

import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { reckonerHere } from './cli.ts'
import { assertSound, Books } from './crash/books.ts'
import { startClients } from './crash/clients.ts'
import { createDatabase, POOLED } from './database.ts'
import { CUSTOMERS, get } from './fixtures.ts'
import { until, world } from './harness.ts'
import { type PoolMode, startPooler } from './pooler.ts'
import { startProxy } from './proxy.ts'

const server = process.env.TEST_DATABASE_URL as string
const SETTINGS = {
  SECRET_KEY: 'a secret key for tests, 32 characters and more',
  DATA_DIR: '/nonexistent',
  PORT: '0',
}

test('two processes write and read through a session pooler', async (t) => {
  const pooler = await startPooler(server, 'session')
  process.env[POOLED] = pooler.through(server)
  const w = await world(t)
  t.after(async () => {
    delete process.env[POOLED]
    await pooler.stop()
  })
  const second = await w.secondProcess()
  let turn = 0
  const clients = startClients(4, () => (turn++ % 2 === 0 ? w.api : second.api))
  await until('a hundred writes', () => clients.deeds.length > 100)
  await clients.stop()
  assert.deepEqual([...clients.answers.keys()].sort(), [200, 201])
  await assertSound(w.pool)
  await new Books(w.pool, 1).assertDoneOnce(w.api, clients.deeds)
  await get(second.api, CUSTOMERS)
})

const mixing: [mode: PoolMode, what: string, settings: Record<string, string>][] = [
  ['transaction', 'the last used connection', {}],
  ['transaction', 'two connections in turn', { server_round_robin: '1', default_pool_size: '2' }],
  ['transaction', 'one connection', { default_pool_size: '1' }],
  ['statement', 'the last used connection', {}],
]

for (const [mode, what, settings] of mixing) {
  test(`a pooler of the mode ${mode} that gives ${what} is refused`, async (t) => {
    const { env } = await pooled(t, mode, settings)
    for (const command of [['serve'], ['migrate']]) {
      const { code, err } = await reckonerHere(command, env)
      assert.equal(code, 1, err)
      assert.match(err, /^DATABASE_URL is a pooler .* Set pool_mode to session there, .*\.\n$/)
    }
    const { code, out } = await reckonerHere(['doctor'], env)
    assert.equal(code, 1)
    assert.match(out, /✗ database .*\n\s+→ DATABASE_URL is a pooler .* pool_mode/)
  })
}

test('with and without a session pooler, doctor reports no problem', async (t) => {
  const { env, direct } = await pooled(t, 'session', {})
  for (const DATABASE_URL of [env.DATABASE_URL, direct]) {
    const { out } = await reckonerHere(['doctor'], { ...env, DATABASE_URL })
    assert.match(out, /✓ database +PostgreSQL \d/)
  }
})

test('a pooler that does not forward a setting is refused, and the setting is named', async (t) => {
  const { url, drop } = await createDatabase()
  const deaf = await startProxy(url, (chunk) =>
    Buffer.from(
      chunk.toString('latin1').replace("lock_timeout to '1000'", "lock_timeout to '9999'"),
      'latin1',
    ),
  )
  t.after(async () => {
    await deaf.close()
    await drop()
  })
  const { code, err } = await reckonerHere(['serve'], { ...SETTINGS, DATABASE_URL: deaf.url })
  assert.equal(code, 1)
  assert.match(err, /do not arrive at the database \(lock_timeout is 9999, not 1000\)\. .*\.\n$/)
})

async function pooled(t: TestContext, mode: PoolMode, settings: Record<string, string>) {
  const { url: direct, drop } = await createDatabase()
  const pooler = await startPooler(server, mode, settings)
  t.after(async () => {
    // Only once the pooler is stopped, because it keeps connections open.
    await pooler.stop()
    await drop()
  })
  return { env: { ...SETTINGS, DATABASE_URL: pooler.through(direct) }, direct }
}
