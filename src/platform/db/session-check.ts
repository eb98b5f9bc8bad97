// Checks whether a pooler on the way to the database preserves the state of sessions.

import pg from 'pg'
import type { Connection } from './pool.ts'
import { sessionSettings, setSession } from './session.ts'

const ROUNDS = 3
/** A setting that nothing else uses: PostgreSQL accepts any name with a dot. */
const MARK = 'reckoner.session'

/** Connects without setting anything: a pooler may share the server connection with other clients. */
export async function connectBare(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/**
 * Returns the problem with sessions, and the remedy; undefined if there is no problem. `one` is a bare connection that
 * was made before.
 */
export async function sessionProblem(
  connection: Connection,
  one?: pg.Client,
): Promise<string | undefined> {
  if (!one) {
    const first = await connectBare(connection)
    return sessionProblem(connection, first).finally(() => first.end())
  }
  const other = await connectBare(connection)
  try {
    // Comes first, and changes no setting that matters to other clients of a shared connection.
    if (!(await keepMarks(one, other))) {
      return 'DATABASE_URL is a pooler that gives every transaction another connection, which mixes the statements of sessions. Set pool_mode to session there, or set DATABASE_URL to PostgreSQL itself.'
    }
    const strayed = await settingsStrayed(one)
    if (strayed.length === 0) return undefined
    return `Session settings do not arrive at the database (${strayed.join(', ')}). Let the pooler pass SET on, or set DATABASE_URL to PostgreSQL itself.`
  } finally {
    await other.end()
  }
}

/**
 * True if each session finds its own mark. This catches a pooler that assigns connections by transaction,
 * whatever its order: the connection used last has the other's mark, and round robin cannot return to the
 * same connection after two steps and after three. Other clients' traffic can hide it from one round.
 */
async function keepMarks(one: pg.Client, other: pg.Client): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round++) {
    const [ours, theirs] = [`one ${round}`, `other ${round}`]
    await one.query(`set ${MARK} to '${ours}'`)
    await other.query(`set ${MARK} to '${theirs}'`)
    const found = [await markOf(one), await markOf(one), await markOf(other)]
    if (found.join() !== [ours, ours, theirs].join()) return false
  }
  return true
}

async function markOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query(`select current_setting('${MARK}', true) as mark`)
  return rows[0].mark
}

/** Returns settings that differ from their intended values, as `lock_timeout is 0, not 1000`. */
async function settingsStrayed(client: pg.Client): Promise<string[]> {
  const settings = sessionSettings({ byKeyOnly: true, mayLose: true })
  await setSession(client, settings)
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [Object.keys(settings)],
  )
  const found = new Map(rows.map(({ name, setting }) => [name, setting]))
  return Object.entries(settings)
    .filter(([name, value]) => found.get(name) !== String(value))
    .map(([name, value]) => `${name} is ${found.get(name)}, not ${value}`)
}
