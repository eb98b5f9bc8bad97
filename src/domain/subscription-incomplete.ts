// Subscriptions whose first payment must succeed: incomplete until their first invoice is settled.

import { billingError } from './errors.ts'
import { canceled, withDue } from './subscription.ts'
import type { SubscriptionState } from './subscription-state.ts'

/** What happens if the first invoice of a new subscription is not paid at once. */
export const FIRST_PAYMENTS = ['allow_unpaid', 'must_succeed'] as const
export type FirstPayment = (typeof FIRST_PAYMENTS)[number]

const HOUR_MS = 3_600_000

/** How long the first payment can take; as long as a customer can take on the page of a gateway. */
const FIRST_PAYMENT_MS = 23 * HOUR_MS

/** How long a payment in progress postpones the end. */
const POSTPONED_MS = HOUR_MS

/** A new subscription that waits for its first payment. */
export const awaiting = <S extends SubscriptionState>(state: S, now: number): S =>
  withDue({ ...state, status: 'incomplete', due_at: null, expires_at: now + FIRST_PAYMENT_MS })

/** It waits longer, as its payment can still succeed; `due_at` stays, as nothing else changes. */
export const postponed = <S extends SubscriptionState>(state: S, now: number): S => ({
  ...state,
  expires_at: now + POSTPONED_MS,
})

/** Its first invoice is settled: periods that begin meanwhile are billed then. */
export const completed = <S extends SubscriptionState>(state: S): S =>
  withDue({
    ...state,
    status: state.overdue_invoices > 0 ? 'past_due' : 'active',
    expires_at: null,
  })

/** Its first invoice will not be paid. With `expires_at`, that invoice is still to be voided. */
export const abandoned = <S extends SubscriptionState>(
  state: S,
  now: number,
  expires_at: number | null,
): S => canceled({ ...state, cancel_at: now, expires_at }, now)

interface FirstInvoice {
  status: string
  amount_due: number
  amount_credited: number
  amount_returned: number
}

/** What the first invoice makes of its subscription; undefined while it is open. */
export function outcomeOf(invoice: FirstInvoice): 'completed' | 'abandoned' | undefined {
  const { status, amount_due, amount_credited, amount_returned } = invoice
  if (status === 'void') return 'abandoned'
  if (status !== 'paid') return undefined
  // Credit notes that return all of it, also what was paid before.
  const isCredited = amount_due > 0 && amount_credited + amount_returned >= amount_due
  return isCredited ? 'abandoned' : 'completed'
}

/** Throws `subscription_incomplete` for a command that has to wait for the first payment. */
export function assertComplete(
  { status, expires_at }: Pick<SubscriptionState, 'status' | 'expires_at'>,
  ref: string,
): void {
  if (status !== 'incomplete') return
  const until = new Date(expires_at ?? 0).toISOString()
  throw billingError(
    'subscription_incomplete',
    `The first invoice of subscription ${ref} is not paid yet, and can be until ${until}. Wait until it is, or cancel the subscription.`,
  )
}
