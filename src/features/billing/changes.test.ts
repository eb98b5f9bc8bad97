// Changes of subscriptions at later periods (recurring billing, section 8): how they merge, and which are refused.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { get, type Made, refused } from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const { api } = await sharedWorld({ after })
await api.patch('/v1/account', { body: { time_zone: 'America/Toronto' } })
await advanceTo(api, '2027-01-31T15:00:00.000Z')
const { pro, yearly, makePrice, subscribed, act } = await subscribing(api)

test('scheduled changes can be replaced and withdrawn, and keep items that fit together', async () => {
  const { id, items } = await subscribed()
  const [seat] = items
  const path = `${SUBSCRIPTIONS}/${id}`
  const change = (body: object) =>
    api.post(`${path}/change`, { body: { at: 'period_end', ...body } })
  const one = await change({ items: [{ id: seat.id, quantity: 7 }] })
  const two = await change({ items: [{ id: seat.id, quantity: 8 }, { price_id: pro.id }] })
  assert.equal(two.body.scheduled_changes.length, 1)
  assert.equal(two.body.scheduled_changes[0].id, one.body.scheduled_changes[0].id)
  assert.deepEqual(
    two.body.scheduled_changes[0].items.map(({ quantity }: Made) => quantity),
    [8, 1],
  )
  const weekly = await makePrice({ interval: 'week' })
  refused(await change({ items: [{ price_id: weekly.id }] }), 400, 'intervals_incompatible')
  const none = await change({
    items: [
      { id: seat.id, remove: true },
      { id: two.body.scheduled_changes[0].items[1].id, remove: true },
    ],
  })
  assert.match(refused(none, 400, 'parameter_invalid', 'items').message, /Cancel the subscription/)
  refused(
    await change({ at: '2031-01-01T00:00:00.000Z', items: [{ id: seat.id, quantity: 2 }] }),
    400,
    'parameter_invalid',
    'at',
  )
  // With yearly prices from the next period on, a change a month later would be in the middle of a period.
  const [, added] = two.body.scheduled_changes[0].items
  const month = (await get(api, `${path}/upcoming?periods=2`)).data[1].scheduled_for
  const later = await change({ at: month, items: [{ id: seat.id, quantity: 9 }] })
  assert.equal(later.body.scheduled_changes.length, 2)
  const yearlyFor = (item: string) => ({ id: item, price_id: yearly.id })
  const moved = await change({ items: [yearlyFor(seat.id), yearlyFor(added.id)] })
  assert.match(refused(moved, 400, 'parameter_invalid', 'items').message, /Withdraw it first/)
  const gone = await api.delete(`${path}/scheduled_changes/${one.body.scheduled_changes[0].id}`)
  assert.deepEqual([gone.status, gone.body.scheduled_changes.length], [200, 1])
  refused(await api.delete(`${path}/scheduled_changes/sch_x`), 404, 'resource_missing')
})

test('a change sets only the properties it names: earlier and later changes keep the rest of the item', async () => {
  const { id, items } = await subscribed()
  const [seat] = items
  const path = `${SUBSCRIPTIONS}/${id}`
  const change = (at: string, item: object) =>
    api.post(`${path}/change`, { body: { at, items: [item] } })
  const totals = async () =>
    (await get(api, `${path}/upcoming?periods=3`)).data.map(({ total }: Made) => total)
  const [, second, third] = (await get(api, `${path}/upcoming?periods=3`)).data.map(
    ({ scheduled_for }: Made) => scheduled_for,
  )
  // The quantity is scheduled first, to apply later than the price.
  const double = await makePrice({ unit_amount: 6000 })
  assert.equal((await change(third, { id: seat.id, quantity: 4 })).status, 200)
  assert.equal((await change(second, { id: seat.id, price_id: double.id })).status, 200)
  assert.deepEqual(await totals(), [9000, 18_000, 24_000])

  // An item that a later change needs cannot go before it.
  const unfit = async (answer: Promise<Made>) =>
    assert.match(
      refused(await answer, 400, 'parameter_invalid', 'items').message,
      /Withdraw it first/,
    )
  const added = await change('period_end', { price_id: pro.id })
  const [{ id: change_id, items: fresh }] = added.body.scheduled_changes
  assert.equal((await change(second, { id: fresh[0].id, quantity: 2 })).status, 200)
  await unfit(api.delete(`${path}/scheduled_changes/${change_id}`))
  await unfit(change('period_end', { id: seat.id, remove: true }))

  // After another interval, its boundaries count.
  const { id: moving, items: own } = await subscribed()
  const move = (at: string, item: object) =>
    api.post(`${SUBSCRIPTIONS}/${moving}/change`, { body: { at, items: [item] } })
  const weekly = await makePrice({ interval: 'week' })
  assert.equal((await move('period_end', { id: own[0].id, price_id: weekly.id })).status, 200)
  const weeks = (await get(api, `${SUBSCRIPTIONS}/${moving}/upcoming?periods=2`)).data
  assert.equal((await move(weeks[1].scheduled_for, { id: own[0].id, quantity: 9 })).status, 200)

  // Changes that are always invalid.
  const wrong = async (code: string, param: string, body: object) =>
    refused(
      await api.post(`${path}/change`, { body: { at: 'period_end', ...body } }),
      400,
      code,
      param,
    )
  const twice = [
    { id: seat.id, quantity: 1 },
    { id: seat.id, quantity: 2 },
  ]
  await wrong('parameter_invalid', 'items[1].id', { items: twice })
  await wrong('parameter_missing', 'items[0].quantity', { items: [{ id: seat.id }] })
  const both = [{ id: seat.id, remove: true, quantity: 1 }]
  await wrong('parameters_exclusive', 'items[0].remove', { items: both })
  const far = { at: '9999-12-31T05:00:00.000Z', items: [{ id: seat.id, quantity: 1 }] }
  await wrong('parameter_invalid', 'at', far)
  await act(id, 'cancel', { at: 'period_end' })
  await wrong('parameter_invalid', 'at', { items: [{ id: seat.id, quantity: 1 }] })
})

