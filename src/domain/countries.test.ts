// The country table compared with ISO 3166-1, and the parsing of country codes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COUNTRIES, isCountry, parseCountry } from './countries.ts'

test('the table has the officially assigned codes and Kosovo, and no others', () => {
  // ISO 3166-1 has 249 officially assigned codes; Kosovo is added.
  assert.equal(Object.keys(COUNTRIES).length, 250)
  assert.ok(Object.keys(COUNTRIES).every((code) => /^[A-Z]{2}$/.test(code)))
  const table: [string, boolean, string][] = [
    ['CA', true, 'Canada'],
    ['SS', true, 'South Sudan, the youngest'],
    ['BQ', true, 'Bonaire, Sint Eustatius and Saba'],
    ['XK', true, 'Kosovo, user-assigned and used by the European Commission'],
    ['UK', false, 'reserved; the code is GB'],
    ['EU', false, 'reserved'],
    ['AN', false, 'withdrawn in 2010'],
    ['ca', false, 'codes are uppercase here'],
    ['constructor', false, 'a member of every object'],
  ]
  for (const [code, expected, why] of table) assert.equal(isCountry(code), expected, why)
})

test('codes are accepted in any case and returned in upper case', () => {
  for (const text of ['CA', 'ca', 'Ca']) assert.equal(parseCountry(text), 'CA')
})

test('an error quotes what was sent and suggests the nearest code', () => {
  const rest = 'is not an assigned ISO 3166-1 code such as CA, US or DE'
  const table: [string, string][] = [
    ['UK', `The country "UK" ${rest}. Did you mean GB?`],
    ['usa', `The country "usa" ${rest}. Did you mean US?`],
    ['canada', `The country "canada" ${rest}. Did you mean CA?`],
    ['GERMNY', `The country "GERMNY" ${rest}. Did you mean DE?`],
    ['CA ', `The country "CA " ${rest}. Did you mean CA?`],
    ['ZZ', `The country "ZZ" ${rest}.`],
  ]
  for (const [text, message] of table) {
    assert.throws(() => parseCountry(text), { code: 'country_invalid', param: 'country', message })
  }
  // The German sharp s becomes "SS" in upper case, the code of South Sudan; it is still not a valid code.
  assert.throws(() => parseCountry('\u00df'), { code: 'country_invalid' })
})
