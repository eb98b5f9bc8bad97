// Exact money: whole amounts in a currency's smallest unit, one rounding rule, splitting without loss.

import type { Constraint } from '../constraint.ts'
import { messageOf } from '../constraint-messages.ts'
import { invariant } from '../invariant.ts'
import { currencyExponent } from './currencies.ts'
import { billingError } from './errors.ts'

/** The largest amount: beyond it, JSON numbers are not exact in every parser. */
export const AMOUNT_MAX = Number.MAX_SAFE_INTEGER

/** `unitAmount × quantity`, exact. Throws `amount_too_large`, naming `param`. */
export function multiply(
  unitAmount: number,
  quantity: number,
  param: string | null = null,
): number {
  return amountOf(BigInt(unitAmount) * BigInt(quantity), param)
}

/** The exact sum of amounts in one currency; 0 for none. Throws `amount_too_large`, as `multiply` does. */
export function sumAmounts(amounts: readonly number[], param: string | null = null): number {
  let sum = 0n
  for (const each of amounts) sum += BigInt(each)
  return amountOf(sum, param)
}

/** Converts a whole number to an amount. Throws `amount_too_large`, as `multiply` does. */
export function amountOf(exact: bigint, param: string | null = null): number {
  const rounded = Number(exact)
  if (Number.isSafeInteger(rounded)) return rounded
  const constraint: Constraint = { kind: 'amount_too_large', amount: `${exact}`, max: AMOUNT_MAX }
  const message = messageOf(constraint, param ?? 'The amount')
  throw billingError('amount_too_large', message, { param, constraint })
}

/**
 * The ratio as a whole number, halves away from zero: 5/2 is 3 and -5/2 is -3, so that a credit cancels a charge of the
 * same size exactly. No other function rounds.
 */
export function roundHalfAwayFromZero(numerator: bigint, denominator: bigint): bigint {
  invariant(denominator > 0n, 'A ratio is rounded over a positive denominator.')
  const sign = numerator < 0n ? -1n : 1n
  return (sign * (2n * sign * numerator + denominator)) / (2n * denominator)
}

/**
 * Splits a total in proportion to weights, by the largest remainder method. The parts sum to the total, and each
 * differs by less than one unit from its exact share. The order of the weights matters only between equal weights:
 * earlier ones get the remainder. A negative total, or weights with a negative sum, are split like the positive ones.
 * Weights are whole numbers; if they sum to 0, there is nothing to split.
 */
export function allocate(total: number, weights: readonly number[]): number[] {
  const whole = BigInt(Math.abs(total))
  const given = weights.map(BigInt)
  const sum = given.reduce((all, weight) => all + weight, 0n)
  invariant(sum !== 0n || whole === 0n, 'Only a total of 0 can be split over weights of 0.')
  if (whole === 0n) return weights.map(() => 0)

  const weightSum = sum < 0n ? -sum : sum
  const parts = given.map((weight, index) => {
    const exact = whole * (sum < 0n ? -weight : weight)
    const share = floored(exact, weightSum)
    return { index, weight: exact, share, remainder: exact - share * weightSum }
  })
  let left = whole - parts.reduce((all, part) => all + part.share, 0n)
  const byClaim = parts.toSorted(
    (a, b) =>
      descending(a.remainder, b.remainder) || descending(a.weight, b.weight) || a.index - b.index,
  )
  for (const part of byClaim) {
    if (left === 0n) break
    part.share += 1n
    left -= 1n
  }
  return parts.map((part) => (total < 0 ? Number(-part.share) : Number(part.share)))
}

/** The floor of a ratio. */
function floored(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient
}

function descending(a: bigint, b: bigint): number {
  return a === b ? 0 : a > b ? -1 : 1
}

/** Longer decimals are refused before they are parsed. */
const DECIMAL_LENGTH_MAX = 64

/**
 * Parses a decimal like "-12.5" to a whole number of its smallest digit: "1.25" at scale 2 is 125n. Digits beyond the
 * scale must be zeros: nothing is rounded here. Throws `parameter_invalid`.
 */
export function parseDecimal(text: string, scale: number): bigint {
  const match = text.length <= DECIMAL_LENGTH_MAX ? /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) : null
  const [, sign = '', whole = '', fraction = ''] = match ?? []
  if (match === null || /[^0]/.test(fraction.slice(scale))) {
    throw billingError(
      'parameter_invalid',
      `A decimal has digits and at most ${scale} decimal places, such as ${formatDecimal(125n, scale)}.`,
    )
  }
  const digits = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'))
  return sign === '-' ? -digits : digits
}

/** Formats a whole number of the smallest digit with all its digits: 125n at scale 2 is "1.25". */
export function formatDecimal(value: bigint, scale: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  const point = digits.length - scale
  const fraction = scale === 0 ? '' : `.${digits.slice(point)}`
  return `${value < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`
}

const moneyFormats = new Map<string, Intl.NumberFormat>()

/**
 * Formats an amount for people in a locale (a language tag): "CA$19.99" for en, "19,99 $CA" for fr, with no-break
 * spaces. Intl supplies the symbol and the grouping (from CLDR); the digits are passed as a decimal, never as a float.
 * A sum too large for an exact number is passed as a bigint or a string of digits.
 */
export function formatMoneyIn(
  locale: string,
  amount: number | bigint | string,
  currency: string,
): string {
  const exponent = currencyExponent(currency)
  return format(locale, currency, exponent, formatDecimal(BigInt(amount), exponent))
}

/** Like `formatMoneyIn` for fractions of the smallest unit, with all their digits: `digits / 10^scale` units. */
export function formatExactMoneyIn(
  locale: string,
  { digits, scale }: { digits: bigint; scale: number },
  currency: string,
): string {
  const exponent = currencyExponent(currency)
  const decimal = formatDecimal(digits, scale + exponent)
  const fraction = decimal.slice(decimal.length - scale - exponent).replace(/0+$/, '')
  return format(
    locale,
    currency,
    scale === 0 ? exponent : Math.max(exponent, fraction.length),
    decimal,
  )
}

function format(locale: string, currency: string, fraction: number, decimal: string): string {
  const key = `${locale}/${currency}/${fraction}`
  let format = moneyFormats.get(key)
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: fraction,
      maximumFractionDigits: fraction,
    })
    moneyFormats.set(key, format)
  }
  return format.format(decimal as Intl.StringNumericLiteral)
}

/** Formats an amount in English with plain spaces: "CA$19.99", "¥10,000", "KWD 1.234". */
export function formatMoney(amount: number, currency: string): string {
  return formatMoneyIn('en', amount, currency).replaceAll('\u00a0', ' ')
}
