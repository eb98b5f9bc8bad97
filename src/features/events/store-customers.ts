// All SQL that fills whose an event is, where it was written without.

import { query, raw, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'

/** As the index `events_without_customer` has it. */
export const WITHOUT_CUSTOMER = raw(
  "customer_id is null and type like any (array['customer.%', 'invoice.%', 'payment.%', 'credit\\_transaction.%'])",
)

/**
 * Fills the next events behind a sequence; answers the sequences of those it took. Objects of facts tell
 * their customer themselves; a customer's own are about the customer. Waits for nobody.
 */
export async function fillCustomers(
  tx: Tx,
  environmentId: number,
  { after, most }: { after: number; most: number },
): Promise<number[]> {
  const rows = await query<{ sequence: number }>(
    tx,
    sql`with due as (
          select sequence from events
          where environment_id = ${environmentId} and ${WITHOUT_CUSTOMER} and sequence > ${after}
          order by sequence limit ${most} for no key update skip locked)
        update events e set customer_id = substring(case when e.type like 'customer.%'
          then e.object_id else e.object ->> 'customer_id' end from 5)::bigint
        from due where e.environment_id = ${environmentId} and e.sequence = due.sequence
        returning e.sequence`,
  )
  return rows.map(({ sequence }) => sequence)
}
