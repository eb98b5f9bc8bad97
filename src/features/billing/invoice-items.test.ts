// One-off items: each is pending until the next invoice of its subscription, and is billed once. Figures are worked out
// by hand.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import {
  bodyOf,
  CUSTOMERS,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  refused,
} from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const ITEMS = '/v1/invoice_items'
const OLD = '1999-12-31T23:59:59.000Z'
const { api } = await sharedWorld({ after })
await advanceTo(api, '2027-01-31T15:00:00.000Z')
const { product, pro, makePrice, subscribed, act, invoicesOf, eventsOf } = await subscribing(api)
const start = '2027-01-31T15:00:00.000Z'

const add = (subscription: Made, body: object = {}) => {
  const item = { subscription_id: subscription.id, description: 'Setup', unit_amount: 5000 }
  return api.post(ITEMS, { body: { ...item, ...body } })
}

async function added(subscription: Made, body: object = {}): Promise<Made> {
  const answer = await add(subscription, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

const itemOf = ({ id }: Made): Promise<Made> => get(api, `${ITEMS}/${id}`)
const pendingOf = async ({ id }: Made): Promise<string[]> =>
  (await get(api, `${ITEMS}?subscription_id=${id}&status=pending`)).data.map(({ id }: Made) => id)
const lastOf = async ({ id }: Made): Promise<Made> => (await invoicesOf(id)).at(-1) as Made

test('without a subscription, an item goes to the one of its customer that is billed next', async () => {
  const monthly = await subscribed({ start })
  const { customer_id } = monthly
  const weekly = await makePrice({ interval: 'week' })
  const next = await bodyOf(
    api.post(SUBSCRIPTIONS, { body: { customer_id, items: [{ price_id: weekly.id }], start } }),
    201,
  )
  const sent = { customer_id, description: 'Setup', unit_amount: 5000 }
  const item = await bodyOf(api.post(ITEMS, { body: sent }), 201)
  assert.equal(item.subscription_id, next.id)
  const inDollars = await api.post(ITEMS, { body: { ...sent, currency: 'usd' } })
  refused(inDollars, 400, 'parameter_invalid', 'customer_id')
  await act(next.id, 'cancel', { at: 'now' })
  assert.equal((await itemOf(item)).status, 'billed')
  const later = await bodyOf(api.post(ITEMS, { body: sent }), 201)
  assert.equal(later.subscription_id, monthly.id)
  const { customer_id: _, ...unowned } = sent
  refused(await api.post(ITEMS, { body: unowned }), 400, 'parameter_missing', 'customer_id')
})

test('an item is billed by the next invoice, after the recurring lines, and by no other', async () => {
  const subscription = await subscribed({ start })
  const once = await makePrice({ interval: null, unit_amount: 700 })
  const period = { start: '2027-02-01T00:00:00.000Z', end: '2027-02-02T00:00:00.000Z' }
  const setup = await added(subscription, { period, metadata: { order: 7 } })
  assert.deepEqual(setup, {
    id: setup.id,
    object: 'invoice_item',
    customer_id: subscription.customer_id,
    subscription_id: subscription.id,
    status: 'pending',
    description: 'Setup',
    price_id: null,
    unit_amount: 5000,
    quantity: 1,
    amount: 5000,
    currency: 'cad',
    period,
    invoice_id: null,
    metadata: { order: 7 },
    created_at: setup.created_at,
    updated_at: setup.created_at,
  })
  const { customer_id } = subscription
  const support = { description: 'Support', price_id: once.id, unit_amount: null, quantity: 3 }
  const priced = await added(subscription, { ...support, customer_id, currency: 'CAD' })
  assert.deepEqual([priced.amount, priced.price_id], [2100, once.id])
  const forecast = (await get(api, `${SUBSCRIPTIONS}/${subscription.id}/upcoming?periods=2`)).data
  assert.deepEqual(
    forecast.map(({ total, line_items }: Made) => [total, line_items.length]),
    [
      [16_100, 3],
      [9000, 1],
    ],
  )
  assert.equal(forecast[0].line_items[1].invoice_item_id, setup.id)
  await advanceTo(api, '2027-02-28T16:00:00.000Z')
  const invoice = await lastOf(subscription)
  assert.deepEqual([invoice.total, invoice.billing_reason], [16_100, 'cycle'])
  assert.deepEqual(
    invoice.line_items.map((line: Made) => [
      ...[line.description, line.quantity, line.amount, line.kind, line.invoice_item_id],
      ...[line.subscription_id, line.price_id, line.period?.start],
    ]),
    [
      ['Pro', 3, 9000, 'recurring', null, subscription.id, pro.id, '2027-02-28T15:00:00.000Z'],
      ['Setup', 1, 5000, 'one_time', setup.id, subscription.id, null, period.start],
      ['Support', 3, 2100, 'one_time', priced.id, subscription.id, once.id, undefined],
    ],
  )
  const billed = await itemOf(setup)
  assert.deepEqual([billed.status, billed.invoice_id], ['billed', invoice.id])
  assert.deepEqual(await eventsOf(setup.id), ['invoice_item.created', 'invoice_item.billed'])
  const late = refused(await api.delete(`${ITEMS}/${setup.id}`), 409, 'invoice_item_billed')
  assert.equal(
    late.message,
    `Item ${setup.id} is on invoice ${invoice.id}. Correct the invoice with a credit note.`,
  )
  const change = { body: { quantity: 2 } }
  refused(await api.patch(`${ITEMS}/${priced.id}`, change), 409, 'invoice_item_billed')
  assert.equal((await api.post(`${INVOICES}/${invoice.id}/void`)).status, 200)
  await advanceTo(api, '2027-03-31T16:00:00.000Z')
  assert.equal((await lastOf(subscription)).total, 9000, 'voiding does not bill it again')
  assert.deepEqual(await pendingOf(subscription), [])
})

test('an item can be changed and deleted until it is billed', async () => {
  const subscription = await subscribed()
  const item = await added(subscription)
  const path = `${ITEMS}/${item.id}`
  const body = { description: 'Training', quantity: 2, unit_amount: 4500, metadata: { days: 2 } }
  const changed = (await api.patch(path, { body })).body
  assert.deepEqual(
    [changed.description, changed.amount, changed.metadata],
    ['Training', 9000, { days: 2 }],
  )
  assert.deepEqual((await api.patch(path, { body: {} })).body, changed)
  refused(await api.patch(path, { body: { unit_amount: null } }), 400, 'parameter_invalid')
  refused(
    await api.patch(path, { body: { quantity: 3 }, headers: { 'If-Match': '"x"' } }),
    412,
    'precondition_failed',
  )
  const once = await makePrice({ interval: null })
  const priced = await added(subscription, { price_id: once.id, unit_amount: null })
  const amount = { body: { unit_amount: 1 } }
  refused(await api.patch(`${ITEMS}/${priced.id}`, amount), 400, 'parameter_invalid', 'unit_amount')
  // A price that is inactive by now still counts for the item that has it.
  await api.patch(`/v1/prices/${once.id}`, { body: { active: false } })
  assert.equal((await api.patch(`${ITEMS}/${priced.id}`, { body: { quantity: 2 } })).status, 200)
  assert.deepEqual(await pendingOf(subscription), [priced.id, item.id])
  assert.deepEqual((await api.delete(path)).body, {
    id: item.id,
    object: 'invoice_item',
    deleted: true,
  })
  for (const gone of [await api.get(path), await api.delete(path), await api.patch(path, { body })])
    refused(gone, 404, 'resource_missing')
  assert.deepEqual(await pendingOf(subscription), [priced.id])
  await act(subscription.id, 'cancel', { at: 'now' })
  const [, last] = await invoicesOf(subscription.id)
  assert.deepEqual(
    [last?.total, last?.billing_reason, last?.line_items.length],
    [6000, 'cancel', 1],
  )
})

test('an item that does not fit the subscription is refused', async () => {
  const subscription = await subscribed()
  const [usd, yearly] = [
    await makePrice({ interval: null, currency: 'usd' }),
    await makePrice({ interval: 'year' }),
  ]
  const fixed = await makePrice({ interval: null, model: 'flat', unit_amount: 100 })
  const other = await makeCustomer(api)
  const priced = (price: Made) => ({ price_id: price.id, unit_amount: null })
  const period = { start: '2027-02-02T00:00:00.000Z', end: '2027-02-02T00:00:00.000Z' }
  for (const [body, code, param] of [
    [{ currency: 'usd' }, 'currency_mismatch', 'currency'],
    [priced(usd), 'currency_mismatch', 'price_id'],
    [priced(yearly), 'parameter_invalid', 'price_id'],
    [{ ...priced(fixed), quantity: 2 }, 'parameter_invalid', 'quantity'],
    [{ price_id: fixed.id }, 'parameters_exclusive', 'unit_amount'],
    [{ unit_amount: undefined }, 'parameter_missing', 'unit_amount'],
    [{ unit_amount: 999_999_999_999, quantity: 1_000_000 }, 'amount_too_large', 'unit_amount'],
    [{ description: ' ' }, 'parameter_missing', 'description'],
    [{ customer_id: other.id }, 'parameter_invalid', 'customer_id'],
    [{ period }, 'parameter_invalid', 'period.end'],
    [{ period: { ...period, start: OLD } }, 'parameter_invalid', 'period.start'],
    [{ subscription_id: product.id }, 'parameter_invalid', 'subscription_id'],
    [{ subscription_id: 'sub_01h2xcejqtf2nbrexx3vqjhp41' }, 'resource_missing', 'subscription_id'],
  ] as const) {
    refused(await add(subscription, body), 400, code, param)
  }
  await act(subscription.id, 'cancel', { at: 'now' })
  refused(await add(subscription), 409, 'subscription_ended')
})

test('a trial and a future start bill items with their first invoice, or when they end', async () => {
  const trial = await subscribed({ trial_days: 14 })
  const later = await subscribed({ start: '2027-06-01' })
  const free = await subscribed({ anchor: { day_of_month: 10 }, first_period: 'free' })
  for (const each of [trial, later, free]) await added(each)
  await act(later.id, 'cancel', { at: 'now' })
  const [only] = await invoicesOf(later.id)
  assert.deepEqual(
    [only?.total, only?.billing_reason, only?.scheduled_for],
    [5000, 'cancel', only?.period.end],
  )
  assert.deepEqual(await pendingOf(later), [])
  const ending = await act(trial.id, 'cancel', { at: 'period_end' })
  const { data } = await get(api, `${SUBSCRIPTIONS}/${trial.id}/upcoming`)
  assert.deepEqual(
    data.map(({ total, period }: Made) => [total, period.end]),
    [[5000, ending.cancel_at]],
  )
  await advanceTo(api, '2027-04-20T15:00:00.000Z')
  assert.deepEqual(
    (await invoicesOf(trial.id)).map(({ total, billing_reason }: Made) => [total, billing_reason]),
    [[5000, 'cancel']],
  )
  assert.deepEqual(
    (await invoicesOf(free.id)).map(({ total }: Made) => total),
    [14_000],
  )
})

test('a change that is billed at once bills pending items, and another one does not', async () => {
  const subscription = await subscribed()
  const [seat] = subscription.items
  const item = await added(subscription)
  const later = { at: 'now', proration: 'none', items: [{ id: seat.id, quantity: 2 }] }
  await act(subscription.id, 'change', later)
  assert.deepEqual(await pendingOf(subscription), [item.id])
  const more = { at: 'now', items: [{ id: seat.id, quantity: 4 }], anchor: 'reset' }
  await act(subscription.id, 'change', more)
  const { billing_reason, line_items } = await lastOf(subscription)
  assert.deepEqual(
    [billing_reason, line_items.map(({ kind }: Made) => kind)],
    ['change', ['recurring', 'one_time']],
  )
  assert.equal(line_items[1].invoice_item_id, item.id)
})

test('a subscription has at most 200 pending items', async () => {
  const subscription = await subscribed()
  for (let count = 0; count < 200; count += 1) await added(subscription, { unit_amount: 1 })
  const full = refused(await add(subscription), 400, 'parameter_invalid', 'subscription_id')
  assert.match(full.message, /has 200 pending items, the maximum/)
  const [first] = await pendingOf(subscription)
  await api.delete(`${ITEMS}/${first}`)
  await added(subscription)
  await act(subscription.id, 'cancel', { at: 'now' })
  const last = await lastOf(subscription)
  assert.deepEqual([last.total, last.line_items.length], [5199, 200])
})

test('credit for unused time pays items that are billed at the end', async () => {
  const subscription = await subscribed()
  const [first] = await invoicesOf(subscription.id)
  await api.post('/v1/payments', {
    body: { invoice_id: first?.id, amount: 9000, method: 'bank_transfer' },
  })
  await added(subscription)
  await act(subscription.id, 'cancel', { at: 'now', unused: 'credit' })
  const last = await lastOf(subscription)
  assert.deepEqual([last.total, last.credit_applied, last.status], [5000, 5000, 'paid'])
})

test('unused time is returned only for recurring lines', async () => {
  const subscription = await subscribed()
  const [{ period }] = (await get(api, `${SUBSCRIPTIONS}/${subscription.id}/upcoming`)).data
  await added(subscription, { period })
  await advanceTo(api, new Date(Date.parse(period.start) + 864_000_000).toISOString())
  await act(subscription.id, 'cancel', { at: 'now', unused: 'credit' })
  const { id, line_items } = await lastOf(subscription)
  assert.deepEqual([line_items.length, line_items[1].period], [2, period])
  const [{ lines }] = (await get(api, `/v1/credit_notes?invoice_id=${id}`)).data
  assert.deepEqual(
    lines.map(({ invoice_line_id }: Made) => invoice_line_id),
    [line_items[0].id],
  )
})

test('items bill a subscription that costs nothing else, and stay pending while an invoice is refused', async () => {
  const nothing = await makePrice({ unit_amount: 0 })
  const subscription = await subscribed({ items: [{ price_id: nothing.id }] })
  assert.deepEqual(await invoicesOf(subscription.id), [])
  const item = await added(subscription)
  await advanceTo(api, '2027-07-21T15:00:00.000Z')
  const [invoice] = await invoicesOf(subscription.id)
  assert.deepEqual([invoice?.total, invoice?.line_items.length], [5000, 2])
  assert.equal((await itemOf(item)).status, 'billed')

  await api.patch('/v1/account', { body: { country: 'CA', automatic_tax: true } })
  await api.patch('/v1/account', { body: { tax_address: 'refuse' } })
  await api.post('/v1/tax_registrations', { body: { country: 'CA', valid_from: '2020-01-01' } })
  const { id } = await makeCustomer(api, { country: 'CA', state_province: 'ON' })
  const stuck = await subscribed({ customer_id: `cus_${id}` })
  const [kept, gone] = [await added(stuck), await added(stuck)]
  await api.patch(`${CUSTOMERS}/${id}`, { body: { state_province: '' } })
  await advanceTo(api, '2027-08-22T15:00:00.000Z')
  assert.equal(
    (await get(api, `${SUBSCRIPTIONS}/${stuck.id}`)).billing_error.code,
    'tax_address_missing',
  )
  assert.equal((await api.delete(`${ITEMS}/${gone.id}`)).status, 200)
  await act(stuck.id, 'cancel', { at: 'now' })
  assert.deepEqual([await pendingOf(stuck), (await invoicesOf(stuck.id)).length], [[kept.id], 1])
  assert.equal((await api.delete(`${ITEMS}/${kept.id}`)).status, 200)
})
