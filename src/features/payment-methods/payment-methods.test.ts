// Saved cards and accounts: saved while paying, charged by hand and as soon as an invoice is finalized.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import {
  allEvents,
  bodyOf,
  CUSTOMERS,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeFinalized,
  makeProduct,
  PAYMENTS,
  refused,
} from '../../../test/fixtures.ts'
import { until, world } from '../../../test/harness.ts'
import { browse, CARD, payOnline, pressPay } from '../../../test/online.ts'
import { SUBSCRIPTIONS } from '../../../test/subscribed.ts'

const w = await world({ after })
const { api, keys } = w

const METHODS = '/v1/payment_methods'

const methodsOf = async ({ id }: Made): Promise<Made[]> =>
  (await get(api, `${METHODS}?customer_id=cus_${id}`)).data
const paymentsOf = async (invoice_id: string): Promise<Made[]> =>
  (await get(api, `${PAYMENTS}?invoice_id=${invoice_id}`)).data
const eventsOf = async (id: string) =>
  (await allEvents(api)).filter(({ data }) => data.object.id === id).map(({ type }) => type)

/** The payment of an invoice, once it is no longer pending. */
const decided = (invoice_id: string): Promise<Made> =>
  until('the gateway to answer', async () => {
    const [payment] = await paymentsOf(invoice_id)
    return payment && payment.status !== 'pending' && payment
  })

/** A customer who saved a card while paying an invoice. */
async function saved(number: string, body: object = {}): Promise<{ customer: Made; method: Made }> {
  const customer = await makeCustomer(api, body)
  const invoice = await makeFinalized(api, { customer_id: customer.id })
  await payOnline(invoice, number, { saves: true })
  const [method] = await methodsOf(customer)
  return { customer, method }
}

const isSettled = ({ status }: Made) => status === 'settled'
/** How many of the gateway's charges are for these invoices, by its own list; fails if one was charged twice. */
async function chargesOf(invoices: Made[]): Promise<number> {
  const rows = await w.sql(
    "select description, count(*)::int as count from simulated_payments where status = 'settled' group by 1",
  )
  const numbers = new Set(invoices.map(({ number }) => number))
  const charges = rows.filter(({ description }) => numbers.has(description))
  assert.deepEqual(
    charges.filter(({ count }) => count !== 1),
    [],
  )
  return charges.length
}

/** What one of several who collect an invoice is answered. */
const RACED = ['payment_in_progress', 'invoice_not_payable']

/** Charges whose answers are lost; a campaign makes 10,000. */
const LOST = Number(process.env.SIMULATE_CHARGES ?? 20)
const AT_ONCE = 100

const finalizedFor = ({ id: customer_id }: Made) => makeFinalized(api, { customer_id })

test('a card is saved while paying, and is the default', async () => {
  const { customer, method } = await saved(CARD.pays)
  const { display, ...rest } = method
  assert.deepEqual(
    [rest.type, rest.status, rest.reusable, rest.customer_id, rest.detached_at],
    ['card', 'active', true, `cus_${customer.id}`, null],
  )
  assert.deepEqual([display.brand, display.last4, display.exp_month], ['visa', '4242', 12])
  const now = await get(api, `${CUSTOMERS}/${customer.id}`)
  assert.equal(now.default_payment_method_id, method.id)
  assert.deepEqual(await eventsOf(method.id), ['payment_method.attached'])
  const { data } = await get(api, `${PAYMENTS}?customer_id=cus_${customer.id}`)
  assert.equal(data[0].payment_method_id, method.id)
  // Without the wish to save it, nothing is kept.
  const other = await makeCustomer(api)
  await payOnline(await finalizedFor(other), CARD.pays)
  assert.deepEqual(await methodsOf(other), [])
})

const setUp = (body: object, ask = {}) => api.post(`${METHODS}/setup`, { body, ...ask })

test('a card is saved without paying, once, and charged later', async () => {
  const customer = await makeCustomer(api, { auto_pay_enabled: true })
  const back = 'https://app.example/billing?tab=1'
  const setup = await bodyOf(setUp({ customer_id: customer.id, return_url: back }), 200)
  refused(await api.get(`${METHODS}/${setup.payment_method_id}`), 404, 'resource_missing')
  assert.match((await browse(setup.url)).text, /Save a card or account/)
  assert.match((await browse(setup.url, { number: '4111111111111111' })).text, /not a test number/)
  assert.match((await browse(setup.url, { number: CARD.declined })).text, /declined this card/)
  assert.deepEqual(await methodsOf(customer), [])
  for (let time = 0; time < 2; time++)
    assert.equal((await browse(setup.url, { number: CARD.pays })).to, back)
  const [method, ...others] = await methodsOf(customer)
  assert.deepEqual([method.id, method.display.last4, others], [setup.payment_method_id, '4242', []])
  assert.deepEqual(await eventsOf(method.id), ['payment_method.attached'])
  const now = await get(api, `${CUSTOMERS}/${customer.id}`)
  assert.equal(now.default_payment_method_id, method.id)
  assert.equal((await decided((await finalizedFor(customer)).id)).status, 'settled')
})

