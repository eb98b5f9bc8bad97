// Calls to Stripe, and what their failures mean. The package is loaded by the first call, so that a service without
// Stripe never loads it.

import type Stripe from 'stripe'
import { CALL_MS, GatewayError } from '../gateway.ts'

/** The version that the types of the package describe; https://docs.stripe.com/api/versioning. */
const API_VERSION = '2026-10-28.endive'

/** Where the API is; `timeout` is in milliseconds. */
export interface StripeAddress {
  host: string
  port: number
  protocol: 'http' | 'https'
  timeout?: number
}

/** Reads an origin such as `https://api.stripe.com`. */
export function addressOf(origin: string): StripeAddress {
  const { hostname: host, port, protocol } = new URL(origin)
  const isSecure = protocol === 'https:'
  return {
    host,
    port: Number(port || (isSecure ? 443 : 80)),
    protocol: isSecure ? 'https' : 'http',
  }
}

export type Answer<T> =
  | { kind: 'done'; value: T }
  /** Nothing was charged or refunded: a decline, or a method or amount that cannot be. */
  | { kind: 'declined'; error: Stripe.errors.StripeError }
  /** Stripe does not do it, and nothing changed. */
  | { kind: 'rejected'; error: GatewayError; code: string | undefined; param: string | undefined }
  /** Stripe may have done it, or may be doing it now. */
  | { kind: 'unknown' }

export interface Calls {
  stripe(): Promise<Stripe>
  /** `what` completes "Stripe refused to …". */
  call<T>(what: string, run: (stripe: Stripe) => Promise<T>): Promise<Answer<T>>
}

export function createCalls(secretKey: string, address: StripeAddress | undefined): Calls {
  let loading: Promise<Stripe> | undefined
  const stripe = () => {
    loading ??= load(secretKey, address)
    return loading
  }
  return {
    stripe,
    async call(what, run) {
      const client = await stripe()
      try {
        return { kind: 'done', value: await run(client) }
      } catch (error) {
        if (error instanceof client.errors.StripeError) return failed(what, error)
        throw error
      }
    },
  }
}

async function load(secretKey: string, address: StripeAddress | undefined): Promise<Stripe> {
  const { default: Client } = await import('stripe')
  return new Client(secretKey, {
    apiVersion: API_VERSION,
    // A repeated call is ours to decide.
    maxNetworkRetries: 0,
    timeout: CALL_MS,
    telemetry: false,
    ...address,
  })
}

/** Codes of refused requests that are about the method or the amount, not about the configuration. */
const ABOUT_PAYMENT = new Set([
  ...['amount_too_small', 'amount_too_large', 'invalid_charge_amount'],
  ...['charge_exceeds_source_limit', 'charge_exceeds_transaction_limit'],
  ...['payment_intent_incompatible_payment_method', 'payment_method_currency_mismatch'],
  ...['payment_method_unexpected_state', 'payment_method_unsupported_type'],
  ...['payment_method_restricted', 'payment_method_bank_account_blocked'],
  ...['payment_intent_mandate_invalid', 'billing_invalid_mandate', 'expired_payment_method'],
  ...['charge_already_refunded', 'charge_not_refundable', 'charge_disputed'],
  'refund_disputed_payment',
])

function failed<T>(what: string, error: Stripe.errors.StripeError): Answer<T> {
  const { statusCode = 0, code, param, rawType } = error
  // Responses are kept by idempotency key: with other parameters, an earlier call has the answer.
  const isUnknown =
    statusCode < 400 ||
    statusCode >= 500 ||
    [409, 429].includes(statusCode) ||
    code === 'rate_limit' ||
    rawType === 'idempotency_error'
  if (isUnknown) return { kind: 'unknown' }
  const isDecline =
    statusCode === 402 ||
    ABOUT_PAYMENT.has(code ?? '') ||
    (param === 'payment_method' && statusCode !== 401 && statusCode !== 403)
  if (isDecline) return { kind: 'declined', error }
  const refusal = new GatewayError(sentenceOf(what, error))
  if (statusCode === 401 || statusCode === 403) throw refusal
  return { kind: 'rejected', error: refusal, code, param }
}

/** Leaves out Stripe's own message, which can quote what was sent, such as part of a key. */
function sentenceOf(what: string, error: Stripe.errors.StripeError): string {
  const { statusCode, code, param, rawType, requestId } = error
  const reason = [String(statusCode), code ?? rawType, param, requestId].filter(Boolean).join(', ')
  const refused = `Stripe refused to ${what} (${reason}).`
  if (statusCode === 401)
    return `${refused} The secret key of the gateway is wrong or was revoked: enter another one.`
  if (statusCode === 403)
    return `${refused} The key lacks a permission: grant it in Stripe's dashboard, or enter another key.`
  return `${refused} Stripe's dashboard shows the request in its log.`
}

/** The result of a call; throws what Stripe rejected. Undefined if the result is unknown. */
export function resultOf<T>(answer: Answer<T>): T | undefined {
  if (answer.kind === 'rejected') throw answer.error
  return answer.kind === 'done' ? answer.value : undefined
}
