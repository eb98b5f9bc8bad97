// Changes within a period (recurring billing, sections 4, 5 and 8). The amounts are those of the worked examples, or
// computed by hand next to them.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { ACCOUNT, bodyOf, get, type Made } from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const { api } = await sharedWorld({ after })
await api.patch(ACCOUNT, { body: { time_zone: 'Etc/UTC' } })
await advanceTo(api, '2027-06-01T00:00:00.000Z')
const { makePrice, subscribed, subscription, invoicesOf } = await subscribing(api)
const [team, business, pro] = (await Promise.all(
  [4700, 8300, 6850].map((unit_amount) => makePrice({ unit_amount })),
)) as [Made, Made, Made]

const start = async (items: object[], more: object = {}) => {
  const made = await subscribed({ items, start: '2027-06-01', ...more })
  return { id: made.id, item: made.items[0].id, made }
}
const change = (id: string, items: object[], more: object = {}) =>
  bodyOf(api.post(`${SUBSCRIPTIONS}/${id}/change`, { body: { items, at: 'now', ...more } }), 200)
const preview = (id: string, items: object[], more: object = {}) =>
  bodyOf(api.post(`${SUBSCRIPTIONS}/${id}/preview`, { body: { items, at: 'now', ...more } }), 200)
const notesOf = async (id: string): Promise<Made[]> => {
  const { customer_id } = await subscription(id)
  return (await get(api, `/v1/credit_notes?customer_id=${customer_id}`)).data.toReversed()
}
/** The totals of the invoices and the credit notes, oldest first. */
const totals = async (id: string) => [
  (await invoicesOf(id)).map(({ total }) => total),
  (await notesOf(id)).map(({ total }) => total),
]

test('plans change twice in a period, and the amounts are those of the document', async () => {
  const { id, item } = await start([{ price_id: team.id }])
  const { id: back, item: its } = await start([{ price_id: team.id }])
  await advanceTo(api, '2027-06-12T00:00:00.000Z')
  const items = [{ id: item, price_id: business.id }]
  const seen = await preview(id, items)
  assert.deepEqual(
    [seen.invoices[0].total, seen.credit_notes[0].total, seen.amount_due, seen.next[0].total],
    [5257, 2977, 5257, 8300],
  )
  const { at, hash } = seen
  const changed = await change(id, items, { preview: { at, hash } })
  assert.equal(changed.items[0].price_id, business.id)
  const [, invoice] = (await invoicesOf(id)) as [Made, Made]
  assert.equal(invoice.billing_reason, 'change')
  assert.deepEqual(invoice.period, {
    start: '2027-06-12T00:00:00.000Z',
    end: '2027-07-01T00:00:00.000Z',
  })

  // There and back again at one instant: 83.00 and 47.00 for 19 of 30 days are billed and returned.
  await change(back, [{ id: its, price_id: business.id }])
  await change(back, [{ id: its, price_id: team.id }])
  assert.deepEqual(await totals(back), [
    [4700, 5257, 2977],
    [2977, 5257],
  ])

  await advanceTo(api, '2027-06-23T00:00:00.000Z')
  await change(id, [{ id: item, price_id: pro.id }])
  assert.deepEqual(await totals(id), [
    [4700, 5257, 1827],
    [2977, 2213],
  ])
  // An end with credit returns what is left of the last charge: 68.50 for 8 of 30 days.
  const end = { at: 'now', unused: 'credit' }
  await bodyOf(api.post(`${SUBSCRIPTIONS}/${id}/cancel`, { body: end }), 200)
  assert.deepEqual((await totals(id))[1], [2977, 2213, 1827])
})
