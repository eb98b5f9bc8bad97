// Disputes as Stripe describes them. They are answered in Stripe's dashboard.

import type Stripe from 'stripe'
import type { DisputeReport, DisputeStatus } from '../../domain/dispute.ts'
import { fromStripeAmount } from '../../domain/stripe-amounts.ts'
import type { GatewayKey } from '../gateway.ts'
import { type Calls, resultOf } from './calls.ts'

const PAGE = 100
const REASON_MOST = 64

/** An inquiry that ends without a dispute is won; so is a dispute that a refund prevented, which moves its own money. */
const STATUSES: Readonly<Record<string, DisputeStatus>> = {
  warning_needs_response: 'needs_response',
  needs_response: 'needs_response',
  appeal_needs_response: 'needs_response',
  warning_closed: 'won',
  prevented: 'won',
  won: 'won',
  lost: 'lost',
}

/** All disputes of a payment; undefined if Stripe does not respond. */
export async function disputesOf(
  { call }: Calls,
  { gateway_ref }: GatewayKey,
): Promise<DisputeReport[] | undefined> {
  // Money that arrived has a payment intent.
  if (!gateway_ref?.startsWith('pi_')) return []
  const found = resultOf(
    await call('list disputes', ({ disputes }) =>
      disputes.list({ payment_intent: gateway_ref, limit: PAGE }),
    ),
  )
  return found?.data.filter(({ amount }) => amount > 0).map(reportOf)
}

function reportOf(dispute: Stripe.Dispute): DisputeReport {
  const { id, amount, currency, reason, status, evidence_details, balance_transactions } = dispute
  const moved = balance_transactions.reduce((sum, each) => sum + each.amount, 0)
  const { due_by } = evidence_details
  return {
    ref: id,
    amount: fromStripeAmount(amount, currency),
    reason: reason.slice(0, REASON_MOST),
    status: STATUSES[status] ?? 'under_review',
    evidence_due_by: due_by ? due_by * 1000 : null,
    is_withdrawn: moved < 0,
  }
}
