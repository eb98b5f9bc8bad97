// Subscriptions whose items have different intervals (recurring billing, section 3). The amounts are computed by hand
// next to the tests.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { ACCOUNT, get, type Made, refused } from '../../../test/fixtures.ts'
import { until } from '../../../test/harness.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const { api } = await sharedWorld({ after })
await api.patch(ACCOUNT, { body: { time_zone: 'Etc/UTC' } })
await advanceTo(api, '2027-01-01T00:00:00.000Z')
const { makePrice, subscribe, subscribed, subscription, invoicesOf, act } = await subscribing(api)
const priced = (unit_amount: number, interval: string, interval_count = 1) =>
  makePrice({ unit_amount, interval, interval_count })
const [seat, dearer, support, plan, weekly] = (await Promise.all([
  priced(3100, 'month'),
  priced(6200, 'month'),
  priced(9000, 'month', 3),
  priced(36_500, 'year'),
  priced(700, 'week'),
])) as [Made, Made, Made, Made, Made]

type Started = Awaited<ReturnType<typeof start>>
const start = async (of: Made[], more: object = {}) => {
  const items = of.map(({ id }) => ({ price_id: id }))
  const made = await subscribed({ items, start: '2027-01-01', ...more })
  return { id: made.id, items: made.items as Made[], made }
}
const change = (id: string, items: object[], more: object = {}) =>
  act(id, 'change', { items, at: 'now', ...more })
/** The amounts of the lines of each invoice, and those of the credit notes in order. */
const amounts = async (id: string) => {
  const { customer_id } = await subscription(id)
  const notes: Made[] = (await get(api, `/v1/credit_notes?customer_id=${customer_id}`)).data
  return [
    (await invoicesOf(id)).map(({ line_items }) => line_items.map(({ amount }: Made) => amount)),
    notes.map(({ total }) => total).toSorted((one, other) => one - other),
  ]
}
const days = ({ start, end }: Made) => [start.slice(0, 10), end.slice(0, 10)]

test('each item is billed when its own period begins, and the shortest interval is shown', async () => {
  const { id, items, made } = await start([plan, seat])
  assert.deepEqual([made.interval, made.interval_count], ['month', 1])
  assert.deepEqual(days(made.current_period), ['2027-01-01', '2027-02-01'])
  assert.deepEqual(
    items.map(({ interval, interval_count }) => [interval, interval_count]),
    [
      ['year', 1],
      [undefined, undefined],
    ],
  )
  const [first] = (await invoicesOf(id)) as [Made]
  assert.deepEqual(
    first.line_items.map(({ period }: Made) => days(period)),
    [
      ['2027-01-01', '2028-01-01'],
      ['2027-01-01', '2027-02-01'],
    ],
  )
  const { data } = await get(api, `${SUBSCRIPTIONS}/${id}/upcoming?periods=12`)
  assert.deepEqual(
    data.map(({ total }: Made) => total),
    [...Array<number>(11).fill(3100), 39_600],
  )
  const wrong = await subscribe({
    customer_id: made.customer_id,
    items: [{ price_id: seat.id }, { price_id: weekly.id }],
  })
  refused(wrong, 400, 'intervals_incompatible', 'items')
  // A first part of each within its own period: 17 of 31 days, and 17 of 365.
  const part = await start([seat, plan], {
    start: '2027-01-15',
    anchor: { day_of_month: 1, month: 2 },
  })
  await advanceTo(api, '2027-02-01T00:00:00.000Z')
  assert.deepEqual((await amounts(part.id))[0], [
    [1700, 1700],
    [3100, 36_500],
  ])
  assert.deepEqual((await amounts(id))[0], [[36_500, 3100], [3100]])
})

