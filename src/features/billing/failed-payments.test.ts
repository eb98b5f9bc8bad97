// Automatic payments that fail: the subscription is past due in the same commit, and the customer gets one email.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { allEvents, bodyOf, get, INVOICES, type Made, PAYMENTS } from '../../../test/fixtures.ts'
import { until } from '../../../test/harness.ts'
import { browse, CARD, payOnline, pressPay } from '../../../test/online.ts'
import { savingCards } from '../../../test/savers.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const { api } = await sharedWorld({ after })
const { subscribed, act, subscription, invoicesOf } = await subscribing(api)
const { saver, decided } = savingCards(api)

const EMAIL = 'pay@maple.example'
const LATE = { payment_terms_days: 365 }

/** A subscription whose customer pays with a card, and its first invoice, once the gateway has answered. */
async function charged(number: string, body: object = {}, person: object = { email: EMAIL }) {
  const [customer_id] = await saver([number], person)
  const { id } = await subscribed({ customer_id, collection: 'charge', ...LATE, ...body })
  const [invoice] = (await invoicesOf(id)) as [Made]
  await decided(invoice)
  return { id, customer_id, invoice }
}

const statusOf = async (id: string): Promise<string> => (await subscription(id)).status

const emailsOf = async ({ id }: Made, kind = 'payment_failed'): Promise<Made[]> => {
  const { data } = await get(api, `/v1/emails?invoice_id=${id}&kind=${kind}`)
  return Promise.all(data.map((each: Made) => get(api, `/v1/emails/${each.id}`)))
}

test('a declined charge makes the subscription past due in the same commit, until it is paid', async () => {
  const { id, invoice, customer_id } = await charged(CARD.declinesLater)
  assert.equal(await statusOf(id), 'past_due')
  const events = (await allEvents(api)).filter(
    ({ data }) => data.object.id === id || data.object.customer_id === customer_id,
  )
  const at = events.findIndex(({ type }) => type === 'payment.failed')
  const failed = events.slice(at, at + 3)
  assert.deepEqual(
    failed.map(({ type, created_at }) => [type, created_at === failed[0]?.created_at]),
    [
      ['payment.failed', true],
      ['invoice.payment_failed', true],
      ['subscription.past_due', true],
    ],
  )
  assert.equal(failed[1]?.data.object.id, invoice.id)
  const [email, ...more] = await emailsOf(invoice)
  assert.deepEqual([email?.to, email?.customer_id, more], [EMAIL, customer_id, []])
  assert.match(email?.subject, new RegExp(`^Payment failed: invoice ${invoice.number}`))
  assert.match(email?.text, /We could not charge CA\$90\.00 for invoice INV-\d+/)
  assert.ok(email?.text.includes(new URL(invoice.hosted_url).pathname), email?.text)

  await payOnline(invoice, CARD.pays)
  assert.equal(await statusOf(id), 'active')
  const last = (await allEvents(api)).filter(({ data }) => data.object.id === id).at(-1)
  assert.deepEqual(
    [last?.type, last?.data.previous_attributes?.status],
    ['subscription.updated', 'past_due'],
  )
})

test('a subscription is active again when the last of its failed and overdue invoices is settled', async () => {
  await advanceTo(api, '2027-01-10T12:00:00.000Z')
  const { id, invoice } = await charged(CARD.declinesLater, { start: '2027-01-10' })
  // Each renewal is charged, and fails, although the clock jumps over three.
  await advanceTo(api, '2027-04-15T12:00:00.000Z')
  const invoices = await invoicesOf(id)
  assert.equal(invoices.length, 4)
  for (const each of invoices) {
    assert.deepEqual([each.status, (await decided(each)).status], ['posted', 'failed'])
    assert.equal((await emailsOf(each)).length, 1)
  }
  const [, paid, voided, noted] = invoices as [Made, Made, Made, Made]
  const rest = { invoice_id: paid.id, amount: 9000, method: 'cheque' }
  await bodyOf(api.post(PAYMENTS, { body: rest }), 201)
  await bodyOf(api.post(`${INVOICES}/${voided.id}/void`), 200)
  const note = { invoice_id: noted.id, amount: 9000, reason: 'goodwill' }
  await bodyOf(api.post('/v1/credit_notes', { body: note }), 201)
  assert.equal(await statusOf(id), 'past_due')
  // The first one is counted once, also when it is overdue as well.
  await advanceTo(api, '2028-01-12T12:00:00.000Z')
  await bodyOf(api.post(`${SUBSCRIPTIONS}/${id}/cancel`, { body: { at: 'now' } }), 200)
  const { data } = await get(api, `${INVOICES}?subscription_id=${id}&status=overdue`)
  assert.deepEqual(
    data.map(({ number }: Made) => number),
    [invoice.number],
  )
})

