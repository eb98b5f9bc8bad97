// The terms of a price in its form: the texts of the fields, their values, and their errors.
import { currencyExponent } from '../../../../src/domain/currencies.ts'
import { parseAmount, type Spelling, textOfDecimal } from '../../text/amount-text.ts'
import { twoReadings } from '../../text/two-readings.ts'
import { percentInTwo, percentOf, textOfUnit, unitInTwo, unitOf } from './decimals.ts'
import type { Price, PriceModel, PriceTerms } from './types.ts'

/** A row of the table of tiers. The last one has no end, whatever its field holds. */
export interface TierText {
  key: number
  up_to: string
  unit_amount: string
  flat_amount: string
}

/** Fields are named like the properties they send. Fields of other models keep their text. */
export interface TermsText {
  model: PriceModel
  currency: string
  unit_amount: string
  tiers: TierText[]
  size: string
  free_units: string
  rate: string
  per_event: string
  free_events: string
  free_amount: string
  /** Empty for no minimum. */
  minimum_amount: string
}

/** A price as field values, with its product and description. */
export interface PriceValues extends TermsText {
  product_id: string
  description: string
  lookup_key: string
  /** Empty for a one-time price; else how often it is billed. */
  interval: '' | 'day' | 'week' | 'month' | 'year'
  interval_count: string
  billing: 'advance' | 'arrears'
  /** Empty string: use the account's default. */
  tax_behavior: string
}

/** The maximum number of tiers. */
export const TIERS_MOST = 100

let keys = 0
export const blankTier = (): TierText => ({
  key: ++keys,
  up_to: '',
  unit_amount: '',
  flat_amount: '',
})

export function blankTerms(currency: string): TermsText {
  return {
    model: 'per_unit',
    currency,
    unit_amount: '',
    tiers: [blankTier(), blankTier()],
    size: '',
    free_units: '',
    rate: '',
    per_event: '',
    free_events: '',
    free_amount: '',
    minimum_amount: '',
  }
}

/** An error found before anything is sent, with its field; `text` is the input, or the message of `two`. */
export interface Fault {
  field: string
  kind: 'needed' | 'amount' | 'unit' | 'count' | 'rate' | 'order' | 'two'
  text: string
}

/** The properties of its model, for the API; invalid ones are left out. */
export type TermsSent = Partial<Omit<PriceTerms, 'model' | 'tiers'>> & {
  minimum_amount?: number
  tiers?: Partial<{ up_to: number | null; unit_amount_decimal: string; flat_amount: number }>[]
}

/** The values of the model's fields, and their errors. */
export function readTerms(
  values: TermsText,
  locale: string,
): { terms: TermsSent; faults: Fault[] } {
  const faults: Fault[] = []
  const read = readerOf({ locale, currency: values.currency }, faults)
  const { model, minimum_amount: minimum } = values
  const terms = {
    ...MODELS[model](values, read),
    ...(minimum.trim() && given({ minimum_amount: read.amount('minimum_amount', minimum) })),
  }
  return { terms, faults }
}

type Reader = ReturnType<typeof readerOf>

const MODELS: Readonly<Record<PriceModel, (values: TermsText, read: Reader) => TermsSent>> = {
  flat: ({ unit_amount }, read) => given({ unit_amount: read.amount('unit_amount', unit_amount) }),
  per_unit: ({ unit_amount }, read) =>
    given({ unit_amount_decimal: read.unit('unit_amount', unit_amount) }),
  graduated: tiersOf,
  volume: tiersOf,
  package: ({ unit_amount, size, free_units }, read) =>
    given({
      size: read.count('size', size, 1),
      unit_amount: read.amount('unit_amount', unit_amount),
      free_units: free_units.trim() ? read.count('free_units', free_units, 0) : 0,
    }),
  percentage: ({ rate, per_event, free_events, free_amount }, read) =>
    given({
      rate: read.rate('rate', rate),
      per_event: per_event.trim() ? read.amount('per_event', per_event) : 0,
      free_events: free_events.trim() ? read.count('free_events', free_events, 0) : null,
      free_amount: free_amount.trim() ? read.amount('free_amount', free_amount) : null,
    }),
}

