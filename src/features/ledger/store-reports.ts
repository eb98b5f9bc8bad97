// All SQL of account balances. The aging of receivables is in `store-aging.ts`.

import type { CalendarDate } from '../../domain/calendar.ts'
import type { LedgerAccount } from '../../domain/ledger.ts'
import { type Db, join, queryPlanned, raw, type Sql, sql } from '../../platform/db/sql.ts'
import { type BookDate, countedUntil } from './store-days.ts'

/** An account's sums in one currency; of all accounts together if `account` is null. */
export interface AccountSum {
  currency: string
  account: LedgerAccount | null
  /** The tax rate of a part of `tax_payable`; null in the sums of whole accounts. */
  tax_rate: string | null
  tax_name: string | null
  debit: string
  credit: string
  balance: string
}

/** A civil day of the books, and whether it is today. */
export interface Day {
  as_of: CalendarDate
  isNow: boolean
}

/**
 * The sums of all accounts until the end of a day, and of each tax rate within its account. These are the sums of
 * earlier days of UTC, whose entries count by then in every time zone, plus the entries booked since that count on the
 * day or before. Planned for each call, because that can be a handful of entries or most of them. Today's sums read no
 * entry. A rate has the name on the last invoice with it: that of its last day of UTC, and of the days next to it.
 */
export function sumAccounts(
  db: Db,
  environmentId: number,
  { as_of, isNow, by }: Day & { by: BookDate },
): Promise<AccountSum[]> {
  // PostgreSQL overestimates late entries, and would read all postings without the offset.
  const since = (counted: Sql, index: number) => sql` union all
    select (e.created_at at time zone 'UTC')::date, p.account, e.currency, p.dimension,
           greatest(p.amount, 0), greatest(-p.amount, 0)
    from ledger_entries e
    cross join lateral (
      select * from ledger_postings p where p.environment_id = ${environmentId} and p.entry_id = e.id
      ${raw(index === 0 ? '' : 'offset 0')}) p
    where e.environment_id = ${environmentId} and e.created_at >= ${as_of}::date and ${counted}`
  const rest = isNow
    ? raw('')
    : sql`and day < ${as_of}::date ${join(countedUntil(as_of, by).map(since), '')}`
  return queryPlanned<AccountSum & Record<string, unknown>>(
    db,
    sql`with sums as (
          select currency, account, nullif(dimension, '') as tax_rate,
                 grouping(dimension) as is_whole, max(day) as last_day,
                 sum(debit) as debit, sum(credit) as credit
          from (select day, account, currency, dimension, debit, credit from ledger_days
                where environment_id = ${environmentId} ${rest}) parts
          group by grouping sets ((currency, account, dimension), (currency, account), (currency)))
        select currency, account, tax_rate, round(debit, 8)::text as debit,
               round(credit, 8)::text as credit, round(debit - credit, 8)::text as balance,
               case when tax_rate is not null then (
                 select t.name from invoice_taxes t
                 where t.environment_id = ${environmentId} and t.rate = tax_rate
                   and t.day between last_day - 1 and last_day + 1
                 order by t.day desc limit 1) end as tax_name
        from sums where is_whole = 1 or tax_rate is not null
        order by currency, account nulls last, tax_rate nulls first`,
  )
}
