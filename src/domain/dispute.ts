// Disputes: payments that customers contest with their bank. Gateways report them, in any order, twice or not at all.

import { billingError } from './errors.ts'
import { formatMoney } from './money.ts'

export const DISPUTE_STATUSES = ['needs_response', 'under_review', 'won', 'lost'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/** How a dispute ends. */
export const DISPUTE_ENDS = ['won', 'lost'] as const satisfies DisputeStatus[]

/** A dispute as its gateway describes it now. */
export interface DisputeReport {
  ref: string
  /** In the currency's smallest unit. */
  amount: number
  reason: string
  status: DisputeStatus
  /** Until when the gateway accepts evidence, in milliseconds; null if it does not say. */
  evidence_due_by: number | null
  /** True if the gateway has taken the money back. */
  is_withdrawn: boolean
}

/** The properties of a dispute that reports change. */
interface Known {
  status: DisputeStatus
  evidence_due_by: number | null
  withdrawn_at: number | null
}

export const isClosed = (status: DisputeStatus): boolean => status === 'won' || status === 'lost'

/**
 * How far a dispute is. An inquiry that was answered can become a dispute that withdraws the money and needs another
 * response, so that counts more. A lost one can still be won by an appeal.
 */
function stageOf(status: DisputeStatus, isWithdrawn: boolean): number {
  if (isClosed(status)) return status === 'won' ? 5 : 4
  return (isWithdrawn ? 2 : 0) + (status === 'under_review' ? 1 : 0)
}

const later = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

/**
 * The status and deadline after a report; undefined if it says nothing new. A report of an earlier stage is late, and each
 * stage has a deadline of its own.
 */
export function afterReport(
  known: Known,
  report: DisputeReport,
): Pick<Known, 'status' | 'evidence_due_by'> | undefined {
  const stage = stageOf(known.status, known.withdrawn_at !== null)
  const reported = stageOf(report.status, report.is_withdrawn)
  if (reported < stage || (reported === stage && isClosed(known.status))) return undefined
  const { status, evidence_due_by } = report
  if (reported > stage) return { status, evidence_due_by }
  const extended = later(known.evidence_due_by, evidence_due_by)
  return extended === known.evidence_due_by ? undefined : { status, evidence_due_by: extended }
}

/** Throws `dispute_closed` for a dispute that was won or lost. */
export function assertOpen({ status }: Pick<Known, 'status'>): void {
  if (!isClosed(status)) return
  throw billingError('dispute_closed', `This dispute is ${status}. Only an open one can be ended.`)
}

/** Throws `payment_disputed` if a payment cannot be reversed because an open dispute withdrew `amount` of it. */
export function assertUndisputed(
  open: { ref: string; amount: number; currency: string } | undefined,
): void {
  if (!open) return
  const money = formatMoney(open.amount, open.currency)
  throw billingError(
    'payment_disputed',
    `Dispute ${open.ref} withdrew ${money} of this payment and is open, so the payment cannot be reversed. Wait until the dispute is won or lost.`,
  )
}
