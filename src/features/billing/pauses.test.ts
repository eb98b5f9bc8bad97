// Pauses and trials of subscriptions (recurring billing, sections 6 to 8). The amounts are computed by hand: Team costs 47.00 a
// month, of which a day is 47.00 / 30 in June and 47.00 / 31 in July.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { ACCOUNT, bodyOf, get, type Made, refused } from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const { api } = await sharedWorld({ after })
await api.patch(ACCOUNT, { body: { time_zone: 'Etc/UTC' } })
const day = (date: string) => `${date}T00:00:00.000Z`
let today = ''
/** Moves the test clock to a day; it continues from there. */
const goTo = async (date: string): Promise<void> => {
  today = date
  await advanceTo(api, day(date))
}
const days = ({ start, end }: Made) => [start, end].map((at) => at.slice(0, 'YYYY-MM-DD'.length))
await goTo('2027-06-01')
const { makePrice, subscribed, subscription, invoicesOf } = await subscribing(api)
const team = await makePrice({ unit_amount: 4700 })

const start = async (more: object = {}): Promise<Made> =>
  subscribed({ items: [{ price_id: team.id }], start: today, ...more })
const act = (id: string, verb: string, body: object = {}): Promise<Made> =>
  bodyOf(api.post(`${SUBSCRIPTIONS}/${id}/${verb}`, { body }), 200)
const refuse = async (id: string, verb: string, body: object, status: number, code: string) =>
  refused(await api.post(`${SUBSCRIPTIONS}/${id}/${verb}`, { body }), status, code)
const billed = async (id: string) =>
  (await invoicesOf(id)).map(({ total, billing_reason }) => [total, billing_reason])
const returned = async ({ customer_id }: Made) =>
  (await get(api, `/v1/credit_notes?customer_id=${customer_id}`)).data.map(
    ({ total }: Made) => total,
  )
const eventsOf = async (id: string) =>
  (await get(api, `/v1/events?object_id=${id}&limit=50`)).data.map(({ type }: Made) =>
    type.replace('subscription.', ''),
  )

test('a paused subscription keeps what was paid, and bills the rest of a later period', async () => {
  const [plain, brief, dated, ended] = [await start(), await start(), await start(), await start()]
  await goTo('2027-06-12')
  const paused = await act(plain.id, 'pause')
  assert.deepEqual(
    [paused.status, paused.pause.resume_at, paused.due_at, paused.next_invoice_at],
    ['paused', null, null, null],
  )
  assert.deepEqual((await get(api, `${SUBSCRIPTIONS}/${plain.id}/upcoming`)).data, [])
  await act(brief.id, 'pause')
  const planned = await act(dated.id, 'pause', {
    at: 'period_end',
    resume_at: '2027-07-10T00:00:00Z',
  })
  assert.deepEqual(
    [planned.status, planned.due_at, planned.next_invoice_at],
    ['active', day('2027-07-01'), day('2027-07-10')],
  )
  await act(ended.id, 'pause', { at: '2027-06-20T00:00:00Z', resume_at: '2027-08-01T00:00:00Z' })
  // Within the time that was paid, nothing is billed.
  await goTo('2027-06-22')
  assert.equal((await act(brief.id, 'resume')).next_invoice_at, day('2027-07-01'))
  assert.equal((await subscription(ended.id)).status, 'paused')
  await goTo('2027-07-22')
  const resumed = await act(plain.id, 'resume')
  assert.deepEqual(
    [resumed.status, resumed.pause, resumed.current_period, resumed.due_at],
    // Its first invoice has become overdue in between.
    ['past_due', null, { start: day('2027-07-01'), end: day('2027-08-01') }, day('2027-08-01')],
  )
  // 10 and 22 of 31 days of July.
  assert.deepEqual(await billed(plain.id), [
    [4700, 'create'],
    [1516, 'cycle'],
  ])
  assert.deepEqual(await billed(dated.id), [
    [4700, 'create'],
    [3335, 'cycle'],
  ])
  const [, late] = (await invoicesOf(dated.id)) as [Made, Made]
  assert.equal(late.scheduled_for, day('2027-07-10'))
  assert.deepEqual(late.line_items[0].period, { start: day('2027-07-10'), end: day('2027-08-01') })
  assert.deepEqual(await billed(brief.id), [
    [4700, 'create'],
    [4700, 'cycle'],
  ])
  assert.deepEqual(await eventsOf(dated.id), [
    ...['created', 'started', 'updated', 'paused', 'resumed'],
  ])
  await act(ended.id, 'cancel', { at: 'now' })
  await goTo('2027-08-01')
  assert.deepEqual(await billed(ended.id), [[4700, 'create']])
  assert.deepEqual((await billed(plain.id)).at(-1), [4700, 'cycle'])
})

