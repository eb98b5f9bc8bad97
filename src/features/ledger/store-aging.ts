// The aging of receivables. Today's totals come from the daily sums, and the customers of a page one by one from the
// index of outstanding invoices. A past day is computed from the amounts open now or from the postings.

import { type Db, join, query, queryPlanned, raw, type Sql, sql } from '../../platform/db/sql.ts'
import { collectibleOf, isOwed } from '../remaining.ts'
import { OPEN, owingNow, summedInvoices, withSums } from '../sums/store.ts'
import { UNITS } from './store.ts'
import { type BookDate, countedUntil, untilDay } from './store-days.ts'
import type { Day } from './store-reports.ts'

/** The age buckets, by days past due. */
export const BUCKETS = [
  { name: 'current', from: null, to: 0 },
  { name: 'days_1_30', from: 1, to: 30 },
  { name: 'days_31_60', from: 31, to: 60 },
  { name: 'days_61_90', from: 61, to: 90 },
  { name: 'days_over_90', from: 91, to: null },
] as const
export type Bucket = (typeof BUCKETS)[number]['name']

export type Aged = { currency: string; total: string } & Record<Bucket, string>
export type AgedCustomer = Aged & { customer_id: number; customer_name: string }
export type AgedCurrency = Aged & { customers: number }

/** The day for which ages are computed; since today nothing can have been posted. */
export interface AgingRequest extends Day {
  by: BookDate
  /** Customers after this one, and their maximum number. */
  after: number
  limit: number
}

const within = ({ from, to }: (typeof BUCKETS)[number]): Sql =>
  join(
    [
      ...(from === null ? [] : [sql`days >= ${from}`]),
      ...(to === null ? [] : [sql`days <= ${to}`]),
    ],
    ' and ',
  )

const names = raw(BUCKETS.map(({ name }) => name).join(', '))
const texts = raw(BUCKETS.map(({ name }) => `round(${name}, 8)::text as ${name}`).join(', '))

/** Sums `days` and `amount` of a table by bucket. */
const buckets = join(
  BUCKETS.map(
    (bucket) =>
      sql`coalesce(sum(amount) filter (where ${within(bucket)}), 0) as ${raw(bucket.name)}`,
  ),
  ', ',
)

/** The outstanding amounts on a date, by currency and customer. */
export async function readAging(
  db: Db,
  environmentId: number,
  request: AgingRequest,
): Promise<{ currencies: AgedCurrency[]; customers: AgedCustomer[] }> {
  const { tables, recursive } = request.isNow
    ? { tables: agedNow(environmentId, request), recursive: raw('recursive') }
    : {
        tables: agedOn(request, await owedOn(db, environmentId, request)),
        recursive: raw(''),
      }
  const rows = await queryPlanned<(AgedCurrency | AgedCustomer) & Record<string, unknown>>(
    db,
    sql`with ${recursive} ${tables}
        select null as customer_id, null as customer_name, t.currency, t.customers, ${texts},
               round(total, 8)::text as total
        from totals t
        union all
        select p.customer_id, c.name, p.currency, 1, ${texts}, round(p.total, 8)::text
        from paged p
        join customers c on c.environment_id = ${environmentId} and c.id = p.customer_id
        order by customer_id nulls first, currency`,
  )
  return {
    currencies: rows.filter((row): row is AgedCurrency & typeof row => row.customer_id === null),
    customers: rows.filter((row): row is AgedCustomer & typeof row => row.customer_id !== null),
  }
}

/**
 * `totals` of each currency and the customers `paged`, on a past day. Either starts with the invoices that are open now
 * and reverses what has been posted since, or sums all that was posted before: whichever has fewer days to read.
 */
