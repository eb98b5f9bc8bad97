// Reconciliation: what gateways have is altered directly, and what differs is found, and nothing else.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import {
  allEvents,
  bodyOf,
  get,
  INVOICES,
  type Made,
  makeFinalized,
  PAYMENTS,
  refused,
} from '../../../test/fixtures.ts'
import { assertBooksAgree, until, world } from '../../../test/harness.ts'
import { CARD, payOnline, pressPay } from '../../../test/online.ts'
import { randomFrom, SUITE_SEED } from '../../../test/random.ts'
import { BLIND_KEY, startStripe, TEST_KEY } from '../../../test/stripe/server.ts'
import { decodeId, encodeId, newUuid } from '../../platform/ids.ts'

const STATE = '/v1/reconciliation'
const RUN = `${STATE}/run`
const DIFFERENCES = `${STATE}/differences`

const standIn = await startStripe({ after })
const w = await world({ after }, { settings: { STRIPE_URL: standIn.url } })
const { api, keys, pool } = w

const random = randomFrom(Number(process.env.SEED ?? SUITE_SEED))

const stateOf = async (key?: string, gateway: string | null = null): Promise<Made> =>
  (await get(api, STATE, key ? { key } : {})).gateways.find(
    ({ gateway_id }: Made) => gateway_id === gateway,
  )
const open = async (): Promise<Made[]> =>
  (await get(api, `${DIFFERENCES}?status=open&limit=100`)).data

/** Compares now; returns the state of a gateway afterwards, by default of the simulated one. */
async function compare(body: object = {}, gateway: string | null = null): Promise<Made> {
  const { requested_at } = await bodyOf(api.post(RUN, { body }), 200)
  return until('the comparison', async () => {
    const state = await stateOf(undefined, gateway)
    return state.status === 'complete' && state.completed_at >= requested_at && state
  })
}

/** What verification says of gateways. */
const verified = async (): Promise<Made> =>
  (await get(api, '/v1/ledger/verification')).reconciliation

/** A payment of 59.97 with a card. */
async function paid(number: string = CARD.pays): Promise<Made> {
  const invoice = await makeFinalized(api)
  await payOnline(invoice, number)
  return (await get(api, `${PAYMENTS}?invoice_id=${invoice.id}`)).data[0]
}

/** Changes what the gateway has of a payment. */
const alter = ({ id }: Made, change: string) =>
  pool.query(`update simulated_payments set ${change} where environment_id = 1 and id = $1`, [
    decodeId('pay', id),
  ])

const seen = ({ kind, payment_id, amount_here, amount_there, gateway_currency }: Made) =>
  [payment_id, kind, amount_here, amount_there, gateway_currency].join(' ')

test('a gateway that was not compared is waiting, and live environments have no simulated one', async () => {
  const { gateways, ...rest } = await get(api, STATE)
  assert.deepEqual(rest, { object: 'reconciliation', open_differences: 0 })
  assert.deepEqual(gateways, [
    {
      ...{ gateway_id: null, status: 'waiting', started_at: null, completed_at: null },
      ...{ compared_until: null, compared: 0, applied: 0, open_differences: 0 },
      ...{ next_at: null, error: null },
    },
  ])
  assert.deepEqual((await get(api, STATE, { key: keys.live })).gateways, [])
})

test('money of which no report arrived is taken over, and counts once', async () => {
  const settled = await paid()
  const lost = await paid(CARD.lostAnswer)
  assert.equal(lost.status, 'requires_action')
  const state = await compare()
  assert.deepEqual([state.compared, state.applied, state.open_differences], [2, 1, 0])
  assert.equal(state.compared_until, state.started_at)
  const now = await get(api, `${PAYMENTS}/${lost.id}`)
  assert.deepEqual([now.status, now.amount, now.fee], ['settled', 5997, 204])
  assert.equal((await get(api, `${INVOICES}/${lost.invoice_id}`)).status, 'paid')
  const again = await compare()
  assert.deepEqual([again.compared, again.applied], [2, 0])
  const events = (await allEvents(api)).filter(
    ({ type, data }: Made) =>
      type === 'payment.settled' && [settled.id, lost.id].includes(data.object.id),
  )
  assert.equal(events.length, 2)
})