test('a pause with credit returns the unused time, and resuming bills it again', async () => {
  await goTo('2027-09-01')
  const [rest, anew, gone] = [await start(), await start(), await start()]
  await goTo('2027-09-16')
  const paused = await act(rest.id, 'pause', { credit_unused: true })
  // Half of September.
  assert.deepEqual(await returned(rest), [2350])
  assert.deepEqual(days(paused.current_period), ['2027-09-01', '2027-09-16'])
  await act(anew.id, 'pause')
  await act(gone.id, 'pause')
  await goTo('2027-09-21')
  await act(rest.id, 'resume')
  // A third of September.
  assert.deepEqual(await billed(rest.id), [
    [4700, 'create'],
    [1567, 'change'],
  ])
  const reset = await act(anew.id, 'resume', { anchor: 'reset' })
  assert.deepEqual(days(reset.current_period), ['2027-09-21', '2027-10-21'])
  assert.deepEqual(await billed(anew.id), [
    [4700, 'create'],
    [4700, 'change'],
  ])
  assert.deepEqual(await returned(anew), [1567])
  await act(gone.id, 'cancel', { at: 'now', unused: 'credit' })
  assert.deepEqual(await returned(gone), [1567])
  // Charges of a resumed subscription are returned like any other: 6 of 30 days.
  await goTo('2027-09-25')
  await act(rest.id, 'cancel', { at: 'now', unused: 'credit' })
  assert.deepEqual((await returned(rest)).toSorted(), [2350, 940])
})

test('trials and starts continue or are postponed during a pause', async () => {
  await goTo('2027-11-01')
  const trial = await start({ trial_days: 10 })
  const over = await start({ trial_days: 10 })
  const waiting = await start({ start: '2027-11-03', pause: { resume_at: '2027-11-16T00:00:00Z' } })
  const still = await start({ pause: {} })
  assert.deepEqual(
    [waiting.status, still.status, still.current_period],
    [...['scheduled', 'paused', null]],
  )
  await act(trial.id, 'pause')
  await act(over.id, 'pause', { at: 'period_end' })
  await goTo('2027-11-05')
  assert.equal((await subscription(waiting.id)).status, 'paused')
  assert.deepEqual((await act(trial.id, 'resume')).due_at, day('2027-11-08'))
  await act(trial.id, 'pause')
  await goTo('2027-11-21')
  // The trials ended on 11 November, and 20 of 30 days are left; of a period from 3 November, 17.
  assert.equal((await act(trial.id, 'resume')).status, 'active')
  await act(over.id, 'resume')
  assert.deepEqual(await billed(trial.id), [[3133, 'cycle']])
  assert.deepEqual(await billed(over.id), [[3133, 'cycle']])
  assert.deepEqual(await billed(waiting.id), [[2663, 'cycle']])
  assert.deepEqual(await eventsOf(waiting.id), ['created', 'started', 'resumed'])
  const resumed = await act(still.id, 'resume', { anchor: 'reset' })
  assert.deepEqual(days(resumed.current_period), ['2027-11-21', '2027-12-21'])
  assert.deepEqual(await billed(still.id), [[4700, 'cycle']])
})

