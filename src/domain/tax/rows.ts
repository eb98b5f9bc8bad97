// What a row of the tables beside this file says.

/** A rate of a place, in force on its days, both included. */
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
