// Prices as people type them and spreadsheets contain them: exact digits, terms, and errors of a list by line.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvRows } from '../web/src/pages/prices/csv.ts'
import { amountsOf, decimalOf, majorOf, unitOf } from '../web/src/pages/prices/decimals.ts'
import { readList } from '../web/src/pages/prices/import-rows.ts'
import { blankTerms, blankTier, readTerms } from '../web/src/pages/prices/terms.ts'

// Written by hand: a text in the major unit, and its value in the smallest unit.
const UNITS: [text: string, currency: string, locale: 'en' | 'fr', expected: string | undefined][] =
  [
    ['5', 'cad', 'en', '500'],
    ['5.00', 'cad', 'en', '500'],
    ['12,50', 'cad', 'fr', '1250'],
    ['0.0001', 'cad', 'en', '0.01'],
    ['0,0001', 'cad', 'fr', '0.01'],
    // A group of digits never follows a zero.
    ['0,125', 'cad', 'en', '12.5'],
    ['1,234.5678', 'cad', 'en', '123456.78'],
    ['0.00000000000001', 'cad', 'en', '0.000000000001'],
    ['0.000000000000001', 'cad', 'en', undefined],
    ['0.5', 'jpy', 'en', '0.5'],
    ['1.2345', 'kwd', 'en', '1234.5'],
    ['9999999999.99', 'cad', 'en', '999999999999'],
    ['10000000000', 'cad', 'en', undefined],
    ['-1', 'cad', 'en', undefined],
    ['', 'cad', 'en', undefined],
    ['free', 'cad', 'en', undefined],
  ]

test('a unit price keeps every digit that was typed', () => {
  for (const [text, currency, locale, expected] of UNITS) {
    assert.equal(unitOf(text, { currency, locale }), expected, `${text} ${currency} in ${locale}`)
  }
  assert.equal(majorOf('0.01', 'cad'), '0.0001')
  assert.equal(majorOf('500', 'cad'), '5.00')
  assert.equal(majorOf('12.5', 'cad'), '0.125')
  assert.equal(majorOf('0.5', 'jpy'), '0.5')
  assert.equal(decimalOf('1,5', 'fr'), '1.5')
  assert.equal(decimalOf('-1', 'en'), undefined)
  assert.deepEqual(amountsOf('12.50; 8;', { currency: 'cad', locale: 'en' }), ['1250', '800'])
  assert.equal(amountsOf('12.50; x', { currency: 'cad', locale: 'en' }), undefined)
})

test('a list can have recurring prices', () => {
  const context = {
    products: [{ id: 'prod_1', name: 'Pro' }] as never,
    currency: 'cad',
    locale: 'en',
  }
  const text = [
    'product,model,unit_amount,interval,interval_count,billing',
    'Pro,flat,30,month,,',
    'Pro,flat,80,Month,3,Arrears',
    'Pro,flat,5,,',
    'Pro,flat,5,monthly,',
    'Pro,flat,5,,2',
    'Pro,flat,5,year,0',
    'Pro,flat,5,year,,arrear',
    'Pro,flat,5,,,arrears',
  ].join('\n')
  const { rows, problems } = readList(text, context)
  assert.deepEqual(
    rows.map(({ body: { interval, interval_count, billing } }) => [
      ...[interval, interval_count, billing],
    ]),
    [
      ['month', undefined, undefined],
      ['month', 3, 'arrears'],
      [undefined, undefined, undefined],
    ],
  )
  assert.deepEqual(
    problems.map(({ line, kind, meant }) => [line, kind, meant]),
    [
      [5, 'interval', 'month'],
      [6, 'intervalCount', undefined],
      [7, 'intervalCount', undefined],
      [8, 'billing', 'arrears'],
      [9, 'billing', 'arrears'],
    ],
  )
})

