// All SQL of payments.

import type { Payment as Record } from '../../domain/payment.ts'
import type { RowKey, Table } from '../../platform/db/action.ts'
import { inOrder, wanted } from '../../platform/db/keyed.ts'
import { type Db, execute, instants, jsons, plain, query, sql } from '../../platform/db/sql.ts'
import { invoices } from '../invoices/store.ts'

export interface Payment extends Record {
  environment_id: number
}

const columns = sql`p.environment_id, p.id, p.invoice_id, p.customer_id, p.amount, p.currency,
  p.method, p.status, p.received_on, p.reference, p.note, p.metadata, p.reversal_reason,
  p.created_at, p.updated_at, p.reversed_at`
const list = sql`environment_id, id, invoice_id, customer_id, amount, currency, method, status,
  received_on, reference, note, metadata, reversal_reason, created_at, updated_at, reversed_at`

const values = (rows: Payment[]) => sql`unnest(
  ${plain(rows.map((row) => row.environment_id))}::int[], ${plain(rows.map((row) => row.id))}::uuid[],
  ${plain(rows.map((row) => row.invoice_id))}::uuid[],
  ${plain(rows.map((row) => row.customer_id))}::bigint[],
  ${plain(rows.map((row) => row.amount))}::bigint[], ${plain(rows.map((row) => row.currency))}::text[],
  ${plain(rows.map((row) => row.method))}::text[], ${plain(rows.map((row) => row.status))}::text[],
  ${plain(rows.map((row) => row.received_on))}::date[], ${rows.map((row) => row.reference)}::text[],
  ${rows.map((row) => row.note)}::text[],
  ${jsons(rows.map((row) => JSON.stringify(row.metadata)))},
  ${rows.map((row) => row.reversal_reason)}::text[],
  ${instants(rows.map((row) => row.created_at))}::timestamptz[],
  ${instants(rows.map((row) => row.updated_at))}::timestamptz[],
  ${instants(rows.map((row) => row.reversed_at))}::timestamptz[])`

export const payments: Table<Payment> = {
  name: 'payments',
  count: { counter: 'payments_count', counts: () => true },
  owner: { table: invoices, of: (row) => row.invoice_id },

  lock(tx, keys) {
    return query<Payment>(
      tx,
      sql`select ${columns} from payments p
          join ${wanted(keys, 'uuid')} on p.environment_id = wanted.environment_id and p.id = wanted.id
          order by p.environment_id, p.id for no key update of p`,
    )
  },

  insert(tx, rows) {
    return execute(tx, sql`insert into payments (${list}) select * from ${values(rows)}`)
  },

  /** Of a payment that was recorded, only its reversal changes anything. */
  update(tx, rows) {
    return execute(
      tx,
      sql`update payments p set status = v.status, reversal_reason = v.reversal_reason,
            updated_at = v.updated_at, reversed_at = v.reversed_at
          from ${values(rows)} as v (${list})
          where p.environment_id = v.environment_id and p.id = v.id`,
    )
  },
}

/** Payments as read, in the order asked for; undefined where there is none. */
export async function findPayments(db: Db, keys: RowKey[]): Promise<(Payment | undefined)[]> {
  const rows = await query<Payment & { [column: string]: unknown }>(
    db,
    sql`select ${columns} from payments p
        join ${wanted(keys, 'uuid')} on p.environment_id = wanted.environment_id and p.id = wanted.id`,
  )
  return inOrder(keys, rows)
}
