// Changes within a period (recurring billing, sections 4, 5 and 8). The amounts are those of the worked examples, or
// computed by hand next to them.

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
  assert.match(
    invoice.notes,
    /^Credit note CN-\d+ for CA\$29\.77: unused time, Pro, June 12, 2027 – June 30, 2027$/,
  )
  assert.deepEqual(invoice.period, {
    start: '2027-06-12T00:00:00.000Z',
    end: '2027-07-01T00:00:00.000Z',
  })

  const [note] = await notesOf(id)
  const { lines, sentences } = await get(api, `/v1/credit_notes/${note?.id}/explain`)
  assert.equal(
    sentences[0],
    'Line 1, Pro: June 12, 2027 – June 30, 2027, 19 of 30 days: CA$47.00 × 19 ÷ 30 = CA$29.77 rounded. CA$29.77 of CA$47.00.',
  )
  const { price, seconds, period_seconds, amount } = lines[0].unused
  assert.deepEqual([price, seconds, period_seconds, amount], ['4700', 1_641_600, 2_592_000, 2977])

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
  // An end with credit returns the rest of the last charge: 68.50 for 8 of 30 days.
  const end = { at: 'now', unused: 'credit' }
  await bodyOf(api.post(`${SUBSCRIPTIONS}/${id}/cancel`, { body: end }), 200)
  assert.deepEqual((await totals(id))[1], [2977, 2213, 1827])
})

test('added units are charged separately, and nothing is returned for them', async () => {
  const seat = await makePrice({ unit_amount: 1000 })
  await advanceTo(api, '2027-07-01T00:00:00.000Z')
  const { id, items } = await subscribed({
    items: [{ price_id: seat.id, quantity: 3 }],
    start: '2027-07-01',
  })
  const [{ id: item }] = items
  // 31 days: of 50.00, 19 days are 30.65; of 30.00, 18.39.
  await advanceTo(api, '2027-07-13T00:00:00.000Z')
  await change(id, [{ id: item, quantity: 5 }])
  const [, more] = (await invoicesOf(id)) as [Made, Made]
  const [line] = more.line_items
  assert.deepEqual([line.kind, line.amount, line.quantity_decimal], ['difference', 1226, '5'])
  assert.equal(line.pricing.part.quantity_before, '3')
  const { sentences } = await get(api, `/v1/invoices/${more.id}/explain`)
  assert.match(
    sentences.join(' '),
    /2 more \(5 instead of 3\): .*, less CA\$30\.00 billed already, for 31 days; 19 of them: CA\$12\.26/,
  )
  // A change to the same quantity costs nothing.
  await change(id, [{ id: item, quantity: 5 }])
  // 10 days: of 80.00, 25.81; of 50.00, 16.13.
  await advanceTo(api, '2027-07-22T00:00:00.000Z')
  await change(id, [{ id: item, quantity: 8 }])
  assert.deepEqual(await totals(id), [[3000, 1226, 968], []])
  // 7 days: of 80.00, 18.06; of 50.00, 11.29; of 30.00, 6.77; and of 20.00, 4.52.
  await advanceTo(api, '2027-07-25T00:00:00.000Z')
  await change(id, [{ id: item, quantity: 2 }])
  const [billed, returned] = (await totals(id)) as [number[], number[]]
  assert.deepEqual(billed, [3000, 1226, 968, 452])
  assert.deepEqual(returned.toSorted(), [452, 677, 677])
})

