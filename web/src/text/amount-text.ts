// Numbers as people type and sheets hold them: "1 234,50", "1,234.50", "CA$19.99", in exact digits.
import { parseDecimal } from '../../../src/domain/money.ts'

/** The sign before the decimals in a locale: a point or a comma. */
export function decimalMark(locale: string): '.' | ',' {
  return new Intl.NumberFormat(locale).format(1.5).includes(',') ? ',' : '.'
}

/**
 * A number in units of its last digit: "19,99" at scale 2 is 1999; undefined where it is none, or
 * has more digits than the scale. A sign that can be read in two ways is read as the locale does.
 */
export function parseAmount(text: string, scale: number, mark: '.' | ','): number | undefined {
  const amount = Number(parseDigits(text, scale, mark) ?? Number.NaN)
  return Number.isSafeInteger(amount) ? amount : undefined
}

/** The same of any size: a number does not hold the digits of a part of a cent. */
export function parseDigits(text: string, scale: number, mark: '.' | ','): bigint | undefined {
  const plain = text
    .trim()
    .replace(/^(-?)\s*[A-Za-z]{0,3}\s*\p{Sc}?\s*(?=[-\d])/u, '$1')
    .replace(/(?<=\d)\s*\p{Sc}?\s*[A-Za-z]{0,3}$/u, '')
    .replace(/[\s\u00a0\u202f'’]/g, '')
  if (!/^-?\d[\d.,]*$/.test(plain)) return undefined
  const at = decimalAt(plain, mark)
  const whole = at < 0 ? plain : plain.slice(0, at)
  const fraction = at < 0 ? '' : plain.slice(at + 1)
  if (!isGrouped(whole)) return undefined
  try {
    const digits = whole.replace(/[.,]/g, '')
    return parseDecimal(fraction ? `${digits}.${fraction}` : digits, scale)
  } catch {
    return undefined
  }
}

/** Where the decimals begin; -1 where there are none. */
function decimalAt(plain: string, mark: '.' | ','): number {
  const other = mark === '.' ? ',' : '.'
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  if (last < 0) return -1
  const sign = plain[last]
  const count = plain.split(sign as string).length - 1
  // A sign that stands there twice groups digits: no number has two beginnings of decimals.
  if (count > 1) return -1
  const isMixed = plain.includes('.') && plain.includes(',')
  if (isMixed || sign === mark) return last
  return sign === other && isGrouped(plain) ? -1 : last
}

/** Whether signs within stand before three digits each, all the same sign. Nobody groups after a zero: "0,125". */
function isGrouped(whole: string): boolean {
  return /^-?\d+$|^-?[1-9]\d{0,2}(?:,\d{3})+$|^-?[1-9]\d{0,2}(?:\.\d{3})+$/.test(whole)
}
