// Decimals as people type them, and as the API takes them: texts in the smallest unit, in exact digits.
import { currencyExponent } from '../../../../src/domain/currencies.ts'
import { formatDecimal } from '../../../../src/domain/money.ts'
import { parseDigits } from '../../text/amount-text.ts'

/** How numbers are written here. */
export interface Spelling {
  mark: '.' | ','
  currency: string
}

/** As many digits after the point as a decimal of the API has. */
const SCALE = 12
/** As many digits before it. */
const WHOLE_MOST = 10n ** BigInt(12 + SCALE)

/** A quantity such as "1,5" as the decimal "1.5"; undefined where it is none, or negative. */
export function decimalOf(text: string, mark: '.' | ','): string | undefined {
  return written(parseDigits(text, SCALE, mark))
}

/** An amount of the major unit such as "0.0001" as a decimal of the smallest unit: "0.01". */
export function unitOf(text: string, { mark, currency }: Spelling): string | undefined {
  return written(parseDigits(text, SCALE + currencyExponent(currency), mark))
}

/** Several of them, between semicolons. */
export function amountsOf(text: string, spelling: Spelling): string[] | undefined {
  const texts = text.split(';').filter((each) => each.trim() !== '')
  const amounts = texts.map((each) => unitOf(each, spelling))
  const isWhole = amounts.length > 0 && amounts.every((amount) => amount !== undefined)
  return isWhole ? (amounts as string[]) : undefined
}

function written(digits: bigint | undefined): string | undefined {
  if (digits === undefined || digits < 0n || digits >= WHOLE_MOST) return undefined
  return shortest(formatDecimal(digits, SCALE))
}

const shortest = (decimal: string): string => decimal.replace(/\.?0+$/, '')

/** A decimal as it is typed here: "1.5" is "1,5" where that is the sign. */
export const textOfDecimal = (decimal: string, mark: '.' | ','): string =>
  decimal.replace('.', mark)

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
export const textOfUnit = (decimal: string, { mark, currency }: Spelling): string =>
  textOfDecimal(majorOf(decimal, currency), mark)
