// Returns the unused time of a subscription that ends, by a credit note on the invoice that billed it.

import { timestamp } from '../../domain/calendar.ts'
import { creditOf } from '../../domain/credit-note.ts'
import { amountRemaining, invoiceCan } from '../../domain/invoice.ts'
import { type Counting, type CreditTo, unusedAmount, unusedSpan } from '../../domain/unused-time.ts'
import type { Work } from '../accounts/store.ts'
import type { Invoice } from '../invoices/record.ts'
import { figureNote, issue } from './actions.ts'

/**
 * Credits the time from an instant on of what an invoice billed, unless it is void or nothing is left to credit. Returns
 * what the customer's credit increased by, in the currency's smallest unit.
 */
export function creditUnused(
  work: Work,
  invoice: Invoice,
  { at, to, ...counting }: Counting & { at: number; to: CreditTo },
): number {
  if (!invoiceCan('credit', invoice)) return 0
  const { line_items, credited } = invoice
  const lines = line_items.flatMap((line, index) => {
    const amount = unusedAmount(line, { at, credited: credited?.[index]?.base ?? 0, ...counting })
    return amount > 0 ? [{ at: index, index, amount }] : []
  })
  if (lines.length === 0) return 0
  const figured = figureNote(
    invoice,
    creditOf(invoice, { lines }),
    (total) => ({ refund: to === 'refund' ? refundOf(invoice, total) : 0, outside: 0 }),
    (index) => {
      const unused = unusedSpan(line_items[index] as Invoice['line_items'][number], at, counting)
      return unused && { start: timestamp(unused.start), end: timestamp(unused.end) }
    },
  )
  const body = { reason: 'unused_time', outside_reference: '', note: '', metadata: {} } as const
  // The customer gets it by email, as the invoices of subscriptions.
  issue(work, figured, { body, isPaid: false, isSent: true })
  return figured.to_balance
}

/**
 * The part of a total that can be returned as money: at most the amount received for the invoice. The rest becomes
 * customer credit.
 */
function refundOf(invoice: Invoice, total: number): number {
  const rest = total - Math.min(total, amountRemaining(invoice))
  return Math.min(rest, Math.max(0, invoice.amount_paid - invoice.amount_returned))
}
