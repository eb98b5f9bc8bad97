// Parses a price list into rows to create, and reports all errors of the invalid ones.
import { isCurrency } from '../../../../src/domain/currencies.ts'
import { nearest } from '../../../../src/domain/nearest.ts'
import { PRICE_MODELS, type PriceModel } from '../../../../src/domain/pricing.ts'
import { BILLINGS, INTERVALS } from '../../../../src/domain/recurrence.ts'
import type { Product } from '../../api/types.ts'
import { type CsvRow, csvRows } from './csv.ts'
import { blankTerms, blankTier, readTerms, type TermsSent, type TermsText } from './terms.ts'

/** The columns that a list can have, by their names in its first line. */
export const COLUMNS = [
  'product',
  'currency',
  'model',
  'unit_amount',
  'tiers',
  'size',
  'free_units',
  'rate',
  'per_event',
  'free_events',
  'free_amount',
  'interval',
  'interval_count',
  'billing',
  'minimum_amount',
  'description',
  'lookup_key',
] as const
export type Column = (typeof COLUMNS)[number]
const NEEDED = ['product', 'model'] as const

/** The columns of each model; values in columns of other models would be lost. */
const TERMS_OF: Readonly<Record<PriceModel, readonly Column[]>> = {
  flat: ['unit_amount'],
  per_unit: ['unit_amount'],
  graduated: ['tiers'],
  volume: ['tiers'],
  package: ['unit_amount', 'size', 'free_units'],
  percentage: ['rate', 'per_event', 'free_events', 'free_amount'],
}
const ALL_TERMS = [...new Set(Object.values(TERMS_OF).flat())]

/** The maximum number of rows in an import. */
const ROWS_MOST = 1000

export interface Problem {
  line: number
  /** The column's name; null for the row as a whole. */
  column: string | null
  kind:
    | ReturnType<typeof readTerms>['faults'][number]['kind']
    | 'unknownColumn'
    | 'missingColumn'
    | 'twice'
    | 'cells'
    | 'product'
    | 'ambiguous'
    | 'currency'
    | 'model'
    | 'tiers'
    | 'notOfModel'
    | 'interval'
    | 'intervalCount'
    | 'billing'
    | 'minimum'
    | 'rows'
  text: string
  /** The likely intended value. */
  meant?: string | undefined
}

export interface ImportRow {
  line: number
  product: string
  currency: string
  model: PriceModel
  terms: TermsSent
  body: { description?: string; lookup_key?: string } & Partial<Recurring> & Record<string, unknown>
}

export interface Read {
  rows: ImportRow[]
  problems: Problem[]
  /** The line numbers of invalid rows. */
  bad: number
}

export interface Context {
  products: readonly Product[]
  /** The account's currency, for rows that name none. */
  currency: string
  locale: string
}

/** Parses the whole text. If the first line is unreadable, no row is parsed. */
export function readList(text: string, context: Context): Read {
  const [head, ...rest] = csvRows(text)
  if (!head) return { rows: [], problems: [], bad: 0 }
  const problems = headProblems(head)
  if (problems.length > 0) return { rows: [], problems, bad: rest.length }
  const names = head.cells.map(nameOf)
  const rows: ImportRow[] = []
  const keys = new Map<string, number>()
  for (const row of rest.slice(0, ROWS_MOST)) {
    const faults: Problem[] = []
    const made = readRow(row, { ...context, names, keys }, faults)
    if (faults.length === 0) rows.push(made)
    problems.push(...faults)
  }
  const left = rest[ROWS_MOST]
  if (left) {
    problems.push({ line: left.line, column: null, kind: 'rows', text: String(ROWS_MOST) })
  }
  return { rows, problems, bad: rest.length - rows.length }
}

const nameOf = (cell: string): string => cell.toLowerCase().replaceAll(/[\s-]+/g, '_')

function headProblems({ line, cells }: CsvRow): Problem[] {
  const names = cells.map(nameOf)
  const unknown = cells.flatMap((text, index): Problem[] => {
    const name = names[index] ?? ''
    if (!(COLUMNS as readonly string[]).includes(name)) {
      return [{ line, column: null, kind: 'unknownColumn', text, meant: nearest(name, COLUMNS) }]
    }
    if (names.indexOf(name) === index) return []
    return [{ line, column: null, kind: 'twice', text }]
  })
  const missing = NEEDED.filter((name) => !names.includes(name)).map(
    (text): Problem => ({ line, column: null, kind: 'missingColumn', text }),
  )
  return [...unknown, ...missing]
}

interface RowContext extends Context {
  names: readonly string[]
  /** Lookup keys of earlier rows, with their lines. */
  keys: Map<string, number>
}

