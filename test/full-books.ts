// Books for judging verification: small, created over HTTP, with rows in every table and in most states.

import assert from 'node:assert/strict'
import { enrol } from './authenticator.ts'
import { browser, joined, owner, PASSWORD } from './browser-like.ts'
import { advanceTo } from './clock.ts'
import { createOthers } from './examples.ts'
import type { Made } from './fixtures.ts'
import { makeFailing, makeIncomplete } from './full-books-items.ts'
import {
  ADA,
  line,
  makeAllocations,
  makeErasable,
  makeFinal,
  makeGivenUp,
  makeInvoices,
  makeRefunds,
  makeReturns,
  makeSubscriptions,
  makeUnbilled,
  makeWebhooks,
  type Writer,
} from './full-books-money.ts'
import { type EnvironmentName, until, type World, world } from './harness.ts'
import { greyPng } from './images.ts'
import { startMailServer } from './mail-server.ts'
import { CARD, payAllOnline, payOnline, payOut, pressPay, saveCards } from './online.ts'
import type { startReceiver } from './receiver.ts'

type Lifetime = Parameters<typeof startReceiver>[0]

const DAY_MS = 86_400_000
/** A day in the past, so that the books are always the same. */
const NOON = Date.parse('2026-11-20T12:00:00.000Z')
const SELLER = {
  name: 'Nordlicht',
  legal_name: 'Nordlicht Inc.',
  address_line1: '2 Hill Road',
  city: 'Ottawa',
  state_province: 'ON',
  postal_code: 'K1A 0B1',
  country: 'CA',
  tax_numbers: [{ label: 'GST/HST', value: '99 RT0001' }],
  phone: '+1 613 555 0199',
  email: 'hello@nordlicht.example',
  reply_to: 'answers@nordlicht.example',
  mail_from_name: 'Nordlicht Billing',
  footer: 'Thank you.',
  color: '#aa3300',
  payment_instructions: { other: 'Cash' },
  reminder_days: [-3, 2],
  time_zone: 'Asia/Tokyo',
}

/** A service with full books: its clock is stopped, and no work is pending. */
export async function fullBooks(lifetime: Lifetime): Promise<World> {
  const began = Date.now()
  let behindMs = 5 * DAY_MS
  let stoppedAt: number | undefined
  const mails = await startMailServer(lifetime)
  mails.onRecipient = (address) => {
    if (address.startsWith('nobody')) return { code: 550, text: 'No such mailbox' }
    return address.startsWith('later') ? { code: 451, text: 'Come back later' } : 'take'
  }
  const settings = {
    SMTP_URL: mails.url,
    MAIL_FROM: 'billing@nordlicht.example',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    PUBLIC_URL: 'https://billing.nordlicht.example',
    // Pending emails are aborted soon after the test ends.
    SHUTDOWN_TIMEOUT_SECONDS: '1',
  }
  const now = () => stoppedAt ?? NOON + Date.now() - began - behindMs
  const w = await world(lifetime, { settings, wallNow: now })
  const of = (name: EnvironmentName) => writer(w, name)
  await makeGivenUp(of('test'), lifetime, (ms) => {
    behindMs -= ms
  })
  behindMs = 0
  await makePeople(w, now)
  await makeKeys(of('test'))
  const toEnd = await makeTestBooks(w, of('test'), lifetime)
  await makeLiveBooks(of('live'))
  await makeFew(of('otherLive'))
  await makeFew(of('otherTest'))
  await resetOther(of('otherTest'))
  await toEnd()
  await makeDisputes(w, of('test'))
  await beginPayment(of('test'))
  await until(
    'the request log',
    async () => (await of('test').read('/v1/requests')).data.length > 9,
  )
  await quiet(w)
  stoppedAt = now()
  return w
}

