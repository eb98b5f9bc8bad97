// Unused time (recurring billing, sections 4 and 8; credit notes, section 2): the amounts returned when a subscription
// ends in the middle of a period. They are those of the worked examples, or computed by hand next to them.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import {
  ACCOUNT,
  bodyOf,
  get,
  type Made,
  makeCustomer,
  makePayment,
  refused,
} from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const { api } = await sharedWorld({ after })
await api.patch(ACCOUNT, { body: { time_zone: 'Etc/UTC' } })
// June has 30 days: 54.00 is 1.80 a day.
await advanceTo(api, '2027-06-01T00:00:00.000Z')
const { makePrice, subscribed } = await subscribing(api)
const team = await makePrice({ unit_amount: 5400 })

/** Subscribes a new customer from the beginning of a day on. */
const start = async (price: Made, day = '2027-06-01', more: object = {}) => {
  const made = await subscribed({ items: [{ price_id: price.id }], start: day, ...more })
  const [invoice] = (await get(api, `/v1/invoices?subscription_id=${made.id}`)).data
  return { made, invoice, path: `${SUBSCRIPTIONS}/${made.id}` }
}
const end = (path: string, body: object = {}) =>
  bodyOf(api.post(`${path}/cancel`, { body: { at: 'now', unused: 'credit', ...body } }), 200)
const notesOf = async ({ id }: Made): Promise<Made[]> =>
  (await get(api, `/v1/credit_notes?invoice_id=${id}`)).data
const parts = ({ total, to_open, to_balance, refund }: Made) => ({
  ...{ total, to_open, to_balance, refund },
})

test('the returned amount depends on the time left, the paid and the credited amount', async () => {
  const early = await start(team)
  const goodwill = { invoice_id: early.invoice.id, amount: 600, reason: 'goodwill' }
  await bodyOf(api.post('/v1/credit_notes', { body: goodwill }), 201)
  const ada = await makeCustomer(api, { email: 'ada@example.com' })
  const unpaid = await start(team, '2027-06-01', { customer_id: `cus_${ada.id}` })
  const paid = await start(team)
  await makePayment(api, paid.invoice, { amount: 5400 })
  const part = await start(team)
  await makePayment(api, part.invoice, { amount: 4000 })
  const voided = await start(team)
  await bodyOf(api.post(`/v1/invoices/${voided.invoice.id}/void`), 200)
  const coupon = { name: 'Launch', percent_off: '15', duration: 'forever' }
  const { id: coupon_id } = await bodyOf(api.post('/v1/coupons', { body: coupon }), 201)
  const six = await makePrice({ unit_amount: 6000 })
  const less = await start(six, '2027-06-01', { discounts: [{ coupon_id }] })

  // With 27 of 30 days left, 48.60 is returned, less the 6.00 of 54.00 that was credited before.
  await advanceTo(api, '2027-06-04T00:00:00.000Z')
  await end(early.path)
  const [capped] = await notesOf(early.invoice)
  assert.deepEqual([capped?.reason, capped?.total, capped?.to_open], ['unused_time', 4800, 4800])
  assert.equal((await get(api, `/v1/invoices/${early.invoice.id}`)).status, 'paid')

  // 60.00 less 15 %; with 19 of 30 days left, 38.00 are returned, less 5.70 of the discount.
  await advanceTo(api, '2027-06-12T00:00:00.000Z')
  await end(less.path)
  assert.equal((await notesOf(less.invoice))[0]?.total, 3230)

  await advanceTo(api, '2027-06-16T00:00:00.000Z')
  // Unpaid, and canceled at half: 27.00 stays open and no balance is created.
  const foreseen = await bodyOf(
    api.post(`${unpaid.path}/cancel?dry_run=true`, { body: { at: 'now', unused: 'credit' } }),
    200,
  )
  assert.deepEqual(
    foreseen.events.map(({ type }: Made) => type),
    ['subscription.canceled', 'credit_note.issued', 'invoice.credited'],
  )
  const ended = await end(unpaid.path, { reason: 'too_expensive' })
  assert.equal(ended.status, 'canceled')
  const [note] = (await notesOf(unpaid.invoice)) as [Made]
  assert.deepEqual(parts(note), { total: 2700, to_open: 2700, to_balance: 0, refund: 0 })
  assert.equal(note.subscription_id, ended.id)
  const [email] = (await get(api, `/v1/emails?credit_note_id=${note.id}`)).data
  assert.equal(email.kind, 'credit_note')
  const { period } = note.lines[0]
  assert.deepEqual([period.start, period.end], [ended.canceled_at, '2027-07-01T00:00:00.000Z'])
  assert.equal((await get(api, `/v1/invoices/${unpaid.invoice.id}`)).amount_remaining, 2700)
  const used = refused(await api.post(`/v1/credit_notes/${note.id}/void`), 409, 'credit_note_used')
  assert.match(used.message, /unused time/)

  // Paid in full: the customer has 27.00 of credit.
  await end(paid.path)
  const [kept] = (await notesOf(paid.invoice)) as [Made]
  assert.deepEqual(parts(kept), { total: 2700, to_open: 0, to_balance: 2700, refund: 0 })
  const customer = await get(api, `/v1/customers/${paid.made.customer_id}`)
  assert.equal(customer.credit_balance, '27.00000000')

  // 40.00 of 54.00 paid: the note takes the open 14.00, and 13.00 are refunded.
  await end(part.path, { credit_to: 'refund' })
  const [back] = (await notesOf(part.invoice)) as [Made]
  assert.deepEqual(parts(back), { total: 2700, to_open: 1400, to_balance: 0, refund: 1300 })
  const { data } = await get(api, `/v1/refunds?credit_note_id=${back.id}`)
  assert.deepEqual(
    data.map(({ amount, status }: Made) => [amount, status]),
    [[1300, 'pending']],
  )

  // A void invoice returns nothing.
  await end(voided.path)
  assert.deepEqual(await notesOf(voided.invoice), [])
})

