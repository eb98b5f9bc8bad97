// The types of the tax report in the API.
import type { TaxReport } from '../../api/types.ts'

export type { TaxReport }

type OfCurrency = TaxReport['currencies'][number]
export type ReportRate = OfCurrency['data'][number]
export type ReportTotals = OfCurrency['totals']