/** A customer who is about to pay. */
async function beginPayment(to: Writer): Promise<void> {
  const { id } = await to.make('/v1/customers', { name: 'Payer Ltd' })
  const invoice = await makeFinal(to, { customer_id: id, line_items: [line(1, 460)] })
  await pressPay(invoice, to.url)
}

/** A dispute that is open, one that was lost and one that was won. */
async function makeDisputes({ pool }: World, to: Writer): Promise<void> {
  const { id: customer_id } = await to.make('/v1/customers', { name: 'Contested Ltd' })
  for (const amount of [470, 480, 490]) {
    const invoice = await makeFinal(to, { customer_id, line_items: [line(1, amount)] })
    await payOnline(invoice, CARD.disputed, { base: to.url })
  }
  await pool.query(
    'update simulated_payments set disputed_at = created_at, report_at = created_at where disputed_at is not null',
  )
  const [, lost, won] = await until('the disputes', async () => {
    const { data } = await to.read('/v1/disputes')
    return data.length === 3 && data
  })
  await to.make(`/v1/simulated_gateway/disputes/${lost.id}`, { status: 'lost' })
  await to.make(`/v1/simulated_gateway/disputes/${won.id}`, { status: 'won' })
}

function writer(w: World, name: EnvironmentName): Writer {
  const ask = async (method: string, path: string, body?: object, headers = {}) => {
    const answer = await w.api.send(method, path, {
      key: w.keys[name],
      headers,
      ...(body && { body }),
    })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer.body
  }
  return {
    url: w.url,
    make: (path, body, headers) => ask('POST', path, body, headers),
    change: (path, body, headers) => ask('PATCH', path, body, headers),
    remove: (path, headers) => ask('DELETE', path, undefined, headers),
    read: (path) => ask('GET', path),
  }
}

/** Users in every relation to an account, with their links, sessions and challenges. */
async function makePeople(w: World, now: () => number): Promise<void> {
  const ask = { key: w.keys.live }
  const olive = await owner(w)
  await enrol(olive, now())
  const again = await browser(w).send('POST', '/session/v1/sessions', {
    body: { email: olive.email, password: PASSWORD },
  })
  assert.equal(again.status, 202, again.text)
  const byHand = (email: string) => ({ ...ask, body: { email, role: 'viewer', mail: false } })
  const leaver = await joined(w, 'leaver@example.com', '', byHand('leaver@example.com'))
  assert.equal((await w.api.delete(`/v1/members/${leaver.member}`, ask)).status, 200)
  await joined(w, 'stays@example.com', '', byHand('stays@example.com'))
  for (const email of ['later@example.com', 'invited@example.com']) {
    const answer = await w.api.post('/v1/members', {
      body: { email, role: 'viewer', mail: true },
      ...ask,
    })
    assert.equal(answer.status, 201, answer.text)
  }
  const reset = { email: 'stays@example.com' }
  await browser(w).send('POST', '/session/v1/password_resets', { body: reset })
  await until('mailed links', async () => {
    const failedLinks = await w.sql('select 1 from one_time_links where last_error is not null')
    const sent = await w.sql('select 1 from one_time_links where mailed_at is not null')
    return failedLinks.length > 0 && sent.length > 0
  })
}

async function makeKeys({ make }: Writer): Promise<void> {
  const scopes = ['customers:read', 'invoices:read']
  const rolled = await make('/v1/api_keys', { name: 'Rolled', scopes })
  await make(`/v1/api_keys/${rolled.id}/roll`)
  const revoked = await make('/v1/api_keys', { name: 'Revoked', scopes })
  await make(`/v1/api_keys/${revoked.id}/revoke`)
}

async function makeSettings({ make, change }: Writer): Promise<void> {
  await change('/v1/account', SELLER)
  await change('/v1/account', { payment_terms_days: 14, first_invoice_number: 41 })
  const data = greyPng().toString('base64')
  await make('/v1/account/logo', { content_type: 'image/png', data })
}

