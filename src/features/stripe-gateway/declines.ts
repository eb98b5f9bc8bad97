// Declines as Stripe reports them, and whether the same method can succeed later.

import type { PaymentFailure } from '../../domain/payment-states.ts'

/**
 * Codes after which the same card or account is not tried again. Decline codes: https://docs.stripe.com/declines/codes.
 * Error codes: https://docs.stripe.com/error-codes, as `PaymentIntent.LastPaymentError.Code` of the package lists them.
 */
const FINAL = new Set([
  // Decline codes of cards.
  ...['lost_card', 'stolen_card', 'pickup_card', 'fraudulent', 'expired_card', 'restricted_card'],
  ...['incorrect_number', 'invalid_number', 'invalid_expiry_month', 'invalid_expiry_year'],
  ...['invalid_account', 'new_account_information_available', 'stop_payment_order'],
  ...['revocation_of_authorization', 'revocation_of_all_authorizations', 'do_not_try_again'],
  ...['transaction_not_allowed', 'card_not_supported', 'currency_not_supported'],
  ...['merchant_blacklist', 'security_violation'],
  // Error codes of accounts, mandates and methods.
  ...['account_closed', 'no_account', 'debit_not_authorized', 'bank_account_restricted'],
  ...['bank_account_unusable', 'payment_method_bank_account_blocked', 'sepa_unsupported_account'],
  ...['payment_intent_mandate_invalid', 'billing_invalid_mandate', 'expired_payment_method'],
  'india_recurring_payment_mandate_canceled',
])

/** What the issuer advises, which is about this charge and so prevails over the codes. */
const ADVICE: Readonly<Record<string, boolean>> = {
  do_not_try_again: false,
  confirm_card_data: false,
  try_again_later: true,
}

/** Stripe's message is written for customers, and does not say that a card was reported lost or stolen. */
interface Declined {
  code?: string | undefined
  decline_code?: string | undefined
  advice_code?: string | undefined
  message?: string | undefined
}

export function failureOf(error: Declined | null): PaymentFailure {
  const { code = 'payment_failed', decline_code, advice_code = '', message } = error ?? {}
  const isFinal = FINAL.has(code) || (decline_code !== undefined && FINAL.has(decline_code))
  return {
    code,
    decline_code: decline_code ?? code,
    message: message || 'The payment failed.',
    retryable: ADVICE[advice_code] ?? !isFinal,
  }
}

/** True if the bank wants the customer to confirm, which is possible on a page only. */
export const needsCustomer = (error: Declined | null): boolean =>
  error?.code === 'authentication_required' || error?.decline_code === 'authentication_required'
