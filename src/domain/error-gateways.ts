// Errors of payment gateways.

import type { CatalogueEntry } from './error-entry.ts'

export const GATEWAYS = {
  gateway_not_configured: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The environment has no active payment gateway.',
    remedy: 'Add one with `POST /v1/gateways`, or record payments that you receive in another way.',
    example:
      'This environment has no payment gateway. Add one with POST /v1/gateways, or record the payment with POST /v1/payments.',
  },
  gateway_mode_mismatch: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The secret key is a test key in a live environment, or a live key in a test one.',
    remedy: 'Send a key of the same mode as the environment.',
  },
  gateways_full: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The environment has reached its maximum number of gateways.',
    remedy: 'Change the keys and currencies of a gateway that is disabled.',
  },
  gateway_signature_invalid: {
    status: 401,
    type: 'authentication_error',
    meaning:
      'The event of a payment service is not signed with the secret that this gateway has, or is more than five minutes old.',
    remedy:
      'Copy the signing secret that the payment service shows for its events into the gateway, and check the clock of the server.',
  },
  retry_plan_invalid: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The days of the retry plan are out of range, too many, or not ascending.',
    remedy: 'Send 1 to 10 days between 1 and 60, ascending and each once; or null for no retries.',
  },
  currency_not_supported: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'No active gateway takes the currency, or not this amount in it.',
    remedy:
      'Add the currency to a gateway with `PATCH /v1/gateways/:id`, or record payments that you receive in another way.',
  },
  amount_too_small: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The amount is below the minimum that the gateway charges in this currency.',
    remedy: 'Bill it together with a later invoice, or record a payment in another way.',
  },
  method_not_reusable: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'The payment method is detached, was for one payment only, or its gateway takes no new payments in this currency.',
    remedy:
      'Use another method, or let the customer pay on the page of an invoice and save a card there.',
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>
