// A customer's place for tax purposes, from the country, the province or state, and the postal code of its address.

import { hasRegions, regionNamed } from '../regions.ts'

/** The parts of an address that determine the place; unset ones are "". */
export interface TaxAddress {
  country: string
  state_province: string
  postal_code: string
}

export interface Place {
  country: string
  /** Also null if the address has no known region: see `isRegionMissing`. */
  region: string | null
  /** True if it is outside the VAT area of its country. */
  outside_vat_area?: true
  /** The country whose tax applies there instead, for sellers registered in that country. */
  area?: string
  /** True if it has its own rates, which are not built in. Its country's rates do not apply. */
  own_rates?: true
}

/** The member states of the European Union. */
export const UNION: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/** Postal codes of territories that article 6 of the VAT directive excludes (2006/112/EC). */
const OUTSIDE: Readonly<Record<string, RegExp>> = {
  // Büsingen, Heligoland.
  DE: /^(78266|27498)$/,
  // Canary Islands, Ceuta, Melilla.
  ES: /^(35|38|51|52)\d{3}$/,
  // Åland.
  FI: /^22\d{3}$/,
  // Overseas departments and territories.
  FR: /^(97\d{3}|98[6-8]\d{2})$/,
  // Mount Athos.
  GR: /^63086$/,
  // Livigno, Campione d'Italia.
  IT: /^(23041|22061)$/,
}

/** Territories with their own country code, by the country they belong to. */
const TERRITORIES: Readonly<Record<string, string>> = {
  AX: 'FI',
  ...Object.fromEntries(
    'BL GF GP MF MQ NC PF PM RE TF WF YT'.split(' ').map((code) => [code, 'FR']),
  ),
}

/** Postal codes of areas with their own rates inside the VAT area of their country. */
const OWN_RATES: Readonly<Record<string, RegExp>> = {
  // Jungholz and Mittelberg: 19 % instead of 20 % (Austrian UStG 1994, § 10 (4)).
  AT: /^(6691|699[1-3])$/,
  // Madeira 9000–9499 with Porto Santo, Azores 9500–9999: reduced rates (CIVA, art. 18 (3)).
  PT: /^9\d{3}/,
}

/** Büsingen is in the Swiss VAT area (Swiss VAT Act, Art. 4; treaty of 1964 between Germany and Switzerland). */
const BUESINGEN = '78266'

/**
 * Countries taxed as another one: Monaco and the Isle of Man count as France and the United Kingdom (2006/112/EC,
 * article 7), Liechtenstein is in the Swiss VAT area (treaty of 1994 on value added tax).
 */
const TAXED_AS: Readonly<Record<string, string>> = { MC: 'FR', IM: 'GB', LI: 'CH' }

/** The country of a seller or a customer for tax purposes. */
export const countryOf = (country: string): string => TAXED_AS[country] ?? country

/** True if the country's taxes depend on a region and the address has none. */
export const isRegionMissing = ({ country, region }: Place): boolean =>
  hasRegions(country) && region === null

/** The place of a customer; undefined if its address has no country. */
export function placeOf({ country, state_province, postal_code }: TaxAddress): Place | undefined {
  if (country === '') return undefined
  if (hasRegions(country)) return { country, region: regionNamed(country, state_province) ?? null }
  if (countryOf(country) !== country) return { country: countryOf(country), region: null }
  const territory = TERRITORIES[country]
  if (territory !== undefined) return { country: territory, region: null, outside_vat_area: true }
  const digits = postal_code.replace(/\D/g, '')
  if (OUTSIDE[country]?.test(digits)) {
    const area = country === 'DE' && digits === BUESINGEN ? { area: 'CH' } : {}
    return { country, region: null, outside_vat_area: true, ...area }
  }
  const hasOwn = OWN_RATES[country]?.test(digits)
  return { country, region: null, ...(hasOwn && { own_rates: true }) }
}

/** Formats a place: "CA-QC", "DE"; "" if unknown. */
export const placeText = (place: Pick<Place, 'country' | 'region'> | undefined): string =>
  place === undefined
    ? ''
    : place.region === null
      ? place.country
      : `${place.country}-${place.region}`
