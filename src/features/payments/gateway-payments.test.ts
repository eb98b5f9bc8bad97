// Payments by gateway, from the hosted page through the simulated gateway and back, by the test clock where time passes.

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
import { browse, CARD, payOnline, pressPay } from '../../../test/online.ts'

const w = await world({ after })
const { api, keys } = w

const paymentsOf = async ({ id }: Made): Promise<Made[]> =>
  (await get(api, `${PAYMENTS}?invoice_id=${id}`)).data
const read = ({ id }: Made) => get(api, `${INVOICES}/${id}`)
const eventsOf = async (id: string) =>
  (await allEvents(api)).filter(({ data }) => data.object.id === id).map(({ type }) => type)

test('a customer pays an invoice with a card on its page', async () => {
  const invoice = await makeFinalized(api)
  const { text } = await browse(invoice.hosted_url)
  assert.match(
    text,
    /<form method="post" action="\/i\/[^"]+\/pay"><button class="button">Pay CA\$59\.97</,
  )
  assert.deepEqual(await paymentsOf(invoice), [])

  const gateway = await pressPay(invoice)
  const [begun] = await paymentsOf(invoice)
  assert.deepEqual(
    [
      begun.status,
      begun.method,
      begun.amount,
      begun.initiated_by,
      begun.attempt,
      begun.allocations,
    ],
    ['requires_action', 'gateway', 5997, 'link', 1, []],
  )
  assert.equal(begun.action_url, gateway)
  assert.equal((await read(invoice)).amount_remaining, 5997)

  const { to } = await browse(gateway, { number: CARD.pays })
  assert.equal(to, `${invoice.hosted_url}?returned`)
  assert.match((await browse(to)).text, /Paid\. Thank you\./)
  const [paid] = await paymentsOf(invoice)
  assert.deepEqual(
    [paid.status, paid.action_url, paid.failure, paid.to_balance, paid.allocations],
    ['settled', null, null, 0, [{ invoice_id: invoice.id, amount: 5997 }]],
  )
  assert.match(paid.gateway_ref, /^sim_/)
  assert.ok(paid.captured_at >= paid.created_at)
  assert.equal((await read(invoice)).status, 'paid')
  assert.deepEqual(await eventsOf(paid.id), [
    'payment.pending',
    'payment.requires_action',
    'payment.settled',
  ])
})

test('the ledger has the money at the gateway, and what the gateway kept', async () => {
  const invoice = await makeFinalized(api)
  await payOnline(invoice, CARD.pays)
  const [{ id, fee }] = await paymentsOf(invoice)
  // 2.9 % of 59.97 is 1.73913; with 0.30, 2.03913.
  assert.equal(fee, 204)
  await bodyOf(api.post(`${PAYMENTS}/${id}/reverse`))
  const { data } = await get(api, `/v1/ledger/entries?object_id=${id}`)
  assert.deepEqual(
    data
      .toReversed()
      .map(({ kind, postings }: Made) => [
        kind,
        postings.map(({ account, debit, credit }: Made) => `${account} ${debit} ${credit}`),
      ]),
    [
      [
        'payment_settled',
        ['cash_gateway 59.97000000 0.00000000', 'receivable 0.00000000 59.97000000'],
      ],
      [
        'gateway_fee_charged',
        ['gateway_fees 2.04000000 0.00000000', 'cash_gateway 0.00000000 2.04000000'],
      ],
      // The gateway does not return its fee.
      [
        'payment_reversed',
        ['receivable 59.97000000 0.00000000', 'cash_gateway 0.00000000 59.97000000'],
      ],
    ],
  )
})

const DECLINED: [number: string, decline: string, retryable: boolean, shown: RegExp][] = [
  ['4000000000000002', 'generic_decline', true, /The bank declined it\./],
  ['4000000000000341', 'generic_decline', true, /The bank declined it\./],
  ['4000000000009995', 'insufficient_funds', true, /doesn’t have enough money/],
  ['4000000000009987', 'lost_card', false, /Contact your bank/],
  ['4000000000009979', 'stolen_card', false, /Contact your bank/],
  ['4000000000000069', 'expired_card', false, /The card has expired/],
  ['4000000000000119', 'processing_error', true, /couldn’t process it/],
]

