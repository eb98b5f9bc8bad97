// The database a command uses: that of DATABASE_URL, or the embedded one.

import type pg from 'pg'
import type { Config } from '../platform/config.ts'
import { findRunning, startEmbedded } from '../platform/db/embedded/server.ts'
import { migrate, readSchemaState } from '../platform/db/migrate.ts'
import { type Connection, connectAlone, openPool } from '../platform/db/pool.ts'
import { connectBare, sessionProblem } from '../platform/db/session-check.ts'
import { RECKONER } from '../platform/invocation.ts'
import { COMMAND_OF, type ProcessRole } from '../platform/process-role.ts'

export interface Database {
  connection: Connection
  /** Where the data is, as text for people. */
  place: string
  pool: pg.Pool
  /** Set for an embedded database that this process started; see `EmbeddedServer`. */
  stepDown?(needed: readonly string[]): string | undefined
  /** Closes the pool, and the embedded server if this process started it. */
  close(): Promise<void>
}

const OLDEST_VERSION = 150_000

/** The database cannot be used in its present state; the message says what to do. */
export class DatabaseError extends Error {}

/**
 * Opens the database. A command other than `serve` shares the embedded server if it runs, and
 * otherwise starts it for the duration of the command.
 */
export async function openDatabase(
  config: Config,
  command: string,
  log: (line: string) => void,
): Promise<Database> {
  const size = config.databasePoolSize
  if (config.databaseUrl) {
    const connection = { connectionString: config.databaseUrl }
    const pool = openPool(connection, { size })
    const place = `the database ${withoutPassword(config.databaseUrl)}`
    return { connection, place, pool, close: () => pool.end() }
  }
  const running = command === 'serve' ? undefined : await findRunning(config.dataDir)
  const place = `${config.dataDir} (embedded PostgreSQL)`
  if (running) {
    const { connection } = running
    const pool = openPool(connection, { size: 2 })
    return { connection, place, pool, close: () => pool.end() }
  }
  const server = await startEmbedded({ dataDir: config.dataDir, command, log })
  const { connection } = server
  const pool = openPool(connection, { size })
  return {
    connection,
    place,
    pool,
    stepDown: server.stepDown,
    async close() {
      await pool.end()
      await server.stop()
    },
  }
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/([^:@/]*)(:[^@]*)?@/, '//$1@')
}

/** The notice for a database that a newer, compatible version has migrated. */
export function aheadSentence(ahead: readonly string[]): string {
  return `The database has ${ahead.join(', ')} of a newer Reckoner. They only add to the schema, so this version works with it.`
}

/** Refuses to share the embedded database, which belongs to one process. */
export function assertShared(config: Config, role: ProcessRole): void {
  if (role === 'serve' || config.databaseUrl) return
  throw new DatabaseError(
    `"${COMMAND_OF[role]}" needs other processes on the same database. Set DATABASE_URL for all of them, or run "${RECKONER} serve", which does everything, on the embedded database.`,
  )
}

/**
 * Refuses a server that is too old, that could lose confirmed commits, or that is reached through a
 * pooler that mixes sessions. The embedded server is reached directly.
 */
export async function assertUsable(connection: Connection): Promise<void> {
  const client = await connectBare(connection)
  try {
    await assertServer(client)
    const problem = connection.connectionString && (await sessionProblem(connection, client))
    if (problem) throw new DatabaseError(problem)
  } finally {
    await client.end()
  }
}

async function assertServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{
    version: number
    encoding: string
    unsafe: string | null
  }>(
    `select current_setting('server_version_num')::int as version,
            current_setting('server_encoding') as encoding,
            (select string_agg(name, ', ') from pg_settings
             where name in ('fsync', 'full_page_writes') and setting = 'off') as unsafe`,
  )
  const server = rows[0]
  if (!server) return
  if (server.version < OLDEST_VERSION) {
    throw new DatabaseError(
      `The database is PostgreSQL ${Math.trunc(server.version / 10_000)}; Reckoner needs 15 or later.`,
    )
  }
  if (server.encoding !== 'UTF8') {
    throw new DatabaseError(
      `The encoding of the database is ${server.encoding}. Create one with ENCODING 'UTF8'.`,
    )
  }
  if (server.unsafe) {
    throw new DatabaseError(
      `The database runs with ${server.unsafe} off, so a power failure would lose committed data. Turn it on.`,
    )
  }
}

/**
 * Migrates the database on a connection without the pool's timeouts. Returns the applied
 * migrations. Logs migrations that a newer version has applied.
 */
export async function migrateDatabase(
  connection: Connection,
  note: (line: string) => void,
): Promise<string[]> {
  const client = await connectAlone(connection)
  try {
    const applied = await migrate(client)
    const { ahead } = await readSchemaState(client)
    if (ahead.length > 0) note(aheadSentence(ahead))
    return applied
  } finally {
    await client.end()
  }
}
