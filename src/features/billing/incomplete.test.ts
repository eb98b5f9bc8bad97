// Subscriptions whose first payment must succeed: incomplete until their first invoice is paid, canceled without that.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import {
  allEvents,
  bodyOf,
  get,
  INVOICES,
  type Made,
  PAYMENTS,
  refused,
} from '../../../test/fixtures.ts'
import { until } from '../../../test/harness.ts'
import { CARD, payOnline, pressPay } from '../../../test/online.ts'
import { savingCards } from '../../../test/savers.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const { api, keys } = await sharedWorld({ after })
const { subscribe, subscribed, act, subscription, invoicesOf, eventsOf, makePrice, pro } =
  await subscribing(api)
const { saver, decided } = savingCards(api)
const HOUR_MS = 3_600_000
const MUST = { payment: 'must_succeed' }

const statusOf = async (id: string): Promise<string> => (await subscription(id)).status
const firstOf = async (id: string): Promise<Made> => (await invoicesOf(id))[0] as Made
const cheque = (invoice: Made, amount = 9000) =>
  bodyOf(api.post(PAYMENTS, { body: { invoice_id: invoice.id, amount, method: 'cheque' } }), 201)

/** Moves the clock by hours. */
async function later(hours: number): Promise<void> {
  const { now } = await get(api, '/v1/test_clock')
  await advanceTo(api, new Date(Date.parse(now) + hours * HOUR_MS).toISOString())
}

const reached = (id: string, status: string) =>
  until(`a subscription that is ${status}`, async () => (await statusOf(id)) === status)

test('a subscription is incomplete until its first invoice is paid, and then starts', async () => {
  await advanceTo(api, '2027-01-05T12:00:00.000Z')
  const made = await subscribed(MUST)
  const { id } = made
  assert.equal(made.status, 'incomplete')
  // 23 hours after its creation.
  assert.equal(Date.parse(made.due_at) - Date.parse(made.created_at), 23 * HOUR_MS)
  assert.deepEqual(await eventsOf(id), ['subscription.created'])
  const { data } = await get(api, `${SUBSCRIPTIONS}/${id}/upcoming?periods=2`)
  assert.deepEqual(
    data.map(({ total, scheduled_for }: Made) => [total, scheduled_for.slice(0, 10)]),
    [
      [9000, '2027-02-05'],
      [9000, '2027-03-05'],
    ],
  )
  const invoice = await firstOf(id)
  await cheque(invoice, 4000)
  assert.equal(await statusOf(id), 'incomplete')
  const { id: payment_id } = await cheque(invoice, 5000)
  assert.equal(await statusOf(id), 'active')
  assert.deepEqual(await eventsOf(id), ['subscription.created', 'subscription.started'])
  const events = await allEvents(api)
  const at = events.findIndex(({ data }) => data.object.id === payment_id)
  assert.deepEqual(
    events.slice(at, at + 3).map(({ type }) => type),
    ['payment.created', 'invoice.paid', 'subscription.started'],
  )
  await later(24 * 40)
  assert.deepEqual([await statusOf(id), (await invoicesOf(id)).length], ['active', 2])
})

test('a saved card pays the first invoice at once, and the page pays it after a decline', async () => {
  const [payer] = await saver([CARD.pays])
  const charge = { ...MUST, collection: 'charge' }
  const { id } = await subscribed({ customer_id: payer, ...charge })
  await reached(id, 'active')
  const [poor] = await saver([CARD.declinesLater])
  const { id: declined } = await subscribed({ customer_id: poor, ...charge })
  const invoice = await firstOf(declined)
  assert.equal((await decided(invoice)).status, 'failed')
  assert.equal(await statusOf(declined), 'incomplete')
  await payOnline(invoice, CARD.pays)
  assert.equal(await statusOf(declined), 'active')
  assert.deepEqual(await eventsOf(declined), ['subscription.created', 'subscription.started'])
})

