// Paying an invoice from its hosted page: to the gateway's page and back. Reading a page never begins a payment, since
// mail scanners follow links: a payment begins by POST.

import type { Pool } from 'pg'
import { gatewayFor, type Served } from '../domain/gateway.ts'
import { amountRefusal } from '../domain/gateway-amounts.ts'
import { amountRemaining, invoiceCan } from '../domain/invoice.ts'
import { chooseLanguage } from '../domain/languages/choose.ts'
import { isLive } from '../domain/payment-states.ts'
import type { BillingEnvironment } from '../features/accounts/store.ts'
import { findParties } from '../features/documents/store.ts'
import type { OpenGateways } from '../features/gateways/open.ts'
import type { Invoice } from '../features/invoices/record.ts'
import { findInvoices } from '../features/invoices/store.ts'
import { saveSetup } from '../features/payment-methods/actions.ts'
import { beginOnPage, takeOver } from '../features/payments/collect.ts'
import { findLastAttempt, type LastAttempt } from '../features/payments/store.ts'
import {
  outcomeOf,
  parseSimulated,
  savedMethodOf,
  simulatedPath,
} from '../features/simulated-gateway/gateway.ts'
import type { SimulatedPayment } from '../features/simulated-gateway/store.ts'
import type { Lane } from '../platform/db/lane.ts'
import type { RowKey } from '../platform/db/table.ts'
import type { HostedPage, Paying } from './page.ts'
import { confirmPage, enterPage } from './simulated-page.ts'

export interface PayParts {
  pool: Pool
  lane: Lane<BillingEnvironment>
  gateways: OpenGateways
  publicUrl(): string
}

/** Attempts after which the page of an invoice offers no more, so that it is no place to try out stolen cards. */
const ATTEMPTS_MOST = 100

/** Whether and how an invoice can be paid on its page. `isReturned` after the gateway's page. */
export function payingOf(
  invoice: PaidInvoice,
  attempt: LastAttempt | undefined,
  { isReturned, ...environment }: Served & { isReturned: boolean },
): Paying {
  const gateway = gatewayOf(invoice, attempt, environment)
  if (gateway === undefined || !invoiceCan('pay', invoice)) return { kind: 'no' }
  const isCharged = attempt?.status === 'pending' && attempt.payment_method_id !== null
  const isBegun = attempt && isLive(attempt)
  const amount = isBegun ? attempt.amount : amountRemaining(invoice)
  const asked = { amount, currency: invoice.currency }
  if (attempt?.status === 'processing' || isCharged) return { kind: 'processing', amount: asked }
  if (isBegun && isReturned) return { kind: 'waiting' }
  // The page of the simulated gateway is part of this service.
  const leavesFor = gateway === null ? undefined : STRIPE_PAGES
  return { kind: 'ready', amount: asked, failed: attempt?.failure ?? undefined, leavesFor }
}

/** The origin of Stripe's pages. */
const STRIPE_PAGES = 'https://checkout.stripe.com'

type PaidInvoice = Pick<
  Invoice,
  'status' | 'currency' | keyof Parameters<typeof amountRemaining>[0]
>

/**
 * The gateway with which the invoice is paid, null for the simulated one: that of the attempt that is not over, or the
 * one that a new attempt would have; undefined if none can begin.
 */
function gatewayOf(
  invoice: PaidInvoice,
  attempt: LastAttempt | undefined,
  environment: Served,
): string | null | undefined {
  if (attempt && isLive(attempt)) return attempt.gateway_id
  const gateway = isTried(attempt) ? undefined : gatewayFor(invoice.currency, environment)
  if (gateway === undefined) return undefined
  const isRefused = amountRefusal(gateway, amountRemaining(invoice), invoice.currency)
  return isRefused ? undefined : gateway
}

const isTried = (attempt: LastAttempt | undefined): boolean =>
  attempt !== undefined && !isLive(attempt) && attempt.attempt >= ATTEMPTS_MOST

/** Begins a payment, and returns the page on which it is made; without one, the page of the invoice. */
export async function beginPaying(parts: PayParts, key: RowKey, path: string): Promise<string> {
  const [[invoice], parties, attempt] = await Promise.all([
    findInvoices(parts.pool, [key]),
    findParties(parts.pool, key),
    findLastAttempt(parts.pool, key),
  ])
  if (!invoice || !parties || gatewayOf(invoice, attempt, parties) === undefined) return path
  const { environment_id, number } = invoice
  const toPay = { environment_id, id: invoice.id, number, return_path: path }
  const language = chooseLanguage(parties.customer.language, parties.seller.language).tag
  const page = await beginOnPage(parts, { ...toPay, language, initiated_by: 'link' })
  // The simulated gateway's page is part of this service, at the address at which the customer sees it.
  return /\/simulated\/[^/]+$/.exec(page ?? '')?.[0] ?? page ?? path
}

/** The answer to a request for the simulated gateway's page: a page, or where to go. */
export type SimulatedAnswer = { page: HostedPage } | { to: string } | undefined

/** The page of a payment in its state. */
export async function showSimulated(
  { gateways: { simulated } }: Pick<PayParts, 'gateways'>,
  text: string,
): Promise<SimulatedAnswer> {
  const key = parseSimulated(text)
  const payment = key && (await simulated.find(key))
  return payment && answerOf(payment)
}

/** What the customer did on the page: entered a number, or confirmed. The outcome is reported at once. */
export async function actSimulated(
  parts: PayParts,
  text: string,
  sent: URLSearchParams,
): Promise<SimulatedAnswer> {
  const key = parseSimulated(text)
  if (!key) return undefined
  const { simulated } = parts.gateways
  const confirm = sent.get('confirm')
  const entered = await (confirm === null
    ? simulated.enter(key, sent.get('number') ?? '', sent.get('save') === 'yes')
    : simulated.authenticate(key, confirm === 'yes'))
  if (!entered) return undefined
  if (entered === 'unknown' || entered === 'declined') {
    const found = await simulated.find(key)
    return found && { page: enterPage(found, simulatedPath(key), entered) }
  }
  return report(parts, entered)
}

/** Reports what the simulated gateway did, as a gateway would in an event. */
async function report(parts: PayParts, payment: SimulatedPayment): Promise<SimulatedAnswer> {
  const { environment_id, id, customer_id } = payment
  const method = savedMethodOf(payment)
  if (customer_id !== null) {
    if (payment.status === 'settled' && method)
      await parts.lane.submit({
        ...{ action: saveSetup, environment_id },
        input: { id, customer_id, gateway_id: null, method },
        ...{ ifMatch: undefined, claim: undefined },
      })
    return answerOf(payment)
  }
  const outcome = outcomeOf(payment, parts.publicUrl())
  if (!payment.is_silent && outcome.kind !== 'requires_action')
    await takeOver(parts, { environment_id, id }, outcome)
  return answerOf(payment)
}

function answerOf(payment: SimulatedPayment): SimulatedAnswer {
  const path = simulatedPath(payment)
  if (payment.status === 'open') return { page: enterPage(payment, path) }
  if (payment.status === 'authenticating') return { page: confirmPage(payment, path) }
  const { return_path: to, customer_id } = payment
  return { to: customer_id === null ? `${to}?returned` : to }
}
