// Sequences of changes within a period that once went wrong, found by random lives (test/changes-model.test.ts). Amounts
// are computed by hand next to them; the books are verified at the end.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { ACCOUNT, bodyOf, get, type Made, refused } from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const { api } = await sharedWorld({ after })
await api.patch(ACCOUNT, { body: { time_zone: 'Etc/UTC' } })
await advanceTo(api, '2027-02-01T10:00:00.000Z')
const { makePrice, subscribed, act, subscription, invoicesOf } = await subscribing(api)
const seat = await makePrice({ unit_amount: 3000 })
const free = await makePrice({ unit_amount: 0 })
const credit = { at: 'now', unused: 'credit' }

const begin = async (items: object[], more: object = {}) => {
  const { id, items: made } = await subscribed({ items, ...more })
  return { id, ids: made.map((item: Made) => item.id) as string[] }
}
const change = (id: string, items: object[], more: object = {}) =>
  act(id, 'change', { items, at: 'now', ...more })
const returned = async (id: string): Promise<number[]> => {
  const { customer_id } = await subscription(id)
  const { data } = await get(api, `/v1/credit_notes?customer_id=${customer_id}`)
  return data.toReversed().map(({ total }: Made) => total)
}

test('time that was returned is not returned again after a period without an invoice', async () => {
  const yearly = await makePrice({ unit_amount: 90_000, interval: 'year' })
  const { id, ids } = await begin([{ price_id: yearly.id }])
  // With 355 of 365 days left: 875.34 of 900.00.
  await advanceTo(api, '2027-02-11T10:00:00.000Z')
  await change(id, [{ id: ids[0], price_id: free.id }])
  await advanceTo(api, '2027-03-20T10:00:00.000Z')
  await act(id, 'cancel', credit)
  assert.deepEqual(await returned(id), [87_534])
})

test('a change finds its charges after periods without an invoice', async () => {
  const { id, ids } = await begin([{ price_id: seat.id }, { price_id: free.id }])
  const { items } = await change(id, [{ price_id: seat.id }])
  const gone = [ids[0], items[2].id].map((item) => ({ id: item, remove: true }))
  await change(id, gone)
  const { current_period } = await subscription(id)
  await advanceTo(api, current_period.end)
  await change(id, [{ id: ids[1], price_id: seat.id }])
  assert.equal((await invoicesOf(id)).at(-1)?.total, 3000)
})

test('voiding an invoice does not release its time', async () => {
  await advanceTo(api, '2027-06-01T00:00:00.000Z')
  const { id, ids } = await begin([{ price_id: seat.id, quantity: 3 }])
  const [first] = (await invoicesOf(id)) as [Made]
  await bodyOf(api.post(`/v1/invoices/${first.id}/void`), 200)
  await advanceTo(api, '2027-06-16T00:00:00.000Z')
  await change(id, [{ id: ids[0], quantity: 5 }])
  // Half a month of two seats more.
  const [line] = (await invoicesOf(id)).at(-1)?.line_items ?? []
  assert.deepEqual([line.kind, line.amount], ['difference', 3000])
})

test('a new period returns everything that is open, also of removed items', async () => {
  await advanceTo(api, '2027-09-01T00:00:00.000Z')
  const { id, ids } = await begin([{ price_id: seat.id }, { price_id: seat.id }])
  await advanceTo(api, '2027-09-11T00:00:00.000Z')
  await change(id, [{ id: ids[1], remove: true }], { proration: 'none' })
  await advanceTo(api, '2027-09-16T00:00:00.000Z')
  await change(id, [{ id: ids[0], quantity: 2 }], { anchor: 'reset' })
  assert.deepEqual(await returned(id), [3000])
  // The end of the subscription bills nothing twice, and its books agree.
  await act(id, 'cancel', { at: 'now' })
})

test('no period begins in a free one, and a flat price has one unit', async () => {
  await advanceTo(api, '2027-10-16T00:00:00.000Z')
  const first = { anchor: { day_of_month: 1 }, first_period: 'free' }
  const { id, ids } = await begin([{ price_id: seat.id, quantity: 3 }], first)
  const body = { items: [{ id: ids[0], quantity: 5 }], at: 'now', anchor: 'reset' }
  const answer = await api.post(`${SUBSCRIPTIONS}/${id}/change`, { body })
  refused(answer, 400, 'proration_incompatible', 'anchor')
  const flat = await makePrice({ model: 'flat', unit_amount: 9900 })
  const { items } = await change(id, [{ id: ids[0], price_id: flat.id }])
  assert.equal(items[0].quantity, 1)
})

test('a change and an end at one instant, and a reset on the day of the start, keep the books', async () => {
  await api.patch(ACCOUNT, { body: { proration_unit: 'day' } })
  await advanceTo(api, '2027-11-01T10:00:00.000Z')
  const both = [{ price_id: seat.id, quantity: 3 }, { price_id: seat.id }]
  const one = await begin(both)
  await advanceTo(api, '2027-11-01T18:00:00.000Z')
  await change(one.id, [{ id: one.ids[0], quantity: 4 }], { anchor: 'reset' })
  const other = await begin(both)
  await advanceTo(api, '2027-11-11T09:00:00.000Z')
  await change(other.id, [{ id: other.ids[0], quantity: 1 }])
  await act(other.id, 'cancel', { at: 'now' })
  // 90.00 for 20 of 30 days.
  assert.deepEqual(await returned(other.id), [6000])
  await advanceTo(api, '2027-12-02T10:00:00.000Z')
  await act(one.id, 'cancel', credit)
  await api.patch(ACCOUNT, { body: { proration_unit: 'second' } })
})
