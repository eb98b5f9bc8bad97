// Returns the unused time of a subscription by a credit note on the invoice that billed it.

import { timestamp } from '../../domain/calendar.ts'
import { creditOf } from '../../domain/credit-note.ts'
import { amountRemaining, invoiceCan } from '../../domain/invoice.ts'
import type { Counting } from '../../domain/rest.ts'
import { type CreditTo, type Stretch, unusedAmount, unusedSpan } from '../../domain/unused-time.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Work } from '../accounts/store.ts'
import type { Invoice } from '../invoices/record.ts'
import { figureNote, issue } from './actions.ts'

/** The lines of an invoice to return, from when and how. */
interface Unused extends Counting, Stretch {
  /** What each returns before discounts, by its UUID. */
  lines: ReadonlyMap<string | null, number>
  to: CreditTo
}

/**
 * Credits the time from an instant on of lines of an invoice, unless it is void or everything is credited. Returns the
 * note, and the increase of the customer's credit in the currency's smallest unit.
 */
export function creditUnused(
  work: Work,
  invoice: Invoice,
  { lines: of, at, until, to, ...counting }: Unused,
): { note: Answer | undefined; given: number } {
  const nothing = { note: undefined, given: 0 }
  if (!invoiceCan('credit', invoice)) return nothing
  const { line_items, credited } = invoice
  const lines = line_items.flatMap((line, index) => {
    const gross = of.get(line.id)
    if (gross === undefined) return []
    const amount = unusedAmount(line, { gross, credited: credited?.[index]?.base ?? 0 })
    return amount > 0 ? [{ at: index, index, amount }] : []
  })
  if (lines.length === 0) return nothing
  const figured = figureNote(
    invoice,
    creditOf(invoice, { lines }),
    (total) => ({ refund: to === 'refund' ? refundOf(invoice, total) : 0, outside: 0 }),
    (index) => {
      const line = line_items[index] as Invoice['line_items'][number]
      const unused = unusedSpan(line, { at, until }, counting)
      return unused && { start: timestamp(unused.start), end: timestamp(unused.end) }
    },
  )
  const body = { reason: 'unused_time', outside_reference: '', note: '', metadata: {} } as const
  // The customer gets it by email, like the invoices of subscriptions.
  const note = issue(work, figured, { body, way: 'by_gateway', isSent: true })
  return { note, given: figured.to_balance }
}

/**
 * The part of a total that can be returned as money: at most the amount received for the invoice. The rest becomes
 * customer credit.
 */
function refundOf(invoice: Invoice, total: number): number {
  const rest = total - Math.min(total, amountRemaining(invoice))
  return Math.min(rest, Math.max(0, invoice.amount_paid - invoice.amount_returned))
}
