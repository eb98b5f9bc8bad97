// Prices in arrears (recurring billing, sections 4, 5 and 8). The amounts are computed by hand next to them.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { ACCOUNT, bodyOf, get, type Made, refused } from '../../../test/fixtures.ts'
import { until } from '../../../test/harness.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const { api } = await sharedWorld({ after })
await api.patch(ACCOUNT, { body: { time_zone: 'Etc/UTC' } })
await advanceTo(api, '2027-06-01T00:00:00.000Z')
const { product, makePrice, subscribed, subscription, invoicesOf, act } = await subscribing(api)
const team = await makePrice({ unit_amount: 4700 })
const seat = await makePrice({ unit_amount: 1000, billing: 'arrears' })

const start = async (items: object[], day: string, more: object = {}) => {
  const made = await subscribed({ items, start: day, ...more })
  return { id: made.id, made, items: made.items.map(({ id }: Made) => id) as string[] }
}
const change = (id: string, items: object[], more: object = {}) =>
  act(id, 'change', { items, at: 'now', ...more })
const day = (text: string | null) => text?.slice(0, 10)
const lines = ({ line_items }: Made) =>
  line_items.map(({ amount, period }: Made) => [amount, day(period.start), day(period.end)])
/** Reason and lines of each invoice, oldest first. */
const bills = async (id: string) =>
  (await invoicesOf(id)).map((invoice) => [invoice.billing_reason, lines(invoice)])
const notesOf = async (id: string): Promise<number[]> => {
  const { customer_id } = await subscription(id)
  const { data } = await get(api, `/v1/credit_notes?customer_id=${customer_id}`)
  return data.toReversed().map(({ total }: Made) => total)
}

test('a price says when it is billed', async () => {
  assert.deepEqual([team.billing, seat.billing], ['advance', 'arrears'])
  const once = { product_id: product.id, model: 'flat', unit_amount: 100 }
  const answer = await api.post('/v1/prices', { body: { ...once, billing: 'arrears' } })
  refused(answer, 400, 'parameter_missing', 'interval')
  assert.equal((await bodyOf(api.post('/v1/prices', { body: once }), 201)).billing, null)
})

test('seats are billed when the month ends, each part at its quantity', async () => {
  const items = [{ price_id: team.id }, { price_id: seat.id, quantity: 3 }]
  const { id, items: ids, made } = await start(items, '2027-06-01')
  assert.equal(made.items[1].billing, 'arrears')
  assert.deepEqual(await bills(id), [['create', [[4700, '2027-06-01', '2027-07-01']]]])
  const preview = { customer_id: made.customer_id, items, start: '2027-06-01' }
  const seen = await bodyOf(api.post(`${SUBSCRIPTIONS}/preview`, { body: preview }), 200)
  assert.deepEqual([seen.invoices[0].total, seen.next[0].total], [4700, 7700])

  await advanceTo(api, '2027-06-12T00:00:00.000Z')
  const more = [{ id: ids[1], quantity: 5 }]
  // 30.00 less 19.00 for the 19 days left; then 31.67 of 50.00; and 47.00.
  const body = { items: more, at: 'now' }
  const changing = await bodyOf(api.post(`${SUBSCRIPTIONS}/${id}/preview`, { body }), 200)
  assert.deepEqual(
    [changing.invoices, changing.credit_notes, changing.next[0].total],
    [[], [], 8967],
  )
  await change(id, more)
  // Changing it there and back once more adds nothing.
  await change(id, [{ id: ids[1], quantity: 9 }])
  await change(id, more)
  const [next] = (await get(api, `${SUBSCRIPTIONS}/${id}/upcoming?periods=1`)).data
  assert.deepEqual([next.total, day(next.period.start)], [8967, '2027-07-01'])

  await advanceTo(api, '2027-07-01T00:00:00.000Z')
  const [, invoice, none] = await invoicesOf(id)
  assert.equal(none, undefined)
  assert.deepEqual(lines(invoice as Made), [
    [1100, '2027-06-01', '2027-06-12'],
    [3167, '2027-06-12', '2027-07-01'],
    [4700, '2027-07-01', '2027-08-01'],
  ])
  assert.equal(invoice?.total, 8967)
})

