// The built-in rates: exactly the rows of the tables, each with its source.

import { CANADA } from './canada.ts'
import { NEIGHBOUR_RATES } from './neighbours.ts'
import type { CountryRow, TaxRow } from './rows.ts'
import { UNION_RATES } from './union.ts'
import { isInForce } from './validity.ts'

export interface BuiltInRate extends TaxRow {
  /** The rate's name in the ledger and reports. */
  rate: string
}

const countryRow = ([country, percentage, valid_from, valid_to, sources]: CountryRow): TaxRow => ({
  ...{ country, region: null, name: 'VAT', percentage, valid_from, valid_to },
  source: sources.join('; '),
})

const ROWS: readonly BuiltInRate[] = [
  ...CANADA,
  ...UNION_RATES.map(countryRow),
  ...NEIGHBOUR_RATES.map(countryRow),
].map((row) => ({ rate: rateOf(row), ...row }))

function rateOf({ country, region, name, percentage }: TaxRow): string {
  const place = region === null ? country : `${country}-${region}`
  return `${place}/${name}/${percentage}`
}

const placeKey = ({ country, region }: Pick<TaxRow, 'country' | 'region'>): string =>
  `${country}-${region ?? ''}`

const BY_PLACE = Map.groupBy(ROWS, placeKey)

const HARMONIZED = new Set(CANADA.flatMap(({ name, region }) => (name === 'HST' ? [region] : [])))

/** True if a province of Canada has HST instead of GST, on any day. */
export const isHarmonized = (region: string | null): boolean => HARMONIZED.has(region)

/** All built-in rates, of all days. */
export const builtInRates = (): readonly BuiltInRate[] => ROWS

/** The built-in rates of a place on a day; for a whole country, those without a region. */
export function ratesIn(country: string, region: string | null, date: string): BuiltInRate[] {
  const here = BY_PLACE.get(placeKey({ country, region })) ?? []
  return here.filter((row) => isInForce(row, date))
}
