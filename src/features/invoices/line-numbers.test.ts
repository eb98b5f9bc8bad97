// The numbers of a line over HTTP: what clients send, and what responses, derivations and pages show of it.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { get, INVOICES, makeCustomer, makeProduct, refused } from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'

const w = await sharedWorld({ after })
const { api } = w
const customer = await makeCustomer(api)
const product = await makeProduct(api)

const perUnit = (unit_amount_decimal: string) => ({ model: 'per_unit', unit_amount_decimal })
const flat = { model: 'flat', unit_amount: 9900 }
const bundle = { model: 'package', size: 10, unit_amount: 500, free_units: 5 }
const TIERS = [
  { up_to: 10, unit_amount_decimal: '5', flat_amount: 0 },
  { up_to: null, unit_amount_decimal: '2.5', flat_amount: 100 },
]
const share = { model: 'percentage', rate: '2.9', per_event: 30 }
const shareShown = { ...share, free_events: null, free_amount: null }
const tiered = (model: string) => ({ model, tiers: TIERS })

/** `quantity`, `unit_amount`, `amount`, `quantity_decimal` and `unit_amount_decimal` of a line. */
type Numbers = [number, number, number, string | null, string | null]
type Case = [
  sent: object,
  shown: Numbers,
  pricing: object | null,
  /** Quantity and unit price on the hosted page. */
  page: [string, string],
  events?: string[],
]

const BY_HAND: Case[] = [
  [{ quantity: 3, unit_amount: 1999 }, [3, 1999, 5997, null, null], null, ['3', 'CA$19.99']],
  [
    { quantity_decimal: '3.0', unit_amount_decimal: '1999.000' },
    [3, 1999, 5997, null, null],
    null,
    ['3', 'CA$19.99'],
  ],
  [
    { quantity_decimal: '1.50', unit_amount: 9500 },
    [1, 14_250, 14_250, '1.5', '9500'],
    perUnit('9500'),
    ['1.5', 'CA$95.00'],
  ],
  [
    { quantity: 3, unit_amount_decimal: '0.25' },
    [1, 1, 1, '3', '0.25'],
    perUnit('0.25'),
    ['3', 'CA$0.0025'],
  ],
  [
    { quantity_decimal: '0', unit_amount: 1999 },
    [1, 0, 0, '0', '1999'],
    perUnit('1999'),
    ['0', 'CA$19.99'],
  ],
  [{ quantity: 2, unit_amount_decimal: '0.0' }, [2, 0, 0, null, null], null, ['2', 'CA$0.00']],
  // The largest whole numbers, and whole numbers beyond them.
  [
    { quantity_decimal: '1000000000.0', unit_amount: 9 },
    [1_000_000_000, 9, 9_000_000_000, null, null],
    null,
    ['1,000,000,000', 'CA$0.09'],
  ],
  [
    { quantity_decimal: '1000000001', unit_amount: 5 },
    [1, 5_000_000_005, 5_000_000_005, '1000000001', '5'],
    perUnit('5'),
    ['1,000,000,001', 'CA$0.05'],
  ],
  [
    { quantity: 1, unit_amount_decimal: '999999999999' },
    [1, 999_999_999_999, 999_999_999_999, null, null],
    null,
    ['1', 'CA$9,999,999,999.99'],
  ],
  // The most digits that a quantity can have, and the largest amounts.
  [
    { quantity_decimal: '999999999999.999999999999', unit_amount_decimal: '0.000000000001' },
    [1, 1, 1, '999999999999.999999999999', '0.000000000001'],
    perUnit('0.000000000001'),
    ['999,999,999,999.999999999999', 'CA$0.00000000000001'],
  ],
  [
    { quantity_decimal: '999999999999', unit_amount_decimal: '9007.199254740991' },
    [1, 9_007_199_254_731_984, 9_007_199_254_731_984, '999999999999', '9007.199254740991'],
    perUnit('9007.199254740991'),
    ['999,999,999,999', 'CA$90.07199254740991'],
  ],
]

const BY_PRICE: [terms: object, ...Case][] = [
  [
    perUnit('1999'),
    { quantity: 3 },
    [3, 1999, 5997, null, null],
    perUnit('1999'),
    ['3', 'CA$19.99'],
  ],
  [
    perUnit('0.250'),
    { quantity_decimal: '1.50' },
    [1, 0, 0, '1.5', '0.25'],
    perUnit('0.25'),
    ['1.5', 'CA$0.0025'],
  ],
  [
    perUnit('2'),
    { quantity_decimal: '1000000001' },
    [1, 2_000_000_002, 2_000_000_002, '1000000001', '2'],
    perUnit('2'),
    ['1,000,000,001', 'CA$0.02'],
  ],
  [flat, {}, [1, 9900, 9900, null, null], flat, ['1', 'CA$99.00']],
  [
    tiered('graduated'),
    { quantity: 13 },
    [1, 158, 158, '13', null],
    tiered('graduated'),
    ['13', ''],
  ],
  [
    tiered('volume'),
    { quantity_decimal: '10.50' },
    [1, 126, 126, '10.5', null],
    tiered('volume'),
    ['10.5', ''],
  ],
  [bundle, { quantity: 23 }, [1, 1000, 1000, '23', null], bundle, ['23', '']],
  [
    share,
    { events: ['1234.0', '100.5'] },
    [1, 99, 99, '1334.5', null],
    shareShown,
    ['CA$13.345', ''],
    ['1234', '100.5'],
  ],
  [share, { quantity: 500 }, [1, 45, 45, '500', null], shareShown, ['CA$5.00', ''], ['500']],
]

