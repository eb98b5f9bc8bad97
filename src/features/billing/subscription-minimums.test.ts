// Minimums of whole subscriptions (recurring billing, section 8). The amounts are computed by hand next to them.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { ACCOUNT, bodyOf, get, type Made, makeProduct, refused } from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const { api } = await sharedWorld({ after })
await api.patch(ACCOUNT, { body: { time_zone: 'Etc/UTC' } })
await advanceTo(api, '2027-06-01T00:00:00.000Z')
const { makePrice, subscribe, subscribed, invoicesOf, act } = await subscribing(api)
const training = await makeProduct(api, { name: 'Training' })
const fee = await makePrice({ model: 'flat', unit_amount: 2500 })
const seat = await makePrice({ unit_amount: 1000 })
const course = await makePrice({ product_id: training.id, unit_amount: 1000 })
const late = await makePrice({ unit_amount: 1000, billing: 'arrears' })
const yearly = await makePrice({ unit_amount: 9000, interval: 'year' })

const start = (prices: [Made, number][], from: string, more: object = {}) => {
  const items = prices.map(([price, quantity]) => ({ price_id: price.id, quantity }))
  return subscribed({ items, start: from, minimum_amount: 8000, ...more })
}
const change = (id: string, body: object) => act(id, 'change', { at: 'now', ...body })
const day = (text: string | null) => text?.slice(0, 10)
/** Description, amount and period of the lines of minimums on each invoice, oldest first. */
const shortfalls = async (id: string) =>
  (await invoicesOf(id)).map(({ line_items }) =>
    line_items.flatMap(({ kind, description, amount, period }: Made) =>
      kind === 'minimum' ? [[description, amount, day(period.start), day(period.end)]] : [],
    ),
  )
const OF_ALL = 'Minimum of the subscription'

test('the shortfall of all items is billed when the period ends, and explained', async () => {
  const made = await start(
    [
      [fee, 1],
      [seat, 3],
    ],
    '2027-06-01',
  )
  assert.equal(made.minimum_amount, 8000)
  const enough = await start(
    [
      [fee, 1],
      [seat, 6],
    ],
    '2027-06-01',
  )
  const [next] = (await get(api, `${SUBSCRIPTIONS}/${made.id}/upcoming?periods=1`)).data
  // 25.00 and 30.00 were billed, so 25.00 are missing; July costs 55.00.
  assert.equal(next.total, 8000)
  await advanceTo(api, '2027-07-01T00:00:00.000Z')
  assert.deepEqual(await shortfalls(enough.id), [[], []])
  assert.deepEqual(await shortfalls(made.id), [
    [],
    [[`${OF_ALL}: CA$80.00, billed CA$55.00`, 2500, '2027-06-01', '2027-07-01']],
  ])
  const [, invoice] = (await invoicesOf(made.id)) as [Made, Made]
  const [line] = invoice.line_items
  assert.deepEqual(line.pricing.part.minimum, { seconds: 2_592_000, billed: 5500, whole: true })
  assert.deepEqual(
    [line.product_id, line.subscription_item_id],
    [seat.product_id, made.items[1].id],
  )
  const explained = await get(api, `/v1/invoices/${invoice.id}/explain`)
  assert.match(
    JSON.stringify(explained.sentences ?? explained),
    /minimum of CA\$80\.00, less CA\$55\.00 billed: CA\$25\.00/,
  )
})

test('the shortfall is divided by what was billed of each product, and taxed like that', async () => {
  const { id } = await start(
    [
      [fee, 1],
      [seat, 1],
      [course, 1],
    ],
    '2027-07-01',
  )
  await advanceTo(api, '2027-08-01T00:00:00.000Z')
  // 35.00 of 45.00 for Pro, 10.00 for Training: 35.00 are missing, 27.22 and 7.78 of them.
  assert.deepEqual((await shortfalls(id))[1], [
    [`${OF_ALL}, Pro: CA$80.00, billed CA$45.00`, 2722, '2027-07-01', '2027-08-01'],
    [`${OF_ALL}, Training: CA$80.00, billed CA$45.00`, 778, '2027-07-01', '2027-08-01'],
  ])
  const [, invoice] = (await invoicesOf(id)) as [Made, Made]
  const [, line] = invoice.line_items
  assert.equal(line.product_id, training.id)
  assert.deepEqual(line.pricing.part.minimum, {
    ...{ seconds: 2_678_400, billed: 4500, whole: true },
    ...{ products: [3500, 1000], product: 1 },
  })
  const explained = await get(api, `/v1/invoices/${invoice.id}/explain`)
  assert.match(
    JSON.stringify(explained.sentences ?? explained),
    /CA\$35\.00; CA\$10\.00 of CA\$45\.00 were billed for this product: CA\$7\.78/,
  )
})

