// The simulated gateway: scripts of outcomes, its own list of charges, calls that hang, debits that are returned, and
// refunds.

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
import { until, world } from '../../../test/harness.ts'
import { browse, CARD, payOnline } from '../../../test/online.ts'
import { decodeId, newUuid } from '../../platform/ids.ts'
import { simulatedGateway } from './gateway.ts'

const SCRIPT = '/v1/simulated_gateway/script'
const LEDGER = '/v1/simulated_gateway/ledger'
const REFUNDS = '/v1/refunds'

const w = await world({ after }, { hangMs: 8_000 })
const { api, keys } = w

interface Saver {
  customer_id: string
  method: string
}

/** A customer of an environment who saved a card. */
async function saver(number: string = CARD.pays, key = keys.test): Promise<Saver> {
  const customer_id = `cus_${(await makeCustomer(api, {}, { key })).id}`
  const body = { customer_id }
  const setup = await bodyOf(api.post('/v1/payment_methods/setup', { body, key }), 200)
  await browse(setup.url, { number })
  return { customer_id, method: setup.payment_method_id }
}

const script = ({ method: payment_method_id }: Saver, outcomes: string[], ask = {}) =>
  api.post(SCRIPT, { body: { payment_method_id, outcomes }, ...ask })

/** Charges a new invoice; returns it. */
async function charge({ customer_id }: Saver, key = keys.test): Promise<Made> {
  const invoice = await makeFinalized(api, { customer_id }, { key })
  await bodyOf(api.post(`${INVOICES}/${invoice.id}/pay`, { key }), 201)
  return invoice
}

const paymentOf = async ({ id }: Made, key = keys.test): Promise<Made> =>
  (await get(api, `${PAYMENTS}?invoice_id=${id}`, { key })).data[0]
const becomes = (invoice: Made, status: string, key = keys.test): Promise<Made> =>
  until(`a payment to be ${status}`, async () => {
    const payment = await paymentOf(invoice, key)
    return payment.status === status && payment
  })
const inLedger = async ({ id }: Made): Promise<Made[]> =>
  (await get(api, `${LEDGER}?payment_id=${id}`)).data
const read = ({ id }: Made) => get(api, `${INVOICES}/${id}`)
const dayOf = (instant: string) => instant.slice(0, 10)

test('a script decides the next charges of a method, in order, and then its number does again', async () => {
  const one = await saver()
  const outcomes = ['decline', 'insufficient_funds', 'requires_action', 'processing', 'succeed']
  const set = await bodyOf(script(one, outcomes), 200)
  assert.deepEqual(
    [set.object, set.payment_method_id, set.outcomes],
    ['simulated_script', one.method, outcomes],
  )
  const ends: [status: string, decline: string | undefined][] = [
    ['failed', 'generic_decline'],
    ['failed', 'insufficient_funds'],
    ['requires_action', undefined],
    ['processing', undefined],
    ['settled', undefined],
    ['settled', undefined],
  ]
  for (const [status, decline] of ends) {
    const payment = await becomes(await charge(one), status)
    assert.equal(payment.failure?.decline_code, decline)
    const [{ id, created_at, ...charged }] = await inLedger(payment)
    assert.deepEqual(charged, {
      ...{ object: 'simulated_charge', payment_id: payment.id, amount: 5997, currency: 'cad' },
      ...{ status, fee: status === 'settled' ? 204 : 0, decline_code: decline ?? null },
      ...{ last4: '4242', description: charged.description, refunds: [] },
      dispute_status: null,
    })
    assert.equal(id, payment.gateway_ref)
  }
})

test('a repeated request does not begin a script again, and an empty one ends it', async () => {
  const one = await saver()
  const headers = { 'idempotency-key': 'script-1' }
  const first = await bodyOf(script(one, ['decline'], { headers }), 200)
  await becomes(await charge(one), 'failed')
  const again = await bodyOf(script(one, ['decline'], { headers }), 200)
  assert.equal(again.id, first.id)
  await becomes(await charge(one), 'settled')
  await bodyOf(script(one, ['decline', 'decline']), 200)
  await bodyOf(script(one, []), 200)
  await becomes(await charge(one), 'settled')
})

test('scripts are for active methods of test environments', async () => {
  const one = await saver()
  refused(await script(one, ['succeed'], { key: keys.live }), 403, 'test_environment_only')
  refused(await api.get(LEDGER, { key: keys.live }), 403, 'test_environment_only')
  const outside = { key: keys.otherTest }
  refused(await script(one, ['succeed'], outside), 400, 'resource_missing', 'payment_method_id')
  refused(await script(one, ['explode']), 400, 'parameter_invalid', 'outcomes[0]')
  await api.post(`/v1/payment_methods/${one.method}/detach`)
  refused(await script(one, ['succeed']), 400, 'method_not_reusable', 'payment_method_id')
})

