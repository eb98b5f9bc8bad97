// Payouts: money of a gateway that arrived on the bank account, and the reversal of one that came back or was recorded by
// mistake.

import { billingError } from './errors.ts'
import { formatMoney } from './money.ts'

export const PAYOUT_STATUSES = ['paid', 'reversed'] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

/** One payout: the same field names in SQL, TypeScript and JSON. */
interface Payout {
  status: PayoutStatus
  reversal_reason: string
  reversed_at: number | null
  updated_at: number
}

/**
 * Throws `payout_exceeds_balance` if the gateway does not have that much according to the books. `balance` is in the
 * smallest unit; below zero if more was paid out or refunded than arrived.
 */
export function assertCovered(
  { amount, currency }: { amount: number; currency: string },
  balance: number,
): void {
  if (amount <= balance) return
  const most =
    balance > 0
      ? `Record at most ${balance}, or first what is missing: payments that arrived, or payouts to reverse.`
      : 'Record first what is missing: payments that arrived, or payouts to reverse.'
  throw billingError(
    'payout_exceeds_balance',
    `${formatMoney(amount, currency)} is more than the ${formatMoney(balance, currency)} that the gateway has according to the ledger (cash_gateway). ${most}`,
    { param: 'amount' },
  )
}

/** Reverses a payout. Throws `payout_already_reversed`. */
export function reversePayout<P extends Payout>(payout: P, reversal_reason: string, at: number): P {
  if (payout.status === 'paid') {
    return { ...payout, status: 'reversed', reversal_reason, reversed_at: at, updated_at: at }
  }
  throw billingError(
    'payout_already_reversed',
    'This payout is already reversed. If the money arrived after all, record a new payout.',
  )
}
