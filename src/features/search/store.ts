// SQL of searching: where there are rows without words.

import { type Db, query, sql } from '../../platform/db/sql.ts'

/** Environments with customers or products that were made before there were words. */
export async function findWithoutWords(db: Db): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    sql`select e.id from environments e
        where exists (select 1 from customers c
                      where c.environment_id = e.id and c.words_version = 0)
          or exists (select 1 from products p
                     where p.environment_id = e.id and p.words_version = 0)
        order by e.id`,
  )
  return rows.map(({ id }) => id)
}