test('calls with the same key at once charge once, and use up one outcome', async () => {
  const [key, one] = [keys.otherTest, await saver(CARD.pays, keys.otherTest)]
  await bodyOf(script(one, ['decline', 'insufficient_funds'], { key }), 200)
  const gateway = simulatedGateway({ pool: w.pool, publicUrl: () => w.url, wallNow: Date.now })
  const payment_method_id = decodeId('pm', one.method) as string
  const about = { environment_id: 3, customer_id: 1, amount: 100, currency: 'cad' }
  const page = { description: 'INV-1', return_path: '/', language: 'en' }
  for (const decline of ['generic_decline', 'insufficient_funds']) {
    const payment = { ...about, ...page, id: newUuid(), method: 'sim_4242', payment_method_id }
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => gateway.charge(payment)))
    for (const outcome of outcomes)
      assert.equal(outcome.kind === 'declined' && outcome.failure.decline_code, decline)
  }
})

// The clock only goes forward, so what follows takes place in June 2027 and later.
test('a response that is lost is asked for, and the card charged once', async () => {
  await advanceTo(api, '2027-06-01T09:00:00.000Z')
  const [scripted, card] = [await saver(), await saver(CARD.lostAnswer)]
  await bodyOf(script(scripted, ['lost']), 200)
  const invoices = [await charge(scripted), await charge(card)]
  await advanceTo(api, '2027-06-01T12:00:00.000Z')
  for (const invoice of invoices) {
    const payment = await becomes(invoice, 'settled')
    assert.deepEqual(
      (await inLedger(payment)).map(({ status }) => status),
      ['settled'],
    )
  }
})

test('a gateway that hangs delays no other environment, and the card is charged once', async () => {
  const one = await saver()
  const other = await saver(CARD.pays, keys.otherTest)
  await bodyOf(script(one, ['hang']), 200)
  const invoice = await charge(one)
  const call = async () => {
    const [found] = await w.sql<{ has_ended: boolean }>(
      `select y.check_at > y.created_at as has_ended from payments y
       join simulated_payments p on p.environment_id = y.environment_id and p.id = y.id
       where y.status = 'pending' and y.environment_id = 1 and p.is_silent`,
    )
    return found
  }
  await until('the call to hang', call)
  await becomes(await charge(other, keys.otherTest), 'settled', keys.otherTest)
  assert.deepEqual(await call(), { has_ended: false })
  await until('the call to end', async () => (await call())?.has_ended)
  const typed = await makeFinalized(api)
  assert.match(await payOnline(typed, CARD.hangs), /waiting for the confirmation/)
  await advanceTo(api, '2027-06-01T15:00:00.000Z')
  for (const each of [invoice, typed]) {
    const payment = await becomes(each, 'settled')
    assert.equal((await inLedger(payment)).length, 1)
  }
})

test('a debit that the bank returns reopens its invoice with its own due date', async () => {
  const invoice = await makeFinalized(api, { due_date: '2027-06-10' })
  await payOnline(invoice, CARD.bouncingDebit)
  await advanceTo(api, '2027-06-05T09:00:00.000Z')
  assert.equal((await read(invoice)).status, 'paid')
  const settled = await becomes(invoice, 'settled')
  await advanceTo(api, '2027-06-16T09:00:00.000Z')
  const payment = await becomes(invoice, 'reversed')
  assert.deepEqual(
    [payment.reversal_reason, dayOf(payment.reversed_at), payment.fee],
    ['The bank returned the debit.', '2027-06-14', settled.fee],
  )
  assert.equal((await inLedger(payment))[0]?.status, 'reversed')
  const open = await read(invoice)
  assert.deepEqual(
    [open.status, open.due_date, open.amount_remaining],
    ['overdue', '2027-06-10', 5997],
  )
  const events = (await allEvents(api)).filter(({ data }) => data.object.id === payment.id)
  assert.deepEqual(events.map(({ type }) => type).slice(-2), [
    'payment.settled',
    'payment.reversed',
  ])
})

/** An invoice that was paid by check while a debit of it was on its way, which became credit. */
async function overpaid(): Promise<Made> {
  const invoice = await makeFinalized(api)
  await payOnline(invoice, CARD.bouncingDebit)
  await makePayment(api, invoice)
  return invoice
}

