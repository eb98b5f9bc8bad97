// Books at rest with every kind of link in their chains: no service runs on them, and each test takes a copy.

import assert from 'node:assert/strict'
import type { Pool } from 'pg'
import { createAccount, prepareInstallation } from '../src/features/accounts/create.ts'
import { createKey } from '../src/features/api-keys/generate.ts'
import { clockReady } from './clock.ts'
import { createDatabase, type Lifetime, openPatientPool } from './database.ts'
import {
  get,
  type Made,
  makeCustomer,
  makeFinalized,
  makePayment,
  makeProduct,
} from './fixtures.ts'
import { until } from './harness.ts'
import { type Process, startProcess } from './process.ts'

export const SECRET_KEY = 'a secret key for chains, 32 characters and more'
/** Test and live of the first account, and the test environment of a second account, which was reset. */
export const [TEST, LIVE, RESET] = [1, 2, 3] as const

export interface ChainedBooks {
  /** An erased customer of the test environment. */
  erased: string
  /** A customer who was not erased. */
  kept: string
  keys: Record<number, string>
  /** A copy of the database, which tests can change. */
  copy(lifetime: Lifetime): Promise<Copy>
}

export interface Copy {
  url: string
  pool: Pool
  /** Starts a service on the copy. */
  start(env?: Record<string, string>): Promise<Process>
}

const FIRST = {
  tier: 'enterprise',
  default_currency: 'cad',
  payment_terms_days: 30,
  time_zone: 'UTC',
} as const

export const settingsFor = (url: string) => ({
  DATABASE_URL: url,
  SECRET_KEY,
  PORT: '0',
  DATA_DIR: '/nonexistent',
  LOG_LEVEL: 'error',
})

async function makeKeys(pool: Pool): Promise<Record<number, string>> {
  const keys: Record<number, string> = {}
  for (const environment_id of [TEST, LIVE, RESET]) {
    const mode = environment_id === LIVE ? ('live' as const) : ('test' as const)
    const spec = { environment_id, mode, name: 'chains', scopes: ['*'], expires_at: null }
    keys[environment_id] = (await createKey(pool, Buffer.from(SECRET_KEY), spec, Date.now())).text
  }
  return keys
}

/** Number of rows that are not linked yet. */
export async function unlinked(pool: Pool): Promise<number> {
  const { rows } = await pool.query(
    `select (select count(*) from events where link is null)::int
       + (select count(*) from audit_log where link is null)::int as count`,
  )
  return rows[0].count
}

export async function erase({ api }: Process, customer: string): Promise<void> {
  const path = `/v1/customers/${customer}`
  const response = await api.post(`${path}/erase`, { body: { documents: 'erase' } })
  assert.ok(response.status < 300, response.text)
  await until('the erasure', async () => (await get(api, `${path}/erasure`)).status === 'erased')
}

/** Events of the test environment, by their sequence. */
export const EVENT = {
  adaCreated: 1,
  boCreated: 2,
  cyCreated: 3,
  adaUpdated: 4,
  boUpdated: 5,
  finalized: 7,
  paid: 9,
  boDeleted: 12,
  boErased: 13,
} as const

async function fill(process: Process, keys: Record<number, string>): Promise<Made> {
  const { api } = process
  const named = (name: string) => makeCustomer(api, { name, email: `${name}@example.com` })
  const update = async ({ id }: Made, name: string) =>
    assert.equal((await api.patch(`/v1/customers/${id}`, { body: { name } })).status, 200)
  const [ada, bo, cy] = [await named('Ada'), await named('Bo'), await named('Cy')]
  await update(ada, 'Adélie')
  await update(bo, 'Boris')
  await makePayment(api, await makeFinalized(api, { customer_id: ada.id }))
  await makeFinalized(api, { customer_id: cy.id })
  await erase(process, bo.id)
  // In parallel, so that one link covers several rows.
  await Promise.all(['Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ida'].map(named))
  for (const name of ['One', 'Two', 'Three']) await makeProduct(api, { name }, { key: keys[LIVE] })
  const key = keys[RESET]
  await makeProduct(api, {}, { key })
  assert.ok((await api.post('/v1/test_clock/reset', { body: {}, key })).status < 300)
  await clockReady(api, { key })
  await makeProduct(api, {}, { key })
  return { erased: bo.id, kept: ada.id }
}

/** Creates the books with a service, which is stopped afterwards. */
export async function chainedBooks(lifetime: Lifetime): Promise<ChainedBooks> {
  const { url, drop } = await createDatabase()
  lifetime.after(drop)
  const pool = openPatientPool({ connectionString: url }, { size: 4 })
  await prepareInstallation(pool, Buffer.from(SECRET_KEY), FIRST, Date.now())
  await createAccount(pool, 'Other', FIRST, Date.now())
  const keys = await makeKeys(pool)
  const process = await startProcess(settingsFor(url), keys[TEST] as string)
  try {
    const made = await fill(process, keys)
    await until('all to be linked', async () => (await unlinked(pool)) === 0)
    return { ...made, keys, copy: (of) => copy(of, url, keys) }
  } finally {
    await process.stop()
    await pool.end()
  }
}

async function copy(
  lifetime: Lifetime,
  books: string,
  keys: Record<number, string>,
): Promise<Copy> {
  const { url, drop } = await createDatabase(new URL(books).pathname.slice(1))
  const pool = openPatientPool({ connectionString: url }, { size: 4 })
  const processes: Process[] = []
  lifetime.after(async () => {
    for (const process of processes) await process.stop()
    await pool.end()
    await drop()
  })
  return {
    url,
    pool,
    async start(env = {}) {
      const process = await startProcess({ ...settingsFor(url), ...env }, keys[TEST] as string)
      processes.push(process)
      return process
    },
  }
}