test('a pause that does not fit is refused, and nothing changes', async () => {
  await goTo('2028-01-01')
  const { id, items } = await start()
  const before = await subscription(id)
  const invalid = (verb: string, body: object) => refuse(id, verb, body, 400, 'parameter_invalid')
  await invalid('pause', { at: 'period_end', credit_unused: true })
  await invalid('pause', { at: '2027-12-01T00:00:00Z' })
  await invalid('pause', { at: '2090-12-01T00:00:00Z' })
  await invalid('pause', { resume_at: '2027-12-01T00:00:00Z' })
  await invalid('pause', { at: 'period_end', resume_at: '2028-01-15T00:00:00Z' })
  await invalid('resume', { at: '2028-03-01T00:00:00Z', anchor: 'reset' })
  await refuse(id, 'resume', {}, 409, 'subscription_not_paused')
  assert.deepEqual(await subscription(id), before)

  // A planned pause can be withdrawn, and its end can be moved.
  await act(id, 'pause', { at: 'period_end' })
  assert.equal((await act(id, 'resume')).pause, null)
  await act(id, 'pause', { resume_at: '2028-02-01T00:00:00Z' })
  const { pause } = await act(id, 'resume', { at: '2028-03-01T00:00:00Z' })
  assert.equal(pause.resume_at, day('2028-03-01'))
  const change = { at: 'now', items: [{ id: items[0].id, quantity: 2 }] }
  await refuse(id, 'pause', {}, 409, 'subscription_paused')
  await refuse(id, 'change', change, 409, 'subscription_paused')
  await refuse(id, 'change', { ...change, at: 'period_end' }, 409, 'subscription_paused')
  await refuse(id, 'cancel', { at: 'period_end' }, 409, 'subscription_paused')
  await act(id, 'cancel', { at: 'now' })
  await refuse(id, 'pause', {}, 409, 'subscription_ended')
  await refuse(id, 'resume', {}, 409, 'subscription_ended')

  const trial = await start({ trial_days: 10 })
  await act(trial.id, 'pause')
  await refuse(trial.id, 'resume', { anchor: 'reset' }, 400, 'proration_incompatible')
  const ending = await start()
  await act(ending.id, 'cancel', { at: 'period_end' })
  await refuse(ending.id, 'pause', { at: 'period_end' }, 400, 'parameter_invalid')
  await act(ending.id, 'pause')
  await refuse(ending.id, 'resume', { anchor: 'reset' }, 400, 'proration_incompatible')
  await goTo('2028-02-01')
  assert.equal((await subscription(ending.id)).status, 'canceled')
})

