// All SQL of the tax report: the supplies of ledger entries in a period, and the postings of the same days.

import type { CalendarDate } from '../../domain/calendar.ts'
import { UNTAXED } from '../../domain/tax/supplies.ts'
import type { TaxReasonCode } from '../../domain/tax/tax.ts'
import { type Db, queryPlanned, type Sql, sql } from '../../platform/db/sql.ts'
import { UNITS } from '../ledger/store.ts'

/** The first and the last day. */
export interface Period {
  from: CalendarDate
  to: CalendarDate
}

/** The sums of a rate, or of a whole currency if `rate` is null: digits, in the smallest unit. */
export interface TaxSums {
  currency: string
  rate: string | null
  name: string
  country: string
  region: string | null
  percentage: string
  category: string
  /** Only for untaxed supplies. */
  reason: TaxReasonCode | null
  taxable: string
  tax: string
  credited_taxable: string
  credited_tax: string
  revenue: string
  documents: number
  /** The amount in the account `tax_payable`. */
  ledger: string
  /** The amount in the account `revenue`: only for a whole currency without a jurisdiction filter. */
  ledger_revenue: string
}

/** A country, or one of its regions. */
export interface Jurisdiction {
  country: string | undefined
  region: string | undefined
}

interface ReportQuery extends Period, Jurisdiction {
  currency: string | undefined
}

interface Parts {
  /** Postings to `tax_payable` and `revenue` in the period, in the smallest unit. */
  posted: Sql
  /** The supplies of ledger entries, and of entries without any. */
  supplies: Sql
}

function partsOf(
  environmentId: number,
  { from, to, country, region, currency }: ReportQuery,
): Parts {
  const days = sql`between ${from}::date and ${to}::date`
  const within = region === undefined ? sql`` : sql`and t.region = ${region}`
  const there = country === undefined ? sql`` : sql`and t.country = ${country} ${within}`
  const posted = sql`
    select e.id, e.currency, e.invoice_id, e.kind <> 'invoice_finalized' as is_back, p.account,
      p.dimension as rate, -p.amount / u.unit as amount
    from ledger_entries e
    join ledger_postings p on p.environment_id = ${environmentId} and p.entry_id = e.id
      and p.account = any('{tax_payable,revenue}')
    join (${UNITS}) u on u.code = e.currency
    where e.environment_id = ${environmentId} and e.day ${days}
      ${currency === undefined ? sql`` : sql`and e.currency = ${currency}`}`
  const recorded = sql`
    select t.currency, t.rate, t.country, t.region,
      case when t.rate = ${UNTAXED} then t.reason end as reason, t.name, t.percentage, t.category,
      t.taxable::numeric as taxable, t.amount, t.revenue::numeric as revenue, t.invoice_id,
      e.kind <> 'invoice_finalized' as is_back
    from invoice_taxes t
    join ledger_entries e on e.environment_id = ${environmentId} and e.id = t.entry_id
    where t.environment_id = ${environmentId} and t.day ${days} ${there}
      ${currency === undefined ? sql`` : sql`and t.currency = ${currency}`}`
  // Sales that could not be taxed have no recorded place.
  if (country !== undefined) return { posted, supplies: recorded }
  const derived = sql`
    select p.currency, ${UNTAXED}, '', null, 'automatic_off', '', '0', ${UNTAXED}, round(p.amount), 0,
      round(p.amount), p.invoice_id, p.is_back
    from posted p
    where p.account = 'revenue' and not exists (
      select from invoice_taxes t where t.environment_id = ${environmentId} and t.entry_id = p.id)`
  return { posted, supplies: sql`${recorded} union all ${derived}` }
}

/**
 * Sums the finalized and voided amounts of a period, by rate and in total. Exempt and untaxed sales have the same name
 * everywhere, so they are also grouped by place, and untaxed ones by reason. One statement, so that all figures are
 * consistent; planned for each call, since a period can contain a handful of entries or all.
 */
export function sumTaxes(db: Db, environmentId: number, wanted: ReportQuery): Promise<TaxSums[]> {
  const { posted, supplies } = partsOf(environmentId, wanted)
  const isWhole = wanted.country === undefined
  return queryPlanned<TaxSums & Record<string, unknown>>(
    db,
    sql`with posted as (${posted}), supplies as (${supplies}),
        sums as (
          select currency, rate, country, region, reason, max(name) as name,
            max(percentage) as percentage, max(category) as category,
            coalesce(sum(taxable) filter (where not is_back), 0) as taxable,
            coalesce(sum(amount) filter (where not is_back), 0) as tax,
            coalesce(-sum(taxable) filter (where is_back), 0) as credited_taxable,
            coalesce(-sum(amount) filter (where is_back), 0) as credited_tax,
            sum(revenue) as revenue,
            count(distinct invoice_id) filter (where not is_back) as documents
          from supplies
          group by grouping sets ((currency, rate, country, region, reason), (currency)))
        select s.currency, s.rate, s.name, s.country, s.region, s.percentage, s.category, s.reason,
          s.taxable::text as taxable, s.tax::text as tax,
          s.credited_taxable::text as credited_taxable, s.credited_tax::text as credited_tax,
          s.revenue::text as revenue, s.documents, (
            select trunc(coalesce(sum(p.amount), 0))::text from posted p
            where p.account = 'tax_payable' and p.currency = s.currency
              and case when s.rate is null
                then ${isWhole ? sql`true` : sql`p.rate in (select rate from supplies)`}
                else p.rate = s.rate end) as ledger, (
            select trunc(coalesce(sum(p.amount), 0))::text from posted p
            where p.account = 'revenue' and p.currency = s.currency
              and s.rate is null and ${isWhole}::boolean) as ledger_revenue
        from sums s
        order by s.currency, s.rate is null, s.rate = ${UNTAXED}, s.country, s.region nulls last,
          s.rate, s.reason`,
  )
}

/** Digits, in the smallest unit of the euro. */
interface SalesAbroad {
  turnover: string
  previous: string
}

/**
 * Sales to consumers in other member states in a year and in the year before; both count for the threshold (Directive
 * 2006/112/EC, Art. 59c).
 */
export async function sumSalesAbroad(
  db: Db,
  environmentId: number,
  year: string,
): Promise<SalesAbroad> {
  const first = `${year}-01-01`
  const [row] = await queryPlanned<SalesAbroad & Record<string, unknown>>(
    db,
    sql`select coalesce(sum(taxable) filter (where day >= ${first}::date), 0)::text as turnover,
          coalesce(sum(taxable) filter (where day < ${first}::date), 0)::text as previous
        from invoice_taxes
        where environment_id = ${environmentId}
          and day between ${first}::date - interval '1 year' and ${`${year}-12-31`}::date
          and currency = 'eur' and reason = any('{oss,below_threshold}')`,
  )
  return row ?? { turnover: '0', previous: '0' }
}

/** The account's tax settings, as JSON text. */
export async function readTax(db: Db, environmentId: number): Promise<string> {
  const [row] = await queryPlanned<{ tax: string }>(
    db,
    sql`select tax::text as tax from environment_settings where environment_id = ${environmentId}`,
  )
  return row?.tax ?? '{}'
}
