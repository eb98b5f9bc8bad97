// Loads a backup into an empty database with the same schema: all of it in one transaction, or nothing.

import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { BackupError, type Part, type Rows } from './format.ts'

/** Called for each table once it is loaded. */
export type OnTable = (table: string, rows: number) => void

/** True if any of these tables has a row; a missing table counts as empty. */
export async function hasRows(client: pg.ClientBase, tables: readonly string[]): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [tables],
  )
  for (const { name } of rows) {
    const found = await client.query(`select exists (select from ${name}) as yes`)
    if (found.rows[0].yes) return true
  }
  return false
}

/**
 * Loads the parts, whose tables all exist, and returns the number of rows of each. Drops indexes and foreign
 * keys first and recreates them afterwards in their former order: that is several times faster, and the keys
 * still check every row.
 */
export async function loadBackup(
  client: pg.ClientBase,
  tables: readonly string[],
  parts: AsyncIterable<Part>,
  onTable: OnTable,
): Promise<Rows> {
  await client.query('begin')
  try {
    for (const name of ['statement', 'lock', 'idle_in_transaction_session']) {
      await client.query(`set local ${name}_timeout = 0`)
    }
    await client.query("set local maintenance_work_mem = '128MB'")
    // A service that was started on this database in the meantime waits here, unless it wrote first.
    await client.query(`lock table ${tables.join(', ')} in access exclusive mode`)
    if (await hasRows(client, tables)) {
      throw new BackupError(
        'Another process has started to use the database. Nothing was restored.',
      )
    }
    // Rows that are frozen while they are loaded into a truncated table need no vacuum later.
    await client.query(`truncate ${tables.join(', ')}`)
    const rebuild = await takeApart(client, tables)
    const rows = await loadTables(client, tables, parts[Symbol.asyncIterator](), onTable)
    for (const statement of rebuild) await client.query(statement)
    await client.query('commit')
    return rows
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function loadTables(
  client: pg.ClientBase,
  tables: readonly string[],
  parts: AsyncIterator<Part>,
  onTable: OnTable,
): Promise<Rows> {
  const loaded: Rows = {}
  let declared: Rows | undefined
  try {
    for (;;) {
      const { value: part, done } = await parts.next()
      if (done) break
      if (part.kind === 'foot') declared = part.rows
      if (part.kind !== 'table') continue
      const { table, columns } = part
      if (!tables.includes(table)) throw new BackupError(`There is no table ${table} to load into.`)
      const names = columns.map((name) => `"${name}"`).join(', ')
      const copy = client.query(from(`copy ${table} (${names}) from stdin with (freeze)`))
      await pipeline(rowsOf(parts), copy)
      loaded[table] = copy.rowCount
      onTable(table, copy.rowCount)
    }
  } finally {
    await parts.return?.()
  }
  assertComplete(loaded, declared)
  return loaded
}

/** Yields the rows of the current table, up to its end. */
async function* rowsOf(parts: AsyncIterator<Part>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value: part, done } = await parts.next()
    if (done || part.kind !== 'rows') return
    yield part.data
  }
}

function assertComplete(loaded: Rows, declared: Rows | undefined): void {
  for (const table of new Set([...Object.keys(loaded), ...Object.keys(declared ?? {})])) {
    if (loaded[table] === declared?.[table]) continue
    throw new BackupError(
      `The backup says that ${table} has ${declared?.[table] ?? 'no'} rows, but it contains ${loaded[table] ?? 'none'}. Nothing was restored.`,
    )
  }
}

/** Drops foreign keys, keys and indexes; returns the statements that recreate them. */
async function takeApart(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows: references } = await client.query<{ drop: string; make: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname,
                   pg_get_constraintdef(oid)) as make
     from pg_constraint where contype = 'f' and conrelid = any($1::regclass[]) order by oid`,
    [tables],
  )
  // The order of creation decides between indexes that would cost the planner the same.
  const { rows: indexes } = await client.query<{ drop: string; make: string }>(
    `select case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
              else format('alter table %s drop constraint %I', i.indrelid::regclass, conname) end as drop,
            case when c.oid is null then pg_get_indexdef(i.indexrelid)
              else format('alter table %s add constraint %I %s', i.indrelid::regclass, conname,
                          pg_get_constraintdef(c.oid)) end as make
     from pg_index i
     left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
     where i.indrelid = any($1::regclass[]) order by i.indexrelid`,
    [tables],
  )
  for (const { drop } of [...references, ...indexes]) await client.query(drop)
  return [...indexes, ...references].map(({ make }) => make)
}
