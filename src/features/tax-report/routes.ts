// The tax report over HTTP, as JSON and as CSV.

import { isCountry } from '../../domain/countries.ts'
import { currencyExponent, parseCurrency } from '../../domain/currencies.ts'
import { quoted, validationError } from '../../domain/errors.ts'
import { formatDecimal } from '../../domain/money.ts'
import { parseRegion } from '../../domain/regions.ts'
import { UNION } from '../../domain/tax/places.ts'
import { readTaxSettings } from '../../domain/tax/settings.ts'
import { DATA_MISSING } from '../../domain/tax/tax.ts'
import { csvHeadings, csvLine, textCell } from '../../platform/csv.ts'
import type { Db } from '../../platform/db/sql.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Service } from '../service.ts'
import { TaxReport, TaxReportQuery } from './schemas.ts'
import { type Jurisdiction, readTax, sumSalesAbroad, sumTaxes, type TaxSums } from './store.ts'

const tag = 'Taxes'
const permission = 'tax:read'

/** EUR 10,000 a year, and the amount from which the report warns. */
const THRESHOLD = 1_000_000n
const NEAR = 800_000n

/** `CA` is Canada with its provinces, `CA-QC` one of them. */
function jurisdictionOf(text: string | undefined): Jurisdiction {
  if (text === undefined) return { country: undefined, region: undefined }
  const country = text.slice(0, 2).toUpperCase()
  if (!isCountry(country)) {
    const constraint = { kind: 'country', sent: quoted(text) } as const
    throw validationError('jurisdiction', constraint, { code: 'country_invalid' })
  }
  if (text.length === 2) return { country, region: undefined }
  return { country, region: parseRegion(country, text.slice(3), { param: 'jurisdiction' }) }
}

function queryOf({ from, to, jurisdiction, currency }: TaxReportQuery) {
  if (from > to) throw validationError('from', { kind: 'from_after_to', sent: from, max: to })
  return {
    from,
    to,
    ...jurisdictionOf(jurisdiction),
    currency: currency === undefined ? undefined : parseCurrency(currency.toLowerCase()),
  }
}

const reportRoute = route({
  method: 'GET',
  path: '/tax/report',
  operation: 'retrieveTaxReport',
  summary: 'Retrieve the tax report',
  description:
    'Taxable amounts and taxes by rate, of invoices finalized in the period less those voided in it; equal to the account `tax_payable` by dimension. Lines without tax have the rate `untaxed`, with a row for each reason and place. A line with two taxes, such as GST and QST, has its base in `net_taxable` of both rows but in `revenue` of one, so only `revenue` adds up to the account `revenue` of the period. Amounts beyond 9007199254740991 are exact in the response text.',
  tag,
  permission,
  query: TaxReportQuery,
  response: TaxReport,
  errors: ['country_invalid', 'currency_invalid'],
  example: { summary: 'The last quarter of 2026', query: { from: '2026-10-01', to: '2026-12-31' } },
  handle: ({ scope: { environment_id }, query, heavy }, _: Service) =>
    heavy.report(async (db) => {
      const wanted = queryOf(query)
      const rows = await sumTaxes(db, environment_id, wanted)
      const oss = await ossOf(db, environment_id, wanted.to)
      const { from, to } = wanted
      const currencies = rows
        .filter(({ rate }) => rate === null)
        .map((all) => ofCurrency(all, rows, wanted.country === undefined))
      return {
        json: JSON.stringify({ object: 'tax_report', from, to, currencies, oss }),
        etag: true,
      }
    }),
})

const { rawJSON } = JSON as unknown as { rawJSON(digits: string): unknown }

/** A JSON number, written digit by digit. */
const rawNumber = (value: bigint) => rawJSON(String(value))

function figuresOf({ tax, credited_tax, revenue, ledger, documents }: TaxSums) {
  const net_tax = BigInt(tax) - BigInt(credited_tax)
  return {
    tax: rawNumber(BigInt(tax)),
    credited_tax: rawNumber(BigInt(credited_tax)),
    net_tax: rawNumber(net_tax),
    revenue: rawNumber(BigInt(revenue)),
    ledger: rawNumber(BigInt(ledger)),
    documents,
  }
}

