// The standing of a customer: whether unpaid invoices should limit what the customer can use.

export const STANDINGS = ['good', 'grace', 'past_due', 'blocked'] as const
export type Standing = (typeof STANDINGS)[number]

export const STANDING_REASONS = [
  'payment_failed',
  'invoice_overdue',
  'retries_ended',
  'written_off',
] as const
export type StandingReason = (typeof STANDING_REASONS)[number]

/** An open invoice that is overdue or could not be charged. */
export interface Troubled {
  id: string
  status: 'posted' | 'overdue'
  /** When its due date passed; null before that. */
  overdue_at: number | null
  payment_failed_at: number | null
  retry_ended_at: number | null
  /** What is still to be collected. */
  collectible: number
}

export interface CustomerStanding {
  standing: Standing
  reason: StandingReason | null
  since: number | null
  /** The invoice that decides. */
  invoice_id: string | null
}

const GOOD: CustomerStanding = { standing: 'good', reason: null, since: null, invoice_id: null }

/** The standing by one invoice. An overdue one whose payment is tried again is in grace. */
function standingBy(invoice: Troubled): CustomerStanding {
  const { id, status, overdue_at, payment_failed_at, retry_ended_at, collectible } = invoice
  const at = (standing: Standing, reason: StandingReason, since: number | null) => {
    return { standing, reason, since, invoice_id: id }
  }
  const overdue = status === 'overdue' && collectible > 0
  if (payment_failed_at === null)
    return overdue ? at('past_due', 'invoice_overdue', overdue_at) : GOOD
  if (retry_ended_at === null) return at('grace', 'payment_failed', payment_failed_at)
  // Without a plan, nothing more was to be expected.
  if (retry_ended_at === payment_failed_at)
    return collectible > 0 ? at('past_due', 'payment_failed', payment_failed_at) : GOOD
  return at('blocked', collectible > 0 ? 'retries_ended' : 'written_off', retry_ended_at)
}

/** The worst standing of all invoices, since the first of them that has it. */
export function standingOf(invoices: readonly Troubled[]): CustomerStanding {
  const rank = ({ standing }: CustomerStanding) => STANDINGS.indexOf(standing)
  return invoices
    .map(standingBy)
    .reduce(
      (worst, each) =>
        rank(each) > rank(worst) ||
        (rank(each) === rank(worst) && (each.since ?? 0) < (worst.since ?? 0))
          ? each
          : worst,
      GOOD,
    )
}
