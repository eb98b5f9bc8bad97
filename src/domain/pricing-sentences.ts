// Sentences that explain how a line's amount was computed, in each document language.

import { parseExact } from './decimal.ts'
import { formatExactMoneyIn, formatMoneyIn } from './money.ts'
import type { Part, PriceModel, Pricing } from './pricing.ts'

/** A priced line: its terms, and the result of the pricing rule. */
export interface PricedLine {
  terms: Pricing
  quantity: string
  parts: readonly Part[]
  /** The value before rounding, if rounding changed it. */
  exact?: string | undefined
  amount: number
}

/** The parts of a sentence, formatted in its language. */
interface Written {
  /** The addends, such as "10 × CA$0.05 + CA$1.00". */
  sum: string
  quantity: string
  /** For volume pricing: the tier that contains the quantity. */
  tier: number
  result: string
}

type Sentences = { readonly [M in PriceModel]: (written: Written) => string }

interface PricingLanguage {
  locale: string
  sentences: Sentences
  rounded(exact: string, amount: string): string
  packages(count: string, size: string, price: string): string
  of(rate: string, amount: string): string
  none(amount: string): string
}

export const PRICING_LANGUAGES = {
  en: {
    locale: 'en',
    sentences: {
      flat: ({ result }) => `flat price, ${result}`,
      per_unit: ({ sum, result }) => `${sum} = ${result}`,
      graduated: ({ quantity, sum, result }) => `${quantity} in tiers: ${sum} = ${result}`,
      volume: ({ quantity, tier, sum, result }) =>
        `${quantity} in tier ${tier}: ${sum} = ${result}`,
      package: ({ quantity, sum, result }) => `${quantity} in packages: ${sum} = ${result}`,
      percentage: ({ sum, result }) => `${sum} = ${result}`,
    },
    rounded: (exact, amount) => `${exact}, rounded to ${amount}`,
    packages: (count, size, price) => `${count} × ${price} per ${size}`,
    of: (rate, amount) => `${rate}% of ${amount}`,
    none: (amount) => `nothing to charge, ${amount}`,
  },
  fr: {
    locale: 'fr',
    sentences: {
      flat: ({ result }) => `prix forfaitaire, ${result}`,
      per_unit: ({ sum, result }) => `${sum} = ${result}`,
      graduated: ({ quantity, sum, result }) => `${quantity} par paliers\u00a0: ${sum} = ${result}`,
      volume: ({ quantity, tier, sum, result }) =>
        `${quantity} au palier ${tier}\u00a0: ${sum} = ${result}`,
      package: ({ quantity, sum, result }) => `${quantity} par lots\u00a0: ${sum} = ${result}`,
      percentage: ({ sum, result }) => `${sum} = ${result}`,
    },
    rounded: (exact, amount) => `${exact}, arrondi à ${amount}`,
    packages: (count, size, price) => `${count} × ${price} par ${size}`,
    of: (rate, amount) => `${rate}\u00a0% de ${amount}`,
    none: (amount) => `rien à facturer, ${amount}`,
  },
} as const satisfies Record<string, PricingLanguage>

/** A longer sum omits its middle to keep invoices short. */
const ADDENDS_MOST = 8

/**
 * Explains how a line's amount was computed: "13 in tiers: 10 × CA$0.05 + 3 × CA$0.025 = CA$0.575, rounded to CA$0.58".
 */
export function pricingSentence(
  tag: keyof typeof PRICING_LANGUAGES,
  line: PricedLine,
  currency: string,
): string {
  const language: PricingLanguage = PRICING_LANGUAGES[tag]
  const amount = formatMoneyIn(language.locale, line.amount, currency)
  const { model } = line.terms
  const isNothing = line.parts.length === 0 && model !== 'flat' && model !== 'per_unit'
  const exact = line.exact && moneyOf(language.locale, line.exact, currency)
  const sentence = isNothing
    ? language.none(amount)
    : language.sentences[model]({
        sum: sumOf(line, language, currency),
        quantity: decimalIn(language.locale, line.quantity),
        tier: Number(line.parts[0]?.inputs.tier ?? 0),
        result: exact ? language.rounded(exact, amount) : amount,
      })
  return language.locale === 'en' ? sentence.replaceAll('\u00a0', ' ') : sentence
}

/** Formats a decimal in a locale with all its digits: "1,234.5". */
export function decimalIn(locale: string, decimal: string): string {
  const maximumFractionDigits = 30
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits })
  return format.format(decimal as Intl.StringNumericLiteral)
}

/** Formats a unit price in a locale with all its digits. */
export function moneyOf(locale: string, decimal: string, currency: string): string {
  return formatExactMoneyIn(locale, parseExact(decimal), currency)
}

function sumOf(
  { terms, quantity, parts }: PricedLine,
  language: PricingLanguage,
  currency: string,
) {
  if (terms.model === 'per_unit') {
    const unit = moneyOf(language.locale, terms.unit_amount_decimal, currency)
    return `${decimalIn(language.locale, quantity)} × ${unit}`
  }
  const addends = parts.flatMap((part) => addendsOf(part, language, currency))
  if (addends.length <= ADDENDS_MOST) return addends.join(' + ')
  return [...addends.slice(0, ADDENDS_MOST - 2), '…', addends.at(-1)].join(' + ')
}

function addendsOf({ rule, inputs }: Part, language: PricingLanguage, currency: string): string[] {
  const count = (value: unknown) => decimalIn(language.locale, String(value))
  const money = (value: unknown) => moneyOf(language.locale, String(value), currency)
  switch (rule) {
    case 'tier': {
      const flat = inputs.flat_amount === 0 ? [] : [money(inputs.flat_amount)]
      return [`${count(inputs.units)} × ${money(inputs.unit_amount)}`, ...flat]
    }
    case 'packages':
      return [
        language.packages(count(inputs.packages), count(inputs.size), money(inputs.unit_amount)),
      ]
    case 'rate':
      return [language.of(count(inputs.rate), money(inputs.amount))]
    case 'events':
      return inputs.per_event === 0 ? [] : [`${count(inputs.events)} × ${money(inputs.per_event)}`]
  }
}
