// Walks through all rows of a list, oldest first, a chunk at a time: for whoever wants every one of them.

import { type Db, query, raw, type Sql, sql } from './sql.ts'

const CHUNK = 500

export interface Walk {
  /** The table's name, an alias-free identifier of ours; it has an index by `created_at, id`. */
  table: string
  environmentId: number
  /** What makes a row part of the list at all, such as not being deleted. */
  visible?: Sql
}

/** The ids of all rows, in chunks of one memory size however many there are. */
export async function* walkIds(
  db: Db,
  { table, environmentId, visible = sql`true` }: Walk,
): AsyncGenerator<(string | number)[]> {
  let last: { id: string | number; created_at: number } | undefined
  for (;;) {
    const behind = last
      ? sql`(created_at, id) > (${new Date(last.created_at)}::timestamptz, ${last.id})`
      : sql`true`
    const rows: { id: string | number; created_at: number }[] = await query(
      db,
      sql`select id, created_at from ${raw(table)}
          where environment_id = ${environmentId} and ${visible} and ${behind}
          order by created_at, id limit ${CHUNK}`,
    )
    if (rows.length > 0) yield rows.map(({ id }) => id)
    if (rows.length < CHUNK) return
    last = rows.at(-1)
  }
}
