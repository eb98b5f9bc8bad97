// Reads the books for verification: everything once, in one snapshot, in constant memory.

import type { Socket } from 'node:net'
import type { Pool } from 'pg'
import { connectSeparately } from '../../platform/db/pool.ts'
import { query, type Sql, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'

export interface BooksEnvironment {
  id: number
  account_id: number
  mode: 'test' | 'live'
}

/**
 * Runs `read` in one snapshot of the whole database, which neither blocks nor sees concurrent writes. When `signal` is
 * aborted, the connection is dropped and `read` fails.
 */
export async function inSnapshot<T>(
  pool: Pool,
  read: (tx: Tx) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = await connectSeparately(pool)
  const drop = () => void client.end()
  signal?.addEventListener('abort', drop)
  try {
    await client.query('begin isolation level repeatable read read only')
    // Overrides timeouts of the database or the role.
    await client.query('set local statement_timeout = 0')
    await client.query('set local lock_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await client.query('set local cursor_tuple_fraction = 1') // all rows will be read
    // The client does everything a pooled connection does, except return to the pool.
    return await read(client as unknown as Tx)
  } finally {
    signal?.removeEventListener('abort', drop)
    // Nothing was written, so the transaction needs no commit.
    await client.end()
  }
}

export function listEnvironments(tx: Tx): Promise<BooksEnvironment[]> {
  return query<BooksEnvironment & Record<string, unknown>>(
    tx,
    sql`select e.id, e.account_id, e.mode from environments e
        -- One that is being erased holds what is left of its books; nobody else may say so of itself.
        where not exists (
          select from environment_counters c
          left join test_clocks t on t.environment_id = e.id
          where c.environment_id = e.id and c.resetting
            and (t.status = 'resetting' or exists (
              select from accounts a where a.id = e.account_id and a.demo = 'dropping')))
        order by e.id`,
  )
}

/** Rows per fetch: a few at first, then as many as make up about this many bytes. */
const CHUNK_MOST = 500
const CHUNK_FIRST = 16
const CHUNK_BYTES = 512 * 1024
let cursors = 0

/** Reads rows through a cursor, in chunks. */
export async function* stream<Row>(tx: Tx, { text, values }: Sql): AsyncGenerator<Row> {
  const cursor = `books_${++cursors}`
  await tx.query(`declare ${cursor} no scroll cursor for ${text}`, values)
  const { stream: socket } = (tx as unknown as { connection: { stream: Socket } }).connection
  for (let most = CHUNK_FIRST; ; ) {
    const before = socket.bytesRead
    const { rows } = await tx.query(`fetch ${most} from ${cursor}`)
    yield* rows as Row[]
    if (rows.length < most) break
    const fitting = Math.trunc((CHUNK_BYTES * most) / (socket.bytesRead - before + 1))
    most = Math.max(1, Math.min(CHUNK_MOST, fitting))
  }
  await tx.query(`close ${cursor}`)
}

/** An instant as the API formats it. */
export const time = (column: Sql) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The messages that a statement finds, up to a maximum, and their total number. */
export async function findDifferences(
  tx: Tx,
  statement: Sql,
  most: number,
): Promise<{ differences: number; examples: string[] }> {
  const rows = await query<{ message: string; total: number }>(
    tx,
    sql`select message, count(*) over () as total from (${statement}) found limit ${most}`,
  )
  return { differences: rows[0]?.total ?? 0, examples: rows.map((row) => row.message) }
}

export async function countRows(tx: Tx, from: Sql): Promise<number> {
  const rows = await query<{ count: number }>(tx, sql`select count(*) as count from ${from}`)
  return rows[0]?.count ?? 0
}
