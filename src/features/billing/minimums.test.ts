// Minimums of prices (recurring billing, section 8). The amounts are computed by hand next to them.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { ACCOUNT, bodyOf, get, type Made, refused } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const { api } = await sharedWorld({ after })
await api.patch(ACCOUNT, { body: { time_zone: 'Etc/UTC' } })
await advanceTo(api, '2027-06-01T00:00:00.000Z')
const { product, makePrice, subscribed, invoicesOf, act } = await subscribing(api)
const flat = { model: 'flat', unit_amount: 2500, minimum_amount: 8000 }
const support = await makePrice(flat)
const seat = await makePrice({ unit_amount: 1000, minimum_amount: 8000 })

const start = async (price: Made, day: string, more: object = {}) => {
  const { quantity, ...others } = { quantity: 1, ...more }
  const items = [{ price_id: price.id, quantity }]
  const made = await subscribed({ items, start: day, ...others })
  return { id: made.id, item: made.items[0].id, made }
}
const day = (text: string | null) => text?.slice(0, 10)
const lines = ({ line_items }: Made) =>
  line_items.map(({ kind, amount, period }: Made) => [
    kind === 'minimum' ? 'minimum' : 'fee',
    amount,
    `${day(period.start)} ${day(period.end)}`,
  ])
/** Reason and lines of each invoice, oldest first. */
const bills = async (id: string) =>
  (await invoicesOf(id)).map((invoice) => [invoice.billing_reason, ...lines(invoice)])

test('a recurring price has a minimum, which does not change once it is used', async () => {
  assert.equal(support.minimum_amount, 8000)
  const once = { product_id: product.id, model: 'flat', unit_amount: 100 }
  const answer = await api.post('/v1/prices', { body: { ...once, minimum_amount: 1 } })
  refused(answer, 400, 'parameter_missing', 'interval')
  const single = await bodyOf(api.post('/v1/prices', { body: once }), 201)
  assert.equal(single.minimum_amount, null)
  const patch = (id: string, body: object) => api.patch(`/v1/prices/${id}`, { body })
  refused(
    await patch(single.id, { minimum_amount: 1 }),
    400,
    'price_not_recurring',
    'minimum_amount',
  )
  refused(await patch(support.id, { minimum_amount: -1 }), 400, 'parameter_invalid')

  const price = await makePrice({ unit_amount: 100 })
  const changed = await bodyOf(patch(price.id, { minimum_amount: 500 }), 200)
  assert.equal(changed.minimum_amount, 500)
  await start(changed, '2027-06-01')
  refused(await patch(price.id, { minimum_amount: 600 }), 409, 'price_used')
  refused(await patch(price.id, { minimum_amount: null }), 409, 'price_used')
  assert.equal((await patch(price.id, { minimum_amount: 500 })).status, 200)
  const next = await bodyOf(patch(price.id, { minimum_amount: 600, new_version: true }), 200)
  assert.deepEqual([next.version, next.minimum_amount], [2, 600])
  assert.equal((await get(api, `/v1/prices/${price.id}`)).minimum_amount, 500)
})

test('the shortfall of a minimum is billed when the period ends, and explained', async () => {
  const { id, made } = await start(support, '2027-06-01')
  const [next] = (await get(api, `${SUBSCRIPTIONS}/${id}/upcoming?periods=1`)).data
  // 80.00 less 25.00, and 25.00 for July.
  assert.deepEqual([next.total, next.line_items[0].kind], [8000, 'minimum'])
  await advanceTo(api, '2027-07-01T00:00:00.000Z')
  assert.deepEqual(await bills(id), [
    ['create', ['fee', 2500, '2027-06-01 2027-07-01']],
    ['cycle', ['minimum', 5500, '2027-06-01 2027-07-01'], ['fee', 2500, '2027-07-01 2027-08-01']],
  ])
  const [, invoice] = (await invoicesOf(id)) as [Made, Made]
  const [line] = invoice.line_items
  assert.equal(line.description, 'Minimum for Pro: CA$80.00, billed CA$25.00')
  assert.deepEqual(
    [line.product_id, line.price_id, line.subscription_item_id, line.quantity, line.unit_amount],
    [product.id, support.id, made.items[0].id, 1, 5500],
  )
  assert.deepEqual(line.pricing.part.minimum, { seconds: 2_592_000, billed: 2500 })
  const explained = await get(api, `/v1/invoices/${invoice.id}/explain`)
  assert.match(
    JSON.stringify(explained.sentences ?? explained),
    /minimum of CA\$80\.00, less CA\$25\.00 billed: CA\$55\.00/,
  )
})

