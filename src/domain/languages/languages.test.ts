// Languages: how each formats figures and dates, and which one a document uses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLanguage, LANGUAGES } from './choose.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'

test('amounts are formatted by the language, with the digits of ISO 4217', () => {
  // Patterns and symbols: CLDR 48, en and fr. Digits: ISO 4217 (JPY 0, KWD 3, HUF 2, CLF 4).
  const amounts: [number, string, string, string][] = [
    [123456, 'cad', 'CA$1,234.56', '1\u202f234,56\u00a0$CA'],
    [123456, 'usd', '$1,234.56', '1\u202f234,56\u00a0$US'],
    [5, 'eur', '€0.05', '0,05\u00a0€'],
    [10000, 'jpy', '¥10,000', '10\u202f000\u00a0JPY'],
    [1234, 'kwd', 'KWD\u00a01.234', '1,234\u00a0KWD'],
    [100, 'huf', 'HUF\u00a01.00', '1,00\u00a0HUF'],
    [12345, 'clf', 'CLF\u00a01.2345', '1,2345\u00a0CLF'],
    [
      Number.MAX_SAFE_INTEGER,
      'eur',
      '€90,071,992,547,409.91',
      '90\u202f071\u202f992\u202f547\u202f409,91\u00a0€',
    ],
    [-500, 'cad', '-CA$5.00', '-5,00\u00a0$CA'],
  ]
  for (const [amount, currency, english, french] of amounts) {
    assert.equal(en.money(amount, currency), english)
    assert.equal(fr.money(amount, currency), french)
  }
})

test('counts are grouped, dates written out, countries named', () => {
  assert.equal(en.count(1_000_000_000), '1,000,000,000')
  assert.equal(fr.count(1_000_000_000), '1\u202f000\u202f000\u202f000')
  assert.equal(en.date('2026-12-01'), 'December 1, 2026')
  // The first of a month is an ordinal in French (Imprimerie nationale).
  assert.equal(fr.date('2026-12-01'), '1er\u00a0décembre\u00a02026')
  assert.equal(fr.date('2027-08-31'), '31\u00a0août\u00a02027')
  assert.equal(en.country('US'), 'United States')
  assert.equal(fr.country('US'), 'États-Unis')
})

test('the first available language is chosen, whatever its region, or else English', () => {
  assert.equal(chooseLanguage('fr-CA', 'en').tag, 'fr')
  assert.equal(chooseLanguage(null, undefined, 'FR').tag, 'fr')
  assert.equal(chooseLanguage('de', 'fr').tag, 'fr')
  assert.equal(chooseLanguage('de', null).tag, 'en')
  assert.equal(chooseLanguage('constructor').tag, 'en')
})

test('every language has all months and all texts', () => {
  for (const language of Object.values(LANGUAGES)) {
    const dates = Array.from({ length: 12 }, (_, month) =>
      language.date(`2026-${String(month + 1).padStart(2, '0')}-15`),
    )
    assert.equal(new Set(dates).size, 12, language.tag)
    assert.doesNotMatch(JSON.stringify(language.document), /:""|undefined/, language.tag)
  }
})
