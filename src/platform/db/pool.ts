// The connection pool: sessions that are set before they are used, and the types as the rest of the code wants them.

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
// Every bigint we store is a safe integer by its own check or by the domain's limit.
types.setTypeParser(INT8, (text) => Number(text))
types.setTypeParser(DATE, (text) => text)
/** Instants are milliseconds since 1970 in the code and text only at the edges. */
types.setTypeParser(TIMESTAMPTZ, (text) => Date.parse(`${text.replace(' ', 'T')}:00`))

export interface PoolOptions extends SessionOptions {
  size: number
  /** Whether it is meant to lead to a standby. */
  standby?: boolean
  /** For streams, which cannot share a connection with what is sent behind them. */
  oneByOne?: boolean
}

/** Opens a pool. Broken idle connections are dropped quietly; the next use makes a new one. */
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
    // For a network that swallows packets: the server's own timeout answers first.
    query_timeout: 20_000,
    // The statements that save a batch are sent together; the server runs them in order.
    pipeline: !options.oneByOne,
    async onConnect(client) {
      const { readOnly } = await setSession(client, settings)
      if (readOnly && !options.standby) onlyReading.add(client)
    },
  })
  pool.on('error', () => undefined)
  // A connection in use that breaks between two statements would otherwise end the process; whoever
  // uses it learns of it by the next statement.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // One that leads to a standby is used once: whoever is the primary by then has the next one. Otherwise
  // reads would stay behind there, since none of them fails.
  pool.on('release', (_error, client) => {
    if (onlyReading.has(client)) void (client as pg.PoolClient & pg.Client).end()
  })
  return pool
}

/** A connection of its own, for reading much and for changing the schema: nothing of ours on it times out. */
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

/** The same to where a pool leads. Ending it drops whatever it is doing. */
export function connectBeside({ options }: pg.Pool): Promise<pg.Client> {
  const { connectionString, host, port, user, database } = options
  // The pool hides it from being listed, and so from being copied.
  const { password } = options
  const given = { connectionString, host, port, user, database, password }
  return connectAlone(given as Connection)
}

/** Runs `work` in one transaction on one connection; any error rolls back and is thrown on. */
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
 * Hands the statements that `send` sends to the network in one piece. Each by itself would wake the
 * server, which then takes the processor to find that it has to wait for the next one.
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

/** PostgreSQL's five-character code of an error, if it came from there; EPIPE, say, did not. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/** Another transaction was in its way for too long, or both were in each other's; it left nothing behind. */
export function isHeldUp(error: unknown): boolean {
  return ['40001', '40P01', '55P03'].includes(sqlState(error) ?? '')
}

/** The transaction is spoilt by a statement that failed before this one. */
const SPOILT = '25P02'

/**
 * Waits for statements of one transaction that were sent together. When one fails, those behind it
 * fail as well, and chance decides of which we hear first: this throws the one that began it.
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

/** A server that takes no writes: a standby, or one whose administrator wants it so. */
const READ_ONLY = '25006'

/** What a request is told when the database failed it before anything could be done. */
export function outageSentence(error: unknown): string {
  return sqlState(error) === READ_ONLY
    ? 'The database takes no writes just now, as a standby does until it is promoted. Nothing was changed; try again.'
    : 'The database is unavailable right now. Nothing was changed; try again.'
}

/** Whether the database could not be reached or went away, as against refusing a statement. */
export function isOutage(error: unknown): boolean {
  const state = sqlState(error)
  // Class 08: connection; 53: out of resources; 57: cancelled, shutting down, starting; 58: the
  // system below; 25006: read only; 25P03: left idle in a transaction for too long.
  if (state) return /^(08|53|57|58|25006|25P03)/.test(state)
  const text = error instanceof Error ? `${(error as { code?: string }).code} ${error.message}` : ''
  return /ECONN|EPIPE|ENOENT|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|Connection terminated|timeout exceeded|read timeout|not queryable|Connection ended/.test(
    text,
  )
}
