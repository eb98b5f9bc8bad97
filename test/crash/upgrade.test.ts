// The embedded database moves to the next major version of PostgreSQL only by a command. Killed at any step, the
// command leaves one whole folder, and the next try continues. The gate kills at one step, `npm run test:upgrades` at
// each.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { findRunning } from '../../src/platform/db/embedded/server.ts'
import { openPool } from '../../src/platform/db/pool.ts'
import { reckoner, reckonerHere } from '../cli.ts'
import { connectApi } from '../client.ts'
import { clearAway, newFolder } from '../embedded-harness.ts'
import { copyFormer, FORMER_BIN, FORMER_MISSING, makeFormer, withFormerServer } from '../former.ts'
import { until } from '../harness.ts'
import { startProcess } from '../process.ts'
import { assertSound } from './books.ts'
import { startClients } from './clients.ts'
import { EVERY, partOf } from './deaths.ts'
import { makeKey, SECRET_KEY } from './lives.ts'

const options = { skip: FORMER_MISSING, timeout: 600_000 }
const settings = { SECRET_KEY, PORT: '0', LOG_LEVEL: 'error', RATE_LIMIT_TIER: 'enterprise' }
const args = ['upgrade-database', '--old-bin', FORMER_BIN]

interface Death {
  fault: string
  /** PostgreSQL version of the data folder after the kill; undefined while folders are being renamed. */
  version: string | undefined
}
const DEATHS: Death[] = [
  { fault: 'upgrade.launched', version: '15' },
  { fault: 'upgrade.copied', version: '15' },
  { fault: 'upgrade.named', version: '15' },
  { fault: 'upgrade.moved', version: undefined },
  { fault: 'upgrade.exchanged', version: '18' },
]
/** Kills on one folder, one after the other. */
const LIVES = EVERY
  ? [DEATHS.slice(0, 3), ...DEATHS.slice(3).map((death) => [death])]
  : [partOf(DEATHS, DEATHS.length)]

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
    const api = connectApi(server.api.url, key)
    const clients = startClients(2, () => api)
    await until('some work', () => clients.deeds.length > 10)
    await clients.stop()
    customers = (await api.get('/v1/customers?limit=100')).body
    await api.close()
    await server.stop()
  })
})

const versionIn = (folder: string, name = 'postgres'): string | undefined => {
  const data = join(folder, name)
  return existsSync(data) ? readFileSync(join(data, 'PG_VERSION'), 'utf8').trim() : undefined
}

test(
  'a start names the command, the command upgrades, and the service continues',
  options,
  async () => {
    const env = { ...settings, DATA_DIR: copyFormer(former) }
    const refused = await reckonerHere(['verify'], env)
    assert.match(
      refused.err,
      /was written by PostgreSQL 15, .* Run "npm run -s reckoner -- upgrade-database"/,
    )
    const lost = await reckonerHere(['upgrade-database'], env)
    assert.match(lost.err, /^The programs of PostgreSQL 15, .* Set --old-bin to a folder/)
    const wrong = await reckonerHere(['upgrade-database', '--old-bin', '/usr/nowhere'], env)
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
    const again = await reckonerHere(args, env)
    assert.match(again.out, /^Nothing to do/)
    const verified = await reckonerHere(['verify'], env)
    assert.equal(verified.code, 0, verified.out)

    const server = await startProcess(env, key)
    try {
      assert.deepEqual((await server.api.get('/v1/customers?limit=100')).body, customers)
      assert.equal((await server.api.post('/v1/products', { body: { name: 'New' } })).status, 201)
      assert.match((await reckonerHere(args, env)).err, /in use by process \d+ \(reckoner serve\)/)
    } finally {
      await server.stop()
    }
    assert.ok(existsSync(kept), 'the former data is kept')
  },
)

for (const deaths of LIVES) {
  const faults = deaths.map(({ fault }) => fault).join(', then at ')
  test(`an upgrade killed at ${faults} is completed by the next`, options, async () => {
    const env = { ...settings, DATA_DIR: copyFormer(former) }
    for (const { fault, version } of deaths) {
      const died = await reckoner(args, { ...env, RECKONER_FAULT: fault })
      assert.equal(died.code, null, `${died.out}${died.err}`)
      assert.equal(versionIn(env.DATA_DIR), version, fault)
    }
    // While folders are being renamed any start completes it; before that the command is repeated.
    if (versionIn(env.DATA_DIR) === '15') {
      const again = await reckoner(args, env)
      assert.equal(again.code, 0, again.err)
    }
    const server = await startProcess(env, key)
    try {
      assert.deepEqual((await server.api.get('/v1/customers?limit=100')).body, customers)
      const running = (await findRunning(env.DATA_DIR)) ?? assert.fail('it runs')
      const pool = openPool(running.connection, { size: 1 })
      await assertSound(pool).finally(() => pool.end())
    } finally {
      await server.stop()
    }
    const left = readdirSync(env.DATA_DIR).filter((name) => /^postgres\.(draft|new)/.test(name))
    assert.deepEqual(left, [], 'no draft is left')
  })
}

test('an upgrade of a database that fails verification changes nothing', options, async () => {
  const spoilt = copyFormer(former)
  await withFormerServer(spoilt, async (databaseUrl) => {
    const pool = openPool({ connectionString: databaseUrl }, { size: 1 })
    await pool.query('update environment_counters set customers_count = 7')
    await pool.end()
  })
  const env = { ...settings, DATA_DIR: spoilt }
  const ran = await reckonerHere(args, env)
  assert.match(ran.err, /\nThe books are not in order, so nothing was changed/)
  assert.equal(versionIn(spoilt), '15')
  renameSync(join(spoilt, 'postgres.password'), join(spoilt, 'away'))
  assert.match((await reckonerHere(args, env)).err, /postgres\.password/)
})

test('a database of a development version is rejected and left in place', options, async () => {
  const old = copyFormer(former)
  await withFormerServer(old, async (databaseUrl) => {
    const pool = openPool({ connectionString: databaseUrl }, { size: 1 })
    await pool.query("update migrations set checksum = 'x' where name = '0001_accounts.sql'")
    await pool.end()
  })
  const ran = await reckonerHere(args, { ...settings, DATA_DIR: old })
  assert.equal(ran.code, 1)
  assert.match(ran.err, /The database was created by a development version before 0\.2\.0, which/)
  assert.equal(versionIn(old), '15')
})

test('a folder without an embedded database is rejected in one sentence', async () => {
  const none = await reckonerHere(args, { ...settings, DATA_DIR: newFolder() })
  assert.match(none.err, /^There is no database in .* yet, so there is nothing to upgrade\.\n$/)
  const own = await reckonerHere(args, { ...settings, DATABASE_URL: 'postgres://a@127.0.0.1:1/b' })
  assert.match(own.err, /^This command is for the embedded database\./)
})
