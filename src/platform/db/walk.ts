// Iterates over all rows of a list, oldest first, a chunk at a time.

import { type Db, query, raw, type Sql, sql } from './sql.ts'

const CHUNK = 500

export interface Walk {
  /** Name of the table without an alias, a trusted identifier; it has an index on `created_at, id`. */
  table: string
  environmentId: number
  /** Condition for a row to be in the list at all, such as not being deleted. */
  visible?: Sql
}

/** Yields the IDs of all rows, in chunks; memory use does not depend on their number. */
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
