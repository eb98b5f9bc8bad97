// SQL of promotion codes beyond the standard statements: unique codes and customer eligibility.

import { given } from '../../platform/db/given.ts'
import { inOrder, wanted } from '../../platform/db/keyed.ts'
import type { Lookup } from '../../platform/db/lookup.ts'
import { type Db, query, sql } from '../../platform/db/sql.ts'
import type { RowKey } from '../../platform/db/table.ts'
import type { Unique } from '../../platform/db/unique.ts'

/** Normalizes a code for comparison: lower case. */
export const codeKey = (code: string): string => code.toLowerCase()

/** A code is unique in its environment. */
export const codes: Unique = {
  name: 'promotion_code',
  find: (db, values) =>
    query(
      db,
      sql`select p.environment_id, lower(p.code) as value, p.id from promotion_codes p
          join ${given('asked', values, { value: sql`${values.map((each) => each.value)}::text[]` })}
            on p.environment_id = asked.environment_id and lower(p.code) = asked.value`,
    ),
}

/** True if a customer has a finalized invoice that is not void. */
export const hasInvoice: Lookup<boolean> = { about: ['invoices'], load: findFinalized }

/** True for each of these customers who has a finalized invoice that is not void. */
async function findFinalized(db: Db, keys: readonly RowKey[]): Promise<boolean[]> {
  const rows = await query<RowKey & { issued: boolean }>(
    db,
    sql`select wanted.environment_id, wanted.id, exists (
          select from invoices i
          where i.environment_id = wanted.environment_id and i.customer_id = wanted.id
            and i.status in ('posted', 'paid', 'overdue')) as issued
        from ${wanted(keys, 'bigint')}`,
  )
  return inOrder(keys, rows).map((row) => row?.issued ?? false)
}
