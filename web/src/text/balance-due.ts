// What remains of an invoice, as lists show it.
import type { Invoice } from '../api/types.ts'

/** Nothing remains of what is not owed: a draft is not yet, a void one no longer. */
export function balanceDue(
  { status, amount_remaining, currency }: Invoice,
  money: (amount: number, currency: string) => string,
): string {
  if (status === 'draft' || status === 'void' || amount_remaining === 0) return '–'
  return money(amount_remaining, currency)
}
