// SQL of the secret keys: which one is current, what was created under which, and moving secrets to another key.

import { type Db, execute, join, query, raw, type Sql, sql } from '../../platform/db/sql.ts'
import { idOf, secretCheckOf } from '../../platform/key-ring.ts'
import { MARK, MARK_BYTES, MARKED_BYTES } from '../../platform/seal.ts'
import type { HashedTable, SealedColumn } from '../manifest.ts'

export interface Installation {
  secret_check: string
  unmarked_key_id: string | null
}

/** The keys that the database records; undefined while it is empty. */
export async function findInstallation(db: Db): Promise<Installation | undefined> {
  const rows = await query<Installation & Record<string, unknown>>(
    db,
    sql`select secret_check, unmarked_key_id from installation where id = 1`,
  )
  return rows[0]
}

/** Makes a key the current one; all processes then move secrets to it. */
export async function setCurrentKey(db: Db, key: Buffer, unmarkedId: string): Promise<void> {
  await execute(
    db,
    sql`update installation
        set secret_check = ${secretCheckOf(key)},
            unmarked_key_id = coalesce(unmarked_key_id, ${unmarkedId}),
            key_ids = case when ${idOf(key)} = any(key_ids) then key_ids else array_append(key_ids, ${idOf(key)}::text) end
        where id = 1`,
  )
}

/** A hash that matched a secret, and the hash of the same secret under the current key. */
export interface Rehashed {
  before: Buffer
  after: Buffer
}

const HASHES = { api_keys: ['secret_hash', 'text'], sessions: ['token_hash', 'uuid'] } as const

/**
 * Replaces hashes with those under a key, by row ID. Skips rows that were changed meanwhile. Replaces none while
 * another key is current, or processes with other key orders would undo the move.
 */
export async function rehash(
  db: Db,
  table: keyof typeof HASHES,
  rehashed: ReadonlyMap<string, Rehashed>,
  key: Buffer,
): Promise<void> {
  if (rehashed.size === 0) return
  const [column, type] = HASHES[table]
  const moves = [...rehashed.values()]
  await execute(
    db,
    sql`update ${raw(table)} t set ${raw(column)} = moved.after, secret_key_id = ${idOf(key)}
        from installation i, unnest(
          ${[...rehashed.keys()]}::${raw(type)}[], ${moves.map(({ before }) => before)}::bytea[],
          ${moves.map(({ after }) => after)}::bytea[]) as moved (id, before, after)
        where i.secret_check = ${secretCheckOf(key)} and t.id = moved.id
          and t.${raw(column)} = moved.before`,
  )
}

/** Number of secrets under a key; the ID is null for the unmarked key. */
export interface Counted {
  key_id: string | null
  label: string
  count: number
  /** The last use of any of them, if recorded. */
  used_at: number | null
}

/**
 * Counts the data that the service moves to the current key automatically: sealed secrets and signed heads. A head that
 * names a key which was never current here is forged, and is not counted.
 */
export async function countSealed(db: Db, columns: readonly SealedColumn[]): Promise<Counted[]> {
  const heads = await query<Omit<Counted, 'label'>>(
    db,
    sql`select chain_key as key_id, count(*) as count, null::timestamptz as used_at
        from environment_counters
        where chain_link > 0 and chain_key in (select unnest(key_ids) from installation) group by 1`,
  )
  const counts: Counted[] = heads.map((row) => ({ ...row, label: 'heads of chains' }))
  for (const { table, column, label } of columns) {
    const rows = await query<Omit<Counted, 'label'>>(
      db,
      sql`select case when substring(${raw(column)} for ${MARK_BYTES}::int) = ${MARK}::bytea
                   then encode(substring(${raw(column)} from ${MARK_BYTES + 1}::int
                                         for ${MARKED_BYTES - MARK_BYTES}::int), 'hex') end as key_id,
                 count(*) as count, null::timestamptz as used_at
          from ${raw(table)} where ${raw(column)} is not null group by 1`,
    )
    counts.push(...rows.map((row) => ({ ...row, label })))
  }
  return counts
}

/** The IDs of the keys that something is sealed or signed with, as far as known. */
export async function listSealingKeys(db: Db, columns: readonly SealedColumn[]): Promise<string[]> {
  const unmarked = (await findInstallation(db))?.unmarked_key_id ?? null
  const ids = (await countSealed(db, columns)).flatMap(({ key_id }) => key_id ?? unmarked ?? [])
  return [...new Set(ids)].sort()
}

export async function countHashed(
  db: Db,
  tables: readonly HashedTable[],
  at: number,
): Promise<Counted[]> {
  const counts: Counted[] = []
  for (const { table, label, open, used } of tables) {
    const rows = await query<Omit<Counted, 'label'>>(
      db,
      sql`select secret_key_id as key_id, count(*) as count,
                 ${raw(used ? `max(${used})` : 'null::timestamptz')} as used_at
          from ${raw(table)} where ${open?.(new Date(at)) ?? raw('true')} group by 1`,
    )
    counts.push(...rows.map((row) => ({ ...row, label })))
  }
  return counts
}

export type RowKey = Readonly<Record<string, string | number>>
export type SealedRow = RowKey & { sealed: Buffer }

const namesOf = ({ key }: SealedColumn): Sql => raw(Object.keys(key).join(', '))

/** The next rows with a sealed value after a row, in key order. */
export function listSealed(
  db: Db,
  column: SealedColumn,
  { after, most }: { after: RowKey | undefined; most: number },
): Promise<SealedRow[]> {
  const last = Object.entries(column.key).map(([name, type]) => sql`${after?.[name]}::${raw(type)}`)
  const behind = after ? sql`and (${namesOf(column)}) > (${join(last)})` : raw('')
  return query<SealedRow>(
    db,
    sql`select ${namesOf(column)}, ${raw(column.column)} as sealed from ${raw(column.table)}
        where ${raw(column.column)} is not null ${behind} order by ${namesOf(column)} limit ${most}`,
  )
}

/**
 * Replaces sealed values in rows that still have them; returns how many. Locked rows are skipped and left to the next
 * run: never waiting for a lock rules out deadlocks.
 */
export function replaceSealed(
  db: Db,
  column: SealedColumn,
  rows: readonly { row: SealedRow; resealed: Buffer }[],
): Promise<number> {
  const { table, key } = column
  const keys = Object.entries(key)
  const arrays = keys.map(
    ([name, type]) => sql`${rows.map(({ row }) => row[name])}::${raw(type)}[]`,
  )
  const same = (one: string, other: string) =>
    raw(keys.map(([name]) => `${one}.${name} = ${other}.${name}`).join(' and '))
  const sealed = raw(column.column)
  return execute(
    db,
    sql`with moved as (
          select * from unnest(${join(arrays)}, ${rows.map(({ row }) => row.sealed)}::bytea[],
                               ${rows.map(({ resealed }) => resealed)}::bytea[])
            as moved (${namesOf(column)}, sealed_before, sealed_after)),
        free as (
          select t.* from ${raw(table)} t join moved m on ${same('t', 'm')}
          where t.${sealed} = m.sealed_before for update of t skip locked)
        update ${raw(table)} t set ${sealed} = m.sealed_after
        from moved m join free on ${same('free', 'm')}
        where ${same('t', 'm')} and t.${sealed} = m.sealed_before`,
  )
}
