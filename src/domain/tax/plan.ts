// STUB until the plan is merged.
import type { LineTaxing, TaxSettings } from './tax.ts'
export function taxPlan({
  settings,
  customer,
  line,
  date,
}: {
  settings: TaxSettings
  seller: { country: string; state_province: string }
  customer: {
    country: string
    state_province: string
    postal_code: string
    tax_exempt: boolean
    tax_ids?: unknown
  }
  line: { rates?: readonly string[]; code?: string; inclusive?: boolean }
  date: string
  draft?: boolean
}): LineTaxing & { warning?: 'tax_address_missing' | 'tax_rate_unknown' } {
  const rates = (settings.rates ?? []).filter(({ id }) => line.rates?.includes(id))
  return {
    inclusive: rates[0]?.inclusive ?? false,
    taxes: rates.map(({ id, name, country, region, percentage, category, reference }) => ({
      rate: id,
      name,
      country,
      region,
      percentage,
      category,
      reference,
      registration: '',
      reason: { code: 'rate_named', place: customer.country, date },
    })),
  }
}