function tiersOf({ tiers }: TermsText, read: Reader): TermsSent {
  let below = 0
  return {
    tiers: tiers.map(({ up_to, unit_amount, flat_amount }, index) => {
      const field = (name: string) => `tiers.${index}.${name}`
      const isLast = index === tiers.length - 1
      const end = isLast ? null : read.bound(field('up_to'), up_to, below)
      below = end ?? below
      return given({
        up_to: end,
        unit_amount_decimal: read.unit(field('unit_amount'), unit_amount),
        flat_amount: flat_amount.trim() ? read.amount(field('flat_amount'), flat_amount) : 0,
      })
    }),
  }
}

/** Reads fields and collects their errors. */
function readerOf(spelling: Spelling, faults: Fault[]) {
  const { locale, currency } = spelling
  function read<T>(
    field: string,
    text: string,
    kind: Fault['kind'],
    meaning: T | undefined,
    two: string | undefined,
  ): T | undefined {
    if (meaning !== undefined) return meaning
    if (two) faults.push({ field, kind: 'two', text: two })
    else faults.push({ field, kind: text.trim() ? kind : 'needed', text })
    return undefined
  }
  const atLeast = (least: number, number: number | undefined): number | undefined =>
    number !== undefined && number >= least ? number : undefined
  const exponent = currencyExponent(currency)
  const count = (field: string, text: string, least: number) => {
    const number = atLeast(least, parseAmount(text, 0, { locale }))
    return read(field, text, 'count', number, twoReadings(text, 0, { locale }))
  }
  return {
    count,
    amount(field: string, text: string) {
      const number = atLeast(0, parseAmount(text, exponent, spelling))
      return read(field, text, 'amount', number, twoReadings(text, exponent, spelling))
    },
    unit: (field: string, text: string) =>
      read(field, text, 'unit', unitOf(text, spelling), unitInTwo(text, spelling)),
    rate: (field: string, text: string) =>
      read(field, text, 'rate', percentOf(text, locale), percentInTwo(text, locale)),
    /** The end of a tier, which must be above that of the previous one. */
    bound(field: string, text: string, below: number): number | undefined {
      const end = count(field, text, 1)
      if (end === undefined || end > below) return end
      faults.push({ field, kind: 'order', text })
      return undefined
    },
  }
}

function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(kept) as { [K in keyof T]?: Exclude<T[K], undefined> }
}

export function textOfTerms(price: Price, locale: string): TermsText {
  const { currency } = price
  const spelling = { locale, currency }
  const unit = (decimal: string | null) => (decimal === null ? '' : textOfUnit(decimal, spelling))
  const amount = (value: number | null) => unit(value === null ? null : String(value))
  const count = (value: number | null) => (value === null ? '' : String(value))
  const tiers = price.tiers?.map((tier) => ({
    ...blankTier(),
    up_to: count(tier.up_to),
    unit_amount: unit(tier.unit_amount_decimal),
    flat_amount: tier.flat_amount === 0 ? '' : amount(tier.flat_amount),
  }))
  return {
    ...blankTerms(currency),
    model: price.model,
    unit_amount: unit(price.unit_amount_decimal ?? textOf(price.unit_amount)),
    ...(tiers && { tiers }),
    size: count(price.size),
    free_units: count(price.free_units),
    rate: price.rate === null ? '' : textOfDecimal(price.rate, { locale }),
    per_event: amount(price.per_event),
    free_events: count(price.free_events),
    free_amount: amount(price.free_amount),
    minimum_amount: amount(price.minimum_amount),
  }
}

const textOf = (value: number | null): string | null => (value === null ? null : String(value))

/** The field of a property: `tiers[1].unit_amount_decimal` is `tiers.1.unit_amount`. */
export function fieldOfTerm(param: string): string {
  return param.replaceAll(/\[(\d+)\]/g, '.$1').replace(/\bunit_amount_decimal$/, 'unit_amount')
}
