// SQL of search: finds environments with rows that have no words.

import { type Db, query, sql } from '../../platform/db/sql.ts'

/** Environments with customers or products older than the search words. */
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
