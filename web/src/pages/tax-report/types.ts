// The tax report as the API tells it; amounts in the smallest unit.
import type { TaxCategory } from '../../../../src/domain/tax/tax.ts'

/** Sums may be longer than a number holds; then they come as digits. */
type Amount = number | string

export interface ReportSums {
  taxable: Amount
  tax: Amount
  credited_taxable: Amount
  credited_tax: Amount
  net_taxable: Amount
  net_tax: Amount
  documents: number
}

export interface ReportRate extends ReportSums {
  rate: string
  name: string
  country: string
  region: string | null
  percentage: string
  category: TaxCategory
}

export interface TaxReport {
  object: 'tax_report'
  from: string
  to: string
  currencies: {
    currency: string
    data: ReportRate[]
    totals: ReportSums
    /** What the ledger has of these taxes, and what is missing from it. */
    ledger: Amount
    difference: Amount
  }[]
  /** Sales to consumers of other member states in the year, against the threshold of the Union. */
  oss: {
    year: number
    currency: string
    turnover: Amount
    limit: Amount
    is_near: boolean
  } | null
}
