// Changes that are charged for the whole period (recurring billing, section 8). The amounts are computed by hand next to
// the tests.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { ACCOUNT, bodyOf, get, type Made, refused } from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const { api } = await sharedWorld({ after })
await api.patch(ACCOUNT, { body: { time_zone: 'Etc/UTC' } })
await advanceTo(api, '2027-06-01T00:00:00.000Z')
const { makePrice, subscribed, subscription, invoicesOf, act, yearly } = await subscribing(api)
const [team, business, pro] = (await Promise.all(
  [4700, 8300, 6850].map((unit_amount) => makePrice({ unit_amount })),
)) as [Made, Made, Made]

const start = async (more: object = {}) => {
  const { id, items } = await subscribed({
    ...{ items: [{ price_id: team.id }], start: '2027-06-01', ...more },
  })
  return { id, item: items[0].id }
}
const change = (id: string, items: object[], more: object = {}) =>
  act(id, 'change', { items, at: 'now', proration: 'full_difference', ...more })
/** The totals of the invoices, and of the credit notes in the order of their amounts. */
const totals = async (id: string) => {
  const { customer_id } = await subscription(id)
  const notes: Made[] = (await get(api, `/v1/credit_notes?customer_id=${customer_id}`)).data
  return [
    (await invoicesOf(id)).map(({ total }) => total),
    notes.map(({ total }) => total).toSorted((one, other) => one - other),
  ]
}
const cancel = (id: string) => act(id, 'cancel', { at: 'now', unused: 'credit' })

test('a change charges the difference for the whole period once, and returns nothing', async () => {
  const { id, item } = await start()
  const later = await start()
  const more = await start()
  const halved = await start({ start: '2027-06-16', anchor: { day_of_month: 1 } })
  await advanceTo(api, '2027-06-12T00:00:00.000Z')
  const seen = await act(id, 'preview', {
    ...{ items: [{ id: item, price_id: business.id }], at: 'now', proration: 'full_difference' },
  })
  assert.deepEqual([seen.amount_due, seen.credit_notes, seen.next[0].total], [3600, [], 8300])
  for (const each of [{ id, item }, later, more])
    await change(each.id, [{ id: each.item, price_id: business.id }])
  const [, invoice] = (await invoicesOf(id)) as [Made, Made]
  const [line] = invoice.line_items
  assert.deepEqual(
    [line.kind, line.amount, line.pricing.part.amount_before],
    ['difference', 3600, '4700'],
  )
  assert.deepEqual(line.period, {
    ...{ start: '2027-06-01T00:00:00.000Z', end: '2027-07-01T00:00:00.000Z' },
  })
  const { sentences } = await get(api, `/v1/invoices/${invoice.id}/explain`)
  assert.match(
    sentences.join(' '),
    /CA\$83\.00, less CA\$47\.00 billed already, for 30 days; 30 of them: CA\$36\.00/,
  )
  // Down and up again costs nothing; two units cost 83.00 more.
  await change(id, [{ id: item, price_id: pro.id }])
  await change(id, [{ id: item, price_id: business.id }])
  assert.deepEqual(await totals(id), [[4700, 3600], []])
  await change(id, [{ id: item, quantity: 2 }])
  assert.deepEqual(await totals(id), [[4700, 3600, 8300], []])

  // Half of 47.00, 36.00 and 83.00 is left.
  await advanceTo(api, '2027-06-16T00:00:00.000Z')
  await cancel(id)
  assert.deepEqual((await totals(id))[1], [1800, 2350, 4150])
  // In a first part of half a month: half of the difference.
  await change(halved.id, [{ id: halved.item, price_id: business.id }])
  assert.deepEqual(await totals(halved.id), [[2350, 1800], []])

  // A third is left: of 83.00, 27.67, of which 15.67 were billed first; of 68.50, 22.83; of 166.00, 55.33.
  await advanceTo(api, '2027-06-21T00:00:00.000Z')
  await change(later.id, [{ id: later.item, price_id: pro.id }], { proration: 'prorate' })
  assert.deepEqual(await totals(later.id), [
    [4700, 3600, 2283],
    [1200, 1567],
  ])
  await change(more.id, [{ id: more.item, quantity: 2 }], { proration: 'prorate' })
  assert.deepEqual(await totals(more.id), [[4700, 3600, 2766], []])
  await advanceTo(api, '2027-07-01T00:00:00.000Z')
  assert.deepEqual((await totals(later.id))[0], [4700, 3600, 2283, 6850])
  assert.deepEqual((await totals(more.id))[0], [4700, 3600, 2766, 16_600])
})

test('items are charged in full or kept, and discounts follow their kind', async () => {
  const coupon = async (terms: object) => {
    const body = { name: 'Launch', duration: 'forever', ...terms }
    return { discounts: [{ coupon_id: (await bodyOf(api.post('/v1/coupons', { body }), 201)).id }] }
  }
  await advanceTo(api, '2027-09-01T00:00:00.000Z')
  const begins = { start: '2027-09-01' }
  const { id, item } = await start(begins)
  const half = await start({ ...begins, ...(await coupon({ percent_off: '50' })) })
  const fixed = await start({
    ...{ ...begins, ...(await coupon({ amount_off: 1000, currency: 'cad' })) },
  })
  const trial = await start({ ...begins, trial_days: 29 })
  await advanceTo(api, '2027-09-16T00:00:00.000Z')
  await change(id, [{ price_id: business.id }])
  const [, added] = (await invoicesOf(id)) as [Made, Made]
  assert.deepEqual([added.total, added.line_items[0].kind], [8300, 'recurring'])
  await change(id, [{ id: item, remove: true }])
  assert.deepEqual(await totals(id), [[4700, 8300], []])
  for (const each of [half, fixed, trial])
    await change(each.id, [{ id: each.item, price_id: business.id }])
  assert.deepEqual(await totals(half.id), [[2350, 1800], []])
  assert.deepEqual(await totals(fixed.id), [[3700, 3600], []])
  assert.deepEqual(await totals(trial.id), [[], []])
  await cancel(half.id)
  assert.deepEqual((await totals(half.id))[1], [900, 1175])

  const refuse = async (items: object[], more: object = {}) => {
    const body = { items, at: 'now', proration: 'full_difference', ...more }
    const answer = await api.post(`${SUBSCRIPTIONS}/${fixed.id}/change`, { body })
    refused(answer, 400, 'proration_incompatible', 'proration')
  }
  await refuse([{ id: fixed.item, price_id: yearly.id }])
  await refuse([{ id: fixed.item, quantity: 2 }], { anchor: 'reset' })
  await refuse([], { anchor: { day_of_month: 20 } })
})

test('returned amounts of an item do not count as billed', async () => {
  await advanceTo(api, '2027-11-01T00:00:00.000Z')
  const { id, item } = await start({ start: '2027-11-01' })
  const free = await makePrice({ unit_amount: 0 })
  await advanceTo(api, '2027-11-16T00:00:00.000Z')
  const body = { items: [{ id: item, price_id: free.id }], at: 'now' }
  await bodyOf(api.post(`${SUBSCRIPTIONS}/${id}/change`, { body }), 200)
  await change(id, [{ id: item, price_id: business.id }])
  // Half of 47.00 is returned; nothing of the period is then billed of the item, and 83.00 is charged.
  assert.deepEqual(await totals(id), [[4700, 8300], [2350]])
})
