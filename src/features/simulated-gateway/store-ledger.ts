// SQL of the simulated gateway's own list of charges.

import { inOrder, wanted } from '../../platform/db/keyed.ts'
import { type Db, query, type Sql, sql } from '../../platform/db/sql.ts'
import type { RowKey } from '../../platform/db/table.ts'
import type { SimulatedPayment } from './store.ts'
import { LISTED_MOST, type ListedRefund } from './store-refunds.ts'

/** Payments with a number that was entered or saved; the others were never charged. As in their index. */
export const CHARGED: Sql = sql`amount is not null and last4 is not null`

export interface SimulatedCharge
  extends Pick<
    SimulatedPayment,
    | 'environment_id'
    | 'id'
    | 'currency'
    | 'description'
    | 'status'
    | 'decline_code'
    | 'ends_at'
    | 'disputed_at'
    | 'dispute_status'
  > {
  amount: number
  last4: string
  bounces_at: number | null
  created_at: number
  /** The newest refunds. */
  refunds: ListedRefund[]
  /** How far the clock of the environment is ahead. */
  ahead_ms: number
}

export async function findCharges(
  db: Db,
  keys: readonly RowKey[],
): Promise<(SimulatedCharge | undefined)[]> {
  const rows = await query<SimulatedCharge & Record<string, unknown>>(
    db,
    sql`select p.environment_id, p.id, p.amount, p.currency, p.description, p.status, p.decline_code, p.last4,
               p.ends_at, p.bounces_at, p.disputed_at, p.dispute_status, p.created_at, c.clock_ahead_ms as ahead_ms,
               array(select json_build_object('id', r.id, 'amount', r.amount, 'failure', r.failure,
                       'ends_at', r.ends_at, 'created_at', r.created_at)
                     from simulated_refunds r
                     where r.environment_id = p.environment_id and r.payment_id = p.id
                     order by r.created_at desc, r.id desc limit ${LISTED_MOST}) as refunds
        from simulated_payments p
        join ${wanted(keys, 'uuid')} on p.environment_id = wanted.environment_id and p.id = wanted.id
        join environment_counters c on c.environment_id = p.environment_id`,
  )
  return inOrder(keys, rows)
}