test('a card that the bank wants confirmed is saved once it is, and a canceled one is not', async () => {
  const customer = await makeCustomer(api)
  const { url } = await bodyOf(setUp({ customer_id: customer.id }), 200)
  assert.match((await browse(url, { number: CARD.confirms })).text, /Your bank asks you to confirm/)
  const { to } = await browse(url, { confirm: 'no' })
  assert.match((await browse(to)).text, /You can close this page/)
  assert.deepEqual(await methodsOf(customer), [])
  const again = await bodyOf(setUp({ customer_id: customer.id }), 200)
  await browse(again.url, { number: CARD.confirms })
  await browse(again.url, { confirm: 'yes' })
  assert.equal((await methodsOf(customer)).length, 1)
})

test('a request to save a card is the same page if its key is the same', async () => {
  const { id: customer_id } = await makeCustomer(api)
  const ask = { headers: { 'idempotency-key': 'save-once' } }
  const [first, second] = [await setUp({ customer_id }, ask), await setUp({ customer_id }, ask)]
  assert.deepEqual(first.body, second.body)
})

test('a card is saved for a customer of this environment, where there is a gateway', async () => {
  const { id: customer_id } = await makeCustomer(api)
  const live = await makeCustomer(api, {}, { key: keys.live })
  refused(await setUp({ customer_id: 999_999 }), 400, 'resource_missing', 'customer_id')
  const script = { customer_id, return_url: 'javascript:alert(1)' }
  refused(await setUp(script), 400, 'parameter_invalid', 'return_url')
  refused(await setUp({ customer_id: live.id }, { key: keys.live }), 400, 'gateway_not_configured')
  // Characters of a host that would begin another directive, or another policy.
  for (const host of ['app.example;sandbox', 'app.example,sandbox']) {
    const { url } = await bodyOf(setUp({ customer_id, return_url: `https://${host}/` }), 200)
    const policy = (await fetch(url)).headers.get('content-security-policy') ?? ''
    assert.match(policy, /form-action 'self'/)
    assert.doesNotMatch(policy, /sandbox/)
  }
})

test('a saved card pays an invoice on request', async () => {
  const { customer, method } = await saved(CARD.pays)
  const invoice = await finalizedFor(customer)
  const answer = await api.post(`${INVOICES}/${invoice.id}/pay`)
  assert.equal(answer.status, 201)
  const { status, amount, initiated_by, payment_method_id } = answer.body
  assert.deepEqual(
    [status, amount, initiated_by, payment_method_id],
    ['pending', 5997, 'staff', method.id],
  )
  const payment = await decided(invoice.id)
  assert.deepEqual([payment.id, payment.status], [answer.body.id, 'settled'])
  assert.equal((await get(api, `${INVOICES}/${invoice.id}`)).status, 'paid')
})

test('a request with a key is charged once, however often it is sent', async () => {
  const { customer } = await saved(CARD.pays)
  const invoice = await finalizedFor(customer)
  const sent = { headers: { 'idempotency-key': 'pay-once' } }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => api.post(`${INVOICES}/${invoice.id}/pay`, sent)),
  )
  const made = answers.filter(({ status }) => status === 201)
  assert.ok(made.length >= 1)
  assert.equal(new Set(made.map(({ body }) => body.id)).size, 1)
  await decided(invoice.id)
  assert.equal((await paymentsOf(invoice.id)).length, 1)
})

test('an invoice that is being paid is not charged by anything else', async () => {
  const { customer } = await saved(CARD.pays)
  const invoice = await finalizedFor(customer)
  await pressPay(invoice)
  const [{ id }] = await paymentsOf(invoice.id)
  const { message } = refused(
    await api.post(`${INVOICES}/${invoice.id}/pay`),
    409,
    'payment_in_progress',
  )
  assert.match(message, new RegExp(id))
})