test('after 23 hours without payment it is canceled, and its invoice void', async () => {
  const { id } = await subscribed(MUST)
  const invoice = await firstOf(id)
  // A customer on the page of the gateway has not paid.
  await pressPay(invoice)
  await later(22)
  assert.equal(await statusOf(id), 'incomplete')
  await later(2)
  const ended = await subscription(id)
  assert.deepEqual([ended.status, ended.due_at, ended.next_invoice_at], ['canceled', null, null])
  assert.equal((await get(api, `${INVOICES}/${invoice.id}`)).status, 'void')
  assert.deepEqual(await eventsOf(id), ['subscription.created', 'subscription.canceled'])
  assert.equal(ended.canceled_at, ended.cancel_at)
})

test('a payment in progress postpones the end', async () => {
  const { id, customer_id } = await subscribed(MUST)
  const invoice = await firstOf(id)
  await payOnline(invoice, CARD.debit)
  await later(30)
  assert.deepEqual(
    [await statusOf(id), (await decided(invoice)).status],
    ['incomplete', 'processing'],
  )
  // A debit settles after three days.
  await later(24 * 3)
  assert.equal(await statusOf(id), 'active')
  const failing = await subscribed({ ...MUST, customer_id })
  await payOnline(await firstOf(failing.id), CARD.failingDebit)
  await later(24 * 4)
  assert.equal(await statusOf(failing.id), 'canceled')
  assert.equal((await firstOf(failing.id)).status, 'void')
})

test('money that was paid in part becomes credit, also where invoices are not voided', async () => {
  const { id, customer_id } = await subscribed(MUST)
  await cheque(await firstOf(id), 4000)
  await bodyOf(api.patch('/v1/account', { body: { void_invoices: 'forbid' } }), 200)
  const { id: other } = await subscribed(MUST)
  await later(24)
  for (const each of [id, other]) {
    assert.equal(await statusOf(each), 'canceled')
    const invoice = await firstOf(each)
    assert.deepEqual([invoice.status, invoice.amount_remaining], ['paid', 0])
    const { data } = await get(api, `/v1/credit_notes?invoice_id=${invoice.id}`)
    assert.deepEqual([data.length, data[0].reason, data[0].total], [1, 'other', 9000])
  }
  const customer = await get(api, `/v1/customers/${customer_id.slice(4)}`)
  assert.equal(customer.credit_balance, '40.00000000')
  await bodyOf(api.patch('/v1/account', { body: { void_invoices: 'allow' } }), 200)
})

test('an invoice that is void or credited in full ends its subscription', async () => {
  const { id } = await subscribed(MUST)
  const note = { invoice_id: (await firstOf(id)).id, amount: 9000, reason: 'goodwill' }
  await bodyOf(api.post('/v1/credit_notes', { body: note }), 201)
  const { id: other } = await subscribed(MUST)
  await bodyOf(api.post(`${INVOICES}/${(await firstOf(other)).id}/void`), 200)
  assert.deepEqual([await statusOf(id), await statusOf(other)], ['canceled', 'canceled'])
  // Credited in part and paid for the rest, it starts.
  const { id: partly } = await subscribed(MUST)
  const invoice = await firstOf(partly)
  const part = { invoice_id: invoice.id, amount: 2000, reason: 'goodwill' }
  await bodyOf(api.post('/v1/credit_notes', { body: part }), 201)
  await cheque(invoice, 7000)
  assert.equal(await statusOf(partly), 'active')
})

test('without an amount to pay it is active at once', async () => {
  const free = await makePrice({ unit_amount: 0 })
  const nothing = await subscribed({ ...MUST, items: [{ price_id: free.id }] })
  assert.equal(nothing.status, 'active')
  const trial = await subscribed({ ...MUST, trial_days: 7 })
  assert.equal(trial.status, 'trialing')
  const { customer_id } = trial
  await bodyOf(
    api.post(`/v1/customers/${customer_id.slice(4)}/credit_transactions`, {
      body: { amount: '90' },
    }),
    201,
  )
  const covered = await subscribed({ ...MUST, customer_id })
  assert.equal(covered.status, 'active')
  assert.deepEqual(await eventsOf(covered.id), ['subscription.created', 'subscription.started'])
})

