// Kills the embedded PostgreSQL under load: requests get nothing worse than 503 until it is repaired, nothing
// acknowledged is lost and nothing is done twice.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { findRunning } from '../../src/platform/db/embedded/server.ts'
import { openPool } from '../../src/platform/db/pool.ts'
import { connectApi } from '../client.ts'
import { until } from '../harness.ts'
import { startProcess } from '../process.ts'
import { assertSound, Books } from './books.ts'
import { startClients } from './clients.ts'
import { EVERY } from './deaths.ts'

const KILLS = EVERY ? 2 : 1
/** Writes before and after each kill. */
const WRITES = 20

test('PostgreSQL killed under load loses nothing', { timeout: 600_000 }, async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reckoner-postmaster-'))
  const env = { DATA_DIR: dataDir, PORT: '0', RATE_LIMIT_TIER: 'enterprise', LOG_LEVEL: 'error' }
  const server = await startProcess(env, '')
  t.after(async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 50 })
  })
  const firstKey = /svc_test_\w+/.exec(server.output())?.[0] ?? ''
  const api = connectApi(server.api.url, firstKey)
  const running = await findRunning(dataDir)
  assert.ok(running)
  const pool = openPool(running.connection, { size: 2 })
  try {
    const clients = startClients(4, () => api)
    for (let kill = 1; kill <= KILLS; kill++) {
      const done = clients.deeds.length
      await until('some more work', () => clients.deeds.length > done + WRITES)
      process.kill(postmasterOf(dataDir), 'SIGKILL')
      const unavailable = clients.answers.get(503) ?? 0
      await until('503', () => (clients.answers.get(503) ?? 0) > unavailable)
    }
    const done = clients.deeds.length
    await until('work after the last kill', () => clients.deeds.length > done + WRITES)
    await clients.stop()
    assert.deepEqual([...clients.answers.keys()].sort(), [200, 201, 503])
    await until('the sweep to have caught up', async () => {
      const { rows } = await pool.query(
        "select 1 from invoices where status = 'posted' and due_date < '2021-01-01' limit 1",
      )
      return rows.length === 0
    })
    await assertSound(pool)
    await new Books(pool, 1).assertDoneOnce(api, clients.deeds)
  } finally {
    await pool.end()
    await api.close()
    await server.stop()
  }
  assert.equal(await server.ended, 0, server.output())
})

function postmasterOf(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}
