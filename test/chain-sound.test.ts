// Genuine operations leave no difference in the chain: several processes with different keys, a crash, erasures,
// resets, clocks and backups, all under load and verified meanwhile.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Pool } from 'pg'
import {
  chainedBooks,
  erase,
  LIVE,
  RESET,
  SECRET_KEY,
  settingsFor,
  TEST,
  unlinked,
} from './chained-books.ts'
import { reckonerHere } from './cli.ts'
import { advanceTo, clockReady } from './clock.ts'
import { startClients } from './crash/clients.ts'
import { openDatabase } from './database.ts'
import { makeCustomer } from './fixtures.ts'
import { assertClean, commandVerdictOf, verdictOf } from './forged-chain-live.ts'
import { until } from './harness.ts'
import type { Process } from './process.ts'
import { SPOIL_ALL } from './spoil-sample.ts'

const NEW = 'the secret key of chains that takes its place'
/** Two orders of the keys, as during a key replacement. */
const [FORMER_FIRST, NEW_FIRST] = [`${SECRET_KEY},${NEW}`, `${NEW},${SECRET_KEY}`]
const both = { SECRET_KEY: NEW_FIRST }
/** Number of writes before and after each event. */
const SOME = SPOIL_ALL ? 60 : 8

const books = await chainedBooks({ after })
const folder = mkdtempSync(join(tmpdir(), 'reckoner-chain-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const linksOf = async (pool: Pool, kind: string) => {
  const { rows } = await pool.query(
    'select count(*)::int as count from chain_links where kind = $1',
    [kind],
  )
  return rows[0].count as number
}

async function reset({ api }: Process): Promise<void> {
  const key = books.keys[RESET] as string
  const response = await api.post('/v1/test_clock/reset', { body: {}, key })
  assert.ok(response.status < 300, response.text)
  await clockReady(api, { key })
}

test('two processes with different first keys, a crash and a restore leave no difference at any time', {
  timeout: 300_000,
}, async (t) => {
  const copy = await books.copy({ after: (f) => t.after(f) })
  const { heads: kept } = await commandVerdictOf(copy)
  const given = [kept[TEST], kept[LIVE]] as string[]
  const looked = async (more: string[] = []) =>
    assertClean(await verdictOf(copy, [...given, ...more], [NEW, SECRET_KEY]))
  const first = await copy.start({ SECRET_KEY: FORMER_FIRST })
  const second = await copy.start({ SECRET_KEY: NEW_FIRST })
  let living = [first, second]
  let turn = 0
  const clients = startClients(
    SPOIL_ALL ? 4 : 2,
    () => (living[turn++ % living.length] as Process).api,
  )
  const some = async () => {
    const { length } = clients.deeds
    await until('something to be written', () => clients.deeds.length > length + SOME)
  }
  await some()
  await looked()

  for (const { api } of living) {
    const { id } = await makeCustomer(api, { name: 'Passer-by' })
    const response = await api.patch(`/v1/customers/${id}`, { body: { name: 'Passing' } })
    assert.equal(response.status, 200, response.text)
    await Promise.all([erase(first, id), looked(), looked()])
  }
  await Promise.all([reset(second), looked(), some()])
  await looked()

  const { heads: before } = await verdictOf(copy, [], [NEW, SECRET_KEY])
  living = [first]
  second.kill('SIGKILL')
  assert.equal(await second.ended, 'SIGKILL')
  await some()
  await looked(Object.values(before))

  const file = join(folder, 'books.gz')
  const settings = { ...settingsFor(copy.url), ...both }
  const taken = await reckonerHere(['backup', file], settings)
  assert.equal(taken.code, 0, taken.err)
  await some()
  await clients.stop()
  const { url, pool } = await openDatabase(t, { template: 'template0' })
  const restored = await reckonerHere(['restore', file], { ...settings, DATABASE_URL: url })
  assert.equal(restored.code, 0, restored.err)
  const known = [...given, before[TEST] as string, before[LIVE] as string]
  assertClean(await commandVerdictOf({ url }, known, both))

  await until('all to be linked', async () => (await unlinked(copy.pool)) === 0)
  assertClean(await commandVerdictOf(copy, [...given, ...Object.values(before)], both))
  for (const each of [copy.pool, pool]) assert.equal(await linksOf(each, 'broken'), 0)
  assert.ok((await linksOf(copy.pool, 'written')) > SOME)
})

test('test clocks that move leave no difference', { timeout: 120_000 }, async (t) => {
  const copy = await books.copy({ after: (f) => t.after(f) })
  const { heads } = await verdictOf(copy)
  const { api } = await copy.start()
  // Past the timestamp of late events, and past due dates.
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()
  await advanceTo(api, days(3))
  await makeCustomer(api, { name: 'Later' })
  await advanceTo(api, days(90))
  await until('all to be linked', async () => (await unlinked(copy.pool)) === 0)
  assertClean(await commandVerdictOf(copy, Object.values(heads)))
})
