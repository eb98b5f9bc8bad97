// The amounts of an invoice that can still be credited: in total, and per line.
import { exactText, minus, parseExact, plus, ZERO } from '../../../../src/domain/decimal.ts'
import { sumAmounts } from '../../../../src/domain/money.ts'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/tenant.ts'
import type { CreditNote, Invoice, List } from '../../api/types.ts'

export interface LineLeft {
  id: string
  description: string
  /** The amount after discounts, before tax that is added to it, less the credited amount. */
  amount: number
  /** Units, as a decimal; credits by amount do not count. */
  quantity: string
}

export interface Left {
  /** Including taxes. */
  total: number
  lines: readonly LineLeft[]
  /** The money received that no note returns. */
  money: number
}

/** Maximum number of notes that are read per invoice; the server checks against all of them. */
const NOTES_MOST = 100

/** Undefined while it loads, and for invoices without notes: drafts, and those of users who may not read notes. */
export function useLeft(invoice: Invoice, isNeeded = true): Left | undefined {
  const enabled = useMay('credit_notes:read') && invoice.status !== 'draft' && isNeeded
  const { data } = useRead<List<CreditNote>>(
    '/credit_notes',
    { invoice_id: invoice.id, status: 'issued', limit: NOTES_MOST },
    { enabled },
  )
  return data && leftOf(invoice, data.data)
}

function leftOf({ total, line_items, amount_paid }: Invoice, notes: readonly CreditNote[]): Left {
  const credited = Map.groupBy(
    notes.flatMap(({ lines }) => lines),
    ({ invoice_line_id }) => invoice_line_id,
  )
  return {
    total: total - sumAmounts(notes.map((note) => note.total)),
    money: amount_paid - sumAmounts(notes.flatMap(({ refund, outside }) => [refund, outside])),
    lines: line_items.map((line) => {
      const parts = credited.get(line.id) ?? []
      const units = parts.reduce(
        (sum, { quantity }) => plus(sum, parseExact(quantity ?? '0')),
        ZERO,
      )
      return {
        id: line.id,
        description: line.description,
        amount: line.amount - line.discount - sumAmounts(parts.map(({ amount }) => amount)),
        quantity: exactText(
          minus(parseExact(line.quantity_decimal ?? String(line.quantity)), units),
        ),
      }
    }),
  }
}
