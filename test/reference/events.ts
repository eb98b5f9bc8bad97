// A story in which each event type occurs, so that the examples are events recorded by a service.

import assert from 'node:assert/strict'
import { EVENT_TYPES, type EventType } from '../../src/domain/event.ts'
import { decodeId } from '../../src/platform/ids.ts'
import type { EventExample } from '../../src/reference/openapi.ts'
import { clockReady } from '../clock.ts'
import { createOthers } from '../examples.ts'
import { allEvents, get, type Made } from '../fixtures.ts'
import { until } from '../harness.ts'
import { type MailWorld, mailWorld } from '../mails.ts'
import { CARD, payAllOnline, payOnline, payOut, saveCards } from '../online.ts'
import { startReceiver } from '../receiver.ts'

const HOOKS = 'https://app.example.com/hooks'
const DAY_MS = 86_400_000

type Lifetime = Parameters<typeof mailWorld>[0]
type Send = (method: string, path: string, body?: object) => Promise<Made>

/** Runs the story in a world of its own; returns the first event of each type. */
export async function recordEvents(lifetime: Lifetime): Promise<Record<EventType, EventExample>> {
  // Advances whenever it is read, so no two timestamps are equal.
  let now = Date.now() + 60_000
  const clock = { now: () => ++now, move: () => undefined }
  const settings = { WEBHOOK_ALLOW_PRIVATE: 'true' }
  const world = await mailWorld(lifetime, { settings, provokesErrors: true }, clock)
  const send: Send = async (method, path, body) => {
    const { status, text, body: answered } = await world.api.send(method, path, { body })
    assert.ok(status < 300, `${method} ${path}: ${text}`)
    return answered
  }
  const customer = await catalogue(send)
  await money(send, customer)
  const hooks = await endpoint(lifetime, world, send)
  await lateDays(world, send, customer)
  const [live] = (await send('GET', '/v1/subscriptions?status=active,past_due,trialing')).data
  await send('POST', `/v1/subscriptions/${live.id}/pause`)
  await send('POST', `/v1/subscriptions/${live.id}/resume`)
  await send('POST', `/v1/customers/${await strangerOf(send)}/erase`)
  await mails(world)
  const { api, keys } = world
  const feed = (key: string): Promise<EventExample[]> => allEvents(api, { key })
  const events = [...(await feed(keys.test)), ...(await feed(keys.live))]
  const examples = EVENT_TYPES.map((type) => {
    const event = events.find((each) => each.type === type)
    assert.ok(event, `the story tells ${type}`)
    return [type, JSON.parse(JSON.stringify(event).replaceAll(hooks, HOOKS))]
  })
  return Object.fromEntries(examples)
}

/** A subscription with a trial that changes, and one that ends before its start. */
async function plans(send: Send, product_id: string): Promise<void> {
  const terms = { product_id, model: 'per_unit', unit_amount: 3000, interval: 'month' }
  const { id: price_id } = await send('POST', '/v1/prices', terms)
  const { id } = await send('POST', '/v1/customers', { name: 'Birch Café', country: 'CA' })
  const start = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10)
  const made = { customer_id: id, items: [{ price_id, quantity: 3 }], start, trial_days: 7 }
  const { id: trial, items } = await send('POST', '/v1/subscriptions', made)
  const path = `/v1/subscriptions/${trial}`
  await send('PATCH', path, { external_id: 'team-42' })
  const change = { items: [{ id: items[0].id, quantity: 5 }], at: 'period_end' }
  await send('POST', `${path}/change`, change)
  await send('POST', '/v1/subscriptions', made)
  const { id: dearer } = await send('POST', '/v1/prices', { ...terms, unit_amount: 3500 })
  const move = { from_price_id: price_id, to_price_id: dearer, effective_from: start }
  const { id: migration } = await send('POST', '/v1/price_migrations', move)
  const is = (status: string, id = migration) =>
    until(
      `a migration that is ${status}`,
      async () => (await send('GET', `/v1/price_migrations/${id}`)).status === status,
    )
  await is('scheduled')
  await send('POST', `/v1/price_migrations/${migration}/cancel`)
  await is('canceled')
  // Without subscribers, it is complete at once.
  const { id: empty } = await send('POST', '/v1/price_migrations', {
    ...move,
    from_price_id: dearer,
    to_price_id: price_id,
  })
  await is('completed', empty)
  const setup = { description: 'Setup', unit_amount: 5000 }
  const added = { ...setup, subscription_id: trial }
  const { id: item } = await send('POST', '/v1/invoice_items', added)
  await send('PATCH', `/v1/invoice_items/${item}`, { unit_amount: 4500 })
  await send('DELETE', `/v1/invoice_items/${item}`)
  const ending = await send('POST', '/v1/subscriptions', made)
  await send('POST', '/v1/invoice_items', { ...setup, subscription_id: ending.id })
  await send('POST', `/v1/subscriptions/${ending.id}/cancel`, { at: 'now', reason: 'price' })
}

