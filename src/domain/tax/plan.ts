// Which taxes a line has, and why: of where the seller is registered, where the customer is, and the day
// (tax-and-credit, section 1). Pure; every figure comes from the tables beside it or from the account's own rates.

import { billingError } from '../errors.ts'
import { type Place, placeOf, placeText, UNION } from './places.ts'
import { type BuiltInRate, ratesIn } from './tables.ts'
import type {
  LineTaxing,
  OwnRate,
  Registration,
  Tax,
  TaxCategory,
  TaxReason,
  TaxReasonCode,
  TaxSettings,
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
  /** What the line says of its taxes. */
  line: { rates?: readonly string[]; code?: string; inclusive?: boolean }
  /** The civil day of issue. */
  date: string
  /** A draft may name rates that do not apply yet, or any more. */
  draft?: boolean
}

/** What is lacking to tax a line as it should be. */
export type TaxWarning = 'tax_address_missing' | 'tax_rate_unknown'

export type TaxPlan = LineTaxing & { warning?: TaxWarning }

/** What reverse charge says on a document: Directive 2006/112/EC, articles 196 and 226 (11a). */
const REVERSE_CHARGE = 'Reverse charge, Art. 196 Directive 2006/112/EC'

interface Asked extends TaxPlanInput {
  place: Place | undefined
  because(code: TaxReasonCode): TaxReason
}

/** The taxes of a line. Throws `tax_rate_not_in_force` unless it is of a draft. */
export function taxPlan(input: TaxPlanInput): TaxPlan {
  const { customer, line, settings } = input
  const place = placeOf(customer)
  const because = (code: TaxReasonCode): TaxReason => ({
    ...{ code, place: placeText(place), date: input.date },
  })
  const asked: Asked = { ...input, place, because }
  if (!line.rates && !settings.automatic) return { inclusive: false, taxes: [] }
  const named = line.rates && (settings.rates ?? []).filter(({ id }) => line.rates?.includes(id))
  const inclusive = named ? named[0]?.inclusive === true : line.inclusive === true
  if (named?.length === 0) return { inclusive: false, taxes: [] }
  if (customer.tax_exempt) return { inclusive, taxes: [exempt(asked, 'customer_exempt')] }
  if (named) return { inclusive, taxes: named.map((rate) => namedTax(rate, asked)) }
  if (line.code === 'exempt') return { inclusive, taxes: [exempt(asked, 'product_exempt')] }
  return { inclusive, ...automatic(asked) }
}

type Found = Omit<TaxPlan, 'inclusive'>

