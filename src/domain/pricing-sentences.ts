// Sentences that explain how a line's amount was computed, in each document language.

import { exactText, minus, parseExact } from './decimal.ts'
import type { LineDerivation } from './derivation.ts'
import { formatExactMoneyIn, formatMoneyIn } from './money.ts'
import type { Part, PriceModel, Pricing } from './pricing.ts'
import type { PartOfMinimum, Rests } from './rest.ts'

/** A priced line: its terms, and the result of the pricing rule. */
export interface PricedLine {
  terms: Pricing
  quantity: string
  parts: readonly Part[]
  /** The value before rounding, if rounding changed it. */
  exact?: string | undefined
  /** For a part of a period. */
  rests?: Rests | undefined
  /** The units billed before, if only those beyond them are charged. */
  before?: string | undefined
  /** Set if the price is a minimum, of which only what is missing is charged. */
  minimum?: PartOfMinimum | undefined
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
  /** The price of a period, and of some of its days. */
  part(price: string, days: string, some: string, amount: string): string
  /** Units in addition to those billed before. */
  more(added: string, quantity: string, before: string): string
  /** A price, and that of the units billed before. */
  beyond(price: string, before: string): string
  minimum(amount: string): string
  missing(minimum: string, billed: string, amount: string): string
  /** The share of a shortfall for one of the products that were billed. */
  divided(missing: string, own: string, all: string, amount: string): string
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
    part: (price, days, some, amount) => `${price} for ${days} days; ${some} of them: ${amount}`,
    more: (added, quantity, before) => `${added} more (${quantity} instead of ${before}): `,
    beyond: (price, before) => `${price}, less ${before} billed already,`,
    minimum: (minimum) => `minimum of ${minimum}`,
    missing: (minimum, billed, amount) => `${minimum}, less ${billed} billed: ${amount}`,
    divided: (missing, own, all, amount) =>
      `${missing}; ${own} of ${all} were billed for this product: ${amount}`,
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
    part: (price, days, some, amount) =>
      `${price} pour ${days} jours\u00a0; ${some} d’entre eux\u00a0: ${amount}`,
    more: (added, quantity, before) =>
      `${added} de plus (${quantity} au lieu de ${before})\u00a0: `,
    beyond: (price, before) => `${price}, moins ${before} déjà facturés,`,
    minimum: (minimum) => `minimum de ${minimum}`,
    missing: (minimum, billed, amount) => `${minimum}, moins ${billed} facturés\u00a0: ${amount}`,
    divided: (missing, own, all, amount) =>
      `${missing}\u00a0; ${own} des ${all} ont été facturés pour ce produit\u00a0: ${amount}`,
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
  const { locale } = language
  const amount = formatMoneyIn(locale, line.amount, currency)
  const { rests } = line
  const sentence = rests
    ? partSentence(line, rests, language, currency)
    : wholeSentence(line, resultOf(line, amount, language, currency), language, currency)
  return locale === 'en' ? sentence.replaceAll('\u00a0', ' ') : sentence
}

/** How the amount of a line follows from its derivation. */
export function derivedSentence(
  tag: keyof typeof PRICING_LANGUAGES,
  { inputs, pricing, parts = [], exact, rests, result: amount }: LineDerivation,
  terms: Pricing,
  currency: string,
): string {
  const { quantity_before: before, minimum } = pricing?.part ?? {}
  const line = { terms, quantity: String(inputs.quantity), parts, exact, rests, before, amount }
  return pricingSentence(tag, { ...line, minimum }, currency)
}

function resultOf(
  { exact }: PricedLine,
  amount: string,
  language: PricingLanguage,
  currency: string,
): string {
  return exact ? language.rounded(moneyOf(language.locale, exact, currency), amount) : amount
}

function wholeSentence(
  line: PricedLine,
  result: string,
  language: PricingLanguage,
  currency: string,
): string {
  const { model } = line.terms
  const isNothing = line.parts.length === 0 && model !== 'flat' && model !== 'per_unit'
  if (isNothing) return language.none(result)
  return language.sentences[model]({
    sum: sumOf(line, language, currency),
    quantity: decimalIn(language.locale, line.quantity),
    tier: Number(line.parts[0]?.inputs.tier ?? 0),
    result,
  })
}

const DAY_S = 86_400
/** Days are shown to a second, so that readers can compute the amount. */
export const daysIn = (locale: string, seconds: number): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 5 }).format(seconds / DAY_S)

/** "2 more (5 instead of 3): ", if units were added; "" otherwise. */
function addedUnits(
  { terms, quantity, before }: PricedLine,
  { locale, more }: PricingLanguage,
): string {
  if (before === undefined || before === quantity || terms.model === 'percentage') return ''
  const added = exactText(minus(parseExact(quantity), parseExact(before)))
  return more(decimalIn(locale, added), decimalIn(locale, quantity), decimalIn(locale, before))
}

function partSentence(
  line: PricedLine,
  { price, seconds, left: [from, to], rests, before }: Rests,
  language: PricingLanguage,
  currency: string,
): string {
  const { locale } = language
  const whole = wholeSentence(line, moneyOf(locale, price, currency), language, currency)
  const amount = formatMoneyIn(locale, line.amount, currency)
  if (line.minimum) {
    const money = (units: number) => formatMoneyIn(locale, units, currency)
    const { billed, products, product = 0 } = line.minimum
    const minimum = language.minimum(moneyOf(locale, price, currency))
    const [all, some] = [daysIn(locale, seconds), daysIn(locale, from)]
    const due = from === seconds ? minimum : language.part(minimum, all, some, money(rests[0]))
    const missing = language.missing(due, money(billed), money(rests[0] - billed))
    return products
      ? language.divided(missing, money(products[product] ?? 0), money(billed), amount)
      : missing
  }
  // A line for the whole period costs its price.
  if (!before && from === seconds && to === 0) return whole
  const charged = before ? language.beyond(whole, moneyOf(locale, before.price, currency)) : whole
  const shown = `${addedUnits(line, language)}${charged}`
  return language.part(shown, daysIn(locale, seconds), daysIn(locale, from - to), amount)
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