test('changes, ends and pauses return and bill each item by its own period', async () => {
  const begins = { start: '2027-03-01' }
  await advanceTo(api, '2027-03-01T00:00:00.000Z')
  const both = await start([plan, seat], begins)
  const ends = await start([plan, seat], begins)
  const rests = await start([plan, seat], begins)
  const later = await start([support, seat], begins)
  const [yearly, monthly] = both.items as [Made, Made]
  // On 16 May 2027, 290 of the 366 days up to 1 March 2028 are left, and 16 of the 31 of May.
  await advanceTo(api, '2027-05-16T00:00:00.000Z')
  await change(both.id, [{ id: monthly.id, price_id: dearer.id }])
  assert.deepEqual(await amounts(both.id), [[[36_500, 3100], [3100], [3100], [3200]], [1600]])
  await change(both.id, [{ id: yearly.id, quantity: 2 }])
  // 730.00 − 365.00 for 290 of 366 days.
  assert.deepEqual((await amounts(both.id))[0]?.at(-1), [28_921])
  await act(ends.id, 'cancel', { at: 'now', unused: 'credit' })
  assert.deepEqual((await amounts(ends.id))[1], [1600, 28_921])
  await act(both.id, 'cancel', { at: 'period_end' })
  assert.equal((await subscription(both.id)).cancel_at, '2028-03-01T00:00:00.000Z')
  await act(both.id, 'keep')

  // The end of the period is that of each item.
  const [quarterly, single] = later.items as [Made, Made]
  const planned = await change(
    later.id,
    [quarterly, single].map(({ id }) => ({ id, quantity: 2 })),
    { at: 'period_end' },
  )
  assert.deepEqual(
    planned.scheduled_changes.map(({ at }: Made) => at.slice(0, 10)),
    ['2027-06-01'],
  )
  // Paid time stays paid: after the pause, only 11 of 30 days of June are billed.
  await act(rests.id, 'pause', {})
  await advanceTo(api, '2027-06-20T00:00:00.000Z')
  await act(rests.id, 'resume', {})
  assert.deepEqual((await amounts(rests.id))[0]?.at(-1), [1137])
  assert.deepEqual((await amounts(later.id))[0]?.at(-1), [18_000, 6200])
  // The more expensive plan is billed monthly; yearly charges stay open, and are returned: 255 of 366 days.
  assert.deepEqual((await amounts(both.id))[0]?.at(-1), [6200])
  await act(both.id, 'cancel', { at: 'now', unused: 'credit' })
  assert.deepEqual((await amounts(both.id))[1], [1600, 2273, 25_430, 25_431])
})

test('items with other intervals are added, removed and moved, and starts in the past bill each period', async () => {
  const past = { start: '2027-03-01' }
  const all = await start([support, seat], past)
  assert.deepEqual((await amounts(all.id))[0], [[9000, 3100, 3100, 3100, 9000, 3100]])
  const current = await start([support, seat], { ...past, bill_past: false })
  assert.deepEqual((await amounts(current.id))[0], [[9000, 3100]])
  const trial = await start([plan, seat], { start: '2027-06-20', trial_days: 11 })

  const begins = { start: '2027-07-01' }
  const one = await start([seat], begins)
  const added = await start([seat], begins)
  const two = await start([dearer, seat], begins)
  const [shrinks, moves, full, paused, short] = (await Promise.all(
    Array.from({ length: 5 }, () => start([plan, seat], begins)),
  )) as [Started, Started, Started, Started, Started]
  await advanceTo(api, '2027-07-16T00:00:00.000Z')
  assert.deepEqual((await amounts(trial.id))[0], [[36_500, 3100]])
  // 351 of the 366 days up to 1 July 2028, and 16 of the 31 of July.
  const more = await change(one.id, [{ price_id: plan.id }])
  assert.deepEqual([more.interval, more.items[1].interval], ['month', 'year'])
  assert.deepEqual((await amounts(one.id))[0], [[3100], [35_004]])
  const longer = { items: [{ id: two.items[0]?.id, price_id: plan.id }], at: 'now' }
  for (const proration of ['none', 'full_difference']) {
    const body = { ...longer, proration }
    const answer = await api.post(`${SUBSCRIPTIONS}/${two.id}/change`, { body })
    refused(answer, 400, 'proration_incompatible', 'proration')
  }
  await change(two.id, longer.items)
  assert.deepEqual(await amounts(two.id), [[[6200, 3100], [35_004]], [3200]])
  // A new item begins with its own period, or is billed for the rest of it.
  const own = await change(added.id, [{ price_id: plan.id }], { at: 'period_end' })
  assert.equal(own.scheduled_changes[0].at, '2028-07-01T00:00:00.000Z')
  await change(added.id, [{ price_id: plan.id }], { at: '2027-08-01T00:00:00Z' })

  const last = { id: shrinks.items[1]?.id, remove: true }
  const body = { items: [last], at: 'period_end' }
  const answer = await api.post(`${SUBSCRIPTIONS}/${shrinks.id}/change`, { body })
  refused(answer, 400, 'intervals_incompatible', 'items')
  const alone = await change(shrinks.id, [last])
  assert.deepEqual([alone.interval, alone.items[0].interval], ['year', undefined])
  assert.deepEqual(await amounts(shrinks.id), [[[36_500, 3100], [36_500]], [36_604]])
  // 4 of the 365 days up to 20 July 2027, and 4 of 30.
  await change(moves.id, [], { anchor: { day_of_month: 20 } })
  assert.deepEqual((await amounts(moves.id))[0], [
    [36_500, 3100],
    [400, 413],
  ])
  await change(full.id, [{ id: full.items[0]?.id, quantity: 2 }], { proration: 'full_difference' })
  await change(short.id, [], { anchor: { day_of_month: 20 } })
  await change(short.id, [{ id: short.items[0]?.id, quantity: 2 }], {
    proration: 'full_difference',
  })
  assert.deepEqual((await amounts(short.id))[0]?.slice(1), [[400, 413], [400]])
  const [, difference] = (await invoicesOf(full.id)) as [Made, Made]
  assert.deepEqual(days(difference.period), ['2027-07-01', '2028-07-01'])
  assert.deepEqual((await amounts(full.id))[0], [[36_500, 3100], [36_500]])
  await act(paused.id, 'pause', { credit_unused: true })

  // 347 of 366 days, and 12 of 31.
  await advanceTo(api, '2027-07-20T00:00:00.000Z')
  await act(paused.id, 'resume', {})
  assert.deepEqual((await amounts(paused.id))[0]?.at(-1), [34_605, 1200])
  assert.deepEqual((await amounts(moves.id))[0]?.at(-1), [36_500, 3100])
  // 335 of 366 days.
  await advanceTo(api, '2027-08-01T00:00:00.000Z')
  assert.deepEqual((await amounts(added.id))[0], [[3100], [3100, 33_408]])
  await act(one.id, 'cancel', { at: 'now', unused: 'credit' })
  assert.deepEqual((await amounts(one.id))[1], [3100, 33_408])
})