test('past periods and trials return nothing', async () => {
  // Two periods on one invoice: 15 of 30 days of the second are left.
  const { invoice, path } = await start(team, '2027-05-01')
  assert.equal(invoice.total, 10_800)
  await end(path)
  const [note] = (await notesOf(invoice)) as [Made]
  assert.deepEqual([note.total, note.lines.length], [2700, 1])
  const trial = await start(team, '2027-06-16', { trial_days: 14 })
  assert.equal((await end(trial.path)).status, 'canceled')
})

test('unused time in days counts from the beginning of the day', async () => {
  await api.patch(ACCOUNT, { body: { proration_unit: 'day' } })
  await advanceTo(api, '2027-07-01T00:00:00.000Z')
  // 62.00 for 31 days: 2.00 a day.
  const { invoice, path } = await start(await makePrice({ unit_amount: 6200 }), '2027-07-01')
  await advanceTo(api, '2027-07-11T18:30:00.000Z')
  await end(path)
  const [note] = (await notesOf(invoice)) as [Made]
  assert.equal(note.total, 4200)
  assert.equal(note.lines[0].period.start, '2027-07-11T00:00:00.000Z')
  await api.patch(ACCOUNT, { body: { proration_unit: 'second' } })
})

test('the charges of an item return the price of its remaining time together', async () => {
  await advanceTo(api, '2027-09-01T00:00:00.000Z')
  const cheap = await makePrice({ unit_amount: 2, minimum_amount: 60 })
  const { made, invoice, path } = await start(cheap, '2027-09-01')
  const [{ id }] = made.items
  const add = (quantity: number) =>
    bodyOf(api.post(`${path}/change`, { body: { at: 'now', items: [{ id, quantity }] } }), 200)
  // With 26 of 30 days left, two seats cost 3.47 cents and one 1.73: 3 − 2 = 1 is charged.
  await advanceTo(api, '2027-09-05T00:00:00.000Z')
  await add(2)
  const [more] = (await get(api, `/v1/invoices?subscription_id=${made.id}`)).data
  assert.deepEqual([invoice.total, more.total], [2, 1])
  // With 22 days left, two seats cost 2.93 and one 1.47: 3 are returned, of which the second seat can give only 1.
  await advanceTo(api, '2027-09-09T00:00:00.000Z')
  await end(path)
  const [[first], [second]] = (await Promise.all([invoice, more].map(notesOf))) as [Made[], Made[]]
  assert.deepEqual([first?.total, second?.total], [2, 1])
  const explained = await Promise.all(
    [first, second].map((note) => get(api, `/v1/credit_notes/${note?.id}/explain`)),
  )
  assert.deepEqual(
    explained.map(({ lines: [{ unused }] }) => [unused.amount, unused.adjustment]),
    [
      [1, 1],
      [2, -1],
    ],
  )
  assert.match(explained[0].sentences[0], /= CA\$0\.01 rounded, plus CA\$0\.01 that other lines/)
  assert.match(explained[1].sentences[0], /= CA\$0\.02 rounded, less CA\$0\.01 .*\. CA\$0\.01 of/)
  // All that was charged was returned, so 8 of 30 days of the minimum are missing: 16 cents.
  const [last] = (await get(api, `/v1/invoices?subscription_id=${made.id}`)).data
  assert.deepEqual([last.total, last.line_items[0].pricing.part.minimum.billed], [16, 0])
})

test('invalid requests to return unused time are refused', async () => {
  const { path } = await start(team, '2027-07-01')
  const wrong = async (body: object, param: string) =>
    refused(await api.post(`${path}/cancel`, { body }), 400, 'parameter_invalid', param)
  await wrong({ at: 'period_end', unused: 'credit' }, 'unused')
  await wrong({ at: 'now', credit_to: 'refund' }, 'credit_to')
  const sent = { invoice_id: 'inv_01h2xcejqtf2nbrexx3vqjhp41', amount: 1, reason: 'unused_time' }
  const refusal = await api.post('/v1/credit_notes', { body: sent })
  refused(refusal, 400, 'parameter_invalid', 'reason')
})
