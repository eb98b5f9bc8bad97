// Prices over HTTP: terms, versions and lookup keys, and lines that use them; and the events of archiving products.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  allEvents,
  bodyOf,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeProduct,
  PRODUCTS,
  refused,
} from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'

const w = await sharedWorld({ after })
const { api } = w
const PRICES = '/v1/prices'
const product = await makeProduct(api)
const customer = await makeCustomer(api)

const create = (body: object) => api.post(PRICES, { body: { product_id: product.id, ...body } })

function makePrice(body: object): Promise<Made> {
  return bodyOf(create(body), 201)
}

const bill = (line_items: object[], more: object = {}) =>
  api.post(INVOICES, { body: { customer_id: customer.id, line_items, ...more } })

const perUnit = (unit_amount_decimal: string, more: object = {}) =>
  makePrice({ model: 'per_unit', unit_amount_decimal, ...more })

const TIERS = [
  { up_to: 10, unit_amount: 5 },
  { up_to: null, unit_amount_decimal: '2.50', flat_amount: 100 },
]

test('a price shows its terms, null where its model has none', async () => {
  const price = await makePrice({ model: 'graduated', tiers: TIERS, lookup_key: 'told' })
  assert.deepEqual(price, {
    id: price.id,
    object: 'price',
    product_id: product.id,
    currency: 'cad',
    model: 'graduated',
    unit_amount: null,
    unit_amount_decimal: null,
    tiers: [
      { up_to: 10, unit_amount_decimal: '5', flat_amount: 0 },
      { up_to: null, unit_amount_decimal: '2.5', flat_amount: 100 },
    ],
    ...{ size: null, free_units: null, rate: null, per_event: null },
    ...{ free_events: null, free_amount: null },
    ...{ interval: null, interval_count: null, billing: null, minimum_amount: null },
    description: '',
    lookup_key: 'told',
    version: 1,
    replaces: null,
    active: true,
    created_at: price.created_at,
    updated_at: price.updated_at,
    metadata: {},
    tax_behavior: null,
  })
  assert.match(price.id, /^price_[0-9a-z]{26}$/)
  assert.deepEqual(await get(api, `${PRICES}/${price.id}`), price)
  const found = await get(api, `${PRICES}?lookup_key=told`)
  assert.deepEqual(found.data, [price])
})

// Figures computed by hand; CAD has two decimals, JPY none, KWD three.
const BILLED: [terms: object, line: object, amount: number, exact: string | undefined][] = [
  [{ model: 'flat', unit_amount: 9900 }, {}, 9900, undefined],
  [{ model: 'per_unit', unit_amount: 1999 }, { quantity: 3 }, 5997, undefined],
  [{ model: 'per_unit', unit_amount_decimal: '0.25' }, { quantity: 2 }, 1, '0.5'],
  [{ model: 'per_unit', unit_amount_decimal: '0.25' }, { quantity_decimal: '1.5' }, 0, '0.375'],
  [
    { model: 'per_unit', unit_amount_decimal: '0.000000000001' },
    { quantity_decimal: '999999999999' },
    1,
    '0.999999999999',
  ],
  [{ model: 'graduated', tiers: TIERS }, { quantity: 9 }, 45, undefined],
  [{ model: 'graduated', tiers: TIERS }, { quantity: 10 }, 50, undefined],
  [{ model: 'graduated', tiers: TIERS }, { quantity: 11 }, 153, '152.5'],
  [{ model: 'graduated', tiers: TIERS }, { quantity_decimal: '10.5' }, 151, '151.25'],
  [{ model: 'graduated', tiers: TIERS }, { quantity_decimal: '0' }, 0, undefined],
  [{ model: 'volume', tiers: TIERS }, { quantity: 9 }, 45, undefined],
  [{ model: 'volume', tiers: TIERS }, { quantity: 10 }, 50, undefined],
  [{ model: 'volume', tiers: TIERS }, { quantity: 11 }, 128, '127.5'],
  [{ model: 'volume', tiers: TIERS }, { quantity_decimal: '0' }, 0, undefined],
  [{ model: 'package', size: 10, unit_amount: 500 }, { quantity: 10 }, 500, undefined],
  [{ model: 'package', size: 10, unit_amount: 500 }, { quantity: 11 }, 1000, undefined],
  [{ model: 'package', size: 10, unit_amount: 500, free_units: 5 }, { quantity: 5 }, 0, undefined],
  [
    { model: 'package', size: 10, unit_amount: 500, free_units: 5 },
    { quantity_decimal: '5.1' },
    500,
    undefined,
  ],
  // 2.9 % of 12.34 and 0.30: 35.786 + 30 = 65.786.
  [{ model: 'percentage', rate: '2.9', per_event: 30 }, { events: ['1234'] }, 66, '65.786'],
  // The first is free; the second takes the sum to 15.00, so 5.00 of it are charged; all of the third is charged.
  [
    { model: 'percentage', rate: '10', per_event: 1, free_amount: 1000 },
    { events: ['900', '600', '100'] },
    62,
    undefined,
  ],
  // One event is free, whatever its amount.
  [{ model: 'percentage', rate: '10', free_events: 1 }, { events: ['900', '600'] }, 60, undefined],
  [{ model: 'percentage', rate: '10', free_events: 2 }, { events: ['9', '6'] }, 0, undefined],
]