/** Creates the catalog and a customer; returns the customer. */
async function catalogue(send: Send): Promise<string> {
  await send('PATCH', '/v1/account', { reminder_days: [-3, 7] })
  const { id } = await send('POST', '/v1/customers', {
    name: 'Maple Bicycles',
    email: 'ada@maple.example',
    country: 'CA',
  })
  await send('PATCH', `/v1/customers/${id}`, { phone: '+1 514 555 0100' })
  const product = await send('POST', '/v1/products', { name: 'Team plan' })
  await send('PATCH', `/v1/products/${product.id}`, { description: 'One seat for one month' })
  const terms = { product_id: product.id, model: 'per_unit', unit_amount: 1999 }
  const price = await send('POST', '/v1/prices', terms)
  await send('PATCH', `/v1/prices/${price.id}`, { description: 'Until the end of the year' })
  await plans(send, product.id)
  const coupon = await send('POST', '/v1/coupons', { name: 'Welcome', percent_off: '10' })
  await send('PATCH', `/v1/coupons/${coupon.id}`, { max_redemptions: 100 })
  const code = await send('POST', '/v1/promotion_codes', { coupon_id: coupon.id, code: 'WELCOME' })
  await send('PATCH', `/v1/promotion_codes/${code.id}`, { max_redemptions: 100 })
  const given = `/v1/customers/${id}/discounts`
  const { discounts } = await send('POST', given, { coupon_id: coupon.id })
  await send('DELETE', `${given}/${discounts[0].id}`)
  const rate = { name: 'Sales tax', country: 'US', percentage: '4', valid_from: '2026-01-01' }
  const { id: ownRate } = await send('POST', '/v1/tax_rates', rate)
  await send('PATCH', `/v1/tax_rates/${ownRate}`, { valid_to: '2026-12-31' })
  const registered = { country: 'CA', valid_from: '2026-01-01' }
  const registration = await send('POST', '/v1/tax_registrations', registered)
  const number = '123456789 RT0001'
  await send('PATCH', `/v1/tax_registrations/${registration.id}`, { number })
  await send('DELETE', `/v1/products/${product.id}`)
  await createOthers(send)
  return `cus_${id}`
}

const draft = (send: Send, customer_id: string, more: object = {}): Promise<Made> =>
  send('POST', '/v1/invoices', {
    customer_id,
    line_items: [{ description: 'Seats, November', quantity: 3, unit_amount: 1999 }],
    ...more,
  })

/** An invoice paid in two parts, one of them reversed, and credited; a void invoice; credit. */
async function money(send: Send, customer: string): Promise<void> {
  const { id, currency } = await draft(send, customer)
  await send('PATCH', `/v1/invoices/${id}`, { notes: 'Thank you for your business.' })
  await send('POST', `/v1/invoices/${id}/finalize`)
  const pay = (amount: number) =>
    send('POST', '/v1/payments', { invoice_id: id, amount, currency, method: 'bank_transfer' })
  await pay(2500)
  const rest = await pay(3497)
  const parts = { allocations: [{ invoice_id: id, amount: 1000 }] }
  await send('POST', `/v1/payments/${rest.id}/deallocate`, parts)
  await send('POST', `/v1/payments/${rest.id}/to_balance`, { amount: 300 })
  const back = { payment_id: rest.id, from: 'overpayment', amount: 200 }
  const { id: refund } = await send('POST', '/v1/refunds', back)
  await send('POST', `/v1/refunds/${refund}/cancel`)
  await send('POST', `/v1/payments/${rest.id}/allocate`, { allocations: [{ invoice_id: id }] })
  await send('POST', `/v1/payments/${rest.id}/reverse`, { reason: 'Returned by the bank' })
  const note = await send('POST', '/v1/credit_notes', {
    ...{ invoice_id: id, amount: 1000, reason: 'goodwill' },
  })
  await send('POST', `/v1/credit_notes/${note.id}/send`, { to: 'ada@example.com' })
  await send('POST', `/v1/credit_notes/${note.id}/void`)
  const reason = 'Insolvent since October'
  await send('POST', `/v1/invoices/${id}/write_off`, { amount: 1000, reason })
  await send('POST', `/v1/invoices/${id}/reverse_write_off`)
  await refunds(send, customer)
  const finalized = async () =>
    send('POST', `/v1/invoices/${(await draft(send, customer)).id}/finalize`)
  const books = {
    make: (path: string, body?: object) => send('POST', path, body),
    read: (path: string) => send('GET', path),
  }
  await payAllOnline(finalized, books, await finalized())
  await saveCards(books)
  await payOut(books)
  await send('POST', `/v1/invoices/${(await draft(send, customer)).id}/void`)
  const credit = { amount: '25.00', currency, reason: 'Goodwill' }
  await send('POST', `/v1/customers/${customer}/credit_transactions`, credit)
}

