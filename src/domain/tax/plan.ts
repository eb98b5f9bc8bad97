// Determines the taxes of a line and why, from the seller's registrations, the customer's place and the day
// (tax-and-credit, section 1). Pure; every figure comes from the rate tables or from the account's own rates.

import { billingError } from '../errors.ts'
import { countryOf, isRegionMissing, type Place, placeOf, placeText, UNION } from './places.ts'
import { type BuiltInRate, isHarmonized, ratesIn } from './tables.ts'
import {
  type LineTaxing,
  type OwnRate,
  type Registration,
  TAX_SCHEMES,
  type Tax,
  type TaxCategory,
  type TaxReason,
  type TaxReasonCode,
  type TaxSettings,
} from './tax.ts'
import { unionNumberOf } from './union-numbers.ts'
import { isInForce } from './validity.ts'

export interface TaxedCustomer {
  country: string
  state_province: string
  postal_code: string
  tax_exempt: boolean
  tax_ids?: readonly { type: string; value: string; status: string }[] | null
}

export interface TaxPlanInput {
  settings: TaxSettings
  seller: { country: string; state_province: string }
  customer: TaxedCustomer
  /** The tax settings of the line. */
  line: { rates?: readonly string[]; code?: string; inclusive?: boolean }
  /** The civil day of finalizing. */
  date: string
  /** A draft can name rates that are not in force yet, or no longer. */
  draft?: boolean
}

/** The data missing to tax a line correctly. */
export type TaxWarning = 'tax_address_missing' | 'tax_rate_unknown' | 'tax_id_not_counted'

export type TaxPlan = LineTaxing & { warning?: TaxWarning }

/** The reverse charge statement on documents: Directive 2006/112/EC, articles 196 and 226 (11a). */
const REVERSE_CHARGE = 'Reverse charge, Art. 196 Directive 2006/112/EC'

interface Situation extends TaxPlanInput {
  place: Place | undefined
  because(code: TaxReasonCode): TaxReason
}

/** The taxes of a line. Throws `tax_rate_not_in_force` unless it belongs to a draft. */
export function taxPlan(input: TaxPlanInput): TaxPlan {
  const { customer, line, settings } = input
  const seller = { ...input.seller, country: countryOf(input.seller.country) }
  const place = seenFrom(input, placeOf(customer))
  const because = (code: TaxReasonCode): TaxReason => ({
    ...{ code, place: placeText(place), date: input.date },
  })
  const situation: Situation = { ...input, seller, place, because }
  const named = line.rates && (settings.rates ?? []).filter(({ id }) => line.rates?.includes(id))
  const inclusive = named ? named[0]?.inclusive === true : line.inclusive === true
  // Supplies to an exempt customer are reported as exempt, even on lines that name no rates.
  if (customer.tax_exempt) return { inclusive, taxes: [exempt(situation, 'customer_exempt')] }
  if (!line.rates && !settings.automatic) {
    return { inclusive: false, ...untaxed({ ...because('automatic_off'), place: '' }) }
  }
  if (named?.length === 0) return { inclusive: false, ...untaxed(because('none_named')) }
  if (named) return { inclusive, taxes: named.map((rate) => namedTax(rate, situation)) }
  if (line.code === 'exempt') return { inclusive, taxes: [exempt(situation, 'product_exempt')] }
  const found = automatic(situation)
  return { ...found, inclusive: inclusive || found.inclusive === true }
}

/** The tax area of a place, if the seller is registered there. */
function seenFrom({ settings, date }: TaxPlanInput, place: Place | undefined): Place | undefined {
  const isThere = place?.area && registeredIn(settings, date, place.area).length > 0
  return isThere ? { country: place.area as string, region: null } : place
}

/** Automatic rates can be inclusive ones. */
type Found = Omit<TaxPlan, 'inclusive'> & { inclusive?: boolean }

function namedTax(rate: OwnRate, { date, draft, settings, because }: Situation): Tax {
  if (!draft && !isInForce(rate, date)) {
    const until = rate.valid_to === null ? '' : ` to ${rate.valid_to}`
    throw billingError(
      'tax_rate_not_in_force',
      `Tax rate ${rate.id} (${rate.name} ${rate.percentage}%) applies from ${rate.valid_from}${until}, not on ${date}. Name the rate that does.`,
      { param: 'line_items' },
    )
  }
  return ownTax(rate, settings, date, because('rate_named'))
}

