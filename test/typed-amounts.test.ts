// Amounts and quantities as people type them: what a page shows is read back, and ambiguous input is refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CURRENCIES, currencyExponent } from '../src/domain/currencies.ts'
import { formatExactMoneyIn, formatMoneyIn } from '../src/domain/money.ts'
import {
  decimalIn,
  parseAmount,
  parseDigits,
  parseMoney,
  readingsOf,
  textOfDecimal,
  writtenWith,
} from '../web/src/text/amount-text.ts'
import { twoReadings } from '../web/src/text/two-readings.ts'

const SEED = 20_260_928

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const REGIONS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
/** English and French in every region, as `useFormat` builds its locale. */
const LOCALES = ['en', 'fr'].flatMap((language) => [
  language,
  ...Intl.DateTimeFormat.supportedLocalesOf(REGIONS.map((region) => `${language}-${region}`)),
])
const CODES = Object.keys(CURRENCIES)
const AMOUNTS = [0, 1005, -123_456_789]

// Written by hand: text, currency, locale, and the amount in the smallest unit, or both readings.
const MONEY: [string, string, string, number | [string, string] | undefined][] = [
  // The page shows €1,500.00 for an account in Germany with English texts.
  ['1,500', 'eur', 'en-DE', 150_000],
  ['1,500.00', 'eur', 'en-DE', 150_000],
  ['12.345', 'eur', 'en-DE', ['€12.345', '€12,345.00']],
  ['1.500', 'eur', 'en-DE', ['€1.50', '€1,500.00']],
  ['12,50', 'eur', 'en-DE', 1250],
  ['1.234,50', 'eur', 'en-DE', 123_450],
  ['1.005', 'kwd', 'en-DE', 1005],
  ['1,005', 'kwd', 'en-DE', 1_005_000],
  ['1.500', 'jpy', 'en', ['¥1.5', '¥1,500']],
  ['1,500', 'jpy', 'en', 1500],
  ['1,234', 'eur', 'fr', ['1,234\u00a0€', '1\u202f234,00\u00a0€']],
  ['1.234', 'eur', 'fr', ['1\u202f234,00\u00a0€', '1,234\u00a0€']],
  ['1 234', 'eur', 'fr', 123_400],
  ['1 234,50', 'eur', 'fr', 123_450],
  ['1,005', 'kwd', 'fr', 1005],
  // Marks can depend on the currency: €1,500.00, but 1 500,00 CZK.
  ['1,500', 'eur', 'en-CZ', 150_000],
  ['1,500', 'czk', 'en-CZ', ['1,50\u00a0CZK', '1\u00a0500,00\u00a0CZK']],
  ['12,34,567.50', 'inr', 'en-IN', 123_456_750],
  ['12,34,567.50', 'inr', 'en', undefined],
  ["1'234.50", 'chf', 'fr-CH', 123_450],
  ['-$5', 'cad', 'en', -500],
  ['(5)', 'cad', 'en', undefined],
  ['12 34', 'cad', 'en', undefined],
  ['0.125', 'cad', 'en', undefined],
]

test('an amount is parsed with the separators that the page shows', () => {
  for (const [text, currency, locale, expected] of MONEY) {
    const spelling = { locale, currency }
    const exponent = currencyExponent(currency)
    const found = parseMoney(text, spelling) ?? readingsOf(text, exponent, spelling)
    assert.deepEqual(found, expected, `${text} ${currency} in ${locale}`)
  }
})

test('a quantity is parsed with the same separators as an amount', () => {
  for (const locale of ['en', 'en-DE', 'en-CA']) {
    assert.equal(parseAmount('1,500', 0, { locale }), 1500, locale)
    assert.equal(decimalIn('1.505', 12, { locale }), '1.505', locale)
    assert.equal(decimalIn('1,5', 12, { locale }), '1.5', locale)
    assert.deepEqual(readingsOf('1.500', 0, { locale }), ['1.5', '1,500'], locale)
  }
})

test('a refusal names both readings in the language of the page', () => {
  assert.equal(
    twoReadings('12.345', 2, { locale: 'en-DE', currency: 'eur' }),
    '“12.345” can mean €12.345 or €12,345.00. Write it so that it has one meaning.',
  )
  assert.equal(
    twoReadings('1.500', 0, { locale: 'fr' }),
    '«\u00a01.500\u00a0» peut se lire 1\u202f500 ou 1,5. Écrivez-le sans ambiguïté.',
  )
  assert.equal(twoReadings('1,500', 2, { locale: 'en', currency: 'eur' }), undefined)
})

test('every amount is read back as shown, in every locale and currency', () => {
  const check = (locale: string, currency: string, amount: number) => {
    const spelling = { locale, currency }
    const shown = formatMoneyIn(locale, amount, currency)
    assert.equal(parseMoney(shown, spelling), amount, `${shown} in ${locale}`)
  }
  for (const locale of LOCALES) {
    for (const currency of ['eur', 'jpy', 'kwd']) {
      for (const amount of AMOUNTS) check(locale, currency, amount)
    }
  }
  for (const locale of ['en', 'fr', 'en-DE', 'fr-CH', 'en-IN', 'fr-CA']) {
    for (const currency of CODES) check(locale, currency, 123_456_789)
  }
  fc.assert(
    fc.property(
      fc.constantFrom(...LOCALES),
      fc.constantFrom(...CODES),
      fc.maxSafeInteger(),
      (locale, currency, amount) => check(locale, currency, amount),
    ),
    { seed: SEED, numRuns: 1000 },
  )
})

test('every fraction of a cent and every number is read back as shown or put into a field', () => {
  const digits = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
  const decimals = fc.integer({ min: 0, max: 8 })
  fc.assert(
    fc.property(
      fc.constantFrom(...LOCALES),
      fc.constantFrom(...CODES),
      digits,
      decimals,
      (locale, currency, value, scale) => {
        const spelling = { locale, currency }
        const exact = formatExactMoneyIn(locale, { digits: value, scale }, currency)
        const most = scale + currencyExponent(currency)
        assert.equal(parseDigits(exact, most, spelling), value, `${exact} in ${locale}`)

        const decimal = decimalIn(plain(value, scale), scale, { locale: 'en' }) ?? ''
        const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 8 })
        const parts = format.formatToParts(decimal as Intl.StringNumericLiteral)
        for (const shown of [writtenWith(locale, parts), textOfDecimal(decimal, { locale })]) {
          assert.equal(decimalIn(shown, scale, { locale }), decimal, `${shown} in ${locale}`)
        }
      },
    ),
    { seed: SEED, numRuns: 1000 },
  )
})

/** Digits with a decimal point before the last `scale` of them. */
function plain(value: bigint, scale: number): string {
  const digits = `${value < 0n ? -value : value}`.padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const sign = value < 0n ? '-' : ''
  return scale === 0
    ? sign + whole
    : `${sign}${whole}.${digits.slice(-scale)}`.replace(/\.?0+$/, '')
}
