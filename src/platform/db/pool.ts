// The connection pool: sets up sessions before they are used and maps PostgreSQL types.

import type { Writable } from 'node:stream'
import pg from 'pg'
import { APPLICATION_NAME } from './lock-holders.ts'
import { PATIENT, type SessionOptions, sessionSettings, setSession } from './session.ts'

export interface Connection {
  connectionString?: string
  host?: string
  port?: number
  user?: string
  password?: string
  database?: string
}

const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184

const types = new pg.TypeOverrides()
// Every stored bigint is a safe integer, by its check constraint or by the domain's limit.
types.setTypeParser(INT8, (text) => Number(text))
types.setTypeParser(DATE, (text) => text)
/** Timestamps are milliseconds since 1970 in the code, and text only at the edges. */
types.setTypeParser(TIMESTAMPTZ, (text) => Date.parse(`${text.replace(' ', 'T')}:00`))

export interface PoolOptions extends SessionOptions {
  size: number
  /** True if the pool is meant to connect to a standby. */
  standby?: boolean
  /** For streams, which cannot share a connection with statements sent behind them. */
  oneByOne?: boolean
}

/** Opens a pool. Broken idle connections are dropped silently; the next use opens a new one. */
export function openPool(connection: Connection, options: PoolOptions): pg.Pool {
  const settings = sessionSettings(options)
  const onlyReading = new WeakSet<pg.ClientBase>()
  const pool = new pg.Pool({
    ...connection,
    types,
    max: options.size,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 20_000,
    application_name: APPLICATION_NAME,
    // For a network that drops packets: the server's own timeout fires first.
    query_timeout: 20_000,
    // The statements that save a batch are sent together; the server runs them in order.
    pipeline: !options.oneByOne,
    async onConnect(client) {
      const { readOnly } = await setSession(client, settings)
      if (readOnly && !options.standby) onlyReading.add(client)
    },
  })
  pool.on('error', () => undefined)
  // Without this handler, a connection that breaks between two statements would end the process. Its user
  // learns of the failure from the next statement.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // A connection to a standby is used once, so that the next one goes to the current primary. Otherwise
  // reads would stay on the standby, since none of them fails.
  pool.on('release', (_error, client) => {
    if (onlyReading.has(client)) void (client as pg.PoolClient & pg.Client).end()
  })
  return pool
}

/** Opens a dedicated connection for large reads and schema changes, without timeouts of our own. */
export async function connectAlone(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    types,
    connectionTimeoutMillis: 10_000,
    application_name: APPLICATION_NAME,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await setSession(client, sessionSettings(PATIENT))
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Opens a dedicated connection to the server of a pool. Ending it aborts whatever it is running. */
export function connectSeparately({ options }: pg.Pool): Promise<pg.Client> {
  const { connectionString, host, port, user, database } = options
  // The pool makes the password non-enumerable, so it must be copied by name.
  const { password } = options
  const given = { connectionString, host, port, user, database, password }
  return connectAlone(given as Connection)
}

/** Runs `work` in one transaction on one connection; any error rolls back and is rethrown. */
export async function transaction<T>(
  pool: pg.Pool,
  work: (tx: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const tx = await pool.connect()
  let broken: Error | undefined
  try {
    await tx.query('begin')
    const result = await work(tx)
    await tx.query('commit')
    return result
  } catch (error) {
    await tx.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    if (isOutage(error)) broken = error as Error
    throw error
  } finally {
    tx.release(broken)
  }
}

/**
 * Sends the statements of `send` to the network in one write. Separate writes would each wake the
 * server, which would use the CPU only to find that it has to wait for the next statement.
 */
export function inOneWrite<T>(tx: pg.PoolClient, send: () => T): T {
  const { stream } = (tx as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

/** Returns the five-character SQLSTATE of a server error; undefined for others, such as EPIPE. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/** True for a lock timeout, a deadlock or a serialization failure; the transaction left nothing behind. */
export function isBlocked(error: unknown): boolean {
  return ['40001', '40P01', '55P03'].includes(sqlState(error) ?? '')
}

/** The transaction was aborted by an earlier statement that failed. */
const SPOILT = '25P02'

/**
 * Waits for statements of one transaction that were sent together. When one fails, those behind it fail
 * as well, and their errors arrive in any order: throws the error of the one that failed first.
 */
export async function allSent<const T extends readonly unknown[]>(
  sent: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const results = await Promise.allSettled(sent)
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  )
  if (failures.length > 0) {
    throw failures.find((error) => sqlState(error) !== SPOILT) ?? failures[0]
  }
  const values = results.map((result) => (result as PromiseFulfilledResult<unknown>).value)
  return values as { -readonly [K in keyof T]: Awaited<T[K]> }
}

/** The server accepts no writes: it is a standby, or configured as read-only. */
const READ_ONLY = '25006'

/** Message for a request that the database failed before anything was done. */
export function outageSentence(error: unknown): string {
  return sqlState(error) === READ_ONLY
    ? 'The database is read-only right now, as a standby is until it is promoted. Nothing was changed. Try again.'
    : 'The database is unavailable right now. Nothing was changed. Try again.'
}

/** True if the database was unreachable or went away, rather than refusing a statement. */
export function isOutage(error: unknown): boolean {
  const state = sqlState(error)
  // Class 08: connection; 53: insufficient resources; 57: cancelled, shutting down, starting; 58: system
  // error; 25006: read-only; 25P03: idle in a transaction for too long.
  if (state) return /^(08|53|57|58|25006|25P03)/.test(state)
  const text = error instanceof Error ? `${(error as { code?: string }).code} ${error.message}` : ''
  return /ECONN|EPIPE|ENOENT|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|Connection terminated|timeout exceeded|read timeout|not queryable|Connection ended/.test(
    text,
  )
}
