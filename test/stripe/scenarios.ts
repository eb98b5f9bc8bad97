// Scenarios that run against the stand-in and, with a key, against Stripe's test mode: the part of Stripe that needs no
// browser. The cards are those of https://docs.stripe.com/testing.

import assert from 'node:assert/strict'
import { type Gateway, GatewayError, type SendRefund } from '../../src/features/gateway.ts'
import type { StripeParts } from '../../src/features/stripe-gateway/gateway.ts'
import { keyOf, newPayment, newRefund, setupFor } from './gateway.ts'

/** A card of Stripe's documentation that can be attached to a customer. */
export type TestCard =
  | 'pm_card_visa'
  | 'pm_card_chargeCustomerFail'
  | 'pm_card_authenticationRequired'

export interface Stage {
  gateway: Gateway
  other(more: Partial<StripeParts>): Gateway
  /** Attaches a card to the Stripe customer of a customer; returns what Stripe calls the method. */
  attach(customer_id: number, card: TestCard): Promise<string>
  /** How often a payment was charged, by Stripe's own list. */
  charges(payment: { id: string; customer_id: number }): Promise<number>
}

export interface Scenario {
  title: string
  run(stage: Stage): Promise<void>
}

/** A charge of a card that the customer saved. */
async function chargeOf({ gateway, attach }: Stage, card: TestCard) {
  const payment = newPayment()
  await gateway.beginSetup(setupFor(payment))
  const method = await attach(payment.customer_id, card)
  return { ...payment, id: newPayment().id, method, payment_method_id: payment.id }
}

export const SCENARIOS: Scenario[] = [
  {
    title: 'a saved card is charged once, and found without a reference',
    async run(stage) {
      const input = await chargeOf(stage, 'pm_card_visa')
      assert.equal(await stage.gateway.lookUp(keyOf(input)), undefined)
      const first = await stage.gateway.charge(input)
      assert.equal(first.kind, 'settled')
      const again = await stage.gateway.charge(input)
      assert.deepEqual('ref' in again && again.ref, 'ref' in first && first.ref)
      assert.equal((await stage.gateway.lookUp(keyOf(input)))?.kind, 'settled')
      assert.equal(await stage.charges(input), 1)
    },
  },
  {
    title: 'a declined card is declined again when Stripe is asked',
    async run(stage) {
      const input = await chargeOf(stage, 'pm_card_chargeCustomerFail')
      const outcome = await stage.gateway.charge(input)
      assert.ok(outcome.kind === 'declined')
      assert.equal(outcome.failure.code, 'card_declined')
      const later = await stage.gateway.lookUp(keyOf(input))
      assert.ok(later?.kind === 'declined')
      assert.equal(later.failure.decline_code, outcome.failure.decline_code)
      assert.equal(await stage.charges(input), 0)
    },
  },
  {
    title: 'a card that needs the customer gets a page, which can be ended',
    async run(stage) {
      const input = await chargeOf(stage, 'pm_card_authenticationRequired')
      const page = await stage.gateway.charge(input)
      assert.ok(page.kind === 'requires_action')
      assert.deepEqual(await stage.gateway.lookUp(keyOf(input)), page)
      assert.deepEqual(await stage.gateway.cancel(keyOf(input, page.ref)), { kind: 'canceled' })
      assert.equal(await stage.charges(input), 0)
    },
  },
  {
    title: 'a page is prepared once, in both languages and in other currencies, and can be ended',
    async run({ gateway }) {
      const payments = [
        newPayment(),
        newPayment({ language: 'fr-CA' }),
        newPayment({ currency: 'isk', amount: 5_000 }),
        newPayment({ currency: 'jpy', amount: 5_000 }),
      ]
      for (const payment of payments) {
        const page = await gateway.beginPayment(payment)
        assert.ok(page.kind === 'requires_action')
        assert.deepEqual(await gateway.beginPayment(payment), page)
        assert.deepEqual(await gateway.lookUp(keyOf(payment)), page)
        assert.deepEqual(await gateway.cancel(keyOf(payment)), { kind: 'canceled' })
        assert.deepEqual(await gateway.lookUp(keyOf(payment, page.ref)), { kind: 'canceled' })
      }
    },
  },
  {
    title: 'a page that saves a method is open until the customer completes it',
    async run({ gateway }) {
      const setup = setupFor(newPayment())
      // Without a currency, the page takes cards only.
      for (const input of [setup, { ...setupFor(newPayment()), currency: undefined }]) {
        const { url, ref } = await gateway.beginSetup(input)
        assert.match(url, /^https:/)
        assert.equal(await gateway.lookUpSetup(ref), 'open')
      }
    },
  },
  {
    title: 'a detached method stays detached, and cannot be charged',
    async run(stage) {
      const input = await chargeOf(stage, 'pm_card_visa')
      await stage.gateway.detach(input.method)
      await stage.gateway.detach(input.method)
      const outcome = await stage.gateway.charge(input)
      assert.equal(outcome.kind === 'declined' && outcome.failure.retryable, false)
    },
  },
  {
    title: 'a payment is refunded in parts, each once, and no more than it',
    async run(stage) {
      const { gateway } = stage
      const input = await chargeOf(stage, 'pm_card_visa')
      const charged = await gateway.charge(input)
      assert.ok(charged.kind === 'settled')
      const [first, rest, more] = [2_000, 3_997, 1].map((amount) =>
        newRefund(input, charged.ref, amount),
      ) as [SendRefund, SendRefund, SendRefund]
      assert.equal(await gateway.lookUpRefund(first), undefined)
      const made = await gateway.refund(first)
      assert.ok(made.kind === 'succeeded')
      assert.deepEqual(await gateway.refund(first), made)
      // What is left is less than this.
      const much = await gateway.refund(newRefund(input, charged.ref, 3_998))
      assert.equal(much.kind, 'failed')
      assert.equal((await gateway.refund(rest)).kind, 'succeeded')
      assert.equal((await gateway.refund(more)).kind, 'failed')
      assert.equal(await gateway.lookUpRefund(more), undefined)
      for (const key of [first, { ...first, gateway_ref: made.ref }])
        assert.deepEqual(await gateway.lookUpRefund(key), made)
    },
  },
  {
    title: 'a wrong key is an error, and no decline',
    async run({ other }) {
      const failing = other({ secretKey: 'sk_test_wrong987654' })
      await assert.rejects(failing.beginPayment(newPayment()), GatewayError)
    },
  },
]