test('items are added and removed at once, or without proration', async () => {
  await advanceTo(api, '2027-09-01T00:00:00.000Z')
  const { id, item } = await start([{ price_id: team.id }], { start: '2027-09-01' })
  await advanceTo(api, '2027-09-16T00:00:00.000Z')
  // Half of September is left: 41.50 of 83.00, and 23.50 of 47.00.
  const { items } = await change(id, [{ price_id: business.id }])
  await change(id, [{ id: item, remove: true }])
  assert.deepEqual(await totals(id), [[4700, 4150], [2350]])
  await change(id, [{ id: items[1].id, price_id: pro.id }], { proration: 'none' })
  assert.deepEqual(await totals(id), [[4700, 4150], [2350]])
  const next = (await get(api, `${SUBSCRIPTIONS}/${id}/upcoming?periods=1`)).data[0]
  assert.equal(next.total, 6850)
  // The charge stays open until it is returned: 20.75 for a quarter of the month.
  await advanceTo(api, '2027-09-23T12:00:00.000Z')
  await change(id, [{ id: items[1].id, price_id: team.id }])
  assert.deepEqual(await totals(id), [
    [4700, 4150, 1175],
    [2350, 2075],
  ])
})

test('another interval begins a new period, and returns the rest of the old one', async () => {
  await advanceTo(api, '2028-08-05T00:00:00.000Z')
  const monthly = await makePrice({ unit_amount: 1800 })
  const yearly = await makePrice({ unit_amount: 19_000, interval: 'year' })
  const { id, item } = await start([{ price_id: monthly.id }], { start: '2028-08-05' })
  await advanceTo(api, '2028-08-20T00:00:00.000Z')
  const items = [{ id: item, price_id: yearly.id }]
  const seen = await preview(id, items)
  assert.deepEqual([seen.invoices[0].total, seen.credit_notes[0].total], [19_000, 929])
  assert.equal(seen.next[0].scheduled_for, '2029-08-20T00:00:00.000Z')
  const wrong = async (body: object, param: string) => {
    const answer = await api.post(`${SUBSCRIPTIONS}/${id}/change`, { body: { at: 'now', ...body } })
    refused(answer, 400, 'proration_incompatible', param)
  }
  await wrong({ items, anchor: 'keep' }, 'anchor')
  await wrong({ items, proration: 'none' }, 'proration')
  const changed = await change(id, items)
  assert.deepEqual(changed.current_period, {
    start: '2028-08-20T00:00:00.000Z',
    end: '2029-08-20T00:00:00.000Z',
  })
  assert.deepEqual(await totals(id), [[1800, 19_000], [929]])
  await bodyOf(api.post(`${SUBSCRIPTIONS}/${id}/cancel`, { body: { at: 'period_end' } }), 200)
  await wrong({ items: [{ id: item, quantity: 2 }], anchor: 'reset' }, 'anchor')
})

test('a free first part stays free, and a trial bills nothing', async () => {
  await advanceTo(api, '2028-09-16T00:00:00.000Z')
  const anchor = { day_of_month: 1 }
  const first = { start: '2028-09-16', anchor }
  const free = await start([{ price_id: team.id }], { ...first, first_period: 'free' })
  await change(free.id, [{ id: free.item, price_id: business.id }])
  assert.deepEqual(await totals(free.id), [[], []])
  // The price belongs to the part from 16 September on: a third of its 15 days is left.
  const full = await start([{ price_id: team.id }], { ...first, first_period: 'full' })
  const part = await start([{ price_id: team.id }], first)
  const trial = await start([{ price_id: team.id }], { trial_days: 30, start: '2028-09-16' })
  await change(trial.id, [{ id: trial.item, price_id: business.id }])
  await advanceTo(api, '2028-09-26T00:00:00.000Z')
  await change(full.id, [{ id: full.item, price_id: business.id }])
  assert.deepEqual(await totals(full.id), [[4700, 2767], [1567]])
  await change(part.id, [{ id: part.item, price_id: business.id }])
  assert.deepEqual(await totals(part.id), [[2350, 1383], [783]])
  assert.deepEqual(await totals(trial.id), [[], []])
})

