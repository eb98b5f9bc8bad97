// Random sequences of calls, lost responses, failures and forgotten keys, as sweeps and customers make them: no payment is
// charged twice, no refund is paid twice, and each one ends as Stripe has it.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { randomFrom, SUITE_SEED } from '../../../test/random.ts'
import type { Behavior } from '../../../test/stripe/books.ts'
import {
  keyOf,
  newPayment,
  newRefund,
  openBench,
  refOf,
  setupFor,
} from '../../../test/stripe/gateway.ts'
import type { Fault } from '../../../test/stripe/server.ts'
import {
  isLive,
  type Outcome,
  type PaymentStatus,
  stateAfter,
} from '../../domain/payment-states.ts'
import { type RefundOutcome, refundStateAfter } from '../../domain/refund-outcomes.ts'
import type { Charge, SendRefund } from '../gateway.ts'

const { gateway, other, standIn, kept } = await openBench({ after })
const { books } = standIn

const PAYMENTS = Number(process.env.RUNS ?? 40)
const STEPS = 12
const random = randomFrom(Number(process.env.SEED ?? SUITE_SEED))

const CARDS: Behavior[] = [
  {},
  { declines: { code: 'card_declined' } },
  { authenticates: true },
  { processes: true },
]
const FAULTS: Fault[] = ['lost', 'fails', 'broken', 'busy']
const PLACES = ['POST /v1/payment_intents', 'POST /v1/checkout', 'GET /v1/', 'POST /v1/customers']

/** What Reckoner keeps of a payment. */
interface Kept {
  input: Charge
  status: PaymentStatus
  ref: string | null
}

/** Records an outcome by the table of states, as `payments.record_outcome` does. */
function record(payment: Kept, outcome: Outcome): void {
  const status = stateAfter(payment.status, outcome)
  if (status === undefined) return
  payment.status = status
  if ('ref' in outcome) payment.ref = outcome.ref ?? payment.ref
}

/** One check by the sweep, in one of two processes. */
async function check(payment: Kept): Promise<void> {
  if (!isLive(payment)) return
  const one = random.below(2) === 0 ? gateway : other()
  const known = await one.lookUp(keyOf(payment.input, payment.ref))
  record(payment, known ?? (await one.charge(payment.input)))
}

/** The customer completes the page with a card that pays, and money on its way arrives. */
function progress(payment: Kept): void {
  const wanted = refOf(payment.input)
  for (const { id, status, metadata } of books.sessions.values())
    if (status === 'open' && metadata?.payment === wanted) books.complete(id)
  for (const { id, status, metadata } of books.intents.values())
    if (status === 'processing' && metadata.payment === wanted) books.end(id)
}

/** A charge of a card that a customer saved. */
async function savedCharge(behavior: Behavior): Promise<Charge> {
  const setup = newPayment()
  await gateway.beginSetup(setupFor(setup))
  const [customer = ''] = await kept(setup.customer_id)
  const method = books.method(behavior, { customer, allow_redisplay: 'always' }).id
  return { ...setup, id: newPayment().id, method, payment_method_id: setup.id }
}

async function play(): Promise<Kept> {
  const input = await savedCharge(random.pick(CARDS))
  const payment: Kept = { input, status: 'pending', ref: null }
  for (let step = 0; step < STEPS; step += 1) {
    if (random.below(2) === 0) standIn.fault = { at: random.pick(PLACES), is: random.pick(FAULTS) }
    if (random.below(6) === 0) standIn.prune()
    if (random.below(8) === 0) progress(payment)
    if (random.below(10) === 0) record(payment, await gateway.cancel(keyOf(input, payment.ref)))
    // Two sweeps can find the same payment.
    if (random.below(4) === 0) await Promise.all([check(payment), check(payment)])
    else await check(payment)
    assert.ok(books.chargesOf(refOf(input)) <= 1)
  }
  standIn.fault = undefined
  standIn.prune()
  progress(payment)
  // A payment that was given up is not looked up any more; an event leads to it.
  const last = await gateway.lookUp(keyOf(input, payment.ref))
  if (last) record(payment, last)
  return payment
}

