// The currency table compared with ISO 4217 list one, and the parsing of currency codes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CURRENCIES, currencyExponent, isCurrency, parseCurrency } from './currencies.ts'

// ISO 4217 list one as published on 2026-09-17: entries whose "minor unit" is not 2, except the fund UYI (0).
const EXPONENTS: Record<number, string> = {
  0: 'bif clp djf gnf isk jpy kmf krw pyg rwf ugx vnd vuv xaf xof xpf',
  3: 'bhd iqd jod kwd lyd omr tnd',
  4: 'clf uyw',
}

test('exponents match the standard', () => {
  for (const [exponent, codes] of Object.entries(EXPONENTS)) {
    const ours = Object.keys(CURRENCIES).filter((code) => currencyExponent(code) === +exponent)
    assert.deepEqual(ours, codes.split(' '))
  }
  // List one has 178 codes. The table omits 8 funds (but keeps CLF), the fund-like XAD and 12 codes without a unit.
  assert.equal(Object.keys(CURRENCIES).length, 157)
})

test('exponents follow the standard where Intl disagrees', () => {
  // The standard gives all of these 2 (IQD 3); Intl formats them without decimals.
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

test('codes that are not active currencies are rejected', () => {
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

test('codes are accepted in any case and returned in lower case', () => {
  for (const text of ['cad', 'CAD', 'Cad']) assert.equal(parseCurrency(text), 'cad')
})

test('an error quotes what was sent and suggests the nearest code', () => {
  const rest = 'is not an active ISO 4217 code such as cad, usd or eur'
  const table: [string, string][] = [
    ['usdd', `The currency "usdd" ${rest}. Did you mean usd?`],
    ['Euro', `The currency "Euro" ${rest}. Did you mean eur?`],
    ['BGN', `The currency "BGN" ${rest}. Did you mean eur?`],
    ['RMB', `The currency "RMB" ${rest}. Did you mean cny?`],
    [' cad', `The currency " cad" ${rest}. Did you mean cad?`],
    ['$', `The currency "$" ${rest}.`],
    ['', `The currency "" ${rest}.`],
    // The Kelvin sign becomes "k" in lower case; it is not allowed in a code.
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