test('nothing is billed if the minimum is reached', async () => {
  const { id } = await start(seat, '2027-07-01', { quantity: 8 })
  await advanceTo(api, '2027-08-01T00:00:00.000Z')
  assert.deepEqual(await bills(id), [
    ['create', ['fee', 8000, '2027-07-01 2027-08-01']],
    ['cycle', ['fee', 8000, '2027-08-01 2027-09-01']],
  ])
})

test('a first part has its share of the minimum', async () => {
  await advanceTo(api, '2027-09-01T00:00:00.000Z')
  const first = { anchor: { day_of_month: 1 } }
  // 12 of 30 days: 10.00 of 25.00, and 32.00 of 80.00.
  const { id } = await start(support, '2027-09-19', first)
  const free = await start(support, '2027-09-19', { ...first, first_period: 'free' })
  const full = await start(support, '2027-09-19', { ...first, first_period: 'full' })
  await advanceTo(api, '2027-10-01T00:00:00.000Z')
  const next = ['fee', 2500, '2027-10-01 2027-11-01']
  const part = '2027-09-19 2027-10-01'
  assert.deepEqual(await bills(id), [
    ['create', ['fee', 1000, part]],
    ['cycle', ['minimum', 2200, part], next],
  ])
  assert.deepEqual(await bills(free.id), [['cycle', next]])
  assert.deepEqual(await bills(full.id), [
    ['create', ['fee', 2500, part]],
    ['cycle', ['minimum', 5500, part], next],
  ])
})

test('amounts that changes bill and return count towards the minimum', async () => {
  const { id, item } = await start(seat, '2027-10-01', { quantity: 2 })
  const other = await start(seat, '2027-10-01', { quantity: 2 })
  await advanceTo(api, '2027-10-11T00:00:00.000Z')
  const change = (of: string, items: object[], more: object = {}) =>
    act(of, 'change', { items, at: 'now', ...more })
  // Two more seats for 21 of 31 days: 27.10 less 13.55.
  await change(id, [{ id: item, quantity: 4 }])
  // On another price, the minimum is 10 of 31 days: 25.81, of which 20.00 less 13.55 are billed.
  const plain = await makePrice({ unit_amount: 3100 })
  await change(other.id, [{ id: other.item, price_id: plain.id, quantity: 1 }])
  await advanceTo(api, '2027-11-01T00:00:00.000Z')
  const [, , renewed] = (await invoicesOf(id)) as [Made, Made, Made]
  // 80.00 less 20.00 and 13.55.
  assert.deepEqual(lines(renewed), [
    ['minimum', 4645, '2027-10-01 2027-11-01'],
    ['fee', 4000, '2027-11-01 2027-12-01'],
  ])
  const [, , after] = (await invoicesOf(other.id)) as [Made, Made, Made]
  assert.deepEqual(lines(after), [
    ['minimum', 1936, '2027-10-01 2027-10-11'],
    ['fee', 3100, '2027-11-01 2027-12-01'],
  ])
})

test('an end bills the minimum up to then, and a pause postpones it', async () => {
  const now = await start(support, '2027-11-01')
  const credited = await start(support, '2027-11-01')
  const paused = await start(support, '2027-11-01')
  const later = await start(support, '2027-11-01')
  await act(later.id, 'cancel', { at: 'period_end' })
  const planned = await get(api, `${SUBSCRIPTIONS}/${later.id}`)
  assert.equal(planned.next_invoice_at, '2027-12-01T00:00:00.000Z')
  await advanceTo(api, '2027-11-13T00:00:00.000Z')
  await act(now.id, 'cancel', { at: 'now' })
  await act(credited.id, 'cancel', { at: 'now', unused: 'credit' })
  await act(paused.id, 'pause', { at: 'now', credit_unused: true })
  const month = '2027-11-01 2027-12-01'
  const first = ['create', ['fee', 2500, month]]
  // What is paid stays paid, and so does the minimum: 55.00.
  assert.deepEqual(await bills(now.id), [first, ['cancel', ['minimum', 5500, month]]])
  // 12 of 30 days: 32.00 less 10.00.
  const part = '2027-11-01 2027-11-13'
  assert.deepEqual(await bills(credited.id), [first, ['cancel', ['minimum', 2200, part]]])
  await advanceTo(api, '2027-12-11T00:00:00.000Z')
  assert.deepEqual(await bills(later.id), [first, ['cancel', ['minimum', 5500, month]]])
  assert.deepEqual(await bills(paused.id), [first])
  await act(paused.id, 'resume')
  // 21 of 31 days: 16.94.
  assert.deepEqual(await bills(paused.id), [
    first,
    ['cycle', ['minimum', 2200, part], ['fee', 1694, '2027-12-11 2028-01-01']],
  ])
})

