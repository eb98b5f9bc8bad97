// Turns requested lines into billed lines: with a unit price, with decimals, or with a price.

import type { Constraint } from '../../constraint.ts'
import { explain } from '../../constraint-messages.ts'
import { timestamp } from '../../domain/calendar.ts'
import { exactText, parseExact } from '../../domain/decimal.ts'
import type { ErrorCode } from '../../domain/error-catalogue.ts'
import { billingError, errorOf, type Fault, quoted, validationError } from '../../domain/errors.ts'
import {
  type LineInput,
  type LineItem,
  type LineTaxSettings,
  numbersShown,
  UNIT_AMOUNT_MAX,
} from '../../domain/invoice-lines.ts'
import { type Pricing, sumOfEvents } from '../../domain/pricing.ts'
import { productCan } from '../../domain/product.ts'
import type { PeriodPart } from '../../domain/rest.ts'
import { readTaxSettings } from '../../domain/tax/settings.ts'
import type { NamedRow } from '../../platform/db/table.ts'
import { newUuid } from '../../platform/ids.ts'
import type { Work } from '../accounts/store.ts'
import { markUsed } from '../prices/actions.ts'
import { type Price, prices } from '../prices/store.ts'
import { products } from '../products/store.ts'

/** A requested line with its IDs decoded; null is the same as omitted. */
export interface LineRequest {
  description?: string | null | undefined
  quantity?: number | null | undefined
  unit_amount?: number | null | undefined
  product_id?: string | null | undefined
  price_id?: string | null | undefined
  quantity_decimal?: string | null | undefined
  unit_amount_decimal?: string | null | undefined
  events?: readonly string[] | null | undefined
  tax_rates?: readonly string[] | null | undefined
  /** The billed period, as sent. */
  period?: { start: string; end: string } | null | undefined
  supply_date?: string | null | undefined
  /** Set on lines that bill a period of a subscription. */
  recurring?: RecurringPart | undefined
  /** Set on lines that bill a one-off item: its UUID. */
  invoice_item_id?: string | null | undefined
}

/** The subscription item that a line bills, and the period. */
export interface RecurringPart {
  item_id: string
  start: number
  end: number
  /** Its part of the whole period, if the line is prorated. */
  part?: PeriodPart | undefined
  /** The minimum of the subscription, if the line bills the shortfall of that. */
  minimum?: number | undefined
}

/** The rows that lines name: prices with their products, and other products. */
export const lineRows = (lines: readonly LineRequest[] | undefined): NamedRow[] =>
  (lines ?? []).flatMap(({ price_id, product_id }): NamedRow[] => [
    ...(price_id ? [{ table: prices, id: price_id }] : []),
    ...(product_id ? [{ table: products, id: product_id }] : []),
  ])

/** Throws if lines lack properties, depending on how they are priced; checked before any lookup. */
export function assertLines(lines: readonly LineRequest[]): void {
  const faults: Fault[] = []
  for (const [index, line] of lines.entries()) {
    const param = (name: string) => `line_items[${index}].${name}`
    const needs = (name: keyof LineRequest, be: Constraint) =>
      faults.push(explain('parameter_missing', param(name), { kind: 'required', be: be as never }))
    if (!line.price_id && !isGiven(line.description)) needs('description', DESCRIPTION)
    if (!line.price_id && !isGiven(line.quantity) && !line.quantity_decimal) {
      needs('quantity', QUANTITY)
    }
    if (!line.price_id && !isGiven(line.unit_amount) && !line.unit_amount_decimal) {
      needs('unit_amount', UNIT_AMOUNT)
    }
    if (line.events && !line.price_id) {
      faults.push(explain('parameters_exclusive', param('events'), NOT_A_PERCENTAGE))
    }
  }
  const error = errorOf(faults)
  if (error) throw error
}

const DESCRIPTION = { kind: 'length', min: 1, max: 500 } as const
const QUANTITY = { kind: 'integer', min: 1, max: 1_000_000_000 } as const
const UNIT_AMOUNT = { kind: 'integer', min: 0, max: UNIT_AMOUNT_MAX } as const
const NOT_A_PERCENTAGE = { kind: 'not_of_model', model: 'per_unit', members: ['quantity'] } as const

const isGiven = (value: unknown): boolean => value !== undefined && value !== null
const isByHand = ({ price_id, unit_amount_decimal }: LineRequest): boolean =>
  !price_id && !unit_amount_decimal

/**
 * The lines to settle. Prices and products must exist, and be active unless the draft named them before. A price must
 * be in the currency of the invoice.
 */
export function pricedLines(
  work: Work,
  lines: readonly LineRequest[],
  { currency, before = [] }: { currency: string; before?: readonly LineItem[] },
): LineInput[] {
  const kept = {
    prices: new Set(before.map(({ price_id }) => price_id)),
    products: new Set(before.map(({ product_id }) => product_id)),
  }
  return lines.map((line, index) => {
    const param = (name: string) => `line_items[${index}].${name}`
    const id = before[index]?.id ?? newUuid()
    const rates = namedRates(work, line.tax_rates, param('tax_rates'), before)
    return { id, ...pricedLine(work, line, { param, currency, kept, rates }) }
  })
}

