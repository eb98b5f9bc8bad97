// Money, dates and times in the format of the account's country and zone, in the reader's language.
import { useMemo } from 'react'
import { currencyExponent } from '../../../src/domain/currencies.ts'
import { formatMoneyIn } from '../../../src/domain/money.ts'
import { useTenant } from '../api/tenant.ts'
import { writtenWith } from './amount-text.ts'
import { type Language, useLanguage } from './locale.tsx'

export interface Format {
  locale: string
  timeZone: string
  /** An amount in the smallest unit of its currency. */
  /** Sums over many objects are strings (`amount_exact`), since a number may not hold them. */
  money(amount: number | bigint | string, currency: string): string
  /** A decimal of the major unit, as in credit: "25.00000000". */
  decimal(value: string, currency: string): string
  /** A calendar date, `2026-12-20`. */
  date(date: string): string
  /** The day of a timestamp, in the account's zone or that of a subscription. */
  day(instant: string, zone?: string): string
  /** The last day of a period, from its exclusive end. */
  lastDay(end: string, zone?: string): string
  /** Day and time of a timestamp, in the account's zone. */
  time(instant: string): string
  /** An instant with the name of the zone, for readers in other zones. */
  zoned(instant: string): string
  number(value: number): string
  /** A percentage from a decimal such as "9.975", with all its digits. */
  percent(decimal: string): string
}

function localeOf(language: Language, account: { language: string; country: string }): string {
  if (account.language.startsWith(`${language}-`)) return account.language
  const tag = account.country ? `${language}-${account.country}` : language
  return Intl.DateTimeFormat.supportedLocalesOf([tag])[0] ?? language
}

export function useFormat(): Format {
  const { settings } = useTenant()
  const { language } = useLanguage()
  const { language: own = 'en', country = '', time_zone = 'UTC' } = settings ?? {}
  return useMemo(
    () => formatOf(localeOf(language, { language: own, country }), time_zone),
    [language, own, country, time_zone],
  )
}

function formatOf(locale: string, timeZone: string): Format {
  const civil = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  // French uses an ordinal for the first of a month, which Intl does not support.
  const dated = (text: string) =>
    locale.startsWith('fr') ? text.replace(/^1(?=\s\p{L})/u, '1er') : text
  const ofDay = { dateStyle: 'medium' } as const
  const day = new Intl.DateTimeFormat(locale, { ...ofDay, timeZone })
  const dayOf = (instant: string | number, zone?: string) => {
    const own = zone ? new Intl.DateTimeFormat(locale, { ...ofDay, timeZone: zone }) : day
    return dated(own.format(new Date(instant)))
  }
  const time = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })
  const number = new Intl.NumberFormat(locale)
  const percent = { style: 'unit', unit: 'percent', maximumFractionDigits: 12 } as const
  const percents = new Intl.NumberFormat(locale, percent)
  const timed = (instant: string) => dated(time.format(new Date(instant)))
  return {
    locale,
    timeZone,
    money: (amount, currency) => formatMoneyIn(locale, amount, currency),
    decimal(value, currency) {
      const digits = currencyExponent(currency)
      const most = { minimumFractionDigits: digits, maximumFractionDigits: 8 }
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...most })
      return format.format(value as Intl.StringNumericLiteral)
    },
    date: (date) => dated(civil.format(new Date(`${date}T00:00:00Z`))),
    day: dayOf,
    lastDay: (end, zone) => dayOf(Date.parse(end) - 1, zone),
    time: timed,
    zoned: (instant) => `${timed(instant)} (${timeZone})`,
    number: (value) => writtenWith(locale, number.formatToParts(value)),
    percent: (decimal) =>
      writtenWith(locale, percents.formatToParts(decimal as Intl.StringNumericLiteral)),
  }
}
