// Another billing day, and changes that apply from an instant in the past (recurring billing, sections 3, 4 and 8). The
// amounts are computed by hand next to the tests.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { ACCOUNT, get, type Made, refused } from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const { api } = await sharedWorld({ after })
await api.patch(ACCOUNT, { body: { time_zone: 'Etc/UTC' } })
await advanceTo(api, '2027-06-01T00:00:00.000Z')
const { makePrice, subscribed, subscription, invoicesOf, act } = await subscribing(api)
const [team, business, pro] = (await Promise.all(
  [4700, 8300, 6850].map((unit_amount) => makePrice({ unit_amount })),
)) as [Made, Made, Made]

const start = async (price: Made, more: object = {}) => {
  const { id, items } = await subscribed({
    ...{ items: [{ price_id: price.id }], start: '2027-06-01', ...more },
  })
  return { id, item: items[0].id }
}
const change = (id: string, body: object) => act(id, 'change', { items: [], at: 'now', ...body })
const refuse = async (id: string, body: object, code: string, param: string) => {
  const sent = { items: [], at: 'now', ...body }
  refused(await api.post(`${SUBSCRIPTIONS}/${id}/change`, { body: sent }), 400, code, param)
}
/** The totals of the invoices and the credit notes, oldest first. */
const totals = async (id: string) => {
  const { customer_id } = await subscription(id)
  const notes: Made[] = (await get(api, `/v1/credit_notes?customer_id=${customer_id}`)).data
  return [
    (await invoicesOf(id)).map(({ total }) => total),
    notes.toReversed().map(({ total }) => total),
  ]
}
const days = ({ start, end }: Made) => [start.slice(0, 10), end.slice(0, 10)]

test('another billing day begins with a part up to it, and then whole periods', async () => {
  const { id, item } = await start(team)
  const last = await start(team)
  const ahead = await start(team, { start: '2027-07-01' })
  await advanceTo(api, '2027-06-12T00:00:00.000Z')
  await refuse(id, {}, 'parameter_invalid', 'items')
  await refuse(id, { anchor: 'keep' }, 'parameter_invalid', 'items')
  await refuse(id, { anchor: { day_of_week: 'monday' } }, 'anchor_invalid', 'anchor')
  const twentieth = { anchor: { day_of_month: 20 } }
  await refuse(id, { ...twentieth, proration: 'none' }, 'proration_incompatible', 'proration')
  await refuse(
    id,
    { ...twentieth, items: [{ id: item, quantity: 2 }], at: 'auto' },
    'parameter_invalid',
    'anchor',
  )
  await refuse(id, { ...twentieth, at: 'period_end' }, 'parameter_invalid', 'items')

  // 19 of 30 days of June are returned; from 12 June on, 8 of the 31 days from 20 May to 20 June are billed.
  const seen = await act(id, 'preview', { items: [], at: 'now', ...twentieth })
  assert.deepEqual([seen.invoices[0].total, seen.credit_notes[0].total], [1213, 2977])
  assert.deepEqual(
    [seen.next[0].total, seen.next[0].scheduled_for],
    [4700, '2027-06-20T00:00:00.000Z'],
  )
  const { at, hash } = seen
  const moved = await change(id, { ...twentieth, preview: { at, hash } })
  assert.deepEqual(days(moved.current_period), ['2027-06-12', '2027-06-20'])
  assert.deepEqual(moved.anchor, { year: 2027, month: 6, day: 20, second: 0 })
  const [, part] = (await invoicesOf(id)) as [Made, Made]
  assert.deepEqual(
    [part.billing_reason, ...days(part.period)],
    ['change', '2027-06-12', '2027-06-20'],
  )
  // With another plan: 83.00 for 18 of the 30 days from 31 May to 30 June.
  const items = [{ id: last.item, price_id: business.id }]
  await change(last.id, { items, anchor: { day_of_month: 'last' } })
  assert.deepEqual(await totals(last.id), [[4700, 4980], [2977]])
  // Before the start, only the first period changes: 19 of 30 days up to 20 July.
  await change(ahead.id, twentieth)

  // In the part, 4 days of 31 are left.
  await advanceTo(api, '2027-06-16T00:00:00.000Z')
  await change(id, { items: [{ id: item, price_id: business.id }] })
  assert.deepEqual(await totals(id), [
    [4700, 1213, 1071],
    [2977, 606],
  ])
  await advanceTo(api, '2027-07-20T00:00:00.000Z')
  assert.deepEqual((await totals(id))[0], [4700, 1213, 1071, 8300, 8300])
  assert.deepEqual((await totals(last.id))[0], [4700, 4980, 8300])
  assert.deepEqual(await totals(ahead.id), [[2977, 4700], []])
})

