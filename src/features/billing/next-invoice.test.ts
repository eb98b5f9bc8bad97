// Changes that are billed with the next invoice (recurring billing, section 8). Amounts of June 2027, which has 30 days:
// 19 of them from 12 June, 8 from 23 June, of the monthly prices 47.00, 83.00 and 68.50.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { ACCOUNT, bodyOf, get, type Made, refused } from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const { api } = await sharedWorld({ after })
await api.patch(ACCOUNT, { body: { time_zone: 'Etc/UTC' } })
await advanceTo(api, '2027-06-01T00:00:00.000Z')
const { makePrice, subscribed, subscription, invoicesOf } = await subscribing(api)
const [team, business, pro, seat] = (await Promise.all(
  [4700, 8300, 6850, 1000].map((unit_amount) => makePrice({ unit_amount })),
)) as [Made, Made, Made, Made]

const start = async (items: object[], more: object = {}) => {
  const made = await subscribed({ items, start: '2027-06-01', ...more })
  return { id: made.id, item: made.items[0].id }
}
const post = (id: string, verb: string, body: object) =>
  bodyOf(api.post(`${SUBSCRIPTIONS}/${id}/${verb}`, { body }), 200)
const NEXT = { at: 'now', invoice: 'next' }
const next = (id: string, items: object[], more: object = {}) =>
  post(id, 'change', { items, ...NEXT, ...more })
const upcoming = async (id: string): Promise<Made[]> =>
  (await get(api, `${SUBSCRIPTIONS}/${id}/upcoming?periods=2`)).data
const notesOf = async (id: string): Promise<Made[]> => {
  const { customer_id } = await subscription(id)
  return (await get(api, `/v1/credit_notes?customer_id=${customer_id}`)).data.toReversed()
}
/** The totals of the invoices and the credit notes, oldest first. */
const totals = async (id: string) => [
  (await invoicesOf(id)).map(({ total }) => total),
  (await notesOf(id)).map(({ total }) => total),
]
const linesOf = ({ line_items }: Made) =>
  line_items.map((line: Made) => [line.kind, line.amount, line.period.start.slice(0, 10)])

const plan = await start([{ price_id: team.id }])
const both = await start([{ price_id: team.id }])
const back = await start([{ price_id: team.id }])
const seats = await start([{ price_id: seat.id, quantity: 3 }])
const now = await start([{ price_id: team.id }])
const credited = await start([{ price_id: team.id }])
const ended = await start([{ price_id: team.id }])
const paused = await start([{ price_id: team.id }])
const grown = await start([{ price_id: team.id }])
const five = await bodyOf(
  api.post('/v1/coupons', {
    body: { name: 'Five', amount_off: 500, currency: 'CAD', duration: 'forever' },
  }),
  201,
)
const fixed = await start([{ price_id: team.id }], { discounts: [{ coupon_id: five.id }] })

test('a change for the next invoice is billed and returned with it, as previews show', async () => {
  await advanceTo(api, '2027-06-12T00:00:00.000Z')
  const items = [{ id: plan.item, price_id: business.id }]
  const seen = await post(plan.id, 'preview', { items, ...NEXT })
  assert.deepEqual([seen.invoices, seen.credit_notes, seen.amount_due], [[], [], 0])
  const [first, second] = seen.next as [Made, Made]
  assert.deepEqual(
    [first.total, first.credit_notes[0].total, second.total, second.credit_notes],
    [5257 + 8300, 2977, 8300, undefined],
  )
  const { at, hash } = seen
  const changed = await next(plan.id, items, { preview: { at, hash } })
  assert.equal(changed.items[0].price_id, business.id)
  assert.deepEqual([changed.invoice_ids, changed.credit_note_ids], [[], []])
  const [forecast] = (await upcoming(plan.id)) as [Made]
  assert.deepEqual(
    [forecast.total, forecast.amount_due, forecast.credit_notes[0].lines[0].period],
    [13_557, 13_557, { start: '2027-06-12T00:00:00.000Z', end: '2027-07-01T00:00:00.000Z' }],
  )
  await next(both.id, [{ id: both.item, price_id: business.id }])
  await next(back.id, [{ id: back.item, price_id: business.id }])
  await next(back.id, [{ id: back.item, price_id: team.id }])
  await next(seats.id, [{ id: seats.item, quantity: 5 }])
  for (const { id, item } of [now, credited, ended, paused])
    await next(id, [{ id: item, price_id: business.id }])
  const { items: two } = await next(grown.id, [{ price_id: pro.id }])
  await next(grown.id, [{ id: two[1].id, remove: true }])
  await next(grown.id, [{ price_id: pro.id }])
  await next(fixed.id, [{ id: fixed.item, price_id: business.id }])
  assert.deepEqual(await totals(plan.id), [[4700], []])
})

