// A draft in the editor: the texts of its fields, their values, and the total.
import { currencyExponent } from '../../../../src/domain/currencies.ts'
import { BillingError } from '../../../../src/domain/errors.ts'
import { formatDecimal } from '../../../../src/domain/money.ts'
import { type Settled, settle } from '../../../../src/domain/settle.ts'
import type { Invoice } from '../../api/types.ts'
import { parseAmount, parseMoney, type Spelling, textOfDecimal } from '../../text/amount-text.ts'
import { twoReadings } from '../../text/two-readings.ts'
import {
  amountsInTwo,
  amountsOf,
  decimalInTwo,
  decimalOf,
  textOfUnit,
  unitInTwo,
  unitOf,
} from '../prices/decimals.ts'
import type { PricedLine, PriceModel } from '../prices/types.ts'

/** The maximum number of lines. */
export const LINES_MOST = 250

/** One row of the table of lines. Its key stays the same when it moves. */
export interface LineText {
  key: number
  product_id: string | null
  /** The price and its model; without a price, the amount is typed by hand. */
  price_id: string | null
  model: PriceModel | null
  /** True if the API created it with decimals, which are kept as they are. */
  isDecimal: boolean
  description: string
  quantity: string
  price: string
  /** The IDs of its tax rates between commas, `none` for no tax, '' for automatic tax. */
  tax: string
  /** The billed period or the day of supply, which only the API can set. */
  period: PricedLine['period']
  supply_date: string | null
}

/** Resets a line to a manual price. */
export const BY_HAND = { price_id: null, model: null, price: '' } as const

export const COLUMNS = ['description', 'quantity', 'price'] as const
export type ColumnName = (typeof COLUMNS)[number]

export interface DraftText {
  customer_id: string
  currency: string
  due_date: string
  notes: string
  reference: string
  supply_date: string
  lines: LineText[]
}

let keys = 0
export function blankLine(): LineText {
  const texts = { description: '', quantity: '', price: '', tax: '' }
  return {
    key: ++keys,
    product_id: null,
    price_id: null,
    model: null,
    isDecimal: false,
    ...{ period: null, supply_date: null },
    ...texts,
  }
}

export function isBlank({ price_id, description, quantity, price }: LineText): boolean {
  return !price_id && `${description}${quantity}${price}`.trim() === ''
}

/** True if its amount is not a product of two integers, so that the server must compute it. */
export const isPriced = ({ price_id, isDecimal }: LineText): boolean =>
  Boolean(price_id) || isDecimal

/** The rows to send: those with any content. */
export function filledLines(lines: readonly LineText[]): LineText[] {
  return lines.filter((line) => !isBlank(line))
}

/** The value of a cell; undefined if it is not a number. */
function quantityOf(line: LineText, { locale }: Spelling): number | undefined {
  return parseAmount(line.quantity, 0, { locale })
}

function priceOf(line: LineText, spelling: Spelling): number | undefined {
  return parseMoney(line.price, spelling)
}

/** The error of an ambiguous number in a cell. */
export function cellInTwo(
  line: LineText,
  name: ColumnName,
  spelling: Spelling,
): string | undefined {
  const { locale, currency } = spelling
  if (name === 'description') return undefined
  if (name === 'price') {
    return line.isDecimal
      ? unitInTwo(line.price, spelling)
      : twoReadings(line.price, currencyExponent(currency), spelling)
  }
  if (!isPriced(line)) return twoReadings(line.quantity, 0, { locale })
  if (line.model === 'percentage') return amountsInTwo(line.quantity, spelling)
  return decimalInTwo(line.quantity, locale)
}

/** The billed quantity of a priced line for the API; undefined if the cell is invalid. */
function billedOf({ model, quantity: text }: LineText, spelling: Spelling) {
  if (model === 'flat') return { quantity: 1 }
  if (model === 'percentage') {
    const events = amountsOf(text, spelling)
    return events && { events }
  }
  const quantity_decimal = decimalOf(text, spelling.locale)
  if (quantity_decimal === undefined) return undefined
  const isCount = /^[1-9]\d{0,8}$/.test(quantity_decimal)
  return isCount ? { quantity: Number(quantity_decimal) } : { quantity_decimal }
}

const hasQuantity = (line: LineText, spelling: Spelling): boolean =>
  (isPriced(line) ? billedOf(line, spelling) : quantityOf(line, spelling)) !== undefined

function hasPrice(line: LineText, spelling: Spelling): boolean {
  if (line.price_id) return true
  return (line.isDecimal ? unitOf(line.price, spelling) : priceOf(line, spelling)) !== undefined
}

/** The invalid cells of a row; with `strict`, empty required cells are included. */
export function invalidCells(line: LineText, spelling: Spelling, strict: boolean): ColumnName[] {
  if (isBlank(line)) return []
  const isOpen = (text: string) => !strict && text.trim() === ''
  const invalid: ColumnName[] = []
  // A priced line defaults to the name of its product.
  if (strict && !line.price_id && line.description.trim() === '') invalid.push('description')
  if (!isOpen(line.quantity) && !hasQuantity(line, spelling)) invalid.push('quantity')
  if (!isOpen(line.price) && !hasPrice(line, spelling)) invalid.push('price')
  return invalid
}