test('billing days fit the interval, the trial and the unit of time', async () => {
  const [weekly, yearly] = (await Promise.all([
    makePrice({ unit_amount: 700, interval: 'week' }),
    makePrice({ unit_amount: 36_500, interval: 'year' }),
  ])) as [Made, Made]
  await advanceTo(api, '2027-08-01T00:00:00.000Z')
  await api.patch(ACCOUNT, { body: { proration_unit: 'day' } })
  const byDay = await start(team, { start: '2027-08-01' })
  await advanceTo(api, '2027-08-12T15:00:00.000Z')
  const full = await start(team, { start: '2027-08-12T10:00:00.000Z', first_period: 'full' })
  await api.patch(ACCOUNT, { body: { proration_unit: 'second' } })
  // The day of the change counts: 20 of 31 days are returned, 8 of the 31 days up to 20 August billed.
  await change(byDay.id, { anchor: { day_of_month: 20 } })
  assert.deepEqual(await totals(byDay.id), [[4700, 1213], [3032]])
  // On the day of the start, it is as if it had started with that billing day.
  await change(full.id, { anchor: { day_of_month: 1 } })
  assert.deepEqual(await totals(full.id), [[4700, 4700], [4700]])

  const week = await start(weekly, { start: '2027-09-08' })
  const year = await start(yearly, { start: '2027-09-01' })
  const trial = await start(team, { start: '2027-09-01', trial_days: 15 })
  const planned = await start(team, { start: '2027-09-01' })
  await advanceTo(api, '2027-09-11T00:00:00.000Z')
  // 4 of 7 days returned; 2 days up to Monday.
  await change(week.id, { anchor: { day_of_week: 'monday' } })
  assert.deepEqual(await totals(week.id), [[700, 200], [400]])
  // 356 of 366 days returned; 112 of the 365 days of 2027.
  await change(year.id, { anchor: { day_of_month: 1, month: 1 } })
  assert.deepEqual(await totals(year.id), [[36_500, 11_200], [35_503]])
  // After the trial, 4 of the 31 days up to 20 September.
  await change(trial.id, { anchor: '2027-09-20T00:00:00Z' })
  await advanceTo(api, '2027-09-16T00:00:00.000Z')
  assert.deepEqual(await totals(trial.id), [[606], []])
  await act(planned.id, 'change', { items: [{ id: planned.item, quantity: 2 }], at: 'period_end' })
  await refuse(planned.id, { anchor: { day_of_month: 20 } }, 'parameter_invalid', 'items')
})