test('pending changes are billed with a change at once, an end and a pause, up to that instant', async () => {
  await advanceTo(api, '2027-06-23T00:00:00.000Z')
  await next(both.id, [{ id: both.item, price_id: pro.id }])
  await post(now.id, 'change', { items: [{ id: now.item, price_id: pro.id }], at: 'now' })
  assert.deepEqual(await totals(now.id), [[4700, 3044 + 1827], [2977]])
  const [, invoice] = (await invoicesOf(now.id)) as [Made, Made]
  assert.deepEqual(linesOf(invoice), [
    ['recurring', 3044, '2027-06-12'],
    ['recurring', 1827, '2027-06-23'],
  ])
  assert.match(
    invoice.notes,
    /^Credit note CN-\d+ for CA\$29\.77: unused time, .*, June 12, 2027 – June 30, 2027$/,
  )
  await post(credited.id, 'cancel', { at: 'now', unused: 'credit' })
  assert.deepEqual(await totals(credited.id), [[4700, 3044], [2977]])
  // Team stays paid from 23 June on: only 11 of 30 days of it are returned, 29.77 − 12.53.
  await post(ended.id, 'cancel', { at: 'now' })
  assert.deepEqual(await totals(ended.id), [[4700, 3044], [1724]])
  const [note] = (await notesOf(ended.id)) as [Made]
  const { start: from, end: to } = note.lines[0].period
  assert.deepEqual([from.slice(0, 10), to.slice(0, 10)], ['2027-06-12', '2027-06-23'])
  await post(paused.id, 'pause', { at: 'now' })
  assert.deepEqual(await totals(paused.id), [[4700, 3044], [1724]])
  await post(paused.id, 'resume', {})
  // 5 of 30 days of Team are returned, and of 68.50 billed.
  await advanceTo(api, '2027-06-26T00:00:00.000Z')
  await post(paused.id, 'change', { items: [{ id: paused.item, price_id: pro.id }], at: 'now' })
  assert.deepEqual(await totals(paused.id), [
    [4700, 3044, 1142],
    [1724, 783],
  ])
})

test('the next invoice bills all pending changes, and returns the charges that they replace', async () => {
  await advanceTo(api, '2027-07-01T00:00:00.000Z')
  assert.deepEqual(await totals(plan.id), [[4700, 5257 + 8300], [2977]])
  const [, invoice] = (await invoicesOf(plan.id)) as [Made, Made]
  assert.equal(invoice.billing_reason, 'cycle')
  assert.equal(invoice.period.start, '2027-07-01T00:00:00.000Z')
  assert.match(invoice.notes, /^Credit note CN-\d+ for CA\$29\.77: unused time, /)
  assert.deepEqual(await totals(both.id), [[4700, 3044 + 1827 + 6850], [2977]])
  assert.deepEqual(await totals(back.id), [[4700, 4700], []])
  // Of 50.00, 19 of 30 days are 31.67; of 30.00, 19.00.
  assert.deepEqual(await totals(seats.id), [[3000, 1267 + 5000], []])
  const [, more] = (await invoicesOf(seats.id)) as [Made, Made]
  assert.deepEqual(linesOf(more), [
    ['difference', 1267, '2027-06-12'],
    ['recurring', 5000, '2027-07-01'],
  ])
  // 19 of 30 days of 68.50 are 43.38.
  assert.deepEqual(await totals(grown.id), [[4700, 4338 + 4700 + 6850], []])
})

