// All SQL of erasure rows: create, read, and find those that are due.

import type { Erasure } from '../../domain/erasure.ts'
import { type Given, given, insertAll, toInsert } from '../../platform/db/given.ts'
import { inOrder, locking, wanted } from '../../platform/db/keyed.ts'
import { type Db, execute, instants, plain, query, raw, sql } from '../../platform/db/sql.ts'
import type { RowKey, Table } from '../../platform/db/table.ts'
import type { Due } from '../../platform/sweeps/due.ts'
import { nowAt } from '../due-rows.ts'
import { hasWaiting } from '../remaining.ts'

/** A customer has at most one erasure, which uses the customer's ID. */
export interface ErasureRow extends Erasure {
  environment_id: number
  id: number
}

const columns = sql`e.environment_id, e.customer_id as id, e.requested_at, e.keep_documents_until,
  e.documents_due_at, e.due_at, e.step, e.history_erased_at, e.documents_erased_at`

const values = (rows: ErasureRow[]): Given => ({
  customer_id: sql`${plain(rows.map((row) => row.id))}::bigint[]`,
  requested_at: sql`${instants(rows.map((row) => row.requested_at))}::timestamptz[]`,
  keep_documents_until: sql`${plain(rows.map((row) => row.keep_documents_until))}::date[]`,
  documents_due_at: sql`${instants(rows.map((row) => row.documents_due_at))}::timestamptz[]`,
  due_at: sql`${instants(rows.map((row) => row.due_at))}::timestamptz[]`,
  step: sql`${plain(rows.map((row) => row.step))}::text[]`,
  history_erased_at: sql`${instants(rows.map((row) => row.history_erased_at))}::timestamptz[]`,
  documents_erased_at: sql`${instants(rows.map((row) => row.documents_erased_at))}::timestamptz[]`,
})

export const customerErasures: Table<ErasureRow> = {
  name: 'customer_erasures',

  lock(tx, keys, how) {
    return query<ErasureRow & Record<string, unknown>>(
      tx,
      sql`select ${columns} from customer_erasures e
          join ${wanted(keys, 'bigint')}
            on e.environment_id = wanted.environment_id and e.customer_id = wanted.id
          order by e.environment_id, e.customer_id${locking('e', how)}`,
    )
  },

  insert(tx, rows) {
    return insertAll(
      tx,
      'customer_erasures',
      rows,
      sql`insert into customer_erasures (environment_id, customer_id, requested_at, keep_documents_until,
                                         documents_due_at, due_at, step, history_erased_at,
                                         documents_erased_at)
          select v.* from ${toInsert('v', rows, values(rows))}`,
    )
  },

  update(tx, rows) {
    return execute(
      tx,
      sql`update customer_erasures e set
            requested_at = v.requested_at, keep_documents_until = v.keep_documents_until,
            documents_due_at = v.documents_due_at, due_at = v.due_at, step = v.step,
            done_until = null, history_erased_at = v.history_erased_at,
            documents_erased_at = v.documents_erased_at
          from ${given('v', rows, values(rows))}
          where e.environment_id = v.environment_id and e.customer_id = v.customer_id`,
    )
  },
}

export async function findErasure(db: Db, key: RowKey): Promise<ErasureRow | undefined> {
  const rows = await query<ErasureRow & Record<string, unknown>>(
    db,
    sql`select ${columns} from customer_erasures e
        where e.environment_id = ${key.environment_id} and e.customer_id = ${key.id}`,
  )
  return rows[0]
}

/** The rows of a customer: open invoices, and those that an erasure processes. */
export interface Behind {
  open: number
  /** Subscriptions that have not ended. */
  live: number
  documents: number
  never_issued: number
  emails: number
  payments: number
  /** Payments with an unallocated part. */
  waiting: number
  credit_transactions: number
}

export async function countBehind(db: Db, keys: readonly RowKey[]): Promise<Behind[]> {
  const of = sql`environment_id = wanted.environment_id and customer_id = wanted.id`
  const rows = await query<RowKey & Behind>(
    db,
    sql`select wanted.environment_id, wanted.id, i.open, i.documents, i.never_issued,
               (select count(*) from subscriptions
                where ${of} and status <> 'canceled') as live,
               (select count(*) from emails where ${of}) as emails,
               y.payments, y.waiting,
               (select count(*) from credit_transactions where ${of}) as credit_transactions
        from ${wanted(keys, 'bigint')}
        cross join lateral (
          select count(*) filter (where status in ('draft', 'posted', 'overdue')) as open,
                 count(*) filter (where finalized_at is not null) as documents,
                 count(*) filter (where finalized_at is null) as never_issued
          from invoices where ${of}) i
        cross join lateral (
          select count(*) as payments,
                 count(*) filter (where ${raw(hasWaiting('p'))}) as waiting
          from payments p
          where p.environment_id = wanted.environment_id and p.customer_id = wanted.id) y`,
  )
  return inOrder(keys, rows).map((row) => {
    const { environment_id: _, id: __, ...behind } = row as RowKey & Behind
    return behind
  })
}

/** Erasures that fall due. */
export const toErase: Due = {
  table: sql`customer_erasures`,
  at: sql`t.due_at`,
  where: sql`t.due_at is not null`,
}

/** The erasures of an environment that are at one of these steps, longest waiting first, and its current time. */
export function findDueErasures(
  db: Db,
  environmentId: number,
  wallMs: number,
  { steps, most }: { steps: readonly string[]; most: number },
): Promise<{ id: number; now: number; due_at: number }[]> {
  const now = nowAt(wallMs)
  return query(
    db,
    sql`select e.customer_id as id, ${now} as now, e.due_at from customer_erasures e
        join environment_counters c on c.environment_id = e.environment_id
        where e.environment_id = ${environmentId} and c.environment_id = ${environmentId}
          and e.due_at is not null and e.due_at <= ${now} and e.step = any(${plain(steps)}::text[])
        order by e.due_at, e.customer_id limit ${most}`,
  )
}
