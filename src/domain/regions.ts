// The provinces of Canada and the states of the United States: codes, names and common spellings.

import { quoted, validationError } from './errors.ts'
import { nearest } from './nearest.ts'

export interface Region {
  code: string
  name: string
  /** The French name, if different. */
  french?: string
}

type Row = readonly [code: string, name: string, others?: string, french?: string]

const NEWFOUNDLAND =
  'Newfoundland & Labrador, Newfoundland, Labrador, Terre-Neuve, Nfld, NF, TNL, TN'

/**
 * ISO 3166-2:CA; names and abbreviations in both languages from Natural Resources Canada (nrcan.gc.ca place-names 9237,
 * read 2026-11-26), with former codes (PQ, NF) and common spellings.
 */
const PROVINCES: readonly Row[] = [
  ['AB', 'Alberta', 'Alta, Alb'],
  ['BC', 'British Columbia', 'Brit Col, CB', 'Colombie-Britannique'],
  ['MB', 'Manitoba', 'Man'],
  ['NB', 'New Brunswick', 'N Bruns', 'Nouveau-Brunswick'],
  ['NL', 'Newfoundland and Labrador', NEWFOUNDLAND, 'Terre-Neuve-et-Labrador'],
  ['NS', 'Nova Scotia', 'NE', 'Nouvelle-Écosse'],
  ['NT', 'Northwest Territories', 'Northwest Territory, NWT, TNO', 'Territoires du Nord-Ouest'],
  ['NU', 'Nunavut', 'Nun, Nvt'],
  ['ON', 'Ontario', 'Ont'],
  ['PE', 'Prince Edward Island', 'PEI, ÎPÉ', 'Île-du-Prince-Édouard'],
  ['QC', 'Quebec', 'Que, PQ', 'Québec'],
  ['SK', 'Saskatchewan', 'Sask'],
  ['YT', 'Yukon', 'Yukon Territory, Territoire du Yukon, Yuk, YK, Yn'],
]

/**
 * USPS Publication 28, appendix B (pe.usps.com/text/pub28/pub28apb.htm, read 2026-11-26) without the three freely associated
 * states, which are countries; UM from ISO 3166-2:US; with the traditional abbreviations.
 */
const STATES: readonly Row[] = [
  ['AL', 'Alabama', 'Ala'],
  ['AK', 'Alaska'],
  ['AZ', 'Arizona', 'Ariz'],
  ['AR', 'Arkansas', 'Ark'],
  ['CA', 'California', 'Calif, Cal'],
  ['CO', 'Colorado', 'Colo, Col'],
  ['CT', 'Connecticut', 'Conn'],
  ['DE', 'Delaware', 'Del'],
  ['DC', 'District of Columbia', 'Washington DC, Wash DC'],
  ['FL', 'Florida', 'Fla'],
  ['GA', 'Georgia'],
  ['HI', 'Hawaii', 'Hawai’i'],
  ['ID', 'Idaho', 'Ida'],
  ['IL', 'Illinois', 'Ill, Ills'],
  ['IN', 'Indiana', 'Ind'],
  ['IA', 'Iowa'],
  ['KS', 'Kansas', 'Kans, Kan'],
  ['KY', 'Kentucky'],
  ['LA', 'Louisiana'],
  ['ME', 'Maine'],
  ['MD', 'Maryland'],
  ['MA', 'Massachusetts', 'Mass'],
  ['MI', 'Michigan', 'Mich'],
  ['MN', 'Minnesota', 'Minn'],
  ['MS', 'Mississippi', 'Miss'],
  ['MO', 'Missouri'],
  ['MT', 'Montana', 'Mont'],
  ['NE', 'Nebraska', 'Nebr, Neb'],
  ['NV', 'Nevada', 'Nev'],
  ['NH', 'New Hampshire'],
  ['NJ', 'New Jersey'],
  ['NM', 'New Mexico', 'N Mex, New Mex'],
  ['NY', 'New York'],
  ['NC', 'North Carolina', 'N Car'],
  ['ND', 'North Dakota', 'N Dak'],
  ['OH', 'Ohio'],
  ['OK', 'Oklahoma', 'Okla'],
  ['OR', 'Oregon', 'Oreg, Ore'],
  ['PA', 'Pennsylvania', 'Penn, Penna'],
  ['RI', 'Rhode Island'],
  ['SC', 'South Carolina', 'S Car'],
  ['SD', 'South Dakota', 'S Dak'],
  ['TN', 'Tennessee', 'Tenn'],
  ['TX', 'Texas', 'Tex'],
  ['UT', 'Utah'],
  ['VT', 'Vermont'],
  ['VA', 'Virginia'],
  ['WA', 'Washington', 'Wash'],
  ['WV', 'West Virginia', 'W Va'],
  ['WI', 'Wisconsin', 'Wis, Wisc'],
  ['WY', 'Wyoming', 'Wyo'],
  ['AS', 'American Samoa'],
  ['GU', 'Guam'],
  ['MP', 'Northern Mariana Islands', 'CNMI'],
  ['PR', 'Puerto Rico'],
  ['UM', 'U.S. Minor Outlying Islands', 'United States Minor Outlying Islands'],
  ['VI', 'U.S. Virgin Islands', 'Virgin Islands, United States Virgin Islands, USVI'],
  ['AA', 'Armed Forces Americas'],
  ['AE', 'Armed Forces Europe'],
  ['AP', 'Armed Forces Pacific'],
]

