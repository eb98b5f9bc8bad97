// Plain SQL migrations, forward only: each in one transaction, guarded by a checksum.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { fault } from '../faults.ts'

const FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url))
// Two processes that start at once take turns. The one advisory lock in the product.
const LOCK = 7_325_609
const LOCK_ATTEMPTS = 20

export interface Migration {
  name: string
  text: string
  checksum: string
}

/** A state of the database that a person has to mend; the message says how. */
export class MigrationError extends Error {}

export function readMigrations(folder = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(`${folder}/${name}`, 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })
}

/** Which migrations are yet to be applied. Refuses a database that is newer than this code. */
export async function pendingMigrations(
  client: pg.ClientBase,
  migrations = readMigrations(),
): Promise<Migration[]> {
  const exists = await client.query("select to_regclass('migrations') is not null as yes")
  if (!exists.rows[0].yes) return migrations
  const applied = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  )
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied.rows) {
    const migration = known.get(name)
    if (!migration) {
      throw new MigrationError(
        `The database has migration ${name}, which this version does not know: it was made by a newer Reckoner. Start that version, or a newer one.`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new MigrationError(
        `Migration ${name} was changed after it had been applied. Put the file back as it was and add a new migration instead.`,
      )
    }
  }
  const done = new Set(applied.rows.map((row) => row.name))
  return migrations.filter((migration) => !done.has(migration.name))
}

/**
 * Brings the database up to this version, or through those of its first migrations that are given;
 * answers the names of what was applied. Waits for another process that does so, however long it
 * takes, but for a table in use only `lockTimeoutMs` at once.
 */
export async function migrate(
  client: pg.ClientBase,
  lockTimeoutMs = 5_000,
  migrations = readMigrations(),
): Promise<string[]> {
  await client.query('set lock_timeout = 0; set statement_timeout = 0')
  await client.query('select pg_advisory_lock($1)', [LOCK])
  try {
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    const pending = await pendingMigrations(client, migrations)
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz(3) not null)',
    )
    for (const migration of pending) await applyWithRetry(client, migration)
    return pending.map((migration) => migration.name)
  } finally {
    // A connection that broke has given the lock back by itself.
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
  }
}

// A table in use makes the change give way (lock_timeout) instead of queueing all traffic behind it.
async function applyWithRetry(client: pg.ClientBase, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await apply(client, migration)
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      if ((error as { code?: string }).code !== '55P03' || attempt === LOCK_ATTEMPTS) throw error
    }
  }
}

async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query('begin')
  await client.query(migration.text)
  await client.query('insert into migrations (name, checksum, applied_at) values ($1, $2, $3)', [
    migration.name,
    migration.checksum,
    new Date(),
  ])
  await client.query('commit')
  fault('migrate.applied')
}
