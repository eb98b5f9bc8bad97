// Payment methods: cards and accounts that a gateway keeps for a customer. Their numbers are never known here.

import { billingError } from './errors.ts'

export const PAYMENT_METHOD_TYPES = [
  'card',
  'sepa_debit',
  'acss_debit',
  'us_bank_account',
  'link',
  'other',
] as const
export type PaymentMethodType = (typeof PAYMENT_METHOD_TYPES)[number]

export const PAYMENT_METHOD_STATUSES = ['active', 'detached'] as const
export type PaymentMethodStatus = (typeof PAYMENT_METHOD_STATUSES)[number]

/** What a customer recognizes a method by. */
export interface MethodDisplay {
  /** Such as "visa"; null for accounts. */
  brand: string | null
  last4: string
  exp_month: number | null
  exp_year: number | null
  /** The name of the bank; null for cards. */
  bank: string | null
}

/** A method as a gateway describes it. */
export interface SavedMethod {
  /** What the gateway calls it. */
  ref: string
  type: PaymentMethodType
  display: MethodDisplay
}

/** True if invoices can be paid through a gateway: so far only test environments have one. */
export const hasGateway = ({ mode }: { mode: 'test' | 'live' }): boolean => mode === 'test'

/** Throws `gateway_not_configured` in an environment without a gateway. */
export function assertGateway(environment: { mode: 'test' | 'live' }): void {
  if (hasGateway(environment)) return
  throw billingError(
    'gateway_not_configured',
    'This environment has no payment gateway. Record the payment with POST /v1/payments.',
  )
}

/** Throws `method_not_reusable` unless a payment can be made with the method. */
export function assertReusable(
  { status, reusable }: { status: PaymentMethodStatus; reusable: boolean },
  param: string | null,
): void {
  if (status === 'active' && reusable) return
  throw billingError(
    'method_not_reusable',
    `This payment method is ${status === 'detached' ? 'detached' : 'for one payment only'}. Use another one, or let the customer pay on the page of an invoice and save a card there.`,
    { param },
  )
}
