// A standby in DATABASE_READ_URL: which requests read from it, that clients see their own writes, and that no request
// fails when the standby falls behind, goes away, or cancels a query.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { reckonerHere } from './cli.ts'
import type { Api } from './client.ts'
import { startCluster } from './cluster.ts'
import { get, makeProduct, PRODUCTS } from './fixtures.ts'
import { until, type World, world } from './harness.ts'
import { type Standby, startStandby } from './standby.ts'

const cluster = await startCluster('external')
after(() => cluster.stop())
// Queries that block replay are canceled at once.
const standby = await startStandby(cluster, { max_standby_streaming_delay: '0' })
after(() => standby.stop())

/** Paths whose responses can be behind. */
const BEHIND = [
  PRODUCTS,
  `${PRODUCTS}.csv`,
  '/v1/search?q=plan',
  '/v1/summary',
  '/v1/ledger/trial_balance',
  '/v1/ledger/journal.csv',
]

/** The server from which such a response was read. */
async function serverOf(api: Api, path: string, key?: string): Promise<string> {
  const before = await reads(api)
  const { status, text } = await api.get(path, key ? { key } : {})
  assert.equal(status, 200, text)
  const now = await reads(api)
  const served = Object.keys(now).filter((server) => now[server] !== before[server])
  return served.join(' and ') || 'neither'
}

async function reads(api: Api): Promise<Record<string, number>> {
  const { text } = await api.get('/metrics', { key: null })
  const found = text.matchAll(/^reckoner_replica_reads_total\{server="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries(Array.from(found, ([, server, count]) => [server, Number(count)]))
}

const servedBy = (server: string, api: Api, key?: string) =>
  until(`reads from the ${server}`, async () => (await serverOf(api, PRODUCTS, key)) === server)

/** Lets a read wait on the standby while it locks a table, and then makes the standby need that table. */
async function takeBack({ api, pool }: World, { asAdmin }: Standby): Promise<void> {
  const holder = await pool.connect()
  try {
    // The journal names the entries before the postings.
    await holder.query('begin; lock table ledger_postings in access exclusive mode')
    await makeProduct(api)
    await servedBy('replica', api)
    const journal = serverOf(api, '/v1/ledger/journal.csv')
    await until('a read that waits on the standby', async () => {
      const waiting = await asAdmin(
        `select from pg_locks where mode = 'AccessShareLock' and not granted`,
      )
      return waiting.rows.length > 0
    })
    await holder.query('lock table ledger_entries in access exclusive mode')
    await makeProduct(api)
    await until('a conflict', async () => {
      const { rows } = await asAdmin(
        'select sum(confl_lock)::int as n from pg_stat_database_conflicts',
      )
      return rows[0].n > 0
    })
    await holder.query('commit')
    assert.equal(await journal, 'primary')
  } finally {
    holder.release(true)
  }
}

test('responses that can be behind are read from a standby', { timeout: 300_000 }, async (t) => {
  const w = await world(t, {
    server: cluster.url,
    settings: (url) => ({ DATABASE_READ_URL: standby.of(url), READ_LAG_MS: '600000' }),
  })
  const { api } = w
  const { id } = await makeProduct(api)
  await servedBy('replica', api)
  for (const path of BEHIND) assert.equal(await serverOf(api, path), 'replica', path)
  for (const path of [`${PRODUCTS}/${id}`, '/v1/events']) {
    assert.equal(await serverOf(api, path), 'neither', path)
  }

  t.diagnostic('it falls behind')
  const strict = await w.secondProcess({ READ_LAG_MS: '2000' })
  await servedBy('replica', strict.api)
  await standby.asAdmin('select pg_wal_replay_pause()')
  const { id: later } = await makeProduct(api, { name: 'Later plan' })
  for (const path of BEHIND) assert.equal(await serverOf(api, path), 'primary', path)
  assert.equal((await get(api, PRODUCTS)).data[0].id, later, 'who wrote finds it')
  assert.equal(await serverOf(api, PRODUCTS, w.keys.live), 'replica', 'who did not may wait')
  await servedBy('primary', strict.api)
  await standby.asAdmin('select pg_wal_replay_resume()')
  await servedBy('replica', api)
  await servedBy('replica', strict.api)
  assert.equal((await get(api, PRODUCTS)).data[0].id, later)

  t.diagnostic('it takes back what is being read')
  await takeBack(w, standby)

  t.diagnostic('it goes away')
  const env = {
    DATABASE_URL: w.config.databaseUrl as string,
    DATABASE_READ_URL: w.config.databaseReadUrl as string,
    SECRET_KEY: w.secretKey.toString(),
    DATA_DIR: '/nonexistent',
    PORT: '0',
  }
  assert.match((await reckonerHere(['doctor'], env)).out, /✓ replica .* is [\d,]+ bytes behind/)
  await standby.stop()
  for (let n = 0; n < 20; n++) assert.equal((await api.get(PRODUCTS)).status, 200)
  assert.equal(await serverOf(api, PRODUCTS), 'primary')
  assert.match((await reckonerHere(['doctor'], env)).out, /! replica .* does not respond/)
  const { out } = await reckonerHere(['doctor'], { ...env, DATABASE_READ_URL: env.DATABASE_URL })
  assert.match(out, /! replica .*\n\s+→ DATABASE_READ_URL is a server that is not a standby/)
})
