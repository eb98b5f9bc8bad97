// Coupons, promotion codes and discounts over HTTP: terms, limits, and their effect on invoices.

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
  refused,
} from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'

const w = await sharedWorld({ after })
const { api } = w
const COUPONS = '/v1/coupons'
const CODES = '/v1/promotion_codes'

function made(path: string, body: object): Promise<Made> {
  return bodyOf(api.post(path, { body }), 201)
}
const makeCoupon = (more: object = {}) =>
  made(COUPONS, {
    name: 'Welcome',
    ...('amount_off' in more ? {} : { percent_off: '10' }),
    ...more,
  })
const makeCode = (coupon: Made, code: string, more: object = {}) =>
  made(CODES, { coupon_id: coupon.id, code, ...more })
const line = (unit_amount: number, more: object = {}) => ({
  ...{ description: 'Seats', quantity: 1, unit_amount },
  ...more,
})
const bill = (customer: Made, line_items: object[], more: object = {}) =>
  api.post(INVOICES, { body: { customer_id: customer.id, line_items, ...more } })
function draft(customer: Made, line_items: object[], more: object = {}): Promise<Made> {
  return bodyOf(bill(customer, line_items, more), 201)
}
const finalize = (customer: Made, line_items: object[], more: object = {}) =>
  draft(customer, line_items, { finalize: true, ...more })
const give = (customer: Made, body: object) =>
  api.post(`/v1/customers/${customer.id}/discounts`, { body })
function given(customer: Made, coupon: Made): Promise<Made> {
  return bodyOf(give(customer, { coupon_id: coupon.id }), 200)
}
const times = async (path: string, { id }: Made) => (await get(api, `${path}/${id}`)).times_redeemed
const figures = ({ subtotal, discount, tax, total }: Made) => [subtotal, discount, tax, total]

test('a coupon is a percentage or an amount, and its terms never change', async () => {
  const { id, created_at, updated_at, ...coupon } = await makeCoupon({
    ...{ percent_off: '12.50', duration: 'months', duration_months: 3, max_redemptions: 5 },
    redeem_by: '2030-12-31T23:59:59.999Z',
  })
  assert.match(id, /^coup_[0-9a-z]{26}$/)
  assert.equal(created_at, updated_at)
  assert.deepEqual(coupon, {
    object: 'coupon',
    name: 'Welcome',
    percent_off: '12.5',
    amount_off: null,
    currency: null,
    duration: 'months',
    duration_months: 3,
    product_ids: [],
    price_ids: [],
    minimum_amount: null,
    max_redemptions: 5,
    times_redeemed: 0,
    active: true,
    redeem_by: '2030-12-31T23:59:59.999Z',
    metadata: {},
  })
  const changed = await api.patch(`${COUPONS}/${id}`, {
    body: { name: 'Hello', max_redemptions: null, active: false },
  })
  assert.deepEqual([changed.body.name, changed.body.max_redemptions], ['Hello', null])
  refused(
    await api.patch(`${COUPONS}/${id}`, { body: { percent_off: '20' } }),
    400,
    'parameter_invalid',
    'percent_off',
  )
})

const ODD: [object, string, string][] = [
  [{ name: 'x' }, 'parameter_missing', 'percent_off'],
  [{ name: 'x', percent_off: '0' }, 'parameter_invalid', 'percent_off'],
  [{ name: 'x', percent_off: '0.00' }, 'parameter_invalid', 'percent_off'],
  [{ name: 'x', percent_off: '100.1' }, 'parameter_invalid', 'percent_off'],
  [{ name: 'x', percent_off: '1.00001' }, 'parameter_invalid', 'percent_off'],
  [{ name: 'x', percent_off: '10', amount_off: 5 }, 'parameters_exclusive', 'amount_off'],
  [{ name: 'x', amount_off: 500 }, 'parameter_missing', 'currency'],
  [{ name: 'x', amount_off: 0, currency: 'cad' }, 'parameter_invalid', 'amount_off'],
  [{ name: 'x', percent_off: '10', minimum_amount: 5 }, 'parameter_missing', 'currency'],
  [{ name: 'x', percent_off: '10', currency: 'xyz' }, 'currency_invalid', 'currency'],
  [{ name: 'x', percent_off: '10', duration: 'months' }, 'parameter_missing', 'duration_months'],
  [{ name: 'x', percent_off: '10', duration_months: 3 }, 'parameter_invalid', 'duration_months'],
  [
    { name: 'x', percent_off: '10', redeem_by: '0001-01-01T00:00:00Z' },
    'parameter_invalid',
    'redeem_by',
  ],
  [
    { name: 'x', percent_off: '10', product_ids: ['prod_01h2xcejqtf2nbrexx3vqjhp41'] },
    'resource_missing',
    'product_ids[0]',
  ],
  [
    { name: 'x', percent_off: '10', price_ids: ['price_01h2xcejqtf2nbrexx3vqjhp41'] },
    'resource_missing',
    'price_ids[0]',
  ],
]

