// What gateways report of disputes, in every order: payments and invoices end in one state, and the books agree.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import {
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
import { until } from '../../../test/harness.ts'
import { browse, CARD, payOnline, pressPay } from '../../../test/online.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { TABLES } from '../../app/written.ts'
import type { DisputeReport, DisputeStatus } from '../../domain/dispute.ts'
import type { Outcome } from '../../domain/payment-states.ts'
import { createHeads } from '../../platform/db/chain-heads.ts'
import { Lane } from '../../platform/db/lane.ts'
import { decodeId } from '../../platform/ids.ts'
import { KeyRing } from '../../platform/key-ring.ts'
import { createEnvironments } from '../accounts/store.ts'
import { takeOver } from '../payments/collect.ts'
import { takeOverDisputes } from './report.ts'

const { url, api, inside } = await sharedWorld({ after })
const { pool, secretKey, environment_id } = inside

const DAY_MS = 86_400_000

const heads = createHeads(new KeyRing([secretKey]))
const environments = createEnvironments(() => url, heads)
const lane = new Lane({ pool, tables: TABLES, environments, wallNow: Date.now })
after(() => lane.close())

/** A payment, as gateways name it. */
const keyOf = ({ id }: Made) => ({ environment_id, id: decodeId('pay', id) as string })
const hears = (payment: Made, ...reports: DisputeReport[]) =>
  takeOverDisputes({ pool, lane }, keyOf(payment), reports)
const becomes = (payment: Made, outcome: Outcome) =>
  takeOver({ pool, lane }, keyOf(payment), outcome)

let refs = 0
/** The reports of a new dispute, by what happened to it. */
function dispute(amount = 5997) {
  refs += 1
  const about = { ref: `dp_${refs}`, amount, reason: 'product_not_received', evidence_due_by: null }
  const report = (status: DisputeStatus, is_withdrawn: boolean): DisputeReport => ({
    ...{ ...about, status, is_withdrawn },
  })
  return {
    asked: report('needs_response', false),
    taken: report('needs_response', true),
    answered: report('under_review', true),
    won: report('won', false),
    lost: report('lost', true),
  }
}

const readPayment = ({ id }: Made): Promise<Made> => get(api, `${PAYMENTS}/${id}`)
const attemptOf = async ({ id }: Made): Promise<Made> =>
  (await get(api, `${PAYMENTS}?invoice_id=${id}&method=gateway`)).data[0]
const disputesOf = async ({ id }: Made): Promise<string[]> =>
  (await get(api, `/v1/disputes?payment_id=${id}`)).data.map(
    ({ status, amount_withdrawn }: Made) => `${status} ${amount_withdrawn}`,
  )

/** An invoice of 59.97 that is paid online, and its payment. */
async function paid(card: string = CARD.pays): Promise<[Made, Made]> {
  const invoice = await makeFinalized(api)
  await payOnline(invoice, card)
  return [invoice, await attemptOf(invoice)]
}

/** The state of a payment and of its invoice. */
async function state(payment: Made, { id }: Made): Promise<unknown[]> {
  const { status, amount_reversed, unallocated, to_balance } = await readPayment(payment)
  const invoice = await get(api, `${INVOICES}/${id}`)
  const rows = await pool.query(
    'select disputes from invoices where environment_id = $1 and number = $2',
    [environment_id, invoice.number],
  )
  const money = [status, amount_reversed, unallocated, to_balance]
  return [...money, invoice.status, invoice.amount_remaining, rows.rows[0].disputes]
}

function* orders<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield []
  for (const [index, first] of items.entries())
    for (const rest of orders(items.toSpliced(index, 1))) yield [first, ...rest]
}

const WON = ['settled', 0, 0, 0, 'paid', 0, 0]
const LOST = ['reversed', 5997, 0, 0, 'posted', 5997, 0]
const OPEN = ['reversed', 5997, 0, 0, 'posted', 5997, 1]
type Step = keyof ReturnType<typeof dispute>

const HISTORIES: [history: Step[], end: unknown[]][] = [
  [['asked', 'taken', 'answered'], OPEN],
  [['taken', 'answered', 'won'], WON],
  [['asked', 'taken', 'lost'], LOST],
  [['taken', 'lost', 'won'], WON],
]

for (const [history, end] of HISTORIES)
  test(`${history.join(', ')}: payment and invoice end in one state in every order, also if each is heard twice`, async () => {
    for (const order of orders(history)) {
      const [invoice, payment] = await paid()
      const reports = dispute()
      for (const step of [...order, ...order.toReversed()]) await hears(payment, reports[step])
      assert.deepEqual(await state(payment, invoice), end, order.join(', '))
    }
  })

test('two disputes of parts of one payment end in one state in every order', async () => {
  const [one, two] = [dispute(3000), dispute(2997)]
  for (const order of orders([one.taken, two.taken, one.won, two.lost])) {
    const [invoice, payment] = await paid()
    for (const report of order) await hears(payment, report)
    const heard = order.map(({ status, amount }) => `${status} ${amount}`)
    const end = ['settled', 2997, 0, 0, 'posted', 2997, 0]
    assert.deepEqual(await state(payment, invoice), end, heard.join(', '))
  }
})

