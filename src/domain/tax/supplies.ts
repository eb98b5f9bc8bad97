// The ledger entries for each tax of a document and for its untaxed lines: the tax report sums these.

import type { InvoiceDerivation, TaxesDerivation } from '../derivation.ts'
import { stepOf } from '../derivation.ts'
import type { LineItem } from '../invoice-lines.ts'
import { sumAmounts } from '../money.ts'
import type { InvoiceTax, Untaxed } from '../parts.ts'
import type { TaxCategory, TaxReasonCode } from './tax.ts'

/** The `rate` and `category` of untaxed lines. */
export const UNTAXED = 'untaxed'

/** The lines of one rate, or the lines untaxed for one reason: amounts in the smallest unit. */
export interface Supply {
  rate: string
  inclusive: boolean
  /** Excluding the tax. */
  taxable: number
  amount: number
  /** The part of `taxable` that no other supply of the document counts: these sum to the document's revenue. */
  revenue: number
  category: TaxCategory | typeof UNTAXED
  name: string
  percentage: string
  country: string
  region: string | null
  reason: TaxReasonCode
}

/** A finalized document. */
interface Supplied {
  line_items: readonly LineItem[]
  taxes: readonly InvoiceTax[] | null
  derivation: InvoiceDerivation | null
}

/** The supplies of a document; empty if it has no taxes and no reasons for having none. Zero amounts are omitted. */
export function suppliesOf({ line_items, taxes, derivation }: Supplied): Supply[] {
  const node = stepOf(stepOf(derivation ?? undefined, 'total'), 'tax')
  const { untaxed = [] } = (node ?? {}) as Partial<TaxesDerivation>
  const revenues = revenueOf(line_items, taxes ?? [])
  const taxed = (taxes ?? []).map(({ reference: _, registration: __, reason, ...tax }, at) => ({
    ...{ ...tax, revenue: revenues[at] ?? 0, reason: reason.code },
  }))
  return [...taxed, ...untaxed.map((each) => untaxedSupply(each, line_items))].filter(
    ({ taxable, amount }) => taxable !== 0 || amount !== 0,
  )
}

/** The supplies with the opposite sign. */
export const takenBack = (supplies: readonly Supply[]): Supply[] =>
  supplies.map((each) => ({
    ...each,
    taxable: -each.taxable,
    amount: -each.amount,
    revenue: -each.revenue,
  }))

/** The revenue of each tax: counts each line's base once, national taxes before regional ones, then by rate. */
function revenueOf(lines: readonly LineItem[], taxes: readonly InvoiceTax[]): number[] {
  const revenues = taxes.map(() => 0)
  for (const { taxes: own } of lines) {
    const [first] = (own ?? []).toSorted((a, b) => isBefore(taxes[a.t], taxes[b.t]))
    if (first) revenues[first.t] = sumAmounts([revenues[first.t] ?? 0, first.taxable])
  }
  return revenues
}

function isBefore(one: InvoiceTax | undefined, other: InvoiceTax | undefined): number {
  const byRegion = Number(one?.region !== null) - Number(other?.region !== null)
  return byRegion || ((one?.rate ?? '') < (other?.rate ?? '') ? -1 : 1)
}

function untaxedSupply({ lines, because }: Untaxed, items: readonly LineItem[]): Supply {
  const nets = lines.map((number) => {
    const { amount = 0, discount = 0 } = items[number - 1] ?? {}
    return amount - discount
  })
  const [country = '', region = null] = because.place.split('-')
  const taxable = sumAmounts(nets)
  return {
    ...{ rate: UNTAXED, inclusive: false, taxable, revenue: taxable, amount: 0, category: UNTAXED },
    ...{ name: '', percentage: '0', country, region, reason: because.code },
  }
}
