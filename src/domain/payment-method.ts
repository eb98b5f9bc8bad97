// Payment methods: cards and accounts that a gateway keeps for a customer. Their numbers are never known here.

import { billingError } from './errors.ts'
import { isServing, type Served } from './gateway.ts'

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

export interface Method {
  /** Null: the simulated gateway. */
  gateway_id: string | null
  status: PaymentMethodStatus
  reusable: boolean
}

/** Throws `method_not_reusable` unless payments can be made with the method. */
export function assertReusable({ status, reusable }: Method, param: string | null): void {
  if (status === 'active' && reusable) return
  throw billingError(
    'method_not_reusable',
    `This payment method is ${status === 'detached' ? 'detached' : 'for one payment only'}. ${ANOTHER}`,
    { param },
  )
}

const ANOTHER =
  'Use another one, or let the customer pay on the page of an invoice and save a card there.'

/** True if a payment in this currency can be made with the method now. */
export const isChargeable = (method: Method, currency: string, environment: Served): boolean =>
  method.status === 'active' &&
  method.reusable &&
  isServing(method.gateway_id, currency, environment)

/** Throws `method_not_reusable` unless it is chargeable. */
export function assertChargeable(
  method: Method,
  { currency, environment, param }: { currency: string; environment: Served; param: string | null },
): void {
  assertReusable(method, param)
  if (isServing(method.gateway_id, currency, environment)) return
  throw billingError(
    'method_not_reusable',
    `The gateway that has this payment method takes no new payments in ${currency}: it is disabled, another one serves instead of the simulated gateway, or it does not take the currency. ${ANOTHER}`,
    { param },
  )
}
