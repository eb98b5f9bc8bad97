// The embedded database goes from one major version of PostgreSQL to another by a command, and by nothing else.

import assert from 'node:assert/strict'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openPool } from '../src/platform/db/pool.ts'
import { reckoner } from './cli.ts'
import { startClients } from './crash/clients.ts'
import { makeKey, SECRET_KEY } from './crash/lives.ts'
import { clearAway, newFolder } from './embedded-harness.ts'
import { copyFormer, FORMER_BIN, FORMER_MISSING, makeFormer } from './former.ts'
import { until } from './harness.ts'
import { startProcess } from './process.ts'

const options = { skip: FORMER_MISSING, timeout: 600_000 }
const settings = { SECRET_KEY, PORT: '0', LOG_LEVEL: 'error', RATE_LIMIT_TIER: 'enterprise' }
const args = ['upgrade-database', '--old-bin', FORMER_BIN]

let former = ''
let key = ''
let customers: unknown

after(clearAway)
before(async () => {
  if (FORMER_MISSING) return
  former = await makeFormer(async (databaseUrl) => {
    const env = { ...settings, DATABASE_URL: databaseUrl, DATA_DIR: newFolder() }
    const server = await startProcess(env, '')
    const pool = openPool({ connectionString: databaseUrl }, { size: 1 })
    key = await makeKey(pool, 1)
    await pool.end()
    await server.stop()
    const again = await startProcess(env, key)
    const clients = startClients(2, () => again.api)
    await until('some work', () => clients.deeds.length > 60)
    await clients.stop()
    customers = (await again.api.get('/v1/customers?limit=100')).body
    await again.stop()
  })
})

const versionIn = (folder: string, name = 'postgres') =>
  readFileSync(join(folder, name, 'PG_VERSION'), 'utf8').trim()

test(
  'a start names the command, the command upgrades, and the service goes on',
  options,
  async () => {
    const env = { ...settings, DATA_DIR: copyFormer(former) }
    const refused = await reckoner(['verify'], env)
    assert.match(refused.err, /was written by PostgreSQL 15, .* Run "reckoner upgrade-database"/)
    const lost = await reckoner(['upgrade-database'], env)
    assert.match(lost.err, /^The programs of PostgreSQL 15, .* name a folder .* with --old-bin/)
    const wrong = await reckoner(['upgrade-database', '--old-bin', '/usr/nowhere'], env)
    assert.match(wrong.err, /^There is no program postgres in \/usr\/nowhere/)
    assert.equal(versionIn(env.DATA_DIR), '15')

    const ran = await reckoner([...args, '--json'], env)
    assert.equal(ran.code, 0, ran.err)
    const kept = join(env.DATA_DIR, 'postgres.15')
    assert.deepEqual(ran.json().upgraded, { from: 15, to: 18, kept })
    assert.deepEqual(
      [versionIn(env.DATA_DIR), versionIn(env.DATA_DIR, 'postgres.15')],
      ['18', '15'],
    )
    const again = await reckoner(args, env)
    assert.match(again.out, /^Nothing to do/)
    const verified = await reckoner(['verify'], env)
    assert.equal(verified.code, 0, verified.out)

    const server = await startProcess(env, key)
    try {
      assert.deepEqual((await server.api.get('/v1/customers?limit=100')).body, customers)
      assert.equal((await server.api.post('/v1/products', { body: { name: 'New' } })).status, 201)
      assert.match((await reckoner(args, env)).err, /in use by process \d+ \(reckoner serve\)/)
    } finally {
      await server.stop()
    }
    assert.ok(existsSync(kept), 'nobody has removed the former data')
  },
)

test('books that are out of order are left where they are', options, async () => {
  const spoilt = await makeFormer(async (databaseUrl) => {
    const server = await startProcess(
      { ...settings, DATABASE_URL: databaseUrl, DATA_DIR: newFolder() },
      '',
    )
    await server.stop()
    const pool = openPool({ connectionString: databaseUrl }, { size: 1 })
    await pool.query('update environment_counters set customers_count = 7')
    await pool.end()
  })
  const env = { ...settings, DATA_DIR: spoilt }
  const ran = await reckoner(args, env)
  assert.match(ran.err, /\nThe books are not in order, so nothing was changed/)
  assert.equal(versionIn(spoilt), '15')
  renameSync(join(spoilt, 'postgres.password'), join(spoilt, 'away'))
  assert.match((await reckoner(args, env)).err, /postgres\.password/)
})

test('what is no embedded database is refused in a sentence', async () => {
  const none = await reckoner(args, { ...settings, DATA_DIR: newFolder() })
  assert.match(none.err, /^There is no database in .* yet, so nothing to upgrade\.\n$/)
  const own = await reckoner(args, { ...settings, DATABASE_URL: 'postgres://a@127.0.0.1:1/b' })
  assert.match(own.err, /^This is for the embedded database\./)
})
