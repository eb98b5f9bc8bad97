// Parses numbers as people type them: by the marks that pages show, or refuses them with both readings.
import { currencyExponent } from '../../../src/domain/currencies.ts'
import {
  formatDecimal,
  formatExactMoneyIn,
  formatMoneyIn,
  parseDecimal,
} from '../../../src/domain/money.ts'

/** How pages write numbers: the locale of `useFormat`, and the currency if they are money. */
export interface Writing {
  locale: string
  currency?: string
}

/** How pages write amounts of one currency. */
export interface Spelling extends Writing {
  currency: string
}

interface Marks {
  decimal: string
  group: string
  /** The group mark as it is shown, with the kind of space that the locale uses. */
  shownGroup: string
  /** True if digits before the last three are grouped by two, as in India. */
  isByTwo: boolean
}

const known = new Map<string, Marks>()

/**
 * The marks of the money formatter. They depend on the currency too: en-CZ writes €1,234.50 and
 * 1 234,50 CZK. Plain numbers have those of the dollar, since `Intl` has others for them in en-DE.
 */
function marksOf({ locale, currency = 'usd' }: Writing): Marks {
  const key = `${locale}/${currency}`
  let marks = known.get(key)
  if (marks === undefined) {
    // A digit more than the currency has, so that there is a decimal mark.
    const scale = 1
    const digits = 12_345_678n * 10n ** BigInt(currencyExponent(currency) + scale) + 5n
    marks = marksIn(formatExactMoneyIn(locale, { digits, scale }, currency))
    known.set(key, marks)
  }
  return marks
}

/** The marks in 12345678 and some decimals as they are shown. */
function marksIn(shown: string): Marks {
  const [, byTwo = '', group = '', decimal = '.'] =
    /1\D*2\D*3(\D*)4\D*5(\D*)678(\D)\d/.exec(shown) ?? []
  return {
    decimal: plainSigns(decimal),
    group: group.trim() === '' && group !== '' ? ' ' : plainSigns(group),
    shownGroup: group,
    isByTwo: byTwo !== '',
  }
}

/** A number of `Intl` with the marks of money, so that one page has one kind of marks. */
export function writtenWith(locale: string, parts: readonly Intl.NumberFormatPart[]): string {
  const { decimal, shownGroup } = marksOf({ locale })
  const marks: Readonly<Record<string, string>> = { decimal, group: shownGroup }
  return parts.map(({ type, value }) => marks[type] ?? value).join('')
}

/** A decimal such as "1234.5" as an input shows it: with the decimal mark, without groups. */
export function textOfDecimal(decimal: string, writing: Writing): string {
  return decimal.replace('.', marksOf(writing).decimal)
}

/** The meaning of a text: digits at a scale, two readings as decimals, or undefined if it is not a number. */
type Meaning = { digits: bigint } | { readings: readonly [string, string] } | undefined

/**
 * The only parser of typed numbers. Anything the formatter can write is read as that, with or
 * without groups, and without decimals if it is whole. Any other text must have one reading.
 */
function meaningOf(text: string, scale: number, writing: Writing): Meaning {
  const bare = bareOf(text, writing)
  if (bare === undefined) return undefined
  const marks = marksOf(writing)
  const own = readAs(bare.body, marks.decimal, marks)
  const other = readAs(bare.body, marks.decimal === '.' ? ',' : '.', marks)
  const read = own ?? other
  if (read === undefined) return undefined
  const isOne = !own || !other || own.value === other.value
  if (!isOne && !isWritten(own, scale, writing, marks)) {
    return { readings: [bare.sign + own.value, bare.sign + other.value] }
  }
  try {
    return { digits: parseDecimal(bare.sign + read.value, scale) }
  } catch {
    return undefined
  }
}

/** A number in units of its last digit: "19.99" at scale 2 is 1999n. */
export function parseDigits(text: string, scale: number, writing: Writing): bigint | undefined {
  const meaning = meaningOf(text, scale, writing)
  return meaning && 'digits' in meaning ? meaning.digits : undefined
}

/** The parsed amount as a number, where it is exact. */
export function parseAmount(text: string, scale: number, writing: Writing): number | undefined {
  const amount = Number(parseDigits(text, scale, writing) ?? Number.NaN)
  return Number.isSafeInteger(amount) ? amount : undefined
}

/** A number as the shortest decimal: "1,50" is "1.5". */
export function decimalIn(text: string, scale: number, writing: Writing): string | undefined {
  const digits = parseDigits(text, scale, writing)
  if (digits === undefined) return undefined
  const decimal = formatDecimal(digits, scale)
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}