function namedTax(rate: OwnRate, { date, draft, settings, because }: Asked): Tax {
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
  const [registration] = registeredIn(settings, date, country).filter(
    (each) => each.region === null || each.region === region,
  )
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

function exempt({ place, because }: Asked, code: TaxReasonCode): Tax {
  return zero('exempt', 'exempt', because(code), {
    country: place?.country ?? '',
    region: place?.region ?? null,
  })
}

/** By registrations: that of the customer's place, else what the seller's own country says of abroad. */
function automatic(asked: Asked): Found {
  const { place, because, settings, date } = asked
  if (!place) return { ...untaxed(because('address_missing')), warning: 'tax_address_missing' }
  if (isUnionSeller(asked)) return inUnion(asked, place)
  const here = registeredIn(settings, date, place.country)
  if (here.length > 0) return local(asked, place, here)
  const [home] = registeredIn(settings, date, asked.seller.country)
  if (home === undefined || place.country === asked.seller.country) {
    return untaxed(because('not_registered'))
  }
  const { country, number: registration } = home
  const more = { country, registration }
  return { taxes: [zero(`${country}/export`, 'export', because('export'), more)] }
}

const untaxed = (reason: TaxReason): Found => ({ taxes: [], untaxed: reason })

/** The registrations that a seller has in a country on a day. */
const registeredIn = (settings: TaxSettings, date: string, country: string): Registration[] =>
  (settings.registrations ?? []).filter((each) => each.country === country && isInForce(each, date))

/** The taxes of a place in which the seller is registered. */
function local(asked: Asked, place: Place, here: readonly Registration[]): Found {
  const { because, line } = asked
  const reason = because('registered')
  const covering = here.filter(({ region }) => region === null || region === place.region)
  const own = covering.length > 0 ? ownRates(asked, place) : []
  if (own.length > 0)
    return { taxes: own.map((rate) => ownTax(rate, asked.settings, asked.date, reason)) }
  const builtIn =
    (line.code ?? 'standard') === 'standard' ? covering.flatMap(builtInOf(asked, place)) : []
  if (builtIn.length > 0) {
    return {
      taxes: builtIn.map(({ row, number }) => builtInTax(row, number, reason)),
    }
  }
  if (covering.length === 0) return untaxed(because('not_registered'))
  return { ...untaxed(because('rate_unknown')), warning: 'tax_rate_unknown' }
}

/** What a registration covers of the built-in rates of a place. */
const builtInOf =
  ({ date }: Asked, place: Place) =>
  ({ scheme, region, number }: Registration): { row: BuiltInRate; number: string }[] => {
    if (scheme === 'manual') return []
    const told = (rows: readonly BuiltInRate[]) => rows.map((row) => ({ row, number }))
    const regional = ratesIn(place.country, place.region, date)
    if (place.country !== 'CA') return told(regional)
    // A province's own tax by its own registration; HST in the place of GST where there is one.
    if (region !== null) return told(regional.filter(({ name }) => name !== 'HST'))
    const harmonized = regional.filter(({ name }) => name === 'HST')
    return told(harmonized.length > 0 ? harmonized : ratesIn('CA', null, date))
  }

function builtInTax(row: BuiltInRate, registration: string, reason: TaxReason): Tax {
  const { rate, name, country, region, percentage } = row
  return {
    ...{ rate, name, country, region, percentage, category: 'standard' as const },
    ...{ reference: '', registration, reason },
  }
}

/**
 * The account's own rates that apply by themselves: of the line's tax code, the place and the day. Of one name the
 * one for the longest beginning of the postal code.
 */
function ownRates({ settings, line, date, customer }: Asked, place: Place): OwnRate[] {
  const code = line.code ?? 'standard'
  const postal = customer.postal_code.replace(/\s/g, '').toUpperCase()
  const fitting = (settings.rates ?? []).filter(
    (rate) =>
      rate.active &&
      rate.tax_code === code &&
      rate.country === place.country &&
      (rate.region === null || rate.region === place.region) &&
      (rate.postal_prefix === null || postal.startsWith(rate.postal_prefix)) &&
      isInForce(rate, date),
  )
  const length = ({ postal_prefix }: OwnRate) => postal_prefix?.length ?? 0
  return fitting.filter(
    (rate) => !fitting.some((other) => other.name === rate.name && length(other) > length(rate)),
  )
}

/** Whether the seller is established in the European Union, with a number of its own country. */
function isUnionSeller({ seller, settings, date }: Asked): boolean {
  if (!UNION.has(seller.country)) return false
  return registeredIn(settings, date, seller.country).some(({ scheme }) => scheme === 'standard')
}

/** Services of a seller established in a member state (Directive 2006/112/EC, articles 44, 45, 58, 59c and 196). */
function inUnion(asked: Asked, place: Place): Found {
  const { seller, settings, date, because, customer } = asked
  const home = registeredIn(settings, date, seller.country)
  const { country } = seller
  const registration = home[0]?.number ?? ''
  const outside = (code: TaxReasonCode): Found => ({
    taxes: [
      zero(`${country}/outside_scope`, 'outside_scope', because(code), { country, registration }),
    ],
  })
  if (place.outside_vat_area) return outside('outside_vat_area')
  if (!UNION.has(place.country)) {
    const there = registeredIn(settings, date, place.country)
    return there.length > 0 ? local(asked, place, there) : outside('outside_eu')
  }
  if (place.country === country) return local(asked, place, home)
  if (unionNumberOf(customer.tax_ids ?? [], place.country)) {
    const more = { country, registration, reference: REVERSE_CHARGE }
    return {
      taxes: [zero(`${country}/reverse_charge`, 'reverse_charge', because('reverse_charge'), more)],
    }
  }
  return toConsumer(asked, place, home)
}

/** To a consumer in another member state: by its registration there, by the one-stop shop, or at home. */
function toConsumer(asked: Asked, place: Place, home: readonly Registration[]): Found {
  const { settings, date, because, seller } = asked
  const there = registeredIn(settings, date, place.country).filter(
    ({ scheme }) => scheme !== 'oss_union',
  )
  if (there.length > 0) return local(asked, place, there)
  const shop = (settings.registrations ?? []).find(
    (each) => each.scheme === 'oss_union' && isInForce(each, date),
  )
  const withReason = (found: Found, code: TaxReasonCode): Found => ({
    ...found,
    taxes: found.taxes.map((tax) => ({ ...tax, reason: because(code) })),
  })
  if (shop) return withReason(local(asked, place, [shop]), 'oss')
  const atHome: Place = { country: seller.country, region: null }
  return withReason(local(asked, atHome, home), 'below_threshold')
}
