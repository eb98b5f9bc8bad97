// The Stripe gateway against a stand-in for Stripe's API: pages, saved methods, lost responses and races.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { until } from '../../../test/harness.ts'
import type { Behavior } from '../../../test/stripe/books.ts'
import {
  keyOf,
  newCustomer,
  newPayment,
  openBench,
  refOf,
  setupFor,
} from '../../../test/stripe/gateway.ts'
import { SCENARIOS, type TestCard } from '../../../test/stripe/scenarios.ts'
import type { Fault } from '../../../test/stripe/server.ts'
import type { Outcome } from '../../domain/payment-states.ts'
import { type BeginPayment, type Charge, GatewayError } from '../gateway.ts'
import type { StripeParts } from './gateway.ts'

const { gateway, other, standIn, kept, forgetCustomer } = await openBench({ after })
const { books } = standIn

const CHARGES = 'POST /v1/payment_intents'
const PAGES = 'POST /v1/checkout/sessions'

/** A charge of a card that a customer saved. */
async function savedCharge(behavior: Behavior = {}): Promise<Charge> {
  const payment = newPayment()
  await gateway.beginSetup(setupFor(payment))
  const [customer = ''] = await kept(payment.customer_id)
  const method = books.method(behavior, { customer, allow_redisplay: 'always' }).id
  return { ...payment, id: newPayment().id, method, payment_method_id: payment.id }
}

/** The page of a payment. */
async function pageOf(payment: BeginPayment): Promise<{ ref: string; url: string }> {
  const outcome = await gateway.beginPayment(payment)
  assert.equal(outcome.kind, 'requires_action')
  return outcome as Outcome & { kind: 'requires_action' }
}

const kindOf = (outcome: Outcome | undefined) => outcome?.kind
const chargesOf = (payment: { id: string }) => books.chargesOf(refOf(payment))

/** The parameters of the last call of a kind. */
const lastSent = (request: string) =>
  standIn.seen.findLast((seen) => seen.request === request)?.sent as Record<string, never>

/** The cards of Stripe's documentation, as the stand-in plays them. */
const CARDS: Record<TestCard, Behavior> = {
  pm_card_visa: {},
  pm_card_chargeCustomerFail: {
    declines: { code: 'card_declined', decline_code: 'generic_decline' },
  },
  pm_card_authenticationRequired: { authenticates: true },
}

for (const { title, run } of SCENARIOS) {
  test(title, () =>
    run({
      ...{ gateway, other },
      async attach(customer_id, card) {
        const [customer = ''] = await kept(customer_id)
        return books.method(CARDS[card], { customer }).id
      },
      charges: (payment) => Promise.resolve(chargesOf(payment)),
    }),
  )
}

