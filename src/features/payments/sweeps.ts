// Asks the gateway what became of payments: events can be lost, and customers leave pages.

import { hostedPath } from '../../domain/hosted.ts'
import { amountCollectible, amountRemaining, invoiceCan } from '../../domain/invoice.ts'
import { chooseLanguage } from '../../domain/languages/choose.ts'
import {
  isAutomatic,
  isExpired,
  isLive,
  isWaiting,
  type Outcome,
} from '../../domain/payment-states.ts'
import { fault } from '../../platform/faults.ts'
import type { DueWork } from '../../platform/sweeps/due.ts'
import { type Background, inBackground } from '../background.ts'
import { findParties } from '../documents/store.ts'
import { dueAction, dueWork, waitingWork } from '../due-work.ts'
import type { GatewayBackground } from '../gateway.ts'
import { findInvoices } from '../invoices/store.ts'
import { recordRetried } from '../payment-methods/actions.ts'
import { paymentMethods } from '../payment-methods/record.ts'
import { collectInvoice } from './attempts.ts'
import { type CollectParts, takeOver } from './collect.ts'
import type { Payment } from './record.ts'
import { retryInvoice, retryWithMethod } from './retries.ts'
import { findRetried, payments, toCheck, toCollect, toRetry, toRetryWith } from './store.ts'

export const collectInvoices = (parts: Background): DueWork =>
  dueAction(parts, 'payments.collect', toCollect, collectInvoice)

export const retryInvoices = (parts: Background): DueWork =>
  dueAction(parts, 'payments.retry', toRetry, retryInvoice)

/** Tries the customer's invoices again with a method. What is found again was tried already. */
export const retryWithMethods = ({ pool, lane, wallNow }: Background): DueWork =>
  dueWork({ pool, wallNow }, 'payments.retry_with', toRetryWith, async (environment_id, { id }) => {
    for (const invoice of await findRetried(pool, { environment_id, id })) {
      await lane.submit(inBackground(environment_id, retryWithMethod, invoice))
    }
    fault('payment.retried')
    await lane.submit(inBackground(environment_id, recordRetried, { id }))
  })

export const checkPayments = ({ wallNow, ...parts }: GatewayBackground): DueWork => {
  const { pool } = parts
  return waitingWork(
    { pool, wallNow },
    'payments.check',
    toCheck,
    (environment_id, { id, late_ms }) => check(parts, { environment_id, id }, late_ms),
  )
}

/** Asks for the outcome of one payment; gives it up at the gateway if the customer did not complete it in time. */
async function check(
  parts: CollectParts,
  key: { environment_id: number; id: string },
  late_ms: number,
): Promise<void> {
  const [payment] = await payments.find(parts.pool, [key])
  if (!payment || payment.check_at === null) return
  const now = payment.check_at + late_ms
  // Whatever happens, the payment is asked about again later: a call that failed can have charged the method.
  let outcome: Outcome = { kind: 'open' }
  try {
    outcome = await outcomeNow(parts, payment, now)
  } finally {
    await takeOver(parts, key, outcome)
  }
}

async function outcomeNow(parts: CollectParts, payment: Payment, now: number): Promise<Outcome> {
  const { pool, gateways } = parts
  const { environment_id, id, customer_id, gateway_ref, payment_method_id, amount, currency } =
    payment
  const key = { environment_id, id, customer_id, gateway_ref }
  const invoiceKey = { environment_id, id: payment.invoice_id as string }
  const gateway = await gateways.of(environment_id, payment.gateway_id)
  if (isExpired(payment, now)) return gateway.cancel(key)
  const known = await gateway.lookUp(key)
  const [invoice] = await findInvoices(pool, [invoiceKey])
  // Only people collect what was written off.
  const owedOf = isAutomatic(payment) ? amountCollectible : amountRemaining
  const isOwed = invoice && invoiceCan('pay', invoice) && owedOf(invoice) >= amount
  // Paid in another way, or voided: what the customer would still pay on the page would be too much.
  if (!isOwed && isWaiting(payment)) return gateway.cancel(key)
  if (known) return known
  // An event can be about one that is over, which is never charged again.
  if (payment_method_id === null || !isLive(payment)) return { kind: 'open' }
  const [method] = await paymentMethods.find(pool, [{ environment_id, id: payment_method_id }])
  // The method was detached, or the invoice paid, voided or written off, before the charge.
  if (method?.status !== 'active' || !isOwed) return { kind: 'canceled' }
  fault('payment.charging')
  const parties = await findParties(pool, invoiceKey)
  return gateway.charge({
    ...{ environment_id, id, customer_id, amount, currency },
    ...{ method: method.gateway_ref, payment_method_id },
    description: invoice.number,
    return_path: hostedPath(environment_id, invoice.hosted_token ?? ''),
    language: chooseLanguage(parties?.customer.language, parties?.seller.language).tag,
  })
}
