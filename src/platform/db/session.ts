// Settings of a session, applied before it is used, whatever the server, its role or a pooler has set.

import type { ClientBase, QueryConfig, QueryResult } from 'pg'

export interface SessionOptions {
  /** How long a statement may wait for a lock before its transaction is retried or refused. */
  lockTimeoutMs?: number
  /** How long a statement may run before it is canceled. */
  statementTimeoutMs?: number
  /** How long a transaction may be idle before the server ends it. */
  idleInTransactionMs?: number
  /**
   * True if its statements only look up rows by key, as all of the write path do. A plan that was made while
   * a table was tiny scans all of it, and is kept until the table is analyzed: with this, no such plan is
   * made, neither for a statement nor for a foreign key check.
   */
  byKeyOnly?: boolean
  /** True if writes may be lost when the server dies within the second: commits then do not wait for the disk. */
  mayLose?: boolean
}

export type SessionSettings = Record<string, string | number>

/** For a session that reads much or changes the schema: without timeouts of our own. */
export const PATIENT = { lockTimeoutMs: 0, statementTimeoutMs: 0, idleInTransactionMs: 0 }

/** PostgreSQL's keyword for the value that the server, the database or the role sets. */
const DEFAULT = 'default'

/**
 * Returns all settings and not only those that differ: a pooler may hand on a server connection as another
 * session of ours has left it. Values are spelled as PostgreSQL shows them.
 */
export function sessionSettings(options: SessionOptions): SessionSettings {
  return {
    TimeZone: 'UTC',
    DateStyle: 'ISO, MDY',
    // A statement that waited for a lock sees the latest committed rows, as every decision of the lane needs.
    default_transaction_isolation: 'read committed',
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    lock_timeout: options.lockTimeoutMs ?? 1_000,
    idle_in_transaction_session_timeout: options.idleInTransactionMs ?? 30_000,
    enable_seqscan: options.byKeyOnly ? 'off' : DEFAULT,
    synchronous_commit: options.mayLose ? 'off' : DEFAULT,
  }
}

const SET_MS_MOST = 5_000

/**
 * Applies the settings in one round trip. `readOnly` is true if the session leads to a standby, or was opened
 * while the server accepted no writes. Parameters of the connection would cost no round trip, but poolers refuse
 * those they do not know: pgbouncer all but the first two.
 */
export async function setSession(
  client: ClientBase,
  settings: SessionSettings,
): Promise<{ readOnly: boolean }> {
  const statements = Object.entries(settings).map(
    ([name, value]) => `set ${name} to ${value === DEFAULT ? DEFAULT : `'${value}'`}`,
  )
  const query: QueryConfig & { query_timeout: number } = {
    text: [...statements, 'show transaction_read_only'].join('; '),
    query_timeout: SET_MS_MOST,
  }
  // One result for each statement.
  const results = (await client.query(query)) as unknown as QueryResult[]
  return { readOnly: results.at(-1)?.rows[0].transaction_read_only === 'on' }
}
