// Refunds at Stripe: sent with an idempotency key, found again among those of the payment by their metadata.

import type Stripe from 'stripe'
import type { RefundOutcome } from '../../domain/refund-outcomes.ts'
import { amountRefusal, stripeAmount } from '../../domain/stripe-amounts.ts'
import type { RefundKey, SendRefund } from '../gateway.ts'
import { type Calls, resultOf } from './calls.ts'
import { isRefund, refundMetadataOf, refundRef } from './references.ts'

const PAGE = 100

const failed = (reason: string): RefundOutcome => ({ kind: 'failed', ref: null, reason })

export async function refund({ call }: Calls, input: SendRefund): Promise<RefundOutcome> {
  const { id, payment_ref, amount, currency } = input
  // Small amounts can be refunded, but not parts of a unit.
  const refusal = amountRefusal(amount, currency)
  if (refusal !== undefined && refusal !== 'amount_too_small')
    return failed('Stripe cannot refund this amount in this currency.')
  const params = {
    payment_intent: payment_ref,
    amount: stripeAmount(amount, currency),
    metadata: refundMetadataOf(input),
  }
  const made = await call('refund a payment', ({ refunds }) =>
    refunds.create(params, { idempotencyKey: `refund-${refundRef(id)}` }),
  )
  if (made.kind === 'declined') return failed(refusedBecause(made.error.code))
  if (made.kind === 'rejected' && made.param === 'amount') return failed(refusedBecause(TOO_MUCH))
  const found = resultOf(made)
  return found ? outcomeOf(found) : { kind: 'open' }
}

/** The list of a payment's refunds is complete at once. */
export async function lookUpRefund(
  { call }: Calls,
  key: RefundKey,
): Promise<RefundOutcome | undefined> {
  const { gateway_ref, payment_ref } = key
  if (gateway_ref !== null) {
    const read = await call('show a refund', ({ refunds }) => refunds.retrieve(gateway_ref))
    const known = resultOf(read)
    return known ? outcomeOf(known) : { kind: 'open' }
  }
  const listed = await call('list refunds', async ({ refunds }) => {
    const found: Stripe.Refund[] = []
    const all = refunds.list({ payment_intent: payment_ref, limit: PAGE })
    for await (const each of all) if (isRefund(key, each)) found.push(each)
    return found
  })
  const found = resultOf(listed)
  if (found === undefined) return { kind: 'open' }
  return found[0] && outcomeOf(found[0])
}

function outcomeOf({ id: ref, status, failure_reason }: Stripe.Refund): RefundOutcome {
  switch (status) {
    case 'succeeded':
      return { kind: 'succeeded', ref }
    case 'failed':
      return { kind: 'failed', ref, reason: failedBecause(failure_reason) }
    case 'canceled':
      return { kind: 'failed', ref, reason: 'The refund was canceled at Stripe.' }
    default:
      return { kind: 'pending', ref }
  }
}

/** https://docs.stripe.com/api/refunds/object, `failure_reason`. */
const FAILED: Readonly<Record<string, string>> = {
  lost_or_stolen_card: 'The card was reported lost or stolen.',
  expired_or_canceled_card: 'The card has expired or was canceled.',
  charge_for_pending_refund_disputed: 'The customer disputed the payment meanwhile.',
  insufficient_funds: 'Your balance at Stripe is too low.',
  declined: 'The bank of the customer refused the refund.',
  merchant_request: 'The refund was canceled at Stripe.',
}

const failedBecause = (reason = ''): string =>
  FAILED[reason] ?? 'The bank of the customer could not take the refund.'

const TOO_MUCH = 'charge_already_refunded'

const DISPUTED = 'The customer disputes the payment, so Stripe does not refund it.'

/** Codes of https://docs.stripe.com/error-codes. */
const REFUSED: Readonly<Record<string, string>> = {
  [TOO_MUCH]: 'At Stripe, the payment does not have this amount left.',
  charge_not_refundable: 'Stripe cannot refund this payment any more.',
  charge_disputed: DISPUTED,
  refund_disputed_payment: DISPUTED,
}

const refusedBecause = (code = ''): string => REFUSED[code] ?? 'Stripe refused the refund.'
