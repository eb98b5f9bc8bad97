// A database that is down, read-only, recovering, full of other connections or out of space, under load: reads continue
// where possible, other requests are asked to retry, and afterwards the books contain exactly the acknowledged writes.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { after } from 'node:test'
import pg from 'pg'
import { readPidFile } from '../src/platform/db/embedded/postmaster.ts'
import { reckoner } from './cli.ts'
import { promote, startCluster } from './cluster.ts'
import { assertSound, Books } from './crash/books.ts'
import { startClients } from './crash/clients.ts'
import { refused } from './fixtures.ts'
import { until, world } from './harness.ts'

const cluster = await startCluster('embedded')
after(() => cluster.stop())

const INVOICES = '/v1/invoices'

test('outages under load lose no acknowledged write', { timeout: 600_000 }, async (t) => {
  const w = await world(t, { server: cluster.url, provokesErrors: true })
  const database = new URL(w.config.databaseUrl as string).pathname.slice(1)
  const { api } = w
  const env = {
    DATABASE_URL: w.config.databaseUrl as string,
    SECRET_KEY: w.secretKey.toString(),
    DATA_DIR: '/nonexistent',
    PORT: '0',
  }
  const clients = startClients(2, () => api)
  const working = async () => {
    const done = clients.deeds.length
    await until('work to go on', () => clients.deeds.length > done + 15)
  }
  const refusing = async () => {
    const before = clients.answers.get(503) ?? 0
    await until('503', () => (clients.answers.get(503) ?? 0) > before + 3)
    const answer = refused(
      await api.post('/v1/products', { body: { name: 'x' } }),
      503,
      'unavailable',
    )
    assert.match(answer.message, /try again/i)
  }
  const readable = async () => assert.equal((await api.get(INVOICES)).status, 200)
  const unready = async (why: RegExp) => {
    const answer = refused(await api.get('/readyz', { key: null }), 503, 'unavailable')
    assert.match(answer.message, why)
    assert.equal((await api.get('/healthz', { key: null })).status, 200)
  }
  const readyAgain = () =>
    until('readiness', async () => (await api.get('/readyz', { key: null })).status === 200)
  const unreadable = async () => {
    const answer = await api.get(INVOICES)
    refused(answer, 503, 'unavailable')
    assert.match(String(answer.headers['retry-after']), /^\d+$/)
    refused(await api.get('/readyz', { key: null }), 503, 'unavailable')
  }
  await working()

  t.diagnostic('restarting')
  await cluster.halt()
  await refusing()
  await unreadable()
  await cluster.resume()
  await working()

  t.diagnostic('read-only')
  await asOther(`alter database ${database} set default_transaction_read_only = on`)
  await asOther(endOf(database))
  await refusing()
  await until('reads', async () => (await api.get(INVOICES)).status === 200)
  await unready(/^The database is read-only /)
  // A process started in the meantime is refused in one sentence.
  const { code, err } = await reckoner(['serve'], env)
  assert.deepEqual([code, err.split('\n').length], [1, 2], err)
  assert.match(err, /^The database is read-only \(.*\)\. If it is a standby, promote it /)
  // Connections opened in the meantime would stay read-only, and no administrator ends them.
  await asOther(`alter database ${database} reset default_transaction_read_only`)
  await working()
  await readyAgain()

  t.diagnostic('recovering, not to be read')
  await cluster.halt()
  writeFileSync(join(cluster.data, 'standby.signal'), '')
  const ready = cluster.resume({ hot_standby: 'off' })
  // Awaited below; avoids an unhandled rejection if the test fails before.
  ready.catch(() => undefined)
  await refusing()
  await unreadable()
  // PostgreSQL loses a promotion that is requested during startup.
  await until('the standby', () => readPidFile(cluster.data)?.status === 'standby')
  promote(cluster.data)
  await ready
  await working()

  t.diagnostic('a standby that can be read, and is promoted')
  await cluster.halt()
  writeFileSync(join(cluster.data, 'standby.signal'), '')
  await cluster.resume({ hot_standby: 'on' })
  await refusing()
  await readable()
  await unready(/^The database is a standby, .* Promote it/)
  promote(cluster.data)
  await working()
  await readyAgain()

  t.diagnostic('out of connections')
  await asOther(`alter database ${database} connection limit 0`)
  await asOther(endOf(database))
  await refusing()
  await unreadable()
  await asOther(`alter database ${database} connection limit -1`)
  await working()

  await clients.stop()
  assert.deepEqual([...clients.answers.keys()].sort(), [200, 201, 503])
  await assertSound(w.pool)
  await new Books(w.pool, 1).assertDoneOnce(api, clients.deeds)
})

const endOf = (database: string) =>
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`

async function asOther(text: string): Promise<void> {
  const client = new pg.Client(cluster.url)
  await client.connect()
  await client.query(text)
  await client.end()
}
