// Hand-written derivations with discounts and taxes, for the tests of the evaluator.

import { type Json, node, plain } from './evaluator-trees.ts'

const because = { code: 'registered', place: 'CA-QC', date: '2026-11-22' }

/** `[line, of, amount]` for each share. */
export type Share = [line: number, of: number, amount: number]
const shared = (shares: Share[]) =>
  shares.map(([number, of, amount]) => ({ line: number, of, amount }))

export const off = (
  inputs: { percent_off?: string; amount_off?: number; base: number; minimum_amount?: number },
  shares: Share[],
  result: number,
  exact?: string,
): Json => ({
  rule: 'discount_amount',
  inputs: { discount: 'disc_a', name: 'Autumn', ...inputs },
  shares: shared(shares),
  ...(exact && { exact }),
  steps: [],
  result,
})

export const onTop = (
  rate: string,
  percentage: string,
  shares: Share[],
  result: number,
  exact?: string,
): Json => ({
  rule: 'tax_exclusive',
  inputs: {
    ...{ rate, name: rate.split('/')[1] ?? 'VAT', percentage, category: 'standard' },
    taxable: shares.reduce((sum, [, of]) => sum + of, 0),
  },
  because: { ...because },
  shares: shared(shares),
  ...(exact && { exact }),
  steps: [],
  result,
})

export const within = (
  rate: string,
  percentage: string,
  group: { gross: number; group_tax: number },
  shares: Share[],
  result: number,
): Json => ({
  rule: 'tax_inclusive',
  inputs: {
    ...{ rate, name: 'VAT', percentage, category: 'standard' },
    ...{ ...group, taxable: group.gross - group.group_tax },
  },
  because: { ...because },
  shares: shared(shares),
  steps: [],
  result,
})

const sumOf = (all: Json[]) => all.reduce((sum, { result }) => sum + result, 0)

/** The node `total` with lines, discounts and taxes. */
export function taxed(lines: Json[], discounts: Json[], taxes: Json[]): Json {
  const included = sumOf(taxes.filter(({ rule }) => rule === 'tax_inclusive'))
  const isIn = taxes.some(({ rule }) => rule === 'tax_inclusive')
  const steps = [
    node('subtotal', lines, sumOf(lines)),
    node('discount', discounts, sumOf(discounts)),
    node('tax', taxes, sumOf(taxes)),
    ...(isIn ? [node('tax_included', [], -included)] : []),
  ]
  return node('total', steps, sumOf(steps))
}
export const rooted = (total: Json, currency = 'cad', exponent = 2): Json => ({
  ...{ version: 2, currency, exponent },
  ...node('amount_due', [total], total.result),
})
export const lines = (...amounts: number[]): Json[] => amounts.map((each) => plain(1, each, each))

/**
 * Three lines: 100.00 and 40.00 in Quebec, discounted by a tenth and then by 6.00, and 6.00 that includes 10 % tax,
 * without discount. 14.00 off: 126.00, then 6.00 off: 120.00. GST 6.00, QST 11.97; 0.55 of the 6.00 is tax.
 */
export function furnished(): Json {
  const gst: Share[] = [
    [1, 8571, 429],
    [2, 3429, 171],
  ]
  const qst: Share[] = [
    [1, 8571, 855],
    [2, 3429, 342],
  ]
  return rooted(
    taxed(
      [plain(2, 5000, 10000), plain(1, 4000, 4000), plain(1, 600, 600)],
      [
        off(
          { percent_off: '10', base: 14000 },
          [
            [1, 10000, 1000],
            [2, 4000, 400],
          ],
          -1400,
        ),
        {
          ...off(
            { amount_off: 600, base: 12600, minimum_amount: 5000 },
            [
              [1, 9000, 429],
              [2, 3600, 171],
            ],
            -600,
          ),
        },
      ],
      [
        onTop('CA-QC/QST/9.975', '9.975', qst, 1197),
        onTop('CA/GST/5', '5', gst, 600),
        within('DE/VAT/10', '10', { gross: 600, group_tax: 55 }, [[3, 600, 55]], 55),
      ],
    ),
  )
}

/** That invoice in the form of the API. */
export function furnishedShown(): Json {
  const lineOf = (product_id: string | null, quantity: number, unit_amount: number) => ({
    ...{ product_id, price_id: null, quantity, unit_amount, amount: quantity * unit_amount },
    ...{ quantity_decimal: null, unit_amount_decimal: null, pricing: null },
  })
  const ofRate = (rate: string, name: string, percentage: string, inclusive = false) => ({
    ...{ rate, name, percentage, inclusive },
  })
  const [qst, gst] = [ofRate('CA-QC/QST/9.975', 'QST', '9.975'), ofRate('CA/GST/5', 'GST', '5')]
  const vat = ofRate('DE/VAT/10', 'VAT', '10', true)
  const where = {
    country: 'CA',
    region: null,
    category: 'standard',
    reference: '',
    registration: '',
  }
  const discount = {
    ...{
      id: 'disc_a',
      coupon_id: 'c',
      promotion_code_id: null,
      source: 'customer',
      name: 'Autumn',
    },
  }
  const taken = (one: number, other: number) => [
    { id: 'disc_a', amount: one },
    { id: 'disc_a', amount: other },
  ]
  const line_items = [
    {
      ...{ ...lineOf('prod_1', 2, 5000), discount: 1429, net: 8571, tax: 1284 },
      discounts: taken(1000, 429),
      taxes: [
        { ...qst, taxable: 8571, amount: 855 },
        { ...gst, taxable: 8571, amount: 429 },
      ],
    },
    {
      ...{ ...lineOf('prod_1', 1, 4000), discount: 571, net: 3429, tax: 513 },
      discounts: taken(400, 171),
      taxes: [
        { ...qst, taxable: 3429, amount: 342 },
        { ...gst, taxable: 3429, amount: 171 },
      ],
    },
    {
      ...{ ...lineOf(null, 1, 600), discount: 0, net: 545, tax: 55, discounts: [] },
      taxes: [{ ...vat, taxable: 545, amount: 55 }],
    },
  ]
  return {
    ...{ currency: 'cad', subtotal: 14600, discount: 2000, tax: 1852, tax_included: 55 },
    ...{ total: 14397, credit_applied: 0, amount_due: 14397, line_items },
    discounts: [
      { ...discount, amount: 1400 },
      { ...discount, source: 'invoice', amount: 600 },
    ],
    taxes: [
      { ...qst, ...where, reason: { ...because }, taxable: 12000, amount: 1197 },
      { ...gst, ...where, reason: { ...because }, taxable: 12000, amount: 600 },
      { ...vat, ...where, reason: { ...because }, taxable: 545, amount: 55 },
    ],
  }
}
