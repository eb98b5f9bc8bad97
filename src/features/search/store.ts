// SQL of searching: what has a number, and where there are rows without words.

import { type Db, query, sql } from '../../platform/db/sql.ts'

/** The invoices that bear one of these numbers. */
export async function findByNumber(
  db: Db,
  environmentId: number,
  numbers: readonly string[],
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    sql`select i.id from invoices i
        where i.environment_id = ${environmentId} and i.number = any(${numbers}::text[])
        order by i.number`,
  )
  return rows.map(({ id }) => id)
}

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
