// Tax numbers of customers: their stored form and their check digits (tax-and-credit, section 3).

import { type Static, Type } from 'typebox'
import { countryOf, UNION } from '../../domain/tax/places.ts'
import { prefixOf } from '../../domain/tax/union-numbers.ts'
import { Body, OneOf, Text, Timestamp } from '../../platform/http/shapes.ts'

export const TAX_ID_TYPES = [
  'eu_vat',
  'gb_vat',
  'ch_uid',
  'no_vat',
  'ca_gst_hst',
  'ca_qst',
  'ca_pst_bc',
  'ca_pst_mb',
  'ca_pst_sk',
  'us_ein',
  'au_abn',
  'other',
] as const
export type TaxIdType = (typeof TAX_ID_TYPES)[number]

/** A number of type `other` cannot be verified. */
export const TAX_ID_STATUSES = ['well_formed', 'malformed', 'unverifiable'] as const

/** A tax number as stored; the time of its check is in milliseconds of business time. */
export interface TaxId {
  type: TaxIdType
  /** In upper case, without separators. */
  value: string
  status: (typeof TAX_ID_STATUSES)[number]
  checked_at: number
}

const type = OneOf(TAX_ID_TYPES, 'Type of number.')

export const TaxIdsSent = Type.Array(
  Body({ type, value: Text(64, 'The number, with or without separators.', 1) }),
  { maxItems: 10, description: 'Tax numbers; the first is also `tax_id`.' },
)
export type TaxIdsSent = Static<typeof TaxIdsSent>

export const TaxIds = Type.Array(
  Type.Object(
    {
      type,
      value: Type.String({
        description:
          'In capitals, without separators. With the prefix for the EU, the UK and Switzerland (`FR…`, `GB…`, `CHE…`), without it for Norway.',
      }),
      status: OneOf(
        TAX_ID_STATUSES,
        'Whether its format and check digits are valid. It may not be in use.',
      ),
      checked_at: Timestamp,
    },
    { title: 'TaxId', additionalProperties: false },
  ),
  { description: 'Tax numbers; the first is also `tax_id`.' },
)

/** A checked number. */
export type CheckedTaxId = Omit<TaxId, 'checked_at'>

/** Two-letter prefixes that differ from the country code. */
const PREFIXES: Readonly<Record<string, string>> = { EL: 'GR' }

const bare = (value: string): string => value.toUpperCase().replace(/[^0-9A-Z]/g, '')

interface Checks {
  union: Readonly<Record<string, Check[]>>
  entities: Readonly<Record<string, Readonly<Record<string, Check>>>>
}
interface Check {
  validate(value: string): { isValid: boolean }
}

/** Loaded on first use: it knows the numbers of a hundred countries. */
async function loadChecks(): Promise<Checks> {
  const { euVat: union, stdnum: entities } = (await import('stdnum')).default
  return { union, entities }
}

/** Checks a customer's numbers in a country and returns them as stored, with their status. */
export async function checkTaxIds(sent: TaxIdsSent, country: string): Promise<CheckedTaxId[]> {
  const isKnown = sent.some(({ type: kind }) => kind !== 'other')
  const checks: Checks = isKnown ? await loadChecks() : { union: {}, entities: {} }
  return sent.map(({ type: kind, value }) => {
    const kept = normalized(kind, bare(value), country, checks)
    return { type: kind, value: kept, status: statusOf(kind, kept, checks) }
  })
}

/** The stored form of a number: with prefix for the EU and the UK, with CHE for Switzerland, without NO for Norway. */
function normalized(kind: TaxIdType, value: string, country: string, checks: Checks): string {
  switch (kind) {
    case 'eu_vat':
      return prefixed(value, country, checks)
    case 'gb_vat':
      return /^(\d|GD|HA)/.test(value) ? `GB${value}` : value
    case 'ch_uid':
      return value.replace(/^(CHE?)?(?=\d)/, 'CHE')
    case 'no_vat':
      return value.replace(/^NO(?=\d)/, '')
    default:
      return value
  }
}

/** Adds the prefix of the customer's country to a number without one; "GR" becomes the prefix of Greece. */
function prefixed(value: string, country: string, checks: Checks): string {
  const number = value.startsWith('GR') ? `${prefixOf('GR')}${value.slice(2)}` : value
  const home = countryOf(country)
  if (!UNION.has(home) || isWellFormed('eu_vat', number, checks)) return number
  const candidate = `${prefixOf(home)}${number}`
  // A number without prefix can begin with two letters that are another country's prefix.
  const isBare = /^\d/.test(number) || isWellFormed('eu_vat', candidate, checks)
  return isBare ? candidate : number
}

function statusOf(kind: TaxIdType, value: string, checks: Checks): TaxId['status'] {
  if (kind === 'other') return 'unverifiable'
  return isWellFormed(kind, value, checks) ? 'well_formed' : 'malformed'
}

function isWellFormed(
  kind: Exclude<TaxIdType, 'other'>,
  value: string,
  { union, entities }: Checks,
): boolean {
  const isOf = (country: string, name: string, text = value) =>
    entities[country]?.[name]?.validate(text).isValid === true
  switch (kind) {
    case 'eu_vat': {
      const prefix = value.slice(0, 2)
      // Northern Ireland uses the numbers of the United Kingdom.
      if (prefix === 'XI') return isOf('GB', 'vat', value.slice(2))
      const country = PREFIXES[prefix] ?? (prefix === 'GR' ? '' : prefix)
      return (union[country] ?? []).some((check) => check.validate(value).isValid)
    }
    case 'gb_vat':
      return isOf('GB', 'vat')
    case 'ch_uid':
      return isOf('CH', 'uid', value.replace(/(MWST|TVA|IVA)$/, ''))
    case 'no_vat':
      return isOf('NO', 'mva') || isOf('NO', 'orgnr')
    case 'ca_gst_hst':
      return /^\d{9}RT\d{4}$/.test(value) && isOf('CA', 'bn', value.slice(0, 9))
    case 'ca_qst':
      return isOf('CA', 'qst')
    case 'ca_pst_bc':
      return /^(PST)?\d{8}$/.test(value)
    case 'ca_pst_mb':
      return /^\d{6}(\d|MT\d)?$/.test(value)
    case 'ca_pst_sk':
      return /^\d{7}$/.test(value)
    case 'us_ein':
      return isOf('US', 'ein')
    case 'au_abn':
      return isOf('AU', 'abn')
  }
}

const UNION_PREFIX =
  /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[0-9A-Z]{7,12}$/

/** Guesses the type of a number from its form. */
export function guessType(text: string): TaxIdType {
  const value = bare(text)
  if (/^\d{9}RT\d{4}$/.test(value)) return 'ca_gst_hst'
  if (/^\d{10}TQ\d{4}$/.test(value)) return 'ca_qst'
  if (/^CHE\d{9}(MWST|TVA|IVA)?$/.test(value)) return 'ch_uid'
  if (/^NO\d{9}(MVA)?$|^\d{9}MVA$/.test(value)) return 'no_vat'
  if (/^GB\d{9}(\d{3})?$/.test(value)) return 'gb_vat'
  return UNION_PREFIX.test(value) ? 'eu_vat' : 'other'
}
