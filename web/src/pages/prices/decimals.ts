// Decimals as people type them, and as the API takes them: texts in the smallest unit, in exact digits.
import { currencyExponent } from '../../../../src/domain/currencies.ts'
import { formatDecimal } from '../../../../src/domain/money.ts'
import { parseDigits, type Spelling, textOfDecimal } from '../../text/amount-text.ts'
import { twoReadings } from '../../text/two-readings.ts'

/** As many digits after the point as a decimal of the API has. */
const SCALE = 12
/** As many digits before it. */
const WHOLE_MOST = 10n ** BigInt(12 + SCALE)

/** A quantity such as "1,5" as the decimal "1.5"; undefined where it is none, or negative. */
export function decimalOf(text: string, locale: string): string | undefined {
  return written(parseDigits(text, SCALE, { locale }))
}

/** The refusal of a quantity that can be read in two ways. */
export function decimalInTwo(text: string, locale: string): string | undefined {
  return twoReadings(text, SCALE, { locale })
}

/** From 0 to 100 with at most four decimals, as the API takes it; undefined otherwise. */
export function percentOf(text: string, locale: string): string | undefined {
  const rate = decimalOf(withoutSign(text), locale)
  return rate !== undefined && /^(?:100|\d{1,2}(?:\.\d{1,4})?)$/.test(rate) ? rate : undefined
}

/** The refusal of a percentage that can be read in two ways. */
export function percentInTwo(text: string, locale: string): string | undefined {
  return decimalInTwo(withoutSign(text), locale)
}

const withoutSign = (text: string): string => text.replace(/\s*%\s*$/, '')

/** An amount of the major unit such as "0.0001" as a decimal of the smallest unit: "0.01". */
export function unitOf(text: string, spelling: Spelling): string | undefined {
  return written(parseDigits(text, unitScale(spelling), spelling))
}

/** The refusal of a unit price that can be read in two ways. */
export function unitInTwo(text: string, spelling: Spelling): string | undefined {
  return twoReadings(text, unitScale(spelling), spelling)
}

const unitScale = ({ currency }: Spelling): number => SCALE + currencyExponent(currency)

/** Several of them, between semicolons. */
export function amountsOf(text: string, spelling: Spelling): string[] | undefined {
  const texts = text.split(';').filter((each) => each.trim() !== '')
  const amounts = texts.map((each) => unitOf(each, spelling))
  const isWhole = amounts.length > 0 && amounts.every((amount) => amount !== undefined)
  return isWhole ? (amounts as string[]) : undefined
}

/** The refusal of the first of several that can be read in two ways. */
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

/** The same as it is typed here. */
export const textOfUnit = (decimal: string, spelling: Spelling): string =>
  textOfDecimal(majorOf(decimal, spelling.currency), spelling)
