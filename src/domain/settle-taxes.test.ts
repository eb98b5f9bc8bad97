// Discounts and taxes: worked examples from other sources, and invariants of every document.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { LineInput } from './invoice-lines.ts'
import { DISCOUNT_SOURCES, type Discount } from './parts.ts'
import { type Settled, settle } from './settle.ts'
import type { LineTaxing, Tax } from './tax/tax.ts'

const line = (unit_amount: number, product_id: string | null = null): LineInput => ({
  ...{ id: null, description: 'x', product_id, price_id: null, pricing: null },
  ...{ quantity: '1', unit_price: String(unit_amount) },
})

const tax = (name: string, percentage: string): Tax => ({
  rate: `${name}/${percentage}`,
  ...{ name, percentage, country: 'CA', region: null, category: 'standard' },
  ...{ reference: '', registration: '' },
  reason: { code: 'registered', place: 'CA', date: '2026-11-22' },
})

const on = (...taxes: Tax[]): LineTaxing => ({ inclusive: false, taxes })
const within = (...taxes: Tax[]): LineTaxing => ({ inclusive: true, taxes })
const NONE: LineTaxing = { inclusive: false, taxes: [] }

const discount = (more: Partial<Discount>): Discount => ({
  ...{ id: 'disc_1', coupon_id: 'coup_1', promotion_code_id: null, source: 'invoice', name: 'Off' },
  ...{ product_ids: [], price_ids: [], created_at: 0 },
  ...more,
})

const [GST, QST] = [tax('GST', '5'), tax('QST', '9.975')]

/** Examples of tax authorities, calculators and test suites: lines, taxes, total. */
const WORKED: [lines: [number, LineTaxing][], taxes: number[], total: number, source: string][] = [
  [[[14_000, on(GST, QST)]], [700, 1_397], 16_097, 'rates and rule of revenuquebec.ca'],
  [[[10_000, on(GST, QST)]], [500, 998], 11_498, 'revenuquebec.ca, calcul des taxes'],
  // 0.23 on the sum 4.69, not 0.09 and 0.14 on each line.
  [
    [
      [183, on(GST)],
      [286, on(GST)],
    ],
    [23],
    492,
    'budget.canada.ca 2012',
  ],
  [[[2_495, on(GST, tax('PST', '6'))]], [125, 150], 2_770, 'thebalancesmb.com, Saskatchewan'],
  [[[2_000, on(GST, tax('RST', '7'))]], [100, 140], 2_240, 'calcul-taxes.com, Manitoba'],
  [[[5_000, on(GST, tax('PST', '7'))]], [250, 350], 5_600, 'ssuc.ca, British Columbia'],
  [[[100_000, on(tax('HST', '14'))]], [14_000], 114_000, 'ibill.ca, Nova Scotia'],
  [
    [
      [146_050, on(tax('A', '25'))],
      [100, on(tax('B', '15'))],
      [-2_500, on(tax('C', '0'))],
    ],
    [36_513, 15, 0],
    180_178,
    'eInvoicing-EN16931, ubl-tc434-example2.xml',
  ],
  [
    [
      [57_889, on(tax('A', '19'))],
      [10_839, on(tax('B', '7'))],
    ],
    [10_999, 759],
    80_486,
    'XRechnung test suite, 03.01a-INVOICE_ubl.xml',
  ],
  [[[-62_574_354, on(tax('VAT', '25'))]], [-15_643_589], -78_217_943, 'BIS3_Invoice_negativ.XML'],
  [[[20_000, on(tax('VAT', '25.5'))]], [5_100], 25_100, 'calculariva.app, Finland'],
  [[[2_800, on(tax('VAT', '8.1'))]], [227], 3_027, 'darlehenrechner-ch.pages.dev'],
  // 6.00 including 10 %: 6.00 × 10 / 110 = 0.5454…
  [[[600, within(tax('VAT', '10'))]], [55], 600, 'worked by hand'],
  // 100.00 including 14.975 %: 13.0245…, of which 5/14.975 are 4.3487… and 9.975/14.975 8.6757….
  [[[10_000, within(GST, QST)]], [435, 867], 10_000, 'worked by hand'],
]

const settled = (lines: readonly [number, LineTaxing][], discounts: Discount[] = []) =>
  settle({
    currency: 'cad',
    lines: lines.map(([amount]) => line(amount)),
    taxing: lines.map(([, taxing]) => taxing),
    discounts,
  })

test('taxes match published examples, each rate on the sum of its lines', () => {
  for (const [lines, taxes, total, source] of WORKED) {
    const figures = settled(lines)
    assert.deepEqual(
      figures.taxes?.map(({ amount }) => amount),
      taxes,
      source,
    )
    assert.equal(figures.total, total, source)
  }
})

test('lines share a tax in proportion to their amounts, to the cent', () => {
  const { line_items } = settled([
    [183, on(GST)],
    [286, on(GST)],
  ])
  // 23 cents over 183 and 286: 8.97… and 14.02….
  assert.deepEqual(
    line_items.map(({ tax: of }) => of),
    [9, 14],
  )
})

test('a fixed discount is shared by lines of two rates, before tax', () => {
  // 10.00 off 30.00 and 60.00: 3.33… and 6.66…; so 26.67 at 5 % is 1.33 and 53.33 at 15 % is 8.00.
  const figures = settled(
    [
      [3_000, on(GST)],
      [6_000, on(tax('HST', '15'))],
    ],
    [discount({ amount_off: 1_000, currency: 'cad' })],
  )
  assert.deepEqual(
    figures.line_items.map((item) => item.discount),
    [333, 667],
  )
  assert.deepEqual(
    figures.taxes?.map(({ taxable, amount }) => [taxable, amount]),
    [
      [2_667, 133],
      [5_333, 800],
    ],
  )
  assert.deepEqual([figures.subtotal, figures.discount, figures.tax], [9_000, 1_000, 933])
  assert.equal(figures.total, 8_933)
})

