// The tax report as the API tells it, and its parts.
import type { TaxReport } from '../../api/types.ts'

export type { TaxReport }

type OfCurrency = TaxReport['currencies'][number]
export type ReportRate = OfCurrency['data'][number]
export type ReportTotals = OfCurrency['totals']