for (const [number, decline_code, retryable, shown] of DECLINED) {
  test(`${number} is declined: ${decline_code}`, async () => {
    const invoice = await makeFinalized(api)
    const text = await payOnline(invoice, number)
    assert.match(text, shown)
    // The customer can try again at once.
    assert.match(text, /Pay CA\$59\.97/)
    const [failed] = await paymentsOf(invoice)
    const { status, failure, action_url, captured_at } = failed
    assert.deepEqual([status, action_url, captured_at], ['failed', null, null])
    assert.deepEqual([failure.decline_code, failure.retryable], [decline_code, retryable])
    assert.equal((await read(invoice)).status, 'posted')
    await payOnline(invoice, CARD.pays)
    const [second, first] = await paymentsOf(invoice)
    assert.deepEqual([first.status, second.status, second.attempt], ['failed', 'settled', 2])
  })
}

/** Enters a card that has to be confirmed, and answers the bank's question. */
async function confirmed(invoice: Made, number: string, confirm: 'yes' | 'no'): Promise<string> {
  const page = await pressPay(invoice)
  const asked = await browse(page, { number })
  assert.equal(asked.status, 200)
  assert.match(asked.text, /Your bank asks you to confirm this payment/)
  assert.equal((await paymentsOf(invoice))[0].status, 'requires_action')
  return (await browse((await browse(page, { confirm })).to)).text
}

test('a card that has to be confirmed pays once the customer confirms', async () => {
  for (const number of ['4000002500003155', '4000002760003184']) {
    assert.match(await confirmed(await makeFinalized(api), number, 'yes'), /Paid\. Thank you\./)
  }
  const poor = await makeFinalized(api)
  await confirmed(poor, '4000008260003178', 'yes')
  assert.equal((await paymentsOf(poor))[0].failure.decline_code, 'insufficient_funds')
  const declined = await makeFinalized(api)
  assert.match(await confirmed(declined, '4000002760003184', 'no'), /wasn’t confirmed to your bank/)
  assert.equal((await paymentsOf(declined))[0].failure.decline_code, 'authentication_failed')
})

