// Payments and refunds through gateways of one's own: which one a payment uses, and what it says. Stripe is a stand-in.

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
  PAYMENTS,
  refused,
} from '../../../test/fixtures.ts'
import { until, world } from '../../../test/harness.ts'
import { browse, CARD, payOnline, pressPay } from '../../../test/online.ts'
import { signed, WEBHOOK_SECRET } from '../../../test/stripe/gateway.ts'
import { LIVE_KEY, startStripe, TEST_KEY } from '../../../test/stripe/server.ts'

const standIn = await startStripe({ after })
const w = await world({ after }, { settings: { STRIPE_URL: standIn.url } })
const { api, keys } = w

const add = (body: object = {}, key = keys.test): Promise<Made> => {
  const secrets = { secret_key: TEST_KEY, webhook_secret: WEBHOOK_SECRET }
  const stripe = { type: 'stripe', name: 'Stripe', ...secrets, ...body }
  return bodyOf(api.post('/v1/gateways', { key, body: stripe }), 201)
}
const change = ({ id }: Made, body: object): Promise<Made> =>
  bodyOf(api.patch(`/v1/gateways/${id}`, { body }), 200)

const gateway = await add()

const attemptsOf = async ({ id }: Made, key = keys.test): Promise<Made[]> =>
  (await get(api, `${PAYMENTS}?invoice_id=${id}`, { key })).data
const payment = async (invoice: Made, status: string, key = keys.test): Promise<Made> =>
  until(`a payment to be ${status}`, async () => {
    const [last] = await attemptsOf(invoice, key)
    return last?.status === status && last
  })

type Options = Parameters<typeof signed>[2] & { environment?: number }

/** Sends an event of Stripe about a payment. */
const notify = (to: Made, { id }: Made, { environment = 1, ...rest }: Options = {}) => {
  const object = {
    object: 'payment_intent',
    metadata: { environment: `${environment}`, payment: id },
  }
  return send(to, signed('payment_intent.succeeded', object, rest))
}
const send = async ({ webhook_url }: Made, [body, headers]: ReturnType<typeof signed>) => {
  const answer = await fetch(webhook_url, { method: 'POST', body, headers })
  return { status: answer.status, body: (await answer.json()) as Made }
}

