// The balance due of an invoice, as lists show it.
import type { Invoice } from '../api/types.ts'

/** Zero for a draft or a void invoice, which are not owed. */
export function balanceDue(
  { status, amount_remaining, currency }: Invoice,
  money: (amount: number, currency: string) => string,
): string {
  if (status === 'draft' || status === 'void' || amount_remaining === 0) return '–'
  return money(amount_remaining, currency)
}