test('terms are read, with all their errors', () => {
  const tier = (up_to: string, unit_amount: string, flat_amount = '') => ({
    ...blankTier(),
    up_to,
    unit_amount,
    flat_amount,
  })
  const graduated = { ...blankTerms('cad'), model: 'graduated' as const }
  const good = { ...graduated, tiers: [tier('10', '5'), tier('ignored', '0.0001', '1')] }
  assert.deepEqual(readTerms(good, 'en'), {
    terms: {
      tiers: [
        { up_to: 10, unit_amount_decimal: '500', flat_amount: 0 },
        { up_to: null, unit_amount_decimal: '0.01', flat_amount: 100 },
      ],
    },
    faults: [],
  })
  const bad = { ...graduated, tiers: [tier('10', ''), tier('10', '1', 'x'), tier('', '1')] }
  assert.deepEqual(readTerms(bad, 'en').faults, [
    { field: 'tiers.0.unit_amount', kind: 'needed', text: '' },
    { field: 'tiers.1.up_to', kind: 'order', text: '10' },
    { field: 'tiers.1.flat_amount', kind: 'amount', text: 'x' },
  ])
  const percentage = { ...blankTerms('cad'), model: 'percentage' as const, rate: '2.9 %' }
  assert.deepEqual(readTerms(percentage, 'en').terms, {
    rate: '2.9',
    per_event: 0,
    free_events: null,
    free_amount: null,
  })
  const beyond = readTerms({ ...percentage, rate: '100.5', free_events: '1.5' }, 'en')
  assert.deepEqual(
    beyond.faults.map(({ field, kind }) => [field, kind]),
    [
      ['rate', 'rate'],
      ['free_events', 'count'],
    ],
  )
})

test('rows of a list have their line numbers', () => {
  assert.deepEqual(csvRows('\uFEFFa;b\r\n\r\n"x\ny";"1;""2"""\r\nc;d'), [
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['x\ny', '1;"2"'] },
    { line: 5, cells: ['c', 'd'] },
  ])
  assert.deepEqual(csvRows('a,b\n"open,1\nc,d'), [
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['"open', '1'] },
    { line: 3, cells: ['c', 'd'] },
  ])
  assert.deepEqual(csvRows(''), [])
})

const PRODUCTS = [
  { id: 'prod_1', name: 'Seats' },
  { id: 'prod_2', name: 'Storage' },
  { id: 'prod_3', name: 'storage' },
] as never
const CONTEXT = { products: PRODUCTS, currency: 'cad', locale: 'en' } as const

test('every row of a list becomes a price or an error', () => {
  const list = [
    'Product,model,unit amount,tiers,lookup_key,currency',
    'seats,per_unit,0.0001,,calls,',
    'Seats,graduated,,"10:5.00;*:2.50:1",,usd',
    'Seat,per-unit,x,,calls,',
    'storage,flat,5,,,',
    'prod_2,volume,,10:5.00,,cat',
    'Seats,volume,,10:5.00,,',
    ',,,,other,',
    'Seats,flat,5,"10:5;*:2",,',
  ].join('\n')
  const { rows, problems, bad } = readList(list, CONTEXT)
  assert.deepEqual(
    rows.map(({ line, body }) => ({ line, body })),
    [
      {
        line: 2,
        body: {
          product_id: 'prod_1',
          model: 'per_unit',
          currency: 'cad',
          unit_amount_decimal: '0.01',
          lookup_key: 'calls',
        },
      },
      {
        line: 3,
        body: {
          product_id: 'prod_1',
          model: 'graduated',
          currency: 'usd',
          tiers: [
            { up_to: 10, unit_amount_decimal: '500', flat_amount: 0 },
            { up_to: null, unit_amount_decimal: '250', flat_amount: 100 },
          ],
        },
      },
    ],
  )
  assert.equal(bad, 6)
  assert.deepEqual(
    problems.map(({ line, column, kind, meant }) => [line, column, kind, meant]),
    [
      [4, 'product', 'product', 'Seats'],
      [4, 'lookup_key', 'twice', undefined],
      [4, 'unit_amount', 'unit', undefined],
      [5, 'product', 'ambiguous', undefined],
      [6, 'currency', 'currency', undefined],
      [7, 'tiers', 'tiers', undefined],
      [8, 'product', 'needed', undefined],
      [8, 'model', 'needed', undefined],
      [9, 'tiers', 'notOfModel', undefined],
    ],
  )
})

test('errors in the first line are reported before any row', () => {
  const { rows, problems } = readList('product,modle,product\nSeats,flat,5', CONTEXT)
  assert.deepEqual(rows, [])
  assert.deepEqual(
    problems.map(({ kind, text, meant }) => [kind, text, meant]),
    [
      ['unknownColumn', 'modle', 'model'],
      ['twice', 'product', undefined],
      ['missingColumn', 'model', undefined],
    ],
  )
})