test('a pause and an end bill the use until then', async () => {
  const { id } = await start([{ price_id: seat.id, quantity: 3 }], '2027-07-01')
  assert.deepEqual(await bills(id), [])
  assert.equal(day((await subscription(id)).next_invoice_at), '2027-08-01')
  // 31 days: 21 left are 20.32 of 30.00, 11 left are 10.65.
  await advanceTo(api, '2027-07-11T00:00:00.000Z')
  await act(id, 'pause', {})
  await advanceTo(api, '2027-07-21T00:00:00.000Z')
  await act(id, 'resume', {})
  await advanceTo(api, '2027-08-01T00:00:00.000Z')
  assert.deepEqual(await bills(id), [
    ['cycle', [[968, '2027-07-01', '2027-07-11']]],
    ['cycle', [[1065, '2027-07-21', '2027-08-01']]],
  ])
  // 31 days, 16 left: 15.48.
  await advanceTo(api, '2027-08-16T00:00:00.000Z')
  await act(id, 'cancel', { at: 'now' })
  const [, , last] = await bills(id)
  assert.deepEqual(last, ['cancel', [[1452, '2027-08-01', '2027-08-16']]])
})

test('an item moves between billing in advance and in arrears', async () => {
  await advanceTo(api, '2027-09-01T00:00:00.000Z')
  const {
    id: one,
    items: [item],
  } = await start([{ price_id: team.id }], '2027-09-01')
  const {
    id: two,
    items: [other],
  } = await start([{ price_id: seat.id, quantity: 3 }], '2027-09-01')
  // Half of September: 23.50 of 47.00 is returned, and 25.00 of 50.00 is billed at its end.
  await advanceTo(api, '2027-09-16T00:00:00.000Z')
  await change(one, [{ id: item, price_id: seat.id, quantity: 5 }])
  // 15.00 of 30.00 is billed at its end, and 23.50 of 47.00 at once.
  await change(two, [{ id: other, price_id: team.id, quantity: 1 }])
  assert.deepEqual([await notesOf(one), await notesOf(two)], [[2350], []])
  assert.deepEqual((await subscription(two)).items[0].billing, undefined)
  await advanceTo(api, '2027-10-01T00:00:00.000Z')
  assert.deepEqual(await bills(one), [
    ['create', [[4700, '2027-09-01', '2027-10-01']]],
    ['cycle', [[2500, '2027-09-16', '2027-10-01']]],
  ])
  assert.deepEqual((await bills(two)).slice(0, 1), [
    ['change', [[2350, '2027-09-16', '2027-10-01']]],
  ])
  const boundary = [
    'cycle',
    [
      [1500, '2027-09-01', '2027-09-16'],
      [4700, '2027-10-01', '2027-11-01'],
    ],
  ]
  assert.deepEqual((await bills(two)).slice(1), [boundary])
  // At the very beginning of a period: all of the advance is returned.
  await change(two, [{ id: other, price_id: seat.id }])
  assert.deepEqual(await notesOf(two), [4700])
  await advanceTo(api, '2027-11-01T00:00:00.000Z')
  assert.deepEqual((await bills(two)).at(-1), ['cycle', [[1000, '2027-10-01', '2027-11-01']]])
})

test('a change without proration, a planned one and a removal do not affect the current period', async () => {
  const items = [{ price_id: seat.id, quantity: 3 }, { price_id: team.id }]
  const { id, items: ids } = await start(items, '2027-11-01')
  await advanceTo(api, '2027-11-16T00:00:00.000Z')
  await change(id, [{ id: ids[0], quantity: 9 }], { proration: 'none' })
  await change(id, [{ price_id: seat.id, quantity: 2 }])
  await act(id, 'change', { items: [{ id: ids[1], remove: true }], at: 'period_end' })
  await advanceTo(api, '2027-12-01T00:00:00.000Z')
  assert.deepEqual((await bills(id)).at(-1), [
    'cycle',
    [
      [3000, '2027-11-01', '2027-12-01'],
      [1000, '2027-11-16', '2027-12-01'],
    ],
  ])
  // Of 31 days, 16 are left: of 90.00, 46.45; of 20.00, 10.32.
  await advanceTo(api, '2027-12-16T00:00:00.000Z')
  const { items: now } = await subscription(id)
  await change(id, [{ id: now[1].id, remove: true }])
  await advanceTo(api, '2028-01-01T00:00:00.000Z')
  assert.deepEqual((await bills(id)).at(-1), [
    'cycle',
    [
      [9000, '2027-12-01', '2028-01-01'],
      [968, '2027-12-01', '2027-12-16'],
    ],
  ])
})