interface LineNaming extends Omit<Naming, 'kept'> {
  /** The prices and products that the line can name even if they are inactive. */
  kept: { prices: Set<string | null>; products: Set<string | null> }
  /** The tax rates that it names. */
  rates?: readonly string[] | undefined
}

/** A line to settle, without its ID; `param` says where clients find its properties. */
export function pricedLine(
  work: Work,
  line: LineRequest,
  { kept, rates, ...naming }: LineNaming,
): Omit<LineInput, 'id'> {
  const { param } = naming
  const part = partOf(line, param('period'))
  if (line.price_id) {
    // A subscription keeps the prices and products that it has.
    const keeps = line.recurring !== undefined || isGiven(line.invoice_item_id)
    if (keeps) kept.prices.add(line.price_id)
    const price = getPrice(work, line.price_id, param('price_id'), kept.prices)
    if (keeps) kept.products.add(price.product_id)
    const billed = priced(work, line, price, { ...naming, kept: kept.products })
    return { ...billed, ...part, taxing: taxingOf(work, billed.product_id, price, rates) }
  }
  assertProduct(work, line.product_id, param('product_id'), kept.products)
  return { ...byHand(line), ...part, taxing: taxingOf(work, line.product_id, undefined, rates) }
}

type LinePart = Pick<
  LineInput,
  'subscription_item_id' | 'invoice_item_id' | 'period_start' | 'period_end' | 'supply_date'
>

/** The item that a line bills, and its period or day of supply. */
function partOf(
  { recurring, invoice_item_id = null, period, supply_date = null }: LineRequest,
  param: string,
): LinePart {
  const items = { subscription_item_id: recurring?.item_id ?? null, invoice_item_id }
  if (recurring) {
    const { start, end } = recurring
    return { ...items, period_start: start, period_end: end, supply_date: null }
  }
  if (period && supply_date !== null) {
    const name = param.replace(/period$/, 'supply_date')
    throw billingError(
      'parameters_exclusive',
      `A line has either a period or a date of supply. Leave out ${param} or ${name}.`,
      { param: name },
    )
  }
  const [start, end] = period ? [Date.parse(period.start), Date.parse(period.end)] : [null, null]
  if (start !== null && end !== null && end <= start) {
    throw billingError(
      'parameter_invalid',
      `${param}.end must be later than its start, ${timestamp(start)}.`,
      { param: `${param}.end` },
    )
  }
  return { ...items, period_start: start, period_end: end, supply_date }
}

/** The tax settings that the line records, from its product and price at the time it is created. */
function taxingOf(
  work: Work,
  product_id: string | null | undefined,
  price: Price | undefined,
  rates: readonly string[] | undefined,
): LineTaxSettings | null {
  const code = product_id ? work.get(products, product_id).tax_code : null
  const { behavior } = readTaxSettings(work.environment.tax)
  const inclusive = (price?.tax_behavior ?? behavior) === 'inclusive'
  const taxing: LineTaxSettings = {
    ...(rates && { rates }),
    ...(code && code !== 'standard' && { code }),
    ...(inclusive && { inclusive: true as const }),
  }
  return Object.keys(taxing).length === 0 ? null : taxing
}

/**
 * The rates that a line names: they must exist, be active unless the draft named them before, and agree on tax
 * behavior.
 */
function namedRates(
  work: Work,
  sent: readonly string[] | null | undefined,
  param: string,
  before: readonly LineItem[],
): readonly string[] | undefined {
  if (!sent) return undefined
  const kept = new Set(before.flatMap(({ taxing }) => taxing?.rates ?? []))
  const { rates = [] } = readTaxSettings(work.environment.tax)
  const named = [...new Set(sent)].map((id, index) => {
    const rate = rates.find((each) => each.id === id)
    const at = `${param}[${index}]`
    if (!rate) {
      const missing = { code: 'resource_missing', status: 400 } as const
      throw validationError(at, { kind: 'tax_rate_missing' }, missing)
    }
    if (!rate.active && !kept.has(id)) {
      throw validationError(at, { kind: 'tax_rate_inactive' }, { code: 'tax_rate_inactive' })
    }
    return rate
  })
  if (new Set(named.map(({ inclusive }) => inclusive)).size > 1) {
    throw validationError(param, { kind: 'tax_rates_mixed' }, { code: 'tax_rates_mixed' })
  }
  return named.map(({ id }) => id)
}

/** A line with its own unit price. */
function byHand(line: LineRequest): Omit<LineInput, 'id'> {
  const { description, product_id = null, unit_amount, unit_amount_decimal } = line
  return {
    description: String(description),
    product_id,
    price_id: null,
    quantity: quantityOf(line),
    unit_price: unit_amount_decimal ? shortest(unit_amount_decimal) : String(unit_amount),
    pricing: null,
  }
}

const quantityOf = ({ quantity, quantity_decimal }: LineRequest): string =>
  quantity_decimal ? shortest(quantity_decimal) : String(quantity ?? 1)