const cellsOf = (html: string) =>
  [...html.matchAll(/<td data-label="[^"]*">([^<]*)<\/td>/g)].slice(0, 2).map(([, text]) => text)

/** Bills one line and follows it to the hosted page of the invoice. */
async function follow([sent, shown, pricing, page, events]: Case, price_id: string | null) {
  const what = JSON.stringify(sent)
  const by = price_id ? { price_id } : { description: 'Hours' }
  const billed = { customer_id: customer.id, line_items: [{ ...by, ...sent }] }
  const made = await api.post(INVOICES, { body: billed })
  assert.equal(made.status, 201, made.text)
  const [line] = made.body.line_items
  const { quantity, unit_amount, amount, quantity_decimal, unit_amount_decimal } = line
  assert.deepEqual(
    [quantity, unit_amount, amount, quantity_decimal, unit_amount_decimal],
    shown,
    what,
  )
  assert.deepEqual(line.events, events ?? null, what)
  assert.deepEqual([line.pricing, line.price_id], [pricing, price_id], what)
  const path = `${INVOICES}/${made.body.id}`
  assert.equal((await api.get(path)).text, made.text)
  // Sending back an object that was read changes nothing.
  assert.equal((await api.patch(path, { body: made.body })).text, made.text)
  const { id, ...previewed } = line
  const previews = [{ invoice_id: made.body.id }, billed]
  for (const body of previews) {
    const preview = await api.post(`${INVOICES}/preview`, { body })
    assert.deepEqual(preview.body.line_items, [previewed], what)
  }
  const { derivation } = await get(api, `${path}/explain`)
  const [node] = derivation.steps[0].steps[0].steps
  const inputs = pricing
    ? { quantity: quantity_decimal ?? String(quantity) }
    : { quantity, unit_amount }
  assert.deepEqual([node.inputs, node.pricing ?? null], [inputs, pricing], what)
  const finalized = await api.post(`${path}/finalize`)
  assert.deepEqual(finalized.body.line_items, made.body.line_items, finalized.text)
  const html = await fetch(finalized.body.hosted_url).then((answer) => answer.text())
  assert.deepEqual(cellsOf(html), page, what)
}

test('lines with a unit price show whole numbers if those are exact, otherwise decimals', async () => {
  for (const each of BY_HAND) await follow(each, null)
})

test('lines by a price show what was billed and the terms of the price', async () => {
  for (const [terms, ...each] of BY_PRICE) {
    const price = await api.post('/v1/prices', { body: { product_id: product.id, ...terms } })
    await follow(each, price.body.id)
  }
})

const REFUSED: [sent: object, code: string, member: string][] = [
  ...['1e2', '01', '.5', '1.', '-1', '+1', '1 ', '1,5', '1000000000000', 'NaN', '0x1'].map(
    (quantity_decimal): [object, string, string] => [
      { quantity_decimal },
      'decimal_invalid',
      'quantity_decimal',
    ],
  ),
  [{ quantity: 1, unit_amount_decimal: '-0.5' }, 'decimal_invalid', 'unit_amount_decimal'],
  [{ quantity: 1, unit_amount: -1 }, 'parameter_invalid', 'unit_amount'],
  [{ quantity: 1, unit_amount: 1_000_000_000_000 }, 'parameter_invalid', 'unit_amount'],
  [{ quantity: 0 }, 'parameter_invalid', 'quantity'],
  [{ quantity: 1_000_000_001 }, 'parameter_invalid', 'quantity'],
  [{ quantity: 2, quantity_decimal: '1.5' }, 'parameter_invalid', 'quantity'],
  [{ quantity: 1, unit_amount: 3, unit_amount_decimal: '1.5' }, 'parameter_invalid', 'unit_amount'],
]

test('invalid numbers of a line are refused', async () => {
  for (const [sent, code, member] of REFUSED) {
    const line_items = [{ description: 'Hours', unit_amount: 5, ...sent }]
    const answer = await api.post(INVOICES, { body: { customer_id: customer.id, line_items } })
    refused(answer, 400, code, `line_items[0].${member}`)
  }
})