/** Fills a test environment; the returned function finishes pending work. */
async function makeTestBooks(
  w: World,
  to: Writer,
  lifetime: Lifetime,
): Promise<() => Promise<void>> {
  const { make, change, remove } = to
  await makeSettings(to)
  const toEnd = await makeWebhooks(to, lifetime)
  await createOthers((method, path, body = {}) =>
    method === 'POST' ? make(path, body) : change(path, body),
  )
  const ada = await make('/v1/customers', ADA, { 'idempotency-key': 'ada' })
  const bob = await make('/v1/customers', { name: 'Bob' })
  const gone = await make('/v1/customers', { name: 'Gone', email: 'gone@example.com' })
  await remove(`/v1/customers/${gone.id}`, { 'idempotency-key': 'gone' })
  await change(`/v1/customers/${ada.id}`, { city: 'Toronto' }, { 'idempotency-key': 'unchanged' })
  await change(`/v1/customers/${ada.id}`, { city: 'Hamilton', auto_pay_enabled: true })
  await make('/v1/customers', { name: 'Alone', email: 'alone@example.com', metadata: { a: 1 } })
  const seat = await make('/v1/products', { name: 'Seat', metadata: { sku: 7 } })
  await change(`/v1/products/${seat.id}`, { description: 'One seat for a month' })
  const price = await make('/v1/prices', {
    product_id: seat.id,
    currency: 'cad',
    model: 'graduated',
    tiers: [
      { up_to: 10, unit_amount: 5 },
      { up_to: null, unit_amount_decimal: '2.5', flat_amount: 100 },
    ],
    lookup_key: 'seats',
    tax_behavior: 'inclusive',
    metadata: { plan: 'team' },
  })
  await makeTaxed(to, seat.id)
  await makeDiscounted(to, seat.id, price.id)
  const plan = await makeSubscriptions(to)
  const old = await make('/v1/products', { name: 'Old', description: 'Was sold once' })
  await make('/v1/products', { name: 'Spare', description: 'Nobody bought it' })
  await makeInvoices(to, ada.id, bob.id, seat.id, old.id)
  const finalized = () => makeFinal(to, { customer_id: ada.id, line_items: [line(1, 4200)] })
  await payAllOnline(finalized, to, await finalized())
  const declined = await saveCards(to)
  if (declined) await makeFailing(to, declined, plan)
  await payOut(to)
  await makeRefunds(to)
  await makeAllocations(to)
  await makeReturns(to)
  // 1.5 × 0.0925 rounds to the same amount as 1.5 × 0.0926.
  const hours = { description: 'Hours', quantity_decimal: '1.5', unit_amount_decimal: '9.25' }
  const byPrice = { price_id: price.id, quantity: 13 }
  await makeFinal(to, { customer_id: bob.id, line_items: [byPrice, hours] })
  await change(`/v1/prices/${price.id}`, {
    tiers: [{ up_to: null, unit_amount: 4 }],
    new_version: true,
  })
  await remove(`/v1/products/${old.id}`)
  const [past, forgotten, passer] = await makeErasable(to)
  const { now } = await to.read('/v1/test_clock')
  await advanceTo(w.api, new Date(Date.parse(now) + 30 * DAY_MS).toISOString())
  await makeUnbilled(to, plan, w)
  // Changes made after reminders and due dates, with other terms than before.
  await change('/v1/account', { payment_terms_days: 20, language: 'en', reminder_days: [-2, 5] })
  await makeFinal(to, { customer_id: ada.id, line_items: [line(2, 450)] })
  if (declined) await makeIncomplete(to, declined, plan)
  for (const id of [past, passer]) await make(`/v1/customers/${id}/erase`, {})
  await make(`/v1/customers/${forgotten}/erase`, { documents: 'erase' })
  await until('the erasures', async () => {
    const open = await w.sql(
      'select 1 from customer_erasures where history_erased_at is null or log_due_at is not null',
    )
    return open.length === 0
  })
  return toEnd
}