test('each alteration at the gateway is found, nothing else, and is resolved once it is undone', async () => {
  const payments: Made[] = []
  for (let count = 0; count < 24; count++) payments.push(await paid())
  const wanted: string[] = []
  const altered = payments.filter(() => random.below(2) === 0)
  const KINDS: ((payment: Made) => Promise<string>)[] = [
    async (payment) => {
      const amount = 1 + random.below(9000)
      await alter(payment, `amount = ${amount}`)
      return `${payment.id} amount_differs 5997 ${amount} cad`
    },
    async (payment) => {
      await alter(payment, `currency = 'usd'`)
      return `${payment.id} amount_differs 5997 5997 usd`
    },
    async (payment) => {
      await alter(payment, `status = 'declined'`)
      return `${payment.id} missing_there 5997 0 cad`
    },
    async (payment) => {
      await alter(payment, 'environment_id = 3')
      return `${payment.id} missing_there 5997 0 cad`
    },
  ]
  for (const payment of altered) wanted.push(await random.pick(KINDS)(payment))
  const unknown = newUuid()
  await pool.query(
    `insert into simulated_payments (environment_id, id, amount, currency, description, return_path, status, last4, created_at)
     select 1, $1, 700, 'eur', '', '/', 'settled', '4242', created_at from simulated_payments where environment_id = 1 limit 1`,
    [unknown],
  )
  wanted.push(`${encodeId('pay', unknown)} missing_here 0 700 eur`)
  const state = await compare()
  assert.deepEqual((await open()).map(seen).sort(), wanted.sort(), `SEED=${SUITE_SEED}`)
  assert.equal(state.open_differences, wanted.length)
  assert.equal((await get(api, STATE)).open_differences, wanted.length)
  const { compared, open_differences, examples } = await verified()
  assert.deepEqual([compared, open_differences], [state.compared, wanted.length])
  const sentence = `payment ${encodeId('pay', unknown)} has 0 eur here and 700 eur at the gateway (missing_here)`
  assert.ok(examples.includes(sentence), examples.join())
  const [first] = await open()
  await compare()
  const [same] = await open()
  assert.deepEqual([same.id, same.created_at], [first.id, first.created_at])
  assert.ok(same.last_seen_at > first.last_seen_at)
  assert.deepEqual((await open()).map(seen).sort(), wanted)

  for (const payment of altered) await alter(payment, 'environment_id = 1')
  await pool.query('update simulated_payments set environment_id = 1 where environment_id = 3')
  for (const payment of altered)
    await alter(payment, `amount = 5997, currency = 'cad', status = 'settled'`)
  await pool.query('delete from simulated_payments where environment_id = 1 and id = $1', [unknown])
  assert.equal((await compare()).open_differences, 0)
  const resolved = (await get(api, `${DIFFERENCES}?status=resolved&limit=100`)).data
  assert.deepEqual(resolved.map(seen).sort(), wanted)
  assert.ok(resolved.every(({ resolved_at }: Made) => resolved_at !== null))
  const { text } = await api.get(`${DIFFERENCES}.csv?kind=missing_here`)
  assert.match(text, /missing_here,resolved,pay_\w+,sim_\w+,eur,0\.00,eur,7\.00,/)
})

test('a payment that was reversed here by hand differs until the gateway has no money either', async () => {
  const payment = await paid()
  await bodyOf(api.post(`${PAYMENTS}/${payment.id}/reverse`, { body: { reason: 'by hand' } }), 200)
  await compare()
  assert.deepEqual((await open()).map(seen), [`${payment.id} missing_here 0 5997 cad`])
  await alter(payment, `status = 'canceled'`)
  assert.equal((await compare()).open_differences, 0)
})

