// All SQL of the reports on the ledger: balances of accounts, and what customers owe since when.

import type { CalendarDate } from '../../domain/calendar.ts'
import { CURRENCIES } from '../../domain/currencies.ts'
import type { LedgerAccount } from '../../domain/ledger.ts'
import {
  type Db,
  join,
  plain,
  query,
  queryPlanned,
  raw,
  type Sql,
  sql,
} from '../../platform/db/sql.ts'
import { beyondOf, untilDay } from './store-days.ts'

/** An account's sums in one currency; of all accounts together where `account` is null. */
export interface AccountSum {
  currency: string
  account: LedgerAccount | null
  debit: string
  credit: string
  balance: string
}

/** The end of a civil day: its name, the instant at which it is over, and whether that is still to come. */
export interface DayEnd {
  as_of: CalendarDate
  before: number
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
  { as_of, before, isNow }: DayEnd,
): Promise<AccountSum[]> {
  const sums = isNow
    ? raw('')
    : sql`and day < ${as_of}::date union all
    select p.account, e.currency, greatest(p.amount, 0), greatest(-p.amount, 0)
    from ledger_entries e
    join ledger_postings p on p.environment_id = ${environmentId} and p.entry_id = e.id
    where e.environment_id = ${environmentId} and e.created_at >= ${as_of}::date
      and e.created_at < ${beyondOf(as_of)}::timestamptz
      and ${untilDay(as_of, before)}`
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

/** What is owed, by how many days it is past due. */
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

/** The day on which ages are counted; since today nothing can have been posted. */
export interface AgingRequest extends DayEnd {
  /** Customers behind this one, and so many of them. */
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

/**
 * What is owed on a date, by currency and customer. Begins with the invoices that are open now and
 * takes back what has been posted since, or adds up all that was posted before: whichever has fewer
 * days to read. Today it costs what is open.
 */
export async function readAging(
  db: Db,
  environmentId: number,
  request: AgingRequest,
): Promise<{ currencies: AgedCurrency[]; customers: AgedCustomer[] }> {
  const names = raw(BUCKETS.map(({ name }) => name).join(', '))
  const ages = BUCKETS.map(
    (bucket) =>
      sql`coalesce(sum(amount) filter (where ${within(bucket)}), 0) as ${raw(bucket.name)}`,
  )
  const texts = raw(BUCKETS.map(({ name }) => `round(sum(${name}), 8)::text as ${name}`).join(', '))
  const rows = await queryPlanned<(AgedCurrency | AgedCustomer) & Record<string, unknown>>(
    db,
    sql`with owed as (${await owedOn(db, environmentId, request)}),
        aged as materialized (
          select customer_id, currency, ${join(ages, ', ')}, sum(amount) as total
          from (select *, ${request.as_of}::date - due_date as days from owed) dated
          group by customer_id, currency),
        owing as (select * from aged where (${names}) is distinct from (0, 0, 0, 0, 0)),
        page as (select distinct customer_id from owing where customer_id > ${request.after}
                 order by customer_id limit ${request.limit + 1})
        select null as customer_id, null as customer_name, currency, count(*) as customers, ${texts},
               round(sum(total), 8)::text as total
        from owing group by currency
        union all
        select o.customer_id, c.name, o.currency, 1, ${texts}, round(sum(o.total), 8)::text
        from owing o join page using (customer_id)
        join customers c on c.environment_id = ${environmentId} and c.id = o.customer_id
        group by o.customer_id, c.name, o.currency
        order by customer_id nulls first, currency`,
  )
  return {
    currencies: rows.filter((row): row is AgedCurrency & typeof row => row.customer_id === null),
    customers: rows.filter((row): row is AgedCustomer & typeof row => row.customer_id !== null),
  }
}

/** What remains of each invoice that waits for payment, in the currency's major unit. */
const openNow = (environmentId: number): Sql => {
  const codes = Object.keys(CURRENCIES)
  const units = codes.map((code) => CURRENCIES[code]?.exponent ?? 0)
  return sql`select i.customer_id, i.currency, i.due_date,
      (i.amount_due - i.amount_paid) * u.unit as amount
    from invoices i
    join (select code, power(10::numeric, -exponent)::numeric(5, 4) as unit
          from unnest(${codes}::text[], ${plain(units)}::int[]) as given (code, exponent)) u
      on u.code = i.currency
    where i.environment_id = ${environmentId} and i.status = any('{posted,overdue}')`
}

async function owedOn(db: Db, environmentId: number, day: DayEnd): Promise<Sql> {
  if (day.isNow) return openNow(environmentId)
  const at = sql`${day.as_of}::date`
  const [days] = await query<{ earlier: number; later: number }>(
    db,
    sql`select count(*) filter (where day <= ${at}) as earlier,
               count(*) filter (where day > ${at}) as later
        from ledger_days where environment_id = ${environmentId} and account = 'receivable'`,
  )
  const until = untilDay(day.as_of, day.before)
  const beyond = sql`${beyondOf(day.as_of)}::timestamptz`
  if (days && days.earlier < days.later) {
    const earlier = sql`e.created_at < ${beyond} and ${until}`
    return posted(environmentId, earlier, sql`p.amount`)
  }
  const later = sql`e.created_at >= ${at} and not ${until}`
  return sql`${openNow(environmentId)} union all ${posted(environmentId, later, sql`-p.amount`)}`
}

/** What was posted to the receivables by some of the entries. */
const posted = (environmentId: number, some: Sql, amount: Sql): Sql =>
  sql`select i.customer_id, i.currency, i.due_date, ${amount} as amount
    from ledger_entries e
    join ledger_postings p on p.environment_id = ${environmentId} and p.entry_id = e.id
      and p.account = 'receivable'
    join invoices i on i.environment_id = ${environmentId} and i.id = e.invoice_id
    where e.environment_id = ${environmentId} and ${some}`
