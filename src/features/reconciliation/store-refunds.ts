// SQL of the refunds here of payments that are compared.

import type { Refunded } from '../../domain/reconciliation.ts'
import { inOrder, wanted } from '../../platform/db/keyed.ts'
import { type Db, query, sql } from '../../platform/db/sql.ts'
import type { RowKey } from '../../platform/db/table.ts'

/** What the gateway returned of payments, as far as it is known here. */
export async function findRefunded(db: Db, keys: readonly RowKey[]): Promise<Refunded[]> {
  const rows = await query<RowKey & Refunded & Record<string, unknown>>(
    db,
    sql`select r.environment_id, r.payment_id as id,
               coalesce(sum(r.amount) filter (where r.by_gateway and r.status = 'succeeded'), 0)::bigint as least,
               sum(r.amount)::bigint as most
        from refunds r
        join ${wanted(keys, 'uuid')} on r.environment_id = wanted.environment_id and r.payment_id = wanted.id
        where r.status in ('pending', 'succeeded')
        group by r.environment_id, r.payment_id`,
  )
  return inOrder(keys, rows).map((row) => row ?? { least: 0, most: 0 })
}

/** Refunds of one payment about which the gateway is asked again. */
const ASKED_MOST = 20

/** The newest refunds of a payment that its gateway paid. */
export const findPaidRefunds = (
  db: Db,
  { environment_id, id }: RowKey,
): Promise<{ id: string }[]> =>
  query(
    db,
    sql`select r.id from refunds r
        where r.environment_id = ${environment_id} and r.payment_id = ${id}::uuid and r.by_gateway
          and r.status = 'succeeded'
        order by r.created_at desc, r.id desc limit ${ASKED_MOST}`,
  )