export interface Totals {
  /** By the key of the row; incomplete rows have none. */
  amounts: ReadonlyMap<number, number>
  /** Undefined if it exceeds the largest allowed amount. */
  settled: Settled | undefined
  /** Rows that are not counted yet. */
  unfinished: number
}

/** The total of the rows, by the same computation as on the server, with its amounts of priced rows by key. */
export function totalsOf(
  lines: readonly LineText[],
  spelling: Spelling,
  pricedAmounts: ReadonlyMap<number, number> = new Map(),
): Totals {
  // A complete row without an amount from the server is still loading.
  const filled = filledLines(lines).filter(
    (line) =>
      !isPriced(line) ||
      pricedAmounts.has(line.key) ||
      invalidCells(line, spelling, true).length > 0,
  )
  const counted = filled.flatMap((line) => {
    const quantity = isPriced(line) ? 1 : quantityOf(line, spelling)
    const unit = isPriced(line) ? pricedAmounts.get(line.key) : priceOf(line, spelling)
    if (quantity === undefined || unit === undefined) return []
    const billed = { id: null, description: '', product_id: null, price_id: null, pricing: null }
    return [{ key: line.key, ...billed, quantity: `${quantity}`, unit_price: `${unit}` }]
  })
  const unfinished = filled.length - counted.length
  try {
    const settled = settle({ currency: spelling.currency, lines: counted })
    const amounts = settled.line_items.map(
      ({ amount }, index) => [counted[index]?.key ?? 0, amount] as const,
    )
    return { amounts: new Map(amounts), settled, unfinished }
  } catch (error) {
    if (!(error instanceof BillingError)) throw error
    return { amounts: new Map(), settled: undefined, unfinished }
  }
}

/** The API properties of a draft. All cells must be valid. */
export function bodyOf(draft: DraftText, spelling: Spelling) {
  return {
    customer_id: draft.customer_id,
    currency: draft.currency,
    due_date: draft.due_date,
    notes: draft.notes,
    reference: draft.reference,
    supply_date: draft.supply_date,
    line_items: filledLines(draft.lines).map((line) => lineOf(line, spelling)),
  }
}

function lineOf(line: LineText, spelling: Spelling) {
  const product = line.product_id && { product_id: line.product_id }
  const tax = line.tax !== '' && { tax_rates: line.tax === 'none' ? [] : line.tax.split(',') }
  const { period, supply_date } = line
  const time = { ...(period && { period }), ...(supply_date && { supply_date }) }
  if (isPriced(line)) return { ...pricedLineOf(line, spelling), ...product, ...tax, ...time }
  return {
    description: line.description.trim(),
    quantity: quantityOf(line, spelling) ?? 0,
    unit_amount: priceOf(line, spelling) ?? 0,
    ...product,
    ...tax,
    ...time,
  }
}

/** A line with a price, or a manual one with decimals, for the API. */
export function pricedLineOf(line: LineText, spelling: Spelling) {
  const description = line.description.trim()
  return {
    ...(description && { description }),
    ...billedOf(line, spelling),
    ...(line.price_id
      ? { price_id: line.price_id }
      : { unit_amount_decimal: unitOf(line.price, spelling) ?? '0' }),
  }
}

/** An invoice as field values; a copy leaves `due` to the account's terms. */
export function textOf(invoice: Invoice, locale: string): DraftText {
  const spelling = { locale, currency: invoice.currency }
  return {
    customer_id: invoice.customer_id,
    currency: invoice.currency,
    due_date: invoice.due_date,
    notes: invoice.notes,
    reference: invoice.reference,
    supply_date: invoice.supply_date ?? '',
    lines: invoice.line_items.map((line) => ({
      ...blankLine(),
      product_id: line.product_id,
      description: line.description,
      tax: taxTextOf(line),
      period: line.period,
      supply_date: line.supply_date,
      ...priceTextOf(line, spelling),
    })),
  }
}

function taxTextOf({ tax_rates }: PricedLine): string {
  if (tax_rates === null) return ''
  return tax_rates.length === 0 ? 'none' : tax_rates.join(',')
}

/** Quantity and price of a line as cells, with their original decimals if there are any. */
function priceTextOf(line: PricedLine, spelling: Spelling): Partial<LineText> {
  const { price_id = null, pricing, events, quantity_decimal, unit_amount_decimal } = line
  const { locale, currency } = spelling
  if (price_id === null && !quantity_decimal && !unit_amount_decimal) {
    const price = formatDecimal(BigInt(line.unit_amount), currencyExponent(currency))
    return { quantity: String(line.quantity), price: textOfDecimal(price, spelling) }
  }
  const unit = (decimal: string) => textOfUnit(decimal, spelling)
  const quantity = textOfDecimal(quantity_decimal ?? String(line.quantity), { locale })
  if (price_id === null) {
    return { isDecimal: true, quantity, price: unit(unit_amount_decimal ?? `${line.unit_amount}`) }
  }
  return {
    price_id,
    model: pricing?.model ?? null,
    quantity: events ? events.map(unit).join('; ') : quantity,
  }
}
