// Write-offs: bad debt that is not expected to be paid any more, although the customer still owes it.

import { billingError } from './errors.ts'
import { amountCollectible, type Invoice } from './invoice.ts'
import { formatMoney } from './money.ts'
import { assertPayable } from './payment.ts'

/**
 * Returns the invoice after an amount is written off; by default, everything still to collect. Its status does not
 * change. Reminders end when there is nothing more to collect. Throws `invoice_not_payable` unless it is posted or
 * overdue, `payment_exceeds_amount_due` for more than is still to collect.
 */
export function writeOff(
  invoice: Invoice,
  { amount: wanted, reason }: { amount: number | undefined; reason: string },
  at: number,
): Invoice {
  assertPayable(invoice, 'written off')
  const collectible = amountCollectible(invoice)
  const amount = wanted ?? collectible
  if (collectible === 0 || amount > collectible) throw exceeds(invoice, amount, collectible)
  return {
    ...invoice,
    amount_written_off: invoice.amount_written_off + amount,
    write_off_reason: reason,
    updated_at: at,
    ...(amount === collectible && { reminder_at: null }),
  }
}

function exceeds({ number, currency }: Invoice, amount: number, collectible: number) {
  const message =
    collectible === 0
      ? `The balance due of invoice ${number} is written off already. Reverse the write-off first to change it.`
      : `${formatMoney(amount, currency)} is more than ${formatMoney(collectible, currency)}, what is to be collected of invoice ${number}. Write off at most ${collectible}.`
  return billingError('payment_exceeds_amount_due', message, { param: 'amount' })
}

/** Returns the invoice after its write-off is reversed by hand. Throws `invoice_not_written_off`. */
export function reverseWriteOff(invoice: Invoice, at: number): Invoice {
  if (invoice.amount_written_off > 0) return { ...invoice, amount_written_off: 0, updated_at: at }
  throw billingError(
    'invoice_not_written_off',
    `Nothing of invoice ${invoice.number} is written off. A payment, credit, a credit note or voiding the invoice reverses a write-off too.`,
  )
}