test('discounts of the period continue, and a fixed amount is not given twice', async () => {
  await advanceTo(api, '2028-11-01T00:00:00.000Z')
  const [from, to] = [
    await makePrice({ unit_amount: 6000 }),
    await makePrice({ unit_amount: 9000 }),
  ]
  const made = async (terms: object) => {
    const coupon = await bodyOf(
      api.post('/v1/coupons', { body: { name: 'Launch', ...terms } }),
      201,
    )
    return start([{ price_id: from.id }], {
      ...{ start: '2028-11-01', discounts: [{ coupon_id: coupon.id }] },
    })
  }
  const always = await made({ percent_off: '15', duration: 'forever' })
  const once = await made({ percent_off: '50', duration: 'once' })
  const fixed = await made({ amount_off: 1000, currency: 'cad', duration: 'forever' })
  await advanceTo(api, '2028-11-12T00:00:00.000Z')
  for (const { id, item } of [always, once, fixed])
    await change(id, [{ id: item, price_id: to.id }])
  // 57.00 is billed and 38.00 returned, less their discounts.
  assert.deepEqual(await totals(always.id), [[5100, 4845], [3230]])
  assert.deepEqual(await totals(once.id), [[3000, 2850], [1900]])
  assert.deepEqual(await totals(fixed.id), [[5000, 5067], [3167]])
  const [, second] = (await invoicesOf(once.id)) as [Made, Made]
  await bodyOf(api.post(`/v1/invoices/${second.id}/void`), 200)
  // Voiding it does not give the discount back: the first invoice used it.
  const [next] = (await get(api, `${SUBSCRIPTIONS}/${once.id}/upcoming?periods=1`)).data
  assert.equal(next.total, 9000)
})

test('changes at once are refused with the reason', async () => {
  await advanceTo(api, '2028-12-01T00:00:00.000Z')
  const { id, item } = await start([{ price_id: team.id }], { start: '2028-12-01' })
  const items = [{ id: item, price_id: business.id }]
  const path = `${SUBSCRIPTIONS}/${id}/change`
  const later = { items, at: 'period_end', proration: 'none' }
  refused(await api.post(path, { body: later }), 400, 'parameter_invalid', 'proration')
  const { at, hash } = await preview(id, items)
  await change(id, [{ id: item, price_id: pro.id }])
  const sent = { items, at: 'now', preview: { at, hash } }
  refused(await api.post(path, { body: sent }), 409, 'preview_outdated', 'preview')
  await bodyOf(api.post(`${SUBSCRIPTIONS}/${id}/cancel`, { body: { at: 'now' } }), 200)
  refused(await api.post(path, { body: { items, at: 'now' } }), 409, 'subscription_ended')
})

// Sequences that once went wrong, found by random lives (test/changes-model.test.ts).

const begin = async (items: object[], more: object = {}) => {
  const { id, items: made } = await subscribed({ items, ...more })
  return { id, ids: made.map((item: Made) => item.id) as string[] }
}
const act = (id: string, verb: string, body: object) =>
  bodyOf(api.post(`${SUBSCRIPTIONS}/${id}/${verb}`, { body }), 200)
const returned = async (id: string): Promise<number[]> =>
  (await notesOf(id)).map(({ total }) => total)
const seatPrice = () => makePrice({ unit_amount: 3000 })

test('time that was returned is not returned again after a period without an invoice', async () => {
  await advanceTo(api, '2029-02-01T10:00:00.000Z')
  const free = await makePrice({ unit_amount: 0 })
  const yearly = await makePrice({ unit_amount: 90_000, interval: 'year' })
  const { id, ids } = await begin([{ price_id: yearly.id }])
  // With 355 of 365 days left: 875.34 of 900.00.
  await advanceTo(api, '2029-02-11T10:00:00.000Z')
  await change(id, [{ id: ids[0], price_id: free.id }])
  await advanceTo(api, '2029-03-20T10:00:00.000Z')
  await act(id, 'cancel', { at: 'now', unused: 'credit' })
  assert.deepEqual(await returned(id), [87_534])
})