test('each model bills by its terms, exactly and rounded once', async () => {
  for (const [terms, line, amount, exact] of BILLED) {
    const price = await makePrice(terms)
    const answer = await bill([{ price_id: price.id, ...line }])
    const what = JSON.stringify([terms, line])
    assert.equal(answer.status, 201, answer.text)
    const [item] = answer.body.line_items
    assert.equal(item.amount, amount, what)
    assert.equal(item.quantity * item.unit_amount, amount, what)
    assert.equal(item.description, 'Team plan')
    assert.deepEqual([item.price_id, item.product_id], [price.id, product.id])
    const { derivation } = await get(api, `${INVOICES}/${answer.body.id}/explain`)
    const [node] = derivation.steps[0].steps[0].steps
    assert.deepEqual([node.result, node.exact], [amount, exact], what)
  }
})

test('terms sent back unchanged have no effect, and decimals show prices that whole numbers cannot', async () => {
  const price = await makePrice({ model: 'graduated', tiers: TIERS })
  const { body: draft } = await bill([{ price_id: price.id, quantity: 13 }])
  const [line] = draft.line_items
  assert.deepEqual(
    [line.quantity, line.unit_amount, line.quantity_decimal, line.unit_amount_decimal],
    [1, 158, '13', null],
  )
  assert.deepEqual(line.pricing, { model: 'graduated', tiers: price.tiers })
  const path = `${INVOICES}/${draft.id}`
  const again = await api.patch(path, { body: draft })
  assert.deepEqual(again.body, draft)
  const more = { ...line, quantity_decimal: '14' }
  refused(
    await api.patch(path, { body: { line_items: [{ ...more, unit_amount: 999 }] } }),
    400,
    'parameter_invalid',
    'line_items[0].unit_amount',
  )
  // The unit amount is the one that was read, for a quantity of 13.
  const changed = await api.patch(path, { body: { line_items: [more] } })
  // 10 × 0.05 + 4 × 0.025 + 1.00 = 1.60.
  assert.equal(changed.body.amount_due, 160)
  assert.equal(changed.body.line_items[0].id, line.id)
})

test('bad terms are refused, each with its own code, and nothing is written', async () => {
  const before = (await get(api, PRICES)).total_count
  const table: [body: object, code: string, param: string][] = [
    [{ model: 'flat' }, 'parameter_missing', 'unit_amount'],
    [{ model: 'per_unit' }, 'parameter_missing', 'unit_amount'],
    [{ model: 'flat', unit_amount: 1, size: 2 }, 'parameters_exclusive', 'size'],
    [
      { model: 'per_unit', unit_amount: 1, unit_amount_decimal: '2' },
      'parameters_exclusive',
      'unit_amount',
    ],
    [
      { model: 'per_unit', unit_amount_decimal: '0.1234567890123' },
      'decimal_invalid',
      'unit_amount_decimal',
    ],
    [{ model: 'percentage', rate: '100.5' }, 'decimal_invalid', 'rate'],
    [{ model: 'graduated' }, 'parameter_missing', 'tiers'],
    [{ model: 'volume', tiers: [{ up_to: 5, unit_amount: 1 }] }, 'tiers_invalid', 'tiers[0].up_to'],
    [
      { model: 'volume', tiers: [{ up_to: null, unit_amount: 1 }, ...TIERS] },
      'tiers_invalid',
      'tiers[0].up_to',
    ],
    [
      { model: 'graduated', tiers: [{ up_to: 10, unit_amount: 1 }, ...TIERS] },
      'tiers_invalid',
      'tiers[1].up_to',
    ],
    [{ model: 'graduated', tiers: [{ up_to: null }] }, 'parameter_missing', 'tiers[0].unit_amount'],
  ]
  for (const [body, code, param] of table) refused(await create(body), 400, code, param)
  const archived = await makeProduct(api, { name: 'Old' })
  await api.delete(`${PRODUCTS}/${archived.id}`)
  const flat = { model: 'flat', unit_amount: 1 }
  refused(await create({ ...flat, product_id: archived.id }), 400, 'product_archived', 'product_id')
  assert.equal((await get(api, PRICES)).total_count, before)
})