const agedOn = ({ as_of, after, limit }: AgingRequest, owed: Sql): Sql =>
  sql`owed as (${owed}),
    aged as materialized (
      select customer_id, currency, ${buckets}, sum(amount) as total
      from (select *, ${as_of}::date - due_date as days from owed) dated
      group by customer_id, currency),
    owing as (select * from aged where (${names}) is distinct from (0, 0, 0, 0, 0)),
    page as (select distinct customer_id from owing where customer_id > ${after}
             order by customer_id limit ${limit + 1}),
    totals as (
      select currency, count(*) filter (where total > 0) as customers,
             ${join(
               BUCKETS.map(({ name }) => sql`sum(${raw(name)}) as ${raw(name)}`),
               ', ',
             )}, sum(total) as total
      from owing group by currency),
    paged as (select * from owing join page using (customer_id))`

/** Like `agedOn`, for today. */
const agedNow = (environmentId: number, { as_of, after, limit }: AgingRequest): Sql => {
  const open = sql`environment_id = ${environmentId} and ${raw(isOwed())}`
  const nextBehind = (customer: Sql) =>
    sql`(select customer_id from invoices where ${open} and customer_id > ${customer}
         order by customer_id limit 1)`
  return sql`${withSums(summedInvoices, environmentId, OPEN)},
    page as (
      ${nextBehind(sql`${after}::bigint`)}
      union all
      select next.customer_id from page cross join lateral ${nextBehind(raw('page.customer_id'))} next),
    unit as materialized (${UNITS}),
    totals as (
      select s.currency, o.customers, ${buckets}, sum(amount) as total
      from (select key as currency, ${as_of}::date - day as days, amount * unit as amount
            from sums join unit on unit.code = sums.key) s
      join (${owingNow(environmentId)}) o using (currency)
      where o.customers <> 0 group by s.currency, o.customers),
    paged as (
      select customer_id, currency, ${buckets}, sum(amount) as total
      from (select i.customer_id, i.currency, ${as_of}::date - i.due_date as days,
                   (${raw(collectibleOf('i'))}) * unit as amount
            from (select customer_id from page limit ${limit + 1}) page
            join invoices i on i.environment_id = ${environmentId} and ${raw(isOwed('i'))}
              and i.customer_id = page.customer_id
            join unit on unit.code = i.currency) owed
      group by customer_id, currency)`
}

/** The amount left to collect of each outstanding invoice, in the currency's major unit. */
const openNow = (environmentId: number): Sql =>
  sql`select i.customer_id, i.currency, i.due_date, (${raw(collectibleOf('i'))}) * u.unit as amount
    from invoices i
    join (${UNITS}) u on u.code = i.currency
    where i.environment_id = ${environmentId} and ${raw(isOwed('i'))}`

async function owedOn(db: Db, environmentId: number, { as_of, by }: AgingRequest): Promise<Sql> {
  const at = sql`${as_of}::date`
  const [days] = await query<{ earlier: number; later: number }>(
    db,
    sql`select count(*) filter (where day <= ${at}) as earlier,
               count(*) filter (where day > ${at}) as later
        from ledger_days where environment_id = ${environmentId} and account = 'receivable'`,
  )
  if (days && days.earlier < days.later) {
    const parts = countedUntil(as_of, by)
    return join(
      parts.map((part) => posted(environmentId, part, sql`p.amount`)),
      ' union all ',
    )
  }
  const later = sql`e.created_at >= ${at} and not ${untilDay(as_of, by)}`
  return sql`${openNow(environmentId)} union all ${posted(environmentId, later, sql`-p.amount`)}`
}

/** The postings to receivables by some of the entries. */
const posted = (environmentId: number, some: Sql, amount: Sql): Sql =>
  sql`select i.customer_id, i.currency, i.due_date, ${amount} as amount
    from ledger_entries e
    join ledger_postings p on p.environment_id = ${environmentId} and p.entry_id = e.id
      and p.account = 'receivable'
    join invoices i on i.environment_id = ${environmentId} and i.id = e.invoice_id
    where e.environment_id = ${environmentId} and ${some}`