test('a debit that is returned takes its credit back, and grants what was used of it', async () => {
  const [used, refunding] = [await overpaid(), await overpaid()]
  await advanceTo(api, '2027-06-20T09:00:00.000Z')
  const { customer_id } = used
  const next = await makeFinalized(api, { customer_id })
  assert.equal((await read(next)).status, 'paid', 'by the credit')
  const waiting = (await get(api, `${PAYMENTS}?invoice_id=${refunding.id}&method=gateway`)).data[0]
  const body = { from: 'overpayment', payment_id: waiting.id, by_gateway: false }
  const refund = await bodyOf(api.post('/v1/refunds', { body }), 201)
  await advanceTo(api, '2027-06-30T09:00:00.000Z')
  const [bounced] = (await get(api, `${PAYMENTS}?invoice_id=${used.id}&method=gateway`)).data
  assert.equal(bounced.status, 'reversed')
  const { data } = await get(api, `/v1/customers/${customer_id}/credit_transactions`)
  assert.deepEqual(
    data.map(({ type, amount }: Made) => `${type} ${amount}`),
    [
      'overpayment_reversed -59.97000000',
      'granted 59.97000000',
      'applied -59.97000000',
      'overpaid 59.97000000',
    ],
  )
  assert.equal((await read(next)).status, 'paid')
  // Paying the refund would return money that is gone, so the reversal waits for its end.
  const held = () => get(api, `${PAYMENTS}/${waiting.id}`)
  assert.equal((await held()).status, 'settled')
  await bodyOf(api.post(`/v1/refunds/${refund.id}/cancel`), 200)
  await advanceTo(api, '2027-07-02T09:00:00.000Z')
  assert.equal((await held()).status, 'reversed')
})

/** A paid invoice, and a note on it that refunds this much. */
async function refunding(number: string, amount: number, more = {}) {
  const invoice = await makeFinalized(api)
  await payOnline(invoice, number)
  const body = { invoice_id: invoice.id, reason: 'goodwill', amount, refund: amount, ...more }
  const note = await bodyOf(api.post('/v1/credit_notes', { body }), 201)
  const [refund] = (await get(api, `${REFUNDS}?credit_note_id=${note.id}`)).data
  return { invoice, note, refund: refund as Made, payment: await paymentOf(invoice) }
}
const refundIs = ({ id }: Made, status: string, gateway = true): Promise<Made> =>
  until(`a refund to be ${status}`, async () => {
    const refund = await get(api, `${REFUNDS}/${id}`)
    return refund.status === status && (refund.gateway_ref !== null) === gateway && refund
  })
const act = ({ id }: Made, name: string) => api.post(`${REFUNDS}/${id}/${name}`)
const typesOf = async ({ id }: Made) =>
  (await allEvents(api)).filter(({ data }) => data.object.id === id).map(({ type }) => type)

test('a note refunds through the gateway that collected the payment, in parts', async () => {
  const { invoice, refund, payment } = await refunding(CARD.pays, 4_000)
  assert.deepEqual([refund.by_gateway, refund.status, refund.method], [true, 'pending', 'gateway'])
  const paid = await refundIs(refund, 'succeeded')
  assert.deepEqual([paid.paid_on, paid.flagged_at], ['2027-07-02', null])
  assert.deepEqual(await typesOf(refund), ['refund.created', 'refund.succeeded'])
  const entries = await get(api, `/v1/ledger/entries?object_id=${refund.id}`)
  assert.deepEqual(
    entries.data[0].postings.map(({ account, debit, credit }: Made) => [account, debit, credit]),
    [
      ['refunds_payable', '40.00000000', '0.00000000'],
      ['cash_gateway', '0.00000000', '40.00000000'],
    ],
  )
  const rest = { invoice_id: invoice.id, reason: 'goodwill', amount: 1_997, refund: 1_997 }
  const second = await bodyOf(api.post('/v1/credit_notes', { body: rest }), 201)
  const [last] = (await get(api, `${REFUNDS}?credit_note_id=${second.id}`)).data
  await refundIs(last, 'succeeded')
  const [{ refunds }] = (await inLedger(payment)) as [Made]
  assert.deepEqual(
    refunds.map(({ id: _, created_at: _at, ...each }: Made) => each),
    [
      { refund_id: last.id, amount: 1_997, status: 'succeeded' },
      { refund_id: refund.id, amount: 4_000, status: 'succeeded' },
    ],
  )
  assert.equal(refunds[1].id, paid.gateway_ref)
})

test('a refund that people pay is not sent to the gateway', async () => {
  const { refund, payment } = await refunding(CARD.pays, 1_000, { refund_by_gateway: false })
  assert.equal(refund.by_gateway, false)
  await bodyOf(act(refund, 'succeed'), 200)
  const paid = await refunding(CARD.pays, 1_000, { refund_paid: true })
  assert.deepEqual([paid.refund.by_gateway, paid.refund.status], [false, 'succeeded'])
  for (const each of [payment, paid.payment])
    assert.deepEqual((await inLedger(each))[0]?.refunds, [])
  const both = { refund_paid: true, refund_by_gateway: true }
  const body = { invoice_id: paid.invoice.id, reason: 'other', amount: 1, refund: 1, ...both }
  refused(await api.post('/v1/credit_notes', { body }), 400, 'parameters_exclusive', 'refund_paid')
  const byHand = await makeFinalized(api)
  const check = await makePayment(api, byHand)
  const ask = { credit_note_id: paid.note.id, payment_id: check.id, by_gateway: true }
  refused(await api.post(REFUNDS, { body: ask }), 400, 'parameter_invalid', 'by_gateway')
})