test('invalid terms are refused, and the error names each', async () => {
  for (const [body, code, param] of ODD)
    refused(await api.post(COUPONS, { body }), 400, code, param)
})

test('10 % off 100.00 and 40.00 is 14.00: 10.00 and 4.00', async () => {
  const customer = await makeCustomer(api)
  const coupon = await makeCoupon()
  const invoice = await finalize(customer, [line(10_000), line(4_000)], {
    discounts: [{ coupon_id: coupon.id }],
  })
  assert.deepEqual(figures(invoice), [14_000, 1_400, 0, 12_600])
  assert.deepEqual(
    invoice.line_items.map(({ discount, net }: Made) => [discount, net]),
    [
      [1_000, 9_000],
      [400, 3_600],
    ],
  )
  const [{ id, ...discount }, ...others] = invoice.discounts
  assert.match(id, /^disc_[0-9a-z]{26}$/)
  assert.deepEqual(others, [])
  assert.deepEqual(discount, {
    coupon_id: coupon.id,
    promotion_code_id: null,
    source: 'invoice',
    name: 'Welcome',
    amount: 1_400,
  })
  assert.equal(await times(COUPONS, coupon), 1)
  // A finalized invoice keeps the coupon redeemed, even when it is voided.
  await api.post(`${INVOICES}/${invoice.id}/void`)
  assert.equal(await times(COUPONS, coupon), 1)
})

test("discounts apply in sequence: the customer's first, percentages before amounts", async () => {
  const customer = await makeCustomer(api)
  await given(
    customer,
    await makeCoupon({ amount_off: 1_000, currency: 'cad', duration: 'forever' }),
  )
  await given(customer, await makeCoupon({ duration: 'forever' }))
  const own = await makeCoupon({ percent_off: '50' })
  const invoice = await finalize(customer, [line(10_000)], { discounts: [{ coupon_id: own.id }] })
  // 100.00 less 10 % is 90.00, less 10.00 is 80.00, less 50 % is 40.00.
  assert.deepEqual(
    invoice.discounts.map(({ source, amount }: Made) => [source, amount]),
    [
      ['customer', 1_000],
      ['customer', 1_000],
      ['invoice', 4_000],
    ],
  )
  assert.deepEqual(figures(invoice), [10_000, 6_000, 0, 4_000])
})

test('a discount applies to its products, from its minimum on, and never below zero', async () => {
  const customer = await makeCustomer(api)
  const product = await makeProduct(api)
  const some = await makeCoupon({ product_ids: [product.id], percent_off: '50' })
  const lines = [line(1_000, { product_id: product.id }), line(1_000)]
  const invoice = await draft(customer, lines, { discounts: [{ coupon_id: some.id }] })
  assert.deepEqual(
    invoice.line_items.map(({ discount }: Made) => discount),
    [500, 0],
  )
  const least = await makeCoupon({ amount_off: 9_999, currency: 'cad', minimum_amount: 1_001 })
  const below = await draft(customer, [line(1_000)], { discounts: [{ coupon_id: least.id }] })
  assert.deepEqual(figures(below), [1_000, 0, 0, 1_000])
  // The discount is on the invoice all the same, and applies once the minimum is reached.
  const more = await api.patch(`${INVOICES}/${below.id}`, { body: { line_items: [line(1_001)] } })
  assert.deepEqual(figures(more.body), [1_001, 1_001, 0, 0])
  const euros = await makeCoupon({ amount_off: 100, currency: 'eur' })
  refused(
    await bill(customer, [line(1_000)], { discounts: [{ coupon_id: euros.id }] }),
    400,
    'currency_mismatch',
    'discounts[0]',
  )
  refused(
    await api.patch(`${INVOICES}/${below.id}`, {
      body: { currency: 'eur', line_items: [line(1_000)] },
    }),
    400,
    'currency_mismatch',
    'currency',
  )
})

