// A gateway that is down for a day while invoices fall due: afterwards each is charged once, in the order in which they fell
// due, and no customer was written to as if a card had been declined. Stripe is a stand-in.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from './clock.ts'
import { bodyOf, get, INVOICES, type Made, makeCustomer, makeFinalized } from './fixtures.ts'
import { until, world } from './harness.ts'
import { signed, WEBHOOK_SECRET } from './stripe/gateway.ts'
import { startStripe, TEST_KEY } from './stripe/server.ts'

/** Invoices that fall due during the outage; a campaign has 1,000. */
const DUE = Number(process.env.SIMULATE_DUE ?? 24)
const HOURS = 24
/** Hours between those that fall due together. */
const STEP = 4
/** As many are charged at once. */
const ROUND = 100
const HOUR_MS = 3_600_000
/** Setting up more at once is not faster. */
const AT_ONCE = 20
/** One in so many cards is declined. */
const DECLINED_EACH = 6

const standIn = await startStripe({ after })
const { books } = standIn
const w = await world({ after }, { settings: { STRIPE_URL: standIn.url } })
const { api } = w

const secrets = { secret_key: TEST_KEY, webhook_secret: WEBHOOK_SECRET }
const gateway = await bodyOf(
  api.post('/v1/gateways', { body: { type: 'stripe', name: 'Stripe', ...secrets } }),
  201,
)

/** Does something for each number below `count`, a few at once; returns the results in order. */
async function each<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let first = 0; first < count; first += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - first)
    results.push(
      ...(await Promise.all(Array.from({ length: size }, (_, index) => work(first + index)))),
    )
  }
  return results
}

/** A customer who pays automatically with a card saved at Stripe. */
async function saver(index: number): Promise<number> {
  const { id } = await makeCustomer(api, { auto_pay_enabled: true, email: 'pay@maple.example' })
  const { payment_method_id, url } = await bodyOf(
    api.post('/v1/payment_methods/setup', { body: { customer_id: id } }),
    200,
  )
  const session = [...books.sessions.values()].find((one) => one.url === url)
  assert.ok(session)
  const declines = { code: 'card_declined', decline_code: 'insufficient_funds' }
  books.complete(session.id, isDeclined(index) ? { declines } : {})
  const [body, headers] = signed('checkout.session.completed', session)
  assert.equal((await fetch(gateway.webhook_url, { method: 'POST', body, headers })).status, 200)
  await until('the card', async () => {
    return (await api.get(`/v1/payment_methods/${payment_method_id}`)).status === 200
  })
  return id
}
const isDeclined = (index: number) => index % DECLINED_EACH === 0

const START = Date.parse('2027-06-01T00:00:00.000Z')
const hoursLater = (hours: number) =>
  advanceTo(api, new Date(START + hours * HOUR_MS).toISOString())
const countOf = async (list: string) => (await get(api, list)).total_count

test('after an outage of a day, each invoice is charged once within an hour, the oldest first', async (t) => {
  const customers = await each(DUE, saver)
  await hoursLater(0)
  standIn.isDown = true
  const invoices: Made[] = []
  for (let hours = 0; hours < HOURS; hours += STEP) {
    const from = invoices.length
    const to = Math.ceil(((hours + STEP) * DUE) / HOURS)
    const made = await each(to - from, (offset) =>
      makeFinalized(api, { customer_id: customers[from + offset] }),
    )
    invoices.push(...made)
    // With a thousand waiting charges, an hour takes half a minute.
    for (let hour = hours + 1; hour <= hours + STEP; hour++) await hoursLater(hour)
  }
  assert.equal(invoices.length, DUE)
  assert.equal(await countOf('/v1/payments?status=pending'), DUE)
  assert.equal(await countOf('/v1/emails?kind=payment_failed'), 0)
  assert.equal(books.intents.size, 0)
  standIn.isDown = false
  const began = performance.now()
  await hoursLater(HOURS + 1)
  const seconds = Math.ceil((performance.now() - began) / 1_000)
  t.diagnostic(`${DUE} invoices were charged within ${seconds} s.`)

  const ranks = new Map<string, number>()
  for (const [index, { id }] of invoices.entries()) {
    const [payment, ...others] = (await get(api, `/v1/payments?invoice_id=${id}`)).data
    const { status } = await get(api, `${INVOICES}/${id}`)
    const emails = (await get(api, `/v1/emails?invoice_id=${id}`)).data
    assert.deepEqual(
      [payment.status, payment.initiated_by, others, status],
      isDeclined(index) ? ['failed', 'auto', [], 'posted'] : ['settled', 'auto', [], 'paid'],
    )
    assert.deepEqual(
      emails.map(({ kind }: Made) => kind),
      [isDeclined(index) ? 'payment_failed' : 'receipt', 'invoice'],
    )
    ranks.set(payment.id, index)
  }
  // By the gateway's own books.
  const charged = [...books.intents.values()].map(({ metadata }) => metadata.payment as string)
  assert.deepEqual([charged.length, new Set(charged)], [DUE, new Set(ranks.keys())])
  for (const [position, payment] of charged.entries())
    assert.ok(Math.abs(position - (ranks.get(payment) as number)) < ROUND + AT_ONCE, `${position}`)
})

test('a payment without an answer for three days needs a person, until the gateway says what became of it', async () => {
  const customer_id = await saver(1)
  standIn.isDown = true
  const { id } = await makeFinalized(api, { customer_id })
  const failing = async () => {
    const { attention } = await get(api, '/v1/summary')
    return attention.find(({ kind }: Made) => kind === 'payments_unanswered')
  }
  // The charge began 25 hours after the start.
  await hoursLater(25 + 71)
  assert.deepEqual([(await failing()).count, (await failing()).totals], [0, []])
  await hoursLater(25 + 73)
  const { count, totals, url } = await failing()
  assert.deepEqual([count, totals], [1, [{ currency: 'cad', amount: 5997, amount_exact: '5997' }]])
  const { data } = await get(api, url)
  assert.deepEqual(
    data.map(({ invoice_id, status }: Made) => [invoice_id, status]),
    [[id, 'pending']],
  )
  const others = await countOf('/v1/payments?needs_attention=false&method=gateway')
  assert.equal(others, (await countOf('/v1/payments?method=gateway')) - 1)
  standIn.isDown = false
  await hoursLater(25 + 98)
  assert.equal((await failing()).count, 0)
  assert.equal((await get(api, `${INVOICES}/${id}`)).status, 'paid')
})
