// Kills an upgrade of the embedded database at every step: one whole folder is there at any time, and the
// next try goes on.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { findRunning } from '../../src/platform/db/embedded/server.ts'
import { openPool } from '../../src/platform/db/pool.ts'
import { reckoner } from '../cli.ts'
import { clearAway, newFolder } from '../embedded-harness.ts'
import { copyFormer, FORMER_BIN, FORMER_MISSING, makeFormer } from '../former.ts'
import { startProcess } from '../process.ts'
import { assertSound } from './books.ts'
import { makeKey, SECRET_KEY } from './lives.ts'

interface Death {
  fault: string
  /** Whose data is under its name then; none while names are exchanged. */
  version: string | undefined
}
/** Each on a folder of its own, by one death after the other. */
const LIVES: Death[][] = [
  [
    { fault: 'upgrade.launched', version: '15' },
    { fault: 'upgrade.copied', version: '15' },
    { fault: 'upgrade.named', version: '15' },
  ],
  [{ fault: 'upgrade.moved', version: undefined }],
  [{ fault: 'upgrade.exchanged', version: '18' }],
]
const settings = { SECRET_KEY, PORT: '0', LOG_LEVEL: 'error' }

let key = ''
let former = ''

after(clearAway)
before(async () => {
  if (FORMER_MISSING) return
  former = await makeFormer(async (databaseUrl) => {
    const pool = openPool({ connectionString: databaseUrl }, { size: 1 })
    const env = { ...settings, DATABASE_URL: databaseUrl, DATA_DIR: newFolder() }
    await (await startProcess(env, '')).stop()
    key = await makeKey(pool, 1)
    await pool.end()
    const server = await startProcess(env, key)
    await server.api.post('/v1/customers', { body: { name: 'Maple Bicycles' } })
    await server.stop()
  })
})

for (const deaths of LIVES) {
  const faults = deaths.map(({ fault }) => fault).join(', then at ')
  test(`an upgrade killed at ${faults}`, { skip: FORMER_MISSING, timeout: 600_000 }, async () => {
    const env = { ...settings, DATA_DIR: copyFormer(former) }
    const args = ['upgrade-database', '--old-bin', FORMER_BIN]
    const data = join(env.DATA_DIR, 'postgres')
    const versionNow = () =>
      existsSync(data) ? readFileSync(join(data, 'PG_VERSION'), 'utf8').trim() : undefined
    for (const { fault, version } of deaths) {
      const died = await reckoner(args, { ...env, RECKONER_FAULT: fault })
      assert.equal(died.code, null, `${died.out}${died.err}`)
      assert.equal(versionNow(), version, fault)
    }
    // Where the names were being exchanged, any start finishes it; else the command is repeated.
    if (versionNow() === '15') {
      const again = await reckoner(args, env)
      assert.equal(again.code, 0, again.err)
    }
    const server = await startProcess(env, key)
    try {
      const { body } = await server.api.get('/v1/customers/cus_1001')
      assert.equal(body.name, 'Maple Bicycles')
      const running = (await findRunning(env.DATA_DIR)) ?? assert.fail('it runs')
      const pool = openPool(running.connection, { size: 1 })
      await assertSound(pool).finally(() => pool.end())
    } finally {
      await server.stop()
    }
    const left = readdirSync(env.DATA_DIR).filter((name) => /^postgres\.(draft|new)/.test(name))
    assert.deepEqual(left, [], 'nothing half-made is left')
  })
}