test('a new interval begins when its change applies, even between two days of the anchor', async () => {
  const weekly = await makePrice({ interval: 'week', unit_amount: 700 })
  const anchored = { anchor: { day_of_month: 20 }, first_period: 'free' }
  const next = async (id: string) =>
    (await get(api, `${SUBSCRIPTIONS}/${id}/upcoming?periods=2`)).data.map(
      ({ scheduled_for, total }: Made) => [scheduled_for, total],
    )
  const trial_end = '2027-02-11T15:00:00.000Z'
  const { id, items } = await subscribed({ ...anchored, trial_end })
  const weekFrom = (item: Made, at: string) => ({
    body: { at, items: [{ id: item.id, price_id: weekly.id }] },
  })
  const moved = await api.post(`${SUBSCRIPTIONS}/${id}/change`, weekFrom(items[0], 'period_end'))
  assert.equal(moved.body.next_invoice_at, trial_end)
  assert.deepEqual(await next(id), [
    [trial_end, 2100],
    ['2027-02-18T15:00:00.000Z', 2100],
  ])
  // Before the start, a change can also wait for the end of the trial.
  const later = await subscribed({ ...anchored, start: '2027-02-05', trial_end })
  const ask = weekFrom(later.items[0], trial_end)
  assert.equal((await api.post(`${SUBSCRIPTIONS}/${later.id}/change`, ask)).status, 200)
  assert.deepEqual((await next(later.id))[0], [trial_end, 2100])
})

test('a start in the second of two equal hours is billed for a whole period', async () => {
  const daily = await makePrice({ interval: 'day', unit_amount: 2500 })
  const { id } = await subscribed({
    items: [{ price_id: daily.id }],
    start: '2027-11-07T06:30:00.000Z',
  })
  const [first] = (await get(api, `${SUBSCRIPTIONS}/${id}/upcoming?periods=1`)).data
  assert.deepEqual(
    [first.period, first.total],
    [{ start: '2027-11-07T06:30:00.000Z', end: '2027-11-08T06:30:00.000Z' }, 2500],
  )
})

test('a new interval keeps the local time, even from a boundary at which the zone skips it', async () => {
  const daily = await makePrice({ interval: 'day', unit_amount: 2500 })
  // Monthly from 14 February at 2:30 in Toronto; on 14 March, clocks go from 2:00 to 3:00.
  const { id, items } = await subscribed({ start: '2027-02-14T07:30:00.000Z' })
  const at = '2027-03-14T07:30:00.000Z'
  const body = { at, items: [{ id: items[0].id, price_id: daily.id }] }
  assert.equal((await api.post(`${SUBSCRIPTIONS}/${id}/change`, { body })).status, 200)
  const { data } = await get(api, `${SUBSCRIPTIONS}/${id}/upcoming?periods=4`)
  assert.deepEqual(
    data.map(({ scheduled_for }: Made) => scheduled_for),
    ['2027-02-14T07:30:00.000Z', at, '2027-03-15T06:30:00.000Z', '2027-03-16T06:30:00.000Z'],
  )
})

test('the preview of a change shows the resulting invoices, and schedules nothing', async () => {
  const { id, items, scheduled_changes } = await subscribed()
  const body = { at: 'period_end', items: [{ id: items[0].id, quantity: 5 }] }
  const previewed = await act(id, 'preview', body)
  // 30.00 for each of five seats instead of three.
  assert.deepEqual(
    previewed.next.map(({ total }: Made) => total),
    [15_000, 15_000, 15_000],
  )
  const stored = await get(api, `${SUBSCRIPTIONS}/${id}`)
  assert.deepEqual(stored.scheduled_changes, scheduled_changes)
  await act(id, 'change', body)
  assert.deepEqual((await get(api, `${SUBSCRIPTIONS}/${id}/upcoming`)).data, previewed.next)
  const none = { at: 'period_end', items: [{ id: items[0].id, remove: true }] }
  refused(
    await api.post(`${SUBSCRIPTIONS}/${id}/preview`, { body: none }),
    400,
    'parameter_invalid',
  )
})

test('a later choice of a price replaces an earlier one, with when it is billed', async () => {
  const late = await makePrice({ billing: 'arrears' })
  const { id, items } = await subscribed()
  const choose = (price_id: string) =>
    act(id, 'change', { at: 'period_end', items: [{ id: items[0].id, price_id }] })
  assert.equal((await choose(late.id)).scheduled_changes[0].items[0].billing, 'arrears')
  assert.equal((await choose(pro.id)).scheduled_changes[0].items[0].billing, undefined)
})
