// Subscriptions with an overdue invoice (recurring billing, section 6): past due until no invoice is overdue, and still
// billed.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { allEvents, get, INVOICES, type Made } from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const { api } = await sharedWorld({ after })
await api.patch('/v1/account', { body: { time_zone: 'America/Toronto' } })
await advanceTo(api, '2027-01-31T15:00:00.000Z')
const { subscribed, act, subscription, invoicesOf } = await subscribing(api)

async function post(path: string, body: object = {}): Promise<Made> {
  const answer = await api.post(path, { body })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

const pay = (invoice: Made) =>
  post('/v1/payments', { invoice_id: invoice.id, amount: 9000, method: 'card' })

/** Subscriptions of each status, by ID. */
const listed = async (status: string): Promise<string[]> =>
  (await get(api, `${SUBSCRIPTIONS}?status=${status}&limit=100`)).data.map(({ id }: Made) => id)

test('a subscription is past due from its first overdue invoice until none is overdue', async () => {
  const { id, customer_id } = await subscribed({ payment_terms_days: 10 })
  const other = await subscribed({ payment_terms_days: 365 })
  const trial = await subscribed({ trial_days: 365, payment_terms_days: 0 })
  const status = async () => (await subscription(id)).status
  // The last day to pay is 10 February.
  await advanceTo(api, '2027-02-11T04:59:59.000Z')
  assert.equal(await status(), 'active')
  await advanceTo(api, '2027-02-11T05:00:00.000Z')
  assert.equal(await status(), 'past_due')
  assert.deepEqual(await listed('past_due'), [id])
  assert.deepEqual((await listed('active')).concat(await listed('trialing')), [other.id, trial.id])

  // A subscription that is past due is changed and billed as before.
  const items = [{ id: (await subscription(id)).items[0].id, quantity: 3 }]
  await act(id, 'change', { at: 'period_end', items })
  await advanceTo(api, '2027-03-15T12:00:00.000Z')
  const [first, second] = (await invoicesOf(id)) as [Made, Made]
  assert.deepEqual(
    [first.status, second.status, await status()],
    ['overdue', 'overdue', 'past_due'],
  )
  await pay(first)
  assert.equal(await status(), 'past_due')
  const { id: paid } = await pay(second)
  assert.equal(await status(), 'active')

  await post(`/v1/payments/${paid}/reverse`, { reason: 'returned by the bank' })
  assert.equal(await status(), 'past_due')
  const note = await post('/v1/credit_notes', {
    ...{ invoice_id: second.id, amount: 9000, reason: 'goodwill' },
  })
  assert.equal(await status(), 'active')
  await post(`/v1/credit_notes/${note.id}/void`)
  assert.equal(await status(), 'past_due')
  await post(`${INVOICES}/${second.id}/void`)
  assert.equal(await status(), 'active')

  const events = (await allEvents(api)).filter(
    ({ type, data }) =>
      (data.object.id === id && data.previous_attributes?.status !== undefined) ||
      (data.object.customer_id === customer_id && type === 'invoice.overdue'),
  )
  assert.deepEqual(
    events.map(({ type, data }) => `${type} ${data.object.status}`),
    [
      ...['invoice.overdue overdue', 'subscription.past_due past_due'],
      ...['invoice.overdue overdue', 'subscription.updated active'],
      ...['invoice.overdue overdue', 'subscription.past_due past_due'],
      'subscription.updated active',
      ...['invoice.overdue overdue', 'subscription.past_due past_due'],
      'subscription.updated active',
    ],
  )
})

test('a subscription that ended while past due stays canceled, whatever happens to its invoice', async () => {
  const { id } = await subscribed({ payment_terms_days: 0 })
  const { id: kept } = await subscribed({ payment_terms_days: 0 })
  await advanceTo(api, '2027-03-17T12:00:00.000Z')
  assert.equal((await act(id, 'cancel', { at: 'now' })).status, 'canceled')
  assert.equal((await act(kept, 'cancel', { at: 'period_end' })).status, 'past_due')
  await advanceTo(api, '2027-04-16T12:00:00.000Z')
  assert.equal((await subscription(kept)).status, 'canceled')
  for (const each of [id, kept]) {
    const [invoice] = await invoicesOf(each)
    assert.equal(invoice?.status, 'overdue')
    const { updated_at } = await subscription(each)
    await pay(invoice)
    const ended = await subscription(each)
    assert.deepEqual([ended.status, ended.updated_at], ['canceled', updated_at])
  }
})

test('credit that pays an overdue invoice when it is granted makes its subscription active', async () => {
  const { id, customer_id } = await subscribed({ payment_terms_days: 10 })
  await advanceTo(api, '2027-05-20T12:00:00.000Z')
  assert.equal((await subscription(id)).status, 'past_due')
  await api.patch('/v1/account', { body: { apply_credit: 'when_granted' } })
  const open = `${INVOICES}?customer_id=${customer_id}&open=true`
  const amounts = (await get(api, open)).data.map(({ amount_remaining }: Made) => amount_remaining)
  assert.deepEqual(amounts, [9000, 9000])
  await post(`/v1/customers/${customer_id}/credit_transactions`, { amount: '180' })
  assert.deepEqual((await get(api, open)).data, [])
  assert.equal((await subscription(id)).status, 'active')
  await api.patch('/v1/account', { body: { apply_credit: 'at_finalize' } })
})
