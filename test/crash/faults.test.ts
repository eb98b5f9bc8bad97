// Kills the server at every fault point, one life after the other on one database, while clients
// go on and repeat what was not answered: nothing acknowledged is lost and nothing is done twice.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { prepareInstallation } from '../../src/features/accounts/actions.ts'
import { createKey } from '../../src/features/api-keys/actions.ts'
import { openPool } from '../../src/platform/db/pool.ts'
import { FAULTS } from '../../src/platform/faults.ts'
import { connectApi } from '../client.ts'
import { createDatabase } from '../database.ts'
import { until } from '../harness.ts'
import { type Process, startProcess } from '../process.ts'
import { startReceiver } from '../receiver.ts'
import { assertDoneOnce, assertSound } from './books.ts'
import { type Clients, startClients } from './clients.ts'

const SECRET_KEY = 'a secret key for crashes, 32 characters and more'
const CLIENTS = 6

/**
 * Which pass through each place is the last. The sweeps of the start pass `sweep.done` seven times. The
 * places of clocks and of mails have tests of their own: test-clock-crash and mail-crash.
 */
const PASSES: Record<string, number[]> = { 'sweep.found': [1, 2], 'sweep.done': [1, 12] }
const deaths = FAULTS.filter((place) => !/^(clock|mail)\./.test(place)).flatMap((place) =>
  (PASSES[place] ?? [1, 8]).map((pass) => `${place}:${pass}`),
)

const { url, drop } = await createDatabase()
const pool = openPool({ connectionString: url }, { size: 4 })
const secret = Buffer.from(SECRET_KEY)
await prepareInstallation(
  pool,
  secret,
  { tier: 'enterprise', default_currency: 'cad', payment_terms_days: 30, time_zone: 'UTC' },
  Date.now(),
)
const { text: key } = await createKey(
  pool,
  secret,
  { environment_id: 1, mode: 'test', name: 'crash', scopes: ['*'], expires_at: null },
  Date.now(),
)

const env = {
  DATABASE_URL: url,
  SECRET_KEY,
  PORT: '0',
  DATA_DIR: '/nonexistent',
  LOG_LEVEL: 'error',
  WEBHOOK_ALLOW_PRIVATE: 'true',
}
let server: Process | undefined
// Until the first server is up, nobody listens there.
let api = connectApi('http://127.0.0.1:9', key)
let clients: Clients | undefined

/** Starts a server that will die at a place; undefined if it died before it could say where it is. */
async function live(death: string): Promise<void> {
  try {
    server = await startProcess({ ...env, ...(death && { RECKONER_FAULT: death }) }, key)
    await api.close()
    api = server.api
  } catch (error) {
    server = undefined
    assert.match(String(error), /did not start \(SIGKILL\)/)
  }
}

after(async () => {
  await server?.stop()
  await api.close()
  await pool.end()
  await drop()
})

const receiver = await startReceiver({ after })
await live('')
const body = { url: receiver.url, enabled_events: ['customer.created'] }
await api.post('/v1/webhook_endpoints', { body })
await server?.stop()

for (const death of deaths) {
  test(`killed at ${death}`, { timeout: 30_000 }, async () => {
    await live(death)
    clients ??= startClients(CLIENTS, () => api)
    if (server) assert.equal(await server.ended, 'SIGKILL', server.output())
    await assertSound(pool)
  })
}

test('the next life answers everything, and all has happened once', {
  timeout: 60_000,
}, async () => {
  await live('')
  await clients?.stop()
  await until('every late invoice to be overdue', async () => {
    const { rows } = await pool.query(
      "select 1 from invoices where status = 'posted' and due_date < '2021-01-01' limit 1",
    )
    return rows.length === 0
  })
  await assertSound(pool)
  const { deeds, answers } = clients as Clients
  assert.ok(deeds.length > 200 && (answers.get('lost') ?? 0) > deaths.length, 'much was under way')
  await assertDoneOnce(pool, api, deeds)
})
