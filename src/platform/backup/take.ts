// Takes a backup: copies tables from one snapshot, while reads and writes continue.

import type pg from 'pg'
import { to } from 'pg-copy-streams'
import type { Head, Part, Rows } from './format.ts'

export interface Taking {
  /** All tables, referenced ones first. */
  tables: readonly string[]
  version: string
  /** Reads the check of the secret within the snapshot. */
  secretCheck(client: pg.ClientBase): Promise<string | undefined>
  /** Reads, within the snapshot, the keys that its secrets are sealed with. */
  sealedWith(client: pg.ClientBase): Promise<string[]>
  now(): number
  /** Called for each table once it is copied. */
  onTable(table: string, rows: number): void
}

/**
 * Yields the parts of a backup. The connection is a dedicated one, without timeouts; it is left in a
 * transaction that has nothing to commit.
 */
export async function* takeBackup(client: pg.ClientBase, taking: Taking): AsyncGenerator<Part> {
  await client.query('begin isolation level repeatable read read only')
  // Overrides the settings of the database or the role.
  for (const name of ['statement', 'lock', 'idle_in_transaction_session']) {
    await client.query(`set local ${name}_timeout = 0`)
  }
  // First the locks and then the snapshot, so that no migration comes between the two.
  await client.query(`lock table ${taking.tables.join(', ')}, migrations in access share mode`)
  yield { kind: 'head', head: await readHead(client, taking) }
  const rows: Rows = {}
  for (const table of taking.tables) {
    const columns = await readColumns(client, table)
    yield { kind: 'table', table, columns }
    const copy = client.query(to(`copy ${table} (${columns.join(', ')}) to stdout`))
    // The consumer can stop early, and the connection can then end without a listener.
    copy.on('error', () => undefined)
    for await (const data of copy) yield { kind: 'rows', data: data as Buffer }
    yield { kind: 'end' }
    await client.query('select') // the row count arrives behind the last row
    rows[table] = copy.rowCount
    taking.onTable(table, copy.rowCount)
  }
  yield { kind: 'foot', rows }
}

async function readHead(client: pg.ClientBase, taking: Taking): Promise<Head> {
  const { rows: migrations } = await client.query<Head['migrations'][number]>(
    'select name, checksum from migrations order by name',
  )
  return {
    version: taking.version,
    created_at: new Date(taking.now()).toISOString(),
    secret_check: (await taking.secretCheck(client)) ?? null,
    sealed_with: await taking.sealedWith(client),
    migrations,
  }
}

async function readColumns(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}
