// Sentences that explain why a tax applies or not, in each language.

import { en } from '../languages/en.ts'
import { fr } from '../languages/fr.ts'
import { regionsOf } from '../regions.ts'
import type { TaxReason, TaxReasonCode } from './tax.ts'

type Sentences = Readonly<Record<TaxReasonCode, (place: string) => string>>

export const TAX_SENTENCES = {
  en: {
    rate_named: () => 'The line names this rate.',
    customer_exempt: () => 'The customer is tax exempt.',
    product_exempt: () => 'The product is exempt from tax.',
    registered: (place) => `You are registered for it, and the customer is in ${place}.`,
    export: (place) => `The customer is in ${place}, outside the country you are registered in.`,
    reverse_charge: (place) =>
      `The customer is a business in ${place} with a VAT number, and owes the tax itself.`,
    oss: (place) =>
      `The customer is a consumer in ${place}, whose rate you collect by the One-Stop Shop.`,
    below_threshold: (place) =>
      `The customer is a consumer in ${place}, and you collect the rate of your own country.`,
    outside_eu: (place) => `The customer is in ${place}, outside the European Union.`,
    outside_vat_area: (place) => `The customer is in a part of ${place} outside the VAT area.`,
    not_registered: (place) => `You are not registered for tax in ${place}.`,
    address_missing: () =>
      'The customer has no country, or no province or state where the tax depends on it.',
    rate_unknown: (place) => `You are registered in ${place}, but no rate is known for this day.`,
    none_named: () => 'The line asks for no tax.',
    automatic_off: () => 'Automatic tax is off, and the line names no rates.',
  },
  fr: {
    rate_named: () => 'La ligne indique ce taux.',
    customer_exempt: () => 'Le client est exonéré de taxe.',
    product_exempt: () => 'Le produit est exonéré de taxe.',
    registered: (place) =>
      `Vous êtes inscrit à cette taxe, et le client se trouve dans son territoire (${place}).`,
    export: (place) => `Le client (${place}) se trouve hors du pays où vous êtes inscrit.`,
    reverse_charge: (place) =>
      `Le client (${place}) est une entreprise qui a un numéro de TVA, et doit lui-même la taxe.`,
    oss: (place) =>
      `Le client (${place}) est un consommateur, et vous percevez le taux de son pays par le guichet unique.`,
    below_threshold: (place) =>
      `Le client (${place}) est un consommateur, et vous percevez le taux de votre pays.`,
    outside_eu: (place) => `Le client (${place}) se trouve hors de l’Union européenne.`,
    outside_vat_area: (place) =>
      `Le client se trouve dans une partie de son pays (${place}) hors du territoire de la TVA.`,
    not_registered: (place) =>
      `Vous n’êtes inscrit à aucune taxe là où se trouve le client (${place}).`,
    address_missing: () =>
      'Le client n’a pas de pays, ou pas de province ou d’État là où la taxe en dépend.',
    rate_unknown: (place) =>
      `Vous êtes inscrit à cet endroit (${place}), mais aucun taux n’est connu à cette date.`,
    none_named: () => 'La ligne ne demande aucune taxe.',
    automatic_off: () =>
      'Les taxes automatiques sont désactivées, et la ligne n’indique aucun taux.',
  },
} as const satisfies Record<string, Sentences>

/** "Quebec, Canada" for `CA-QC`, as it follows "in" in English. */
function placeNamed(language: keyof typeof TAX_SENTENCES, place: string): string {
  const [code = '', region] = place.split('-')
  const called = { en, fr }[language].country(code)
  const hasArticle = language === 'en' && /^(United|Netherlands|Philippines|Bahamas)/.test(called)
  if (region === undefined) return hasArticle ? `the ${called}` : called
  const found = regionsOf(code).find((each) => each.code === region)
  const name = (language === 'fr' && found?.french) || found?.name
  return `${name ?? region}, ${called}`
}

export function reasonSentence(language: keyof typeof TAX_SENTENCES, reason: TaxReason): string {
  const sentences: Sentences = TAX_SENTENCES[language]
  return sentences[reason.code](placeNamed(language, reason.place))
}
