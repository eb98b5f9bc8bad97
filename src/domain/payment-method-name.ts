// What a payment method is called: by brand or bank, and the last digits of its number.

import type { MethodDisplay, PaymentMethodType } from './payment-method.ts'

export interface NamedMethod {
  type: PaymentMethodType
  /** Null once erased. */
  display: MethodDisplay | null
}

/** Brands whose names are not the gateway's word with a capital letter. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** Such as "Visa •••• 4242"; `unnamed` is for a method without a brand or bank. */
export function displayName({ brand, bank, last4 }: MethodDisplay, unnamed: string): string {
  const name = brand ? (BRANDS[brand] ?? capitalized(brand)) : (bank ?? unnamed)
  // One unit, which does not wrap.
  return `${name} ••••\u00a0${last4}`
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
