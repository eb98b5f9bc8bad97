// An installation on which processes run one after the other, each until it dies or is killed.

import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import type { Pool } from 'pg'
import { prepareInstallation } from '../../src/features/accounts/create.ts'
import { createKey } from '../../src/features/api-keys/generate.ts'
import { createDatabase, type Lifetime, openPatientPool } from '../database.ts'
import { type Process, startProcess } from '../process.ts'

export const SECRET_KEY = 'a secret key for crashes, 32 characters and more'
const secret = Buffer.from(SECRET_KEY)

/** Inserts a key with all scopes; environment 1 is test, 2 is live. */
export async function makeKey(pool: Pool, environment_id: 1 | 2): Promise<string> {
  const mode = environment_id === 1 ? 'test' : 'live'
  const spec = { environment_id, mode, name: 'crash', scopes: ['*'], expires_at: null } as const
  return (await createKey(pool, secret, { ...spec, scopes: ['*'] }, Date.now())).text
}

/** Waits for a process to be killed, whether or not it printed its address before. */
export async function assertDies(starting: Promise<Process>): Promise<void> {
  const started = await starting.catch((error: Error) => error)
  if (started instanceof Error) assert.match(started.message, /did not start \(SIGKILL\)/)
  else assert.equal(await started.ended, 'SIGKILL', started.output())
}

export interface Installation {
  pool: Pool
  url: string
  /** A test key with all scopes. */
  key: string
  /**
   * Starts a process that dies at its fault point or is killed; throws if it dies before it prints its address.
   * Processes still running at the end are stopped.
   */
  live(fault?: string): Promise<Process>
}

/** Creates an installation on a database of its own, for as long as `lifetime`. */
export async function install(
  lifetime: Lifetime,
  settings: Record<string, string> = {},
): Promise<Installation> {
  const { url, drop } = await createDatabase()
  const pool = openPatientPool({ connectionString: url }, { size: 4 })
  const processes: Process[] = []
  const children: ChildProcess[] = []
  lifetime.after(async () => {
    for (const process of processes) await process.stop()
    // A process that was still starting when the test failed.
    for (const child of children) child.kill('SIGKILL')
    await pool.end()
    await drop()
  })
  const first = { default_currency: 'cad', payment_terms_days: 30, time_zone: 'UTC' }
  await prepareInstallation(pool, secret, { tier: 'enterprise', ...first }, Date.now())
  const key = await makeKey(pool, 1)
  const env = { DATABASE_URL: url, SECRET_KEY, PORT: '0', DATA_DIR: '/nonexistent' }
  return {
    pool,
    url,
    key,
    async live(fault) {
      const process = await startProcess(
        { ...env, LOG_LEVEL: 'error', ...settings, ...(fault && { RECKONER_FAULT: fault }) },
        key,
        (child) => void children.push(child),
      )
      processes.push(process)
      return process
    },
  }
}
