// Databases for tests: each of its own, made from the migrated template or empty, and dropped.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openPool } from '../src/platform/db/pool.ts'
import { count, SERVER_SUFFIX } from './costs.ts'

/** Where cleaning up is announced: a test's context, or `node:test` itself for a whole file. */
export interface Lifetime {
  after(work: () => Promise<void>): void
}

export interface TestDatabase {
  url: string
  /** Fails if a connection was left open. */
  drop(): Promise<void>
}

/** The address of a pooler: databases made while it is set are reached by way of it. */
export const POOLED = 'TEST_POOLER_URL'

/** SQLSTATE object_in_use; PostgreSQL itself waits five seconds before it says so. */
const IN_USE = '55006'
const FREE_MS_MOST = 30_000

/** For tests of a file that runs on both servers, of what no server can change: run on one of them. */
export const ANY_SERVER = {
  skip: process.env[SERVER_SUFFIX] ? 'run on the embedded server' : false,
}

/** `template0` makes an empty one. `admin` is the address of the server, by default the one of the run. */
export async function createDatabase(
  template = 'reckoner_template',
  admin = process.env.TEST_DATABASE_URL,
): Promise<TestDatabase> {
  assert.ok(admin, 'Run tests by `npm test`, which starts their database.')
  const name = `test_${randomBytes(8).toString('hex')}`
  count('databases')
  // Copying the files takes a third of what writing each page through the log takes, and dropping them a tenth.
  await asAdmin(admin, `create database ${name} template ${template} strategy file_copy`)
  const pooler = process.env[POOLED]
  const url = new URL(pooler ?? admin)
  url.pathname = `/${name}`
  // A pooler keeps its connections when ours are closed.
  const drop = () =>
    pooler ? asAdmin(admin, `drop database ${name} with (force)`) : dropFree(admin, name)
  return { url: url.href, drop }
}

/** Drops it once nobody is connected any more: those of a process that was killed end when they see it. */
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

/** A pool that waits for connections and answers for as long as a loaded machine needs, unlike the service. */
export function openPatientPool(...of: Parameters<typeof openPool>): pg.Pool {
  const pool = openPool(...of)
  pool.options.connectionTimeoutMillis = CONNECT_MS_MOST
  pool.options.query_timeout = 0
  return pool
}

/** A database with a pool on it, both for as long as `lifetime`. */
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

/** On a connection that is kept for the next statement. It keeps no process alive. */
async function asAdmin(url: string, statement: string): Promise<void> {
  let pool = admins.get(url)
  if (!pool) {
    pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true })
    pool.on('error', () => undefined)
    admins.set(url, pool)
  }
  await pool.query(statement)
}
