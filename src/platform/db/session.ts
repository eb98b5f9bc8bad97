// What a session is set to before anybody uses it, whatever the server, its role or a pooler has given it.

import type { ClientBase, QueryConfig, QueryResult } from 'pg'

export interface SessionOptions {
  /** How long a statement may wait for a lock before its transaction is retried or refused. */
  lockTimeoutMs?: number
  /** How long a statement may run before it is given up. */
  statementTimeoutMs?: number
  /** How long a transaction may say nothing before the server ends it. */
  idleInTransactionMs?: number
  /**
   * Whether its statements only look rows up by their keys, as all of the write path do. A plan that
   * was made while a table was tiny reads the whole of it, and is kept until somebody has counted the
   * rows: with this, no such plan is made, neither for a statement nor for a foreign key's check.
   */
  byKeyOnly?: boolean
  /**
   * Whether what is written may be lost by a server that dies within the second: nobody then waits for
   * the disk.
   */
  mayLose?: boolean
}

export type SessionSettings = Record<string, string | number>

/** For a session that reads much, or changes the schema: nothing of ours on it times out. */
export const PATIENT = { lockTimeoutMs: 0, statementTimeoutMs: 0, idleInTransactionMs: 0 }

/** PostgreSQL's word for what the server, the database and the role say. */
const DEFAULT = 'default'

/**
 * All of them and not only those that differ: a pooler may hand on a connection of the server as
 * another session of ours has left it. In the words in which PostgreSQL shows them.
 */
export function sessionSettings(options: SessionOptions): SessionSettings {
  return {
    TimeZone: 'UTC',
    DateStyle: 'ISO, MDY',
    // What waited for a lock reads on what is there by then, as every decision of the lane needs.
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
 * Answers whether the session can only read: it leads to a standby, or was made while the server took no
 * writes. One round trip. Parameters of the connection would cost none, but poolers refuse those they do not
 * know: pgbouncer all but the first two.
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
