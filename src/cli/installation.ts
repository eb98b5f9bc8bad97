// Gives a command access to the database: that of a running service, or one started for the command.

import { existsSync } from 'node:fs'
import { assertUsable, type Database, migrateDatabase, openDatabase } from '../app/database.ts'
import { accountDefaults, prepareInstallation } from '../features/accounts/create.ts'
import { findCurrentKey } from '../features/secret-keys/current.ts'
import type { Config } from '../platform/config.ts'
import { placeIn } from '../platform/db/embedded/place.ts'
import { pendingMigrations } from '../platform/db/migrate.ts'
import { RECKONER } from '../platform/invocation.ts'
import { loadKeyRing } from '../platform/secret.ts'
import type { Context } from './context.ts'
import { CommandError } from './failure.ts'

/** True if the embedded database does not exist yet. */
export function isUnmade(config: Config): boolean {
  const { data, next } = placeIn(config.dataDir)
  return !config.databaseUrl && !existsSync(data) && !existsSync(next)
}

/** Runs `work` on the database of an installation; refuses if the installation does not exist. */
export function withInstallation<T>(
  context: Context,
  command: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const config = context.config()
  if (isUnmade(config)) return Promise.reject(nothingYet(`in ${config.dataDir}`))
  return withDatabase(context, command, async (database) => {
    if ((await schemaOf(database)) === 'none') throw nothingYet(`in ${database.place}`)
    return work(database)
  })
}

/** Like `withInstallation`, but creates a missing installation. */
export function withNewInstallation<T>(
  context: Context,
  command: string,
  work: (database: Database, secretKey: Buffer) => Promise<T>,
): Promise<T> {
  return withDatabase(context, command, async (database) => {
    if ((await schemaOf(database)) === 'none') {
      await migrateDatabase(database.connection, (line) => context.note(line))
    }
    return work(database, await secretKeyOf(context, database))
  })
}

/**
 * The current secret key of this installation, which a running service shares. A new installation
 * is created with the first key.
 */
export async function secretKeyOf(context: Context, database: Database): Promise<Buffer> {
  const config = context.config()
  const keys = loadKeyRing(config)
  const secretKey = (await findCurrentKey(database.pool, keys)) ?? keys.first
  const defaults = accountDefaults(config)
  const made = await prepareInstallation(database.pool, secretKey, defaults, Date.now())
  if (made) context.note(`Created a new installation in ${database.place}.`)
  return secretKey
}

/** Runs `work` on the database, whatever the state of its schema. */
export async function withDatabase<T>(
  context: Context,
  command: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(context.config(), command, (line) => context.note(line))
  try {
    await assertUsable(database.connection)
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Refuses a schema of any other version than this one. */
async function schemaOf({ pool }: Database): Promise<'current' | 'none'> {
  const client = await pool.connect()
  try {
    const pending = await pendingMigrations(client)
    if (pending.length === 0) return 'current'
    if (pending[0]?.name.startsWith('0001')) return 'none'
    throw new CommandError(
      `The database is ${pending.length} migration(s) behind this version. Start the service, or run "${RECKONER} migrate", then try again.`,
    )
  } finally {
    client.release()
  }
}

function nothingYet(where: string): CommandError {
  return new CommandError(
    `There is no installation ${where} yet. Start the service, or create a first key with "${RECKONER} keys create --mode test".`,
  )
}