test('a number that is not a test number is refused, and not stored', async () => {
  const invoice = await makeFinalized(api)
  const page = await pressPay(invoice)
  const { status, text } = await browse(page, { number: '4111 1111 1111 1111' })
  assert.equal(status, 200)
  assert.match(text, /This is not a test number/)
  assert.doesNotMatch(text, /4111/)
  assert.equal((await paymentsOf(invoice))[0].status, 'requires_action')
  await browse(page, { number: '4242 4242 4242 4242' })
  // Every table that holds text, read as text.
  const tables = await w.sql(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  for (const { name } of tables) {
    const found = await w.sql(`select 1 from "${name}" t where t::text like any ($1) limit 1`, [
      ['%4111111111111111%', '%4242424242424242%', '%4111 1111%', '%4242 4242%'],
    ])
    assert.deepEqual(found, [], String(name))
  }
})

test('two tabs and a second press are one payment', async () => {
  const invoice = await makeFinalized(api)
  const pages = await Promise.all(Array.from({ length: 8 }, () => pressPay(invoice)))
  assert.equal(new Set(pages).size, 1)
  const ends = await Promise.all(pages.map((page) => browse(page, { number: CARD.pays })))
  assert.ok(ends.every(({ status }) => status === 303))
  const payments = await paymentsOf(invoice)
  assert.deepEqual(
    payments.map(({ status, amount }) => [status, amount]),
    [['settled', 5997]],
  )
  assert.equal((await read(invoice)).amount_paid, 5997)
  // The page of a paid invoice offers nothing to pay.
  assert.equal((await browse(`${invoice.hosted_url}/pay`, {})).to, invoice.hosted_url)
  assert.equal((await paymentsOf(invoice)).length, 1)
})

const becomes = (invoice: Made, status: string) =>
  until(`the payment to be ${status}`, async () => (await paymentsOf(invoice))[0].status === status)
const cancel = ({ id }: Made) => api.post(`${PAYMENTS}/${id}/cancel`)

test('a payment that waits for the customer is canceled, and the invoice paid in another way', async () => {
  const invoice = await makeFinalized(api)
  const page = await pressPay(invoice)
  const [begun] = await paymentsOf(invoice)
  assert.equal((await bodyOf(cancel(begun))).status, 'requires_action')
  await becomes(invoice, 'canceled')
  await browse(page, { number: CARD.pays })
  await becomes(invoice, 'canceled')
  assert.equal((await paymentsOf(invoice)).length, 1)
  await makePayment(api, invoice, { amount: 5997, currency: 'cad', method: 'cheque' })
  assert.equal((await read(invoice)).status, 'paid')
})

test('a payment that does not wait for the customer is not canceled', async () => {
  const invoice = await makeFinalized(api)
  await payOnline(invoice, CARD.debit)
  const [debit] = await paymentsOf(invoice)
  const charging = refused(await cancel(debit), 409, 'payment_not_cancelable')
  assert.match(charging.message, /^The gateway is charging this payment\./)
  const paid = await makeFinalized(api)
  await payOnline(paid, CARD.pays)
  const [settled] = await paymentsOf(paid)
  const over = refused(await cancel(settled), 409, 'payment_not_cancelable')
  assert.match(over.message, /^This payment is settled\./)
})

test('an invoice that is voided is not paid on a page that is still open', async () => {
  const invoice = await makeFinalized(api)
  const page = await pressPay(invoice)
  const [{ created_at }] = await paymentsOf(invoice)
  await bodyOf(api.post(`${INVOICES}/${invoice.id}/void`))
  await advanceTo(api, new Date(Date.parse(created_at) + 3_600_000).toISOString())
  await becomes(invoice, 'canceled')
  assert.doesNotMatch((await browse(page)).text, /number/)
})

const dayOf = (instant: string | null) => (instant ?? '').slice(0, 10)

test('money that the invoice no longer needs becomes credit', async () => {
  const invoice = await makeFinalized(api)
  const page = await pressPay(invoice)
  await makePayment(api, invoice, { amount: 5000, currency: 'cad', method: 'cheque' })
  await browse(page, { number: CARD.pays })
  const [, late] = await paymentsOf(invoice)
  assert.deepEqual([late.status, late.amount, late.to_balance], ['settled', 5997, 5000])
  assert.equal((await read(invoice)).status, 'paid')
  assert.deepEqual(await eventsOf(late.id), [
    'payment.pending',
    'payment.requires_action',
    'payment.unexpected',
  ])
  const void_ = await makeFinalized(api)
  const other = await pressPay(void_)
  await bodyOf(api.post(`${INVOICES}/${void_.id}/void`), 200)
  await browse(other, { number: CARD.pays })
  const [all] = await paymentsOf(void_)
  assert.deepEqual([all.status, all.to_balance, all.allocations], ['settled', 5997, []])
  const credit = await get(api, `/v1/customers/${void_.customer_id}/credit_transactions`)
  assert.deepEqual(
    credit.data.map(({ type, amount }: Made) => [type, amount]),
    [['overpaid', '59.97000000']],
  )
})

test('only money that arrived is reversed or moved', async () => {
  const invoice = await makeFinalized(api)
  await pressPay(invoice)
  const [{ id }] = await paymentsOf(invoice)
  refused(await api.post(`${PAYMENTS}/${id}/reverse`), 409, 'payment_not_settled')
  const parts = { body: { allocations: [{ invoice_id: invoice.id }] } }
  refused(await api.post(`${PAYMENTS}/${id}/allocate`, parts), 409, 'payment_not_settled')
  refused(await api.post(`${PAYMENTS}/${id}/deallocate`, parts), 409, 'payment_not_settled')
  refused(await api.post(`${PAYMENTS}/${id}/to_balance`), 409, 'payment_not_settled')
})

test('a payment by gateway is not recorded by hand', async () => {
  const { id: invoice_id } = await makeFinalized(api)
  const body = { invoice_id, amount: 1, currency: 'cad', method: 'gateway' }
  refused(await api.post(PAYMENTS, { body }), 400, 'parameter_invalid', 'method')
})

test('reading pages begins nothing, and a live environment has no simulated gateway', async () => {
  const invoice = await makeFinalized(api)
  for (const method of ['GET', 'HEAD']) {
    await fetch(invoice.hosted_url, { method })
    assert.equal((await fetch(`${invoice.hosted_url}/pay`, { method })).status, 404)
  }
  assert.deepEqual(await paymentsOf(invoice), [])
  const live = await makeFinalized(api, {}, { key: keys.live })
  assert.doesNotMatch((await browse(live.hosted_url)).text, /<form/)
  assert.equal((await browse(`${live.hosted_url}/pay`, {})).to, live.hosted_url)
  assert.deepEqual((await get(api, PAYMENTS, { key: keys.live })).data, [])
  assert.equal((await browse(`${invoice.hosted_url.slice(0, -4)}0000/pay`, {})).status, 404)
  assert.equal((await browse(new URL('/simulated/1-none', invoice.hosted_url).href)).status, 404)
})

test('the page speaks French to a customer who does', async () => {
  const { id: customer_id } = await makeCustomer(api, { language: 'fr' })
  const invoice = await makeFinalized(api, { customer_id })
  assert.match((await browse(invoice.hosted_url)).text, /Payer 59,97/)
  assert.match(await payOnline(invoice, '4000000000009995'), /pas assez approvisionné/)
})

// The clock only goes forward, so what follows takes place in June 2027 and later.
test('a debit settles or fails three days later', async () => {
  await advanceTo(api, '2027-06-01T09:00:00.000Z')
  const [good, bad] = [await makeFinalized(api), await makeFinalized(api)]
  assert.match(await payOnline(good, CARD.debit), /Your payment of CA\$59\.97 is on its way/)
  await payOnline(bad, CARD.failingDebit)
  assert.equal((await paymentsOf(good))[0].status, 'processing')
  // Nothing can be paid twice while the debit is on its way.
  assert.equal((await browse(`${good.hosted_url}/pay`, {})).to, good.hosted_url)
  await advanceTo(api, '2027-06-04T08:00:00.000Z')
  assert.equal((await paymentsOf(good))[0].status, 'processing')
  await advanceTo(api, '2027-06-04T12:00:00.000Z')
  const [settled] = await paymentsOf(good)
  assert.deepEqual(
    [settled.status, settled.received_on, dayOf(settled.captured_at)],
    ['settled', '2027-06-04', '2027-06-04'],
  )
  assert.equal((await read(good)).status, 'paid')
  const [failed] = await paymentsOf(bad)
  assert.deepEqual([failed.status, failed.failure.decline_code], ['failed', 'debit_failed'])
  assert.match((await browse(bad.hosted_url)).text, /The bank returned the debit unpaid/)
})

test('a confirmation that is lost is asked for a minute later', async () => {
  const invoice = await makeFinalized(api)
  const text = await payOnline(invoice, CARD.lostAnswer)
  assert.match(text, /We are waiting for the confirmation of your payment/)
  assert.equal((await paymentsOf(invoice))[0].status, 'requires_action')
  // A customer who presses Pay again in that minute is not charged twice.
  assert.equal((await browse(await pressPay(invoice), { number: CARD.pays })).status, 303)
  await advanceTo(api, '2027-06-05T12:00:00.000Z')
  const payments = await paymentsOf(invoice)
  assert.deepEqual(
    payments.map(({ status, amount }) => [status, amount]),
    [['settled', 5997]],
  )
})

test('a page that the customer leaves is given up after 23 hours', async () => {
  const invoice = await makeFinalized(api)
  const page = await pressPay(invoice)
  await advanceTo(api, '2027-06-06T10:00:00.000Z')
  assert.equal((await paymentsOf(invoice))[0].status, 'requires_action')
  await advanceTo(api, '2027-06-06T13:00:00.000Z')
  const [given] = await paymentsOf(invoice)
  assert.deepEqual([given.status, given.action_url], ['canceled', null])
  // The old page leads back to the invoice, where a new payment can begin.
  assert.match((await browse(page)).to, /returned$/)
  await payOnline(invoice, CARD.pays)
  assert.deepEqual(
    (await paymentsOf(invoice)).map(({ status }) => status),
    ['settled', 'canceled'],
  )
})
