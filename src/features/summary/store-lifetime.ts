// SQL of the total billed to and paid by one customer: bounded, since a customer can have any number of invoices.

import { type Db, queryPlanned, raw, type Sql, sql } from '../../platform/db/sql.ts'

/** Above this number of rows no sum is computed, to keep the cost of a frequently viewed page low. */
const LIFETIME_MOST = 10_000

/** The sum is a string, since it can exceed the exact range of JavaScript numbers. */
export interface LifetimeSum {
  currency: string
  amount: string
  count: number
}

/** The amount billed: issued and not void, by currency. */
export const sumBilled = (db: Db, environmentId: number, customerId: number) =>
  sumOf(db, {
    table: 'invoices',
    amount: 'total',
    where: sql`r.environment_id = ${environmentId} and r.customer_id = ${customerId}
      and r.status in ('posted', 'overdue', 'paid')`,
  })

/** The amount paid and not reversed, by currency. */
export const sumPaid = (db: Db, environmentId: number, customerId: number) =>
  sumOf(db, {
    table: 'payments',
    amount: 'amount',
    where: sql`r.environment_id = ${environmentId} and r.customer_id = ${customerId}
      and r.status = 'settled'`,
  })

/** Undefined if there are more rows than are summed. */
async function sumOf(
  db: Db,
  { table, amount, where }: { table: string; amount: string; where: Sql },
): Promise<LifetimeSum[] | undefined> {
  const sums = await queryPlanned<LifetimeSum & Record<string, unknown>>(
    db,
    sql`select s.currency, sum(s.amount)::text as amount, count(*) as count
        from (select r.currency, r.${raw(amount)} as amount from ${raw(table)} r
              where ${where} limit ${LIFETIME_MOST + 1}) s
        group by s.currency order by s.currency`,
  )
  return sums.reduce((all, { count }) => all + count, 0) > LIFETIME_MOST ? undefined : sums
}
