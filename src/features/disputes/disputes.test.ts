// Disputes of the simulated gateway: what they take out of payments, what waits for them, and how they end.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import {
  allEvents,
  bodyOf,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeFinalized,
  makePayment,
  PAYMENTS,
  refused,
} from '../../../test/fixtures.ts'
import { CARD, payOnline } from '../../../test/online.ts'
import { savingCards } from '../../../test/savers.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { subscribing } from '../../../test/subscribed.ts'

const { api, keys } = await sharedWorld({ after })
const { saver, decided } = savingCards(api)
const { subscribed, subscription, invoicesOf } = await subscribing(api)

const DISPUTES = '/v1/disputes'
const DAY_MS = 86_400_000

let now = Date.parse((await get(api, '/v1/test_clock')).now)
/** Advances the clock by days, and some minutes more. */
async function pass(days: number): Promise<void> {
  now += days * DAY_MS + 600_000
  await advanceTo(api, new Date(now).toISOString())
}

const read = ({ id }: Made): Promise<Made> => get(api, `${INVOICES}/${id}`)
const paymentOf = async ({ id }: Made): Promise<Made> =>
  (await get(api, `${PAYMENTS}?invoice_id=${id}&method=gateway`)).data[0]
const disputeOf = async ({ id }: Made): Promise<Made> =>
  (await get(api, `${DISPUTES}?payment_id=${id}`)).data[0]
const end = (dispute: Made, status: string, ask = {}) =>
  api.post(`/v1/simulated_gateway/disputes/${dispute.id}`, { body: { status }, ...ask })
const eventsOf = async ({ id }: Made): Promise<string[]> =>
  (await allEvents(api)).filter(({ data }) => data.object.id === id).map(({ type }) => type)
const cash = async (): Promise<string> => {
  const { currencies } = await get(api, '/v1/ledger/trial_balance')
  const cad = currencies.find(({ currency }: Made) => currency === 'cad')
  return cad?.accounts.find((each: Made) => each.account === 'cash_gateway')?.balance
}
const owed = ({ status, amount_paid, amount_remaining }: Made) => [
  status,
  amount_paid,
  amount_remaining,
]

/** An invoice whose payment is disputed by now, with its payment and dispute. */
async function disputed(body: object = {}): Promise<[Made, Made, Made]> {
  const invoice = await makeFinalized(api, body)
  await payOnline(invoice, CARD.disputed)
  await pass(1)
  const payment = await paymentOf(invoice)
  return [invoice, payment, await disputeOf(payment)]
}

test('a disputed payment is reversed, its invoice is due again, and winning undoes both', async () => {
  const [invoice, payment, dispute] = await disputed()
  const { id, created_at, evidence_due_by, withdrawn_at, ...rest } = dispute
  assert.match(id, /^dp_/)
  assert.equal(Date.parse(evidence_due_by) - Date.parse(created_at) > 13 * DAY_MS, true)
  assert.equal(withdrawn_at, created_at)
  assert.deepEqual(rest, {
    ...{ object: 'dispute', payment_id: payment.id, invoice_id: invoice.id },
    ...{ customer_id: invoice.customer_id, amount: 5997, currency: 'cad', reason: 'fraudulent' },
    ...{ status: 'needs_response', amount_withdrawn: 5997, returned_at: null, closed_at: null },
    ...{ gateway_id: null, gateway_ref: payment.gateway_ref.replace('sim_', 'simdp_') },
    updated_at: created_at,
  })
  assert.deepEqual(
    [payment.status, payment.amount_reversed, payment.reversal_reason],
    ['reversed', 5997, 'Disputed: fraudulent'],
  )
  assert.deepEqual(owed(await read(invoice)), ['posted', 0, 5997])
  // The gateway keeps its fee.
  assert.equal(await cash(), '-2.04000000')
  const won = await bodyOf(end(dispute, 'won'), 200)
  assert.deepEqual(
    [won.status, won.amount_withdrawn, won.returned_at, won.closed_at],
    ['won', 5997, won.updated_at, won.updated_at],
  )
  const settled = await get(api, `${PAYMENTS}/${payment.id}`)
  assert.deepEqual(
    [settled.status, settled.amount_reversed, settled.reversed_at, settled.allocations],
    ['settled', 0, null, [{ invoice_id: invoice.id, amount: 5997 }]],
  )
  assert.deepEqual(owed(await read(invoice)), ['paid', 5997, 0])
  assert.equal(await cash(), '57.93000000')
  assert.deepEqual(await eventsOf(dispute), ['dispute.created', 'dispute.closed'])
  assert.deepEqual((await eventsOf(payment)).slice(-3), [
    'payment.settled',
    'payment.reversed',
    'payment.settled',
  ])
  const { data: receipts } = await get(api, `/v1/emails?invoice_id=${invoice.id}&kind=receipt`)
  assert.equal(receipts.length <= 1, true, 'no second receipt')
  // The full amount can be refunded again.
  const note = { invoice_id: invoice.id, reason: 'goodwill', amount: 5997 }
  await bodyOf(api.post('/v1/credit_notes', { body: note }), 201)
})