test('a change finds its charges after periods without an invoice', async () => {
  const [seat, free] = [await seatPrice(), await makePrice({ unit_amount: 0 })]
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
  const seat = await seatPrice()
  await advanceTo(api, '2029-06-01T00:00:00.000Z')
  const { id, ids } = await begin([{ price_id: seat.id, quantity: 3 }])
  const [first] = (await invoicesOf(id)) as [Made]
  await bodyOf(api.post(`/v1/invoices/${first.id}/void`), 200)
  await advanceTo(api, '2029-06-16T00:00:00.000Z')
  await change(id, [{ id: ids[0], quantity: 5 }])
  // Half a month of two seats more.
  const [line] = (await invoicesOf(id)).at(-1)?.line_items ?? []
  assert.deepEqual([line.kind, line.amount], ['difference', 3000])
})

test('a new period returns all open charges, including those of removed items', async () => {
  const seat = await seatPrice()
  await advanceTo(api, '2029-09-01T00:00:00.000Z')
  const { id, ids } = await begin([{ price_id: seat.id }, { price_id: seat.id }])
  await advanceTo(api, '2029-09-11T00:00:00.000Z')
  await change(id, [{ id: ids[1], remove: true }], { proration: 'none' })
  await advanceTo(api, '2029-09-16T00:00:00.000Z')
  await change(id, [{ id: ids[0], quantity: 2 }], { anchor: 'reset' })
  assert.deepEqual(await returned(id), [3000])
  // The end of the subscription bills nothing twice, and its books are consistent.
  await act(id, 'cancel', { at: 'now' })
})

test('no period begins in a free one, and a flat price has one unit', async () => {
  const seat = await seatPrice()
  await advanceTo(api, '2029-10-16T00:00:00.000Z')
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
  const seat = await seatPrice()
  await api.patch(ACCOUNT, { body: { proration_unit: 'day' } })
  await advanceTo(api, '2029-11-01T10:00:00.000Z')
  const both = [{ price_id: seat.id, quantity: 3 }, { price_id: seat.id }]
  const one = await begin(both)
  await advanceTo(api, '2029-11-01T18:00:00.000Z')
  await change(one.id, [{ id: one.ids[0], quantity: 4 }], { anchor: 'reset' })
  const other = await begin(both)
  await advanceTo(api, '2029-11-11T09:00:00.000Z')
  await change(other.id, [{ id: other.ids[0], quantity: 1 }])
  await act(other.id, 'cancel', { at: 'now' })
  // 90.00 for 20 of 30 days.
  assert.deepEqual(await returned(other.id), [6000])
  await advanceTo(api, '2029-12-02T10:00:00.000Z')
  await act(one.id, 'cancel', { at: 'now', unused: 'credit' })
  await api.patch(ACCOUNT, { body: { proration_unit: 'second' } })
})

test('a change without a time is made now if it adds something, and otherwise at the end of the period', async () => {
  await advanceTo(api, '2030-06-01T00:00:00.000Z')
  const { id, item } = await start([{ price_id: business.id }], { start: '2030-06-01' })
  const auto = (items: object[]) => change(id, items, { at: 'auto' })
  // Up: 83.00 is billed for another seat. Down, and without it: with the next period.
  assert.equal((await auto([{ id: item, quantity: 2 }])).items[0].quantity, 2)
  const lower = await auto([{ id: item, price_id: team.id }, { price_id: pro.id }])
  assert.deepEqual(
    lower.items.map(({ price_id }: Made) => price_id),
    [business.id, pro.id],
  )
  assert.equal(lower.scheduled_changes[0].items[0].price_id, team.id)
  assert.deepEqual((await totals(id))[0], [8300, 8300, 6850])
  // Twice Team for a year is longer, and begins a new period.
  const yearly = await makePrice({ unit_amount: 47000, interval: 'year' })
  const { id: other, item: its } = await start([{ price_id: team.id }], { start: '2030-06-01' })
  const longer = await change(other, [{ id: its, price_id: yearly.id }], { at: 'auto' })
  assert.equal(longer.current_period.end.slice(0, 10), '2031-06-01')
  const shorter = await change(other, [{ id: its, price_id: team.id }], { at: 'auto' })
  assert.equal(shorter.scheduled_changes[0].at.slice(0, 10), '2031-06-01')
})
