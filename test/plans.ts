// Checks how PostgreSQL runs a statement: which tables it scans in full, and which rows it sorts.

import assert from 'node:assert/strict'
import pg from 'pg'
import { createAccount } from '../src/features/accounts/create.ts'
import { lockInstallation } from '../src/features/accounts/store.ts'
import { fillSums, type Place, summedInvoices, summedPayments } from '../src/features/sums/store.ts'
import type { Db } from '../src/platform/db/sql.ts'
import type { Tx } from '../src/platform/db/table.ts'
import { createDatabase, type Lifetime, openPatientPool } from './database.ts'

/** The earliest time of all seeded rows. */
export const START = Date.parse('2026-01-01T00:00:00Z')

/** A position before every row. */
const BEFORE_ALL: Place = { created_at: 0, id: '00000000-0000-0000-0000-000000000000' }

/** A filtered list is counted up to 10 000; nothing else comes near. */
export const FEW = 12_000

/** Connects to a database with one account and the seeded rows, until the end of `lifetime`. */
export async function seeded(
  lifetime: Lifetime,
  seed: (client: pg.ClientBase, pool: pg.Pool) => Promise<unknown>,
): Promise<pg.PoolClient> {
  const { url, drop } = await createDatabase()
  const pool = openPatientPool({ connectionString: url }, { size: 2 })
  await lockInstallation(pool, 'check')
  await createAccount(
    pool,
    'Plans',
    { tier: 'enterprise', default_currency: 'cad', payment_terms_days: 30, time_zone: 'UTC' },
    START,
  )
  const client = await pool.connect()
  lifetime.after(async () => {
    client.release()
    await pool.end()
    await drop()
  })
  await client.query('set statement_timeout = 0')
  // Vacuum waits for a background worker that holds the same table.
  await client.query('set lock_timeout = 0')
  // After asynchronous commits, vacuum cannot mark rows as visible yet; index-only scans then read the table.
  await client.query('set synchronous_commit = on')
  await seed(client, pool)
  return client
}

/** Sums the invoices and payments of environment 1, as sweeps do. */
export async function sumAll(client: pg.ClientBase): Promise<void> {
  for (const summed of [summedInvoices, summedPayments]) {
    let after: Place | undefined = BEFORE_ALL
    while (after) {
      await client.query('begin')
      const found = await fillSums(client as Tx, summed, 1, { after, most: 20_000 })
      await client.query('commit')
      after = found.at(-1)
    }
  }
}

/**
 * Fails unless each statement that `run` sends reads at most `most` rows. A sort can get more rows than it returns,
 * unless `given` bounds them.
 */
export async function look(
  client: pg.ClientBase,
  what: string,
  run: (db: Db) => Promise<unknown>,
  most = FEW,
  given = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { db, statements } = recorder(client)
  await client.query('begin')
  await run(db)
  await client.query('rollback')
  assert.ok(statements.length > 0, what)
  for (const statement of statements) {
    assert.deepEqual(await costs(client, statement, most, given), [], `${what}: ${statement.text}`)
  }
}

interface Recorded {
  text: string
  values: unknown[]
  /** A named prepared statement: PostgreSQL can use one plan for all values. */
  named: boolean
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: PlanNode[]
}

/** A database that records every statement, and runs it. */
export function recorder(client: pg.ClientBase): { db: Db; statements: Recorded[] } {
  const statements: Recorded[] = []
  const db = {
    query(statement: string | { text: string; values: unknown[] }, values: unknown[] = []) {
      const named = typeof statement === 'object'
      const recorded = named ? { ...statement, named } : { text: statement, values, named }
      statements.push(recorded)
      return client.query(recorded.text, recorded.values)
    },
  }
  return { db: db as unknown as Db, statements }
}

/**
 * Returns what grows with the table: rows that are read and discarded, or sorted, beyond `most`. A prepared statement
 * is tried with a custom plan and with a generic one, because it can get either.
 */
export async function costs(
  client: pg.ClientBase,
  { text, values, named }: Recorded,
  most: number,
  given = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const found: string[] = []
  for (const mode of ['force_custom_plan', ...(named ? ['force_generic_plan'] : [])]) {
    await client.query(`set plan_cache_mode = ${mode}`)
    await client.query(`prepare looked_at as ${text}`)
    try {
      const literals = values.map(literal).join(', ')
      const { rows } = await client.query(
        `explain (analyze, format json, timing off) execute looked_at${literals && `(${literals})`}`,
      )
      const plan: PlanNode = rows[0]['QUERY PLAN'][0].Plan
      found.push(
        ...nodes(plan).flatMap((node) =>
          nodeCosts(node, most, given).map((cost) => `${mode}: ${cost}`),
        ),
      )
    } finally {
      await client.query('deallocate looked_at')
      await client.query('reset plan_cache_mode')
    }
  }
  return found
}

function nodes(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodes)]
}

const rowsOf = (node: PlanNode): number => node['Actual Rows'] * node['Actual Loops']

function nodeCosts(node: PlanNode, most: number, given: number): string[] {
  const type = node['Node Type']
  const loops = node['Actual Loops']
  const rows = rowsOf(node)
  const removed = (node['Rows Removed by Filter'] ?? 0) * loops
  const unjoined = (node['Rows Removed by Join Filter'] ?? 0) * loops
  const table = node['Relation Name'] ?? ''
  if (type === 'Seq Scan' && rows + removed > most)
    return [`reads all ${rows + removed} of ${table}`]
  if (removed > most) return [`throws ${removed} rows of ${table} away`]
  if (unjoined > most) return [`joins ${unjoined} rows in vain`]
  if (/Sort/.test(type)) {
    const sorted = Math.max(0, ...(node.Plans ?? []).map(rowsOf))
    if (rows > most || sorted > given) return [`sorts ${sorted} rows`]
  }
  return []
}

/** A value as an SQL literal, in the form that the driver would send. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]::text[]`
  return pg.escapeLiteral(String(value))
}