test('a change applies from an instant in the past, but not from before the last one', async () => {
  await advanceTo(api, '2027-11-01T00:00:00.000Z')
  const begins = { start: '2027-11-01' }
  const { id, item } = await start(team, begins)
  const moved = await start(team, begins)
  const paused = await start(team, begins)
  const trial = await start(team, { ...begins, trial_days: 29 })
  await api.patch(ACCOUNT, { body: { proration_unit: 'day' } })
  const byDay = await start(team, begins)
  await api.patch(ACCOUNT, { body: { proration_unit: 'second' } })
  await advanceTo(api, '2027-11-23T12:00:00.000Z')
  const at = '2027-11-12T00:00:00.000Z'
  const items = [{ id: item, price_id: business.id }]
  await refuse(id, { items, at: '2027-10-31T23:59:59Z' }, 'change_in_past', 'at')
  await refuse(id, { items, at: '2027-11-25T00:00:00Z' }, 'parameter_invalid', 'at')
  await refuse(
    id,
    { items, at: '2027-12-01T00:00:00Z', proration: 'none' },
    'parameter_invalid',
    'proration',
  )
  const seen = await act(id, 'preview', { items, at })
  const binding = { preview: { at: seen.at, hash: seen.hash } }
  await change(id, { items, at, ...binding })
  assert.deepEqual(await totals(id), [[4700, 5257], [2977]])
  const [, billed] = (await invoicesOf(id)) as [Made, Made]
  assert.equal(billed.scheduled_for, at)
  assert.equal(billed.finalized_at.slice(0, 10), '2027-11-23')
  await refuse(id, { items, at: '2027-11-11T23:59:59Z' }, 'change_in_past', 'at')
  await change(id, { items: [{ id: item, price_id: pro.id }], at })
  assert.deepEqual(await totals(id), [
    [4700, 5257, 4338],
    [2977, 5257],
  ])

  // In days, the change counts from the beginning of its day.
  const rest = { items: [{ id: byDay.item, price_id: business.id }], at: '2027-11-12T15:00:00Z' }
  await change(byDay.id, rest)
  assert.deepEqual(await totals(byDay.id), [[4700, 5257], [2977]])
  await change(trial.id, { items: [{ id: trial.item, quantity: 2 }], at: '2027-11-05T00:00:00Z' })
  assert.deepEqual(await totals(trial.id), [[], []])
  // The period that has begun since then is billed next.
  await change(moved.id, { at, anchor: { day_of_month: 20 } })
  await advanceTo(api, '2027-11-24T00:00:00.000Z')
  assert.deepEqual(await totals(moved.id), [[4700, 1213, 4700], [2977]])
  // A pause is not divided afterwards.
  await act(paused.id, 'pause', {})
  await advanceTo(api, '2027-11-26T00:00:00.000Z')
  await act(paused.id, 'resume', {})
  const more = { items: [{ id: paused.item, quantity: 2 }], at: '2027-11-25T00:00:00Z' }
  await refuse(paused.id, more, 'change_in_past', 'at')
})

test('a pause in the part before another billing day resumes within that part', async () => {
  await advanceTo(api, '2028-06-15T00:00:00.000Z')
  await api.patch(ACCOUNT, { body: { proration_unit: 'day' } })
  const first = { start: '2028-06-15', anchor: { day_of_month: 1 }, first_period: 'full' }
  const { id } = await start(team, first)
  await advanceTo(api, '2028-06-20T00:00:00.000Z')
  await change(id, { anchor: { day_of_month: 10 } })
  await advanceTo(api, '2028-06-25T00:00:00.000Z')
  await act(id, 'pause', { credit_unused: true })
  await advanceTo(api, '2028-06-30T00:00:00.000Z')
  await act(id, 'resume', {})
  // 20 and 10 of the 30 days up to 10 July; returned are 11 of 16 days of 47.00, and 15 of 30.
  assert.deepEqual(await totals(id), [
    [4700, 3133, 1567],
    [3231, 2350],
  ])
})

test('a change in the past and an end within a second return time from their own instants', async () => {
  await advanceTo(api, '2028-09-01T00:00:00.000Z')
  await api.patch(ACCOUNT, { body: { proration_unit: 'second' } })
  const { id, item } = await start(team, { start: '2028-09-01' })
  await advanceTo(api, '2028-09-13T00:00:00.000Z')
  const at = '2028-09-07T00:00:00.000Z'
  await change(id, { items: [{ id: item, price_id: business.id }], at })
  await act(id, 'cancel', { at: 'now', unused: 'credit' })
  // 24 of 30 days of both plans are billed and returned from the 7th on; the end returns up to 18 of them.
  const [invoices, [first]] = (await totals(id)) as [number[], number[]]
  assert.deepEqual([invoices, first], [[4700, 6640], 3760])
})

test('an item that moves to arrears in a new period, on the day of its renewal, is billed at the end', async () => {
  await api.patch(ACCOUNT, { body: { proration_unit: 'day' } })
  const late = await makePrice({ unit_amount: 3000, billing: 'arrears' })
  const { id, item } = await start(team, { start: '2028-10-01' })
  await advanceTo(api, '2028-11-01T15:00:00.000Z')
  await change(id, { items: [{ id: item, price_id: late.id }], anchor: 'reset' })
  await advanceTo(api, '2029-01-01T15:00:00.000Z')
  // November is billed in advance, returned, and billed when it ends, as December is.
  assert.deepEqual(await totals(id), [[4700, 4700, 3000, 3000], [4700]])
})
