// Verification's rule about rows of missing environments, which no other check reads.

import { join, raw, sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'

/** Tables without a foreign key to environments: only the write path ensures that the environment exists. */
const TABLES = [
  ...['credit_transactions', 'customer_balances', 'emails', 'events', 'idempotency_keys'],
  ...['invoice_lines', 'invoices', 'ledger_entries', 'ledger_postings', 'payments'],
]

/**
 * Each environment checks the IDs between the previous environment and its own, and the last one also those above: one
 * index lookup per table.
 */
export const strays: SetCheck = {
  name: 'strays',
  about: 'no row belongs to a missing environment',
  what: 'tables',
  from: () => sql`generate_series(1, ${TABLES.length}::int)`,
  found: (id) => sql`
    select format('%s has rows of environment %s, which does not exist', name, stray) as message
    from (select max(id) as last, coalesce(max(id) filter (where id < ${id}), -2147483648) as before
          from environments) known,
      lateral (${join(
        TABLES.map(
          (table) => sql`select ${table}::text as name, coalesce(
            (select min(environment_id) from ${raw(table)}
             where environment_id > known.before and environment_id < ${id}),
            (select max(environment_id) from ${raw(table)}
             where environment_id > ${id} and known.last = ${id})) as stray`,
        ),
        ' union all ',
      )}) each
    where stray is not null`,
}
