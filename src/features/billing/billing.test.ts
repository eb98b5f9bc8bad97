// Subscriptions by the clock: amounts, dates and periods of their invoices. Dates are worked out by hand from the
// calendar (recurring billing, sections 3 and 7).

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import {
  allEvents,
  CUSTOMERS,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeProduct,
  PRODUCTS,
  refused,
} from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const NOW = '2027-01-31T15:00:00.000Z'
const { api } = await sharedWorld({ after })
await api.patch('/v1/account', { body: { time_zone: 'America/Toronto' } })
await advanceTo(api, NOW)
const { product, pro, yearly, makePrice, subscribe, subscribed, act, ...rest } =
  await subscribing(api)
const { subscription, invoicesOf, billed, eventsOf } = rest
const once = await makePrice({ interval: null })

const JANUARY = '2027-01-31T05:00:00.000Z'
const FEBRUARY = '2027-02-28T05:00:00.000Z'
const MARCH = '2027-03-31T04:00:00.000Z'
const APRIL = '2027-04-30T04:00:00.000Z'
const MAY = '2027-05-31T04:00:00.000Z'

test('a monthly plan from 31 January is billed at once, and then automatically on the last day of each month', async () => {
  const monthly = await subscribed({ start: '2027-01-31', external_id: 'team-1' })
  const ending = await subscribed({ start: '2027-01-31' })
  const changing = await subscribed({ start: '2027-01-31' })
  const trial = await subscribed({ start: '2027-01-31', trial_days: 14 })
  const later = await subscribed({ start: '2027-02-10' })
  assert.deepEqual(
    { ...monthly, id: '', items: [], created_at: '', updated_at: '' },
    {
      id: '',
      object: 'subscription',
      customer_id: monthly.customer_id,
      external_id: 'team-1',
      status: 'active',
      currency: 'cad',
      items: [],
      interval: 'month',
      interval_count: 1,
      start: JANUARY,
      anchor: { year: 2027, month: 1, day: 31, second: 0 },
      first_period: 'prorate',
      proration_unit: 'second',
      zone: 'America/Toronto',
      current_period: { start: JANUARY, end: FEBRUARY },
      ...{ trial_end: null, cancel_at: null, canceled_at: null, cancellation: null },
      ...{ pause: null },
      scheduled_changes: [],
      discounts: [],
      payment_terms_days: null,
      collection: 'send',
      payment_method_id: null,
      due_at: FEBRUARY,
      next_invoice_at: FEBRUARY,
      billing_error: null,
      metadata: {},
      created_at: '',
      updated_at: '',
    },
  )
  const [first, ...others] = await invoicesOf(monthly.id)
  assert.deepEqual(others, [])
  assert.equal(first.status, 'posted')
  assert.equal(first.total, 9000)
  assert.equal(first.billing_reason, 'create')
  assert.equal(first.scheduled_for, JANUARY)
  assert.deepEqual(first.period, { start: JANUARY, end: FEBRUARY })
  const [line] = first.line_items
  assert.deepEqual(
    [line.description, line.quantity, line.unit_amount, line.kind, line.price_id, line.period],
    ['Pro', 3, 3000, 'recurring', pro.id, { start: JANUARY, end: FEBRUARY }],
  )
  assert.deepEqual(
    [line.subscription_id, line.subscription_item_id],
    [monthly.id, monthly.items[0].id],
  )
  assert.equal((await get(api, `/v1/prices/${pro.id}`)).active, true)

  // Schedules an end, a plan change with more seats, and an end that is withdrawn.
  const canceling = await act(ending.id, 'cancel', { at: 'period_end', reason: 'price' })
  assert.deepEqual(
    [canceling.status, canceling.cancel_at, canceling.next_invoice_at, canceling.cancellation],
    ['active', FEBRUARY, null, { reason: 'price', comment: null }],
  )
  await act(monthly.id, 'cancel', { at: 'period_end' })
  const kept = await act(monthly.id, 'keep')
  assert.deepEqual([kept.cancel_at, kept.cancellation], [null, null])
  const [seat] = changing.items
  await act(changing.id, 'change', { at: 'period_end', items: [{ id: seat.id, quantity: 5 }] })
  const change = { at: MARCH, items: [{ id: seat.id, price_id: yearly.id, quantity: 2 }] }
  const changed = await act(changing.id, 'change', change)
  assert.deepEqual(
    changed.scheduled_changes.map(({ at, items }: Made) => [at, items[0].quantity]),
    [
      [FEBRUARY, 5],
      [MARCH, 2],
    ],
  )
  assert.deepEqual(
    [trial.status, trial.current_period, trial.next_invoice_at],
    ['trialing', { start: JANUARY, end: '2027-02-14T05:00:00.000Z' }, '2027-02-14T05:00:00.000Z'],
  )
  assert.deepEqual(
    [later.status, later.current_period, later.due_at],
    ['scheduled', null, '2027-02-10T05:00:00.000Z'],
  )

  // Forecasts equal the later invoices.
  const forecast = await get(api, `${SUBSCRIPTIONS}/${changing.id}/upcoming?periods=2`)
  const path = `${SUBSCRIPTIONS}/${monthly.id}/upcoming?periods=3`
  const upcoming = (await get(api, path)).data.map((each: Made) => [
    each.period.start,
    each.total,
    each.line_items.length,
  ])
  await advanceTo(api, '2027-05-02T12:00:00.000Z')
  assert.deepEqual(await billed(monthly.id), [[JANUARY, 9000, 1], ...upcoming])
  assert.deepEqual(upcoming, [
    [FEBRUARY, 9000, 1],
    [MARCH, 9000, 1],
    [APRIL, 9000, 1],
  ])
  const dates = (await invoicesOf(monthly.id)).map(({ finalized_at }: Made) => finalized_at)
  const minute = (at: string) => at.slice(0, 16)
  assert.deepEqual(dates.slice(1).map(minute), [FEBRUARY, MARCH, APRIL].map(minute))
  assert.deepEqual((await subscription(monthly.id)).current_period, { start: APRIL, end: MAY })
  assert.deepEqual(await eventsOf(monthly.id), [
    'subscription.created',
    'subscription.started',
    'subscription.updated',
    'subscription.updated',
    'subscription.renewed',
    // The first invoice was due on 2 March.
    'subscription.past_due',
    ...Array(2).fill('subscription.renewed'),
  ])

  assert.deepEqual(await billed(ending.id), [[JANUARY, 9000, 1]])
  const ended = await subscription(ending.id)
  assert.deepEqual([ended.status, ended.canceled_at, ended.due_at], ['canceled', FEBRUARY, null])

  assert.deepEqual(await billed(changing.id), [
    [JANUARY, 9000, 1],
    [FEBRUARY, 15_000, 1],
    [MARCH, 60_000, 1],
  ])
  const [, ...later2] = await invoicesOf(changing.id)
  assert.deepEqual(
    forecast.data.map(({ scheduled_for, total }: Made) => [scheduled_for, total]),
    later2.map(({ scheduled_for, total }: Made) => [scheduled_for, total]),
  )
  const year = await subscription(changing.id)
  assert.deepEqual(
    [year.interval, year.current_period.end, year.anchor.day, year.scheduled_changes],
    ['year', '2028-03-31T04:00:00.000Z', 31, []],
  )

  const FIRST = '2027-02-14T05:00:00.000Z'
  assert.deepEqual(
    (await billed(trial.id)).map(([start]) => start),
    [FIRST, '2027-03-14T05:00:00.000Z', '2027-04-14T04:00:00.000Z'],
  )
  const feed = (await allEvents(api)).filter(({ data }: Made) => data.object.id === trial.id)
  assert.deepEqual(
    feed.slice(0, 5).map(({ type }: Made) => type),
    [
      'subscription.created',
      'subscription.started',
      'subscription.trial_will_end',
      'subscription.trial_ended',
      'subscription.renewed',
    ],
  )
  // Three days before 14 February, at midnight in Toronto.
  assert.equal(feed[2].data.previous_attributes.due_at, '2027-02-11T05:00:00.000Z')
  assert.deepEqual(
    (await invoicesOf(later.id)).map(({ billing_reason, scheduled_for }: Made) => [
      billing_reason,
      scheduled_for,
    ]),
    [
      ['create', '2027-02-10T05:00:00.000Z'],
      ['cycle', '2027-03-10T05:00:00.000Z'],
      ['cycle', '2027-04-10T04:00:00.000Z'],
    ],
  )
})

