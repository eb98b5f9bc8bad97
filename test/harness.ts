// A world for tests: the real service on a separate database, keys, and a client that checks every response against its
// schema. Nothing may be left open when the test ends.

import assert from 'node:assert/strict'
import type { Pool, QueryResultRow } from 'pg'
import type { AppFeature } from '../src/app/features.ts'
import { type Service, startService } from '../src/app/service.ts'
import { accountDefaults, createAccount } from '../src/features/accounts/create.ts'
import { createKey } from '../src/features/api-keys/generate.ts'
import { type Config, loadConfig } from '../src/platform/config.ts'
import { createLog } from '../src/platform/log.ts'
import type { Names } from '../src/platform/outgoing/names.ts'
import type { ProcessRole } from '../src/platform/process-role.ts'
import { type Api, connectApi } from './client.ts'
import { count } from './costs.ts'
import { createDatabase, type Lifetime, openPatientPool } from './database.ts'
import { assertSummed } from './day-sums.ts'
import { judge } from './evaluator.ts'
import { type Process, startProcess } from './process.ts'
import { findDifferences } from './sound.ts'

const SECRET_KEY = 'a secret key for tests, 32 characters and more'

export interface WorldOptions {
  /** Settings by their environment variables. The tier is unlimited unless set here. */
  settings?: Record<string, string> | ((databaseUrl: string) => Record<string, string>)
  wallNow?: () => number
  /** How host names of receivers are resolved. */
  names?: Names
  /** How long calls of the simulated gateway hang. */
  hangMs?: number
  /** The features of the service; by default those that it ships with. */
  features?: readonly AppFeature[]
  /** Address of the server for its database; by default the run's. */
  server?: string
  /** Role of the process; by default it does everything. */
  role?: ProcessRole
  /** True if the test provokes errors that the service logs; otherwise such an error fails the test. */
  provokesErrors?: boolean
  /** True if the test writes to the database directly, so that the books need not agree. */
  tampers?: boolean
}

export interface KeyOptions {
  environment?: EnvironmentName
  scopes?: string[]
  expires_at?: number | null
}

/** Test and live of the first account, and of a second one. */
export const ENVIRONMENTS = { test: 1, live: 2, otherTest: 3, otherLive: 4 } as const
export type EnvironmentName = keyof typeof ENVIRONMENTS

export interface World {
  url: string
  config: Config
  pool: Pool
  secretKey: Buffer
  /** A client that sends the full test key by default. */
  api: Api
  /** A key with all scopes for each environment. */
  keys: Record<EnvironmentName, string>
  key(options?: KeyOptions): Promise<string>
  /** Returns the rows of a statement, run directly on the database. */
  sql<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** The parsed log lines of the service. */
  logs: Record<string, unknown>[]
  /** A second server process on the same database. */
  secondProcess(env?: Record<string, string>): Promise<Process>
  /** Stops the service before the world ends; its database stays. */
  stop(): Promise<void>
}

/** Starts a world that lasts as long as `lifetime`. */
export async function world(lifetime: Lifetime, options: WorldOptions = {}): Promise<World> {
  const cleanups: (() => Promise<unknown>)[] = []
  lifetime.after(() => undo(cleanups))
  count('worlds')
  count('starts')
  const { url: databaseUrl, drop } = await createDatabase(undefined, options.server)
  cleanups.push(drop)
  const env = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY,
    PORT: '0',
    RATE_LIMIT_TIER: 'enterprise',
    DATA_DIR: '/nonexistent',
    // Sweeps open this many connections at each start, and opening one takes PostgreSQL as long as fifty requests.
    DATABASE_POOL_SIZE: '3',
    ...(typeof options.settings === 'function' ? options.settings(databaseUrl) : options.settings),
  }
  const config = loadConfig(env, '/')
  const logs: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => void logs.push(JSON.parse(line)) })
  if (!options.provokesErrors) cleanups.push(() => assertNoErrors(logs))
  const service: Service = await startService(config, log, options)
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= service.stop()
    return stopped
  }
  cleanups.push(async () => {
    await stop()
    await assert.rejects(fetch(`${service.url}/healthz`), 'its server still listens')
  })
  const pool = openPatientPool({ connectionString: databaseUrl }, { size: 4 })
  cleanups.push(() => pool.end())
  if (!options.tampers) {
    cleanups.push(() => assertBooksAgree(pool))
    cleanups.push(() => assertDerivationsAgree(pool))
  }
  const wallNow = options.wallNow ?? Date.now
  const { test, live } = await addAccount({ pool, config }, 'Other', wallNow())
  assert.deepEqual([test, live], [ENVIRONMENTS.otherTest, ENVIRONMENTS.otherLive])
  const secretKey = Buffer.from(SECRET_KEY, 'utf8')
  const key = keyMaker({ pool, secretKey }, ENVIRONMENTS, wallNow)
  const keys = await makeKeys(key)
  const api = connectApi(service.url, keys.test)
  cleanups.push(() => api.close())
  return {
    url: service.url,
    config,
    pool,
    secretKey,
    api,
    keys,
    key,
    logs,
    stop,
    sql: async (text, values) => (await pool.query(text, values)).rows,
    async secondProcess(more) {
      const process = await startProcess({ ...env, ...more }, keys.test)
      cleanups.push(() => process.stop())
      return process
    },
  }
}