/** Rates and registrations, and invoices with them: on top of prices, included in prices, one void, and a draft. */
async function makeTaxed(to: Writer, product_id: string): Promise<void> {
  const { make, change } = to
  const valid_from = '2020-01-01'
  const name = { name: 'State tax', country: 'US', region: 'NY', postal_prefix: '10' }
  const rate = await make('/v1/tax_rates', {
    ...{ ...name, percentage: '4', tax_code: 'reduced', valid_from, valid_to: '2030-12-31' },
    ...{ reference: 'By law', metadata: { law: 1 } },
  })
  await change(`/v1/tax_rates/${rate.id}`, { reference: 'By the law' })
  const other = { name: 'City tax', country: 'US', percentage: '1.5', valid_from }
  const within = await make('/v1/tax_rates', { ...other, inclusive: true })
  const registered = await make('/v1/tax_registrations', {
    ...{ country: 'US', region: 'NY', scheme: 'manual', number: '42', valid_from },
    ...{ valid_to: '2031-12-31', metadata: { office: 'Albany' } },
  })
  await change(`/v1/tax_registrations/${registered.id}`, { number: '43' })
  await make('/v1/tax_registrations', { country: 'MX', valid_from })
  // Disabled, since it would take the payments of all currencies.
  const secrets = { secret_key: 'sk_test_books1234', webhook_secret: 'whsec_books1234' }
  const stripe = { type: 'stripe', name: 'Stripe', status: 'disabled' }
  await make('/v1/gateways', { ...stripe, ...secrets })
  await change(`/v1/products/${product_id}`, { tax_code: 'reduced' })
  const address = { country: 'US', state_province: 'NY', postal_code: '10013' }
  await make('/v1/prices', { product_id, model: 'flat', unit_amount: 4900 })
  const tax_ids = [{ type: 'us_ein', value: '91-1144442' }]
  const { id: customer_id } = await make('/v1/customers', { name: 'Taxed', ...address, tax_ids })
  const lines = [
    { ...line(2, 1000, product_id), tax_rates: [rate.id] },
    { ...line(1, 600), tax_rates: [within.id] },
  ]
  const credited = await makeFinal(to, { customer_id, line_items: lines })
  await make('/v1/credit_notes', { invoice_id: credited.id, amount: 700, reason: 'other' })
  const mistaken = await makeFinal(to, { customer_id, line_items: lines })
  await make(`/v1/invoices/${mistaken.id}/void`, {})
  await make('/v1/invoices', { customer_id, line_items: lines })
  const supplied = [{ ...line(1, 600), supply_date: '2026-01-02' }]
  const adding = { supply_date: '2026-01-03', relates_to: credited.id }
  await makeFinal(to, { customer_id, line_items: supplied, ...adding })
  await change('/v1/account', { automatic_tax: true, tax_address: 'refuse' })
  await makeFinal(to, { customer_id, line_items: [line(1, 700, product_id)] })
  await change('/v1/account', { automatic_tax: false })
}