test('a start in the past bills each period since then on one invoice, or only the current one', async () => {
  const all = await subscribed({ start: '2027-02-01' })
  assert.deepEqual(await billed(all.id), [['2027-02-01T05:00:00.000Z', 36_000, 4]])
  const [{ period, line_items }] = (await invoicesOf(all.id)) as [Made]
  assert.deepEqual(period, { start: '2027-02-01T05:00:00.000Z', end: '2027-06-01T04:00:00.000Z' })
  assert.equal(line_items[3].period.start, '2027-05-01T04:00:00.000Z')
  const current = await subscribed({ start: '2027-02-01', bill_past: false })
  assert.deepEqual(await billed(current.id), [['2027-05-01T04:00:00.000Z', 9000, 1]])
  const daily = await makePrice({ interval: 'day', unit_amount: 100 })
  const old = { start: '2026-01-01', items: [{ price_id: daily.id }] }
  const { id } = await makeCustomer(api)
  refused(await subscribe({ ...old, customer_id: id }), 400, 'too_many_lines', 'start')
})

test('a preview shows the first invoice and the next three, and a creation can be bound to it', async () => {
  const { id: customer_id } = await makeCustomer(api)
  const body = { customer_id, items: [{ price_id: pro.id, quantity: 2 }] }
  const answer = await api.post(`${SUBSCRIPTIONS}/preview`, { body })
  assert.equal(answer.status, 200, answer.text)
  const { at, hash, invoices, next } = answer.body
  assert.deepEqual(
    [...invoices, ...next].map(({ total }: Made) => total),
    [6000, 6000, 6000, 6000],
  )
  assert.equal((await get(api, `${SUBSCRIPTIONS}?customer_id=${customer_id}`)).data.length, 0)
  const other = { ...body, items: [{ price_id: pro.id, quantity: 4 }], preview: { at, hash } }
  refused(await subscribe(other), 409, 'preview_outdated', 'preview')
  const created = await subscribe({ ...body, preview: { at, hash } })
  assert.equal(created.status, 201, created.text)
  assert.equal((await billed(created.body.id))[0]?.[1], 6000)
})