test('while a dispute is open, its invoice is neither reminded of nor past due; once it is lost, the invoice is owed', async () => {
  const [customer_id] = await saver([CARD.disputed], { email: 'pay@maple.example' })
  const terms = { payment_terms_days: 10, collection: 'charge' }
  const { id } = await subscribed({ customer_id, ...terms })
  const [invoice] = (await invoicesOf(id)) as [Made]
  assert.equal((await decided(invoice)).status, 'settled')
  await pass(13)
  const [open, payment] = [await read(invoice), await paymentOf(invoice)]
  assert.deepEqual(owed(open), ['overdue', 0, 9000])
  assert.equal((await subscription(id)).status, 'active')
  const standing = () => get(api, `/v1/customers/${customer_id}/standing`)
  assert.equal((await standing()).standing, 'good')
  const reminders = async () =>
    (await get(api, `/v1/emails?invoice_id=${invoice.id}&kind=reminder`)).data.length
  assert.equal(await reminders(), 0)
  // Nor is the card charged again.
  const attempts = await get(api, `${PAYMENTS}?invoice_id=${invoice.id}`)
  assert.equal(attempts.data.length, 1)

  const dispute = await disputeOf(payment)
  const lost = await bodyOf(end(dispute, 'lost'), 200)
  assert.deepEqual([lost.status, lost.returned_at], ['lost', null])
  assert.equal((await get(api, `${PAYMENTS}/${payment.id}`)).status, 'reversed')
  assert.deepEqual(owed(await read(invoice)), ['overdue', 0, 9000])
  assert.equal((await subscription(id)).status, 'past_due')
  assert.equal((await standing()).standing, 'past_due')
  assert.equal((await get(api, `${PAYMENTS}?invoice_id=${invoice.id}`)).data.length, 1)
  refused(await end(dispute, 'won'), 409, 'dispute_closed')
  assert.deepEqual((await bodyOf(end(dispute, 'lost'), 200)).status, 'lost')
  await makePayment(api, invoice, { amount: 9000 })
  assert.equal((await subscription(id)).status, 'active')
})

test('money of a dispute that was won becomes credit if its invoice was paid in another way, or is void', async () => {
  const [paid, first, dispute] = await disputed()
  const [voided, , other] = await disputed()
  await makePayment(api, paid)
  await bodyOf(api.post(`${INVOICES}/${voided.id}/void`), 200)
  for (const each of [dispute, other]) await bodyOf(end(each, 'won'), 200)
  const payment = await get(api, `${PAYMENTS}/${first.id}`)
  assert.deepEqual([payment.status, payment.to_balance, payment.allocations], ['settled', 5997, []])
  for (const { customer_id } of [paid, voided]) {
    const { data } = await get(api, `/v1/customers/${customer_id}/credit_transactions`)
    assert.deepEqual(
      data.map(({ type, amount }: Made) => `${type} ${amount}`),
      ['overpaid 59.97000000'],
    )
  }
})