test('no sequence of lost responses, failures and repetitions charges twice', async (t) => {
  const ends: Record<string, number> = {}
  for (let count = 0; count < PAYMENTS; count += 1) {
    const { input, status } = await play()
    ends[status] = (ends[status] ?? 0) + 1
    assert.equal(books.chargesOf(refOf(input)), status === 'settled' ? 1 : 0, status)
  }
  t.diagnostic(JSON.stringify(ends))
  assert.ok((ends.settled ?? 0) > 0 && (ends.failed ?? 0) > 0)
})

/** What Reckoner keeps of a refund. */
interface KeptRefund {
  input: SendRefund
  status: 'pending' | 'succeeded' | 'failed'
  isSent: boolean
}

/** One check of a refund by the sweep. */
async function checkRefund(refund: KeptRefund): Promise<void> {
  const { input, status, isSent } = refund
  if (status === 'failed') return
  const one = random.below(2) === 0 ? gateway : other()
  refund.isSent = true
  const known = isSent ? await one.lookUpRefund(input) : undefined
  if (!known && status !== 'pending') return
  const outcome: RefundOutcome = known ?? (await one.refund(input))
  refund.status = refundStateAfter(refund.status, outcome) ?? refund.status
  if ('ref' in outcome) input.gateway_ref = outcome.ref ?? input.gateway_ref
}

const REFUND_PLACES = ['POST /v1/refunds', 'GET /v1/refunds']

/** Refunds 20.00 three times of 59.97; returns how they ended. */
async function playRefunds(refundsLater?: true): Promise<KeptRefund['status'][]> {
  const charge = await savedCharge(refundsLater ? { refundsLater } : {})
  const charged = await gateway.charge(charge)
  const ref = charged.kind === 'settled' ? charged.ref : assert.fail(charged.kind)
  const refunds: KeptRefund[] = [0, 1, 2].map(() => ({
    input: newRefund(charge, ref, 2_000),
    status: 'pending',
    isSent: false,
  }))
  for (let step = 0; step < STEPS; step += 1) {
    if (random.below(2) === 0)
      standIn.fault = { at: random.pick(REFUND_PLACES), is: random.pick(FAULTS) }
    if (random.below(6) === 0) standIn.prune()
    await checkRefund(random.pick(refunds))
    const waiting = [...books.refunds.values()].find(({ status }) => status === 'pending')
    if (waiting && random.below(8) === 0)
      books.endRefund(waiting.id, random.pick([undefined, 'expired_or_canceled_card']))
    assert.ok(books.refundedOf(ref) <= 5_997)
  }
  standIn.fault = undefined
  standIn.prune()
  for (const refund of refunds) {
    await checkRefund(refund)
    await checkRefund(refund)
  }
  const there = [...books.refunds.values()].filter((each) => each.payment_intent === ref)
  const ours = new Set(there.map(({ metadata }) => metadata?.refund))
  assert.equal(ours.size, there.length, 'each refund is there once at most')
  const underWay = refunds.filter(({ status }) => status !== 'failed')
  assert.equal(books.refundedOf(ref), underWay.length * 2_000)
  return refunds.map(({ status }) => status)
}

test('no sequence of lost responses, failures and repetitions refunds twice', async (t) => {
  const ends: Record<string, number> = {}
  for (let count = 0; count < PAYMENTS; count += 1)
    for (const status of await playRefunds(count % 2 === 0 ? true : undefined))
      ends[status] = (ends[status] ?? 0) + 1
  t.diagnostic(JSON.stringify(ends))
  assert.ok((ends.succeeded ?? 0) > 0 && (ends.failed ?? 0) > 0 && (ends.pending ?? 0) > 0)
})
