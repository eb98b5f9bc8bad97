// The products of the demo's company: appointment software, billed by the month.

import type { Place } from './places.ts'

type Currency = Place['currency']
type Language = 'en' | 'fr'

export interface Good {
  name: string
  description: string
  /** Price of one unit, in the smallest unit of the currency. */
  price: Record<Currency, number>
  /** The description on an invoice, followed by the month if it is billed by the month. */
  words: Record<Language, string>
}

const price = (cad: number, usd: number, eur: number, gbp: number) => ({ cad, usd, eur, gbp })

export const GOODS = {
  solo: {
    name: 'Solo plan',
    description: 'One calendar, online booking, reminders by mail.',
    price: price(4_900, 3_700, 3_500, 2_900),
    words: { en: 'Solo plan', fr: 'Forfait Solo' },
  },
  studio: {
    name: 'Studio plan',
    description: 'Up to ten calendars at one location, classes and waiting lists.',
    price: price(12_900, 9_900, 8_900, 7_900),
    words: { en: 'Studio plan, one location', fr: 'Forfait Studio, un établissement' },
  },
  clinic: {
    name: 'Clinic plan',
    description: 'Unlimited calendars at one location, intake forms, rooms and equipment.',
    price: price(34_900, 25_900, 23_900, 20_900),
    words: { en: 'Clinic plan, one location', fr: 'Forfait Clinique, un établissement' },
  },
  texts: {
    name: 'Text messages',
    description: 'Price per reminder by text message.',
    price: price(6, 5, 5, 4),
    words: { en: 'Reminders by text message', fr: 'Rappels par message texte' },
  },
  support: {
    name: 'Priority support',
    description: 'A response within the hour on working days.',
    price: price(9_900, 7_500, 6_900, 5_900),
    words: { en: 'Priority support', fr: 'Assistance prioritaire' },
  },
  setup: {
    name: 'Setup',
    description: 'One-time transfer of calendars and customers from another system.',
    price: price(75_000, 56_000, 52_000, 44_000),
    words: { en: 'Setup and migration of data', fr: 'Mise en service et reprise des données' },
  },
  training: {
    name: 'Training',
    description: 'Half a day of training, on site or by video.',
    price: price(60_000, 45_000, 41_000, 35_000),
    words: { en: 'Training, half a day', fr: 'Formation, une demi-journée' },
  },
  terminal: {
    name: 'Card terminal',
    description: 'For the front desk. Delivered ready for use.',
    price: price(32_900, 24_900, 22_900, 19_900),
    words: { en: 'Card terminal', fr: 'Terminal de paiement' },
  },
  fax: {
    name: 'Fax gateway',
    description: 'Price per reminder by fax. No longer sold.',
    price: price(18, 14, 12, 10),
    words: { en: 'Reminders by fax', fr: 'Rappels par télécopie' },
  },
} satisfies Record<string, Good>
export type GoodName = keyof typeof GOODS

const MONTHS: Record<Language, readonly string[]> = {
  en: [
    ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
    ...['October', 'November', 'December'],
  ],
  fr: [
    ...['janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'septembre'],
    ...['octobre', 'novembre', 'décembre'],
  ],
}

/** The month of a date: 2026-03-17 becomes "March 2026". */
export function monthOf(date: string, language: Language): string {
  const [year, month] = date.split('-')
  return `${MONTHS[language][Number(month) - 1]} ${year}`
}