test('discounts apply in sequence: the customer’s first, percentages before amounts', () => {
  // 10 % of 100.00 leaves 90.00; 20.00 off leaves 70.00; the invoice’s 50 % takes 35.00.
  const discounts = [
    discount({ id: 'disc_3', percent_off: '50' }),
    discount({ id: 'disc_2', source: 'customer', amount_off: 2_000, currency: 'cad' }),
    discount({ id: 'disc_1', source: 'customer', percent_off: '10', created_at: 9 }),
  ]
  const figures = settled([[10_000, NONE]], discounts)
  assert.deepEqual(
    figures.discounts?.map(({ id, amount }) => [id, amount]),
    [
      ['disc_1', 1_000],
      ['disc_2', 2_000],
      ['disc_3', 3_500],
    ],
  )
  assert.equal(figures.total, 3_500)
})

test('a discount is limited by the amount, its minimum and its products', () => {
  const of = (more: Partial<Discount>) => {
    const lines = [line(1_000, 'a'), line(500, 'b')]
    return settle({ currency: 'cad', lines, discounts: [discount(more)] }).discount
  }
  assert.equal(of({ amount_off: 9_999, currency: 'cad' }), 1_500)
  assert.equal(of({ amount_off: 100, currency: 'eur' }), 0)
  assert.equal(of({ percent_off: '10', minimum_amount: 1_501, currency: 'cad' }), 0)
  assert.equal(of({ percent_off: '10', minimum_amount: 1_500, currency: 'cad' }), 150)
  assert.equal(of({ percent_off: '10', product_ids: ['b'] }), 50)
  assert.equal(of({ percent_off: '10', price_ids: ['b'] }), 0)
  // 33.3333 % of 15.00 is 4.9999….
  assert.equal(of({ percent_off: '33.3333' }), 500)
})

const RATES = [GST, QST, tax('PST', '7'), tax('HST', '13'), tax('VAT', '0'), tax('VAT', '25.5')]
const taxing = fc.record({
  inclusive: fc.boolean(),
  taxes: fc.subarray(RATES, { maxLength: 3 }),
})
const document = fc.record({
  lines: fc.array(
    fc.record({
      amount: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 10 ** 9 })),
      product: fc.constantFrom('a', 'b', null),
      taxing,
    }),
    { minLength: 1, maxLength: 8 },
  ),
  discounts: fc.array(
    fc.record({
      source: fc.constantFrom(...DISCOUNT_SOURCES),
      percent_off: fc.constantFrom('10', '33.3333', '100', undefined),
      amount_off: fc.integer({ min: 1, max: 5_000 }),
      product_ids: fc.constantFrom([], ['a']),
    }),
    { maxLength: 3 },
  ),
  turn: fc.nat(),
})
type Document = typeof document extends fc.Arbitrary<infer D> ? D : never

function settleDocument({ lines, discounts }: Document): Settled {
  return settle({
    currency: 'cad',
    lines: lines.map(({ amount, product }) => line(amount, product)),
    taxing: lines.map((each) => each.taxing),
    discounts: discounts.map(({ percent_off, amount_off, ...more }, index) =>
      discount({
        ...more,
        id: `disc_${index}`,
        ...(percent_off === undefined ? { amount_off, currency: 'cad' } : { percent_off }),
      }),
    ),
  })
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0)

test('the parts of every document sum to the total, in every order of lines', () => {
  const numRuns = Number(process.env.RUNS ?? 300)
  fc.assert(
    fc.property(document, (of) => {
      const figures = settleDocument(of)
      const { line_items, taxes, subtotal, total } = figures
      assert.equal(sum(line_items.map(({ amount }) => amount)), subtotal)
      assert.equal(sum(line_items.map((item) => item.discount)), figures.discount)
      assert.equal(sum(line_items.map((item) => item.tax)), figures.tax)
      assert.equal(subtotal - figures.discount + figures.tax - figures.tax_included, total)
      for (const [t, { amount, taxable, inclusive }] of (taxes ?? []).entries()) {
        const own = line_items.flatMap((item) => (item.taxes ?? []).filter((each) => each.t === t))
        assert.equal(sum(own.map((each) => each.amount)), amount)
        assert.equal(sum(own.map((each) => each.taxable)), taxable)
        assert.ok(inclusive || taxable >= 0)
      }
      for (const [index, item] of line_items.entries()) {
        assert.ok(item.discount <= item.amount)
        const inclusive = of.lines[index]?.taxing.inclusive
        // The net amount and the tax of an inclusive price sum to the price.
        for (const { taxable } of inclusive ? (item.taxes ?? []) : []) {
          assert.equal(taxable + item.tax, item.amount - item.discount)
        }
      }
      const at = of.turn % of.lines.length
      const turned = { ...of, lines: [...of.lines.slice(at), ...of.lines.slice(0, at)] }
      assert.deepEqual(shownOf(settleDocument(turned)), shownOf(figures))
    }),
    { numRuns },
  )
})

/** The figures of a document, with its lines in canonical order. */
const shownOf = ({ line_items, taxes, discounts, total }: Settled) => ({
  total,
  taxes: taxes?.map(({ rate, taxable, amount }) => [rate, taxable, amount]),
  discounts: discounts?.map(({ id, amount }) => [id, amount]),
  lines: line_items
    .map((item) => JSON.stringify([item.amount, item.product_id, item.discount]))
    .sort(),
})