test('a fixed discount continues with its returned part, and applies to the next period', async () => {
  // 19 of 30 days of 5.00 are 3.17: returned are 29.77 − 3.17, billed 52.57 + 83.00 − 3.17 − 5.00.
  assert.deepEqual(await totals(fixed.id), [[4200, 12_740], [2660]])
})

test('a change that cannot be billed later is refused', async () => {
  const { id, item } = back
  const year = await makePrice({ unit_amount: 9000, interval: 'year' })
  const change = (more: object) =>
    api.post(`${SUBSCRIPTIONS}/${id}/change`, {
      body: { items: [{ id: item, price_id: business.id }], ...NEXT, ...more },
    })
  const reset = { items: [{ id: item, price_id: year.id }] }
  refused(await change({ proration: 'full_difference' }), 400, 'proration_incompatible')
  refused(await change({ anchor: 'reset' }), 400, 'proration_incompatible')
  refused(await change(reset), 400, 'proration_incompatible')
  refused(await change({ at: 'period_end' }), 400, 'parameter_invalid')
})

test('pending changes follow from the commands, and the books agree meanwhile', async () => {
  const later = await makePrice({ unit_amount: 3000, billing: 'arrears' })
  const of = (price: Made) => start([{ price_id: price.id }], { start: '2027-07-01' })
  const [one, two, three, four] = await Promise.all([of(team), of(later), of(seat), of(later)])
  await advanceTo(api, '2027-07-12T00:00:00.000Z')
  await next(one.id, [{ id: one.item, price_id: business.id }])
  await next(two.id, [{ id: two.item, price_id: pro.id }])
  await next(three.id, [{ price_id: pro.id }])
  await next(four.id, [{ price_id: business.id }])
  await next(three.id, [{ id: three.item, quantity: 4 }], { at: '2027-07-12T00:00:00.000Z' })
  await advanceTo(api, '2027-07-20T00:00:00.000Z')
  const items = [{ id: one.item, price_id: pro.id }]
  await post(one.id, 'change', { items, at: 'now', proration: 'none' })
  await next(two.id, [{ id: two.item, price_id: later.id }])
  await next(three.id, [{ id: three.item, remove: true }])
  await next(four.id, [{ id: four.item, quantity: 2 }], { at: '2027-07-15T00:00:00.000Z' })
  // Of July, 20 of 31 days of Business are billed, 53.55, and of Team returned; then Pro costs 68.50.
  const [first] = (await upcoming(one.id)) as [Made]
  assert.deepEqual([first.total, first.credit_notes[0].total], [5355 + 6850, 3032])
})

test('a pending change that a pause ends within a minute costs nothing', async () => {
  const later = await makePrice({ unit_amount: 1000, billing: 'arrears' })
  const items = [{ price_id: team.id }, { price_id: seat.id, quantity: 10 }]
  const { id, item } = await start(items, { start: '2027-08-01' })
  const moved = await start(items, { start: '2027-08-01' })
  await advanceTo(api, '2027-08-12T00:00:00.000Z')
  for (const each of [moved, { id, item }])
    await next(each.id, [{ id: each.item, price_id: business.id }])
  await advanceTo(api, '2027-08-23T00:00:00.000Z')
  const { items: own } = await subscription(id)
  await next(id, [{ id: own[1].id, quantity: 1 }])
  const [, seats] = (await subscription(moved.id)).items
  await next(moved.id, [{ id: seats.id, price_id: later.id }])
  await advanceTo(api, '2027-08-23T00:01:00.000Z')
  for (const each of [moved.id, id]) await post(each, 'pause', { at: 'now' })
  assert.deepEqual(await totals(moved.id), [[14_700, 2946], [1668]])
  // A minute of nine seats is less than a cent: nothing is returned, and they stay paid. Of Business, 53.55 − 24.09.
  assert.deepEqual(await totals(id), [[14_700, 2946], [1668]])
  const [, invoice] = (await invoicesOf(id)) as [Made, Made]
  assert.deepEqual(linesOf(invoice), [
    ['recurring', 2946, '2027-08-12'],
    ['recurring', 0, '2027-08-23'],
  ])
})
