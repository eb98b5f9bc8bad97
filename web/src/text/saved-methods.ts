// The names of saved cards and accounts: by brand or bank, and the last digits of the number.
import { displayName, type NamedMethod } from '../../../src/domain/payment-method-name.ts'
import { type Format, useFormat } from './format.ts'
import { defineMessages, useMessages } from './locale.tsx'

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

/** "Visa •••• 4242"; without the digits once they are erased. */
export function methodName({ locale }: Pick<Format, 'locale'>, method: NamedMethod): string {
  const { types } = savedMessages[locale.startsWith('fr') ? 'fr' : 'en']
  const { type, display } = method
  if (!display) return types[type]
  return displayName(display, types[type])
}

/** The name of a method in the language of the page. */
export function useMethodName(): (method: NamedMethod) => string {
  const format = useFormat()
  return (method) => methodName(format, method)
}

/** When a card expires; what kind of account any other method is. */
export function useMethodDetail(): (method: NamedMethod) => string {
  const m = useMessages(savedMessages)
  return ({ type, display }) => {
    if (!display) return ''
    const { exp_month, exp_year, bank } = display
    if (exp_month && exp_year)
      return m.expires(String(exp_month).padStart(2, '0'), String(exp_year))
    return bank ? m.types[type] : ''
  }
}