test('a migration moves an item when its own period ends, and a free first part is free for each', async () => {
  const next = await priced(40_000, 'year')
  const free = { start: '2027-08-01', anchor: { day_of_month: 20, month: 9 }, first_period: 'free' }
  const moved = await start([plan, seat], { start: '2027-08-01' })
  const parts = await start([plan, seat], free)
  await advanceTo(api, '2027-08-02T00:00:00.000Z')
  const terms = { from_price_id: plan.id, to_price_id: next.id, notice_days: 0 }
  const body = { ...terms, effective_from: '2027-09-01' }
  assert.equal((await api.post('/v1/price_migrations', { body })).status, 201)
  const [planned] = await until('a scheduled change', async () => {
    const { scheduled_changes } = await subscription(moved.id)
    return scheduled_changes.length > 0 && scheduled_changes
  })
  assert.equal(planned.at, '2028-08-01T00:00:00.000Z')
  assert.equal(planned.items[0].interval, 'year')
  await advanceTo(api, '2027-09-20T00:00:00.000Z')
  assert.deepEqual((await amounts(parts.id))[0], [[3100], [40_000, 3100]])
  await advanceTo(api, '2028-08-01T00:00:00.000Z')
  assert.deepEqual((await amounts(moved.id))[0]?.at(-1), [40_000, 3100])
  assert.equal((await subscription(moved.id)).items[0].interval, 'year')
})

test('items in arrears have the shortest interval, next to longer ones in advance', async () => {
  const arrears = { unit_amount: 3100, billing: 'arrears' }
  const later = await makePrice(arrears)
  const tooLong = await makePrice({ ...arrears, interval: 'year' })
  const { id, items, made } = await start([plan, later], { start: '2028-09-01' })
  const wrong = await subscribe({
    customer_id: made.customer_id,
    items: [{ price_id: seat.id }, { price_id: tooLong.id }],
  })
  refused(wrong, 400, 'intervals_incompatible', 'items')
  await advanceTo(api, '2028-10-01T00:00:00.000Z')
  assert.deepEqual((await amounts(id))[0], [[36_500], [3100]])
  await change(id, [{ id: items[1]?.id, quantity: 2 }])
  // 320 of the 365 days up to 1 September 2029 are returned, and 15 of the 31 days of October billed.
  await advanceTo(api, '2028-10-16T00:00:00.000Z')
  await act(id, 'cancel', { at: 'now', unused: 'credit' })
  assert.deepEqual(await amounts(id), [[[36_500], [3100], [3000]], [32_000]])
})

test('a change of the shortest interval in a trial keeps the billing day', async () => {
  await api.patch(ACCOUNT, { body: { proration_unit: 'day' } })
  const fortnight = await priced(1400, 'week', 2)
  const trial = { start: '2028-10-16', trial_end: '2028-10-25T09:00:00Z' }
  const anchor = { day_of_week: 'monday' }
  const { id, items, made } = await start([weekly, fortnight], { ...trial, anchor })
  const after = await change(id, [{ id: items[0]?.id, remove: true }])
  assert.deepEqual([after.interval_count, after.anchor], [2, made.anchor])
  // On the day on which the trial ends, the next period is still the first one.
  await advanceTo(api, '2028-10-25T06:00:00.000Z')
  const two = [{ id: items[1]?.id, quantity: 2 }]
  await change(id, two, { proration: 'none' })
  assert.equal((await subscription(id)).status, 'trialing')
  // 5 of the 14 days from Monday, 16 October on; then all of them.
  await advanceTo(api, '2028-10-30T00:00:00.000Z')
  assert.deepEqual((await amounts(id))[0], [[1000], [2800]])
  await api.patch(ACCOUNT, { body: { proration_unit: 'second' } })
})