/** An own rate as a tax, with the number of the registration that covers its place. */
function ownTax(rate: OwnRate, settings: TaxSettings, date: string, reason: TaxReason): Tax {
  const { id, name, country, region, percentage, category, reference } = rate
  const there = registeredIn(settings, date, country)
  // A province's number comes before the country's, which is for another tax.
  const registration = there.find((each) => each.region === region) ?? national(there)
  const number = registration?.number ?? ''
  return {
    ...{ rate: id, name, country, region, percentage, category, reference },
    ...{ registration: number, reason },
  }
}

function zero(
  rate: string,
  category: TaxCategory,
  reason: TaxReason,
  more: Partial<Tax> = {},
): Tax {
  return {
    ...{ rate, name: '', country: '', region: null, percentage: '0', category },
    ...{ reference: '', registration: '', reason },
    ...more,
  }
}

function exempt({ place, because }: Situation, code: TaxReasonCode): Tax {
  return zero('exempt', 'exempt', because(code), {
    country: place?.country ?? '',
    region: place?.region ?? null,
  })
}

/** By registrations, if the address is complete enough. */
function automatic(situation: Situation): Found {
  const { place, settings, date } = situation
  // A region matters only where the seller is registered: elsewhere the country is enough.
  const isRegistered = place && registeredIn(settings, date, place.country).length > 0
  if (!place || (isRegistered && isRegionMissing(place))) {
    // The country alone is not a place here: the frozen reason records that the place was unknown.
    const reason = { ...situation.because('address_missing'), place: '' }
    return { ...untaxed(reason), warning: 'tax_address_missing' }
  }
  return automaticIn(situation, place)
}

/** By the registration of the customer's place; otherwise, by the export rules of the seller's own country. */
function automaticIn(situation: Situation, place: Place): Found {
  const { because, settings, date } = situation
  if (isUnionSeller(situation)) return inUnion(situation, place)
  // A territory outside the VAT area is abroad, whatever country it belongs to.
  const isOutside = place.outside_vat_area === true
  const here = isOutside ? [] : registeredIn(settings, date, place.country)
  if (here.length > 0) return local(situation, place, here)
  // State sales tax has no rule for exports.
  const home = national(registeredIn(settings, date, situation.seller.country))
  if (home === undefined || place.country === situation.seller.country) {
    return untaxed(because(isOutside ? 'outside_vat_area' : 'not_registered'))
  }
  const { country, number: registration } = home
  const more = { country, registration }
  return { taxes: [zero(`${country}/export`, 'export', because('export'), more)] }
}

const untaxed = (reason: TaxReason): Found => ({ taxes: [], untaxed: reason })

/**
 * The registrations of a seller in a country on a day, in the order of their schemes. Excludes the one-stop shop, which
 * covers other countries than the one it was registered in.
 */
const registeredIn = (settings: TaxSettings, date: string, country: string): Registration[] =>
  (settings.registrations ?? [])
    .filter((each) => each.country === country && isInForce(each, date))
    .filter(({ scheme }) => scheme !== 'oss_union')
    .toSorted((a, b) => TAX_SCHEMES.indexOf(a.scheme) - TAX_SCHEMES.indexOf(b.scheme))

/** The registration of the country itself. */
const national = (registrations: readonly Registration[]): Registration | undefined =>
  registrations.find(({ region }) => region === null)

/** The taxes of a place in which the seller is registered. */
function local(situation: Situation, place: Place, here: readonly Registration[]): Found {
  const { because, line } = situation
  const reason = because('registered')
  const covering = here.filter(({ region }) => region === null || region === place.region)
  const own = covering.length > 0 ? ownRates(situation, place) : []
  if (own.length > 0) {
    const taxes = own.map((rate) => ownTax(rate, situation.settings, situation.date, reason))
    return { taxes, inclusive: own.every((rate) => rate.inclusive) }
  }
  if (covering.length === 0) return untaxed(because('not_registered'))
  const isStandard = (line.code ?? 'standard') === 'standard'
  const builtIn = isStandard ? builtInTaxes(situation, place, covering) : []
  if (builtIn.length > 0) return { taxes: builtIn }
  return { ...untaxed(because('rate_unknown')), warning: 'tax_rate_unknown' }
}

/** The built-in rates that registrations cover, without duplicates; none if one of them has no row for the day. */
function builtInTaxes(
  { date, because }: Situation,
  place: Place,
  covering: readonly Registration[],
): Tax[] {
  const taxes = new Map<string, Tax>()
  for (const { scheme, region, number } of covering) {
    if (scheme === 'manual') continue
    const rows = builtInOf(place, region, date)
    if (rows.length === 0) return []
    for (const row of rows) {
      if (!taxes.has(row.rate)) taxes.set(row.rate, builtInTax(row, number, because('registered')))
    }
  }
  return [...taxes.values()]
}

