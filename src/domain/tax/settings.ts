// The tax settings of an account.

import type { TaxSettings } from './tax.ts'

let latest: { text: string; settings: TaxSettings } = { text: '{}', settings: {} }

/** Replaces the row with the same ID in a list, or appends the row. */
export function putIn<R extends { id: string }>(all: readonly R[] | undefined, row: R): R[] {
  const rows = all ?? []
  const isThere = rows.some(({ id }) => id === row.id)
  return isThere ? rows.map((each) => (each.id === row.id ? row : each)) : [...rows, row]
}

/** True if a document's lines are taxed at all; otherwise it has no taxes and no reasons for having none. */
export const isTaxed = (
  { automatic }: TaxSettings,
  lines: readonly { taxing?: { rates?: readonly string[] } | null }[],
): boolean => automatic === true || lines.some(({ taxing }) => taxing?.rates)

/** Parses tax settings from their JSON text; the last ones are cached for a run of invoices of one account. */
export function readTaxSettings(text: string): TaxSettings {
  if (latest.text !== text) latest = { text, settings: JSON.parse(text) as TaxSettings }
  return latest.settings
}
