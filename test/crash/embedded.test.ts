// Kills the service at each step of creating, starting, repairing and stopping its embedded PostgreSQL, one process
// after the other on one data folder: the next start continues, and nothing is lost. Each process checks the data of
// the earlier ones before it dies. The gate tries one step in four.

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
import { partOf } from './deaths.ts'
import { makeKey, SECRET_KEY } from './lives.ts'

const dataDir = newFolder()
const data = join(dataDir, 'postgres')
const env = { DATA_DIR: dataDir, PORT: '0', SECRET_KEY, LOG_LEVEL: 'error' }

/** Fault points of the first start, in order. */
const BIRTHS = [
  ...['embedded.owned', 'embedded.copied', 'embedded.initialized', 'embedded.made'],
  ...['embedded.cleared', 'embedded.launched', 'embedded.ready', 'embedded.prepared'],
  ...['migrate.applied:1', 'migrate.applied:7', 'start.furnished'],
]
/**
 * Fault points of a start on existing data, which leave a server running or half started, and of the start after its
 * PostgreSQL was killed. The second pass is the one of the repair.
 */
const STARTS_AND_REPAIRS = [
  ['embedded.cleared', 'embedded.died'],
  ['embedded.launched', 'embedded.cleared:2'],
  ['embedded.ready', 'embedded.launched:2'],
  ['embedded.prepared', 'embedded.ready:2'],
] as const
const STOPS = ['embedded.stopping', 'embedded.stopped']
/** Contents of the folder while no process runs. */
const CONTENTS = ['bin', 'postgres', 'postgres.log', 'postgres.password', 'run']

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

/** Runs a start that must die before it prints its address. */
async function stillborn(fault: string): Promise<void> {
  await assert.rejects(live(fault), /did not start \(SIGKILL\)/)
}

async function work({ api }: Process): Promise<void> {
  const { status, body, text } = await api.post('/v1/products', { body: { name: 'Seat' }, key })
  assert.equal(status, 201, text)
  products.push(body.id)
}

/** Runs a start that succeeds: all acknowledged data is there, and dead processes left nothing. */
async function revive(fault?: string): Promise<Process> {
  const heir = await live(fault)
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
  assert.deepEqual(contents(), ['owner.sock', ...CONTENTS].sort())
  return heir
}

/** Contents of the data folder, without the log that a start as root prepares for its unprivileged user. */
const contents = () =>
  readdirSync(dataDir)
    .filter((name) => name !== 'postgres.log.1')
    .sort()

/** Revives the service, then stops it and checks that no process is left. */
async function survive(): Promise<void> {
  const heir = await revive()
  await heir.stop()
  assert.equal(await heir.ended, 0, heir.output())
  assert.deepEqual(workersIn(data), [])
  // A service that dropped root cannot remove its socket from root's folder; the next start does.
  const gaveUp = process.getuid?.() === 0 && !heir.output().includes('stays root')
  assert.deepEqual(contents(), [...(gaveUp ? ['owner.sock'] : []), ...CONTENTS].sort())
}

for (const death of partOf(BIRTHS, 6)) {
  test(`a first start can be killed at ${death}`, { timeout: 600_000 }, () => stillborn(death))
}

test('the next start completes the installation', { timeout: 600_000 }, survive)

for (const [start, repair] of partOf(STARTS_AND_REPAIRS, 4)) {
  test(`a start killed at ${start} loses nothing`, { timeout: 600_000 }, () => stillborn(start))

  test(`a start killed at ${repair} while it repairs PostgreSQL loses nothing`, {
    timeout: 600_000,
  }, async () => {
    const dying = await revive(repair)
    killNow(postmasterOf(data))
    assert.equal(await dying.ended, 'SIGKILL', dying.output())
  })
}

for (const death of partOf(STOPS, 2)) {
  test(`a stop killed at ${death} loses nothing`, { timeout: 600_000 }, async () => {
    const dying = await revive(death)
    dying.kill('SIGTERM')
    assert.equal(await dying.ended, 'SIGKILL', dying.output())
  })
}

test('the next start continues, and its stop leaves no process', { timeout: 600_000 }, survive)
