// The shape of a row in the built-in tax tables.

/** A rate of a place, with its first and last day, both inclusive. */
export interface TaxRow {
  country: string
  /** The province or territory; null for a whole country. */
  region: string | null
  name: string
  percentage: string
  valid_from: string
  valid_to: string | null
  source: string
}

export type CountryRow = readonly [
  country: string,
  percentage: string,
  valid_from: string,
  valid_to: string | null,
  sources: readonly string[],
]