test('subscriptions are filtered by price, product, due date, external ID and status', async () => {
  const many = await get(api, `${SUBSCRIPTIONS}?price_id=${yearly.id}`)
  assert.equal(many.data.length, 1)
  const due = await get(api, `${SUBSCRIPTIONS}?product_id=${product.id}&due_at[lt]=2027-06-01`)
  assert.ok(due.data.length >= 2)
  const { data } = await get(api, `${SUBSCRIPTIONS}?external_id=team-1&status=past_due`)
  assert.equal(data.length, 1)
  const csv = await api.get(`${SUBSCRIPTIONS}.csv?external_id=team-1`)
  assert.match(csv.text, /team-1,past_due,cad/)
})

test('an invalid subscription is refused, and nothing is written', async () => {
  const { id: customer_id } = await makeCustomer(api)
  const attempt = async (code: string, status: number, body: object, param?: string) =>
    refused(await subscribe({ customer_id, ...body }), status, code, param)
  await attempt('price_not_recurring', 400, { items: [{ price_id: once.id }] }, 'items[0].price_id')
  const weekly = await makePrice({ interval: 'week' })
  const mixed = [{ price_id: pro.id }, { price_id: weekly.id }]
  await attempt('intervals_incompatible', 400, { items: mixed })
  const dollars = await makePrice({ currency: 'usd' })
  await attempt('currency_mismatch', 400, {
    items: [{ price_id: pro.id }, { price_id: dollars.id }],
  })
  await attempt('parameter_invalid', 400, { items: [{ price_id: pro.id, quantity: 0 }] })
  await attempt('parameter_invalid', 400, { trial_end: '2027-01-01T00:00:00.000Z' }, 'trial_end')
  await attempt('parameters_exclusive', 400, { trial_days: 3, trial_end: MAY }, 'trial_days')
  await attempt('external_id_taken', 409, { external_id: 'team-1' }, 'external_id')
  await attempt('resource_missing', 400, { customer_id: 'cus_999' }, 'customer_id')
  const retired = await makePrice()
  await api.patch(`/v1/prices/${retired.id}`, { body: { active: false } })
  await attempt('price_inactive', 400, { items: [{ price_id: retired.id }] }, 'items[0].price_id')
  const gone = await makeProduct(api, { name: 'Old' })
  const price = await makePrice({ product_id: gone.id })
  await api.patch(`${PRODUCTS}/${gone.id}`, { body: { status: 'archived' } })
  await attempt('product_archived', 400, { items: [{ price_id: price.id }] }, 'items[0].price_id')
  assert.equal((await get(api, `${SUBSCRIPTIONS}?customer_id=${customer_id}`)).data.length, 0)
  assert.equal((await get(api, `${INVOICES}?customer_id=${customer_id}`)).data.length, 0)
})

