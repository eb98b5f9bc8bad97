// All SQL of logos: kept by what they are, never changed, since issued documents name them.

import type { Logo } from '../../domain/snapshot.ts'
import type { RowKey, Table } from '../../platform/db/action.ts'
import { type Db, execute, instants, plain, query, sql } from '../../platform/db/sql.ts'

export interface LogoRow extends Logo {
  environment_id: number
  /** Its SHA-256, as in `sha256`. */
  id: string
  /** Empty on a row that was locked: nothing is decided by the bytes. */
  data: Buffer
  created_at: number
}

const columns = sql`l.environment_id, l.sha256 as id, l.sha256, l.content_type, l.width, l.height,
  l.created_at`

export const logos: Table<LogoRow> = {
  name: 'logos',

  lock(tx, keys) {
    return query<LogoRow & Record<string, unknown>>(
      tx,
      sql`select ${columns}, ''::bytea as data from logos l
          join ${wanted(keys)} on l.environment_id = wanted.environment_id and l.sha256 = wanted.id
          order by l.environment_id, l.sha256 for no key update of l`,
    )
  },

  insert(tx, rows) {
    return execute(
      tx,
      sql`insert into logos (environment_id, sha256, content_type, width, height, data, created_at)
          select * from unnest(
            ${plain(rows.map((row) => row.environment_id))}::int[],
            ${plain(rows.map((row) => row.sha256))}::text[],
            ${plain(rows.map((row) => row.content_type))}::text[],
            ${plain(rows.map((row) => row.width))}::smallint[],
            ${plain(rows.map((row) => row.height))}::smallint[],
            ${rows.map((row) => row.data)}::bytea[],
            ${instants(rows.map((row) => row.created_at))}::timestamptz[])`,
    )
  },

  update: () => Promise.reject(new Error('A logo is never changed.')),
}

const wanted = (
  keys: RowKey[],
) => sql`unnest(${plain(keys.map((key) => key.environment_id))}::int[],
  ${plain(keys.map((key) => key.id))}::text[]) as wanted (environment_id, id)`

/** A logo by its hash, as settings and snapshots name it. */
export async function findLogo(
  db: Db,
  environmentId: number,
  sha256: string,
): Promise<LogoRow | undefined> {
  const rows = await query<LogoRow & Record<string, unknown>>(
    db,
    sql`select ${columns}, l.data from logos l
        where l.environment_id = ${environmentId} and l.sha256 = ${sha256}`,
  )
  return rows[0]
}
