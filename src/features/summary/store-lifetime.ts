// SQL of what one customer was billed and has paid, ever: bounded, as one may have any number of invoices.

import { type Db, queryPlanned, raw, type Sql, sql } from '../../platform/db/sql.ts'

/** Of more rows than these no sum is told: it is to cost no more than a page that is looked at often may. */
const LIFETIME_MOST = 10_000

/** A sum is a text, since it may be larger than a JavaScript number is exact. */
export interface LifetimeSum {
  currency: string
  amount: string
  count: number
}

/** What they were billed: issued and not void, by currency. */
export const sumBilled = (db: Db, environmentId: number, customerId: number) =>
  sumOf(db, {
    table: 'invoices',
    amount: 'total',
    where: sql`r.environment_id = ${environmentId} and r.customer_id = ${customerId}
      and r.status in ('posted', 'overdue', 'paid')`,
  })

/** What they have paid and was not reversed, by currency. */
export const sumPaid = (db: Db, environmentId: number, customerId: number) =>
  sumOf(db, {
    table: 'payments',
    amount: 'amount',
    where: sql`r.environment_id = ${environmentId} and r.customer_id = ${customerId}
      and r.status = 'settled'`,
  })

/** Undefined where there is more than is summed. */
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