test('a disputed payment is neither refunded nor reversed by hand', async () => {
  const [, reversed, lost] = await disputed()
  refused(await api.post(`${PAYMENTS}/${reversed.id}/reverse`), 409, 'payment_already_reversed')
  const gone = { from: 'overpayment', payment_id: reversed.id, amount: 1000 }
  refused(await api.post('/v1/refunds', { body: gone }), 409, 'payment_disputed', 'amount')
  await bodyOf(end(lost, 'lost'), 200)
})

test('a payment that was reversed by hand loses nothing more to its dispute', async () => {
  const invoice = await makeFinalized(api)
  await payOnline(invoice, CARD.disputed)
  const payment = await paymentOf(invoice)
  await bodyOf(api.post(`${PAYMENTS}/${payment.id}/reverse`), 200)
  const before = await cash()
  await pass(1)
  const dispute = await disputeOf(payment)
  assert.deepEqual([dispute.amount_withdrawn, typeof dispute.withdrawn_at], [0, 'string'])
  await bodyOf(end(dispute, 'won'), 200)
  assert.equal((await paymentOf(invoice)).status, 'reversed')
  assert.equal(await cash(), before)
})

test('of two ends at once, one decides, and the money moves once', async () => {
  const [invoice, payment, dispute] = await disputed()
  const before = await cash()
  const both = await Promise.all([end(dispute, 'won'), end(dispute, 'lost')])
  const [status] = both.filter((each) => each.status === 200).map(({ body }) => body.status)
  const after = await get(api, `${DISPUTES}/${dispute.id}`)
  assert.equal(after.status, status)
  assert.deepEqual(
    owed(await read(invoice)),
    status === 'won' ? ['paid', 5997, 0] : ['posted', 0, 5997],
  )
  const moved = (await get(api, `/v1/ledger/entries?object_id=${dispute.id}`)).data
  assert.equal(moved.length, status === 'won' ? 2 : 1)
  assert.equal((await cash()) === before, status === 'lost')
  assert.equal((await paymentOf(invoice)).id, payment.id)
})

test('disputes are listed by payment, invoice, customer and status, and belong to their environment', async () => {
  const customer_id = `cus_${(await makeCustomer(api)).id}`
  const [invoice, payment, dispute] = await disputed({ customer_id })
  for (const query of [
    `payment_id=${payment.id}`,
    `invoice_id=${invoice.id}`,
    `customer_id=${customer_id}`,
    `customer_id=${customer_id}&status=needs_response`,
  ]) {
    const { data } = await get(api, `${DISPUTES}?${query}`)
    assert.deepEqual(data, [dispute], query)
  }
  assert.deepEqual((await get(api, `${DISPUTES}?customer_id=${customer_id}&status=won`)).data, [])
  const csv = (await api.get(`${DISPUTES}.csv?customer_id=${customer_id}`)).text
  assert.match(csv, /,59\.97,cad,fraudulent,needs_response,/)
  const foreign = { key: keys.otherTest }
  refused(await end(dispute, 'won', foreign), 404, 'resource_missing')
  refused(await end(dispute, 'won', { key: keys.live }), 404, 'resource_missing')
  const path = `/v1/simulated_gateway/disputes/${dispute.id}?dry_run=true`
  const foreseen = await bodyOf(api.post(path, { body: { status: 'lost' } }), 200)
  assert.equal(foreseen.result.status, 'lost')
  assert.deepEqual(await get(api, `${DISPUTES}/${dispute.id}`), dispute)
  const { data } = await get(api, `/v1/search?q=${dispute.id}`)
  assert.deepEqual(
    data.map(({ kind, status }: Made) => [kind, status]),
    [['dispute', 'needs_response']],
  )
})
