// Automatic payment of subscriptions: charged by their own setting and method, or only sent.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { bodyOf, CUSTOMERS, type Made, makeFinalized, refused } from '../../../test/fixtures.ts'
import { until, world } from '../../../test/harness.ts'
import { CARD } from '../../../test/online.ts'
import { savingCards } from '../../../test/savers.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const { api, keys } = await sharedWorld({ after })
const { subscribe, subscribed, subscription, invoicesOf, eventsOf } = await subscribing(api)

const { saver, paymentsOf } = savingCards(api)

const METHODS = '/v1/payment_methods'

/** The attempts of each invoice of a subscription, once none waits for the gateway. */
const collected = (id: string): Promise<string[][]> =>
  until('the charges', async () => {
    const payments = await Promise.all((await invoicesOf(id)).map(paymentsOf))
    if (payments.flat().some(({ status }) => status === 'pending')) return undefined
    return payments.map((each) =>
      each.map(({ status, payment_method_id }) => `${status} ${payment_method_id}`),
    )
  })

const patch = (id: string, body: object) => api.patch(`${SUBSCRIPTIONS}/${id}`, { body })

test('a subscription is collected as its customer is when it is created', async () => {
  await advanceTo(api, '2027-01-05T12:00:00.000Z')
  const [payer, card] = await saver([CARD.pays], { auto_pay_enabled: true })
  const charged = await subscribed({ customer_id: payer })
  assert.deepEqual([charged.collection, charged.payment_method_id], ['charge', null])
  const sent = await subscribed()
  assert.deepEqual([sent.collection, sent.payment_method_id], ['send', null])
  // What it says itself is stronger, in both directions.
  const asked = await subscribed({ customer_id: payer, collection: 'send' })
  const [other, own] = await saver([CARD.pays])
  const forced = await subscribed({ customer_id: other, collection: 'charge' })
  // Other invoices of the customer are not charged.
  const once = await makeFinalized(api, { customer_id: other })
  await advanceTo(api, '2027-01-06T12:00:00.000Z')
  const of = ({ id }: Made) => collected(id)
  assert.deepEqual(await Promise.all([charged, sent, asked, forced].map(of)), [
    ...[[[`settled ${card}`]], [[]], [[]]],
    [[`settled ${own}`]],
  ])
  assert.deepEqual(await paymentsOf(once), [])
})

test('an own method pays instead of the default, until it is detached', async () => {
  const [customer_id, first, second] = await saver([CARD.pays, '5555555555554444'])
  const own = { customer_id, collection: 'charge', payment_method_id: second }
  const { id } = await subscribed({ ...own, start: '2027-01-31' })
  await advanceTo(api, '2027-01-31T15:00:00.000Z')
  assert.deepEqual(await collected(id), [[`settled ${second}`]])
  await bodyOf(api.post(`${METHODS}/${second}/detach`), 200)
  assert.equal((await subscription(id)).payment_method_id, second)
  await advanceTo(api, '2027-03-01T15:00:00.000Z')
  assert.deepEqual((await collected(id)).slice(1), [[`settled ${first}`]])
  const { message } = refused(
    await subscribe({ ...own, start: '2027-09-01' }),
    ...([400, 'method_not_reusable', 'payment_method_id'] as const),
  )
  assert.match(message, /detached/)
  // Without any method, invoices are sent.
  await bodyOf(api.post(`${METHODS}/${first}/detach`), 200)
  await advanceTo(api, '2027-04-01T15:00:00.000Z')
  const invoices = await invoicesOf(id)
  assert.deepEqual((await collected(id)).slice(2), [[]])
  assert.equal(invoices.at(-1)?.status, 'posted')
})

