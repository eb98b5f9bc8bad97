// Saves payments together with their daily sums, and finds refunds that prevent a reversal.

import { UNANSWERED_DAYS } from '../../domain/payment-states.ts'
import { inOrder, wanted } from '../../platform/db/keyed.ts'
import type { Lookup } from '../../platform/db/lookup.ts'
import { type Db, query, type Sql, sql } from '../../platform/db/sql.ts'
import type { RowKey, Tx } from '../../platform/db/table.ts'
import type { Due } from '../../platform/sweeps/due.ts'
import { objectIds } from '../identifiers.ts'
import { sumPayments } from '../sums/store.ts'
import { type Payment, paymentRecord } from './record.ts'

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
  by_gateway: boolean
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
  const rows = await query<RowKey & Omit<PendingRefund, 'ref'> & { refund_id: string }>(
    db,
    sql`select distinct on (r.environment_id, r.payment_id)
               r.environment_id, r.payment_id as id, r.id as refund_id, r.amount, r.currency,
               r.by_gateway
        from refunds r
        join ${wanted(keys, 'uuid')} on r.environment_id = wanted.environment_id
          and r.payment_id = wanted.id
        where r.status = 'pending'
        order by r.environment_id, r.payment_id, r.created_at, r.id`,
  )
  return inOrder(keys, rows).map((row) => row && { ...row, ref: refundIds.ref(row.refund_id) })
}

interface OpenDispute {
  /** The ID that clients see. */
  ref: string
  amount: number
  currency: string
}

// Disputes are a feature that imports this one.
const disputeIds = objectIds('dispute')

/** An open dispute that withdrew money of a payment. Read under the lock of the counters. */
export const openDispute: Lookup<OpenDispute | undefined> = {
  about: ['disputes'],
  async load(db, keys) {
    const rows = await query<RowKey & { dispute_id: string; amount: number; currency: string }>(
      db,
      sql`select distinct on (d.environment_id, d.payment_id)
                 d.environment_id, d.payment_id as id, d.id as dispute_id, d.amount_withdrawn as amount, d.currency
          from disputes d
          join ${wanted(keys, 'uuid')} on d.environment_id = wanted.environment_id and d.payment_id = wanted.id
          where d.status in ('needs_response', 'under_review') and d.amount_withdrawn > 0
          order by d.environment_id, d.payment_id, d.created_at, d.id`,
    )
    return inOrder(keys, rows).map(
      (row) =>
        row && { ref: disputeIds.ref(row.dispute_id), amount: row.amount, currency: row.currency },
    )
  },
}

/** The attempts to collect an invoice through a gateway. */
interface Attempts {
  /** The one that is not over. */
  live: string | null
  count: number
  /** The saved methods that were charged. */
  tried: string[]
  /** Those of them that are not charged automatically again: they cannot pay, or a dispute took the money back. */
  refused: string[]
}

/** The attempts of an invoice, as of the lock of the counters, without which none begins or ends. */
export const attemptsOf: Lookup<Attempts> = {
  about: ['payments'],
  async load(db, keys) {
    const rows = await query<RowKey & Attempts>(
      db,
      sql`select wanted.environment_id, wanted.id, count(y.id) as count,
                 (array_agg(y.id) filter (where y.status in ('pending', 'requires_action', 'processing')))[1] as live,
                 coalesce(array_agg(distinct y.payment_method_id) filter (where y.payment_method_id is not null), '{}')::text[] as tried,
                 coalesce(array_agg(distinct y.payment_method_id) filter (
                   where y.payment_method_id is not null and (y.failure ->> 'retryable' = 'false' or y.amount_reversed > 0)), '{}')::text[] as refused
          from ${wanted(keys, 'uuid')}
          left join payments y on y.environment_id = wanted.environment_id
            and y.invoice_id = wanted.id and y.method = 'gateway'
          group by 1, 2`,
    )
    return inOrder(keys, rows).map((row) => row ?? { live: null, count: 0, tried: [], refused: [] })
  },
}

/** The last attempt of an invoice; undefined before the first. */
export async function findLastAttempt(
  db: Db,
  { environment_id, id }: RowKey,
): Promise<LastAttempt | undefined> {
  const rows = await query<LastAttempt & Record<string, unknown>>(
    db,
    sql`select id, customer_id, gateway_id, status, attempt, payment_method_id, amount, currency, action_url, failure
        from payments
        where environment_id = ${environment_id} and invoice_id = ${id}::uuid and method = 'gateway'
        order by created_at desc, id desc limit 1`,
  )
  return rows[0]
}

export type LastAttempt = Pick<
  Payment,
  | 'id'
  | 'customer_id'
  | 'gateway_id'
  | 'status'
  | 'payment_method_id'
  | 'amount'
  | 'currency'
  | 'action_url'
  | 'failure'
> & { attempt: number }

/** Invoices that are to be charged to the payment method of their customer. */
export const toCollect: Due = {
  table: sql`invoices`,
  at: sql`t.collect_at`,
  where: sql`t.collect_at is not null`,
}

/** Invoices whose retry plan has a step. */
export const toRetry: Due = {
  table: sql`invoices`,
  at: sql`t.retry_at`,
  where: sql`t.retry_at is not null`,
}

/** Methods with which invoices are tried again at once. */
export const toRetryWith: Due = {
  table: sql`payment_methods`,
  at: sql`t.retry_at`,
  where: sql`t.retry_at is not null`,
}

/** The invoices whose retry plan runs, of the customer of a method. */
export function findRetried(db: Db, { environment_id, id }: RowKey): Promise<{ id: string }[]> {
  return query(
    db,
    sql`select i.id from payment_methods m
        join invoices i on i.environment_id = ${environment_id} and i.customer_id = m.customer_id
        where m.environment_id = ${environment_id} and m.id = ${id}::uuid
          and i.payment_failed_at is not null and i.retry_ended_at is null
        order by i.due_date, i.id`,
  )
}

/**
 * True for a payment of which the gateway should have said days ago what became of it: it does not respond, refuses the
 * key, or does not end a page. `now` is business time.
 */
export const isUnanswered = (now: Sql): Sql =>
  sql`status in ('pending', 'requires_action')
    and created_at <= ${now} - ${UNANSWERED_DAYS} * interval '1 day'`

/** Payments by gateway whose outcome is to be asked for. */
export const toCheck: Due = {
  table: sql`payments`,
  at: sql`t.check_at`,
  where: sql`t.check_at is not null`,
}