test('a new period bills the time before it, and an end at the end of a period bills all of it', async () => {
  const yearly = await makePrice({ unit_amount: 20_000, interval: 'year' })
  const items = [{ price_id: seat.id, quantity: 3 }]
  const {
    id,
    items: [item],
  } = await start(items, '2028-01-01')
  const { id: ending, items: ids } = await start([...items, { price_id: team.id }], '2028-01-01')
  await act(ending, 'cancel', { at: 'period_end' })
  assert.equal(day((await subscription(ending)).next_invoice_at), '2028-02-01')
  // 31 days, 11 left: 10.65 of 30.00 and 16.68 of 47.00.
  await advanceTo(api, '2028-01-21T00:00:00.000Z')
  await change(id, [{ id: item, price_id: yearly.id }])
  assert.deepEqual(await bills(id), [
    [
      'change',
      [
        [1935, '2028-01-01', '2028-01-21'],
        [60_000, '2028-01-21', '2029-01-21'],
      ],
    ],
  ])
  refused(
    await api.post(`${SUBSCRIPTIONS}/${ending}/change`, {
      body: { items: [{ id: ids[0], quantity: 4 }], at: 'now', anchor: 'reset' },
    }),
    400,
    'proration_incompatible',
    'anchor',
  )
  await advanceTo(api, '2028-02-01T00:00:00.000Z')
  assert.deepEqual((await bills(ending)).at(-1), ['cancel', [[3000, '2028-01-01', '2028-02-01']]])
  assert.deepEqual(await notesOf(ending), [])
})

test('a pause with credit returns charges in advance, and bills items in arrears', async () => {
  const items = [{ price_id: seat.id, quantity: 3 }, { price_id: team.id }]
  const { id } = await start(items, '2028-02-01')
  const { id: planned } = await start(items, '2028-02-01')
  // 29 days, 19 left: of 30.00, 19.66; of 47.00, 30.79. 9 left: of 30.00, 9.31; of 47.00, 14.59.
  await act(planned, 'pause', {
    at: '2028-02-11T00:00:00.000Z',
    resume_at: '2028-02-21T00:00:00.000Z',
  })
  assert.equal(day((await subscription(planned)).next_invoice_at), '2028-02-11')
  await advanceTo(api, '2028-02-11T00:00:00.000Z')
  await act(id, 'pause', { credit_unused: true })
  assert.deepEqual(await notesOf(id), [3079])
  await advanceTo(api, '2028-02-21T00:00:00.000Z')
  await act(id, 'resume', {})
  assert.deepEqual((await bills(id)).slice(1), [
    ['change', [[1034, '2028-02-01', '2028-02-11']]],
    ['change', [[1459, '2028-02-21', '2028-03-01']]],
  ])
  assert.deepEqual((await bills(planned)).slice(1), [
    ['change', [[1034, '2028-02-01', '2028-02-11']]],
  ])
  await advanceTo(api, '2028-03-01T00:00:00.000Z')
  const last = [
    'cycle',
    [
      [931, '2028-02-21', '2028-03-01'],
      [4700, '2028-03-01', '2028-04-01'],
    ],
  ]
  assert.deepEqual([(await bills(id)).at(-1), (await bills(planned)).at(-1)], [last, last])
  // The charge in advance stays open after the invoice of the pause: 47.00 × 16/31.
  await advanceTo(api, '2028-03-16T00:00:00.000Z')
  await act(planned, 'pause', {})
  await act(planned, 'resume', {})
  await act(planned, 'cancel', { at: 'now', unused: 'credit' })
  assert.deepEqual(await notesOf(planned), [2426])
})

