// Stripe as a payment gateway: Checkout sessions for pages, payment intents for saved methods, nothing of Stripe Billing.
// A payment never has two charges: each kind of call has an idempotency key made of its ID, and `lookUp` finds by
// metadata what a lost response left behind.

import type { Pool } from 'pg'
import type Stripe from 'stripe'
import type { Outcome } from '../../domain/payment-states.ts'
import { amountRefusal, stripeAmount } from '../../domain/stripe-amounts.ts'
import type { BeginPayment, Charge, Gateway, GatewayKey } from '../gateway.ts'
import { type Calls, createCalls, resultOf, type StripeAddress } from './calls.ts'
import { ensureCustomer } from './customers.ts'
import { failureOf, needsCustomer } from './declines.ts'
import { disputesOf } from './disputes.ts'
import { readEvent } from './events.ts'
import { findKnown } from './look-up.ts'
import { type Known, outcomeOf } from './outcomes.ts'
import { paymentPage } from './pages.ts'
import { stripeRecords } from './records.ts'
import { metadataOf, paymentRef } from './references.ts'
import { lookUpRefund, refund } from './refunds.ts'
import { beginSetup, detach, lookUpSetup } from './saving.ts'
import { findStripeCustomer } from './store.ts'

export interface StripeParts {
  pool: Pool
  /** The gateway as we store it: customers and idempotency keys belong to it. */
  gateway_id: string
  secretKey: string
  /** Of its webhook endpoint; without one, no event is accepted. */
  webhookSecret: string | undefined
  publicUrl(): string
  /** For tests. */
  address?: StripeAddress | undefined
}

const OPEN: Outcome = { kind: 'open' }

export function stripeGateway(parts: StripeParts): Gateway {
  const calls = createCalls(parts.secretKey, parts.address)
  const at = { ...parts, calls }
  return {
    charge: (input) => charge(at, input),
    beginPayment: (input) => beginPayment(at, input),
    lookUp: (key) => lookUp(at, key),
    cancel: (key) => cancel(at, key),
    refund: (input) => refund(calls, input),
    lookUpRefund: (key) => lookUpRefund(calls, key),
    async beginSetup(input) {
      const customer = await ensureCustomer(at.pool, calls, customerKey(at, input))
      return beginSetup(calls, input, customer, at.publicUrl())
    },
    disputesOf: (key) => disputesOf(calls, key),
    lookUpSetup: (ref) => lookUpSetup(calls, ref),
    detach: (method) => detach(calls, method),
    readEvent: (rawBody, headers) => readEvent(calls, at.webhookSecret, rawBody, headers),
    ...stripeRecords(calls),
  }
}

interface At extends StripeParts {
  calls: Calls
}

const customerKey = (
  { gateway_id }: At,
  { environment_id, customer_id }: Pick<GatewayKey, 'environment_id' | 'customer_id'>,
) => ({ environment_id, gateway_id, customer_id })

async function charge(at: At, input: Charge): Promise<Outcome> {
  const refused = refusalOf(input)
  if (refused) return refused
  const customer = await ensureCustomer(at.pool, at.calls, customerKey(at, input))
  if (customer === undefined) return OPEN
  const made = await at.calls.call('charge a saved method', ({ paymentIntents }) =>
    paymentIntents.create(chargeParams(at, input, customer), {
      idempotencyKey: `charge-${paymentRef(input.id)}`,
    }),
  )
  if (made.kind === 'declined') {
    return needsCustomer(made.error) ? openPage(at, input, customer) : declined(made.error)
  }
  const intent = resultOf(made)
  if (intent === undefined) return OPEN
  const outcome = outcomeOf({ intents: [intent], sessions: [] })
  if (outcome) return outcome
  // It waits for the customer, who has no page for it: another one takes its place, unless it has succeeded.
  await at.calls.call('cancel a payment', ({ paymentIntents }) => paymentIntents.cancel(intent.id))
  const key = { ...input, gateway_ref: intent.id }
  const known = await readOutcome(at, key)
  // Otherwise it can still be completed, and no other page may exist.
  return known?.kind === 'canceled' ? openPage(at, input, customer) : (known ?? OPEN)
}