/** An amount in the smallest unit of its currency. */
export function parseMoney(text: string, spelling: Spelling): number | undefined {
  return parseAmount(text, currencyExponent(spelling.currency), spelling)
}

/** A count for the API. Invalid text is sent as it is, for the server to refuse. */
export function countOf(text: string, locale: string): number | string {
  return parseAmount(text, 0, { locale }) ?? text.trim()
}

/** Both readings of a text as pages write them; undefined unless it has two. */
export function readingsOf(
  text: string,
  scale: number,
  writing: Writing,
): [string, string] | undefined {
  const meaning = meaningOf(text, scale, writing)
  if (!meaning || !('readings' in meaning)) return undefined
  const [own, other] = meaning.readings
  return [shown(own, writing), shown(other, writing)]
}

function shown(decimal: string, { locale, currency }: Writing): string {
  if (currency === undefined) {
    const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
    return writtenWith(locale, format.formatToParts(decimal as Intl.StringNumericLiteral))
  }
  const scale = decimal.split('.')[1]?.length ?? 0
  const digits = parseDecimal(decimal, scale + currencyExponent(currency))
  return formatExactMoneyIn(locale, { digits, scale }, currency)
}

/** Normalizes spaces, apostrophes and minus signs; removes direction marks. */
function plainSigns(text: string): string {
  return text
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/\s/g, ' ')
    .replace(/['’ʼ]/g, '’')
    .replace(/[\u2212\u2010\u2011\u2013]/g, '-')
    .trim()
}

/** The digits and marks of a text, without its currency. */
function bareOf(
  text: string,
  { locale, currency }: Writing,
): { sign: string; body: string } | undefined {
  const signed = plainSigns(text)
  const isNegative = /^[^\d-]*-/.test(signed)
  let body = isNegative ? signed.replace('-', '') : signed
  if (currency !== undefined) {
    const [before = '', after = ''] = plainSigns(formatMoneyIn(locale, 0, currency))
      .split(/\d(?:.*\d)?/)
      .map((affix) => affix.trim())
    if (before && body.startsWith(before)) body = body.slice(before.length).trim()
    if (after && body.endsWith(after)) body = body.slice(0, -after.length).trim()
  }
  body = body
    .replace(/^ ?\p{L}{0,3} ?\p{Sc}? ?(?=\d)/u, '')
    .replace(/(?<=\d) ?\p{Sc}? ?\p{L}{0,3}$/u, '')
  return /^\d[\d., ’]*$/.test(body) ? { sign: isNegative ? '-' : '', body } : undefined
}

interface Reading {
  /** A plain decimal without superfluous zeros. */
  value: string
  /** The mark between its groups; '' without groups. */
  group: string
  /** The decimals as typed. */
  fraction: string
}

/** Reads a text with one decimal mark; undefined if it is not a number by that. */
function readAs(
  body: string,
  decimal: string,
  { group: own, isByTwo }: Marks,
): Reading | undefined {
  const [whole = '', fraction = '', ...more] = body.split(decimal)
  if (more.length > 0 || !/^\d*$/.test(fraction)) return undefined
  const group = /\D/.exec(whole)?.[0] ?? ''
  const groups = whole.split(group || ' ')
  const isPlain = group === ''
  // No group mark follows a leading zero: "0,125".
  const [first = '', ...rest] = groups
  const isByThree = /^[1-9]\d{0,2}$/.test(first) && rest.every((each) => /^\d{3}$/.test(each))
  const isIndian =
    isByTwo &&
    group === own &&
    /^[1-9]\d?$/.test(first) &&
    rest.every((each, index) => each.length === (index === rest.length - 1 ? 3 : 2)) &&
    /^\d+$/.test(rest.join(''))
  if (!isPlain && !isByThree && !isIndian) return undefined
  const digits = groups.join('').replace(/^0+(?=\d)/, '')
  const kept = fraction.replace(/0+$/, '')
  return { value: kept ? `${digits}.${kept}` : digits, group, fraction }
}

/** True if the formatter can write it so. */
function isWritten(
  { group, fraction }: Reading,
  scale: number,
  { currency }: Writing,
  marks: Marks,
): boolean {
  if (group !== '' && group !== marks.group) return false
  if (fraction === '') return true
  const least = currency === undefined ? 0 : currencyExponent(currency)
  const isShortest = fraction.length === least || !fraction.endsWith('0')
  return fraction.length >= least && fraction.length <= scale && isShortest
}
