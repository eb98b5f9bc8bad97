// Where a customer is, for tax: out of the country, the province or state, and the postal code of its address.

/** The parts of an address that decide; a text that was never given is "". */
export interface TaxAddress {
  country: string
  state_province: string
  postal_code: string
}

export interface Place {
  country: string
  region: string | null
  /** Whether it lies outside the area of value added tax of its country. */
  outside_vat_area?: true
}

const names = (text: string): Map<string, string> => {
  const entries = text.split(';').map((entry) => entry.trim().split(':') as [string, string])
  return new Map(
    entries.flatMap(([code, all]) => [code, ...all.split(',')].map((name) => [bare(name), code])),
  )
}

/** Without accents, marks and case: "Île-du-Prince-Édouard" is "iledup…". */
function bare(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}

const PROVINCES = names(
  `AB:Alberta;BC:British Columbia,Colombie-Britannique;MB:Manitoba;
  NB:New Brunswick,Nouveau-Brunswick;NL:Newfoundland and Labrador,Newfoundland,Terre-Neuve-et-Labrador,Terre-Neuve;
  NS:Nova Scotia,Nouvelle-Écosse;NT:Northwest Territories,Territoires du Nord-Ouest;NU:Nunavut;ON:Ontario;
  PE:Prince Edward Island,PEI,Île-du-Prince-Édouard;QC:Quebec,Québec,PQ;SK:Saskatchewan;YT:Yukon,Yukon Territory`,
)

const STATES = names(
  `AL:Alabama;AK:Alaska;AZ:Arizona;AR:Arkansas;CA:California;CO:Colorado;CT:Connecticut;DE:Delaware;
  DC:District of Columbia,Washington DC;FL:Florida;GA:Georgia;HI:Hawaii;ID:Idaho;IL:Illinois;IN:Indiana;IA:Iowa;
  KS:Kansas;KY:Kentucky;LA:Louisiana;ME:Maine;MD:Maryland;MA:Massachusetts;MI:Michigan;MN:Minnesota;MS:Mississippi;
  MO:Missouri;MT:Montana;NE:Nebraska;NV:Nevada;NH:New Hampshire;NJ:New Jersey;NM:New Mexico;NY:New York;
  NC:North Carolina;ND:North Dakota;OH:Ohio;OK:Oklahoma;OR:Oregon;PA:Pennsylvania;RI:Rhode Island;SC:South Carolina;
  SD:South Dakota;TN:Tennessee;TX:Texas;UT:Utah;VT:Vermont;VA:Virginia;WA:Washington;WV:West Virginia;WI:Wisconsin;
  WY:Wyoming;PR:Puerto Rico`,
)

const REGIONS: Readonly<Record<string, ReadonlyMap<string, string>>> = { CA: PROVINCES, US: STATES }

/** Countries whose taxes depend on the province or the state. */
export const hasRegions = (country: string): boolean => country in REGIONS

/** The code of a province of Canada or a state of the United States by its code or name; undefined for none. */
export const regionNamed = (country: string, text: string): string | undefined =>
  REGIONS[country]?.get(bare(text))

/** The member states of the European Union. */
export const UNION: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/** Postal codes of territories that the directive's article 6 leaves out (2006/112/EC). */
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

/** Territories with a code of their own, by the country they belong to. */
const TERRITORIES: Readonly<Record<string, string>> = {
  AX: 'FI',
  ...Object.fromEntries(
    'BL GF GP MF MQ NC PF PM RE TF WF YT'.split(' ').map((code) => [code, 'FR']),
  ),
}

/** The country of a seller or a customer for tax: Monaco is taken to be in France (2006/112/EC, article 7). */
export const countryOf = (country: string): string => (country === 'MC' ? 'FR' : country)

/** Where a customer is taken to be; undefined where its address does not tell. */
export function placeOf({ country, state_province, postal_code }: TaxAddress): Place | undefined {
  if (country === '') return undefined
  if (hasRegions(country)) {
    const region = regionNamed(country, state_province)
    return region === undefined ? undefined : { country, region }
  }
  // Monegasque postal codes begin with 980.
  if (countryOf(country) !== country) return { country: countryOf(country), region: null }
  const territory = TERRITORIES[country]
  if (territory !== undefined) return { country: territory, region: null, outside_vat_area: true }
  const digits = postal_code.replace(/\D/g, '')
  if (OUTSIDE[country]?.test(digits)) return { country, region: null, outside_vat_area: true }
  return { country, region: null }
}

/** How a place is written: "CA-QC", "DE"; "" where it is not known. */
export const placeText = (place: Pick<Place, 'country' | 'region'> | undefined): string =>
  place === undefined
    ? ''
    : place.region === null
      ? place.country
      : `${place.country}-${place.region}`
