// A draft as it is typed: texts in fields, what they mean, and what they come to.
import { currencyExponent } from '../../../../src/domain/currencies.ts'
import { BillingError } from '../../../../src/domain/errors.ts'
import { formatDecimal } from '../../../../src/domain/money.ts'
import { type Settled, settle } from '../../../../src/domain/settle.ts'
import type { Invoice } from '../../api/types.ts'
import { parseAmount } from '../../text/amount-text.ts'

/** As many lines as an invoice may have. */
export const LINES_MOST = 250

/** One row of the table of lines. The key stays with it wherever it moves. */
export interface LineText {
  key: number
  product_id: string | null
  description: string
  quantity: string
  price: string
}

export const COLUMNS = ['description', 'quantity', 'price'] as const
export type ColumnName = (typeof COLUMNS)[number]

export interface DraftText {
  customer_id: string
  currency: string
  due_date: string
  notes: string
  reference: string
  lines: LineText[]
}

/** How numbers are written here. */
export interface Spelling {
  mark: '.' | ','
  currency: string
}

let keys = 0
export function blankLine(): LineText {
  return { key: ++keys, product_id: null, description: '', quantity: '', price: '' }
}

export function isBlank({ description, quantity, price }: LineText): boolean {
  return `${description}${quantity}${price}`.trim() === ''
}

/** The rows that are sent: those in which something stands. */
export function filledLines(lines: readonly LineText[]): LineText[] {
  return lines.filter((line) => !isBlank(line))
}

/** What a cell means; undefined where it is no number. */
function quantityOf(line: LineText, { mark }: Spelling): number | undefined {
  return parseAmount(line.quantity, 0, mark)
}

function priceOf(line: LineText, { mark, currency }: Spelling): number | undefined {
  return parseAmount(line.price, currencyExponent(currency), mark)
}

/** The cells of a row that mean nothing; with `strict`, those that are still empty too. */
export function invalidCells(line: LineText, spelling: Spelling, strict: boolean): ColumnName[] {
  if (isBlank(line)) return []
  const isOpen = (text: string) => !strict && text.trim() === ''
  const invalid: ColumnName[] = []
  if (strict && line.description.trim() === '') invalid.push('description')
  if (!isOpen(line.quantity) && quantityOf(line, spelling) === undefined) invalid.push('quantity')
  if (!isOpen(line.price) && priceOf(line, spelling) === undefined) invalid.push('price')
  return invalid
}

export interface Totals {
  /** By the key of its row; rows that are not finished have none. */
  amounts: ReadonlyMap<number, number>
  /** Undefined where it would be larger than any amount may be. */
  settled: Settled | undefined
  /** Rows that are not counted yet. */
  unfinished: number
}

/** What the rows come to, by the same computation as on the server. */
export function totalsOf(lines: readonly LineText[], spelling: Spelling): Totals {
  const filled = filledLines(lines)
  const counted = filled.flatMap((line) => {
    const quantity = quantityOf(line, spelling)
    const unit_amount = priceOf(line, spelling)
    if (quantity === undefined || unit_amount === undefined) return []
    const billed = { id: null, description: '', product_id: null, price_id: null, pricing: null }
    return [{ key: line.key, ...billed, quantity, unit_amount }]
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

/** The properties of a draft as the API takes them. Every cell has been found to mean something. */
export function bodyOf(draft: DraftText, spelling: Spelling) {
  return {
    customer_id: draft.customer_id,
    currency: draft.currency,
    due_date: draft.due_date,
    notes: draft.notes,
    reference: draft.reference,
    line_items: filledLines(draft.lines).map((line) => ({
      description: line.description.trim(),
      quantity: quantityOf(line, spelling) ?? 0,
      unit_amount: priceOf(line, spelling) ?? 0,
      ...(line.product_id && { product_id: line.product_id }),
    })),
  }
}

/** An invoice in fields; `due` is left to the account's terms where the copy of one is made. */
export function textOf(invoice: Invoice, mark: '.' | ','): DraftText {
  const exponent = currencyExponent(invoice.currency)
  return {
    customer_id: invoice.customer_id,
    currency: invoice.currency,
    due_date: invoice.due_date,
    notes: invoice.notes,
    reference: invoice.reference,
    lines: invoice.line_items.map((line) => ({
      ...blankLine(),
      product_id: line.product_id,
      description: line.description,
      quantity: String(line.quantity),
      price: formatDecimal(BigInt(line.unit_amount), exponent).replace('.', mark),
    })),
  }
}