test('commands wait for the first payment, but it can be canceled', async () => {
  const { id } = await subscribed(MUST)
  const [item] = (await subscription(id)).items
  const wait = async (verb: string, body: object = {}) =>
    refused(
      await api.post(`${SUBSCRIPTIONS}/${id}/${verb}`, { body }),
      409,
      'subscription_incomplete',
    )
  await wait('change', { at: 'now', items: [{ id: item.id, quantity: 4 }] })
  await wait('change', { at: 'period_end', items: [{ id: item.id, quantity: 4 }] })
  await wait('pause')
  await wait('resume')
  await wait('keep')
  await wait('trial_end', { trial_end: 'now' })
  const setup = { subscription_id: id, description: 'Setup', unit_amount: 100 }
  refused(await api.post('/v1/invoice_items', { body: setup }), 409, 'subscription_incomplete')
  const patched = await api.patch(`${SUBSCRIPTIONS}/${id}`, { body: { metadata: { a: 1 } } })
  assert.equal(patched.status, 200, patched.text)
  const ended = await act(id, 'cancel', { at: 'now' })
  assert.equal(ended.status, 'canceled')
  await until('the void invoice', async () => (await firstOf(id)).status === 'void')
  const live = { key: keys.live, body: { customer_id: 1, items: [{ price_id: pro.id }], ...MUST } }
  refused(await api.post(SUBSCRIPTIONS, live), 400, 'collection_unavailable', 'payment')
})

test('periods that begin before the first payment are billed after it', async () => {
  const daily = await makePrice({ unit_amount: 500, interval: 'day' })
  const items = [{ price_id: daily.id }]
  const { id } = await subscribed({ ...MUST, items, start: '2027-01-01', bill_past: false })
  await later(20)
  assert.equal((await invoicesOf(id)).length, 1)
  await cheque(await firstOf(id), 500)
  await until('the second day', async () => (await invoicesOf(id)).length === 2)
  assert.equal(await statusOf(id), 'active')
})

test('a preview that must succeed is incomplete, and can be bound', async () => {
  const { customer_id } = await subscribed()
  const body = { customer_id, ...MUST, items: [{ price_id: pro.id, quantity: 3 }] }
  const { body: seen } = await api.post(`${SUBSCRIPTIONS}/preview`, { body })
  assert.deepEqual([seen.status, seen.invoices.length, seen.next.length], ['incomplete', 1, 3])
  const preview = { at: seen.at, hash: seen.hash }
  const made = await bodyOf(subscribe({ ...body, preview }), 201)
  assert.equal(made.status, 'incomplete')
})

test('the payment and the end at the same moment leave one of two states', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, customer_id } = await subscribed(MUST)
    const invoice = await firstOf(id)
    const paid = { invoice_id: invoice.id, amount: 9000, method: 'cheque' }
    const [, payment] = await Promise.all([
      act(id, 'cancel', { at: 'now' }),
      api.post(PAYMENTS, { body: paid }),
    ])
    const ended = await until('the end', async () => {
      const { status } = await firstOf(id)
      const { data } = await get(api, `/v1/credit_notes?invoice_id=${invoice.id}`)
      return (status === 'void' || data.length > 0) && status
    })
    assert.equal(await statusOf(id), 'canceled')
    assert.equal(ended, payment.status === 201 ? 'paid' : 'void')
    const customer = await get(api, `/v1/customers/${customer_id.slice(4)}`)
    assert.equal(customer.credit_balance, payment.status === 201 ? '90.00000000' : '0.00000000')
  }
})
