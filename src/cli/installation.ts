// Lends a command the database: the one of a running service, or its own for the moment.

import { existsSync } from 'node:fs'
import { assertUsable, type Database, migrateDatabase, openDatabase } from '../app/database.ts'
import { accountDefaults, prepareInstallation } from '../features/accounts/actions.ts'
import { findCurrentKey } from '../features/secret-keys/actions-current.ts'
import type { Config } from '../platform/config.ts'
import { placeIn } from '../platform/db/embedded/place.ts'
import { pendingMigrations } from '../platform/db/migrate.ts'
import { RECKONER } from '../platform/invocation.ts'
import { loadKeyRing } from '../platform/secret.ts'
import type { Context } from './context.ts'
import { CommandError } from './failure.ts'

/** Whether there is nothing yet where the embedded database would be. */
export function isUnmade(config: Config): boolean {
  const { data, next } = placeIn(config.dataDir)
  return !config.databaseUrl && !existsSync(data) && !existsSync(next)
}

/** Runs `work` on the database of an installation; refuses when there is none yet. */
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

/** The same for commands that begin something: they make the installation when there is none. */
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
 * The current secret key of this installation, under which a running service knows what is made; a new
 * installation is made with the first one.
 */
export async function secretKeyOf(context: Context, database: Database): Promise<Buffer> {
  const config = context.config()
  const keys = loadKeyRing(config)
  const secretKey = (await findCurrentKey(database.pool, keys)) ?? keys.first
  const defaults = accountDefaults(config)
  const made = await prepareInstallation(database.pool, secretKey, defaults, Date.now())
  if (made) context.note(`Made a new installation in ${database.place}.`)
  return secretKey
}

/** Runs `work` on the database, whatever state its schema is in. */
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

/** Only a schema of this very version can be worked with. */
async function schemaOf({ pool }: Database): Promise<'current' | 'none'> {
  const client = await pool.connect()
  try {
    const pending = await pendingMigrations(client)
    if (pending.length === 0) return 'current'
    if (pending[0]?.name.startsWith('0001')) return 'none'
    throw new CommandError(
      `The database is ${pending.length} migration(s) behind this version: start the service, or run "${RECKONER} migrate", then try again.`,
    )
  } finally {
    client.release()
  }
}

function nothingYet(where: string): CommandError {
  return new CommandError(
    `There is no installation ${where} yet: start the service, or make a first key with "${RECKONER} keys create --mode test".`,
  )
}