test('first parts, trials and past starts are billed when their periods end', async () => {
  const items = [{ price_id: seat.id, quantity: 3 }]
  const anchor = { day_of_month: 1 }
  const starts = { start: '2028-03-21', anchor }
  await advanceTo(api, '2028-03-21T00:00:00.000Z')
  const made = await Promise.all([
    start(items, '2028-03-21', { anchor }),
    start(items, '2028-03-21', { anchor, first_period: 'full' }),
    start(items, '2028-03-21', { anchor, first_period: 'free' }),
    start(items, '2028-03-21', { trial_end: '2028-04-01T00:00:00.000Z' }),
  ])
  const next = await Promise.all(made.map(({ id }) => subscription(id)))
  assert.deepEqual(
    next.map(({ next_invoice_at }) => day(next_invoice_at)),
    ['2028-04-01', '2028-04-01', '2028-05-01', '2028-05-01'],
  )
  await advanceTo(api, '2028-05-01T00:00:00.000Z')
  // 11 of 31 days of 30.00 are 10.65.
  const april = ['cycle', [[3000, '2028-04-01', '2028-05-01']]]
  const first = (amount: number) => ['cycle', [[amount, '2028-03-21', '2028-04-01']]]
  const all = await Promise.all(made.map(({ id }) => bills(id)))
  assert.deepEqual(all, [[first(1065), april], [first(3000), april], [april], [april]])

  const past = await start([...items, { price_id: team.id }], starts.start, { anchor })
  const present = await start(items, starts.start, { anchor, bill_past: false })
  // 11 of 31 days of 47.00 are 16.68.
  assert.deepEqual(await bills(past.id), [
    [
      'create',
      [
        [1065, '2028-03-21', '2028-04-01'],
        [3000, '2028-04-01', '2028-05-01'],
        [1668, '2028-03-21', '2028-04-01'],
        [4700, '2028-04-01', '2028-05-01'],
        [4700, '2028-05-01', '2028-06-01'],
      ],
    ],
  ])
  assert.deepEqual(await bills(present.id), [])
})

test('a discount is for periods in arrears that begin from its day on', async () => {
  await advanceTo(api, '2028-06-01T00:00:00.000Z')
  const { id } = await start(
    [{ price_id: seat.id, quantity: 3 }, { price_id: team.id }],
    '2028-06-01',
  )
  await advanceTo(api, '2028-06-10T00:00:00.000Z')
  const coupon = { name: 'Tenth', percent_off: '10', duration: 'forever' }
  const { id: coupon_id } = await bodyOf(api.post('/v1/coupons', { body: coupon }), 201)
  await bodyOf(api.post(`${SUBSCRIPTIONS}/${id}/discounts`, { body: { coupon_id } }), 200)
  await advanceTo(api, '2028-08-01T00:00:00.000Z')
  const discounts = (await invoicesOf(id)).map(({ line_items }) =>
    line_items.map(({ discount }: Made) => discount),
  )
  assert.deepEqual(discounts, [[0], [0, 470], [300, 470]])
})

test('days count from midnight, and the day of a change belongs to the new state', async () => {
  await api.patch(ACCOUNT, { body: { proration_unit: 'day' } })
  const {
    id,
    items: [item],
  } = await start([{ price_id: seat.id, quantity: 3 }], '2028-08-01')
  await advanceTo(api, '2028-08-11T15:00:00.000Z')
  await change(id, [{ id: item, quantity: 5 }])
  await advanceTo(api, '2028-09-01T00:00:00.000Z')
  // 21 of 31 days are left: 20.32 of 30.00, 33.87 of 50.00.
  const spans = [
    [968, '2028-08-01', '2028-08-11'],
    [3387, '2028-08-11', '2028-09-01'],
  ]
  assert.deepEqual(await bills(id), [['cycle', spans]])
})