test('a dispute of a part leaves the rest, which can be reversed once it is lost', async () => {
  const [invoice, payment] = await paid()
  const { taken, lost, won } = dispute(2000)
  await hears(payment, taken)
  assert.deepEqual(await state(payment, invoice), ['settled', 2000, 0, 0, 'posted', 2000, 1])
  const bounced = { kind: 'bounced', ref: payment.gateway_ref, reason: 'Returned.' } as const
  await assert.rejects(becomes(payment, bounced), { code: 'payment_disputed' })
  await hears(payment, lost)
  await becomes(payment, bounced)
  const end = LOST
  assert.deepEqual(await state(payment, invoice), end)
  // The payment is over. What an appeal returns is recorded as a new one.
  await hears(payment, won)
  assert.deepEqual(await state(payment, invoice), end)
  assert.deepEqual(await disputesOf(payment), ['won 2000'])
})

test('a payment that was reversed during an inquiry has nothing to lose', async () => {
  const [invoice, payment] = await paid()
  const { asked, taken, lost } = dispute()
  await hears(payment, asked)
  await bodyOf(api.post(`${PAYMENTS}/${payment.id}/reverse`), 200)
  for (const report of [taken, lost]) await hears(payment, report)
  assert.deepEqual(await state(payment, invoice), LOST)
  assert.deepEqual(await disputesOf(payment), ['lost 0'])
})

test('a dispute that is heard of before its payment is settled is taken over afterwards', async () => {
  const invoice = await makeFinalized(api)
  await pressPay(invoice)
  const payment = await attemptOf(invoice)
  const { taken, lost } = dispute()
  await hears(payment, taken)
  assert.deepEqual(await disputesOf(payment), [])
  await becomes(payment, { kind: 'canceled' })
  await hears(payment, taken)
  await becomes(payment, { kind: 'settled', ref: payment.gateway_ref })
  for (const report of [lost, taken]) await hears(payment, report)
  assert.deepEqual(await state(payment, invoice), LOST)
})

/** Refunds 10.00 of an invoice by a note; returns how to read the refund. */
async function refund({ id: invoice_id }: Made): Promise<() => Promise<Made>> {
  const body = { invoice_id, reason: 'goodwill', amount: 1000, refund: 1000 }
  const { id } = await bodyOf(api.post('/v1/credit_notes', { body }), 201)
  return async () => (await get(api, `/v1/refunds?credit_note_id=${id}`)).data[0]
}

test('what was refunded is not withdrawn', async () => {
  const [invoice, payment] = await paid()
  const { asked, taken, lost } = dispute()
  await hears(payment, asked)
  const refunded = await refund(invoice)
  await until('the refund', async () => (await refunded()).status === 'succeeded')
  for (const report of [taken, lost]) await hears(payment, report)
  assert.deepEqual(await state(payment, invoice), ['settled', 4997, 0, 0, 'posted', 4997, 0])
  assert.deepEqual(await disputesOf(payment), ['lost 4997'])
})

for (const [end, card, taken] of [
  ['is paid', CARD.refundsLater, 4997],
  ['fails', CARD.refundFails, 5997],
] as const)
  test(`money is withdrawn once a pending refund ${end}`, async () => {
    const [invoice, payment] = await paid(card)
    const refunded = await refund(invoice)
    await until('the refund to be sent', async () => (await refunded()).gateway_ref !== null)
    const reports = dispute()
    await hears(payment, reports.taken)
    // It is shown, and the money follows.
    assert.deepEqual(await disputesOf(payment), ['needs_response 0'])
    const { now } = await get(api, '/v1/test_clock')
    await advanceTo(api, new Date(Date.parse(now) + 2 * DAY_MS).toISOString())
    await until('the refund to end', async () => (await refunded()).status !== 'pending')
    await hears(payment, reports.taken)
    assert.deepEqual(await disputesOf(payment), [`needs_response ${taken}`])
    const code = taken < 5997 ? 'payment_disputed' : 'payment_already_reversed'
    refused(await api.post(`${PAYMENTS}/${payment.id}/reverse`), 409, code)
    await hears(payment, reports.won)
    assert.deepEqual(await state(payment, invoice), WON)
  })

test('credit that a disputed payment gave, and that was used, is granted until the dispute is won', async () => {
  const customer_id = `cus_${(await makeCustomer(api)).id}`
  const invoice = await makeFinalized(api, { customer_id })
  const page = await pressPay(invoice)
  await makePayment(api, invoice, { amount: 1000 })
  await browse(page, { number: CARD.pays })
  await browse(invoice.hosted_url)
  const payment = await attemptOf(invoice)
  assert.deepEqual(await state(payment, invoice), ['settled', 0, 0, 1000, 'paid', 0, 0])
  const credit = async () => {
    const { data } = await get(api, `/v1/customers/${customer_id}/credit_transactions`)
    return data.toReversed().map(({ type, amount }: Made) => `${type} ${amount}`)
  }
  const next = await makeFinalized(api, { customer_id })
  assert.equal(next.amount_remaining, 4997, 'it used the credit')
  const { taken, won } = dispute()
  await hears(payment, taken)
  assert.deepEqual(await state(payment, invoice), ['reversed', 5997, 0, 0, 'posted', 4997, 1])
  await hears(payment, won)
  assert.deepEqual(await state(payment, invoice), ['settled', 0, 0, 1000, 'paid', 0, 0])
  assert.deepEqual(await credit(), [
    ...['overpaid 10.00000000', 'applied -10.00000000'],
    ...['granted 10.00000000', 'overpayment_reversed -10.00000000'],
    ...['overpaid 10.00000000', 'expired -10.00000000'],
  ])
})