/** Coupons of every kind, a promotion code, and customers and invoices with discounts, some of them removed again. */
async function makeDiscounted(to: Writer, product_id: string, price_id: string): Promise<void> {
  const { make, change, remove } = to
  const tenth = await make('/v1/coupons', {
    ...{ name: 'Welcome', percent_off: '10', duration: 'months', duration_months: 3 },
    ...{ max_redemptions: 50, redeem_by: '2035-12-31T00:00:00.000Z', metadata: { by: 'Ada' } },
  })
  await change(`/v1/coupons/${tenth.id}`, { name: 'A tenth off' })
  const some = await make('/v1/coupons', {
    ...{ name: 'For some', amount_off: 500, currency: 'cad', minimum_amount: 600 },
    ...{ product_ids: [product_id], price_ids: [price_id] },
  })
  const code = await make('/v1/promotion_codes', {
    ...{ coupon_id: tenth.id, code: 'WELCOME', first_time_only: true, max_redemptions: 10 },
    ...{ expires_at: '2035-12-31T00:00:00.000Z', metadata: { by: 'Ada' } },
  })
  await change(`/v1/promotion_codes/${code.id}`, { max_redemptions: 20 })
  const { id: customer_id } = await make('/v1/customers', { name: 'Discounted' })
  const own = { coupon_id: some.id, code: 'THEIRS', customer_id: `cus_${customer_id}` }
  await make('/v1/promotion_codes', own)
  await make(`/v1/customers/${customer_id}/discounts`, { promotion_code_id: code.id })
  const lines = [line(2, 1000, product_id), line(1, 600)]
  const discounts = [{ coupon_id: some.id }]
  await make('/v1/invoices', { customer_id, line_items: lines, discounts, finalize: true })
  await make('/v1/invoices', { customer_id, line_items: lines, discounts })
  const mistaken = await make('/v1/invoices', { customer_id, line_items: lines, discounts })
  await make(`/v1/invoices/${mistaken.id}/void`, {})
  const kept = await make(`/v1/customers/${customer_id}/discounts`, { coupon_id: some.id })
  const [, other] = kept.discounts
  await remove(`/v1/customers/${customer_id}/discounts/${other.id}`)
}

/** Emails that are sent, refused, deferred and superseded. */
async function makeLiveBooks(to: Writer): Promise<void> {
  await makeSettings(to)
  const to_ = async (email: string) => {
    const customer = await to.make('/v1/customers', { ...ADA, email, external_id: null })
    return makeFinal(to, { customer_id: customer.id, line_items: [line(3, 1999)], notes: 'Live' })
  }
  const sent = await to_('ada@maple.example')
  await to_('nobody@maple.example')
  await to_('later@maple.example')
  const overtaken = await to_('later-void@maple.example')
  const states = async () =>
    new Set((await to.read('/v1/emails')).data.map((mail: Made) => mail.status))
  await until('mails to be put off', async () => {
    const { data } = await to.read('/v1/emails?status=pending')
    return data.length === 2 && data.every((mail: Made) => mail.attempts_made > 0)
  })
  await to.make(`/v1/invoices/${overtaken.id}/void`)
  const of = { invoice_id: sent.id, currency: sent.currency, method: 'other' }
  await to.make('/v1/payments', { ...of, amount: 500 })
  await to.make('/v1/payments', { ...of, amount: sent.amount_due - 500 })
  const note = { invoice_id: sent.id, amount: 100, reason: 'other', send_email: true }
  const { id } = await to.make('/v1/credit_notes', note)
  await until('mails of every kind', async () => {
    const { data } = await to.read('/v1/emails?kind=receipt')
    const { email_status } = await to.read(`/v1/credit_notes/${id}`)
    return data[0]?.status === 'sent' && email_status === 'sent' && (await states()).has('failed')
  })
}

/** Enough rows that a moved row does not stand out. */
async function makeFew(to: Writer): Promise<void> {
  const other = await to.make('/v1/customers', { name: 'Other' })
  await to.make('/v1/products', { name: 'Elsewhere' })
  await makeFinal(to, { customer_id: other.id, line_items: [line(1, 100)] })
}

async function resetOther(to: Writer): Promise<void> {
  await to.make('/v1/test_clock/reset')
  await until('the reset', async () => (await to.read('/v1/test_clock')).status === 'ready')
  await makeFew(to)
}

/** Waits until no sweep has anything left to do, so that the content no longer changes. */
async function quiet(w: World): Promise<void> {
  await until('rest', async () => {
    const [row] = await w.sql<{ open: number }>(
      `select (select count(*) from customers where words_version = 0)::int
            + (select count(*) from webhook_deliveries where lease_token is not null)::int
            + (select count(*) from emails where lease_token is not null)::int as open`,
    )
    return row?.open === 0
  })
}
