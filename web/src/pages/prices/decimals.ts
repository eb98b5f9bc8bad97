// Converts decimals between the input of users and the values of the API: exact strings in the smallest unit.
import { currencyExponent } from '../../../../src/domain/currencies.ts'
import { formatDecimal } from '../../../../src/domain/money.ts'
import { parseDigits, type Spelling, textOfDecimal } from '../../text/amount-text.ts'
import { twoReadings } from '../../text/two-readings.ts'

/** The API's maximum of decimals. */
const SCALE = 12
/** The API's maximum of digits before the point. */
const WHOLE_MOST = 10n ** BigInt(12 + SCALE)

/** A quantity such as "1,5" as the decimal "1.5"; undefined if it is invalid or negative. */
export function decimalOf(text: string, locale: string): string | undefined {
  return written(parseDigits(text, SCALE, { locale }))
}

/** The error of an ambiguous quantity. */
export function decimalInTwo(text: string, locale: string): string | undefined {
  return twoReadings(text, SCALE, { locale })
}

/** From 0 to 100 with at most four decimals, for the API; undefined otherwise. */
export function percentOf(text: string, locale: string): string | undefined {
  const rate = decimalOf(withoutSign(text), locale)
  return rate !== undefined && /^(?:100|\d{1,2}(?:\.\d{1,4})?)$/.test(rate) ? rate : undefined
}

/** The error of an ambiguous percentage. */
export function percentInTwo(text: string, locale: string): string | undefined {
  return decimalInTwo(withoutSign(text), locale)
}

const withoutSign = (text: string): string => text.replace(/\s*%\s*$/, '')

/** An amount of the major unit such as "0.0001" as a decimal of the smallest unit: "0.01". */
export function unitOf(text: string, spelling: Spelling): string | undefined {
  return written(parseDigits(text, unitScale(spelling), spelling))
}

/** The error of an ambiguous unit price. */
export function unitInTwo(text: string, spelling: Spelling): string | undefined {
  return twoReadings(text, unitScale(spelling), spelling)
}

const unitScale = ({ currency }: Spelling): number => SCALE + currencyExponent(currency)

/** Several amounts, separated by semicolons. */
export function amountsOf(text: string, spelling: Spelling): string[] | undefined {
  const texts = text.split(';').filter((each) => each.trim() !== '')
  const amounts = texts.map((each) => unitOf(each, spelling))
  const isWhole = amounts.length > 0 && amounts.every((amount) => amount !== undefined)
  return isWhole ? (amounts as string[]) : undefined
}

/** The error of the first ambiguous amount of several. */
export function amountsInTwo(text: string, spelling: Spelling): string | undefined {
  const texts = text.split(';')
  return texts.map((each) => unitInTwo(each, spelling)).find((each) => each !== undefined)
}

function written(digits: bigint | undefined): string | undefined {
  if (digits === undefined || digits < 0n || digits >= WHOLE_MOST) return undefined
  return shortest(formatDecimal(digits, SCALE))
}

const shortest = (decimal: string): string => decimal.replace(/\.?0+$/, '')

/** A decimal of the smallest unit in the major unit: "0.01" of cad is "0.0001". */
export function majorOf(decimal: string, currency: string): string {
  const exponent = currencyExponent(currency)
  const [whole = '', fraction = ''] = decimal.split('.')
  const major = formatDecimal(BigInt(whole + fraction), exponent + fraction.length)
  if (!fraction) return major
  const [units = '', digits = ''] = major.split('.')
  const kept = digits.replace(/0+$/, '').padEnd(exponent, '0')
  return kept ? `${units}.${kept}` : units
}

/** The text of a unit price in the form used by input fields. */
export const textOfUnit = (decimal: string, spelling: Spelling): string =>
  textOfDecimal(majorOf(decimal, spelling.currency), spelling)
