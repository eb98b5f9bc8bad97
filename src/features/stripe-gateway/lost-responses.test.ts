// Random sequences of calls, lost responses, failures and forgotten keys, as sweeps and customers make them: no payment is
// charged twice, and each one ends as Stripe has it.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { randomFrom, SUITE_SEED } from '../../../test/random.ts'
import type { Behavior } from '../../../test/stripe/books.ts'
import { keyOf, newPayment, openBench, refOf, setupFor } from '../../../test/stripe/gateway.ts'
import type { Fault } from '../../../test/stripe/server.ts'
import {
  isLive,
  type Outcome,
  type PaymentStatus,
  stateAfter,
} from '../../domain/payment-states.ts'
import type { Charge } from '../gateway.ts'

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

async function play(): Promise<Kept> {
  const setup = newPayment()
  await gateway.beginSetup(setupFor(setup))
  const [customer = ''] = await kept(setup.customer_id)
  const method = books.method(random.pick(CARDS), { customer, allow_redisplay: 'always' }).id
  const input = { ...setup, id: newPayment().id, method, payment_method_id: setup.id }
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
