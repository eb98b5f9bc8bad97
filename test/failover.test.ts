// The primary dies under load, and its standby takes over at the same address: how this is reported, that no client
// continues to read from a server that is behind, and that no acknowledged write is lost.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { reckonerHere } from './cli.ts'
import { startCluster } from './cluster.ts'
import { assertSound, Books } from './crash/books.ts'
import { startClients } from './crash/clients.ts'
import { get, makeProduct, PRODUCTS, refused } from './fixtures.ts'
import { until, world } from './harness.ts'
import { startProxy } from './proxy.ts'
import { asAdministrator, startStandby } from './standby.ts'

const cluster = await startCluster('external')
after(() => cluster.stop())
await cluster.halt()
await cluster.resume({ synchronous_commit: 'on' })
const standby = await startStandby(cluster)
after(() => standby.stop())
// Acknowledged writes must survive the death of the primary.
await asAdministrator(cluster.url, "alter system set synchronous_standby_names = '*'")
await asAdministrator(cluster.url, 'select pg_reload_conf()')
const address = await startProxy(cluster.url)
after(() => address.close())

test('a standby takes over from a dead primary', { timeout: 300_000 }, async (t) => {
  const w = await world(t, { server: address.url, provokesErrors: true })
  const { api } = w
  // Another environment, so that the environment of the clients contains only their requests.
  const withKey = { key: w.keys.live }
  const clients = startClients(4, () => api)
  const working = async () => {
    const done = clients.deeds.length
    await until('work to go on', () => clients.deeds.length > done + 15)
  }
  const refusing = () =>
    until('a refusal of writes', async () => {
      const answer = await api.post(PRODUCTS, { body: { name: 'x' }, ...withKey })
      if (answer.status !== 503) return false
      const { message } = refused(answer, 503, 'unavailable')
      return /is read-only right now, as a standby/.test(message)
    })
  await working()

  t.diagnostic('an address that leads astray for a moment')
  address.leadTo(standby.of(cluster.url))
  address.cut()
  await refusing()
  await until('reads', async () => (await api.get(PRODUCTS)).status === 200)
  const env = {
    DATABASE_URL: w.config.databaseUrl as string,
    SECRET_KEY: w.secretKey.toString(),
    DATA_DIR: '/nonexistent',
    PORT: '0',
  }
  const { code, err } = await reckonerHere(['serve'], env)
  assert.equal(code, 1)
  assert.match(err, /^The database is read-only \(.*\)\. If it is a standby, promote it .*\.\n$/)
  const { out } = await reckonerHere(['doctor'], env)
  assert.match(out, /✗ database .* which is read-only\n\s+→ If it is a standby, promote it/)
  await standby.asAdmin('select pg_wal_replay_pause()')
  address.leadTo(cluster.url)
  await working()
  const { id } = await makeProduct(api, { name: 'Seen by everybody' }, withKey)
  for (let read = 0; read < 50; read++) {
    const { data } = await get(api, PRODUCTS, withKey)
    assert.equal(data[0].id, id, 'nobody reads from the standby')
  }
  await standby.asAdmin('select pg_wal_replay_resume()')
  await working()

  t.diagnostic('the primary dies, and the standby is promoted')
  await cluster.halt('crash')
  address.leadTo(standby.of(cluster.url))
  await refusing()
  standby.promote()
  await working()

  await clients.stop()
  assert.deepEqual([...clients.answers.keys()].sort(), [200, 201, 503])
  await assertSound(w.pool)
  await new Books(w.pool, 1).assertDoneOnce(api, clients.deeds)
})
