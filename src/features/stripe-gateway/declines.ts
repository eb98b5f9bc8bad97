// Declines as Stripe reports them, and whether the same method can succeed later.

import type { PaymentFailure } from '../../domain/payment-states.ts'

/**
 * Codes after which the same card or account is not tried again. Cards: https://docs.stripe.com/declines/codes and the
 * list of hard declines of https://docs.stripe.com/billing/revenue-recovery/smart-retries. Accounts:
 * https://docs.stripe.com/payments/ach-direct-debit. `resource_missing`: the method no longer exists.
 */
const FINAL = new Set([
  ...['lost_card', 'stolen_card', 'pickup_card', 'fraudulent', 'expired_card', 'restricted_card'],
  ...['incorrect_number', 'invalid_number', 'invalid_expiry_month', 'invalid_expiry_year'],
  ...['invalid_account', 'new_account_information_available', 'stop_payment_order'],
  ...['revocation_of_authorization', 'revocation_of_all_authorizations', 'do_not_try_again'],
  ...['transaction_not_allowed', 'highest_risk_level', 'card_not_supported'],
  ...['currency_not_supported', 'merchant_blacklist', 'security_violation'],
  ...['account_closed', 'no_account', 'debit_not_authorized', 'bank_account_restricted'],
  ...['bank_ownership_changed', 'invalid_account_number', 'payment_intent_mandate_invalid'],
  ...['amount_too_small', 'amount_too_large', 'resource_missing'],
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
