// Kills the service at every step of making, starting, mending and stopping its own PostgreSQL, one
// life after the other on one data folder: the next start goes on, and nothing is lost.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { workersIn } from '../../src/platform/db/embedded/postmaster.ts'
import { findRunning } from '../../src/platform/db/embedded/server.ts'
import { openPool } from '../../src/platform/db/pool.ts'
import { postmasterOf } from '../cluster.ts'
import { clearAway, killNow, newFolder } from '../embedded-harness.ts'
import { type Process, startProcess } from '../process.ts'
import { assertSound } from './books.ts'
import { makeKey, SECRET_KEY } from './lives.ts'

const dataDir = newFolder()
const data = join(dataDir, 'postgres')
const env = { DATA_DIR: dataDir, PORT: '0', SECRET_KEY, LOG_LEVEL: 'error' }

/** What the first start dies of, each time a step further. */
const BIRTHS = [
  ...['embedded.owned', 'embedded.copied', 'embedded.initialized', 'embedded.made'],
  ...['embedded.cleared', 'embedded.launched', 'embedded.ready', 'embedded.prepared'],
  ...['migrate.applied:1', 'migrate.applied:7', 'start.furnished'],
]
/** What a start on data that is there dies of; each leaves a server running or half started. */
const STARTS = ['embedded.cleared', 'embedded.launched', 'embedded.ready', 'embedded.prepared']
/** What it dies of when its PostgreSQL was killed: the second pass is that of the repair. */
const REPAIRS = ['embedded.died', ...STARTS.slice(0, 3).map((place) => `${place}:2`)]
const STOPS = ['embedded.stopping', 'embedded.stopped']

let server: Process | undefined
let key = ''
const products: string[] = []

after(async () => {
  await server?.stop()
  clearAway()
})

async function live(fault?: string): Promise<Process> {
  server = await startProcess({ ...env, ...(fault && { RECKONER_FAULT: fault }) }, key)
  return server
}

/** A start that must die before it can say where it is. */
async function stillborn(fault: string): Promise<void> {
  await assert.rejects(live(fault), /did not start \(SIGKILL\)/)
}

async function work({ api }: Process): Promise<void> {
  const { status, body, text } = await api.post('/v1/products', { body: { name: 'Seat' }, key })
  assert.equal(status, 201, text)
  products.push(body.id)
}

/** A start without a death: all that was answered is there, and nothing is left of those that died. */
async function survive(): Promise<void> {
  const heir = await live()
  const { connection } = (await findRunning(dataDir)) ?? assert.fail('nobody owns the folder')
  const pool = openPool(connection, { size: 2 })
  try {
    key ||= await makeKey(pool, 1)
    for (const id of products) {
      const { status, text } = await heir.api.get(`/v1/products/${id}`, { key })
      assert.equal(status, 200, text)
    }
    await work(heir)
    await assertSound(pool)
  } finally {
    await pool.end()
  }
  await heir.stop()
  assert.equal(await heir.ended, 0, heir.output())
  assert.deepEqual(workersIn(data), [])
  assert.deepEqual(readdirSync(dataDir).sort(), [
    ...['bin', 'postgres', 'postgres.log', 'postgres.password', 'run'],
  ])
}

for (const death of BIRTHS) {
  test(`the first start, killed at ${death}`, { timeout: 600_000 }, () => stillborn(death))
}

test('the start after those makes it whole', { timeout: 600_000 }, survive)

for (const death of STARTS) {
  test(`a start killed at ${death}`, { timeout: 600_000 }, async () => {
    await stillborn(death)
    await survive()
  })
}

for (const death of REPAIRS) {
  test(`killed at ${death} while it mends a PostgreSQL that was killed`, {
    timeout: 600_000,
  }, async () => {
    const dying = await live(death)
    await work(dying)
    killNow(postmasterOf(data))
    assert.equal(await dying.ended, 'SIGKILL', dying.output())
    await survive()
  })
}

for (const death of STOPS) {
  test(`killed at ${death}`, { timeout: 600_000 }, async () => {
    const dying = await live(death)
    await work(dying)
    dying.kill('SIGTERM')
    assert.equal(await dying.ended, 'SIGKILL', dying.output())
    await survive()
  })
}