test('a new period bills the minimum of the one that it ends', async () => {
  const { id } = await start(support, '2027-12-11')
  await advanceTo(api, '2027-12-21T00:00:00.000Z')
  await act(id, 'change', { items: [], at: 'now', anchor: 'reset' })
  const [, changed] = (await invoicesOf(id)) as [Made, Made]
  // 10 of 31 days: 25.81 less 25.00 and 16.94 returned.
  assert.deepEqual(lines(changed), [
    ['minimum', 1775, '2027-12-11 2027-12-21'],
    ['fee', 2500, '2027-12-21 2028-01-21'],
  ])
})

test('items in arrears have a minimum, discounts do not increase it, and past periods have theirs', async () => {
  const late = await makePrice({ unit_amount: 1000, minimum_amount: 8000, billing: 'arrears' })
  const arrears = await start(late, '2028-01-01', { quantity: 3 })
  const coupon = { name: 'Launch', percent_off: '10', duration: 'forever' }
  const { id: coupon_id } = await bodyOf(api.post('/v1/coupons', { body: coupon }), 201)
  const discounted = await start(support, '2028-01-01', { discounts: [{ coupon_id }] })
  const past = await start(support, '2027-11-01')
  const fees = [
    ['fee', 2500, '2027-11-01 2027-12-01'],
    ['fee', 2500, '2027-12-01 2028-01-01'],
  ]
  assert.deepEqual(await bills(past.id), [
    ['create', fees[0], ['minimum', 5500, '2027-11-01 2027-12-01'], fees[1]],
  ])
  await advanceTo(api, '2028-02-01T00:00:00.000Z')
  const january = '2028-01-01 2028-02-01'
  assert.deepEqual(await bills(arrears.id), [
    ['cycle', ['fee', 3000, january], ['minimum', 5000, january]],
  ])
  const [first, second] = (await invoicesOf(discounted.id)) as [Made, Made]
  // 55.00 and 25.00, less 10 %.
  assert.deepEqual([first.total, second.subtotal, second.total], [2250, 8000, 7200])
})

test('a change shows the minimum that it bills before it is made', async () => {
  const { id, item } = await start(support, '2028-02-01')
  await advanceTo(api, '2028-02-11T00:00:00.000Z')
  const yearly = await makePrice({ unit_amount: 30_000, interval: 'year' })
  const body = { items: [{ id: item, price_id: yearly.id }], at: 'now' }
  const seen = await bodyOf(api.post(`${SUBSCRIPTIONS}/${id}/preview`, { body }), 200)
  // 10 of 29 days: 27.59 less 25.00 and 16.38 returned; 300.00 for the year.
  assert.deepEqual(lines(seen.invoices[0]), [
    ['minimum', 1897, '2028-02-01 2028-02-11'],
    ['fee', 30_000, '2028-02-11 2029-02-11'],
  ])
  const { at, hash } = seen
  await act(id, 'change', { ...body, preview: { at, hash } })
  const [, invoice] = (await invoicesOf(id)) as [Made, Made]
  assert.equal(invoice.total, seen.invoices[0].total)
})

test('a period that a pause returns whole is billed again with its minimum, and verified', async (t) => {
  const w = await world(t, { wallNow: () => Date.parse('2027-06-01T00:00:00.000Z') })
  await w.api.patch(ACCOUNT, { body: { time_zone: 'Etc/UTC' } })
  const own = await subscribing(w.api)
  const items = [{ price_id: (await own.makePrice(flat)).id }]
  const { id } = await own.subscribed({ items, start: '2027-06-01' })
  await own.act(id, 'pause', { credit_unused: true })
  await advanceTo(w.api, '2027-06-16T00:00:00.000Z')
  await own.act(id, 'resume', {})
  await advanceTo(w.api, '2027-07-01T00:00:00.000Z')
  // Half of June is 12.50 of 25.00, and 40.00 of the minimum.
  const amounts = (await own.invoicesOf(id)).map((invoice) =>
    lines(invoice).map((line: Made) => line[1]),
  )
  assert.deepEqual(amounts, [[2500], [1250], [2750, 2500]])
  const { checks } = await get(w.api, '/v1/ledger/verification')
  assert.deepEqual(
    checks.filter(({ differences }: Made) => differences > 0),
    [],
  )
})