test('a pending refund waits for the gateway, and is not ended by hand', async () => {
  const { refund, payment } = await refunding(CARD.refundsLater, 2_000)
  await refundIs(refund, 'pending')
  for (const name of ['succeed', 'fail', 'cancel', 'to_balance'])
    refused(await act(refund, name), 409, 'refund_by_gateway')
  const { message } = refused(
    await api.post(`${PAYMENTS}/${payment.id}/reverse`),
    ...([409, 'refund_pending'] as const),
  )
  assert.match(message, /Wait until the gateway has paid or refused it, then/)
  await advanceTo(api, '2027-07-03T12:00:00.000Z')
  await refundIs(refund, 'succeeded')
  assert.deepEqual(await typesOf(refund), ['refund.created', 'refund.delayed', 'refund.succeeded'])
})

test('the amount of a refund that fails at the gateway can be refunded again', async () => {
  const { note, refund, payment } = await refunding(CARD.refundFails, 5_997)
  await refundIs(refund, 'pending')
  const again = { credit_note_id: note.id, payment_id: payment.id, by_gateway: false }
  refused(await api.post(REFUNDS, { body: again }), 409, 'refund_exceeds_credit_note')
  await advanceTo(api, '2027-07-04T13:00:00.000Z')
  const failed = await refundIs(refund, 'failed')
  assert.equal(failed.failure_reason, 'The bank of the customer refused the refund.')
  const transfer = await bodyOf(api.post(REFUNDS, { body: again }), 201)
  await bodyOf(act(transfer, 'succeed'), 200)
  const [{ refunds }] = (await inLedger(payment)) as [Made]
  assert.deepEqual(
    refunds.map(({ status }: Made) => status),
    ['failed'],
  )
})

test('a refund whose response is lost is asked for, and paid once', async () => {
  const one = await saver(CARD.lostAnswer)
  await bodyOf(script(one, ['succeed']), 200)
  const invoice = await charge(one)
  const payment = await becomes(invoice, 'settled')
  const body = { invoice_id: invoice.id, reason: 'goodwill', amount: 3_000, refund: 3_000 }
  const note = await bodyOf(api.post('/v1/credit_notes', { body }), 201)
  const [refund] = (await get(api, `${REFUNDS}?credit_note_id=${note.id}`)).data
  await until('the refund to be sent', async () => (await inLedger(payment))[0]?.refunds.length)
  await refundIs(refund, 'pending', false)
  await advanceTo(api, '2027-07-05T13:00:00.000Z')
  await refundIs(refund, 'succeeded')
  assert.equal((await inLedger(payment))[0]?.refunds.length, 1)
})

test('refunds at once never exceed the payment at the gateway, and one is paid once', async () => {
  const { payment } = await refunding(CARD.pays, 1_000, { refund_by_gateway: false })
  const gateway = simulatedGateway({ pool: w.pool, publicUrl: () => w.url, wallNow: Date.now })
  const payment_id = decodeId('pay', payment.id) as string
  const of = { environment_id: 1, payment_id, payment_ref: '', gateway_ref: null, currency: 'cad' }
  const ids = Array.from({ length: 4 }, newUuid)
  const outcomes = await Promise.all(
    [...ids, ...ids].map((id) => gateway.refund({ ...of, id, amount: 2_500 })),
  )
  const kinds = outcomes.slice(0, 4).map(({ kind }) => kind)
  assert.deepEqual(kinds.toSorted(), ['failed', 'failed', 'succeeded', 'succeeded'])
  assert.deepEqual(outcomes.slice(4), outcomes.slice(0, 4))
})

test('the gateway and the books here have the same charges', async () => {
  const { data: charges } = await get(api, `${LEDGER}?limit=100`)
  const { data } = await get(api, `${PAYMENTS}?method=gateway&limit=100`)
  const line = ({ amount, status, fee }: Made) => `${amount} ${status} ${fee ?? 0}`
  assert.ok(charges.length > 10)
  assert.deepEqual(
    Object.fromEntries(charges.map((each: Made) => [each.payment_id, line(each)])),
    Object.fromEntries(data.map((each: Made) => [each.id, line(each)])),
  )
})