test('a subscription keeps an inactive price and an archived product, and a canceled subscription cannot change', async () => {
  const plan = await makeProduct(api, { name: 'Legacy' })
  const price = await makePrice({ product_id: plan.id })
  const { id, items, customer_id } = await subscribed({ items: [{ price_id: price.id }] })
  await api.patch(`/v1/prices/${price.id}`, { body: { active: false } })
  await api.patch(`${PRODUCTS}/${plan.id}`, { body: { status: 'archived' } })
  const at = Date.parse((await get(api, '/v1/test_clock')).now) + 32 * 86_400_000
  await advanceTo(api, new Date(at).toISOString())
  assert.equal((await billed(id)).length, 2)
  const named = await get(api, `/v1/prices/${price.id}`)
  assert.equal(named.interval, 'month')

  const customer = `${CUSTOMERS}/${customer_id.slice(4)}`
  refused(await api.delete(customer), 409, 'customer_has_subscriptions')
  refused(
    await api.post(`/v1/customers/${customer_id.slice(4)}/erase`, { body: {} }),
    409,
    'customer_has_subscriptions',
  )
  const canceled = await act(id, 'cancel', { at: 'now', comment: 'Too little use' })
  assert.deepEqual([canceled.status, canceled.next_invoice_at], ['canceled', null])
  const path = `${SUBSCRIPTIONS}/${id}`
  refused(await api.post(`${path}/cancel`, { body: { at: 'now' } }), 409, 'subscription_ended')
  refused(await api.post(`${path}/keep`), 409, 'subscription_ended')
  const terms = { payment_terms_days: 5 }
  refused(await api.patch(path, { body: terms }), 409, 'subscription_ended')
  const change = { at: 'period_end', items: [{ id: items[0].id, quantity: 2 }] }
  refused(await api.post(`${path}/change`, { body: change }), 409, 'subscription_ended')
  const named2 = await api.patch(path, { body: { metadata: { note: 'x' } } })
  assert.deepEqual(named2.body.metadata, { note: 'x' })
})

test('a subscription that cannot be billed shows the reason, and delays no other', async () => {
  const settings = (tax_unknown_rate: string) =>
    api.patch('/v1/account', { body: { incomplete_seller: tax_unknown_rate } })
  const one = await subscribed()
  assert.equal((await settings('refuse')).status, 200)
  const start = Date.parse((await subscription(one.id)).due_at)
  await advanceTo(api, new Date(start + 30_000).toISOString())
  const failing = await subscription(one.id)
  assert.equal(failing.billing_error.code, 'seller_incomplete')
  assert.deepEqual(
    [failing.billing_error.attempts, failing.due_at],
    [1, new Date(start).toISOString()],
  )
  refused(await api.post(`${SUBSCRIPTIONS}/${one.id}/retry_billing`), 409, 'seller_incomplete')
  await settings('warn')
  const retried = await act(one.id, 'retry_billing')
  assert.deepEqual([retried.billing_error, (await billed(one.id)).length], [null, 2])
})

test('a free period has no invoice and takes no number, and an amount that is too large is refused at once', async () => {
  const free = await makePrice({ unit_amount: 0 })
  const { id, status } = await subscribed({ items: [{ price_id: free.id }] })
  assert.deepEqual([status, await billed(id)], ['active', []])
  const dear = await makePrice({ unit_amount: 999_999_999_999 })
  const items = [{ price_id: dear.id, quantity: 1_000_000 }]
  const { id: customer_id } = await makeCustomer(api)
  const body = { customer_id, items, trial_days: 9 }
  refused(await subscribe(body), 400, 'amount_too_large', 'items[0]')
  const { id: next } = await subscribed()
  assert.equal((await billed(next)).length, 1)
})
