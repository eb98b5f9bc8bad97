// All SQL of credit transactions.

import { creditDecimal, type CreditTransaction as Record } from '../../domain/credit.ts'
import { parseDecimal } from '../../domain/money.ts'
import type { RowKey, Table } from '../../platform/db/action.ts'
import { type Db, execute, instants, jsons, plain, query, sql } from '../../platform/db/sql.ts'

/** A row of the write path; it is only ever inserted. */
export interface CreditTransaction extends Record {
  environment_id: number
}

export const creditTransactions: Table<CreditTransaction> = {
  name: 'credit_transactions',
  count: { counter: 'credit_transactions_count', counts: () => true },
  lock: () => Promise.resolve([]),
  update: () => Promise.reject(new Error('Credit that moved does not change; it moves again.')),

  insert(tx, rows) {
    return execute(
      tx,
      sql`insert into credit_transactions (environment_id, id, customer_id, type, amount, currency,
                                           reason, invoice_id, metadata, created_at)
          select * from unnest(
            ${plain(rows.map((row) => row.environment_id))}::int[],
            ${plain(rows.map((row) => row.id))}::uuid[],
            ${plain(rows.map((row) => row.customer_id))}::bigint[],
            ${plain(rows.map((row) => row.type))}::text[],
            ${plain(rows.map((row) => creditDecimal(row.amount)))}::numeric[],
            ${plain(rows.map((row) => row.currency))}::text[],
            ${rows.map((row) => row.reason)}::text[],
            ${plain(rows.map((row) => row.invoice_id))}::uuid[],
            ${jsons(rows.map((row) => JSON.stringify(row.metadata)))},
            ${instants(rows.map((row) => row.created_at))}::timestamptz[])`,
    )
  },
}

/** Credit transactions as read, in the order asked for; undefined where there is none. */
export async function findCreditTransactions(
  db: Db,
  keys: RowKey[],
): Promise<(CreditTransaction | undefined)[]> {
  const rows = await query<Omit<CreditTransaction, 'amount'> & { amount: string }>(
    db,
    sql`select t.environment_id, t.id, t.customer_id, t.type, t.amount::text as amount, t.currency,
          t.reason, t.invoice_id, t.metadata, t.created_at
        from credit_transactions t
        join unnest(${plain(keys.map((key) => key.environment_id))}::int[],
                    ${plain(keys.map((key) => key.id))}::uuid[]) as wanted (environment_id, id)
          on t.environment_id = wanted.environment_id and t.id = wanted.id`,
  )
  const found = new Map(
    rows.map((row) => [
      `${row.environment_id}/${row.id}`,
      { ...row, amount: parseDecimal(row.amount, 8) },
    ]),
  )
  return keys.map((key) => found.get(`${key.environment_id}/${key.id}`))
}