function ofCurrency(all: TaxSums, rows: readonly TaxSums[], isWhole: boolean) {
  const { currency, tax, credited_tax, ledger, revenue } = all
  const data = rows
    .filter((row) => row.currency === currency && row.rate !== null)
    .map((row) => ({
      rate: row.rate,
      name: row.name,
      country: row.country,
      region: row.region,
      percentage: row.percentage,
      category: row.category,
      reason: row.reason,
      data_missing: isMissing(row),
      taxable: rawNumber(BigInt(row.taxable)),
      credited_taxable: rawNumber(BigInt(row.credited_taxable)),
      net_taxable: rawNumber(BigInt(row.taxable) - BigInt(row.credited_taxable)),
      ...figuresOf(row),
    }))
  const difference = BigInt(tax) - BigInt(credited_tax) - BigInt(ledger)
  const ledger_revenue = isWhole ? BigInt(all.ledger_revenue) : null
  return {
    currency,
    data,
    totals: {
      ...figuresOf(all),
      ledger_revenue: ledger_revenue === null ? null : rawNumber(ledger_revenue),
    },
    difference: rawNumber(difference),
    revenue_difference:
      ledger_revenue === null ? null : rawNumber(BigInt(revenue) - ledger_revenue),
  }
}

const isMissing = ({ reason }: TaxSums): boolean => reason !== null && DATA_MISSING.has(reason)

/** The year's sales abroad compared with the threshold, for sellers registered in the European Union. */
async function ossOf(db: Db, environmentId: number, to: string) {
  const { registrations = [] } = readTaxSettings(await readTax(db, environmentId))
  const isInUnion = registrations.some(
    ({ scheme, country }) => scheme === 'standard' && UNION.has(country),
  )
  if (!isInUnion) return null
  const year = to.slice(0, 'YYYY'.length)
  const sales = await sumSalesAbroad(db, environmentId, year)
  const [turnover, previous] = [BigInt(sales.turnover), BigInt(sales.previous)]
  return {
    year: Number(year),
    currency: 'eur',
    turnover: rawNumber(turnover),
    previous_turnover: rawNumber(previous),
    limit: rawNumber(THRESHOLD),
    is_near: turnover >= NEAR || previous > THRESHOLD,
  }
}

const HEADINGS = [
  ...['currency', 'rate', 'name', 'country', 'region', 'percentage', 'category'],
  ...['taxable_major', 'tax_major', 'credited_taxable_major', 'credited_tax_major'],
  ...['net_taxable_major', 'net_tax_major', 'ledger_major', 'documents'],
  ...['reason', 'data_missing', 'revenue_major'],
]

const csvRoute = route({
  method: 'GET',
  path: '/tax/report.csv',
  operation: 'exportTaxReport',
  summary: 'Export the tax report as CSV',
  description:
    'A line for each currency and rate, and for untaxed supplies one for each reason and place. `revenue_major` adds up to the revenue of the period; `net_taxable_major` contains the base of a line once for each of its taxes. Amounts are decimals of the major unit (`_major`).',
  tag,
  permission,
  query: TaxReportQuery,
  errors: ['country_invalid', 'currency_invalid'],
  example: { summary: 'The last quarter of 2026', query: { from: '2026-10-01', to: '2026-12-31' } },
  produces: 'text/csv',
  untagged: true,
  handle: ({ scope, query, heavy }, _: Service) =>
    heavy.report(async (db) => {
      const wanted = queryOf(query)
      const rows = await sumTaxes(db, scope.environment_id, wanted)
      const lines = rows.filter(({ rate }) => rate !== null).map(csvOf)
      return {
        body: Buffer.from([csvHeadings(HEADINGS, scope), ...lines].join('')),
        contentType: 'text/csv; charset=utf-8; header=present',
        headers: {
          'content-disposition': `attachment; filename="tax-report-${wanted.from}-${wanted.to}.csv"`,
          'cache-control': 'no-store',
        },
      }
    }),
})

function csvOf(row: TaxSums): string {
  const { currency, taxable, tax, credited_taxable, credited_tax } = row
  const major = (amount: bigint) => formatDecimal(amount, currencyExponent(currency))
  return csvLine([
    ...[currency, textCell(row.rate ?? ''), textCell(row.name), row.country],
    ...[textCell(row.region ?? ''), row.percentage, row.category],
    ...[taxable, tax, credited_taxable, credited_tax].map((sum) => major(BigInt(sum))),
    major(BigInt(taxable) - BigInt(credited_taxable)),
    major(BigInt(tax) - BigInt(credited_tax)),
    ...[major(BigInt(row.ledger)), String(row.documents)],
    ...[row.reason ?? '', String(isMissing(row)), major(BigInt(row.revenue))],
  ])
}

export const taxReportRoutes: Route<Service>[] = [reportRoute, csvRoute]
