// A process is killed while the first payment of a subscription is made, or while one that was not made in time ends: it
// starts or ends once, with its invoice. The gate tries one step, `npm run test:crash` all.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Api } from '../client.ts'
import { allEvents, get, type Made, makeCustomer, makeFinalized, makeProduct } from '../fixtures.ts'
import { until } from '../harness.ts'
import { CARD, payOnline } from '../online.ts'
import { SUBSCRIPTIONS } from '../subscribed.ts'
import { partOf } from './deaths.ts'
import { assertDies, install } from './lives.ts'

const { pool, live } = await install({ after })

const DEATHS: [fault: string, dies: (fault: string) => Promise<void>][] = [
  ['payment.charging', dieStarting],
  ['payment.answered', dieStarting],
  ['payment.recorded', dieStarting],
  ['sweep.found', dieEnding],
  ['sweep.done@subscriptions.expire', dieEnding],
]

for (const [fault, die] of partOf(DEATHS, 5))
  test(`a first payment decides once if its process is killed at ${fault} (${die.name})`, () =>
    die(fault))

/** Subscribes a customer with a saved card; the first payment must succeed. */
async function subscribe(api: Api, body: object, base: string): Promise<Made> {
  const { id: customer_id } = await makeCustomer(api)
  const paid = await makeFinalized(api, { customer_id })
  await payOnline(paid, CARD.pays, { base, saves: true })
  const { id: product_id } = await makeProduct(api)
  const terms = { product_id, model: 'flat', unit_amount: 900, interval: 'month' }
  const { id: price_id } = (await api.post('/v1/prices', { body: terms })).body
  const sent = { customer_id, items: [{ price_id }], payment: 'must_succeed', ...body }
  const answer = await api.post(SUBSCRIPTIONS, { body: sent })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

/** The subscription has this status in the end, with one such event, and its invoice the other one. */
async function assertBecomes(api: Api, { id }: Made, status: string, invoice: string) {
  await until(`a subscription that is ${status}`, async () => {
    const now = await get(api, `${SUBSCRIPTIONS}/${id}`)
    const { data } = await get(api, `/v1/invoices?subscription_id=${id}`)
    return now.status === status && data[0].status === invoice
  })
  const events = (await allEvents(api)).filter(({ data }) => data.object.id === id)
  const last = status === 'active' ? 'subscription.started' : 'subscription.canceled'
  assert.deepEqual(
    events.map(({ type }) => type),
    ['subscription.created', last],
  )
}

/** Kills the process that charges the card. */
async function dieStarting(fault: string): Promise<void> {
  const first = await live()
  const made = await subscribe(first.api, {}, first.api.url)
  await first.stop()
  const due = 'update invoices set collect_at = now() where subscription_id is not null'
  await pool.query(`${due} and status = 'posted'`)
  await pool.query("update subscriptions set collection = 'charge' where status = 'incomplete'")
  await assertDies(live(fault))
  const heir = await live()
  await assertBecomes(heir.api, made, 'active', 'paid')
  const known =
    "select description from simulated_payments where status = 'settled' and amount = 900"
  const charges = (await pool.query(known)).rows.map(({ description }) => description)
  assert.equal(new Set(charges).size, charges.length)
  await heir.stop()
}

/** Kills the process that ends it. */
async function dieEnding(fault: string): Promise<void> {
  const first = await live()
  const made = await subscribe(first.api, { collection: 'send' }, first.api.url)
  await first.stop()
  await pool.query("update subscriptions set expires_at = now() where status = 'incomplete'")
  await assertDies(live(fault))
  const heir = await live()
  await assertBecomes(heir.api, made, 'canceled', 'void')
  await heir.stop()
}
