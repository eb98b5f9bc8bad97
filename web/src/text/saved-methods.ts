// The names of saved cards and accounts: by brand or bank, and the last digits of the number.
import type { MethodDisplay, PaymentMethodType } from '../../../src/domain/payment-method.ts'
import { type Format, useFormat } from './format.ts'
import { defineMessages, useMessages } from './locale.tsx'
import { capitalized } from './resource-name.ts'

export const savedMessages = defineMessages({
  en: {
    types: {
      card: 'Card',
      sepa_debit: 'SEPA direct debit',
      acss_debit: 'Canadian bank debit',
      us_bank_account: 'US bank account',
      link: 'Link wallet',
      other: 'Bank account',
    },
    expires: (month: string, year: string) => `Expires ${month}/${year}`,
    isDefault: (name: string) => `${name} (default)`,
  },
  fr: {
    types: {
      card: 'Carte',
      sepa_debit: 'Prélèvement SEPA',
      acss_debit: 'Débit bancaire canadien',
      us_bank_account: 'Compte bancaire américain',
      link: 'Portefeuille Link',
      other: 'Compte bancaire',
    },
    expires: (month, year) => `Expire en ${month}/${year}`,
    isDefault: (name) => `${name} (par défaut)`,
  },
})

/** Brands whose names are not the gateway's word with a capital letter. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

export interface ShownMethod {
  type: PaymentMethodType
  display: MethodDisplay | null
}

/** "Visa •••• 4242"; without the digits once they are erased. */
export function methodName({ locale }: Pick<Format, 'locale'>, method: ShownMethod): string {
  const { types } = savedMessages[locale.startsWith('fr') ? 'fr' : 'en']
  const { type, display } = method
  if (!display) return types[type]
  const { brand, bank, last4 } = display
  const name = brand ? (BRANDS[brand] ?? capitalized(brand)) : (bank ?? types[type])
  // One unit, which does not wrap.
  return `${name} ••••\u00a0${last4}`
}

/** The name of a method in the language of the page. */
export function useMethodName(): (method: ShownMethod) => string {
  const format = useFormat()
  return (method) => methodName(format, method)
}

/** When a card expires; what kind of account any other method is. */
export function useMethodDetail(): (method: ShownMethod) => string {
  const m = useMessages(savedMessages)
  return ({ type, display }) => {
    if (!display) return ''
    const { exp_month, exp_year, bank } = display
    if (exp_month && exp_year)
      return m.expires(String(exp_month).padStart(2, '0'), String(exp_year))
    return bank ? m.types[type] : ''
  }
}
