// Databases for tests: one each, cloned from the migrated template or empty, and dropped afterwards.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openPool } from '../src/platform/db/pool.ts'
import { count, SERVER_SUFFIX } from './costs.ts'

/** Where cleanup is registered: a test's context, or `node:test` itself for a whole file. */
export interface Lifetime {
  after(work: () => Promise<void>): void
}

export interface TestDatabase {
  url: string
  /** Fails if a connection was left open. */
  drop(): Promise<void>
}

/** Environment variable with the address of a pooler: databases created while it is set are reached through it. */
export const POOLED = 'TEST_POOLER_URL'

/** SQLSTATE object_in_use; PostgreSQL itself waits five seconds before it reports this. */
const IN_USE = '55006'
const FREE_MS_MOST = 30_000

/** Options of tests that do not depend on the server, in a file that runs on both: run on one of them only. */
export const ANY_SERVER = {
  skip: process.env[SERVER_SUFFIX] ? 'run on the embedded server' : false,
}

/** Creates a database; `template0` makes an empty one. `admin` is the address of the server, by default the run's. */
export async function createDatabase(
  template = 'reckoner_template',
  admin = process.env.TEST_DATABASE_URL,
): Promise<TestDatabase> {
  assert.ok(admin, 'Run tests by `npm test`, which starts their database.')
  const name = `test_${randomBytes(8).toString('hex')}`
  count('databases')
  // Copying files takes a third of the time of writing each page through the WAL, and dropping them a tenth.
  await asAdmin(admin, `create database ${name} template ${template} strategy file_copy`)
  const pooler = process.env[POOLED]
  const url = new URL(pooler ?? admin)
  url.pathname = `/${name}`
  // A pooler keeps its connections when ours are closed.
  const drop = () =>
    pooler ? asAdmin(admin, `drop database ${name} with (force)`) : dropFree(admin, name)
  return { url: url.href, drop }
}

/** Drops it once no session is connected: sessions of a killed process end only when they notice. */
async function dropFree(admin: string, name: string): Promise<void> {
  const end = performance.now() + FREE_MS_MOST
  for (;;) {
    try {
      return await asAdmin(admin, `drop database ${name}`)
    } catch (error) {
      if ((error as { code?: string }).code !== IN_USE || performance.now() > end) throw error
    }
  }
}

const CONNECT_MS_MOST = 60_000

/** A pool that waits for connections and responses as long as a loaded machine needs, unlike the service's. */
export function openPatientPool(...of: Parameters<typeof openPool>): pg.Pool {
  const pool = openPool(...of)
  pool.options.connectionTimeoutMillis = CONNECT_MS_MOST
  pool.options.query_timeout = 0
  return pool
}

/** Creates a database with a pool on it, both until the end of `lifetime`. */
export async function openDatabase(
  lifetime: Lifetime,
  options: { template?: string; lockTimeoutMs?: number } = {},
): Promise<{ url: string; pool: pg.Pool }> {
  const { url, drop } = await createDatabase(options.template)
  const { lockTimeoutMs } = options
  const pool = openPatientPool(
    { connectionString: url },
    { size: 8, ...(lockTimeoutMs && { lockTimeoutMs }) },
  )
  lifetime.after(async () => {
    await pool.end()
    await drop()
  })
  return { url, pool }
}

const admins = new Map<string, pg.Pool>()

/** Uses a connection that is kept for the next statement. It does not keep the process alive. */
async function asAdmin(url: string, statement: string): Promise<void> {
  let pool = admins.get(url)
  if (!pool) {
    pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true })
    pool.on('error', () => undefined)
    admins.set(url, pool)
  }
  await pool.query(statement)
}