/** The built-in rates of a place that a registration of the country or of one of its regions covers. */
function builtInOf(place: Place, region: string | null, date: string): BuiltInRate[] {
  if (place.own_rates) return []
  const regional = ratesIn(place.country, place.region, date)
  if (place.country !== 'CA') return regional
  // A province's own tax needs its own registration; HST replaces GST where it applies.
  if (region !== null) return regional.filter(({ name }) => name !== 'HST')
  if (isHarmonized(place.region)) return regional.filter(({ name }) => name === 'HST')
  return ratesIn('CA', null, date)
}

function builtInTax(row: BuiltInRate, registration: string, reason: TaxReason): Tax {
  const { rate, name, country, region, percentage } = row
  return {
    ...{ rate, name, country, region, percentage, category: 'standard' as const },
    ...{ reference: '', registration, reason },
  }
}

/**
 * The account's own automatic rates for the line's tax code, the place and the day. Of rates with one name, the one
 * with the longest matching postal prefix applies. In a place with its own rates, only rates for its postal codes
 * apply.
 */
function ownRates({ settings, line, date, customer }: Situation, place: Place): OwnRate[] {
  const code = line.code ?? 'standard'
  const postal = customer.postal_code.replace(/\s/g, '').toUpperCase()
  const fitting = (settings.rates ?? []).filter(
    (rate) =>
      rate.active &&
      rate.tax_code === code &&
      rate.country === place.country &&
      (rate.region === null || rate.region === place.region) &&
      (rate.postal_prefix === null ? !place.own_rates : postal.startsWith(rate.postal_prefix)) &&
      isInForce(rate, date),
  )
  const length = ({ postal_prefix }: OwnRate) => postal_prefix?.length ?? 0
  return fitting.filter(
    (rate) => !fitting.some((other) => other.name === rate.name && length(other) > length(rate)),
  )
}

/** True if the seller is established in the European Union, with a registration in its own country. */
function isUnionSeller({ seller, settings, date }: Situation): boolean {
  if (!UNION.has(seller.country)) return false
  return registeredIn(settings, date, seller.country).some(({ scheme }) => scheme === 'standard')
}

/** Services of a seller established in a member state (Directive 2006/112/EC, articles 44, 45, 58, 59c and 196). */
function inUnion(situation: Situation, place: Place): Found {
  const { seller, settings, date, because, customer } = situation
  const home = registeredIn(settings, date, seller.country)
  const { country } = seller
  const registration = national(home)?.number ?? ''
  const outside = (code: TaxReasonCode): Found => ({
    taxes: [
      zero(`${country}/outside_scope`, 'outside_scope', because(code), { country, registration }),
    ],
  })
  if (place.outside_vat_area) return outside('outside_vat_area')
  if (!UNION.has(place.country)) {
    const there = registeredIn(settings, date, place.country)
    return there.length > 0 ? local(situation, place, there) : outside('outside_eu')
  }
  if (place.country === country) return local(situation, place, home)
  if (unionNumberOf(customer.tax_ids ?? [], place.country)) {
    const more = { country, registration, reference: REVERSE_CHARGE }
    return {
      taxes: [zero(`${country}/reverse_charge`, 'reverse_charge', because('reverse_charge'), more)],
    }
  }
  const isUnused = (customer.tax_ids ?? []).length > 0
  return {
    ...(isUnused && { warning: 'tax_id_not_counted' }),
    ...toConsumer(situation, place, home),
  }
}

/** A consumer in another member state: by the registration there, by the one-stop shop, or at home. */
function toConsumer(situation: Situation, place: Place, home: readonly Registration[]): Found {
  const { settings, date, because, seller } = situation
  const there = registeredIn(settings, date, place.country)
  if (there.length > 0) return local(situation, place, there)
  const shop = (settings.registrations ?? []).find(
    (each) => each.scheme === 'oss_union' && isInForce(each, date),
  )
  const withReason = (found: Found, code: TaxReasonCode): Found => ({
    ...found,
    taxes: found.taxes.map((tax) => ({ ...tax, reason: because(code) })),
  })
  if (shop) return withReason(local(situation, place, [shop]), 'oss')
  const atHome: Place = { country: seller.country, region: null }
  return withReason(local(situation, atHome, home), 'below_threshold')
}
