// All SQL of the tax report: what entries of the ledger say of taxes in a period, beside what they posted.

import type { CalendarDate } from '../../domain/calendar.ts'
import { type Db, queryPlanned, type Sql, sql } from '../../platform/db/sql.ts'

/** The first day and the last. */
export interface Period {
  from: CalendarDate
  to: CalendarDate
}

/** What a rate comes to, or all of a currency where `rate` is null: sums as digits, in the smallest unit. */
export interface TaxSums {
  currency: string
  rate: string | null
  name: string
  country: string
  region: string | null
  percentage: string
  category: string
  taxable: string
  tax: string
  credited_taxable: string
  credited_tax: string
  documents: number
  /** What the account `tax_payable` has of it, as a decimal of the major unit. */
  ledger: string
}

/** A country, or a region of it. */
export interface Jurisdiction {
  country: string | undefined
  region: string | undefined
}

interface Asked extends Period, Jurisdiction {
  currency: string | undefined
}

/**
 * Reads what was finalized in a period and what was voided in it, by rate and in all, beside the postings of the same
 * days. Exempt sales have one name everywhere, so the place counts as well. One statement, so that both are of one moment; planned anew, since a period may hold a handful or all.
 */
export function sumTaxes(db: Db, environmentId: number, asked: Asked): Promise<TaxSums[]> {
  const { from, to, country, region, currency } = asked
  const only = (alias: 't' | 'e'): Sql =>
    currency === undefined
      ? sql``
      : alias === 't'
        ? sql`and t.currency = ${currency}`
        : sql`and e.currency = ${currency}`
  const within = region === undefined ? sql`` : sql`and t.region = ${region}`
  const there = country === undefined ? sql`` : sql`and t.country = ${country} ${within}`
  return queryPlanned<TaxSums & Record<string, unknown>>(
    db,
    sql`with told as (
          select t.*, e.kind = 'invoice_voided' as is_back
          from invoice_taxes t
          join ledger_entries e on e.environment_id = ${environmentId} and e.id = t.entry_id
          where t.environment_id = ${environmentId}
            and t.day between ${from}::date and ${to}::date ${there} ${only('t')}),
        posted as (
          select e.currency, p.dimension as rate, -sum(p.amount) as ledger
          from ledger_entries e
          join ledger_postings p on p.environment_id = ${environmentId} and p.entry_id = e.id
            and p.account = 'tax_payable'
          where e.environment_id = ${environmentId}
            and e.day between ${from}::date and ${to}::date ${only('e')}
          group by e.currency, p.dimension),
        sums as (
          select currency, rate, country, region, max(name) as name,
            max(percentage) as percentage, max(category) as category,
            coalesce(sum(taxable) filter (where not is_back), 0) as taxable,
            coalesce(sum(amount) filter (where not is_back), 0) as tax,
            coalesce(-sum(taxable) filter (where is_back), 0) as credited_taxable,
            coalesce(-sum(amount) filter (where is_back), 0) as credited_tax,
            count(distinct invoice_id) filter (where not is_back) as documents
          from told group by grouping sets ((currency, rate, country, region), (currency)))
        select s.currency, s.rate, s.name, s.country, s.region, s.percentage, s.category,
          s.taxable::text as taxable, s.tax::text as tax,
          s.credited_taxable::text as credited_taxable, s.credited_tax::text as credited_tax,
          s.documents,
          round(coalesce(case when s.rate is null then (
              select sum(a.ledger) from posted a where a.currency = s.currency
                and ${country === undefined ? sql`true` : sql`a.rate in (select rate from told)`})
            else (select a.ledger from posted a where a.currency = s.currency and a.rate = s.rate)
            end, 0), 8)::text as ledger
        from sums s
        order by s.currency, s.country, s.region nulls last, s.rate nulls last`,
  )
}

/** Digits, in the smallest unit of the euro. */
interface SalesAbroad {
  turnover: string
  previous: string
}

/**
 * Sales to consumers of other member states in a year and in the one before, both of which decide (Directive
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

/** What the account has settled about tax, as text. */
export async function readTax(db: Db, environmentId: number): Promise<string> {
  const [row] = await queryPlanned<{ tax: string }>(
    db,
    sql`select tax::text as tax from environment_settings where environment_id = ${environmentId}`,
  )
  return row?.tax ?? '{}'
}
