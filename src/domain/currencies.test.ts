// The currency table against ISO 4217 list one, and how what callers write is read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CURRENCIES, currencyExponent, isCurrency, parseCurrency } from './currencies.ts'

// ISO 4217 list one as published on 2026-09-17, the column "minor unit" where it is not 2, less the
// fund UYI (0).
const EXPONENTS: Record<number, string> = {
  0: 'bif clp djf gnf isk jpy kmf krw pyg rwf ugx vnd vuv xaf xof xpf',
  3: 'bhd iqd jod kwd lyd omr tnd',
  4: 'clf uyw',
}

test('exponents are those of the standard', () => {
  for (const [exponent, codes] of Object.entries(EXPONENTS)) {
    const ours = Object.keys(CURRENCIES).filter((code) => currencyExponent(code) === +exponent)
    assert.deepEqual(ours, codes.split(' '))
  }
  // List one has 178 codes: 8 funds but CLF, the fund-like XAD and 12 codes without a unit are not ours.
  assert.equal(Object.keys(CURRENCIES).length, 157)
})

test('exponents where Intl says otherwise', () => {
  // The standard gives all of these 2 (IQD 3); Intl writes them without any.
  const table: [string, number][] = [
    ['huf', 2],
    ['cop', 2],
    ['irr', 2],
    ['lbp', 2],
    ['afn', 2],
    ['iqd', 3],
  ]
  for (const [code, exponent] of table) assert.equal(currencyExponent(code), exponent, code)
})

test('what is no active currency is none', () => {
  const table: [string, string][] = [
    ['bgn', 'Bulgaria pays in euro since 2026-01-01'],
    ['hrk', 'Croatia since 2023-01-01'],
    ['ang', 'replaced by xcg on 2025-03-31'],
    ['zwl', 'replaced by zwg in 2024'],
    ['xau', 'gold'],
    ['xdr', 'no minor unit'],
    ['xts', 'for testing'],
    ['xxx', 'no currency'],
    ['usn', 'a fund'],
    ['CAD', 'codes are lowercase here'],
    ['constructor', 'a member of every object'],
    ['__proto__', 'likewise'],
    ['', 'nothing'],
  ]
  for (const [code, why] of table) {
    assert.equal(isCurrency(code), false, why)
    assert.throws(() => currencyExponent(code), { code: 'currency_invalid' }, why)
  }
})

test('any case is read, lowercase is written', () => {
  for (const text of ['cad', 'CAD', 'Cad']) assert.equal(parseCurrency(text), 'cad')
})

test('a refusal quotes what was sent and says what was probably meant', () => {
  const rest = 'is not an active ISO 4217 code such as cad, usd or eur'
  const table: [string, string][] = [
    ['usdd', `The currency "usdd" ${rest}. Did you mean usd?`],
    ['Euro', `The currency "Euro" ${rest}. Did you mean eur?`],
    ['BGN', `The currency "BGN" ${rest}. Did you mean eur?`],
    ['RMB', `The currency "RMB" ${rest}. Did you mean cny?`],
    [' cad', `The currency " cad" ${rest}. Did you mean cad?`],
    ['$', `The currency "$" ${rest}.`],
    ['', `The currency "" ${rest}.`],
    // The Kelvin sign lowercases to "k"; it is no letter of a code.
    ['\u212azt', `The currency "\u212azt" ${rest}. Did you mean kzt?`],
  ]
  for (const [text, message] of table) {
    assert.throws(() => parseCurrency(text), {
      code: 'currency_invalid',
      param: 'currency',
      message,
    })
  }
})