interface Naming {
  param(name: string): string
  currency: string
  kept: ReadonlySet<string | null>
}

/** A line with a price, whose terms it copies. */
function priced(
  work: Work,
  line: LineRequest,
  price: Price,
  { param, currency, kept }: Naming,
): Omit<LineInput, 'id'> {
  const { product_id } = price
  const terms = termsOf(price, line.recurring)
  const refuse = (name: string, constraint: Constraint, code: ErrorCode = 'parameter_invalid') => {
    throw validationError(param(name), constraint, { code })
  }
  if (price.currency !== currency) {
    const constraint = { kind: 'price_currency', price: price.currency, invoice: currency } as const
    refuse('price_id', constraint, 'currency_mismatch')
  }
  if (line.product_id && line.product_id !== product_id)
    refuse('product_id', { kind: 'price_product' })
  assertProduct(work, product_id, param('price_id'), kept)
  if (line.events && terms.model !== 'percentage') {
    refuse(
      'events',
      { kind: 'not_of_model', model: terms.model, members: ['quantity'] },
      'parameters_exclusive',
    )
  }
  const events = terms.model === 'percentage' ? (line.events ?? [quantityOf(line)]) : undefined
  const quantity = events ? sumOfEvents(events) : quantityOf(line)
  if (terms.model === 'flat' && quantity !== '1') {
    refuse('quantity', { kind: 'fixed_by_price', value: '1' })
  }
  markUsed(work, price)
  return {
    description: line.description ?? work.get(products, product_id).name,
    product_id,
    price_id: price.id,
    quantity,
    ...pricingOf(terms, events, line.recurring),
  }
}

/** The terms of a price, or its minimum or that of the subscription. */
const termsOf = (
  { terms, minimum_amount }: Price,
  recurring: RecurringPart | undefined,
): Pricing =>
  recurring?.part?.minimum
    ? { model: 'flat', unit_amount: recurring.minimum ?? minimum_amount ?? 0 }
    : terms

/** The unit price of a line or, if it has none, the terms from which its amount is computed. */
function pricingOf(
  terms: Pricing,
  events: readonly string[] | undefined,
  recurring: RecurringPart | undefined,
): Pick<LineInput, 'unit_price' | 'pricing'> {
  const part = recurring?.part
  if (terms.model === 'per_unit' && !part) {
    return { unit_price: terms.unit_amount_decimal, pricing: null }
  }
  const pricing = { terms, ...(events && { events: events.map(shortest) }), ...(part && { part }) }
  return { unit_price: null, pricing }
}

const shortest = (decimal: string): string => exactText(parseExact(decimal))

/**
 * Throws unless amounts sent in addition to a price or decimals match the computed ones or those of the draft: clients
 * send back an object that they read and change one property.
 */
export function assertFollows(
  lines: readonly LineRequest[],
  settled: readonly LineItem[],
  before: readonly LineItem[] = [],
): void {
  for (const [index, line] of lines.entries()) {
    if (isByHand(line) && !line.quantity_decimal) continue
    const follows = shownOf(settled[index] as LineItem)
    const read = before.filter(({ price_id }) => price_id === (line.price_id ?? null)).map(shownOf)
    const sent = {
      ...((line.quantity_decimal || line.events) && { quantity: line.quantity }),
      ...(line.events && { quantity_decimal: line.quantity_decimal }),
      ...(!isByHand(line) && { unit_amount: line.unit_amount }),
      ...(line.price_id && {
        unit_amount_decimal: line.unit_amount_decimal,
      }),
    }
    for (const [key, value] of Object.entries(sent)) {
      const name = key as keyof typeof follows
      if (!isGiven(value) || [follows, ...read].some((shown) => shown[name] === value)) continue
      const constraint: Constraint = { kind: 'fixed_by_price', value: String(follows[name]) }
      throw validationError(`line_items[${index}].${name}`, constraint)
    }
  }
}

/** The numbers of a line as clients can send them, including decimals where whole numbers are shown. */
const shownOf = (line: LineItem) => ({
  ...numbersShown(line),
  quantity_decimal: line.quantity,
  unit_amount_decimal: line.unit_price,
})

function getPrice(work: Work, id: string, param: string, kept: ReadonlySet<string | null>): Price {
  const price = work.find(prices, id)
  if (!price) {
    const missing = { code: 'resource_missing', status: 400 } as const
    throw validationError(param, { kind: 'price_missing' }, missing)
  }
  if (!price.active && !kept.has(id)) {
    throw validationError(param, { kind: 'price_inactive' }, { code: 'price_inactive' })
  }
  return price
}

function assertProduct(
  work: Work,
  id: string | null | undefined,
  param: string,
  kept: ReadonlySet<string | null>,
): void {
  if (!id) return
  const product = work.find(products, id)
  if (!product) {
    const missing = { code: 'resource_missing', status: 400 } as const
    throw validationError(param, { kind: 'product_missing' }, missing)
  }
  if (productCan('bill', product) || kept.has(id)) return
  const constraint: Constraint = { kind: 'product_archived', name: quoted(product.name) }
  throw validationError(param, constraint, { code: 'product_archived' })
}