/** Begins a payment on the page of an invoice at Stripe; returns it. */
async function begin(invoice: Made, key = keys.test): Promise<Made> {
  assert.match(await pressPay(invoice), /^https:\/\/checkout\.stripe\.com\//)
  return payment(invoice, 'requires_action', key)
}

/** A customer who saved a card at Stripe. */
async function saver(body: object = {}, behavior = {}): Promise<{ customer: Made; method: Made }> {
  const customer = await makeCustomer(api, body)
  const invoice = await makeFinalized(api, { customer_id: customer.id })
  const begun = await begin(invoice)
  standIn.books.complete(begun.gateway_ref, behavior, true)
  await notify(gateway, begun)
  const settled = await payment(invoice, 'settled')
  return { customer, method: await get(api, `/v1/payment_methods/${settled.payment_method_id}`) }
}

test('Pay leads to Stripe, and its signed event settles the payment at once', async () => {
  const invoice = await makeFinalized(api)
  const shown = await fetch(invoice.hosted_url)
  assert.match(
    String(shown.headers.get('content-security-policy')),
    /form-action 'self' https:\/\/checkout\.stripe\.com;/,
  )
  const begun = await begin(invoice)
  assert.deepEqual([begun.gateway_id, begun.method], [gateway.id, 'gateway'])
  assert.equal(begun.action_url, standIn.books.sessions.get(begun.gateway_ref)?.url)
  assert.equal(await pressPay(invoice), begun.action_url, 'another tab continues it')
  standIn.books.complete(begun.gateway_ref)
  const waiting = await browse(`${invoice.hosted_url}?returned`)
  assert.match(waiting.text, /role="status"/)
  assert.deepEqual(await notify(gateway, begun), { status: 200, body: { received: true } })
  const settled = await payment(invoice, 'settled')
  assert.equal(settled.payment_method_id, null, 'the card was not saved')
  assert.equal((await get(api, `${INVOICES}/${invoice.id}`)).status, 'paid')
  assert.equal((await attemptsOf(invoice)).length, 1)
})

test('an event that is unsigned, stale or for an unknown gateway is a 401, and changes nothing', async () => {
  const invoice = await makeFinalized(api)
  const begun = await begin(invoice)
  standIn.books.complete(begun.gateway_ref)
  const before = await w.sql('select check_at from payments order by id')
  const refusals = [
    await notify(gateway, begun, { secret: 'whsec_of_a_stranger' }),
    await notify(gateway, begun, { ageSeconds: 301 }),
    await notify({ webhook_url: gateway.webhook_url.replace('=1', '=2') }, begun),
    await notify({ webhook_url: gateway.webhook_url.replace(/\?.*/, '') }, begun),
    await notify({ webhook_url: gateway.webhook_url.replace(gateway.id, 'gw_0') }, begun),
  ]
  for (const { status, body } of refusals)
    assert.deepEqual([status, body.error.code], [401, 'gateway_signature_invalid'])
  const unsigned = await fetch(gateway.webhook_url, { method: 'POST', body: '{}' })
  assert.equal(unsigned.status, 401)
  const large = await fetch(gateway.webhook_url, { method: 'POST', body: 'x'.repeat(300_000) })
  assert.equal(large.status, 413)
  assert.equal((await fetch(gateway.webhook_url)).status, 405)
  assert.deepEqual(await w.sql('select check_at from payments order by id'), before)
  // Of another environment, or of a payment that does not exist: accepted, and nothing.
  const { body } = await notify(gateway, begun, { environment: 2 })
  assert.deepEqual(body, { received: true })
  assert.equal((await notify(gateway, { id: 'pay_00000000000000000000000000' })).status, 200)
  assert.deepEqual(await w.sql('select check_at from payments order by id'), before)
  await notify(gateway, begun)
  await payment(invoice, 'settled')
})

test('a form that is too large is refused', async () => {
  const { hosted_url } = await makeFinalized(api)
  const body = new URLSearchParams({ number: '4'.repeat(2_000) })
  assert.equal((await fetch(`${hosted_url}/pay`, { method: 'POST', body })).status, 413)
})

test('a saved card is charged through its gateway, automatically and by hand', async () => {
  const { customer, method } = await saver({ auto_pay_enabled: true })
  assert.deepEqual([method.gateway_id, method.type], [gateway.id, 'card'])
  const invoice = await makeFinalized(api, { customer_id: customer.id })
  const charged = await payment(invoice, 'settled')
  assert.deepEqual(
    [charged.initiated_by, charged.gateway_id, charged.payment_method_id],
    ['auto', gateway.id, method.id],
  )
  await bodyOf(api.patch(`/v1/customers/${customer.id}`, { body: { auto_pay_enabled: false } }))
  const open = await makeFinalized(api, { customer_id: customer.id })
  await bodyOf(api.post(`${INVOICES}/${open.id}/pay`, { body: {} }), 201)
  await payment(open, 'settled')
  const intents = [...standIn.books.intents.values()].filter(
    ({ metadata }) => metadata.payment === charged.id,
  )
  assert.deepEqual(
    intents.map(({ amount, currency, status }) => [amount, currency, status]),
    [[5997, 'cad', 'succeeded']],
  )
})

test('an amount below the minimum of Stripe is refused, and begins nothing by itself', async () => {
  const { customer } = await saver({ auto_pay_enabled: true })
  const small = { line_items: [{ description: 'Call', quantity: 1, unit_amount: 49 }] }
  const invoice = await makeFinalized(api, { customer_id: customer.id, ...small })
  const answer = await api.post(`${INVOICES}/${invoice.id}/pay`, { body: {} })
  const { message } = refused(answer, 400, 'amount_too_small')
  assert.match(message, /CA\$0\.49 is below CA\$0\.50/)
  const page = await browse(invoice.hosted_url)
  assert.doesNotMatch(page.text, /\/pay"/)
  assert.equal(await pressPay(invoice), invoice.hosted_url)
  await until('the invoice not to wait any more', async () => {
    const rows = await w.sql('select 1 from invoices where collect_at is not null')
    return rows.length === 0
  })
  assert.deepEqual(await attemptsOf(invoice), [])
})

test('a disabled gateway begins nothing, and what it has begun goes on', async () => {
  const { customer, method } = await saver()
  const before = await makeFinalized(api)
  const begun = await begin(before)
  await change(gateway, { status: 'disabled' })
  // The simulated gateway serves again.
  const invoice = await makeFinalized(api, { customer_id: customer.id })
  const body = { payment_method_id: method.id }
  const refusal = await api.post(`${INVOICES}/${invoice.id}/pay`, { body })
  refused(refusal, 400, 'method_not_reusable', 'payment_method_id')
  refused(await api.post(`${INVOICES}/${invoice.id}/pay`, { body: {} }), 400, 'method_not_reusable')
  assert.match(await pressPay(invoice), /\/simulated\//)
  assert.equal(await pressPay(before), begun.action_url)
  standIn.books.complete(begun.gateway_ref)
  await notify(gateway, begun)
  await payment(before, 'settled')
  const simulated = await makeFinalized(api)
  await payOnline(simulated, CARD.pays, { saves: true })
  const { payment_method_id, gateway_id } = await payment(simulated, 'settled')
  assert.equal(gateway_id, null)
  await change(gateway, { status: 'active' })
  const later = await makeFinalized(api, { customer_id: simulated.customer_id })
  const ofSimulated = await api.post(`${INVOICES}/${later.id}/pay`, { body: { payment_method_id } })
  refused(ofSimulated, 400, 'method_not_reusable', 'payment_method_id')
})

test('a payment uses the default gateway for its currency, or the oldest', async () => {
  const key = keys.otherTest
  const pays = async (currency: string) => {
    const invoice = await makeFinalized(api, { currency }, { key })
    await pressPay(invoice)
    const [begun] = await attemptsOf(invoice, key)
    return begun.gateway_id
  }
  const euros = await add({ currencies: ['eur'] }, key)
  const all = await add({}, key)
  const francs = await add({ currencies: ['chf', 'eur'], default: true }, key)
  assert.deepEqual(
    [await pays('eur'), await pays('cad'), await pays('chf')],
    [francs.id, all.id, francs.id],
  )
  for (const { id } of [francs, all]) {
    const body = { status: 'disabled' }
    await bodyOf(api.patch(`/v1/gateways/${id}`, { key, body }), 200)
  }
  assert.deepEqual(
    [await pays('eur'), await pays('cad'), await pays('chf')],
    [euros.id, null, null],
  )
})

test('a live environment has no payments online without a gateway, and then has them', async () => {
  const key = keys.live
  const invoice = await makeFinalized(api, { currency: 'cad' }, { key })
  assert.equal(await pressPay(invoice), invoice.hosted_url)
  const path = `${INVOICES}/${invoice.id}/pay`
  refused(await api.post(path, { key, body: {} }), 400, 'gateway_not_configured')
  const live = await add({ secret_key: LIVE_KEY, currencies: ['usd'] }, key)
  refused(await api.post(path, { key, body: {} }), 400, 'currency_not_supported')
  const body = { currencies: ['usd', 'cad'] }
  await bodyOf(api.patch(`/v1/gateways/${live.id}`, { key, body }), 200)
  const begun = await begin(invoice, key)
  standIn.books.complete(begun.gateway_ref, {}, true)
  assert.equal((await notify(live, begun, { environment: 2 })).status, 200)
  assert.equal((await payment(invoice, 'settled', key)).gateway_id, live.id)
})

test('Stripe forgets a detached card, also after a failure, and that of an erased customer', async () => {
  const [first, second] = [await saver(), await saver()]
  const kept = (ref: string) => standIn.books.methods.get(ref)?.customer
  const last = 'select gateway_ref from payment_methods order by created_at desc, id desc limit 1'
  const [{ gateway_ref: ref } = {}] = await w.sql<{ gateway_ref: string }>(last)
  standIn.fault = { at: 'POST /v1/payment_methods', is: 'busy' }
  await bodyOf(api.post(`/v1/payment_methods/${second.method.id}/detach`, { body: {} }), 200)
  await until('the failure', async () => standIn.fault === undefined)
  assert.ok(kept(ref as string), 'not forgotten yet')
  const due = 'update payment_methods set forget_at = created_at where forget_at is not null'
  await until('Stripe to forget it', async () => {
    await w.sql(due)
    return kept(ref as string) === null
  })
  await bodyOf(api.post(`/v1/customers/${first.customer.id}/erase`, { body: {} }), 200)
  await until('Stripe to forget the card of the erased customer', async () => {
    const rows = await w.sql(
      'select gateway_ref from payment_methods where display is null and forget_at is null',
    )
    const refs = rows.map(({ gateway_ref }) => gateway_ref)
    return refs.length === 1 && kept(refs[0]) === null
  })
})

test('a dispute at Stripe takes the money when Stripe does, and returns it when it is won', async () => {
  const { id, gateway_ref } = await pay()
  const dispute = standIn.books.contest(gateway_ref)
  /** Sends an event about the dispute; returns the dispute here once it has a status. */
  const report = async (type: string, status: string): Promise<Made> => {
    assert.equal((await send(gateway, signed(`charge.dispute.${type}`, dispute))).status, 200)
    return until(`a dispute that is ${status}`, async () => {
      const [found] = (await get(api, `/v1/disputes?payment_id=${id}`)).data
      return found?.status === status && found
    })
  }
  dispute.status = 'warning_needs_response'
  const inquiry = await report('created', 'needs_response')
  assert.deepEqual([inquiry.amount, inquiry.amount_withdrawn], [5997, 0])
  assert.equal(Date.parse(inquiry.evidence_due_by), Number(dispute.evidence_details.due_by) * 1000)
  dispute.status = 'under_review'
  standIn.books.moveDisputed(dispute, -1)
  assert.equal((await report('funds_withdrawn', 'under_review')).amount_withdrawn, 5997)
  assert.equal((await get(api, `${PAYMENTS}/${id}`)).amount_reversed, 5997)
  dispute.status = 'won'
  standIn.books.moveDisputed(dispute, 1)
  assert.notEqual((await report('closed', 'won')).returned_at, null)
  const { status, amount_reversed } = await get(api, `${PAYMENTS}/${id}`)
  assert.deepEqual([status, amount_reversed], ['settled', 0])
})

test('a card that is saved without paying is kept after the event, or when Stripe is asked', async () => {
  const customer = await makeCustomer(api)
  const body = { customer_id: customer.id, return_url: 'https://app.example/billing' }
  const begun = await bodyOf(api.post('/v1/payment_methods/setup', { body }), 200)
  assert.match(begun.url, /^https:\/\/checkout\.stripe\.com\//)
  const [session] = [...standIn.books.sessions.values()].filter(({ mode }) => mode === 'setup')
  assert.equal(session?.success_url, 'https://app.example/billing')
  standIn.books.complete(session?.id as string)
  const event = signed('checkout.session.completed', session as object)
  assert.equal((await send(gateway, event)).status, 200)
  const path = `/v1/payment_methods/${begun.payment_method_id}`
  const saved = await until('the card', async () => {
    const answer = await api.get(path)
    return answer.status === 200 && answer.body
  })
  assert.deepEqual([saved.gateway_id, saved.status], [gateway.id, 'active'])
  await until('the page to be done', async () => {
    return (await w.sql('select 1 from gateway_setups')).length === 0
  })
})

/** A payment of an invoice at Stripe. */
async function pay(): Promise<Made> {
  const invoice = await makeFinalized(api)
  const begun = await begin(invoice)
  standIn.books.complete(begun.gateway_ref)
  await notify(gateway, begun)
  return payment(invoice, 'settled')
}

/** A note on the invoice of a payment that refunds this much. */
async function refunding({ invoice_id }: Made, amount: number) {
  const body = { invoice_id, reason: 'goodwill', amount, refund: amount }
  const note = await bodyOf(api.post('/v1/credit_notes', { body }), 201)
  const [refund] = (await get(api, `/v1/refunds?credit_note_id=${note.id}`)).data
  return { note, refund: refund as Made }
}
const refundIs = ({ id }: Made, status: string): Promise<Made> =>
  until(`a refund to be ${status}`, async () => {
    const refund = await get(api, `/v1/refunds/${id}`)
    return refund.status === status && refund
  })
/** What Stripe has of a refund. */
const there = ({ id }: Made) =>
  [...standIn.books.refunds.values()].find(({ metadata }) => metadata?.refund === id)

test('a refund whose response is lost is paid once, known by its event, and can fail later', async () => {
  const paid = await pay()
  standIn.fault = { at: 'POST /v1/refunds', is: 'lost' }
  const { note, refund } = await refunding(paid, 2_000)
  const made = await until('Stripe to have the refund', () => there(refund))
  await until('the lost response', () => standIn.fault === undefined)
  const [event, signature] = signed('refund.updated', made)
  const elsewhere = { ...made, metadata: { ...made.metadata, environment: '2' } }
  assert.equal((await send(gateway, signed('refund.updated', elsewhere))).status, 200)
  const waits = await get(api, `/v1/refunds/${refund.id}`)
  assert.deepEqual([waits.status, waits.gateway_ref], ['pending', null])
  // Also if the event comes before the call is given up.
  await until('the refund to be known', async () => {
    assert.equal((await send(gateway, [event, signature])).status, 200)
    return (await get(api, `/v1/refunds/${refund.id}`)).status === 'succeeded'
  })
  const known = await refundIs(refund, 'succeeded')
  assert.equal(known.gateway_ref, made.id)
  assert.equal(standIn.books.refundedOf(paid.gateway_ref), 2_000)

  const failed = standIn.books.endRefund(made.id, 'expired_or_canceled_card')
  await send(gateway, signed('refund.failed', failed))
  const { failure_reason } = await refundIs(refund, 'failed')
  assert.equal(failure_reason, 'The card has expired or was canceled.')
  const body = { credit_note_id: note.id, payment_id: paid.id }
  await refundIs(await bodyOf(api.post('/v1/refunds', { body }), 201), 'succeeded')
  assert.equal(standIn.books.refundedOf(paid.gateway_ref), 2_000)
})

test('a refund of a payment that Stripe has refunded already fails', async () => {
  const paid = await pay()
  standIn.books.refund({ payment_intent: paid.gateway_ref, amount: 1, metadata: {} })
  const { refund } = await refunding(paid, 5_997)
  const { failure_reason, gateway_ref } = await refundIs(refund, 'failed')
  assert.equal(failure_reason, 'At Stripe, the payment does not have this amount left.')
  assert.equal(gateway_ref, null)
})

test('a refund that Stripe refuses to take for three days needs a person, who cancels or waits', async () => {
  const [one, other] = [await pay(), await pay()]
  await change(gateway, { secret_key: 'rk_test_limited1234' })
  const [first, second] = [await refunding(one, 1_000), await refunding(other, 500)]
  const refused = () =>
    w.sql('select 1 from refunds where sent_at is null and check_at > created_at')
  await until('both to be refused', async () => (await refused()).length === 2)
  const waiting = async () => (await get(api, '/v1/refunds?pending_with=you')).data
  assert.deepEqual(await waiting(), [])
  const later = (hours: number) =>
    advanceTo(api, new Date(Date.parse(second.refund.created_at) + hours * 3_600_000).toISOString())
  await later(97)
  const flagged = await waiting()
  assert.deepEqual(
    flagged.map(({ id }: Made) => id),
    [second.refund.id, first.refund.id],
  )
  const { data: delayed } = await get(api, '/v1/events?type=refund.delayed')
  assert.deepEqual(
    new Set(delayed.map(({ data }: Made) => data.object.id)),
    new Set([first.refund.id, second.refund.id]),
  )
  await bodyOf(api.post(`/v1/refunds/${first.refund.id}/cancel`), 200)
  await change(gateway, { secret_key: TEST_KEY })
  await later(125)
  const { flagged_at } = await refundIs(second.refund, 'succeeded')
  assert.equal(flagged_at, flagged[0].flagged_at)
  assert.deepEqual([there(first.refund), there(second.refund)?.amount], [undefined, 500])
  assert.deepEqual(await waiting(), [])
})