test('a trial is extended, shortened and ended, and changes planned for its end move along', async () => {
  await goTo('2028-06-01')
  const [moving, fixed, now, later] = [
    await start({ trial_days: 10 }),
    await start({ trial_days: 10, anchor: { day_of_month: 1 } }),
    await start({ trial_days: 10 }),
    await start({ start: '2028-06-03' }),
  ]
  const items = [{ id: moving.items[0].id, quantity: 2 }]
  await act(moving.id, 'change', { at: 'period_end', items })
  const moved = await act(moving.id, 'trial_end', { trial_end: day('2028-06-21') })
  assert.deepEqual(
    [moved.trial_end, moved.current_period.end, moved.due_at, moved.scheduled_changes[0].at],
    [day('2028-06-21'), day('2028-06-21'), day('2028-06-18'), day('2028-06-21')],
  )
  await act(fixed.id, 'trial_end', { trial_end: day('2028-06-06') })
  await act(later.id, 'trial_end', { trial_end: day('2028-06-05') })
  const { id: extra } = await makePrice({ unit_amount: 1000 })
  const seen = await bodyOf(
    api.post(`${SUBSCRIPTIONS}/${now.id}/preview`, {
      body: { at: 'now', end_trial: true, items: [{ price_id: extra }] },
    }),
    200,
  )
  assert.equal(seen.amount_due, 5700)
  await goTo('2028-06-04')
  const change = { at: 'now', end_trial: true, items: [{ price_id: extra }] }
  const ended = await act(now.id, 'change', change)
  assert.deepEqual(
    [ended.status, days(ended.current_period), ended.items.length],
    ['active', ['2028-06-04', '2028-07-04'], 2],
  )
  assert.deepEqual(await billed(now.id), [[5700, 'cycle']])
  assert.equal((await act(later.id, 'trial_end', { trial_end: 'now' })).status, 'active')
  await goTo('2028-06-21')
  assert.deepEqual(await billed(moving.id), [[9400, 'cycle']])
  // 25 of 30 days of June are left at the end of the trial.
  assert.deepEqual(await billed(fixed.id), [[3917, 'cycle']])
  assert.deepEqual(await eventsOf(moving.id), [
    ...['created', 'started', 'change_scheduled', 'updated', 'trial_will_end'],
    ...['change_applied', 'trial_ended'],
  ])

  // The request replaces changes planned for the end of the trial, but not the planned end.
  const planned = await start({ trial_days: 10 })
  const seats = (quantity: number) => [{ id: planned.items[0].id, quantity }]
  await act(planned.id, 'change', { at: 'period_end', items: seats(5) })
  const sooner = { at: 'now', end_trial: true, items: seats(7) }
  assert.equal((await act(planned.id, 'change', sooner)).items[0].quantity, 7)
  assert.deepEqual(await billed(planned.id), [[32900, 'cycle']])
  const ending = await start({ trial_days: 10 })
  await act(ending.id, 'cancel', { at: 'period_end' })
  const late = { ...sooner, items: [{ id: ending.items[0].id, quantity: 7 }] }
  await refuse(ending.id, 'change', late, 400, 'proration_incompatible')
  // A pause from the start stays there.
  const resting = await start({ start: '2028-06-25' })
  await act(resting.id, 'pause')
  const kept = await act(resting.id, 'trial_end', { trial_end: day('2028-07-20') })
  assert.equal(kept.pause.from, day('2028-06-25'))

  await refuse(moving.id, 'trial_end', { trial_end: 'now' }, 409, 'trial_over')
  await refuse(moving.id, 'change', { ...change, items: [{ price_id: extra }] }, 409, 'trial_over')
  const trial = await start({ trial_days: 10 })
  await refuse(trial.id, 'trial_end', { trial_end: day('2028-06-20') }, 400, 'parameter_invalid')
  const waiting = await start({ start: '2028-07-01' })
  await refuse(waiting.id, 'trial_end', { trial_end: 'now' }, 400, 'parameter_invalid')
  await refuse(waiting.id, 'trial_end', { trial_end: day('2028-06-30') }, 400, 'parameter_invalid')
  await act(trial.id, 'pause')
  await refuse(trial.id, 'trial_end', { trial_end: 'now' }, 409, 'subscription_paused')
})

test('fixed discounts are granted once for a period, also around pauses', async () => {
  await goTo('2029-01-01')
  const off = await bodyOf(
    api.post('/v1/coupons', {
      body: { name: 'Seven', amount_off: 700, currency: 'cad', duration: 'forever' },
    }),
    201,
  )
  const discounts = [{ coupon_id: off.id }]
  const [trial, held] = [
    await start({ discounts, trial_end: day('2029-01-05') }),
    await start({ discounts, pause: {} }),
  ]
  await goTo('2029-01-05')
  // At the end of the trial: 40.00 are billed and returned; then all of it is billed without the discount.
  await act(trial.id, 'pause', { credit_unused: true })
  await act(trial.id, 'resume')
  assert.deepEqual(await billed(trial.id), [
    [4000, 'cycle'],
    [4700, 'change'],
  ])
  // A new period after a pause from the start is a first one. 21 of 31 days of it are returned, and billed again later.
  await act(held.id, 'resume', { anchor: 'reset' })
  await goTo('2029-01-15')
  await act(held.id, 'pause', { credit_unused: true })
  await goTo('2029-01-25')
  await act(held.id, 'resume')
  assert.deepEqual(await billed(held.id), [
    [4000, 'cycle'],
    [1668, 'change'],
  ])
  assert.deepEqual(await returned(held), [2710])
  // A period that a pause divides twice: 24 and 21 of 28 days of February.
  const often = await start({ start: '2029-01-01', bill_past: true })
  await act(often.id, 'pause')
  await goTo('2029-02-05')
  await act(often.id, 'resume')
  await goTo('2029-02-08')
  await act(often.id, 'pause', { credit_unused: true })
  assert.deepEqual(await billed(often.id), [
    [4700, 'create'],
    [4029, 'cycle'],
  ])
  assert.deepEqual(await returned(often), [3525])
})