const chargeParams = (
  { publicUrl }: At,
  input: Charge,
  customer: string,
): Stripe.PaymentIntentCreateParams => ({
  amount: stripeAmount(input.amount, input.currency),
  currency: input.currency,
  customer,
  payment_method: input.method,
  ...{ confirm: true, off_session: true },
  // Required with the methods of the dashboard; no customer is there to be sent back.
  return_url: `${publicUrl()}${input.return_path}`,
  description: input.description,
  metadata: metadataOf(input),
})

async function beginPayment(at: At, input: BeginPayment): Promise<Outcome> {
  const refused = refusalOf(input)
  if (refused) return refused
  const customer = await ensureCustomer(at.pool, at.calls, customerKey(at, input))
  return customer === undefined ? OPEN : openPage(at, input, customer)
}

/** Also for a saved method whose bank wants the customer to confirm: the failed charge does not charge any more. */
async function openPage(at: At, input: BeginPayment, customer: string): Promise<Outcome> {
  const made = await at.calls.call('prepare a page', ({ checkout: { sessions } }) =>
    sessions.create(paymentPage(input, customer, at.publicUrl()), {
      idempotencyKey: `page-${paymentRef(input.id)}`,
    }),
  )
  if (made.kind === 'declined') return declined(made.error)
  const session = resultOf(made)
  return session?.url ? { kind: 'requires_action', ref: session.id, url: session.url } : OPEN
}

/** Nothing is sent to Stripe that would be charged as another amount, or not at all. */
function refusalOf({ amount, currency }: BeginPayment): Outcome | undefined {
  const code = amountRefusal(amount, currency)
  if (code === undefined) return undefined
  const message = 'Stripe cannot charge this amount in this currency.'
  return {
    ...{ kind: 'declined', ref: null },
    failure: { code, decline_code: code, message, retryable: false },
  }
}

function declined(error: Stripe.errors.StripeError): Outcome {
  const { code, decline_code, advice_code, message, statusCode, payment_intent } = error
  const failure = failureOf({ code, decline_code, advice_code, message })
  return {
    ...{ kind: 'declined', ref: payment_intent?.id ?? null },
    // Other refusals than those of a bank are about a method that is gone, or an amount.
    failure: { ...failure, retryable: failure.retryable && statusCode === 402 },
  }
}

/** All that Stripe has about a payment; undefined if it does not respond. */
async function readKnown(at: At, key: GatewayKey): Promise<Known | undefined> {
  const customer = await findStripeCustomer(at.pool, customerKey(at, key))
  return resultOf(await findKnown(at.calls, key, customer))
}

async function readOutcome(at: At, key: GatewayKey): Promise<Outcome | undefined> {
  const known = await readKnown(at, key)
  return known === undefined ? OPEN : outcomeOf(known)
}

/** A payment with a reference was charged or has a page, so that it is never charged again. */
async function lookUp(at: At, key: GatewayKey): Promise<Outcome | undefined> {
  const outcome = await readOutcome(at, key)
  return outcome ?? (key.gateway_ref === null ? undefined : OPEN)
}

/** What was completed meanwhile cannot be ended, and Stripe says so when it is asked again. */
async function cancel(at: At, key: GatewayKey): Promise<Outcome> {
  const known = await readKnown(at, key)
  if (known === undefined) return OPEN
  const { call } = at.calls
  for (const { id, status } of known.sessions) {
    if (status === 'open')
      await call('end a page', ({ checkout: { sessions } }) => sessions.expire(id))
  }
  for (const { id, status } of known.sessions.length === 0 ? known.intents : []) {
    if (status.startsWith('requires_'))
      await call('cancel a payment', ({ paymentIntents }) => paymentIntents.cancel(id))
  }
  const now = await readKnown(at, key)
  if (now === undefined) return OPEN
  const isNothing = now.intents.length === 0 && now.sessions.length === 0
  return outcomeOf(now) ?? (isNothing ? { kind: 'canceled' } : OPEN)
}
