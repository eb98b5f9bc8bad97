// Provinces and states in their common spellings; anything else is refused with a suggestion.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BillingError } from './errors.ts'
import { addressRegion, parseRegion, regionNamed, regionsOf } from './regions.ts'

test('Canada has 13 provinces and territories', () => {
  const codes = regionsOf('CA').map(({ code }) => code)
  assert.equal(codes.join(' '), 'AB BC MB NB NL NS NT NU ON PE QC SK YT')
})

test('the United States has 50 states, DC, six territories and three military regions', () => {
  const codes = regionsOf('US').map(({ code }) => code)
  assert.equal(
    codes.join(' '),
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR UM VI AA AE AP',
  )
})

const NAMED: [country: string, texts: string, code: string][] = [
  ['CA', 'ON|on|On.|Ont.|ONT|Ontario|ontario|Ontario, Canada|ON CANADA|Ontario (ON)|CA-ON', 'ON'],
  ['CA', 'ON - Ontario|ＯＮ|Ontario, ON, CA|Province of Ontario| Ont. Can. ', 'ON'],
  ['CA', 'Que.|PQ|P.Q.|Québec|QUEBEC|Qué.|Qc|Province de Québec|Quebec (Québec)', 'QC'],
  ['CA', 'B.C.|British Columbia|Colombie-Britannique|C.-B.|british-columbia', 'BC'],
  ['CA', 'Newfoundland & Labrador|Nfld.|NF|T.-N.-L.|Terre-Neuve|Labrador', 'NL'],
  ['CA', 'PEI|P.E.I.|Î.-P.-É.|Île-du-Prince-Édouard|ile du prince edouard', 'PE'],
  ['CA', 'N.W.T.|T.N.-O.|Territoires du Nord-Ouest', 'NT'],
  ['CA', 'N.-É.|Nova Scotia|Nouvelle-Écosse', 'NS'],
  ['CA', 'Y.T.|Yn|Yukon Territory', 'YT'],
  ['CA', 'Alta.|Alb.', 'AB'],
  ['CA', 'Sask.', 'SK'],
  ['CA', 'Man.', 'MB'],
  ['CA', 'N.-B.', 'NB'],
  ['US', 'CA|Calif.|california|California, USA|CA, U.S.A.|US-CA|California, CA', 'CA'],
  ['US', 'NY|N.Y.|New York State|State of New York|New York, United States of America', 'NY'],
  ['US', 'DC|D.C.|Washington, D.C.|Washington D.C., USA|District of Columbia', 'DC'],
  ['US', 'WA|Wash.|Washington|Washington State', 'WA'],
  ['US', 'Mass.|massachusetts', 'MA'],
  ['US', 'N. Mex.', 'NM'],
  ['US', 'W. Va.', 'WV'],
  ['US', 'P.R.|Puerto Rico', 'PR'],
  ['US', 'USVI|U.S. Virgin Islands', 'VI'],
  ['US', 'Armed Forces Pacific|ap', 'AP'],
]

test('a region is recognized by code, name and abbreviation', () => {
  for (const [country, texts, code] of NAMED) {
    for (const text of texts.split('|')) assert.equal(regionNamed(country, text), code, text)
  }
})

test('every code and name identifies its own region', () => {
  for (const country of ['CA', 'US']) {
    for (const { code, name, french = name } of regionsOf(country)) {
      for (const text of [code, name, french]) assert.equal(regionNamed(country, text), code, text)
    }
  }
})

test('a text that names no region, or two, is not recognized', () => {
  for (const text of [
    'Canada',
    'Province',
    'ON/QC',
    'Toronto',
    'ON1',
    '',
    ',',
    'California',
    'ОN',
  ]) {
    assert.equal(regionNamed('CA', text), undefined, text)
  }
  for (const text of ['USA', 'Ontario', 'United States', 'XX']) {
    assert.equal(regionNamed('US', text), undefined, text)
  }
  assert.equal(regionNamed('DE', 'BY'), undefined)
})

const messageOf = (attempt: () => unknown): string => {
  try {
    attempt()
  } catch (error) {
    if (error instanceof BillingError) return error.message
    throw error
  }
  return ''
}

test('an unknown region is refused with the nearest one, or the list', () => {
  const refused = (country: string, text: string, byDefault = false) =>
    messageOf(() => parseRegion(country, text, { param: 'state_province', byDefault }))
  const canada = 'state_province must be a province or territory of Canada'
  assert.equal(refused('CA', 'Ontaro'), `${canada}; "Ontaro" is not. Did you mean Ontario (ON)?`)
  assert.equal(
    refused('CA', 'Toronto'),
    `${canada}; "Toronto" is not. Use one of AB, BC, MB, NB, NL, NS, NT, NU, ON, PE, QC, SK, YT.`,
  )
  assert.equal(
    refused('CA', 'Texas', true),
    `country was not sent, so it is CA. ${canada}; "Texas" is not, but it is a state or territory of the United States: check the country.`,
  )
  assert.equal(refused('DE', 'Bayern'), '')
})

test('a stored region can be sent back until the country changes', () => {
  const stored = { country: 'CA', state_province: 'Bavaria' }
  assert.equal(addressRegion({}, stored, stored), 'Bavaria')
  assert.equal(addressRegion({ state_province: 'Bavaria' }, stored, stored), 'Bavaria')
  assert.equal(addressRegion(stored, stored, stored), 'Bavaria')
  assert.equal(addressRegion({ country: 'DE' }, { ...stored, country: 'DE' }, stored), 'Bavaria')
  const german = { ...stored, country: 'DE' }
  assert.match(
    messageOf(() => addressRegion({ country: 'CA' }, stored, german)),
    /^state_province/,
  )
})
