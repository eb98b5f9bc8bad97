// SQL of the refunds that the simulated gateway pays.

import type { Pool } from 'pg'
import { inOrder, wanted } from '../../platform/db/keyed.ts'
import { transaction } from '../../platform/db/pool.ts'
import { type Db, execute, query, sql } from '../../platform/db/sql.ts'
import { businessNow, lockSimulated, type SimulatedPayment } from './store.ts'

export interface SimulatedRefund {
  environment_id: number
  id: string
  payment_id: string
  amount: number
  /** Why it fails; null if it succeeds. */
  failure: string | null
  /** When that happens, in business time; null if it did at once. */
  ends_at: number | null
  has_ended: boolean
}

type Key = Pick<SimulatedRefund, 'environment_id' | 'id'>

export async function findSimulatedRefund(
  db: Db,
  { environment_id, id }: Key,
  wallMs: number,
): Promise<SimulatedRefund | undefined> {
  const rows = await query<SimulatedRefund & Record<string, unknown>>(
    db,
    sql`select p.environment_id, p.id, p.payment_id, p.amount, p.failure, p.ends_at,
               coalesce(p.ends_at <= ${businessNow(wallMs)}, true) as has_ended
        from simulated_refunds p where p.environment_id = ${environment_id} and p.id = ${id}::uuid`,
  )
  return rows[0]
}

/** What becomes of a refund: why it fails, and after how many days, or at once. */
export interface RefundEnd {
  failure: string | null
  days: number | null
}

/**
 * Pays a refund once. The payment is locked, so that several refunds at once do not exceed it: `decide` gets it, and the
 * sum of its refunds that did not fail.
 */
export const refundSimulated = (
  pool: Pool,
  {
    environment_id,
    id,
    payment_id,
    amount,
  }: Omit<SimulatedRefund, keyof RefundEnd | 'ends_at' | 'has_ended'>,
  wallMs: number,
  decide: (payment: SimulatedPayment | undefined, refunded: number) => RefundEnd,
): Promise<void> =>
  transaction(pool, async (tx) => {
    const payment = await lockSimulated(tx, { environment_id, id: payment_id }, wallMs)
    const [before] = await query<{ refunded: number }>(
      tx,
      sql`select coalesce(sum(p.amount) filter (
                   where p.failure is null or p.ends_at > ${businessNow(wallMs)}), 0)::bigint as refunded
          from simulated_refunds p
          where p.environment_id = ${environment_id} and p.payment_id = ${payment_id}::uuid`,
    )
    const { failure, days } = decide(payment, before?.refunded ?? 0)
    await execute(
      tx,
      sql`insert into simulated_refunds (environment_id, id, payment_id, amount, failure, ends_at, created_at)
          select p.environment_id, ${id}::uuid, ${payment_id}::uuid, ${amount}::bigint, ${failure}::text,
                 ${businessNow(wallMs)} + ${days}::int * interval '1 day', ${businessNow(wallMs)}
          from environment_counters p where p.environment_id = ${environment_id}
          on conflict (environment_id, id) do nothing`,
    )
  })

/** The sums of the refunds of payments that did not fail by now. */
export async function findRefundedSums(
  db: Db,
  keys: readonly Key[],
  wallMs: number,
): Promise<number[]> {
  const rows = await query<Key & { sum: number }>(
    db,
    sql`select p.environment_id, p.payment_id as id, sum(p.amount)::bigint as sum
        from simulated_refunds p
        join ${wanted(keys, 'uuid')} on p.environment_id = wanted.environment_id and p.payment_id = wanted.id
        where p.failure is null or p.ends_at > ${businessNow(wallMs)}
        group by p.environment_id, p.payment_id`,
  )
  return inOrder(keys, rows).map((row) => row?.sum ?? 0)
}

/** The newest refunds of a charge in the gateway's own list. */
export const LISTED_MOST = 100

export interface ListedRefund {
  id: string
  amount: number
  failure: string | null
  ends_at: string | null
  created_at: string
}
