// Compares the taxes of a finalized invoice with the values frozen with them: the customer's place, the day, the rates
// of tax-tables.ts.

import { regionNamed } from '../../domain/regions.ts'
import type { Differ } from './checks.ts'
import type { BooksInvoice, BooksTax } from './store-invoices.ts'
import { isBuiltIn } from './tax-tables.ts'

/** The categories that a tax can have for each reason. All except standard and reduced are at 0 %. */
const CATEGORIES: Record<string, readonly string[]> = {
  rate_named: [
    'standard',
    'reduced',
    'zero',
    'exempt',
    'outside_scope',
    'export',
    'reverse_charge',
  ],
  registered: ['standard', 'reduced', 'zero', 'exempt', 'outside_scope', 'export'],
  oss: ['standard', 'reduced', 'zero', 'exempt'],
  below_threshold: ['standard', 'reduced', 'zero', 'exempt'],
  customer_exempt: ['exempt'],
  product_exempt: ['exempt'],
  export: ['export'],
  reverse_charge: ['reverse_charge'],
  outside_eu: ['outside_scope'],
  outside_vat_area: ['outside_scope'],
}
const OF_RATES = ['rate_named', 'registered', 'oss', 'below_threshold']

/** The known facts about an invoice, named as in its snapshot. */
interface Known {
  customer: Record<string, unknown>
  seller: Record<string, unknown>
  /** The civil day of finalizing; undefined for drafts. */
  day: string | undefined
}

/** Checks a tax against the customer and the day that were frozen with it. */
export function checkFrozen(
  { finalized_at, snapshot }: BooksInvoice,
  tax: BooksTax,
  differ: Differ,
): void {
  const reason = (tax.reason ?? {}) as Record<string, unknown>
  checkCategory(tax, reason, differ)
  if (!finalized_at || !snapshot) return
  const { customer = {}, seller = {} } = snapshot
  const known = { customer, seller, day: invoiceDay(finalized_at, seller) }
  if (known.day && reason.date !== known.day) {
    differ(`${tax.rate} is of ${reason.date}, but the invoice was finalized on ${known.day}`)
  }
  checkPlace(tax, reason, known, differ)
  checkReason(tax, reason, known, differ)
}

function checkCategory(
  tax: BooksTax,
  { code, date }: Record<string, unknown>,
  differ: Differ,
): void {
  const { rate, name, percentage, category, country, region } = tax
  const isTaxed = category === 'standard' || category === 'reduced'
  const isZero = percentage === '0' && tax.amount === 0
  const fits = CATEGORIES[String(code)]?.includes(String(category))
  if (!fits || (!isTaxed && !isZero)) {
    differ(`${rate} is ${category} of ${percentage}% because of ${code}`)
  }
  const isOwn = String(rate).startsWith('txr_')
  if (!OF_RATES.includes(String(code))) {
    if (isOwn) differ(`${rate} is a tax rate, but applies because of ${code}`)
    return
  }
  if (code === 'rate_named' && !isOwn) differ(`${rate} is not a rate that a line can request`)
  if (!isOwn && !isBuiltIn({ rate, name, percentage, country, region }, String(date))) {
    differ(`${rate} of ${percentage}% is not built in for ${date}`)
  }
}

/** The civil day of finalizing in the seller's time zone at that time. */
function invoiceDay(
  finalized_at: string,
  { time_zone }: Record<string, unknown>,
): string | undefined {
  if (typeof time_zone !== 'string') return undefined
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone, dateStyle: 'short' })
  return format.format(new Date(finalized_at))
}

/** Codes that belong to another country for tax purposes. */
const PARTS: Record<string, readonly string[]> = {
  FR: ['MC', 'BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'],
  FI: ['AX'],
  // Büsingen lies in DE.
  CH: ['LI', 'DE'],
  GB: ['IM'],
}

function isCountryOf(place: string, country: unknown): boolean {
  const own = place.split('-')[0] ?? ''
  return own === country || (PARTS[own]?.includes(String(country)) ?? false)
}

