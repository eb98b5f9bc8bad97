// Credits the rest of an invoice that is not to be paid.

import { baseOf, creditOf } from '../../domain/credit-note.ts'
import { invoiceCan } from '../../domain/invoice.ts'
import type { Work } from '../accounts/store.ts'
import type { Invoice } from '../invoices/record.ts'
import { figureNote, issue } from './actions.ts'

/** Credits all that is not credited: what was paid becomes the customer's credit. Returns the amount that does. */
export function creditRest(work: Work, invoice: Invoice): number {
  if (!invoiceCan('credit', invoice)) return 0
  const lines = invoice.line_items.flatMap((line, at) => {
    const amount = baseOf(line) - (invoice.credited?.[at]?.base ?? 0)
    return amount > 0 ? [{ at, index: at, amount }] : []
  })
  if (lines.length === 0) return 0
  const credits = creditOf(invoice, { lines })
  const figured = figureNote(invoice, credits, () => ({ refund: 0, outside: 0 }))
  const body = { reason: 'other', outside_reference: '', note: '', metadata: {} } as const
  issue(work, figured, { body, way: 'by_gateway', isSent: true })
  return figured.to_balance
}