/** Refunds of a paid invoice: one that was paid and returned by the bank, one canceled, one moved to the balance. */
async function refunds(send: Send, customer: string): Promise<void> {
  const { id, currency } = await draft(send, customer)
  await send('POST', `/v1/invoices/${id}/finalize`)
  const paid = { invoice_id: id, amount: 5997, currency, method: 'bank_transfer' }
  const payment = await send('POST', '/v1/payments', paid)
  const note = await send('POST', '/v1/credit_notes', {
    ...{ invoice_id: id, amount: 1999, reason: 'order_change', refund: 1999 },
  })
  const again = () =>
    send('POST', '/v1/refunds', { credit_note_id: note.id, payment_id: payment.id, amount: 500 })
  const act = async (verb: string, body?: object) =>
    send('POST', `/v1/refunds/${(await again()).id}/${verb}`, body)
  const { data } = await send('GET', `/v1/refunds?credit_note_id=${note.id}`)
  await send('POST', `/v1/refunds/${data[0].id}/succeed`, { reference: 'E2E 4712' })
  await send('POST', `/v1/refunds/${data[0].id}/fail`, { failure_reason: 'account closed' })
  await act('cancel')
  await act('to_balance')
}

/** An endpoint that is changed, tested, disabled by failures and deleted; returns its URL. */
async function endpoint(lifetime: Lifetime, { api }: MailWorld, send: Send): Promise<string> {
  const receiver = await startReceiver(lifetime)
  receiver.answer = 410
  const wanted = { url: receiver.url, enabled_events: ['webhook_endpoint.test'] }
  const { id } = await send('POST', '/v1/webhook_endpoints', wanted)
  const path = `/v1/webhook_endpoints/${id}`
  await send('PATCH', path, { description: 'Access to the application' })
  await send('POST', `${path}/rotate_secret`)
  await send('POST', `${path}/test`)
  await until('the endpoint to be off', async () => (await get(api, path)).status === 'disabled')
  await send('DELETE', path)
  return receiver.url
}

/** An unpaid invoice while the test clock advances. */
async function lateDays({ api, pool }: MailWorld, send: Send, customer: string): Promise<void> {
  const late = await draft(send, customer)
  await send('POST', `/v1/invoices/${late.id}/finalize`)
  const { now } = await get(api, '/v1/test_clock')
  const advance = async (days: number) => {
    // At noon, so that the hour of the run does not decide how often a refused invoice is tried again.
    const day = new Date(Date.parse(now) + days * DAY_MS).toISOString().slice(0, 10)
    const to = `${day}T12:00:00.000Z`
    await send('POST', '/v1/test_clock/advance', { to })
    await clockReady(api)
  }
  const refund = await refundedAndDisputed(send, customer)
  const recorded = (type: EventType) =>
    until(type, async () => (await allEvents(api)).some((event) => event.type === type))
  // Test cards expire years later.
  const [{ id: card }] = (await send('GET', '/v1/payment_methods?status=active')).data
  const soon = 'update payment_methods set notice_at = created_at where id = $1'
  await pool.query(soon, [decodeId('pm', card)])
  await recorded('payment_method.expiring')
  // The end of the trial cannot be billed at first.
  await send('PATCH', '/v1/account', { incomplete_seller: 'refuse' })
  await advance(15)
  await send('PATCH', '/v1/account', { incomplete_seller: 'warn' })
  await send('POST', `/v1/refunds/${refund.id}/succeed`)
  // At once, so that the hour of the run does not decide what comes before it.
  await pool.query('update payments set disputes_at = created_at where disputes_at is not null')
  await recorded('dispute.updated')
  await advance(50)
  const [dispute] = (await send('GET', `/v1/disputes?payment_id=${refund.payment_id}`)).data
  await send('POST', `/v1/simulated_gateway/disputes/${dispute.id}`, { status: 'won' })
}

/** A payment that will be disputed, with a pending refund: the money is withdrawn once that is paid. */
async function refundedAndDisputed(send: Send, customer: string): Promise<Made> {
  const { id: invoice_id } = await draft(send, customer)
  await payOnline(await send('POST', `/v1/invoices/${invoice_id}/finalize`), CARD.disputed)
  const note = {
    invoice_id,
    amount: 100,
    refund: 100,
    refund_by_gateway: false,
    reason: 'goodwill',
  }
  const { id } = await send('POST', '/v1/credit_notes', note)
  return (await send('GET', `/v1/refunds?credit_note_id=${id}`)).data[0]
}

/** A person without invoices who asks to be erased. */
async function strangerOf(send: Send): Promise<string> {
  const { id } = await send('POST', '/v1/customers', { name: 'Grace Hopper' })
  return `cus_${id}`
}

/** Emails that the mail server accepts, and emails that it rejects. */
async function mails(world: MailWorld): Promise<void> {
  const { server, finalizedFor, invoiceThat, noteFor, noteThat } = world
  const taken = await finalizedFor({ name: 'Maple Bicycles' })
  await invoiceThat(taken, ({ email_status }) => email_status === 'sent', 'an email that is taken')
  const sent = await noteFor(taken)
  await noteThat(sent, ({ email_status }) => email_status === 'sent', 'a note that is taken')
  server.onRecipient = () => ({ code: 550, text: '5.1.1 No such user' })
  const refused = await finalizedFor({ name: 'Maple Bicycles', email: 'nobody@maple.example' })
  await invoiceThat(refused, ({ email_status }) => email_status === 'failed', 'one that is refused')
  const failed = await noteFor(refused)
  await noteThat(failed, ({ email_status }) => email_status === 'failed', 'a note refused')
}
