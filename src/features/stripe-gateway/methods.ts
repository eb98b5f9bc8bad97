// Saved payment methods as Stripe describes them.

import type Stripe from 'stripe'
import type { MethodDisplay, SavedMethod } from '../../domain/payment-method.ts'

const NONE = { brand: null, last4: '', exp_month: null, exp_year: null, bank: null }

type Described = Pick<SavedMethod, 'type'> & { display: MethodDisplay }

function described(method: Stripe.PaymentMethod): Described {
  const { type, card, sepa_debit, acss_debit, us_bank_account } = method
  if (type === 'card' && card) {
    const { brand, last4, exp_month, exp_year } = card
    return { type: 'card', display: { ...NONE, brand, last4, exp_month, exp_year } }
  }
  // Of a SEPA account only the code of the bank is known, not its name.
  if (type === 'sepa_debit')
    return { type: 'sepa_debit', display: { ...NONE, last4: sepa_debit?.last4 ?? '' } }
  if (type === 'acss_debit') return { type: 'acss_debit', display: accountOf(acss_debit) }
  if (type === 'us_bank_account')
    return { type: 'us_bank_account', display: accountOf(us_bank_account) }
  if (type === 'link') return { type: 'link', display: { ...NONE, brand: 'link' } }
  return { type: 'other', display: { ...NONE, brand: type } }
}

const accountOf = (
  account: { bank_name: string | null; last4: string | null } | undefined,
): MethodDisplay => ({
  ...NONE,
  last4: account?.last4 ?? '',
  bank: account?.bank_name ?? null,
})

export const methodOf = (method: Stripe.PaymentMethod): SavedMethod => ({
  ref: method.id,
  ...described(method),
})

/**
 * The method with which a customer paid, if the customer checked the box of Stripe's page that saves it: only then it
 * belongs to the Stripe customer and can be shown again.
 */
export function savedMethod(method: Stripe.PaymentMethod | string | null): SavedMethod | undefined {
  if (method === null || typeof method === 'string') return undefined
  const isSaved = method.allow_redisplay === 'always' && method.customer !== null
  return isSaved ? methodOf(method) : undefined
}