test('another billing day bills the time before it, and a part up to that day', async () => {
  const {
    id,
    items: [item],
  } = await start([{ price_id: seat.id, quantity: 3 }], '2028-09-01')
  await advanceTo(api, '2028-09-12T00:00:00.000Z')
  const whole = { items: [{ id: item, quantity: 4 }], at: 'now', proration: 'full_difference' }
  const answer = await api.post(`${SUBSCRIPTIONS}/${id}/change`, { body: whole })
  refused(answer, 400, 'proration_incompatible', 'proration')
  await change(id, [], { anchor: { day_of_month: 20 } })
  await advanceTo(api, '2028-10-20T00:00:00.000Z')
  // 11 of 30 days of September; then 8 of the 31 days up to 20 September: 30.00 x 8/31.
  assert.deepEqual(await bills(id), [
    ['cycle', [[1100, '2028-09-01', '2028-09-12']]],
    ['cycle', [[774, '2028-09-12', '2028-09-20']]],
    ['cycle', [[3000, '2028-09-20', '2028-10-20']]],
  ])
})

test('a change from a past instant ends items in arrears at that instant', async () => {
  await api.patch(ACCOUNT, { body: { proration_unit: 'second' } })
  await advanceTo(api, '2028-11-01T00:00:00.000Z')
  const { id, items: ids } = await start([{ price_id: seat.id, quantity: 3 }], '2028-11-01')
  // 27 of 30 days: 27.00 of 30.00, and 45.00 of 50.00.
  await advanceTo(api, '2028-11-06T00:00:00.000Z')
  const items = [{ id: ids[0], quantity: 5 }]
  await act(id, 'change', { items, at: '2028-11-04T00:00:00.000Z' })
  await advanceTo(api, '2028-12-01T00:00:00.000Z')
  const spans = [
    [300, '2028-11-01', '2028-11-04'],
    [4500, '2028-11-04', '2028-12-01'],
  ]
  assert.deepEqual(await bills(id), [['cycle', spans]])
})

test('a fixed discount is granted once for a period that a pause or an end divides', async () => {
  await advanceTo(api, '2029-04-01T00:00:00.000Z')
  const terms = { name: 'Five', amount_off: 500, currency: 'cad', duration: 'forever' }
  const { id: coupon_id } = await bodyOf(api.post('/v1/coupons', { body: terms }), 201)
  const discounts = [{ coupon_id }]
  const { id } = await start([{ price_id: seat.id, quantity: 3 }], '2029-04-01', { discounts })
  const both = [{ price_id: team.id }, { price_id: seat.id, quantity: 3 }]
  const ending = await start(both, '2029-04-01', { discounts })
  await advanceTo(api, '2029-04-11T00:00:00.000Z')
  await act(id, 'pause', {})
  await act(ending.id, 'cancel', { at: 'now' })
  await advanceTo(api, '2029-04-21T00:00:00.000Z')
  await act(id, 'resume', {})
  await advanceTo(api, '2029-06-01T00:00:00.000Z')
  const granted = async (of: string) =>
    (await invoicesOf(of)).map((each) => [each.billing_reason, each.subtotal, each.discount])
  // 10 of 30 days before the pause, and 10 after it; then the whole of May.
  assert.deepEqual(await granted(id), [
    ['cycle', 1000, 500],
    ['cycle', 1000, 0],
    ['cycle', 3000, 500],
  ])
  assert.deepEqual(await granted(ending.id), [
    ['create', 4700, 500],
    ['cancel', 1000, 0],
  ])
})

test('subscribers who are moved to another price in arrears stay in arrears', async () => {
  const dearer = await makePrice({ unit_amount: 1200, billing: 'arrears' })
  await advanceTo(api, '2029-07-01T00:00:00.000Z')
  const { id } = await start([{ price_id: seat.id, quantity: 3 }], '2029-07-01')
  const terms = { effective_from: '2029-08-01', notice_days: 0 }
  const body = { from_price_id: seat.id, to_price_id: dearer.id, ...terms }
  await bodyOf(api.post('/v1/price_migrations', { body }), 201)
  await until(
    'the change of the price',
    async () => (await subscription(id)).scheduled_changes.length > 0,
  )
  await advanceTo(api, '2029-09-01T00:00:00.000Z')
  assert.equal((await subscription(id)).items[0].billing, 'arrears')
  assert.deepEqual(await bills(id), [
    ['cycle', [[3000, '2029-07-01', '2029-08-01']]],
    ['cycle', [[3600, '2029-08-01', '2029-09-01']]],
  ])
})