test('a discount for one invoice ends by use, and one for some months by date', async () => {
  const customer = await makeCustomer(api)
  const once = await makeCoupon()
  const months = await makeCoupon({ duration: 'months', duration_months: 2, percent_off: '20' })
  await given(customer, once)
  await given(customer, months)
  const first = await finalize(customer, [line(10_000)])
  assert.equal(first.total, 7_200)
  const after = await get(api, `/v1/customers/${customer.id}`)
  const used = ({ discounts }: Made) => discounts.map(({ months_used }: Made) => months_used)
  assert.deepEqual(used(after), [1, 0])
  const next = await finalize(customer, [line(10_000)])
  assert.equal(next.total, 8_000)
  assert.deepEqual(used(await get(api, `/v1/customers/${customer.id}`)), [1, 0])
  // A discount that takes nothing off is not used, and an ended one does not count towards the maximum.
  await given(customer, once)
  await finalize(customer, [line(0)])
  const last = await get(api, `/v1/customers/${customer.id}`)
  assert.deepEqual(used(last), [0, 0])
  assert.equal(await times(COUPONS, once), 2)
})

test('one of two concurrent requests gets the last redemption, and deleting the draft returns it', async () => {
  const coupon = await makeCoupon({ max_redemptions: 1 })
  const customers = await Promise.all([makeCustomer(api), makeCustomer(api)])
  const answers = await Promise.all(
    customers.map((customer) =>
      bill(customer, [line(1_000)], { discounts: [{ coupon_id: coupon.id }] }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409])
  for (const answer of answers) if (answer.status === 409) refused(answer, 409, 'coupon_exhausted')
  const got = answers.find(({ status }) => status === 201)?.body
  refused(await give(customers[0], { coupon_id: coupon.id }), 409, 'coupon_exhausted')
  refused(
    await api.patch(`${COUPONS}/${coupon.id}`, { body: { max_redemptions: 0 } }),
    400,
    'parameter_invalid',
    'max_redemptions',
  )
  // A preview shows the result: the draft that used up the coupon can be previewed.
  const lines = { customer_id: customers[0].id, line_items: [line(1_000)] }
  const preview = await api.post(`${INVOICES}/preview`, {
    body: { ...lines, discounts: [{ coupon_id: coupon.id }] },
  })
  assert.equal(preview.body.total, 900)
  const removed = await api.delete(`${INVOICES}/${got.id}/discounts/${got.discounts[0].id}`)
  assert.deepEqual([removed.body.discounts, removed.body.total], [[], 1_000])
  assert.equal(await times(COUPONS, coupon), 0)
  const added = await api.post(`${INVOICES}/${got.id}/discounts`, {
    body: { coupon_id: coupon.id },
  })
  assert.equal(added.body.total, 900)
  await api.post(`${INVOICES}/${got.id}/void`)
  assert.equal(await times(COUPONS, coupon), 0)
  const types = (await allEvents(api))
    .filter(({ data }) => data.object.id === coupon.id)
    .map(({ type }) => type)
  assert.deepEqual(types, [
    ...['coupon.created', 'coupon.redeemed', 'coupon.released'],
    ...['coupon.redeemed', 'coupon.released'],
  ])
})

test('a promotion code is case-insensitive and limited to its customers', async () => {
  const coupon = await makeCoupon()
  const code = await makeCode(coupon, 'Welcome-1', { max_redemptions: 2 })
  assert.equal(code.code, 'Welcome-1')
  refused(
    await api.post(CODES, { body: { coupon_id: coupon.id, code: 'WELCOME-1' } }),
    409,
    'promotion_code_taken',
    'code',
  )
  const found = await get(api, `${CODES}?code=wELCOME-1`)
  assert.deepEqual(
    found.data.map(({ id }: Made) => id),
    [code.id],
  )
  const customer = await makeCustomer(api)
  const other = await makeCustomer(api)
  const theirs = await makeCode(coupon, 'theirs', { customer_id: `cus_${other.id}` })
  const eligible = 'promotion_code_not_eligible'
  refused(await give(customer, { promotion_code_id: theirs.id }), 409, eligible)
  const first = await makeCode(coupon, 'first', { first_time_only: true })
  const by = { discounts: [{ promotion_code_id: first.id }] }
  const taken = await finalize(customer, [line(1_000)], by)
  assert.deepEqual(
    [taken.total, taken.discounts[0].promotion_code_id, taken.discounts[0].coupon_id],
    [900, first.id, coupon.id],
  )
  refused(await bill(customer, [line(1_000)], by), 409, eligible)
  refused(
    await api.post(`${INVOICES}/preview`, {
      body: { customer_id: customer.id, line_items: [line(1_000)], ...by },
    }),
    409,
    eligible,
  )
  refused(await give(customer, { promotion_code_id: first.id }), 409, eligible)
  const plain = await draft(customer, [line(1_000)])
  const add = (body: object) => api.post(`${INVOICES}/${plain.id}/discounts`, { body })
  refused(await add({ promotion_code_id: first.id }), 409, eligible)
  const added = await add({ promotion_code_id: code.id })
  assert.equal(added.status, 200, added.text)
  refused(
    await api.patch(`${INVOICES}/${plain.id}`, { body: { customer_id: other.id } }),
    409,
    eligible,
    'customer_id',
  )
  assert.deepEqual([await times(CODES, code), await times(COUPONS, coupon)], [1, 2])
  await api.post(`${INVOICES}/${plain.id}/void`)
  assert.deepEqual([await times(CODES, code), await times(COUPONS, coupon)], [0, 1])
})

test('inactive and expired coupons cannot be redeemed, nor the same coupon twice', async () => {
  const customer = await makeCustomer(api)
  const over = await makeCoupon({ redeem_by: '2020-01-01T00:00:00Z' })
  refused(await give(customer, { coupon_id: over.id }), 409, 'coupon_expired')
  const coupon = await makeCoupon()
  const code = await makeCode(coupon, 'expired', { expires_at: '2020-01-01T00:00:00Z' })
  refused(await give(customer, { promotion_code_id: code.id }), 409, 'coupon_expired')
  const used = await makeCode(coupon, 'single', { max_redemptions: 1 })
  await api.patch(`${CODES}/${used.id}`, { body: { active: false } })
  refused(await give(customer, { promotion_code_id: used.id }), 409, 'coupon_inactive')
  await api.patch(`${CODES}/${used.id}`, { body: { active: true } })
  assert.equal((await give(customer, { promotion_code_id: used.id })).status, 200)
  refused(await give(customer, { coupon_id: coupon.id }), 409, 'discount_already_applied')
  const other = await makeCustomer(api)
  refused(await give(other, { promotion_code_id: used.id }), 409, 'coupon_exhausted')
  refused(await give(other, {}), 400, 'parameter_missing', 'coupon_id')
  const both = { coupon_id: coupon.id, promotion_code_id: used.id }
  refused(await give(other, both), 400, 'parameters_exclusive', 'coupon_id')
  const none = 'coup_01h2xcejqtf2nbrexx3vqjhp41'
  refused(await give(other, { coupon_id: none }), 400, 'resource_missing', 'coupon_id')
  const [discount] = (await get(api, `/v1/customers/${customer.id}`)).discounts
  const path = `/v1/customers/${customer.id}/discounts/${discount.id}`
  const removed = await api.delete(path)
  assert.deepEqual(removed.body.discounts, [])
  assert.deepEqual([await times(CODES, used), await times(COUPONS, coupon)], [0, 0])
  refused(await api.delete(path), 404, 'resource_missing')
  const many = await Promise.all(Array.from({ length: 21 }, () => makeCoupon()))
  for (const each of many.slice(0, 20)) await given(other, each)
  refused(await give(other, { coupon_id: many[20].id }), 409, 'discounts_too_many')
})

test('a discount is applied before tax, and the ledger matches all figures', async () => {
  await api.patch('/v1/account', { body: { automatic_tax: true, country: 'CA' } })
  const registration = { country: 'CA', valid_from: '2010-01-01' }
  await made('/v1/tax_registrations', { ...registration, number: '123456789 RT0001' })
  await made('/v1/tax_registrations', {
    ...registration,
    region: 'QC',
    number: '1234567890 TQ0001',
  })
  const customer = await makeCustomer(api, { country: 'CA', state_province: 'QC' })
  const coupon = await makeCoupon()
  const invoice = await finalize(customer, [line(10_000), line(4_000)], {
    discounts: [{ coupon_id: coupon.id }],
  })
  // 126.00: QST 9.975 % is 12.5685, GST 5 % is 6.30.
  assert.deepEqual(figures(invoice), [14_000, 1_400, 1_887, 14_487])
  const { sentences } = await get(api, `${INVOICES}/${invoice.id}/explain`)
  assert.ok(
    sentences.some((text: string) => text.includes('10')),
    sentences.join('\n'),
  )
  const { clean, checks } = await get(api, '/v1/ledger/verification')
  assert.equal(
    clean,
    true,
    JSON.stringify(checks.filter(({ differences }: Made) => differences > 0)),
  )
})