test('bad lines are refused, each with its own code', async () => {
  const euros = await perUnit('5', { currency: 'eur' })
  const flat = await makePrice({ model: 'flat', unit_amount: 100 })
  const inactive = await perUnit('5')
  await api.patch(`${PRICES}/${inactive.id}`, { body: { active: false } })
  const unknown = `price_${'0'.repeat(26)}`
  const table: [line: object, code: string, member: string][] = [
    [{ price_id: euros.id, quantity: 1 }, 'currency_mismatch', 'price_id'],
    [{ price_id: inactive.id, quantity: 1 }, 'price_inactive', 'price_id'],
    [{ price_id: unknown, quantity: 1 }, 'resource_missing', 'price_id'],
    [{ price_id: flat.id, quantity: 2 }, 'parameter_invalid', 'quantity'],
    [{ price_id: flat.id, events: ['1'] }, 'parameters_exclusive', 'events'],
    [{ price_id: flat.id, unit_amount: 7 }, 'parameter_invalid', 'unit_amount'],
    [{ description: 'x', quantity: 1 }, 'parameter_missing', 'unit_amount'],
    [{ unit_amount: 1, quantity: 1 }, 'parameter_missing', 'description'],
    [
      { description: 'x', quantity_decimal: '1.1234567890123', unit_amount: 1 },
      'decimal_invalid',
      'quantity_decimal',
    ],
    [
      { description: 'x', quantity_decimal: '999999999999', unit_amount_decimal: '99999' },
      'amount_too_large',
      '',
    ],
  ]
  for (const [line, code, member] of table) {
    refused(await bill([line]), 400, code, `line_items[0]${member && `.${member}`}`)
  }
  const other = await makeProduct(api)
  const line = { price_id: flat.id, product_id: other.id }
  refused(await bill([line]), 400, 'parameter_invalid', 'line_items[0].product_id')
})

test('a draft keeps the inactive price it named, and a new line cannot name it', async () => {
  const price = await perUnit('5')
  const { body: draft } = await bill([{ price_id: price.id, quantity: 2 }])
  await api.patch(`${PRICES}/${price.id}`, { body: { active: false } })
  const body = { line_items: [{ price_id: price.id, quantity: 3 }] }
  assert.equal((await api.patch(`${INVOICES}/${draft.id}`, { body })).body.amount_due, 15)
  refused(await bill(body.line_items), 400, 'price_inactive')
})

test('once a line has named a price, only a new version changes its amounts', async () => {
  const price = await perUnit('5', { lookup_key: 'versions' })
  const path = `${PRICES}/${price.id}`
  const first = await api.patch(path, { body: { unit_amount: 6 } })
  assert.deepEqual([first.body.unit_amount, first.body.unit_amount_decimal], [6, '6'])
  const { body: draft } = await bill([{ price_id: price.id, quantity: 2 }])
  refused(await api.patch(path, { body: { unit_amount: 7 } }), 409, 'price_used')
  assert.equal((await api.patch(path, { body: { unit_amount: 6 } })).status, 200)
  const next = await api.patch(path, { body: { unit_amount: 7, new_version: true } })
  assert.equal(next.status, 200)
  assert.deepEqual(
    [next.body.version, next.body.replaces, next.body.lookup_key, next.body.unit_amount],
    [2, price.id, 'versions', 7],
  )
  const old = await get(api, path)
  assert.deepEqual([old.active, old.lookup_key, old.unit_amount], [false, null, 6])
  // The draft keeps the price it was created with.
  const finalized = await api.post(`${INVOICES}/${draft.id}/finalize`)
  assert.equal(finalized.body.amount_due, 12)
  const types = (await allEvents(api))
    .filter(({ data }) => [price.id, next.body.id].includes(data.object.id))
    .map(({ type }) => type)
  assert.deepEqual(types, ['price.created', 'price.updated', 'price.updated', 'price.created'])
})

test('a lookup key belongs to one price, and moves when it is set on another', async () => {
  const one = await perUnit('5', { lookup_key: 'seats' })
  refused(
    await create({ model: 'flat', unit_amount: 1, lookup_key: 'seats' }),
    409,
    'lookup_key_taken',
    'lookup_key',
  )
  const other = await perUnit('5')
  const take = { body: { lookup_key: 'seats' } }
  refused(await api.patch(`${PRICES}/${other.id}`, take), 409, 'lookup_key_taken', 'lookup_key')
  await api.patch(`${PRICES}/${one.id}`, { body: { lookup_key: null } })
  assert.equal((await api.patch(`${PRICES}/${other.id}`, take)).body.lookup_key, 'seats')
  const both = await Promise.all(
    [one, other].map(({ id }) => api.patch(`${PRICES}/${id}`, { body: { lookup_key: 'race' } })),
  )
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
})

test('archiving by DELETE or PATCH records its own event; repeating it records none', async () => {
  const { id } = await makeProduct(api)
  const path = `${PRODUCTS}/${id}`
  await api.delete(path)
  await api.delete(path)
  await api.patch(path, { body: { status: 'archived' } })
  await api.patch(path, { body: { status: 'active' } })
  await api.patch(path, { body: { status: 'active' } })
  await api.patch(path, { body: { status: 'archived', name: 'Retired' } })
  const events = (await allEvents(api)).filter(({ data }) => data.object.id === id)
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.previous_attributes?.status]),
    [
      ['product.created', undefined],
      ['product.archived', 'active'],
      ['product.updated', 'archived'],
      ['product.archived', 'active'],
    ],
  )
})
