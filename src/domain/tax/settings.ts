// What an account has settled about tax, as its settings hold it.

import type { TaxSettings } from './tax.ts'

let latest: { text: string; settings: TaxSettings } = { text: '{}', settings: {} }

/** What an account has settled about tax, of its JSON text; read once for a run of invoices of one account. */
export function readTaxSettings(text: string): TaxSettings {
  if (latest.text !== text) latest = { text, settings: JSON.parse(text) as TaxSettings }
  return latest.settings
}
