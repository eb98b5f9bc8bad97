// All SQL of the balances of accounts. What customers owe since when is in `store-aging.ts`.

import type { CalendarDate } from '../../domain/calendar.ts'
import type { LedgerAccount } from '../../domain/ledger.ts'
import { type Db, queryPlanned, raw, sql } from '../../platform/db/sql.ts'
import { beyondOf, untilDay } from './store-days.ts'

/** An account's sums in one currency; of all accounts together where `account` is null. */
export interface AccountSum {
  currency: string
  account: LedgerAccount | null
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
 * The sums of all accounts until the end of a day: those of earlier days of UTC, which are over by then
 * wherever entries were posted, and of its own and the next those entries that lie on it or before. Planned
 * anew, since such days may hold a handful of entries or most of them. Today everything was posted until now.
 */
export function sumAccounts(
  db: Db,
  environmentId: number,
  { as_of, isNow }: Day,
): Promise<AccountSum[]> {
  const sums = isNow
    ? raw('')
    : sql`and day < ${as_of}::date union all
    select p.account, e.currency, greatest(p.amount, 0), greatest(-p.amount, 0)
    from ledger_entries e
    join ledger_postings p on p.environment_id = ${environmentId} and p.entry_id = e.id
    where e.environment_id = ${environmentId} and e.created_at >= ${as_of}::date
      and e.created_at < ${beyondOf(as_of)}::timestamptz
      and ${untilDay(as_of)}`
  return queryPlanned<AccountSum & Record<string, unknown>>(
    db,
    sql`select currency, account, round(sum(debit), 8)::text as debit,
               round(sum(credit), 8)::text as credit,
               round(sum(debit) - sum(credit), 8)::text as balance
        from (select account, currency, debit, credit from ledger_days
              where environment_id = ${environmentId} ${sums}) sums
        group by grouping sets ((currency, account), (currency))
        order by currency, account nulls last`,
  )
}