test('a disputed payment is no difference, and a dispute whose reports were lost is taken over', async () => {
  const payment = await paid(CARD.disputed)
  const read = () => get(api, `${PAYMENTS}/${payment.id}`)
  const charge = async (): Promise<Made> =>
    (await get(api, `/v1/simulated_gateway/ledger?payment_id=${payment.id}`)).data[0]
  assert.equal((await charge()).dispute_status, null)
  await alter(payment, 'disputed_at = created_at, report_at = null')
  const { applied, open_differences } = await compare()
  assert.deepEqual([applied, open_differences], [1, 0])
  assert.deepEqual(
    [(await read()).status, (await charge()).status, (await charge()).dispute_status],
    ['reversed', 'reversed', 'needs_response'],
  )
  const again = await compare()
  assert.deepEqual([again.applied, again.open_differences], [0, 0])
  await alter(payment, `dispute_status = 'won'`)
  assert.deepEqual((await compare()).open_differences, 0)
  assert.deepEqual(
    [(await read()).status, (await charge()).status, (await charge()).dispute_status],
    ['settled', 'settled', 'won'],
  )
  assert.equal((await compare()).open_differences, 0)
})

test('a second charge of a payment is found', async () => {
  const payment = await paid()
  const renamed = 'update payments set gateway_ref = $2 where environment_id = 1 and id = $1'
  const id = decodeId('pay', payment.id)
  await pool.query(renamed, [id, 'sim_another'])
  await compare()
  assert.deepEqual((await open()).map(seen), [`${payment.id} charged_twice 5997 5997 cad`])
  await pool.query(renamed, [id, payment.gateway_ref])
  assert.equal((await compare()).open_differences, 0)
})

test('the sum of the refunds of a payment is compared, and one that came back is taken over', async () => {
  const pay = async (number: string) => {
    const payment = await paid(number)
    return { ...payment, refund: await noteFor(payment, 1200) }
  }
  const noteFor = async (
    { invoice_id }: Made,
    amount: number,
    more: object = {},
  ): Promise<Made> => {
    const body = { invoice_id, amount, refund: amount, reason: 'goodwill', ...more }
    const { id } = await bodyOf(api.post('/v1/credit_notes', { body }), 201)
    return until('a refund', async () => {
      const [refund] = (await get(api, `/v1/refunds?credit_note_id=${id}`)).data
      return (more === BY_HAND || refund.gateway_ref !== null) && refund
    })
  }
  const BY_HAND = { refund_by_gateway: false }
  const payment = await pay(CARD.pays)
  const { refund } = payment
  // Pending here, and counted there.
  await pay(CARD.refundsLater)
  assert.equal((await compare()).open_differences, 0)
  const refunds = (sql: string) => pool.query(`${sql} and p.id = $1`, [decodeId('re', refund.id)])
  // Someone refunds a part at the gateway, and records it here later.
  await refunds(`insert into simulated_refunds (environment_id, id, payment_id, amount, created_at)
    select 1, gen_random_uuid(), p.payment_id, 500, p.created_at from simulated_refunds p where p.environment_id = 1`)
  await compare()
  assert.deepEqual((await open()).map(seen), [`${payment.id} refunds_differ 1200 1700 cad`])
  const sentence = `refunds of payment ${payment.id} are 1200 cad here and 1700 cad at the gateway (refunds_differ)`
  assert.deepEqual((await verified()).examples, [sentence])
  await noteFor(payment, 500, BY_HAND)
  assert.equal((await compare()).open_differences, 0)
  // The bank returns the first one, and the gateway does not say so.
  await refunds(
    `update simulated_refunds p set failure = 'account_closed' where p.environment_id = 1`,
  )
  await compare()
  assert.deepEqual((await open()).map(seen), [`${payment.id} refunds_differ 1200 500 cad`])
  await until(
    'the refund to fail',
    async () => (await get(api, `/v1/refunds/${refund.id}`)).status === 'failed',
  )
  assert.equal((await compare()).open_differences, 0)
})

test('it is compared daily in business time, once for several days', async () => {
  const before = await compare()
  const days = (count: number) =>
    new Date(Date.parse(before.started_at) + count * 86_400_000).toISOString()
  assert.equal(before.next_at, days(1))
  await advanceTo(api, days(3))
  const state = await until('the next comparison', async () => {
    const now = await stateOf()
    return now.status === 'complete' && now.started_at > days(2) && now
  })
  assert.equal(state.open_differences, 0)
  assert.ok(state.next_at > days(3.9) && state.next_at < days(5))
})

