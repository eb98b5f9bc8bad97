// Events of Stripe, signed as Stripe's package signs them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  newPayment,
  refOf,
  setupFor,
  signed,
  WEBHOOK_SECRET,
} from '../../../test/stripe/gateway.ts'
import { TEST_KEY } from '../../../test/stripe/server.ts'
import { intentShape, sessionShape } from '../../../test/stripe/shapes.ts'
import { createCalls } from './calls.ts'
import { readEvent } from './events.ts'
import { setupMetadataOf } from './references.ts'

const COMPLETED = 'checkout.session.completed'

const calls = createCalls(TEST_KEY, undefined)
const read = (body: Buffer, headers: Record<string, string>, secret?: string) =>
  readEvent(calls, secret ?? WEBHOOK_SECRET, body, headers)

const payment = newPayment()
const metadata = { environment: '1', payment: refOf(payment) }
const session = sessionShape({ id: 'cs_test_1', created: 0, mode: 'payment', metadata })
const intent = intentShape({ id: 'pi_1', created: 0, amount: 5997, currency: 'cad', metadata })

test('an event names the payment or the page that it is about, in its environment', async () => {
  const subject = { environment_id: 1, payment_id: payment.id }
  assert.deepEqual(await read(...signed(COMPLETED, session)), subject)
  assert.deepEqual(await read(...signed('payment_intent.succeeded', intent)), subject)
  const elsewhere = { ...intent, metadata: { ...metadata, environment: '2' } }
  const there = await read(...signed('payment_intent.succeeded', elsewhere))
  assert.deepEqual(there, { ...subject, environment_id: 2 })
  const setup = { ...session, mode: 'setup', metadata: setupMetadataOf(setupFor(payment)) }
  const ofSetup = { environment_id: 1, setup_ref: 'cs_test_1' }
  assert.deepEqual(await read(...signed(COMPLETED, setup)), ofSetup)
})

test('an event about anything else is of no interest', async () => {
  const others: [type: string, object: object][] = [
    ['charge.succeeded', { object: 'charge', metadata }],
    // Of another program with the same Stripe account.
    [COMPLETED, { ...session, metadata: { order: '7' } }],
    [COMPLETED, { ...session, metadata: null }],
    [COMPLETED, { ...session, mode: 'setup' }],
    [COMPLETED, { ...session, metadata: { environment: '-1', payment: refOf(payment) } }],
    [COMPLETED, { ...session, metadata: { environment: '1', payment: 'pay_7' } }],
  ]
  for (const [type, object] of others) assert.equal(await read(...signed(type, object)), 'other')
})

test('an event that is forged, changed, old or not signed is invalid', async () => {
  const [body, headers] = signed(COMPLETED, session)
  assert.notEqual(await read(...signed(COMPLETED, session, { ageSeconds: 290 })), 'invalid')
  const invalid = [
    read(...signed(COMPLETED, session, { ageSeconds: 310 })),
    read(...signed(COMPLETED, session, { secret: 'whsec_other' })),
    read(Buffer.from(`${body} `), headers),
    read(body, {}),
    read(body, { 'stripe-signature': 'nonsense' }),
    // A gateway without a secret accepts none, whatever signed it.
    readEvent(calls, undefined, body, headers),
    readEvent(calls, '', ...signed(COMPLETED, session, { secret: 'x' })),
  ]
  for (const result of await Promise.all(invalid)) assert.equal(result, 'invalid')
})