test('an impossible charge is refused', async () => {
  const { customer, method } = await saved(CARD.pays)
  const pay = (invoice: Made, body: object = {}, ask = {}) =>
    api.post(`${INVOICES}/${invoice.id}/pay`, { body, ...ask })
  const none = await makeFinalized(api)
  refused(await pay(none), 400, 'parameter_missing', 'payment_method_id')
  const foreign = { payment_method_id: method.id }
  refused(await pay(none, foreign), 400, 'resource_missing', 'payment_method_id')
  const live = await makeFinalized(api, {}, { key: keys.live })
  refused(await pay(live, {}, { key: keys.live }), 400, 'gateway_not_configured')
  const invoice = await finalizedFor(customer)
  await bodyOf(api.post(`${INVOICES}/${invoice.id}/void`), 200)
  refused(await pay(invoice), 409, 'invoice_not_payable')
  await bodyOf(api.post(`${METHODS}/${method.id}/detach`), 200)
  const open = await finalizedFor(customer)
  refused(await pay(open), 400, 'parameter_missing', 'payment_method_id')
  refused(await pay(open, foreign), 400, 'method_not_reusable', 'payment_method_id')
  refused(await api.post(`${METHODS}/${method.id}/default`), 400, 'method_not_reusable')
  assert.deepEqual(await paymentsOf(open.id), [])
})

test('a detached card is no longer the default, and detaching it again changes nothing', async () => {
  const { customer, method } = await saved(CARD.pays)
  const detached = await bodyOf(api.post(`${METHODS}/${method.id}/detach`), 200)
  assert.equal(detached.status, 'detached')
  assert.ok(detached.detached_at)
  const now = await get(api, `${CUSTOMERS}/${customer.id}`)
  assert.equal(now.default_payment_method_id, null)
  assert.deepEqual(await bodyOf(api.post(`${METHODS}/${method.id}/detach`), 200), detached)
  assert.deepEqual(await eventsOf(method.id), [
    'payment_method.attached',
    'payment_method.detached',
  ])
})

test('another card becomes the default on request', async () => {
  const { customer, method } = await saved(CARD.pays)
  await payOnline(await finalizedFor(customer), CARD.confirms, { saves: true })
  const [second] = await methodsOf(customer)
  const read = () => get(api, `${CUSTOMERS}/${customer.id}`)
  assert.equal((await read()).default_payment_method_id, method.id)
  await bodyOf(api.post(`${METHODS}/${second.id}/default`), 200)
  assert.equal((await read()).default_payment_method_id, second.id)
})

test('invoices of a customer who pays automatically are paid as they are finalized', async () => {
  const { customer, method } = await saved(CARD.pays, { auto_pay_enabled: true })
  const invoice = await finalizedFor(customer)
  const payment = await decided(invoice.id)
  assert.deepEqual(
    [payment.status, payment.initiated_by, payment.attempt, payment.payment_method_id],
    ['settled', 'auto', 1, method.id],
  )
  // Nothing to pay is not collected, and neither is a customer without the switch.
  const free = [{ description: 'Trial', quantity: 1, unit_amount: 0 }]
  const paid = await makeFinalized(api, { customer_id: customer.id, line_items: free })
  assert.deepEqual(await paymentsOf(paid.id), [])
  await bodyOf(
    api.send('PATCH', `${CUSTOMERS}/${customer.id}`, { body: { auto_pay_enabled: false } }),
    200,
  )
  assert.deepEqual(await paymentsOf((await finalizedFor(customer)).id), [])
})

test('a declined charge leaves the invoice open for another card', async () => {
  const { customer } = await saved('4000000000006002', { auto_pay_enabled: true })
  const invoice = await finalizedFor(customer)
  const failed = await decided(invoice.id)
  assert.deepEqual([failed.status, failed.failure.decline_code], ['failed', 'insufficient_funds'])
  assert.match((await browse(invoice.hosted_url)).text, /doesn’t have enough money/)
  await payOnline(invoice, CARD.pays)
  assert.equal((await get(api, `${INVOICES}/${invoice.id}`)).status, 'paid')
})

test('a charge that the bank wants confirmed waits for the customer on the page', async () => {
  const { customer } = await saved(CARD.confirms, { auto_pay_enabled: true })
  const invoice = await finalizedFor(customer)
  const waiting = await decided(invoice.id)
  assert.equal(waiting.status, 'requires_action')
  const page = await pressPay(invoice)
  assert.equal(page, waiting.action_url)
  await browse(page, { confirm: 'yes' })
  const [payment, ...others] = await paymentsOf(invoice.id)
  assert.deepEqual([payment.id, payment.status, others], [waiting.id, 'settled', []])
})

test('a card that asks only once is charged without the customer', async () => {
  const { customer } = await saved('4000002500003155', { auto_pay_enabled: true })
  assert.equal((await decided((await finalizedFor(customer)).id)).status, 'settled')
})