test('the day of a discount is counted in the time zone of the subscription', async () => {
  await api.patch(ACCOUNT, { body: { time_zone: 'Asia/Kolkata', proration_unit: 'day' } })
  await goTo('2029-03-05')
  const seat = await makePrice({ unit_amount: 1000, billing: 'arrears' })
  const held = await start({ items: [{ price_id: team.id }, { price_id: seat.id }], pause: {} })
  await api.patch(ACCOUNT, { body: { proration_unit: 'second' } })
  const late = await start()
  await api.patch(ACCOUNT, { body: { time_zone: 'Etc/UTC' } })
  const half = { name: 'Half', percent_off: '50', duration: 'forever' }
  const { id: coupon_id } = await bodyOf(api.post('/v1/coupons', { body: half }), 201)
  const discount = ({ customer_id }: Made) =>
    bodyOf(
      api.post(`/v1/customers/${customer_id.slice(4)}/discounts`, { body: { coupon_id } }),
      200,
    )
  // 9:30 on 6 March in India, a day that began there on 5 March at 18:30 in UTC.
  await advanceTo(api, '2029-03-06T04:00:00.000Z')
  await discount(held)
  await act(held.id, 'resume', { anchor: 'reset' })
  const [resumed] = await invoicesOf(held.id)
  assert.deepEqual([resumed.scheduled_for, resumed.total], ['2029-03-05T18:30:00.000Z', 2350])
  // 2:00 on 7 March in India: the change applies on the day before. 29 days and 3.5 hours of 31 days are left.
  await advanceTo(api, '2029-03-06T20:30:00.000Z')
  await discount(late)
  // A month from 7 March ends on 7 April in India.
  const month = { name: 'Month', percent_off: '1', duration: 'months', duration_months: 1 }
  const coupon = await bodyOf(api.post('/v1/coupons', { body: month }), 201)
  const added = await act(held.id, 'discounts', { coupon_id: coupon.id })
  assert.equal(added.discounts[0].ends_at, '2029-04-06T18:30:00.000Z')
  const path = `${SUBSCRIPTIONS}/${held.id}/discounts/${added.discounts[0].id}`
  assert.equal((await api.delete(path)).status, 200)
  const items = [{ id: late.items[0].id, quantity: 2 }]
  await act(late.id, 'change', { items, at: '2029-03-06T15:00:00Z' })
  assert.deepEqual(await billed(late.id), [
    [4700, 'create'],
    [4419, 'change'],
  ])
  // The period in arrears began on the day of the discount: half of 10.00 and of 47.00.
  await advanceTo(api, '2029-04-05T18:30:00.000Z')
  assert.deepEqual((await billed(held.id)).at(-1), [2850, 'cycle'])
})

test('an item can leave arrears on the day of a resumption', async () => {
  await api.patch(ACCOUNT, { body: { proration_unit: 'day' } })
  await goTo('2029-05-01')
  const seat = await makePrice({ unit_amount: 1000, billing: 'arrears' })
  const { id, items } = await start({ items: [{ price_id: seat.id }] })
  await goTo('2029-05-10')
  await act(id, 'pause')
  await advanceTo(api, '2029-05-12T09:00:00.000Z')
  await act(id, 'resume')
  await advanceTo(api, '2029-05-12T10:00:00.000Z')
  await act(id, 'change', { at: 'now', items: [{ id: items[0].id, price_id: team.id }] })
  // 9 of 31 days of 10.00 when it was paused, and 20 of 47.00: nothing is left to be billed in arrears.
  assert.deepEqual(await billed(id), [
    [290, 'cycle'],
    [3032, 'change'],
  ])
})