test('an invoice that fails and then becomes overdue is counted once', async () => {
  const short = { start: '2028-01-12', payment_terms_days: 3 }
  const { id, invoice } = await charged(CARD.declinesLater, short)
  await advanceTo(api, '2028-01-20T12:00:00.000Z')
  assert.equal((await get(api, `${INVOICES}/${invoice.id}`)).status, 'overdue')
  const { body } = await api.post(PAYMENTS, {
    body: { invoice_id: invoice.id, amount: 9000, method: 'cheque' },
  })
  assert.equal(await statusOf(id), 'active')
  // It failed before it was paid: a payment that bounces makes it overdue, not failed.
  await bodyOf(api.post(`${PAYMENTS}/${body.id}/reverse`, { body: { reason: 'bounced' } }), 200)
  assert.equal(await statusOf(id), 'past_due')
  await bodyOf(api.post(`${INVOICES}/${invoice.id}/write_off`, { body: { reason: 'lost' } }), 200)
  assert.equal(await statusOf(id), 'active')
})

test('a charge that the customer has to confirm has failed until then', async () => {
  const { id, invoice } = await charged(CARD.confirms, {}, { email: EMAIL, language: 'fr' })
  assert.equal(await statusOf(id), 'past_due')
  const [email] = await emailsOf(invoice, 'action_required')
  assert.match(email?.subject, /^Confirmez votre paiement\u00a0: facture INV-\d+/)
  assert.match(email?.text, /Votre banque vous demande de confirmer le paiement/)
  await browse(await pressPay(invoice), { confirm: 'yes' })
  assert.equal(await statusOf(id), 'active')
  assert.equal((await emailsOf(invoice, 'action_required')).length, 1)
})

test('a charge by hand that fails changes no subscription', async () => {
  const [customer_id, method] = await saver([CARD.declinesLater])
  const { id } = await subscribed({ customer_id, collection: 'send' })
  const [invoice] = (await invoicesOf(id)) as [Made]
  const body = { payment_method_id: method }
  await bodyOf(api.post(`${INVOICES}/${invoice.id}/pay`, { body }), 201)
  assert.equal((await decided(invoice)).status, 'failed')
  assert.equal(await statusOf(id), 'active')
  assert.deepEqual(await emailsOf(invoice), [])
})

test('a subscription that is paused or has ended keeps its status, and is past due when it resumes', async () => {
  const one = () => charged(CARD.declinesLater)
  const [failed, settled, ended] = await Promise.all([one(), one(), one()])
  for (const { id } of [failed, settled]) {
    assert.equal((await act(id, 'pause', { at: 'now' })).status, 'paused')
  }
  assert.equal((await act(ended.id, 'cancel', { at: 'now' })).status, 'canceled')
  for (const { invoice } of [settled, ended]) await payOnline(invoice, CARD.pays)
  assert.deepEqual([await statusOf(settled.id), await statusOf(ended.id)], ['paused', 'canceled'])
  assert.equal((await act(settled.id, 'resume')).status, 'active')
  assert.equal((await act(failed.id, 'resume')).status, 'past_due')
})

test('an invoice that is charged automatically says so in its email', async () => {
  const { invoice } = await charged(CARD.pays)
  const { data } = await get(api, `/v1/emails?invoice_id=${invoice.id}&kind=invoice`)
  const { text } = await get(api, `/v1/emails/${data[0].id}`)
  assert.match(text, /will be charged automatically to Visa ••••\u00a04242/)
  assert.ok(!text.includes('Payable'), text)
  await until('the payment', async () => {
    return (await get(api, `${INVOICES}/${invoice.id}`)).status === 'paid'
  })
})