test('page, automatic charge, retry and staff at the same moment collect once', async () => {
  const { customer, method } = await saved(CARD.pays)
  await payOnline(await finalizedFor(customer), '5555555555554444', { saves: true })
  const other = (await methodsOf(customer)).find(({ id }) => id !== method.id) as Made
  await bodyOf(api.patch(`${CUSTOMERS}/${customer.id}`, { body: { auto_pay_enabled: true } }), 200)
  for (let round = 0; round < 6; round++) {
    const [now, next] = round % 2 === 0 ? [method, other] : [other, method]
    await bodyOf(api.post(`${METHODS}/${now.id}/default`), 200)
    const isRetry = round >= 2
    const script = { payment_method_id: now.id, outcomes: ['insufficient_funds'] }
    if (isRetry) await bodyOf(api.post('/v1/simulated_gateway/script', { body: script }), 200)
    const invoice = await finalizedFor(customer)
    if (isRetry) assert.equal((await decided(invoice.id)).status, 'failed')
    const [page, , ...answers] = await Promise.all([
      pressPay(invoice),
      // A new default method is tried at once, if an automatic charge failed.
      isRetry && api.post(`${METHODS}/${next.id}/default`),
      ...Array.from({ length: 3 }, () => api.post(`${INVOICES}/${invoice.id}/pay`)),
    ])
    for (const { status, body } of answers)
      assert.ok(status === 201 || RACED.includes(body.error.code))
    if (page?.includes('/simulated/')) await browse(page, { number: CARD.pays })
    await until('the payment', async () => {
      return (await get(api, `${INVOICES}/${invoice.id}`)).status === 'paid'
    })
    assert.equal((await paymentsOf(invoice.id)).filter(isSettled).length, 1)
    assert.equal(await chargesOf([invoice]), 1)
  }
})

// The clock only goes forward, so what follows takes place in January 2028 and later.
test('renewals are paid automatically, also when the answer of the gateway is lost', async () => {
  await advanceTo(api, '2028-01-10T09:00:00.000Z')
  const { id: product_id } = await makeProduct(api)
  const terms = { product_id, model: 'per_unit', unit_amount: 4700, interval: 'month' }
  const price = await bodyOf(api.post('/v1/prices', { body: terms }), 201)
  // The confirmation of its first payment is lost as well, and asked for a minute later.
  const customer = await makeCustomer(api, { auto_pay_enabled: true })
  await payOnline(await finalizedFor(customer), CARD.lostAnswer, { saves: true })
  await advanceTo(api, '2028-01-10T12:00:00.000Z')
  const items = [{ price_id: price.id, quantity: 1 }]
  const body = { customer_id: customer.id, items, start: '2028-01-10' }
  const subscription = await bodyOf(api.post(SUBSCRIPTIONS, { body }), 201)
  await advanceTo(api, '2028-04-10T12:00:00.000Z')
  const { data } = await get(api, `${INVOICES}?subscription_id=${subscription.id}`)
  assert.equal(data.length, 4)
  for (const invoice of data) {
    assert.equal(invoice.status, 'paid', invoice.number)
    const payments = await paymentsOf(invoice.id)
    assert.deepEqual(
      payments.map(({ status, amount, initiated_by }: Made) => [status, amount, initiated_by]),
      [['settled', 4700, 'auto']],
    )
  }
  assert.equal(await chargesOf(data), 4)
})

test(`${LOST} charges are made once although every answer is lost`, async () => {
  await advanceTo(api, '2028-05-01T09:00:00.000Z')
  const customer = await makeCustomer(api, { auto_pay_enabled: true })
  await payOnline(await finalizedFor(customer), CARD.lostAnswer, { saves: true })
  await advanceTo(api, '2028-05-01T12:00:00.000Z')
  let at = Date.parse('2028-05-02T00:00:00.000Z')
  for (let left = LOST; left > 0; left -= AT_ONCE) {
    const some = Array.from({ length: Math.min(left, AT_ONCE) }, () => finalizedFor(customer))
    const invoices = await Promise.all(some)
    await until('the lost answers to be found', async () => {
      // Asked again after a minute, five minutes, an hour.
      at += 3_600_000
      await advanceTo(api, new Date(at).toISOString())
      const { data } = await get(api, `${INVOICES}?customer_id=cus_${customer.id}&status=posted`)
      return data.length === 0
    })
    assert.equal(await chargesOf(invoices), invoices.length)
    for (const { id } of invoices.slice(0, 3))
      assert.deepEqual((await paymentsOf(id)).map(isSettled), [true])
  }
})

test('methods of an erased customer have no personal data', async () => {
  const { customer, method } = await saved(CARD.pays)
  await bodyOf(api.post(`${CUSTOMERS}/${customer.id}/erase`, { body: { documents: 'erase' } }))
  await until('the erasure', async () => {
    const now = await get(api, `${METHODS}/${method.id}`)
    return now.display === null
  })
})