/** The place of a tax matches the frozen customer; "" means that the tax depends on no place. */
function checkPlace(
  { rate, country, region }: BooksTax,
  { code, place }: Record<string, unknown>,
  { customer }: Known,
  differ: Differ,
): void {
  if (typeof place !== 'string') {
    differ(`${rate} is for ${JSON.stringify(place)}`)
    return
  }
  const isAnywhere = ['rate_named', 'customer_exempt', 'product_exempt'].includes(String(code))
  if (place === '') {
    if (!isAnywhere) differ(`${rate} applies because of ${code}, but has no place`)
    return
  }
  const where = `${customer.country} ${customer.state_province ?? ''}`.trim()
  if (!isCountryOf(place, customer.country)) {
    differ(`${rate} is for ${place}, but the customer is in ${where}`)
    return
  }
  if (!place.startsWith('CA')) return
  const province = regionNamed('CA', String(customer.state_province ?? ''))
  if (place !== (province === undefined ? 'CA' : `CA-${province}`)) {
    differ(`${rate} is for ${place}, but the customer is in ${where}`)
  }
  // A province has its own tax and that of the country, or HST instead of both.
  const isOther = code === 'registered' && country === 'CA' && region !== null
  if (isOther && place !== `CA-${region}`)
    differ(`${rate} is for ${region}, but applies in ${place}`)
  const isHarmonized = HARMONIZED.includes(place.slice(3)) && !String(rate).startsWith('txr_')
  if (code === 'registered' && isHarmonized && region === null) {
    differ(`${rate} applies in ${place}, where there is HST instead`)
  }
}

const HARMONIZED = ['ON', 'NB', 'NL', 'NS', 'PE']

/** Member states, and other prefixes of this kind of number: `EL` for Greece, `XI` for Northern Ireland. */
const STATES = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'

function checkReason(
  tax: BooksTax,
  { code, place }: Record<string, unknown>,
  { customer, seller }: Known,
  differ: Differ,
): void {
  const { rate, country } = tax
  const isExempt = customer.tax_exempt === true
  if ((code === 'customer_exempt') !== isExempt) {
    differ(
      `${rate} applies because of ${code}, but the customer is ${isExempt ? '' : 'not '}exempt`,
    )
  }
  const isAbroad = place !== country
  if (code === 'reverse_charge') {
    if (!hasNumberOf(customer, String(place))) {
      differ(`${rate} is reverse charge, but the customer had no tax number of ${place}`)
    }
    if (!isAbroad) differ(`${rate} is reverse charge within ${place}`)
  }
  const isUnion = STATES.split(' ').includes(String(place).slice(0, 2))
  if (['reverse_charge', 'oss', 'below_threshold'].includes(String(code)) && !isUnion) {
    differ(`${rate} applies because of ${code}, but ${place} is not a member state`)
  }
  if (code === 'outside_eu' && isUnion)
    differ(`${rate} is for places outside the EU, but ${place} is inside`)
  if (code === 'oss' && isAbroad)
    differ(`${rate} is of another country than the one-stop shop of ${place}`)
  const home = { MC: 'FR', IM: 'GB', LI: 'CH' }[String(seller.country)] ?? seller.country
  if (code === 'below_threshold' && (country !== home || !isAbroad)) {
    differ(`${rate} is for small cross-border sales, but the seller is in ${seller.country}`)
  }
  if (code === 'export' && String(place).startsWith('CA'))
    differ(`${rate} is an export to ${place}`)
}

function hasNumberOf({ tax_ids }: Record<string, unknown>, place: string): boolean {
  const prefix = place === 'GR' ? 'EL' : place
  if (!Array.isArray(tax_ids)) return false
  return tax_ids.some(
    (each) =>
      each?.type === 'eu_vat' &&
      ['well_formed', 'verified'].includes(each.status) &&
      String(each.value).startsWith(prefix),
  )
}