/** Runs cleanups in reverse order, all of them even if one fails; then throws the failure. */
export async function undo(cleanups: (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const cleanup of cleanups.toReversed()) {
    await cleanup().catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

/** Creates an account with the settings of the service; returns its environments. */
export async function addAccount(
  { pool, config }: Pick<World, 'pool' | 'config'>,
  name: string,
  at: number,
): Promise<{ test: number; live: number }> {
  return (await createAccount(pool, name, accountDefaults(config), at)).environments
}

/** Returns a function that creates keys for these environments. */
export const keyMaker =
  (
    { pool, secretKey }: Pick<World, 'pool' | 'secretKey'>,
    environments: Record<EnvironmentName, number>,
    wallNow: () => number,
  ): World['key'] =>
  async ({ environment = 'test', scopes = ['*'], expires_at = null } = {}) => {
    const environment_id = environments[environment]
    const mode = environment.toLowerCase().endsWith('live') ? 'live' : 'test'
    const spec = { environment_id, mode, name: 'test', scopes, expires_at } as const
    return (await createKey(pool, secretKey, spec, wallNow())).text
  }

/** Creates a key with all scopes for each environment. */
export const makeKeys = async (key: World['key']): Promise<World['keys']> => ({
  test: await key(),
  live: await key({ environment: 'live' }),
  otherTest: await key({ environment: 'otherTest' }),
  otherLive: await key({ environment: 'otherLive' }),
})

/** Verifies the books of all environments, or of some. */
export async function assertBooksAgree(pool: Pool, environments?: number[]): Promise<void> {
  assert.deepEqual(await findDifferences(pool, environments), [], 'the books do not agree')
  await assertSummed(pool, environments)
}

/**
 * Checks every derivation, and its invoice in the feed, with the stand-alone evaluator, which implements only the
 * guide.
 */
export async function assertDerivationsAgree(pool: Pool, environments?: number[]): Promise<void> {
  const { rows } = await pool.query(
    `select i.number, i.derivation, e.object from invoices i
     left join events e on e.environment_id = i.environment_id and e.type = 'invoice.finalized'
       and e.object ->> 'number' = i.number
       -- Of a person who was erased no lines are told, and an older version told fewer members.
       and e.object -> 'line_items' -> 0 -> 'id' is not null
     where i.derivation is not null and ($1::int[] is null or i.environment_id = any ($1))`,
    [environments],
  )
  const faults = rows.flatMap(({ number, derivation, object }) =>
    judge(derivation, object ?? undefined).map((fault) => `${number}: ${fault}`),
  )
  assert.deepEqual(faults, [], 'the derivations do not agree')
}

export function assertNoErrors(logs: Record<string, unknown>[]): Promise<void> {
  const bad = logs.filter(({ level }) => level === 'error' || level === 'fatal')
  assert.deepEqual(bad, [], 'the service logged errors')
  return Promise.resolve()
}

/** Longer than anything takes on any loaded machine. */
export const PATIENCE_MS = 60_000

/** The interval grows with the time that a check takes: the longer it takes, the less often it runs. */
const LOOK_MS_LEAST = 10
const LOOK_MS_MOST = 250

/** Polls until a condition gives a value; fails when that takes longer than the deadline. */
export async function until<T>(
  what: string,
  condition: () => Promise<T | undefined | false> | T | undefined | false,
  deadlineMs = PATIENCE_MS,
): Promise<T> {
  const began = performance.now()
  for (;;) {
    const value = await condition()
    if (value) return value
    const waited = performance.now() - began
    assert.ok(waited < deadlineMs, `waited ${deadlineMs} ms in vain for ${what}`)
    const pause = Math.min(LOOK_MS_MOST, Math.max(LOOK_MS_LEAST, waited / 10))
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Enough repetitions to exclude chance, and enough attempts for a busy machine. */
const TIMES = 3
const TRIES_MOST = 30

/** Milliseconds that the work currently takes on this machine: the median of a few runs. */
export async function usualMs(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  while (took.length < TIMES) {
    const started = performance.now()
    await work()
    took.push(performance.now() - started)
  }
  return took.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)] as number
}

/** Repeats the work until it took no longer than the limit three times; a real slowdown fails every time. */
export async function within(
  ms: number,
  what: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const took: number[] = []
  while (took.filter((each) => each < ms).length < TIMES) {
    assert.ok(took.length < TRIES_MOST, `${what} within ${ms} ms: ${took.map(Math.round)}`)
    const started = performance.now()
    await work()
    took.push(performance.now() - started)
  }
}