function readRow(row: CsvRow, context: RowContext, faults: Problem[]): ImportRow {
  const { line, cells } = row
  const fault = (column: Column | null, kind: Problem['kind'], text: string, meant?: string) =>
    faults.push({ line, column, kind, text, meant })
  if (cells.slice(context.names.length).some((cell) => cell !== '')) {
    fault(null, 'cells', String(context.names.length))
  }
  const of = (name: Column): string => cells[context.names.indexOf(name)] ?? ''
  const product = findProduct(of('product'), context.products, fault)
  const currency = (of('currency') || context.currency).toLowerCase()
  const model = of('model')
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_') as PriceModel
  const isModel = PRICE_MODELS.includes(model)
  if (!isModel)
    fault('model', of('model') ? 'model' : 'needed', of('model'), nearest(model, PRICE_MODELS))
  if (!isCurrency(currency)) fault('currency', 'currency', of('currency'))
  const [description, lookup_key] = [of('description'), of('lookup_key')]
  const before = lookup_key && context.keys.get(lookup_key)
  if (before) fault('lookup_key', 'twice', lookup_key)
  else if (lookup_key) context.keys.set(lookup_key, line)
  const terms =
    isModel && isCurrency(currency) ? termsIn(of, { model, currency }, context.locale, fault) : {}
  const recurring = intervalIn(of, fault)
  const named = { ...(description && { description }), ...(lookup_key && { lookup_key }) }
  const body = { product_id: product?.id, model, currency, ...terms, ...recurring, ...named }
  return { line, product: product?.name ?? '', currency, model, terms, body }
}

/** Nothing for a one-time price; a recurring one is billed at every interval unless it says how many. */
function intervalIn(of: (name: Column) => string, fault: ReportFault): Partial<Recurring> {
  const interval = of('interval').toLowerCase() as Recurring['interval']
  const count = of('interval_count')
  const isKnown = INTERVALS.includes(interval)
  if (interval && !isKnown) fault('interval', 'interval', interval, nearest(interval, INTERVALS))
  if (count && (!interval || !/^[1-9]\d{0,3}$/.test(count))) {
    fault('interval_count', 'intervalCount', count)
  }
  const sent = of('billing').toLowerCase()
  const billing = interval ? BILLINGS.find((value) => value === sent) : undefined
  if (sent && !billing) fault('billing', 'billing', sent, nearest(sent, BILLINGS))
  const minimum = of('minimum_amount')
  if (minimum && !interval) fault('minimum_amount', 'minimum', minimum)
  if (!isKnown) return {}
  return { interval, ...(count && { interval_count: Number(count) }), ...(billing && { billing }) }
}

interface Recurring {
  interval: (typeof INTERVALS)[number]
  interval_count: number
  billing: (typeof BILLINGS)[number]
}

type ReportFault = (
  column: Column | null,
  kind: Problem['kind'],
  text: string,
  meant?: string,
) => void

/** By its ID, or by its whole name in any case. */
function findProduct(
  text: string,
  products: readonly Product[],
  fault: ReportFault,
): Product | undefined {
  const wanted = text.toLowerCase()
  const found = products.filter(({ id, name }) => id === text || name.toLowerCase() === wanted)
  if (text === '') fault('product', 'needed', text)
  else if (found.length > 1) fault('product', 'ambiguous', text)
  else if (found.length === 0) {
    const names = products.map(({ name }) => name)
    fault('product', 'product', text, nearest(text, names))
  }
  return found[0]
}

function termsIn(
  of: (name: Column) => string,
  { model, currency }: { model: PriceModel; currency: string },
  locale: string,
  fault: ReportFault,
): TermsSent {
  for (const name of ALL_TERMS) {
    if (of(name) !== '' && !TERMS_OF[model].includes(name)) fault(name, 'notOfModel', model)
  }
  const tiers = tiersIn(of('tiers'))
  const isTiered = model === 'graduated' || model === 'volume'
  if (isTiered && !tiers) {
    fault('tiers', of('tiers') ? 'tiers' : 'needed', of('tiers'))
    return {}
  }
  const values: TermsText = { ...blankTerms(currency), model, ...(tiers && { tiers }) }
  for (const name of ALL_TERMS) if (name !== 'tiers') Object.assign(values, { [name]: of(name) })
  values.minimum_amount = of('minimum_amount')
  const { terms, faults } = readTerms(values, locale)
  for (const { field, kind, text } of faults) {
    fault((field.startsWith('tiers') ? 'tiers' : field) as Column, kind, text)
  }
  return terms
}

/** "10:5.00;*:2.50": the end of each tier and its unit price, then an optional flat fee. */
function tiersIn(text: string): TermsText['tiers'] | undefined {
  const parts = text.split(/[;|]/).filter((part) => part.trim() !== '')
  const tiers = parts.map((part) => {
    const [up_to = '', unit_amount = '', flat_amount = ''] = part.split(':').map((x) => x.trim())
    return { ...blankTier(), up_to, unit_amount, flat_amount }
  })
  const isOpen = ({ up_to }: { up_to: string }) => up_to === '*' || up_to === ''
  const isWhole =
    parts.length > 0 &&
    parts.every((part) => /^[^:]*:[^:]+(?::[^:]*)?$/.test(part)) &&
    tiers.every((tier, index) => isOpen(tier) === (index === tiers.length - 1))
  return isWhole ? tiers : undefined
}
