// Saves payments together with their daily sums, and finds refunds that prevent a reversal.

import { inOrder, wanted } from '../../platform/db/keyed.ts'
import type { Lookup } from '../../platform/db/lookup.ts'
import { type Db, query, sql } from '../../platform/db/sql.ts'
import type { RowKey, Tx } from '../../platform/db/table.ts'
import { objectIds } from '../identifiers.ts'
import { sumPayments } from '../sums/store.ts'
import { paymentRecord } from './record.ts'

// The refunds themselves are a feature that imports this one.
const refundIds = objectIds('refund')

export const payments: typeof paymentRecord = {
  ...paymentRecord,

  async insert(db, rows) {
    await Promise.all([sumPayments(db as Tx, rows), paymentRecord.insert(db, rows)])
  },

  async update(tx, rows) {
    await Promise.all([sumPayments(tx, rows), paymentRecord.update(tx, rows)])
  },
}

interface PendingRefund {
  /** The ID that clients see. */
  ref: string
  amount: number
  currency: string
}

/**
 * The oldest refund of a payment that waits to be paid. Read under the lock of the counters, without which no refund
 * starts or ends.
 */
export const pendingRefund: Lookup<PendingRefund | undefined> = {
  about: ['refunds'],
  load: findPending,
}

async function findPending(
  db: Db,
  keys: readonly RowKey[],
): Promise<(PendingRefund | undefined)[]> {
  const rows = await query<RowKey & { refund_id: string; amount: number; currency: string }>(
    db,
    sql`select distinct on (r.environment_id, r.payment_id)
               r.environment_id, r.payment_id as id, r.id as refund_id, r.amount, r.currency
        from refunds r
        join ${wanted(keys, 'uuid')} on r.environment_id = wanted.environment_id
          and r.payment_id = wanted.id
        where r.status = 'pending'
        order by r.environment_id, r.payment_id, r.created_at, r.id`,
  )
  return inOrder(keys, rows).map(
    (row) =>
      row && { ref: refundIds.ref(row.refund_id), amount: row.amount, currency: row.currency },
  )
}