test('collection and method change for the invoices to come', async () => {
  const [customer_id, first, second] = await saver([CARD.pays, CARD.pays])
  const { id } = await subscribed({ customer_id, start: '2027-05-01' })
  await advanceTo(api, '2027-05-01T15:00:00.000Z')
  const charged = await bodyOf(patch(id, { collection: 'charge', payment_method_id: second }), 200)
  assert.deepEqual([charged.collection, charged.payment_method_id], ['charge', second])
  await advanceTo(api, '2027-06-01T15:00:00.000Z')
  assert.equal((await bodyOf(patch(id, { payment_method_id: null }), 200)).payment_method_id, null)
  await advanceTo(api, '2027-07-01T15:00:00.000Z')
  await bodyOf(patch(id, { collection: 'send' }), 200)
  await advanceTo(api, '2027-08-01T15:00:00.000Z')
  assert.deepEqual(await collected(id), [[], [`settled ${second}`], [`settled ${first}`], []])
  const updates = (await eventsOf(id)).filter((type) => type === 'subscription.updated')
  assert.equal(updates.length, 3)
})

test('several periods that were due at once are each charged', async () => {
  const [customer_id, card] = await saver([CARD.pays])
  const { id } = await subscribed({ customer_id, collection: 'charge', start: '2027-08-10' })
  await advanceTo(api, '2027-12-15T12:00:00.000Z')
  assert.deepEqual(
    await collected(id),
    Array.from({ length: 5 }, () => [`settled ${card}`]),
  )
  for (const invoice of await invoicesOf(id)) assert.equal(invoice.status, 'paid')
})

test('a renewal is charged at the instant of its invoice, even if time stands still', async (t) => {
  const w = await world(t, { wallNow: () => Date.parse('2027-01-05T12:00:00.000Z') })
  const still = await subscribing(w.api)
  const saving = savingCards(w.api)
  const [customer_id] = await saving.saver([CARD.pays])
  const { id } = await still.subscribed({ customer_id, collection: 'charge', start: '2027-01-10' })
  await advanceTo(w.api, '2027-03-15T12:00:00.000Z')
  const invoices = await still.invoicesOf(id)
  const payments = await Promise.all(invoices.map(saving.paymentsOf))
  assert.deepEqual(
    payments.map((all) => all.map(({ status, created_at }) => [status, created_at])),
    invoices.map(({ created_at }) => [['settled', created_at]]),
  )
  assert.equal(invoices.length, 3)
})

test('an impossible collection is refused', async () => {
  const [customer_id] = await saver([CARD.pays])
  const [, foreign] = await saver([CARD.pays])
  const { id } = await subscribed({ customer_id, trial_days: 30 })
  const named = { payment_method_id: foreign }
  const wrong = [400, 'resource_missing', 'payment_method_id'] as const
  refused(await subscribe({ customer_id, ...named }), ...wrong)
  refused(await patch(id, named), ...wrong)
  refused(await patch(id, { collection: 'never' }), 400, 'parameter_invalid', 'collection')
  refused(await patch(id, { collection: null }), 400, 'parameter_invalid', 'collection')
  const live = { key: keys.live }
  const { id: person } = await bodyOf(
    api.post(CUSTOMERS, { ...live, body: { name: 'Live', auto_pay_enabled: true } }),
    201,
  )
  const product = await bodyOf(api.post('/v1/products', { ...live, body: { name: 'Pro' } }), 201)
  const terms = { product_id: product.id, model: 'flat', unit_amount: 900, interval: 'month' }
  const price = await bodyOf(api.post('/v1/prices', { ...live, body: terms }), 201)
  const body = { customer_id: person, items: [{ price_id: price.id }] }
  const sent = await bodyOf(api.post(SUBSCRIPTIONS, { ...live, body }), 201)
  assert.equal(sent.collection, 'send')
  const unavailable = [400, 'collection_unavailable', 'collection'] as const
  const charge = { collection: 'charge' }
  refused(await api.post(SUBSCRIPTIONS, { ...live, body: { ...body, ...charge } }), ...unavailable)
  refused(await api.patch(`${SUBSCRIPTIONS}/${sent.id}`, { ...live, body: charge }), ...unavailable)
  await bodyOf(api.post(`${SUBSCRIPTIONS}/${id}/cancel`, { body: { at: 'now' } }), 200)
  refused(await patch(id, { collection: 'charge' }), 409, 'subscription_ended')
})
