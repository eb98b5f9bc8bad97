// Plain SQL migrations, forward only, verified by checksum, applied by one process at a time while older
// processes keep running: each in one transaction, or index by index.

import type pg from 'pg'
import { fault } from '../faults.ts'
import {
  type ConcurrentStatement,
  concurrentStatements,
  type Migration,
  readMigrations,
  refusedBaseline,
} from './migrations.ts'

// Two processes that start at once take turns. This is the only advisory lock in the product.
const LOCK = 7_325_609
const TURN_POLL_MS = 100
const ATTEMPTS = 60
/** Pause after a lock timeout, in which the traffic that queued behind the change gets through. */
const REST_MS = 1_000
/** An index build waits for transactions that began before it, such as a backup; no other session waits for it. */
const BUILD_WAIT_MS = 120_000
/**
 * SQLSTATE codes after which a change is retried: lock not available, and deadlock, which an older process causes if it
 * waits for its turn in a statement.
 */
const GIVES_WAY = ['55P03', '40P01']

/** A state of the database that an operator has to fix; the message says how. */
export class MigrationError extends Error {}

export interface SchemaState {
  /** Migrations yet to be applied. */
  pending: Migration[]
  /** Names of migrations that a newer version applied and that this version can work with. */
  ahead: string[]
}

/** Returns the state of the schema. Throws if this code cannot work with it. */
export async function readSchemaState(
  client: pg.ClientBase,
  migrations = readMigrations(),
): Promise<SchemaState> {
  const exists = await client.query("select to_regclass('migrations') is not null as yes")
  if (!exists.rows[0].yes) return { pending: migrations, ahead: [] }
  // All columns, since early development versions had no `kind`; they are refused by name and checksum.
  const applied = await client.query<Applied>('select * from migrations order by name')
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const each of applied.rows) {
    const refused = refusalOf(each, known.get(each.name))
    if (refused !== undefined) throw new MigrationError(refused)
  }
  const names = applied.rows.map(({ name }) => name)
  const done = new Set(names)
  return {
    pending: migrations.filter((migration) => !done.has(migration.name)),
    ahead: names.filter((name) => !known.has(name)),
  }
}

type Applied = Pick<Migration, 'name' | 'checksum' | 'kind'>

/** Returns why this version cannot work with an applied migration; undefined if it can. */
function refusalOf({ name, checksum, kind }: Applied, known?: Migration): string | undefined {
  if (known?.checksum === checksum) return undefined
  const refused = refusedBaseline('The database', name)
  if (refused !== undefined) return refused
  if (known) {
    return `Migration ${name} was changed after it had been applied. Restore the file and add a new migration instead.`
  }
  if (kind === 'expand') return undefined
  return `The database has migration ${name} of a newer Reckoner, which this version does not know. Start that version, or a newer one.`
}

/** Returns the migrations yet to be applied. Throws if this code cannot work with the database. */
export async function pendingMigrations(
  client: pg.ClientBase,
  migrations = readMigrations(),
): Promise<Migration[]> {
  return (await readSchemaState(client, migrations)).pending
}

/**
 * Applies the pending migrations of this version, or of the given list of its first ones; returns the names
 * of those applied. Waits without limit for another process that migrates, but for a table in use only
 * `lockTimeoutMs` at once.
 */
export async function migrate(
  client: pg.ClientBase,
  lockTimeoutMs = 1_000,
  migrations = readMigrations(),
): Promise<string[]> {
  await client.query('set statement_timeout = 0')
  const applied: string[] = []
  for (let attempt = 1; ; attempt++) {
    const before = applied.length
    await takeTurn(client)
    try {
      await applyAll(client, { lockTimeoutMs, migrations, applied })
      return applied
    } catch (error) {
      if (applied.length > before) attempt = 0
      const { code = '' } = error as { code?: string }
      if (!GIVES_WAY.includes(code) || attempt === ATTEMPTS) throw error
    } finally {
      // A connection that broke has released the lock.
      await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
    }
    // On a table in use, the change gives way instead of queueing all traffic behind it.
    await pause(REST_MS)
  }
}

/** Polls: a waiting statement would hold a snapshot, and a new index waits until that is released. */
async function takeTurn(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [LOCK])
    if (rows[0].mine) return
    await pause(TURN_POLL_MS)
  }
}

interface Applying {
  lockTimeoutMs: number
  migrations: Migration[]
  /** The names of applied migrations are added here. */
  applied: string[]
}

async function applyAll(
  client: pg.ClientBase,
  { lockTimeoutMs, migrations, applied }: Applying,
): Promise<void> {
  const pending = await pendingMigrations(client, migrations)
  if (pending.length === 0) return
  await client.query(`set lock_timeout = ${lockTimeoutMs}`)
  await client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz(3) not null, kind text not null)',
  )
  for (const migration of pending) {
    const concurrent = concurrentStatements(migration)
    if (concurrent) {
      await client.query(`set lock_timeout = ${Math.max(lockTimeoutMs, BUILD_WAIT_MS)}`)
      await build(client, concurrent)
      await record(client, migration)
      await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    } else {
      await apply(client, migration)
    }
    applied.push(migration.name)
    fault('migrate.applied')
  }
}

async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.text)
    await record(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Repeatable: builds invalid indexes of a killed build again, and keeps complete ones. */
async function build(client: pg.ClientBase, statements: ConcurrentStatement[]): Promise<void> {
  for (const { statement, makes } of statements) {
    if (makes) await dropInvalid(client, makes)
    await client.query(statement)
  }
}

/** No process is building it: a builder keeps its turn until the server has stopped building. */
async function dropInvalid(client: pg.ClientBase, index: string): Promise<void> {
  const { rows } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  if (rows.length > 0) await client.query(`drop index concurrently if exists ${index}`)
}

async function record(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query(
    'insert into migrations (name, checksum, applied_at, kind) values ($1, $2, $3, $4)',
    [migration.name, migration.checksum, new Date(), migration.kind],
  )
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
