// The reference: pgbench writes and reads the same rows on the same server, in a separate database.

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { accountDefaults, prepareInstallation } from '../src/features/accounts/create.ts'
import { loadConfig } from '../src/platform/config.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { openPool } from '../src/platform/db/pool.ts'
import type { Bench } from './bench.ts'
import { lastingEnough } from './load.ts'
import { cpuUs } from './processes.ts'
import {
  firstCustomerOf,
  hotEnvironment,
  OLD_INVOICES,
  SPREAD,
  seedInvoices,
  seedTenants,
  type Tenants,
} from './seed.ts'
import { asSuperuser, type Server } from './server.ts'

const run = promisify(execFile)
const places = [15, 16, 17, 18].map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`)

export const REFERENCE = 'reckoner_reference'
/** The number of pgbench clients where they do not contend. */
export const CLIENTS = 16
/** On one hot row more clients can be slower: the best of these counts. */
export const HOT_CLIENTS = [1, 4, 16]

export interface Pgbenched {
  transactions: number
  /** Transactions per second, without connecting. */
  rate: number
  /** Processor time of the database per transaction, with connecting. */
  databaseUs: number
}

export function findPgbench(): string {
  const found = places.find((path) => existsSync(path))
  if (found) return found
  throw new Error(
    'pgbench is missing, and without it nothing can be compared: apt-get install postgresql-15, then try again.',
  )
}

/** Creates the reference's database with the product's migrations and seeds. */
export async function makeReference(server: Server): Promise<Tenants> {
  const { connection } = server
  await asSuperuser(server, 'postgres', (client) =>
    client.query(`create database ${REFERENCE} owner ${connection.user}`),
  )
  const pool = openPool({ ...connection, database: REFERENCE }, { size: 1 })
  try {
    const client = await pool.connect()
    await migrate(client).finally(() => client.release(true))
    const defaults = accountDefaults(loadConfig({ DATA_DIR: '/nonexistent' }, '/'))
    await prepareInstallation(pool, randomBytes(32), defaults, Date.now())
  } finally {
    await pool.end()
  }
  return asSuperuser(server, REFERENCE, seedTenants)
}

/** Texts that the reference writes in place of computed ones; taken from the product's rows. */
export interface Texts {
  fingerprint: string
  object_id: string
  object: string
  snapshot?: string
  derivation?: string
}

/** Creates invoices in the spread environments, or in the hot one. */
export function referenceCreate(
  bench: Bench,
  server: Server,
  tenants: Tenants,
  options: { clients: number; hot: boolean; texts: Texts },
): Promise<Pgbenched> {
  const first = options.hot ? hotEnvironment(tenants) : tenants.firstEnvironment
  return pgbench(bench, server, 'create', options.clients, {
    first_environment: first,
    last_environment: options.hot ? first : first + SPREAD - 1,
    first_customer: firstCustomerOf(tenants, first),
    ...options.texts,
  })
}

/** Upper bound of drafts prepared per second of measurement; more than any machine can finalize. */
const DRAFTS_A_SECOND = 8_000

/** Finalizes drafts of the hot environment, seeded just before. */
export async function referenceFinalize(
  bench: Bench,
  server: Server,
  tenants: Tenants,
  { clients, texts }: { clients: number; texts: Texts },
): Promise<Pgbenched> {
  const environment = hotEnvironment(tenants)
  const first = await asSuperuser(server, REFERENCE, async (client) => {
    const { rows } = await client.query<{ next: string }>(
      'select draft_number + 1 as next from environment_counters where environment_id = $1',
      [environment],
    )
    const next = Number(rows[0]?.next)
    await seedInvoices(client, tenants, {
      environments: [environment, environment],
      numbers: [next, next + DRAFTS_A_SECOND * bench.seconds],
      states: 'drafts',
    })
    await client.query('analyze invoices')
    return next
  })
  return pgbench(bench, server, 'finalize', clients, {
    environment,
    clients,
    n: first - clients,
    ...texts,
  })
}

export function referenceGet(bench: Bench, server: Server, tenants: Tenants): Promise<Pgbenched> {
  return pgbench(bench, server, 'get', CLIENTS, {
    first_environment: tenants.firstEnvironment,
    last_environment: tenants.firstEnvironment + SPREAD - 1,
    invoices: OLD_INVOICES,
  })
}

async function pgbench(
  { signal, seconds }: Bench,
  { connection, databasePids }: Server,
  script: 'create' | 'finalize' | 'get',
  clients: number,
  variables: Record<string, string | number>,
): Promise<Pgbenched> {
  const defined = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`])
  const file = join(import.meta.dirname, 'pgbench', `${script}.sql`)
  const env = {
    PGHOST: connection.host,
    PGPORT: String(connection.port),
    PGUSER: connection.user,
    PGPASSWORD: connection.password,
  }
  const before = cpuUs(databasePids())
  // Its time includes connecting: on a busy machine that can be all of it.
  const { stdout, transactions } = await lastingEnough(
    seconds,
    async (time) => {
      const options = ['-M', 'prepared', '-n', '-j', '1', '-c', `${clients}`, '-T', `${time}`]
      const args = [...options, '-f', file, ...defined, REFERENCE]
      const { stdout } = await run(findPgbench(), args, {
        signal,
        env,
        timeout: (time + 30) * 1000,
      })
      return { stdout, transactions: Number(/actually processed: (\d+)/.exec(stdout)?.[1]) }
    },
    ({ transactions }) => transactions === 0,
  )
  const failed = Number(/failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0)
  const rate = Number(/tps = ([\d.]+) \(without initial/.exec(stdout)?.[1])
  if (!(rate > 0) || failed > 0) throw new Error(`pgbench ${script} did not measure:\n${stdout}`)
  return { transactions, rate, databaseUs: (cpuUs(databasePids()) - before) / transactions }
}