/** Removes accents, case and punctuation: "Île-du-Prince-Édouard" is "ileduprinceedouard". */
const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

interface Regions {
  list: readonly Region[]
  codes: ReadonlyMap<string, string>
  /** Matches the country at the end of a region, without punctuation. */
  country: RegExp
}

function regions(rows: readonly Row[], country: RegExp): Regions {
  const codes = rows.flatMap(([code, name, others = '', french = name]) =>
    [code, name, french, ...others.split(',')].map((text) => [bare(text), code] as const),
  )
  const list = rows.map(([code, name, , french]) => ({ code, name, ...(french && { french }) }))
  return { list, codes: new Map(codes.filter(([text]) => text !== '')), country }
}

const REGIONS: Readonly<Record<string, Regions>> = {
  CA: regions(PROVINCES, /(canada|can|ca)$/),
  US: regions(STATES, /(unitedstates|unitedstatesofamerica|etatsunis|usa|us)$/),
}

/** Countries whose taxes depend on the province or state. */
export const hasRegions = (country: string): boolean => Object.hasOwn(REGIONS, country)

/** The regions of a country, for select lists; empty for countries that accept any text. */
export const regionsOf = (country: string): readonly Region[] => REGIONS[country]?.list ?? []

/**
 * Finds the code of a region by its code, name or abbreviation, with or without its country; undefined if not found.
 */
export function regionNamed(country: string, text: string): string | undefined {
  const known = REGIONS[country]
  if (!known) return undefined
  // Fast path: stored values are codes, and every settled line looks one up.
  if (known.codes.get(text.toLowerCase()) === text) return text
  const whole = codeOf(country, known, text)
  if (whole) return whole
  // "Ontario (ON)" and "ON - Ontario, Canada" name one region twice; "ON/QC" names two.
  const found = text.split(/[,;/|()[\]]|\s[-–—]\s/).map((part) => codeOf(country, known, part))
  const codes = new Set(found.filter((code) => code !== ''))
  return codes.size === 1 ? [...codes][0] : undefined
}

/** The code of the region in a part of a text; "" if it names only the country, undefined for anything else. */
function codeOf(country: string, known: Regions, part: string): string | undefined {
  const text = bare(part)
  const place = text.replace(/^(provinceof|provincede|provincedu|stateof)/, '')
  const names = [
    text,
    place,
    place.replace(/(state|province)$/, ''),
    place.replace(known.country, ''),
  ]
  // The ISO 3166-2 form: "CA-ON".
  if (part.trim().toUpperCase().startsWith(`${country}-`)) names.push(text.slice(country.length))
  const code = names.map((name) => known.codes.get(name)).find((each) => each !== undefined)
  return code ?? (names.includes('') ? '' : undefined)
}

/** The name that was probably meant, such as "Ontario (ON)". */
function suggestion({ codes, list }: Regions, text: string): string | undefined {
  const code = codes.get(nearest(bare(text), [...codes.keys()]) ?? '')
  const region = list.find((each) => each.code === code)
  return region && `${region.name} (${region.code})`
}

/** The code of the region sent; any text for countries without a list. Throws a validation error. */
export function parseRegion(
  country: string,
  text: string,
  { param, byDefault = false }: { param: string; byDefault?: boolean },
): string {
  const known = REGIONS[country]
  if (!known) return text
  const code = regionNamed(country, text)
  if (code !== undefined) return code
  const meant = suggestion(known, text)
  const elsewhere = Object.keys(REGIONS).find((other) => regionNamed(other, text) !== undefined)
  throw validationError(param, {
    ...{ kind: 'region_unknown', country, sent: quoted(text) },
    ...(byDefault && { by_default: true }),
    ...(elsewhere
      ? { elsewhere }
      : meant
        ? { meant }
        : { known: known.list.map((each) => each.code) }),
  })
}

interface Address {
  country?: string | null | undefined
  state_province?: string | null | undefined
}

/**
 * The `state_province` to store for a changed address. A stored value can be sent back unless the country changes; if
 * it was not sent, it is kept.
 */
export function addressRegion(sent: Address, after: Address, before: Address = {}): string {
  const { country, state_province } = after
  const text = state_province ?? ''
  if (sent.country === undefined && sent.state_province === undefined) return text
  if (text.trim() === '' && hasRegions(country ?? '')) return ''
  const isStored = text === before.state_province && country === before.country
  if (isStored) return regionNamed(country ?? '', text) ?? text
  return parseRegion(country ?? '', text, { param: 'state_province', byDefault: !sent.country })
}
