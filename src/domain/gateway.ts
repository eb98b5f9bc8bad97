// Payment gateways of an environment, and which of them new payments use.

import { billingError } from './errors.ts'

export const GATEWAY_TYPES = ['stripe'] as const
export const GATEWAY_STATUSES = ['active', 'disabled'] as const

/** The events of Stripe that a webhook endpoint needs: each is a hint to ask for a payment or a refund. */
export const GATEWAY_EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'refund.updated',
  'refund.failed',
] as const

/** The settings contain a summary of all active gateways, which is read with them. */
export const GATEWAYS_MOST = 10

/** An active gateway, as the settings have it. */
export interface GatewaySummary {
  id: string
  /** Null if it serves all. */
  currencies: readonly string[] | null
  default?: true
}

/** What an environment says of its gateways. */
export interface Served {
  mode: 'test' | 'live'
  /** The active ones, oldest first, as JSON text. */
  active_gateways: string
}

let latest: { text: string; gateways: readonly GatewaySummary[] } = { text: '[]', gateways: [] }

/** Parses the active gateways; the last ones are cached for a run of invoices of one account. */
function activeIn({
  active_gateways: text,
}: Pick<Served, 'active_gateways'>): readonly GatewaySummary[] {
  if (latest.text !== text) latest = { text, gateways: JSON.parse(text) as GatewaySummary[] }
  return latest.gateways
}

const serves = ({ currencies }: GatewaySummary, currency: string): boolean =>
  currencies === null || currencies.includes(currency)

/**
 * The gateway that new payments in a currency use: the default one, or the oldest that serves it. Null is the simulated
 * gateway, which serves test environments as long as no other does; undefined without any gateway.
 */
export function gatewayFor(currency: string, environment: Served): string | null | undefined {
  const all = activeIn(environment).filter((each) => serves(each, currency))
  const chosen = all.find((each) => each.default) ?? all[0]
  if (chosen) return chosen.id
  return environment.mode === 'test' ? null : undefined
}

/** True if saved methods of a gateway can be charged in a currency now; null is the simulated gateway. */
export function isServing(id: string | null, currency: string, environment: Served): boolean {
  if (id === null) return gatewayFor(currency, environment) === null
  return activeIn(environment).some((each) => each.id === id && serves(each, currency))
}

/** True if payments in some currency can be made. */
export const hasGateway = (environment: Served): boolean =>
  environment.mode === 'test' || activeIn(environment).length > 0

/**
 * Returns the gateway of a page that saves a method, and the currency that decides what the page offers. Throws
 * `gateway_not_configured` without one.
 */
export function getSetupGateway(
  environment: Served & { default_currency: string },
): Readonly<{ gateway_id: string | null; currency: string }> {
  const { default_currency: currency } = environment
  const usual = gatewayFor(currency, environment)
  if (usual !== undefined) return { gateway_id: usual, currency }
  const [other] = activeIn(environment)
  if (!other) throw notConfigured()
  return { gateway_id: other.id, currency: other.currencies?.[0] ?? currency }
}

const notConfigured = () =>
  billingError(
    'gateway_not_configured',
    'This environment has no payment gateway. Add one with POST /v1/gateways, or record the payment with POST /v1/payments.',
  )

/** Returns the gateway for a currency. Throws `gateway_not_configured` or `currency_not_supported` without one. */
export function getGatewayFor(currency: string, environment: Served): string | null {
  const found = gatewayFor(currency, environment)
  if (found !== undefined) return found
  if (activeIn(environment).length === 0) throw notConfigured()
  throw billingError(
    'currency_not_supported',
    `No active payment gateway of this environment takes ${currency}. Add it to the currencies of one with PATCH /v1/gateways/:id, or record the payment with POST /v1/payments.`,
  )
}

/** The secret and restricted keys of Stripe. */
const STRIPE_KEY = /^(?:sk|rk)_(test|live)_[0-9A-Za-z]{8,240}$/
const WEBHOOK_SECRET = /^whsec_[0-9A-Za-z_+/=-]{8,240}$/

/** Throws unless it is a key of Stripe for this mode. No message quotes it. */
export function assertSecretKey(key: string, mode: 'test' | 'live'): void {
  const [, of] = STRIPE_KEY.exec(key) ?? []
  if (of === undefined) {
    throw billingError(
      'parameter_invalid',
      'secret_key must be a secret key (sk_…) or a restricted key (rk_…) of Stripe, without spaces. Copy it from Developers → API keys in the Stripe dashboard.',
      { param: 'secret_key' },
    )
  }
  if (of === mode) return
  throw billingError(
    'gateway_mode_mismatch',
    mode === 'test'
      ? 'This is a test environment, and the secret_key is a live key of Stripe. Send a test key (sk_test_… or rk_test_…), or add the gateway to the live environment.'
      : 'This is a live environment, and the secret_key is a test key of Stripe. Send a live key (sk_live_… or rk_live_…), or add the gateway to the test environment.',
    { param: 'secret_key' },
  )
}

/** Throws unless it is a signing secret of Stripe. No message quotes it. */
export function assertWebhookSecret(secret: string): void {
  if (WEBHOOK_SECRET.test(secret)) return
  throw billingError(
    'parameter_invalid',
    'webhook_secret must be the signing secret (whsec_…) that Stripe shows for the webhook endpoint with the address in webhook_url.',
    { param: 'webhook_secret' },
  )
}

/** The part of a key by which people recognize it: its kind and its last four characters. */
export const keyHint = (key: string): string =>
  `${/^[a-z]{2}_[a-z]{4}_/.exec(key)?.[0] ?? ''}…${key.slice(-4)}`
