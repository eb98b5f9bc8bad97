// SQL that reads the sums of days: as they are stored, and with them what is not summed yet, in one statement. An
// account's day begins and ends at its own midnight, so the rows from there to the nearer midnight of UTC are added or
// taken away.

import type { Span, SumKind } from '../../domain/sums.ts'
import {
  type Db,
  instants,
  plain,
  queryPlanned,
  raw,
  type Sql,
  sql,
} from '../../platform/db/sql.ts'
import { missing, type Summed } from './store.ts'

/** The kinds of what waits for payment. */
export const OPEN = ['invoices_posted', 'invoices_overdue'] as const

/** Table expressions that begin a statement; behind them `sums (kind, day, key, count, amount)` can be read. */
export const withSums = (summed: Summed, environmentId: number, kinds: readonly SumKind[]): Sql =>
  sql`unsummed as materialized (${missing(summed, environmentId, summed.lacking)}),
    sums as not materialized (
      select kind, day, key, count, amount from day_sums
      where environment_id = ${environmentId} and kind = any(${kinds}::text[])
      union all
      select c.kind, c.day, c.key, r.sign, r.sign * c.amount
      from unsummed r cross join ${summed.parts} where c.kind = any(${kinds}::text[]))`

/** How many customers owe something in each `currency`, as `customers`; stands behind `withSums`. */
export const owingNow = (environmentId: number): Sql =>
  sql`select currency, sum(customers)::bigint as customers from (
        select key as currency, count as customers from day_sums
        where environment_id = ${environmentId} and kind = 'customers_owing' and day = '-infinity'
        union all
        select d.currency, (coalesce(o.invoices, 0) + d.more > 0)::int - (coalesce(o.invoices, 0) > 0)::int
        from (select currency, customer_id, sum(sign) as more from unsummed
              where status in ('posted', 'overdue') group by 1, 2) d
        left join owing_customers o on o.environment_id = ${environmentId}
          and o.currency = d.currency and o.customer_id = d.customer_id) owing
      group by currency`

/** The sum of a period, counted from 1, by currency or status. */
export interface PeriodSum {
  period: number
  key: string
  amount: string
  count: number
}

/**
 * The sums of each of some spans. `rows` are those at their edges, SQL that tells `key, count, amount` of what lies from
 * `e.low` on and before `e.high`; `more` are others that are in no sum.
 */
export function sumSpans(
  db: Db,
  environmentId: number,
  summed: Summed,
  { kind, spans, rows, more }: { kind: SumKind; spans: readonly Span[]; rows?: Sql; more?: Sql },
): Promise<PeriodSum[]> {
  const edges = spans.flatMap(({ edges }, index) =>
    edges.map((edge) => ({ ...edge, period: index + 1 })),
  )
  const atEdges = sql`
    union all
    select e.period, r.key, e.sign * r.count, e.sign * r.amount
    from unnest(${plain(edges.map(({ period }) => period))}::int[],
                ${instants(edges.map(({ low }) => low))}::timestamptz[],
                ${instants(edges.map(({ high }) => high))}::timestamptz[],
                ${plain(edges.map(({ sign }) => sign))}::int[]) as e (period, low, high, sign)
    cross join lateral (${rows ?? raw('')}) r`
  return queryPlanned<PeriodSum & Record<string, unknown>>(
    db,
    sql`with ${withSums(summed, environmentId, [kind])},
        parts as (
          select w.period::int as period, d.key, d.count, d.amount
          from unnest(${plain(spans.map(({ first }) => first))}::date[],
                      ${plain(spans.map(({ last }) => last))}::date[])
            with ordinality as w (first, last, period)
          cross join lateral (
            select s.key, sum(s.count) as count, sum(s.amount) as amount from sums s
            where s.day between w.first and w.last group by s.key) d
          ${rows && edges.length > 0 ? atEdges : raw('')}
          ${more ? sql`union all ${more}` : raw('')})
        select period, key, round(sum(amount))::text as amount, sum(count)::bigint as count
        from parts group by period, key having sum(count) <> 0 or sum(amount) <> 0
        order by period, key`,
  )
}
