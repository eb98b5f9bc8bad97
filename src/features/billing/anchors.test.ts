// The day on which periods begin, and the cost of the part before the first boundary (recurring billing, sections 3 and
// 4). Amounts are worked out by hand: 47.00 for June 2027 is 47.00 × 19/30 = 29.77 from 12 June on.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { get, INVOICES, type Made, refused } from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const { api } = await sharedWorld({ after })
await api.patch('/v1/account', { body: { time_zone: 'UTC' } })
await advanceTo(api, '2027-06-12T00:00:00.000Z')
const { makePrice, subscribe, subscribed, billed, invoicesOf, subscription, ...more } =
  await subscribing(api)
const { pro, yearly } = more
const team = await makePrice({ unit_amount: 4700 })
const weekly = await makePrice({ unit_amount: 700, interval: 'week' })
const items = [{ price_id: team.id }]
const first = { day_of_month: 1 }

const at = (date: string) => `${date}T00:00:00.000Z`
const previewed = async (body: object): Promise<Made> => {
  const { customer_id } = before
  const answer = await api.post(`${SUBSCRIPTIONS}/preview`, { body: { customer_id, ...body } })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
/** Start of the period, and the totals that a request would bill at once and next. */
const foreseen = async (body: object) => {
  const { invoices, next } = await previewed({ items, ...body })
  const of = (list: Made[]) => list.map(({ period, total }) => [period.start.slice(0, 10), total])
  return { now: of(invoices), next: of(next) }
}
const before = await subscribed({ items, start: '2027-06-12', anchor: first })

test('the part before the first boundary is prorated, charged in full, or free', async () => {
  assert.deepEqual(before.anchor, { year: 2027, month: 7, day: 1, second: 0 })
  assert.deepEqual(before.current_period, { start: at('2027-06-12'), end: at('2027-07-01') })
  const [invoice] = await invoicesOf(before.id)
  assert.equal(invoice.total, 2977)
  const part = {
    ...{ from: at('2027-06-12'), to: at('2027-07-01') },
    ...{ start: at('2027-06-01'), end: at('2027-07-01') },
  }
  const [line] = invoice.line_items
  assert.deepEqual(
    [line.quantity, line.unit_amount, line.quantity_decimal, line.unit_amount_decimal],
    [1, 2977, '1', null],
  )
  assert.deepEqual(line.pricing, { model: 'per_unit', unit_amount_decimal: '4700', part })
  const { derivation, sentences } = await get(api, `${INVOICES}/${invoice.id}/explain`)
  assert.match(
    sentences.join(' '),
    /1 × CA\$47\.00 = CA\$47\.00 for 30 days; 19 of them: CA\$29\.77\./,
  )
  const total = derivation.steps.find(({ rule }: Made) => rule === 'total')
  const subtotal = total.steps.find(({ rule }: Made) => rule === 'subtotal')
  assert.deepEqual(subtotal.steps[0].rests, {
    ...{ price: '4700', seconds: 2_592_000, left: [1_641_600, 0], rests: [2977, 0] },
  })

  const start = '2027-06-12'
  const free = await subscribed({ items, start, anchor: first, first_period: 'free' })
  assert.deepEqual([free.status, free.next_invoice_at], ['active', at('2027-07-01')])
  assert.deepEqual(await billed(free.id), [])
  const full = await subscribed({ items, start, anchor: first, first_period: 'full' })
  assert.deepEqual(await billed(full.id), [[at('2027-06-12'), 4700, 1]])

  // Later starts, and one after a trial.
  const trial = { anchor: first, trial_end: at('2027-06-21') }
  assert.deepEqual(await foreseen(trial), {
    now: [],
    // 47.00 × 10/30 = 15.67
    next: [
      ['2027-06-21', 1567],
      ['2027-07-01', 4700],
      ['2027-08-01', 4700],
    ],
  })
  // A preview with another day does not match, even if nothing is billed yet.
  const { customer_id } = before
  const asked = { customer_id, items, start: '2027-06-21', anchor: first }
  const { at: seen, hash } = await previewed(asked)
  const other = { ...asked, anchor: { day_of_month: 2 }, preview: { at: seen, hash } }
  refused(await subscribe(other), 409, 'preview_outdated', 'preview')
  const later = await subscribed({
    items,
    start: '2027-06-21',
    anchor: first,
    first_period: 'free',
  })
  assert.deepEqual([later.status, later.next_invoice_at], ['scheduled', at('2027-07-01')])
  await advanceTo(api, at('2027-07-01'))
  assert.deepEqual(await billed(before.id), [
    [at('2027-06-12'), 2977, 1],
    [at('2027-07-01'), 4700, 1],
  ])
  for (const { id } of [free, later]) {
    assert.deepEqual(await billed(id), [[at('2027-07-01'), 4700, 1]])
    assert.equal((await subscription(id)).current_period.start, at('2027-07-01'))
  }
})

test('periods begin on a day of the month, of the year or of the week, or at an instant', async () => {
  const starts = async (body: object) => {
    const { now, next } = await foreseen({ start: '2027-07-13', ...body })
    return [...now, ...next]
  }
  assert.deepEqual(await starts({ anchor: { day_of_month: 'last' } }), [
    // 47.00 × 18/31 = 27.29: from 13 to 31 July, in the period from 30 June.
    ['2027-07-13', 2729],
    ['2027-07-31', 4700],
    ['2027-08-31', 4700],
  ])
  assert.deepEqual(
    await starts({ items: [{ price_id: yearly.id }], anchor: { day_of_month: 1, month: 1 } }),
    [
      // 300.00 × 172/365 = 141.37
      ['2027-07-13', 14_137],
      ['2028-01-01', 30_000],
      ['2029-01-01', 30_000],
    ],
  )
  assert.deepEqual(
    // 13 July 2027 is a Tuesday. 7.00 × 6/7 = 6.00
    await starts({ items: [{ price_id: weekly.id }], anchor: { day_of_week: 'monday' } }),
    [
      ['2027-07-13', 600],
      ['2027-07-19', 700],
      ['2027-07-26', 700],
    ],
  )
  const [[, half]] = (await starts({ anchor: '2027-07-28T12:00:00.000Z' })) as [[string, number]]
  // 47.00 × 15.5/30 = 24.28
  assert.equal(half, 2428)
})

test('from a start in the past, the first line is for the part before the first boundary', async () => {
  const past = { start: '2027-05-17', anchor: first }
  const { id } = await subscribed({ items, ...past })
  const [invoice] = await invoicesOf(id)
  // 47.00 × 15/31 = 22.74
  assert.deepEqual(
    invoice.line_items.map(({ period, amount }: Made) => [period.start, amount]),
    [
      [at('2027-05-17'), 2274],
      [at('2027-06-01'), 4700],
      [at('2027-07-01'), 4700],
    ],
  )
  const free = await subscribed({ items, ...past, first_period: 'free' })
  assert.deepEqual(await billed(free.id), [[at('2027-06-01'), 9400, 2]])
  const current = await subscribed({ items, ...past, bill_past: false })
  assert.deepEqual(await billed(current.id), [[at('2027-07-01'), 4700, 1]])
})

test('an anchor that does not exist, or does not fit the interval, is refused', async () => {
  const { customer_id } = before
  const ask = (price: Made, anchor: unknown) =>
    subscribe({ customer_id, items: [{ price_id: price.id }], anchor })
  const monday = { day_of_week: 'monday' }
  for (const [price, anchor] of [
    [pro, monday],
    [yearly, monday],
    [weekly, first],
    [pro, {}],
    [pro, { month: 3 }],
    [pro, { ...first, ...monday }],
    [yearly, { day_of_month: 30, month: 2 }],
  ] as [Made, object][]) {
    refused(await ask(price, anchor), 400, 'anchor_invalid', 'anchor')
  }
  refused(await ask(pro, { day_of_month: 32 }), 400, 'parameter_invalid', 'anchor.day_of_month')
  refused(await ask(pro, { weekday: 1 }), 400, 'parameter_unknown', 'anchor.weekday')
  refused(await ask(pro, 'monday'), 400, 'parameter_invalid', 'anchor')
  refused(await ask(pro, '2040-01-01T00:00:00.000Z'), 400, 'parameter_invalid', 'anchor')
})

test('a start is from 2000 to the same day in ten years', async () => {
  const { customer_id } = before
  const { now } = await get(api, '/v1/test_clock')
  const ask = (start: string) =>
    subscribe({ customer_id, items: [{ price_id: yearly.id }], start, bill_past: false })
  assert.equal(now.slice(0, 10), '2027-07-01')
  for (const start of ['2000-01-01', '2037-07-01', '2037-07-01T23:59:59Z']) {
    const made = await ask(start)
    assert.equal(made.status, 201, made.text)
  }
  for (const start of ['1990-01-01', '1999-12-31T23:59:59Z']) {
    const { message } = refused(await ask(start), 400, 'parameter_invalid', 'start')
    assert.equal(message, `start must be 2000-01-01 or later; "${start}" is not.`)
  }
  for (const start of ['2037-07-02', '2037-07-02T00:00:00Z']) {
    const { message } = refused(await ask(start), 400, 'parameter_invalid', 'start')
    assert.equal(message, 'start must be at most ten years ahead: 2037-07-01 or earlier.')
  }
})

test('a part counted in days is prorated by dates, regardless of the time of day and clock changes', async () => {
  await api.patch('/v1/account', {
    body: { time_zone: 'America/Toronto', proration_unit: 'day' },
  })
  const monthly = await makePrice({ unit_amount: 3100 })
  const of = (body: object) => subscribed({ items: [{ price_id: monthly.id }], ...body })
  // 22 of the 31 days of March. By the second, from 10:00 on and an hour shorter, it would be 21.57.
  const parted = await of({ start: '2027-03-10T15:00:00Z', anchor: first })
  assert.equal(parted.proration_unit, 'day')
  const [invoice] = await invoicesOf(parted.id)
  const [line, whole] = invoice.line_items
  assert.deepEqual([line.amount, whole.amount, whole.pricing.part], [2200, 3100, undefined])
  assert.deepEqual(line.pricing.part, {
    ...{ from: '2027-03-10', to: '2027-04-01', start: '2027-03-01', end: '2027-04-01' },
  })
  assert.equal(line.period.start, '2027-03-10T15:00:00.000Z')
  const { sentences } = await get(api, `${INVOICES}/${invoice.id}/explain`)
  assert.match(sentences.join(' '), /CA\$31\.00 for 31 days; 22 of them: CA\$22\.00\./)

  // From 9:00 on, a day costs all of it; until noon of the same day, nothing, since that day belongs to the next period.
  const day = await of({ start: '2027-07-09T13:00:00Z', anchor: { day_of_month: 9 } })
  const none = await of({ start: '2027-07-09T13:00:00Z', anchor: '2027-07-09T16:00:00Z' })
  assert.equal(none.next_invoice_at, '2027-07-09T16:00:00.000Z')
  await advanceTo(api, '2027-07-09T14:00:00Z')
  assert.deepEqual(await billed(day.id), [['2027-07-09T13:00:00.000Z', 3100, 1]])
  assert.deepEqual([(await subscription(none.id)).status, await billed(none.id)], ['active', []])
  await advanceTo(api, '2027-07-09T17:00:00Z')
  assert.deepEqual(await billed(none.id), [['2027-07-09T16:00:00.000Z', 3100, 1]])

  // A subscription keeps the unit with which it was created.
  await api.patch('/v1/account', { body: { time_zone: 'UTC', proration_unit: 'second' } })
  assert.equal((await subscription(none.id)).proration_unit, 'day')
  assert.equal((await of({})).proration_unit, 'second')
})