test('only time in which an item was billed has a share, and what was returned does not count', async () => {
  // 12 of 30 days: 10.00 and 32.00, of which 22.00 are missing.
  const first = await start([[fee, 1]], '2027-09-19', { anchor: { day_of_month: 1 } })
  await advanceTo(api, '2027-09-19T00:00:00.000Z')
  const changed = await start(
    [
      [fee, 1],
      [seat, 1],
    ],
    '2027-09-19',
    { anchor: { day_of_month: 1 } },
  )
  // Six days later a seat ends, and 2.00 of 4.00 come back; the fee is billed for all 12 days.
  await advanceTo(api, '2027-09-25T00:00:00.000Z')
  await change(changed.id, { items: [{ id: changed.items[1].id, remove: true }] })
  // Canceled with credit after six of 12 days: 5.00 and 16.00.
  const ended = await start([[fee, 1]], '2027-09-19', { anchor: { day_of_month: 1 } })
  await act(ended.id, 'cancel', { at: 'now', unused: 'credit' })
  assert.deepEqual((await shortfalls(ended.id))[1], [
    [`${OF_ALL}: CA$16.00, billed CA$5.00`, 1100, '2027-09-19', '2027-09-25'],
  ])
  await advanceTo(api, '2027-10-01T00:00:00.000Z')
  assert.deepEqual((await shortfalls(first.id))[1], [
    [`${OF_ALL}: CA$32.00, billed CA$10.00`, 2200, '2027-09-19', '2027-10-01'],
  ])
  assert.deepEqual((await shortfalls(changed.id)).at(-1), [
    [`${OF_ALL}: CA$32.00, billed CA$12.00`, 2000, '2027-09-19', '2027-10-01'],
  ])
})

test('items in arrears and minimums of prices count, and a pause bills when it ends', async () => {
  const floor = await makePrice({ unit_amount: 1000, minimum_amount: 3000 })
  const { id } = await start(
    [
      [late, 2],
      [floor, 1],
    ],
    '2027-10-01',
  )
  const free = await makePrice({ unit_amount: 0 })
  const idle = await start([[free, 1]], '2027-10-01')
  const paused = await start([[fee, 1]], '2027-10-01')
  await act(paused.id, 'pause')
  await advanceTo(api, '2027-11-01T00:00:00.000Z')
  // 20.00 in arrears, 10.00 and 20.00 for the minimum of the price: 30.00 are missing.
  assert.deepEqual((await shortfalls(id)).at(-1), [
    ['Minimum for Pro: CA$30.00, billed CA$10.00', 2000, '2027-10-01', '2027-11-01'],
    [`${OF_ALL}: CA$80.00, billed CA$50.00`, 3000, '2027-10-01', '2027-11-01'],
  ])
  // Nothing was billed: the minimum of the first item.
  assert.deepEqual((await shortfalls(idle.id)).at(-1), [
    [`${OF_ALL}: CA$80.00, billed CA$0.00`, 8000, '2027-10-01', '2027-11-01'],
  ])
  assert.equal((await invoicesOf(paused.id)).length, 1)
  await act(paused.id, 'resume')
  assert.deepEqual((await shortfalls(paused.id)).at(-1), [
    [`${OF_ALL}: CA$80.00, billed CA$25.00`, 5500, '2027-10-01', '2027-11-01'],
  ])
})

test('a new period closes the former one, also with another interval', async () => {
  const { id, items } = await start([[fee, 1]], '2027-11-01')
  // Half of November: 12.50 stay of 25.00, and 40.00 of 80.00; then a year for 90.00.
  await advanceTo(api, '2027-11-16T00:00:00.000Z')
  await change(id, { items: [{ id: items[0].id, price_id: yearly.id }] })
  assert.deepEqual((await shortfalls(id)).at(-1), [
    [`${OF_ALL}: CA$40.00, billed CA$12.50`, 2750, '2027-11-01', '2027-11-16'],
  ])
})

test('a past start bills the shortfall of each period that has ended', async () => {
  const { id } = await start(
    [
      [fee, 1],
      [course, 1],
    ],
    '2027-10-01',
  )
  // 45.00 are missing of each: 25.00 and 10.00 of 35.00 were billed.
  assert.deepEqual(
    (await shortfalls(id))[0]?.map(([, amount, from]: unknown[]) => [amount, from]),
    [
      [3214, '2027-10-01'],
      [1286, '2027-10-01'],
    ],
  )
})

test('items of a subscription with a minimum have one interval', async () => {
  const code = 'minimum_needs_one_interval'
  const items = [{ price_id: fee.id }, { price_id: yearly.id }]
  const { id, items: own, customer_id } = await start([[fee, 1]], '2027-11-16')
  refused(await subscribe({ customer_id, items, minimum_amount: 8000 }), 400, code, 'items')
  const attempt = async (body: object) =>
    refused(await api.post(`${SUBSCRIPTIONS}/${id}/change`, { body }), 400, code, 'items')
  for (const at of ['now', 'period_end']) await attempt({ at, items: [{ price_id: yearly.id }] })
  assert.equal((await bodyOf(api.get(`${SUBSCRIPTIONS}/${id}`), 200)).items.length, own.length)
  refused(
    await api.patch(`${SUBSCRIPTIONS}/${id}`, { body: { minimum_amount: 1 } }),
    400,
    'parameter_invalid',
  )
})