test('old payments are compared only on request, and a repeated request begins nothing', async () => {
  const { compared } = await compare({ full: true })
  const later = `update reconciliations set since = started_at + interval '1 minute' where environment_id = 1`
  await pool.query(later)
  assert.equal((await compare()).compared, 0)
  const headers = { 'idempotency-key': 'full-1' }
  await pool.query(later)
  const request = await bodyOf(api.post(RUN, { body: { full: true }, headers }), 200)
  const full = await until('the comparison', async () => {
    const state = await stateOf()
    return state.status === 'complete' && state.started_at >= request.requested_at && state
  })
  assert.equal(full.compared, compared)
  const again = await bodyOf(api.post(RUN, { body: { full: true }, headers }), 200)
  assert.deepEqual(again, request)
  assert.deepEqual(await stateOf(), full)
})

test('reading needs payments:read, comparing payments:write, and no other environment is shown', async () => {
  const reader = await w.key({ scopes: ['payments:read'] })
  await get(api, STATE, { key: reader })
  refused(await api.post(RUN, { body: {}, key: reader }), 403, 'permission_denied')
  const other = await w.key({ scopes: ['invoices:read'] })
  refused(await api.get(DIFFERENCES, { key: other }), 403, 'permission_denied')
  assert.deepEqual((await get(api, DIFFERENCES, { key: keys.otherTest })).data, [])
  assert.equal((await stateOf(keys.otherTest)).status, 'waiting')
})

test('Stripe is compared as well, and a key without permission is reported in one sentence', async () => {
  const body = { type: 'stripe', name: 'Stripe', secret_key: TEST_KEY, currencies: ['jpy'] }
  const { id } = await bodyOf(api.post('/v1/gateways', { body }), 201)
  const line_items = [{ description: 'Seats', quantity: 1, unit_amount: 5000 }]
  const invoice = await makeFinalized(api, { currency: 'jpy', line_items })
  await pressPay(invoice)
  const page = [...standIn.books.sessions.values()].at(-1)
  standIn.books.complete(page?.id as string)
  const state = await compare({}, id)
  assert.deepEqual([state.compared, state.applied, state.open_differences], [1, 1, 0])
  const [payment] = (await get(api, `${PAYMENTS}?invoice_id=${invoice.id}`)).data
  assert.deepEqual([payment.status, payment.amount, payment.gateway_id], ['settled', 5000, id])

  const intent = standIn.books.intents.get(payment.gateway_ref)
  assert.ok(intent)
  intent.amount_received = 4999
  assert.equal((await compare({}, id)).open_differences, 1)
  assert.deepEqual((await open()).map(seen), [`${payment.id} amount_differs 5000 4999 jpy`])

  intent.amount_received = 5000
  const { payment_intent } = standIn.books.refund({
    ...{ payment_intent: intent.id, amount: 700, metadata: {} },
  })
  assert.equal(payment_intent, intent.id)
  await compare({}, id)
  assert.deepEqual((await open()).map(seen), [`${payment.id} refunds_differ 0 700 jpy`])
  Object.assign(standIn.books.charges.get(`${intent.latest_charge}`) ?? {}, { amount_refunded: 0 })
  intent.amount_received = 4999
  assert.equal((await compare({}, id)).open_differences, 1)

  const key = (secret_key: string) => api.patch(`/v1/gateways/${id}`, { body: { secret_key } })
  await bodyOf(key(BLIND_KEY), 200)
  await api.post(RUN, { body: {} })
  const { error } = await until('the refusal', async () => {
    const failed = await stateOf(undefined, id)
    return failed.status === 'failed' && failed
  })
  assert.match(error, /^Stripe refused to list payments \(403, .*\)\. The key lacks a permission: /)
  const { open_differences, examples } = await verified()
  assert.equal(open_differences, 1)
  assert.ok(examples.includes(`gateway ${id} was not compared to the end: ${error}`))
  standIn.books.intents.delete(intent.id)
  await bodyOf(key(TEST_KEY), 200)
  assert.equal((await compare({}, id)).open_differences, 1)
  assert.deepEqual((await open()).map(seen), [`${payment.id} missing_there 5000 0 jpy`])
  standIn.books.intents.set(intent.id, { ...intent, amount_received: 5000 })
  assert.equal((await compare({}, id)).open_differences, 0)
})

test('the books agree after all of it', () => assertBooksAgree(pool))