test('a customer pays on the page of Stripe', async () => {
  const payment = newPayment()
  const page = await pageOf(payment)
  assert.match(page.url, /^https:\/\/checkout\.stripe\.com\//)
  const sent = lastSent(PAGES)
  assert.deepEqual(sent.line_items, {
    0: {
      quantity: '1',
      price_data: {
        ...{ currency: 'cad', unit_amount: '5997' },
        product_data: { name: 'INV-2026-0001' },
      },
    },
  })
  assert.equal(sent.success_url, 'https://billing.example/i/token?returned')
  assert.equal(sent.cancel_url, 'https://billing.example/i/token')
  assert.deepEqual(await gateway.lookUp(keyOf(payment)), { kind: 'requires_action', ...page })

  books.complete(page.ref)
  for (const key of [keyOf(payment), keyOf(payment, page.ref)]) {
    const outcome = await gateway.lookUp(key)
    assert.deepEqual(Object.keys(outcome ?? {}), ['kind', 'ref'])
    assert.equal(kindOf(outcome), 'settled')
  }
  assert.equal(chargesOf(payment), 1)
})

test('a page that was prepared before is returned again, also to two tabs at once', async () => {
  const payment = newPayment()
  const { url } = await pageOf(payment)
  assert.equal((await pageOf(payment)).url, url)
  const next = newPayment()
  const kinds = await Promise.all([gateway.beginPayment(next), gateway.beginPayment(next)])
  // Stripe may refuse one of two calls at once, which is then unknown.
  assert.ok(kinds.some(({ kind }) => kind === 'requires_action'))
  assert.equal(
    [...books.sessions.values()].filter((s) => s.metadata?.payment === refOf(next)).length,
    1,
  )
})

test('a method is kept only if the customer checked the box', async () => {
  const payment = newPayment({ language: 'fr-CA' })
  const page = await pageOf(payment)
  const sent = lastSent(PAGES)
  assert.deepEqual(sent.saved_payment_method_options, { payment_method_save: 'enabled' })
  assert.equal(sent.locale, 'fr')
  assert.match(JSON.stringify(sent.custom_text), /réglées automatiquement/)
  books.complete(page.ref, {}, true)
  const outcome = await gateway.lookUp(keyOf(payment))
  assert.deepEqual(outcome?.kind === 'settled' && outcome.method?.display, {
    ...{ brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, bank: null },
  })
})

test('a page goes on after a declined card, and ends as the customer and the bank decide', async () => {
  const declined = newPayment()
  const page = await pageOf(declined)
  books.complete(page.ref, { declines: { code: 'card_declined' } })
  assert.equal(kindOf(await gateway.lookUp(keyOf(declined))), 'requires_action')
  const debit = newPayment()
  const debitPage = await pageOf(debit)
  const { payment_intent } = books.complete(debitPage.ref, { type: 'acss_debit', processes: true })
  const processing = await gateway.lookUp(keyOf(debit, debitPage.ref))
  assert.deepEqual(processing, { kind: 'processing', ref: payment_intent })
  books.end(`${payment_intent}`, { code: 'account_closed' })
  const failed = await gateway.lookUp(keyOf(debit, `${payment_intent}`))
  assert.equal(failed?.kind === 'declined' && failed.failure.retryable, false)
  const voucher = newPayment()
  const voucherPage = await pageOf(voucher)
  const waiting = books.complete(voucherPage.ref, { waits: true })
  assert.equal(kindOf(await gateway.lookUp(keyOf(voucher, voucherPage.ref))), 'processing')
  books.end(`${waiting.payment_intent}`)
  assert.equal(kindOf(await gateway.lookUp(keyOf(voucher, voucherPage.ref))), 'settled')
  const left = newPayment()
  books.expire((await pageOf(left)).ref)
  assert.deepEqual(await gateway.lookUp(keyOf(left)), { kind: 'canceled' })
})

test('a saved card is charged once, however often the call is repeated', async () => {
  const input = await savedCharge()
  const kinds = await Promise.all([gateway.charge(input), other().charge(input)])
  assert.ok(kinds.some(({ kind }) => kind === 'settled'))
  assert.equal(kindOf(await gateway.charge(input)), 'settled')
  assert.equal(chargesOf(input), 1)
})

/** https://docs.stripe.com/declines/codes; the last column is whether the same card is tried again. */
const DECLINES: [code: string, decline_code: string, advice_code: string, retryable: boolean][] = [
  ['card_declined', 'generic_decline', '', true],
  ['card_declined', 'insufficient_funds', '', true],
  ['processing_error', 'processing_error', '', true],
  ['card_declined', 'lost_card', '', false],
  ['card_declined', 'stolen_card', '', false],
  ['card_declined', 'pickup_card', '', false],
  ['card_declined', 'fraudulent', '', false],
  ['expired_card', 'expired_card', '', false],
  // What the issuer advises prevails.
  ['card_declined', 'generic_decline', 'do_not_try_again', false],
  ['card_declined', 'generic_decline', 'confirm_card_data', false],
  ['card_declined', 'insufficient_funds', 'try_again_later', true],
]

test('declines say why, and whether another attempt can succeed', async () => {
  for (const [code, decline_code, advice_code, retryable] of DECLINES) {
    const declines = { code, decline_code, ...(advice_code && { advice_code }) }
    const input = await savedCharge({ declines })
    const failure = { code, decline_code, message: 'Your card was declined.', retryable }
    const outcome = await gateway.charge(input)
    assert.deepEqual(outcome.kind === 'declined' && outcome.failure, failure)
    // Asked later, Stripe says the same, and the card is not charged again.
    assert.deepEqual(await gateway.lookUp(keyOf(input)), outcome)
  }
})

test('a bank that wants the customer to confirm leads to a page for the same payment', async () => {
  const input = await savedCharge({ authenticates: true })
  // The process ended before it prepared the page: there is something to continue.
  standIn.fault = { at: CHARGES, is: 'lost' }
  assert.equal(kindOf(await gateway.charge(input)), 'open')
  assert.equal(await gateway.lookUp(keyOf(input)), undefined)
  const page = await gateway.charge(input)
  assert.ok(page.kind === 'requires_action')
  assert.equal(chargesOf(input), 0)
  assert.deepEqual(await gateway.lookUp(keyOf(input)), page)
  books.complete(page.ref)
  assert.equal(kindOf(await gateway.lookUp(keyOf(input, page.ref))), 'settled')
  assert.equal(chargesOf(input), 1)
})

test('a debit of a saved account settles or fails days later', async () => {
  for (const error of [undefined, { code: 'insufficient_funds' }]) {
    const input = await savedCharge({ type: 'sepa_debit', processes: true })
    const begun = await gateway.charge(input)
    assert.ok(begun.kind === 'processing')
    books.end(begun.ref, error)
    const ended = await gateway.lookUp(keyOf(input, begun.ref))
    assert.equal(kindOf(ended), error ? 'declined' : 'settled')
  }
})

test('a lost response, a failure and a call that hangs are found again, and charge once', async () => {
  for (const is of ['lost', 'fails', 'hangs'] satisfies Fault[]) {
    const input = await savedCharge()
    standIn.fault = { at: CHARGES, is }
    assert.deepEqual(await gateway.charge(input), { kind: 'open' }, is)
    assert.equal(kindOf(await gateway.lookUp(keyOf(input))), 'settled', is)
    assert.equal(chargesOf(input), 1, is)
  }
})

test('a charge that never began is made later, once', async () => {
  for (const is of ['broken', 'busy'] satisfies Fault[]) {
    const input = await savedCharge()
    standIn.fault = { at: CHARGES, is }
    assert.deepEqual(await gateway.charge(input), { kind: 'open' })
    assert.equal(await gateway.lookUp(keyOf(input)), undefined)
    // Stripe keeps its own failure for a day.
    if (is === 'broken') assert.deepEqual(await gateway.charge(input), { kind: 'open' })
    standIn.prune()
    assert.equal(kindOf(await gateway.charge(input)), 'settled')
    assert.equal(chargesOf(input), 1)
  }
})

test('a lookup without a response never leads to another charge', async () => {
  const input = await savedCharge()
  await gateway.charge(input)
  for (const is of ['busy', 'lost'] satisfies Fault[]) {
    standIn.fault = { at: 'GET /v1/payment_intents', is }
    assert.deepEqual(await gateway.lookUp(keyOf(input)), { kind: 'open' })
  }
})

test('a payment is found among many of its customer, whatever the clock of the environment says', async () => {
  const customer_id = newCustomer()
  const payments = [1, 2, 3].map(() => newPayment({ customer_id }))
  const pages = []
  for (const payment of payments) pages.push(await pageOf(payment))
  books.complete(pages[0]?.ref ?? '')
  standIn.pageMost = 1
  const kinds = []
  for (const payment of payments) kinds.push(kindOf(await gateway.lookUp(keyOf(payment))))
  standIn.pageMost = 100
  assert.deepEqual(kinds, ['settled', 'requires_action', 'requires_action'])
  // Another environment has no payment with this ID.
  const elsewhere = { ...keyOf(payments[0] as BeginPayment), environment_id: 2 }
  assert.equal(await gateway.lookUp(elsewhere), undefined)
})

test('canceling ends the page, unless the customer was faster', async () => {
  const left = newPayment()
  const page = await pageOf(left)
  assert.deepEqual(await gateway.cancel(keyOf(left, page.ref)), { kind: 'canceled' })
  assert.equal(books.sessions.get(page.ref)?.status, 'expired')
  assert.deepEqual(await gateway.cancel(keyOf(left)), { kind: 'canceled' })
  assert.deepEqual(await gateway.cancel(keyOf(newPayment())), { kind: 'canceled' })

  const paid = newPayment()
  const paidPage = await pageOf(paid)
  // The customer pays between the two calls of cancel.
  const { promise, resolve: release } = Promise.withResolvers<void>()
  standIn.held = promise
  const canceling = gateway.cancel(keyOf(paid, paidPage.ref))
  const ending = `${PAGES}/${paidPage.ref}/expire`
  await until('the page to be ended', () => standIn.seen.some(({ request }) => request === ending))
  books.complete(paidPage.ref)
  release()
  standIn.held = undefined
  assert.equal(kindOf(await canceling), 'settled')
  const unknown = newPayment()
  const { ref } = await pageOf(unknown)
  standIn.fault = { at: `GET /v1/checkout/sessions/${ref}`, is: 'busy' }
  assert.deepEqual(await gateway.cancel(keyOf(unknown, ref)), { kind: 'open' })
})

test('a customer is created once, by two processes and after a death before it was kept', async () => {
  const customer_id = newCustomer()
  await Promise.all([
    gateway.beginPayment(newPayment({ customer_id })),
    other().beginPayment(newPayment({ customer_id })),
  ])
  const first = await kept(customer_id)
  assert.equal(first.length, 1)
  await forgetCustomer(customer_id)
  await pageOf(newPayment({ customer_id }))
  assert.deepEqual(await kept(customer_id), first)
})

test('a method is saved without a payment, and forgotten', async () => {
  const payment = newPayment()
  const page = setupFor(payment)
  const begun = await gateway.beginSetup(page)
  assert.deepEqual(await gateway.beginSetup(page), begun)
  assert.equal(lastSent(PAGES).success_url, 'https://billing.example/saved')
  assert.equal(await gateway.lookUpSetup(begun.ref), 'open')
  const sepa_debit = {
    ...{ bank_code: '37040044', branch_code: '', country: 'DE', fingerprint: 'x', last4: '3000' },
    generated_from: null,
  }
  books.complete(begun.ref, { type: 'sepa_debit', details: { sepa_debit } })
  const found = await gateway.lookUpSetup(begun.ref)
  const { method: saved, ...prepared } = typeof found === 'object' ? found : assert.fail(found)
  const { id, customer_id } = payment
  assert.deepEqual(prepared, { environment_id: 1, id, customer_id })
  assert.deepEqual(
    [saved.type, saved.display.last4, saved.display.bank],
    ['sepa_debit', '3000', null],
  )

  standIn.fault = { at: 'POST /v1/payment_methods', is: 'broken' }
  await assert.rejects(gateway.detach(saved.ref), GatewayError)
  await gateway.detach(saved.ref)
  assert.equal(books.methods.get(saved.ref)?.customer, null)
  await gateway.detach(saved.ref)
  await gateway.detach('pm_missing')
  // It is gone for charges too, which is no reason to wait for an outcome.
  const gone = { method: saved.ref, payment_method_id: payment.id }
  const outcome = await gateway.charge({ ...payment, ...gone })
  assert.equal(outcome.kind === 'declined' && outcome.failure.retryable, false)

  const { ref } = await gateway.beginSetup(setupFor(newPayment()))
  books.expire(ref)
  assert.equal(await gateway.lookUpSetup(ref), 'canceled')
})

test('other kinds of methods are described by what their owners recognize', async () => {
  const account = { fingerprint: null, last4: '6789', bank_name: 'STRIPE TEST BANK' }
  const acss_debit = { ...account, institution_number: '000', transit_number: '11000' }
  const shown: [Behavior, string, string, string | null, string | null][] = [
    [
      { type: 'acss_debit', details: { acss_debit } },
      'acss_debit',
      '6789',
      null,
      account.bank_name,
    ],
    [{ type: 'link', details: { link: { email: 'ada@example.com' } } }, 'link', '', 'link', null],
    [{ type: 'bacs_debit' }, 'other', '', 'bacs_debit', null],
  ]
  for (const [behavior, type, last4, brand, bank] of shown) {
    const { ref } = await gateway.beginSetup(setupFor(newPayment()))
    books.complete(ref, behavior)
    const saved = await gateway.lookUpSetup(ref)
    assert.ok(typeof saved === 'object')
    const none = { exp_month: null, exp_year: null }
    assert.deepEqual(
      [saved.method.type, saved.method.display],
      [type, { ...none, last4, brand, bank }],
    )
  }
})

test('a wrong key, a missing permission and a refused request are errors without secrets', async () => {
  const wrong = 'sk_test_wrong987654'
  const refused: [Partial<StripeParts>, Partial<BeginPayment>, RegExp][] = [
    [{ secretKey: wrong }, {}, /401.+enter another one\.$/],
    [{ secretKey: 'rk_test_limited1234' }, {}, /create a customer \(403.+lacks a permission/],
    [{}, { currency: 'kpw' }, /prepare a page \(400, .*currency, req_standin\)/],
  ]
  for (const [parts, payment, message] of refused) {
    const failing = other(parts)
    await assert.rejects(failing.beginPayment(newPayment(payment)), (error: Error) => {
      assert.ok(error instanceof GatewayError)
      assert.match(error.message, message)
      assert.doesNotMatch(JSON.stringify([error, error.message, error.stack]), /987654|limited1234/)
      return true
    })
  }
  const input = await savedCharge()
  await assert.rejects(other({ secretKey: wrong }).charge(input), GatewayError)
  await assert.rejects(other({ secretKey: wrong }).lookUp(keyOf(input)), GatewayError)
  assert.equal(chargesOf(input), 0)
})

test('an amount that Stripe cannot charge ends the attempt', async () => {
  await pageOf(newPayment({ currency: 'isk', amount: 5 }))
  assert.match(JSON.stringify(lastSent(PAGES).line_items), /"currency":"isk","unit_amount":"500"/)
  const calls = standIn.seen.length
  const small = await gateway.beginPayment(newPayment({ amount: 49 }))
  const { failure } = small.kind === 'declined' ? small : assert.fail(small.kind)
  assert.deepEqual([failure.code, failure.retryable], ['amount_too_small', false])
  assert.equal(standIn.seen.length, calls)
  // What only Stripe knows.
  const much = await gateway.beginPayment(newPayment({ amount: 100_000_000 }))
  assert.equal(much.kind === 'declined' && much.failure.code, 'amount_too_large')
})
