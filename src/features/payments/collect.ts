// Collects invoices through the gateway: begins an attempt and its page, and takes over what the gateway says.

import type { Pool } from 'pg'
import { BillingError } from '../../domain/errors.ts'
import { type Initiator, isLive, type Outcome } from '../../domain/payment-states.ts'
import type { Lane } from '../../platform/db/lane.ts'
import { sql } from '../../platform/db/sql.ts'
import { fault } from '../../platform/faults.ts'
import type { Action, BillingEnvironment } from '../accounts/store.ts'
import type { Gateways, PaymentKey } from '../gateway.ts'
import { withOwed } from '../invoices/pay-owed.ts'
import { beginAttempt, recordOutcome } from './attempts.ts'
import { findLastAttempt } from './store.ts'

export interface CollectParts {
  pool: Pool
  lane: Lane<BillingEnvironment>
  gateways: Gateways
}

interface ToPay extends PaymentKey {
  /** The number of the invoice. */
  number: string
  return_path: string
  language: string
  initiated_by: Initiator
}

/**
 * Returns the page of the gateway on which an invoice is paid; undefined if nothing is to be done there: the invoice is
 * paid, or its payment is being processed. A page that was begun before, also in another tab, is returned again.
 */
export async function beginOnPage(
  parts: CollectParts,
  { environment_id, id, number, return_path, language, initiated_by }: ToPay,
): Promise<string | undefined> {
  const { pool, gateways } = parts
  const invoice = { environment_id, id }
  let attempt = await findLastAttempt(pool, invoice)
  if (!attempt || !isLive(attempt)) {
    try {
      await submit(parts, environment_id, beginAttempt, { invoice_id: id, initiated_by })
    } catch (error) {
      // Paid, voided or credited meanwhile: the page of the invoice shows it.
      if (error instanceof BillingError) return undefined
      throw error
    }
    attempt = await findLastAttempt(pool, invoice)
  }
  if (!attempt || attempt.status === 'processing') return undefined
  if (attempt.action_url !== null) return attempt.action_url
  // It is charged to a saved card, without a page.
  if (attempt.payment_method_id !== null) return undefined
  fault('payment.begun')
  const { customer_id, amount, currency } = attempt
  const key = { environment_id, id: attempt.id }
  const page = { ...key, customer_id, amount, currency, description: number, return_path, language }
  const gateway = await gateways.of(environment_id, attempt.gateway_id)
  const outcome = await gateway.beginPayment(page)
  await takeOver(parts, key, outcome)
  return outcome.kind === 'requires_action' ? outcome.url : undefined
}

/** Records what the gateway says of a payment. */
export async function takeOver(
  parts: Omit<CollectParts, 'gateways'>,
  { environment_id, id }: PaymentKey,
  outcome: Outcome,
): Promise<void> {
  const whose = sql`select y.customer_id, y.currency from payments y
    where y.environment_id = s.environment_id and y.id = ${id}::uuid`
  fault('payment.answered')
  await withOwed(parts, { scope: { environment_id } }, whose, (paysOwed) =>
    submit(parts, environment_id, recordOutcome, { id, outcome, ...paysOwed }),
  )
  fault('payment.recorded')
}

const submit = <I>(
  { lane }: Pick<CollectParts, 'lane'>,
  environment_id: number,
  action: Action<I>,
  input: I,
) => lane.submit({ action, environment_id, input, ifMatch: undefined, claim: undefined })
